"""What can be agreed before a game of Lightning Dice? Every option with its default and range (LD-1.4)."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from boltbox.rules import game
from boltbox.rules.lightningdice.deck import built_in, names, wrong_deck
from boltbox.rules.lightningdice.goals import GoalError, parse
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.refusals import Refusal

Mode = Literal["standard", "quick", "practice"]

CARDS: Final = (10, 25, 50)
SEATS: Final = range(1, 7)


class Options(game.Options, frozen=True):
    """Is the agreement of one game of Lightning Dice."""

    mode: Mode = "standard"  # `quick` alone is a time trial, `practice` has one seat (LD-4, LD-5)
    target: int = 20  # points that win the standard game, 5 to 50 (LD-4.1)
    cards: int = 50  # of the quick game: 10, 25 or 50; a smaller deck is played to its end (LD-5.3)
    roll_ms: int = 700  # how long dice roll, 300 to 2000 milliseconds (LD-2.3)
    allow_negative: bool = False  # whether a pawn can go below Start (LD-3.2)
    off_table: int = 0  # one in so many dice leaves the tray, 6 to 1000; 0: none ever does (LD-1.4)
    deck: str | GoalDeck = "boltbox"  # the name of a built-in deck of goals, or an own one whole (LD-7)
    goal: str = ""  # what is practised; elsewhere there is none (LD-5.5)


RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "target": (5, 50),
    "cards": (10, 50),
    "roll_ms": (300, 2000),
    "off_table": (6, 1000),  # or 0
}


def usual(_: Options) -> Options:
    """Is the options that a game has by default; no option decides about others."""
    return Options()


def deck_of(options: Options) -> GoalDeck:
    """Is the deck that is played with. Raises KeyError for a name that isn't built in."""
    if options.mode == "practice":
        return GoalDeck("Practice", "Boltbox", "CC0-1.0", (parse(options.goal).text,))
    return options.deck if isinstance(options.deck, GoalDeck) else built_in(options.deck)


def known_deck(options: Options) -> GoalDeck | None:
    """Is the deck that these options name or bring; None if none of that name is built in."""
    if isinstance(options.deck, GoalDeck):
        return options.deck
    return built_in(options.deck) if options.deck in names() else None


def bare(options: Options) -> Options:
    """Is the same options, of an own deck only what it is called."""
    if isinstance(options.deck, GoalDeck):
        return replace(options, deck=replace(options.deck, goals=()))
    return options


def cards(options: Options, deck: GoalDeck) -> int:
    """Counts the cards of a quick game (LD-5.3)."""
    return min(options.cards, deck.size)


def check(options: Options, seats: int) -> Refusal | None:
    """Tells why a game can't start with these options and so many seats, or None (LD-1.1, LD-1.4)."""
    least, most = {"standard": (2, 6), "quick": (1, 6), "practice": (1, 1)}[options.mode]
    if not least <= seats <= most:
        params: dict[str, int | str] = {"game": "Lightning Dice", "least": least, "most": most}
        return Refusal("wrong_seats", "seats", params | {"given": seats})
    return check_values(options)


def check_values(options: Options) -> Refusal | None:
    """Tells which option can't be as it is, or None."""
    for option, (least, most) in RANGES.items():
        given: int = getattr(options, option)
        if not (least <= given <= most or (option == "off_table" and given == 0)):
            params: dict[str, int | str] = {"option": option, "least": least, "most": most, "given": given}
            return Refusal("option_range", option, params)
    if options.cards not in CARDS:
        among = ", ".join(map(str, CARDS))
        return Refusal("option_choice", "cards", {"option": "cards", "among": among, "given": options.cards})
    return _check_goal(options) or _check_deck(options)


def _check_goal(options: Options) -> Refusal | None:
    if options.mode != "practice":
        return Refusal("goal_without_practice", "goal") if options.goal else None
    if not options.goal.strip():
        return Refusal("no_goal_chosen", "goal")
    try:
        parse(options.goal)
    except GoalError as error:
        return Refusal("wrong_goal", "goal", {"cause": str(error)})
    return None


def _check_deck(options: Options) -> Refusal | None:
    if isinstance(options.deck, GoalDeck):
        cause = wrong_deck(options.deck)
        return None if cause is None else Refusal("wrong_deck", "deck", {"cause": cause})
    if options.deck not in names():
        return Refusal("unknown_deck", "deck", {"deck": options.deck[:40]})
    return None


def house_rules(options: Options, _: int) -> bool:
    """Tells whether options differ from the usual ones; how and what is played is no house rule (LD-1.4)."""
    plain = Options()
    return replace(options, mode=plain.mode, cards=plain.cards, goal=plain.goal) != plain
