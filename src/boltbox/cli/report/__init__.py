"""How does a study become a page that one sends to a colleague? One HTML file, readable without a network."""

import base64
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jinja2
import msgspec

from boltbox.cli.report.plots import Curve, Whisker, curve, distribution, whiskers
from boltbox.cli.simulate_tables import contenders, ranked, who
from boltbox.cli.simulate_words import GAMES, change, headline, rules_of, said, title, whole, with_margin

if TYPE_CHECKING:
    from boltbox.sim.intervals import Estimate
    from boltbox.sim.result import Piece, Spread, StudyResult

HERE: Final = Path(__file__).parent
FONTS: Final = {
    "Fredoka": ("Fredoka-SemiBold.ttf", 600),
    "Nunito": ("Nunito-Regular.ttf", 400),
    "Nunito bold": ("Nunito-Bold.ttf", 700),
}
WIDE: Final = (4.6, 2.7)
SMALL: Final = (2.3, 1.7)
SHOWN: Final = 14  # pieces that are shown before one unfolds the others


class Ranked(msgspec.Struct, frozen=True):
    """Is a face or a goal in its rank: what is drawn of it, and where its whisker lies, in percent."""

    place: int
    number: int
    text: str
    grid: str  # nine digits; none for a goal
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    value: str
    sight: str
    low: float
    high: float
    middle: float
    zero: float


def write(result: "StudyResult", repeat: str) -> str:
    """Writes the page of a result; `repeat` is the command that plays it again."""
    environment = jinja2.Environment(
        autoescape=True, loader=jinja2.FileSystemLoader(HERE), undefined=jinja2.StrictUndefined
    )
    environment.trim_blocks = environment.lstrip_blocks = True
    return environment.get_template("report.html").render(**_given(result, repeat))


def _given(result: "StudyResult", repeat: str) -> dict[str, Any]:
    """Is all that the page is made of."""
    last = result.variants[-1]
    score = last.group("all").figure(result.score)
    pieces = list(_ranked(ranked(last.pieces, result.ranked), result.ranked))
    fold = len(pieces) > 2 * SHOWN
    return {
        "result": result,
        "repeat": repeat,
        "fonts": _fonts(),
        "game": GAMES[result.game],
        "headline": headline(result),
        "title": title(result),
        "games": whole(result.games),
        "wanted": whole(result.wanted),
        "block": whole(result.block),
        "two": result.comparison is not None,
        "change": change(result) if result.comparison is not None else "",
        "rules": [rules_of(variant) for variant in result.variants],
        "score": score,
        "tiles": list(_tiles(result)),
        "spread": _spread_plot(result),
        "parts": list(_part_plots(result)),
        "wins": _win_plot(result) if len(result.bots) > 1 else "",
        "lengths": list(_length_plots(result)),
        "best": pieces[:SHOWN] if fold else pieces,
        "others": pieces[SHOWN:-SHOWN] if fold else [],
        "worst": pieces[-SHOWN:] if fold else [],
        "worth": last.pieces[0].figure(result.ranked).label,
        "tables": list(_tables(result)),
        "titles": _titles(result),
    }


def _fonts() -> list[tuple[str, int, str]]:
    return [
        (
            name.partition(" ")[0],
            weight,
            base64.b64encode((HERE.parent / "press" / file).read_bytes()).decode(),
        )
        for name, (file, weight) in FONTS.items()
    ]


def _names(result: "StudyResult") -> list[str]:
    """Names the variants in a plot: A is as it was."""
    return ["A", "B"] if result.comparison is not None else [""]


def _tiles(result: "StudyResult") -> Iterator[dict[str, str]]:
    """Gives the few numbers that stand above everything."""
    apart = result.comparison
    alone, kinds = len(result.bots) == 1, tuple(dict.fromkeys(result.bots))
    score = [variant.group("all").figure(result.score) for variant in result.variants]
    differs = None if apart is None else apart.group("all").figure(result.score).difference
    yield _tile(score[0].label if alone else f"{score[0].label} a seat", score, differs)
    if not alone:
        name, who = ("seat 1", "the first seat") if len(kinds) == 1 else (kinds[0], f"a seat of {kinds[0]}")
        wins = [variant.group(name).figure("win") for variant in result.variants]
        differs = None if apart is None else apart.group(name).figure("win").difference
        yield _tile(f"Wins of {who}", wins, differs)
    lengths = [variant.games[0] for variant in result.variants]
    yield _tile(lengths[0].label, lengths, None if apart is None else apart.games[0].difference)


def _tile(label: str, spreads: "Sequence[Spread]", apart: "Estimate | None") -> dict[str, str]:
    """Is a number with its margin: a mean, or a difference with the two means under it."""
    unit = spreads[0].unit
    value, margin = said(apart or spreads[0].mean, unit, sign=apart is not None)
    means = " → ".join(with_margin(one.mean, unit) for one in spreads) if apart else ""
    after = {"%": " %", "s": " s"}.get(unit, "")
    return {"label": label, "value": f"{value}{after}", "margin": margin, "means": means}


