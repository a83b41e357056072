"""How is the result of a study said? Numbers as exact as they are sure, findings in a sentence."""

from collections.abc import Iterator, Mapping
from math import floor, log10
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from boltbox.sim.intervals import Estimate
    from boltbox.sim.result import Comparison, Spread, StudyResult, VariantResult

GAMES: Final = {"luckybox": "Lucky Box", "lightningdice": "Lightning Dice"}
MINUS: Final = "\N{MINUS SIGN}"
THIN: Final = "\N{NARROW NO-BREAK SPACE}"
# What one more of an option is called: one, several.
THINGS: Final[Mapping[str, tuple[str, str]]] = {
    "startingLightning": ("lightning token", "lightning tokens"),
    "rounds": ("round", "rounds"),
    "offer": ("box offered", "boxes offered"),
    "dealt": ("box dealt", "boxes dealt"),
    "kept": ("box kept", "boxes kept"),
    "decks": ("copy of the deck", "copies of the deck"),
    "target": ("point to win", "points to win"),
    "cards": ("card", "cards"),
}
COUNTS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def whole(number: float) -> str:
    """Writes a whole number with thin spaces between thousands."""
    return f"{number:,.0f}".replace(",", THIN).replace("-", MINUS)


def digits(margin: float | None) -> int:
    """Counts the decimals that an interval bears out: its first digit that isn't zero, and one after a 1."""
    if not margin:
        return 1
    first = floor(log10(margin))
    return max(0, min(6, -first + (margin < 2 * 10.0**first)))


def said(estimate: "Estimate", unit: str, *, sign: bool = False) -> tuple[str, str]:
    """Writes a value and its margin, both in a unit; the margin is empty where there is none."""
    times = 100 if unit == "%" else 1
    margin = None if estimate.margin is None else estimate.margin * times
    places = digits(margin)
    value = f"{estimate.value * times:{'+' if sign else ''},.{places}f}"
    if float(value.replace(",", "")) == 0:
        value = value.replace("-", "").replace("+", "")
    text = value.replace(",", THIN).replace("-", MINUS)
    return text, "" if margin is None else f"±{margin:,.{places}f}".replace(",", THIN)


def with_margin(estimate: "Estimate", unit: str, *, sign: bool = False) -> str:
    """Writes a value with its margin behind it."""
    value, margin = said(estimate, unit, sign=sign)
    after = {"%": f"{THIN}%", "s": f"{THIN}s"}.get(unit, "")
    return f"{value}{after} {margin}".strip()


def title(result: "StudyResult") -> str:
    """Says what was played."""
    seats = len(result.bots)
    bots = ", ".join(
        f"{result.bots.count(bot)} {bot}" if len(result.bots) > 1 else bot
        for bot in dict.fromkeys(result.bots)
    )
    return f"{GAMES[result.game]}, {seats} {'seat' if seats == 1 else 'seats'}: {bots}"


def named(option: str) -> str:
    """Names an option as one types it, in words."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in option)


def value_of(value: object) -> str:
    """Writes the value of an option; a deck by its name."""
    if isinstance(value, Mapping):
        parts = (f"{named(key)} {value_of(one)}" for key, one in value.items())
        return str(value["name"]) if "name" in value else ", ".join(parts)
    if isinstance(value, list):
        return ", ".join(map(value_of, value))
    if value is None:
        return "as usual"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def rules_of(variant: "VariantResult") -> str:
    """Says by which rules a variant is played."""
    known = str(variant.options.get("ruleSet") or variant.options.get("mode"))
    own = [f"{named(name)} {value_of(value)}" for name, value in variant.changed.items() if value != known]
    return ", ".join([known, *own])


def change(result: "StudyResult") -> str:
    """Says in what the second variant differs from the first."""
    first, second = (variant.options for variant in result.variants)
    names = [name for name in second if first[name] != second[name]]
    if "ruleSet" in names:  # what the rule sets have otherwise is meant by their names
        own = [variant.changed for variant in result.variants]
        names = [one for one in names if one == "ruleSet" or own[0].get(one) != own[1].get(one)]
    found = [one for name in names for one in _changes(name, first[name], second[name])]
    return " and ".join([found[0], *(one[0].lower() + one[1:] for one in found[1:])])


def _changes(name: str, before: Any, after: Any) -> Iterator[str]:
    """Says in what an option differs, part by part where it has parts; a deck is one thing."""
    if isinstance(before, dict) and isinstance(after, dict) and "name" not in after:
        for part, value in after.items():
            if before[part] != value:
                yield from _changes(f"{name} {part}", before[part], value)
    else:
        yield _change(name, before, after)


def _change(name: str, before: Any, after: Any) -> str:
    if name in THINGS and type(before) is type(after) is int:
        many = abs(after - before)
        count = COUNTS[many] if many < len(COUNTS) else str(many)
        return f"{count} {'more' if after > before else 'fewer'} {THINGS[name][many != 1]}"
    label = named(name)
    if before is None:
        return f"{label[0].upper()}{label[1:]} {value_of(after)}, not as usual"
    return f"{label[0].upper()}{label[1:]} {value_of(after)} instead of {value_of(before)}"


def headline(result: "StudyResult") -> str:
    """Says in a sentence what a study found."""
    return _found(result) if result.comparison is None else _compared(result, result.comparison)


def _found(result: "StudyResult") -> str:
    variant = result.variants[0]
    score = variant.group("all").figure(result.score)
    start = f"{_mean(score)} a seat on average"
    if len(result.bots) == 1:
        return f"{_mean(score)} on average."
    kinds = tuple(dict.fromkeys(result.bots))
    if len(kinds) == 1:
        win = variant.group("seat 1").figure("win").mean
        return f"{start}; the first seat wins {with_margin(win, '%')} of the games."
    shares = (f"{kind} wins {with_margin(variant.group(kind).figure('win').mean, '%')}" for kind in kinds)
    return f"{start}; a seat of {', of '.join(shares)} of the games."


def _mean(score: "Spread") -> str:
    value, margin = said(score.mean, score.unit)
    unit = "seconds" if score.unit == "s" else score.unit
    return f"{value} {unit} ({margin})" if margin else f"{value} {unit}"


def _compared(result: "StudyResult", comparison: "Comparison") -> str:
    score = comparison.group("all").figure(result.score)
    value, margin = said(score.difference, score.unit, sign=True)
    unit = "seconds" if score.unit == "s" else score.unit
    alone = len(result.bots) == 1
    parts = [f"{value} {unit} ({margin}){'' if alone else ' a seat'}"]
    if not score.difference.differs:
        parts = [f"no difference in {unit} that shows ({margin})"]
    if not alone:
        kinds = tuple(dict.fromkeys(result.bots))
        name, who = ("seat 1", "the first seat") if len(kinds) == 1 else (kinds[0], kinds[0])
        parts.append(f"{who} {_wins(comparison.group(name).figure('win').difference)}")
    return f"{change(result)}: {'; '.join(parts)}."


def _wins(difference: "Estimate") -> str:
    value, margin = said(difference, "%")
    if not difference.differs:
        return f"wins as often as before, as far as can be seen (within {margin[1:]} %)"
    way = "more" if difference.value > 0 else "less"
    return f"wins {value.lstrip('+' + MINUS)} percentage points {way} ({margin})"
