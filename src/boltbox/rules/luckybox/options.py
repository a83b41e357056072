"""What can be agreed before a game of Lucky Box? Every option with its default and range (LB-8)."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from boltbox.rules import game
from boltbox.rules.game import Piece
from boltbox.rules.luckybox.deck import built_in, names, wrong_deck
from boltbox.rules.luckybox.parts import Deck
from boltbox.rules.refusals import Refusal

RuleSetName = Literal["classic", "chengdu"]


class MoonPoints(Piece, frozen=True):
    """Is what moons score at the end of `classic` (LB-7.3)."""

    most: int = 6  # everyone tied for most; 2 players and more
    fewest: int = -6  # everyone tied for fewest; 3 players and more
    solo: tuple[int, ...] = (-6, -2, 0, 1, 3, 6, 10)  # alone: for 0, 1, ... moons; the last repeats


class Options(game.Options, frozen=True):
    """Is the agreement of one game of Lucky Box; for defaults of other rule sets see `defaults`."""

    rule_set: RuleSetName = "classic"  # which rules text decides
    rounds: int = 4  # 1 to 8, of nine draws each (LB-2.1)
    dealt: int = 5  # boxes dealt to each seat at the start, 1 to 9 (LB-1.2)
    kept: int = 3  # boxes kept of these, 1 to `dealt` (LB-1.2)
    offer: int = 3  # boxes offered after a round, one is kept, 0 to 5; `classic` only (LB-6.2)
    starting_lightning: int = 4  # tokens at the start, 0 to 9 (LB-1.3)
    box_points: tuple[int, ...] = (15, 12, 10, 8)  # by the round it's finished in; the last repeats (LB-5.1)
    # In `chengdu` it is one value for each star of the game (LB-7.1).
    star_points: tuple[int, ...] = (1, 4, 9)  # for 1, 2, ... stars of a round; the last repeats (LB-6.1)
    moon_points: MoonPoints = MoonPoints()  # at the end; `classic` only (LB-7.3)
    pass_rule: Literal["no_match", "always"] = "no_match"  # when a seat may pass (LB-3.4)
    bonus_optional: bool = False  # whether a bonus cross may be declined (LB-4.5)
    deck: str | Deck = "boltbox"  # the name of a built-in deck, or an own one whole (LB-9)
    decks: int | None = None  # copies of the deck, 1 or 2; None: 1 for up to 6 seats, 2 for more (LB-1.1)


_USUAL: Final[Mapping[RuleSetName, Options]] = {
    "classic": Options(),
    "chengdu": Options(
        rule_set="chengdu", offer=0, starting_lightning=0, star_points=(2,), pass_rule="always"
    ),
}
_POINTS: Final = (-99, 99)
# What a number may be, and each number of a list (LB-8.3).
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "rounds": (1, 8),
    "dealt": (1, 9),
    "kept": (1, 9),
    "offer": (0, 5),
    "starting_lightning": (0, 9),
    "decks": (1, 2),
    "box_points": _POINTS,
    "star_points": _POINTS,
    "moon_points.most": _POINTS,
    "moon_points.fewest": _POINTS,
    "moon_points.solo": _POINTS,
}
_FOREIGN: Final[Mapping[RuleSetName, tuple[str, ...]]] = {"classic": (), "chengdu": ("offer", "moon_points")}
_STAR_VALUES: Final[Mapping[RuleSetName, int]] = {"classic": 9, "chengdu": 1}


def defaults(rule_set: RuleSetName) -> Options:
    """Is what is agreed on unless somebody changes it: the options of a rule set as it is (LB-8.1)."""
    return _USUAL[rule_set]


def usual(options: Options) -> Options:
    """Is the options that a game has by default under the same rule set."""
    return _USUAL[options.rule_set]


def deck_of(options: Options) -> Deck:
    """Is the deck that is played with (LB-9.1). Raises KeyError for a name that isn't built in."""
    return options.deck if isinstance(options.deck, Deck) else built_in(options.deck)