def _curves(result: "StudyResult", figure: str) -> list[Curve]:
    """Is the distribution of a figure for each variant, or of one variant for each kind of bot."""
    names = _names(result)
    kinds = tuple(dict.fromkeys(result.bots))
    if result.comparison is None and len(kinds) > 1:
        found = [curve(kind, result.variants[0].group(kind).figure(figure)) for kind in kinds]
    else:
        pairs = zip(names, result.variants, strict=True)
        found = [curve(name, variant.group("all").figure(figure)) for name, variant in pairs]
    return [one for one in found if one is not None]


def _spread_plot(result: "StudyResult") -> str:
    unit = result.variants[0].group("all").figure(result.score).unit
    label = "seconds" if unit == "s" else unit
    return distribution("spread", _curves(result, result.score), label, WIDE)


def _part_plots(result: "StudyResult") -> Iterator[dict[str, Any]]:
    for part in result.parts:
        spreads = [variant.group("all").figure(part) for variant in result.variants]
        plot = distribution(f"part-{part}", _curves(result, part), "", SMALL)
        means = " → ".join(with_margin(one.mean, one.unit) for one in spreads)
        yield {"label": spreads[0].label, "plot": plot, "means": means}


def _length_plots(result: "StudyResult") -> Iterator[dict[str, Any]]:
    """Plots what tells how long a game is; the number of winners tells nothing of it."""
    for place, one in enumerate(result.variants[0].games):
        curves = [
            curve(name, variant.games[place])
            for name, variant in zip(_names(result), result.variants, strict=True)
        ]
        known = [one for one in curves if one is not None]
        if one.name != "winners" and known:
            unit = "seconds" if one.unit == "s" else one.unit
            yield {"label": one.label, "plot": distribution(f"game-{one.name}", known, unit, WIDE)}


def _win_plot(result: "StudyResult") -> str:
    rows = []
    for series, variant in enumerate(result.variants):
        for group in contenders(variant):
            win = group.figure("win").mean
            bounds = [win.value if one is None else one for one in (win.low, win.high)]
            label = who(result, group.name, group.seats)
            rows.append(Whisker(label, series, 100 * win.value, 100 * bounds[0], 100 * bounds[1]))
    return whiskers("wins", rows, _names(result), 100 / len(result.bots))


def _ranked(pieces: "Sequence[Piece]", by: str) -> Iterator[Ranked]:
    estimates = [one for piece in pieces if (one := piece.figure(by).estimate) is not None]
    least = min((0.0, *(_low(one) for one in estimates)))
    width = max((0.0, *(_high(one) for one in estimates))) - least or 1.0
    for place, piece in enumerate(pieces, 1):
        own, other = piece.figure(by), piece.figures[1] if piece.figures[0].name == by else piece.figures[0]
        if own.estimate is None:
            continue
        face = piece.text.split(" ")
        is_face = len(face) == 3 and len(face[0]) == 9
        yield Ranked(
            place=place,
            number=piece.number,
            text=piece.text,
            grid=face[0] if is_face else "",
            rows=tuple(face[1].split(",")) if is_face else (),
            columns=tuple(face[2].split(",")) if is_face else (),
            value=with_margin(own.estimate, own.unit, sign=is_face),
            sight=""
            if other.estimate is None
            else f"{other.label} {with_margin(other.estimate, other.unit)}",
            low=100 * (_low(own.estimate) - least) / width,
            high=100 * (_high(own.estimate) - least) / width,
            middle=100 * (own.estimate.value - least) / width,
            zero=100 * -least / width,
        )


def _low(estimate: "Estimate") -> float:
    return estimate.value if estimate.low is None else estimate.low


def _high(estimate: "Estimate") -> float:
    return estimate.value if estimate.high is None else estimate.high


def _tables(result: "StudyResult") -> Iterator[dict[str, Any]]:
    """Gives every figure of every group, and of games, as rows of text."""
    for number, group in enumerate(result.variants[0].groups):
        groups = [variant.groups[number] for variant in result.variants]
        apart = None if result.comparison is None else result.comparison.groups[number].figures
        rows = [
            _row([one.figures[place] for one in groups], None if apart is None else apart[place].difference)
            for place in range(len(group.figures))
        ]
        name = "A seat on average" if group.name == "all" else who(result, group.name, group.seats)
        yield {"name": name, "rows": rows}
    rows = []
    for place in range(len(result.variants[0].games)):
        own = None if result.comparison is None else result.comparison.games[place].difference
        rows.append(_row([variant.games[place] for variant in result.variants], own))
    yield {"name": "A game", "rows": rows}


def _row(spreads: "Sequence[Spread]", apart: "Estimate | None") -> list[str]:
    cells = [spreads[0].label, *(with_margin(one.mean, one.unit) for one in spreads)]
    if apart is not None:
        return [*cells, with_margin(apart, spreads[0].unit, sign=True)]
    (own,) = spreads
    known = own.quantiles
    rest = ["", "", ""] if known is None else [str(known.p5), str(known.p50), str(known.p95)]
    return [*cells, "" if own.sd is None or known is None else f"{own.sd:.1f}", *rest]


def _titles(result: "StudyResult") -> list[list[str]]:
    return [
        [
            "the lowest" if one.least is None else f"from {one.least} points",
            *(with_margin(variant.titles[place].share, "%") for variant in result.variants if variant.titles),
        ]
        for place, one in enumerate(result.variants[0].titles)
    ]
