"""Can every rule be wished for in a terminal, and is a slip named as typed, with what would be right?"""

import click
import msgspec
import pytest
from click.testing import CliRunner
from msgspec import inspect

from boltbox.cli import main
from boltbox.cli.options import read_options
from boltbox.rules.luckybox.options import Options
from boltbox.rules.shelf import SHELF

LUCKYBOX = SHELF["luckybox"]


def names(kind: type[msgspec.Struct]) -> list[str]:
    found: list[str] = []
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        inner = names(field.type.cls) if isinstance(field.type, inspect.StructType) else [""]
        found += [f"{field.name}.{one}".rstrip(".") for one in inner]
    return found


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_option_of_every_game_can_be_typed(game: object) -> None:
    own = next(one for one in SHELF.values() if one is game)
    options = own.options()
    for name in names(own.options):
        value: object = options
        for part in name.split("."):
            value = getattr(value, part)
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        assert read_options(own, None, (f"{name}={text}",)) == options


@pytest.mark.parametrize(
    ("change", "name", "value"),
    [
        ("rounds=2", "rounds", 2),
        (" rounds = +2 ", "rounds", 2),
        ("box_points=9,8", "box_points", (9, 8)),
        ("box-points=[9, 8]", "box_points", (9, 8)),
        ("boxPoints=9", "box_points", (9,)),
        ("bonus_optional=Yes", "bonus_optional", True),
        ("bonus_optional=off", "bonus_optional", False),
        ("decks=none", "decks", None),
        ("decks=2", "decks", 2),
        ("pass_rule=always", "pass_rule", "always"),
    ],
)
def test_a_value_is_read_kindly(change: str, name: str, value: object) -> None:
    options = read_options(LUCKYBOX, "classic", (change,))
    assert getattr(options, name) == value


def test_parts_of_an_option_are_set_one_by_one() -> None:
    options = read_options(LUCKYBOX, None, ("moonPoints.solo=1,-2", "moon_points.most=4"))
    assert isinstance(options, Options)
    assert options.moon_points.most == 4
    assert options.moon_points.fewest == Options().moon_points.fewest
    assert options.moon_points.solo == (1, -2)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["rounds=many"], "rounds takes a whole number, as --set rounds=4, not 'many'."),
        (["rounds=2.5"], "rounds takes a whole number, as --set rounds=4, not '2.5'."),
        (["rounds="], "rounds takes a whole number, as --set rounds=4, not ''."),
        (["rounds=\x1b[2J"], r"rounds takes a whole number, as --set rounds=4, not '\x1b[2J'."),
        (["rounds"], "rounds has no value; write --set rounds=4."),
        (["moon_points=x"], "moon_points has parts; set one of moon_points.most, moon_points.fewest,"),
        (
            ["moon_points.most=x"],
            "moon_points.most takes a whole number, as --set moon_points.most=6, not 'x'.",
        ),
        (["boxPoints=a,b"], "boxPoints takes whole numbers between commas, as --set boxPoints=15,12,10,8,"),
        (["box_points=1,,2"], "box_points takes whole numbers between commas,"),
        (["box_points=1,"], "box_points takes whole numbers between commas,"),
        (["bonus_optional=2"], "bonus_optional takes true or false, as --set bonus_optional=false, not '2'."),
        (["decks=x"], "decks takes a whole number or none, as --set decks=none, not 'x'."),
        (
            ["pass_rule=never"],
            "pass_rule takes always or no_match, as --set pass_rule=no_match, not 'never'.",
        ),
        (["rounds=1", "rounds.x=1"], "there is no option 'rounds.x'; there are rule_set, rounds, dealt,"),
        (["colour=red"], "there is no option 'colour'; there are rule_set, rounds, dealt,"),
        (["starpoints=1"], "Did you mean star_points?"),
        (["moon_points.most=3", "moonPoints.most=4"], "moonPoints.most is changed twice."),
    ],
)
def test_a_slip_is_named_as_typed_with_what_would_be_right(changes: list[str], sentence: str) -> None:
    with pytest.raises(click.UsageError) as raised:
        read_options(LUCKYBOX, None, tuple(changes))
    assert sentence in raised.value.message
    assert "$" not in raised.value.message


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--set", "rounds=9"], "rounds must be 1 to 8, not 9."),
        (["--set", "moon_points.most=100"], "moon_points.most must be -99 to 99, not 100."),
        (["--set", "box_points="], "box_points must have 1 to 8 values, not 0."),
        (["--set", "kept=6"], "You can't keep 6 of 5 boxes."),
        (["--set", "deck=none"], "There is no deck none."),
        (["--rules", "none"], "--rules takes "),
        (["--set", "colour=red"], "there is no option 'colour'"),
    ],
)
def test_what_lies_outside_is_refused_with_the_sentence_of_the_rules(words: list[str], sentence: str) -> None:
    done = CliRunner().invoke(main, ["play", "luckybox", *words])
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())