def known_deck(options: Options) -> Deck | None:
    """Is the deck that is played with; None if none of that name is built in."""
    own = isinstance(options.deck, Deck) or options.deck in names()
    return deck_of(options) if own else None


def bare(options: Options) -> Options:
    """Is the same options, of an own deck only what it is called."""
    return (
        replace(options, deck=replace(options.deck, faces=())) if isinstance(options.deck, Deck) else options
    )


def copies(options: Options, seats: int) -> int:
    """Counts the copies of the deck in play (LB-1.1, LB-8.3)."""
    if options.decks is not None:
        return options.decks
    return 1 if seats <= 6 else 2


def check(options: Options, seats: int) -> Refusal | None:
    """Tells why a game can't start with these options and so many seats, or None (LB-1.1, LB-8.3)."""
    if not 1 <= seats <= 12:
        return Refusal("wrong_seats", "seats", {"game": "Lucky Box", "least": 1, "most": 12, "given": seats})
    return check_values(options) or _check_deck(options, seats)


def check_values(options: Options) -> Refusal | None:
    """Tells which option lies outside its range, or None (LB-8.3)."""
    return _check_foreign(options) or _check_ranges(options) or _check_lists(options) or _check_own(options)


def _check_foreign(options: Options) -> Refusal | None:
    """Refuses what belongs to another rule set (LB-8.3)."""
    for option in _FOREIGN[options.rule_set]:
        if getattr(options, option) != getattr(usual(options), option):
            return Refusal("not_in_rule_set", option, {"option": option, "rule_set": options.rule_set})
    return None


def _check_ranges(options: Options) -> Refusal | None:
    for option, given in (
        ("rounds", options.rounds),
        ("dealt", options.dealt),
        ("kept", options.kept),
        ("offer", options.offer),
        ("starting_lightning", options.starting_lightning),
        ("decks", 1 if options.decks is None else options.decks),
        ("moon_points.most", options.moon_points.most),
        ("moon_points.fewest", options.moon_points.fewest),
    ):
        if (refusal := _out_of_range(option, given)) is not None:
            return refusal
    if options.kept > options.dealt:
        return Refusal("keep_more_than_dealt", "kept", {"kept": options.kept, "dealt": options.dealt})
    return None


def _check_lists(options: Options) -> Refusal | None:
    for option, most, values in (
        ("box_points", 8, options.box_points),
        ("star_points", _STAR_VALUES[options.rule_set], options.star_points),
        ("moon_points.solo", 9, options.moon_points.solo),
    ):
        if not 1 <= len(values) <= most:
            return Refusal(
                "option_length", option, {"option": option, "least": 1, "most": most, "given": len(values)}
            )
        for given in values:
            if (refusal := _out_of_range(option, given)) is not None:
                return refusal
    return None


def _out_of_range(option: str, given: int) -> Refusal | None:
    least, most = RANGES[option]
    if least <= given <= most:
        return None
    return Refusal("option_range", option, {"option": option, "least": least, "most": most, "given": given})


def _check_own(options: Options) -> Refusal | None:
    cause = wrong_deck(options.deck) if isinstance(options.deck, Deck) else None
    return None if cause is None else Refusal("wrong_deck", "deck", {"cause": cause})


def _check_deck(options: Options, seats: int) -> Refusal | None:
    deck = known_deck(options)
    if deck is None:
        return Refusal("unknown_deck", "deck", {"deck": str(options.deck)[:40]})
    need, have = options.dealt * seats, deck.size * copies(options, seats)
    if need > have:
        return Refusal("too_few_boxes", "dealt", {"need": need, "have": have})
    return None


def house_rules(options: Options, seats: int) -> bool:
    """Tells whether options differ from their rule set's defaults (LB-8.2).

    The default of `decks` depends on the seats (LB-8.3), so naming it is no difference.
    """
    plain = usual(options)
    return replace(options, decks=None) != plain or copies(options, seats) != copies(plain, seats)
