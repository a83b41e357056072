"""Can a game be agreed on as the rules say? LB-8.1 to LB-8.3."""

import pytest
from msgspec.structs import replace

from boltbox.rules.luckybox.options import MoonPoints, Options, check, copies, defaults, house_rules
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.table.codec import Codec
from tests.luckybox_play import begin, play_on

LIMITS = {
    "rounds": (1, 8),
    "dealt": (1, 9),
    "kept": (1, 9),
    "offer": (0, 5),
    "starting_lightning": (0, 9),
    "decks": (1, 2),
}
LENGTHS = {"box_points": 8, "star_points": 9, "moon_points.solo": 9}


def why(options: Options, seats: int = 2) -> str | None:
    """Words why a game can't be started like this: the code and what was wrong."""
    refusal = check(options, seats)
    if refusal is None:
        return None
    assert "{" not in refusal.sentence
    return f"{refusal.code} {refusal.thing}"


def with_option(name: str, value: object) -> Options:
    outer, _, inner = name.partition(".")
    if inner:
        return Options(moon_points=replace(MoonPoints(), **{inner: value}))
    return replace(Options(dealt=9, kept=1), **{outer: value})


@pytest.mark.parametrize(("name", "limits"), LIMITS.items())
def test_numbers_have_their_ranges(name: str, limits: tuple[int, int]) -> None:
    """LB-8.3."""
    least, most = limits
    assert [why(with_option(name, value)) for value in (least, most)] == [None, None]
    for value in (least - 1, most + 1, -(10**20), 10**20):
        assert why(with_option(name, value)) == f"option_range {name}"


@pytest.mark.parametrize(("name", "most"), LENGTHS.items())
def test_lists_have_their_lengths_and_points_their_range(name: str, most: int) -> None:
    """LB-8.3: whole points, -99 to 99."""
    assert why(with_option(name, (99,))) is None
    assert why(with_option(name, (-99,) * most)) is None
    assert why(with_option(name, ())) == f"option_length {name}"
    assert why(with_option(name, (1,) * (most + 1))) == f"option_length {name}"
    assert why(with_option(name, (1, 100))) == f"option_range {name}"
    assert why(with_option(name, (-100,))) == f"option_range {name}"


@pytest.mark.parametrize("name", ["moon_points.most", "moon_points.fewest"])
def test_moons_have_the_range_of_points(name: str) -> None:
    """LB-8.3."""
    assert [why(with_option(name, value)) for value in (-99, 99)] == [None, None]
    assert [why(with_option(name, value)) for value in (-100, 100)] == [f"option_range {name}"] * 2


def test_no_more_are_kept_than_dealt() -> None:
    """LB-8.3."""
    assert why(Options(dealt=2, kept=3)) == "keep_more_than_dealt kept"
    assert why(Options(dealt=3, kept=3)) is None


def test_a_deck_is_one_that_is_there() -> None:
    """LB-8.1, LB-9."""
    assert why(Options(deck="../boltbox")) == "unknown_deck deck"


@pytest.mark.parametrize(
    ("options", "seats", "starts"),
    [
        (Options(dealt=9), 6, True),
        (Options(dealt=9, decks=1), 7, False),
        (Options(dealt=8, decks=1), 7, True),
        (Options(decks=1), 12, True),
        (Options(dealt=9), 12, True),
        (Options(dealt=6, decks=1), 11, False),
    ],
)
def test_there_are_boxes_for_the_start(options: Options, seats: int, starts: bool) -> None:
    """LB-8.3: dealt times seats, faces times decks."""
    assert why(options, seats) == (None if starts else "too_few_boxes dealt")


@pytest.mark.parametrize(("seats", "decks"), [(1, 1), (6, 1), (7, 2), (12, 2)])
def test_the_number_of_decks_follows_the_seats(seats: int, decks: int) -> None:
    """LB-1.1, LB-8.3: unless it was agreed."""
    assert copies(Options(), seats) == decks
    assert copies(Options(decks=1), seats) == 1
    assert copies(Options(decks=2), seats) == 2


def test_house_rules_are_marked() -> None:
    """LB-8.2: any option that differs, and only those; naming the usual number of decks is no difference."""
    changes: dict[str, object] = {
        "rounds": 5,
        "dealt": 6,
        "kept": 2,
        "offer": 1,
        "starting_lightning": 0,
        "decks": 2,
    }
    changes |= {"box_points": (1,), "star_points": (1, 4, 9, 9), "moon_points": MoonPoints(most=5)}
    changes |= {"pass_rule": "always", "bonus_optional": True, "deck": "other"}
    assert changes.keys() | {"rule_set"} == set(Options.__struct_fields__)
    assert not house_rules(Options(), 2)
    assert not house_rules(Options(decks=1), 6)
    assert not house_rules(Options(decks=2), 7)
    assert house_rules(Options(decks=1), 7)
    for name, value in changes.items():
        assert house_rules(replace(Options(), **{name: value}), 2), name


@pytest.mark.parametrize(
    "options",
    [
        Options(rounds=1, dealt=1, kept=1, offer=0, starting_lightning=0),
        Options(rounds=8, dealt=9, kept=9, offer=5, starting_lightning=9, bonus_optional=True),
        Options(offer=1, pass_rule="always", decks=2, box_points=(-99,), star_points=(99,)),
        defaults("chengdu"),
        replace(defaults("chengdu"), rounds=8, dealt=9, kept=2, decks=1, pass_rule="no_match"),
    ],
)
def test_games_with_house_rules_come_to_their_end(options: Options) -> None:
    """LB-8.1."""
    game, _ = begin(3, options)
    play_on(game)
    assert game.state.outcome is not None
    assert game.state.outcome.reason == "rounds"


def test_options_that_name_only_a_rule_set_have_its_defaults() -> None:
    """LB-8.1, LB-8.3: over JSON; what is named stays as it is."""
    codec = Codec(SHELF["luckybox"])
    assert codec.options(b"{}") == defaults("classic") == Options()
    assert codec.options(b'{"ruleSet":"chengdu"}') == defaults("chengdu")
    assert codec.options(b'{"ruleSet":"chengdu","passRule":"no_match","rounds":2}') == replace(
        defaults("chengdu"), pass_rule="no_match", rounds=2
    )
    for options in (defaults("chengdu"), replace(defaults("chengdu"), starting_lightning=4)):
        assert codec.options(codec.write(options)) == options
    assert isinstance(codec.options(b'{"ruleSet":"other"}'), Refusal)
    assert isinstance(codec.options(b"[]"), Refusal)


def test_house_rules_of_chengdu_are_marked() -> None:
    """LB-8.2: by its own defaults."""
    usual = defaults("chengdu")
    assert not house_rules(usual, 2)
    assert not house_rules(replace(usual, decks=2), 7)
    changes: dict[str, object] = {"starting_lightning": 4, "star_points": (1,), "pass_rule": "no_match"}
    for name, value in (changes | {"rounds": 3, "decks": 2}).items():
        assert house_rules(replace(usual, **{name: value}), 2), name


def test_each_rule_set_has_options_of_its_own() -> None:
    """LB-8.3: `offer` and `moon_points` belong to `classic`, and `chengdu` has one value a star."""
    usual = defaults("chengdu")
    assert [why(replace(usual, offer=number)) for number in (0, 1, 3)] == [
        None,
        "not_in_rule_set offer",
        "not_in_rule_set offer",
    ]
    assert why(replace(usual, moon_points=MoonPoints(solo=(1,)))) == "not_in_rule_set moon_points"
    assert why(replace(usual, star_points=(-99,))) is None
    for values in ((), (2, 3), (1, 4, 9)):
        assert why(replace(usual, star_points=values)) == "option_length star_points"
