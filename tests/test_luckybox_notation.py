"""Are positions, actions and whole games of Lucky Box written so that reading gives the same?"""

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.rules.game import Action
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import (
    Bonus,
    Choose,
    Confirm,
    Cross,
    Decline,
    Done,
    LuckyAction,
    Pass,
    Refill,
    TakeBack,
)
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options, check_values, defaults
from boltbox.rules.luckybox.parts import Deck
from boltbox.rules.luckybox.state import Box, Refilling
from boltbox.rules.shelf import SHELF
from boltbox.rules.transcript import Line, read_game, write_game
from boltbox.rules.words import NotationError
from tests.luckybox_play import DECK, Playing
from tests.wild import Play, play, plays

WHOLE = (
    "draw 2 7359 | 1: ready done confirm d17 p10 o4,3/1 c4 L4 S1 M2 0:048 1 15@1=15"
    " > L2 S1 M2 0:0478 1 15@1=15 b5@0r2 b?@0c1 answered | 2: left locked d3 p-2 6 7 | pile 2,8,9,15"
    " | boxes 10-12 | bag 1,1,2,4,4 | options rounds=5 box_points=9,-3 moon_points.most=4 bonus_optional=yes"
)
CHENGDU = (
    "refill 2 123456789 | 1: ready d17 r3,4 f0,1/4/1 S1 M3 Q2 m3,-1,1 0:048 1 15@1=15 | 2: f-/-/0 6 7"
    " | pile 15 | moons -2,-1,2,2 | options rule_set=chengdu kept=4 pass_rule=no_match"
)
CELLS = "an unfinished box has up to 8 different crossed cells, not "
SECTIONS = "a section is a seat like '1:' or one of pile, boxes, bag, moons, options, deck, end"


@settings(max_examples=60)
@given(plays("luckybox"))
def test_games_and_their_positions_are_read_as_written(played: Play) -> None:
    game = played.game
    lines = tuple(replace(line, instant=10 * at // 3) for at, line in enumerate(played.lines))
    for state in played.states[::5]:
        text = game.write(state)
        assert "\n" not in text
        assert game.read(text) == state
    text = write_game(game, lines)
    assert read_game(game, text) == lines
    assert write_game(game, read_game(game, text)) == text
    for line in lines[1:]:
        if isinstance(line.action, game.action_types):
            assert game.read_action(game.write_action(line.action)) == line.action


def test_everything_of_a_position_has_its_words() -> None:
    game = Playing(WHOLE)
    assert LUCKYBOX.write(game.state) == WHOLE + DECK
    names = {name for place in game.state.places for name in msgspec.to_builtins(place)}
    assert names == {
        *("seat", "board", "trail", "starPoints", "decision", "ready", "done", "locked", "played"),
    }


def test_everything_of_a_position_by_chengdu_has_its_words() -> None:
    game = Playing(CHENGDU)
    assert LUCKYBOX.write(game.state) == CHENGDU + DECK
    hand, board = game.state.hands[0], game.state.places[0].board
    assert (hand.reserve, hand.refill) == ((3, 4), Refilling((0, 1), (4,), 1))
    assert (board.questions, board.moon_values) == (2, (3, -1, 1))
    assert game.state.options == replace(defaults("chengdu"), kept=4, pass_rule="no_match")


@pytest.mark.parametrize(("values", "left"), [("", 24), ("m3,-1,3", 21), ("m" + ",".join("1" * 9), 15)])
def test_moons_that_are_left_follow_from_those_that_are_drawn(values: str, left: int) -> None:
    """LB-4.6."""
    state = LUCKYBOX.read(f"draw 1 7 | 1: M9 {values} | options rule_set=chengdu")
    assert len(state.supply.moons) == left
    assert LUCKYBOX.read(LUCKYBOX.write(state)) == state
    assert "moons" not in LUCKYBOX.write(state)
    assert state.supply.numbers == (1, 2, 3, 4, 5, 6, 8, 9)


def test_little_needs_to_be_written() -> None:
    """What follows from the rest is left out, by us and by a person."""
    state = LUCKYBOX.read("draw 1 7 |1: 5 |  2: L4 6")
    assert LUCKYBOX.write(state) == "draw 1 7 | 1: 5 | 2: L4 6"
    assert state.supply.numbers == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 9)
    assert state.supply.deck == tuple(box for box in range(60) if box not in (5, 6))
    assert state.places[0].board.boxes == (Box(5),)


def test_a_deck_of_ones_own_is_written_in_full() -> None:
    deck = Deck("A | b: c", "Me /you", "%20", LUCKYBOX.read("choice 0 | 1: o1/1").deck.faces[:5])
    state = replace(LUCKYBOX.read("choice 0 | 1: o1/1" + DECK), deck=deck)
    state = replace(state, supply=replace(state.supply, deck=(0, 2, 3, 4)))
    assert LUCKYBOX.read(LUCKYBOX.write(state)) == state


@pytest.mark.parametrize(
    ("text", "field", "cause"),
    [
        ("", "head", "'' is not phase, round and numbers, like 'draw 2 715'"),
        ("draw 1 | 1: 5", "head", "in a draw a number has come"),
        ("draw 1 70 | 1: 5", "head", "'draw 1 70' is not phase, round and numbers, like 'draw 2 715'"),
        ("draw 1 7", "seats", "there are 1 to 12, not 0"),
        ("draw 1 7 | 2: 5", "2:", "seats stand in order, and here seat 1 is awaited"),
        ("draw 1 7 | 1: 5 | 1: 6", "1:", "seats stand in order, and here seat 2 is awaited"),
        ("draw 1 7 | 1: 5:9", "seat 1", "'5:9' means nothing here"),
        ("draw 1 7 | 1: 5 q", "seat 1", "'q' means nothing here"),
        ("draw 1 7 | 1: 5 > ready 5", "seat 1", "'ready' means nothing here"),
        ("draw 1 7 | 1: 5:00", "seat 1", CELLS + "00"),
        ("draw 1 7 | 1: 5:012345678", "seat 1", CELLS + "012345678"),
        ("draw 1 7 | 1: 5 5:1", "seat 1", "there is another word like '5:1' before it"),
        ("draw 1 7 | 1: L3 L4", "seat 1", "there is another word like 'L4' before it"),
        ("draw 1 7 | 1: d3 d4 > d5", "seat 1", "there is another word like 'd4' before it"),
        ("draw 1 7 | 1: > 5", "seat 1", "a step can't bring a box"),
        ("draw 1 7 | 1: 5 | 2: 5", "boxes", "box 5 lies in 2 places"),
        ("draw 1 7 | 1: 5 | pile 5", "boxes", "box 5 lies in 2 places"),
        ("draw 1 7 | 1: 60", "boxes", "there is no box 60; there are 0 to 59"),
        ("draw 1 7 | 1: o60/1", "boxes", "there is no box 60; there are 0 to 59"),
        ("draw 1 7 | 1: oo/1", "seat 1", "'oo/1' means nothing here"),
        ("draw 1 7 | 1: o1,,2/1", "offer", "'' is no whole number"),
        ("draw 1 7 | 1: | pile 0-999999", "pile", "'0-999999' is no run of fewer than 1000 numbers"),
        ("draw 1 7 | 1: | pile 9-0", "pile", "'9-0' is no run of fewer than 1000 numbers"),
        ("draw 1 7 | 1: | pile x", "pile", "'x' is no whole number"),
        ("draw 1 7 | 1: | bag 0,1,2,3,4,5,6,7", "bag", "a number card is 1 to 9"),
        ("draw 1 7 | 1: | bag 1", "bag", "8 are still to come, but it has 1"),
        ("draw 1 7 | 1: | moons 1", "moons", "a moon token is one of none"),
        ("draw 1 7 | 1: | moons 4 | options rule_set=chengdu", "moons", "a moon token is one of -2 -1 1 2 3"),
        ("draw 1 7 | 1: mx", "seat 1", "'mx' means nothing here"),
        ("draw 1 7 | 1: f1/2", "seat 1", "'f1/2' means nothing here"),
        ("draw 1 7 | 1: f1/-,2/0", "refill", "'-' is no whole number"),
        ("draw 1 7 | 1: r1 r2", "seat 1", "there is another word like 'r2' before it"),
        ("draw 1 7 | 1: r1 1", "boxes", "box 1 lies in 2 places"),
        ("draw 1 7 | 1: | options rule_set=other", "rule_set", "'other' is none of chengdu classic"),
        (
            *("draw 1 7 | 1: | options rule_set=chengdu offer=1", "options"),
            "offer is no option of the rule set chengdu.",
        ),
        ("draw 1 7 | 1: | hat 1", "hat", SECTIONS),
        ("draw 1 7 | 1: | pile 1 | pile 2", "pile", "it stands twice"),
        ("draw 1 7 | 1: | deck x", "deck", "'x' is no built-in deck; there are boltbox"),
        ("draw 1 7 | 1: | deck x:y", "deck", "'licence' is empty"),
        ("draw 1 7 | 1: | deck x:y:z:1", "deck", "a face is 'grid rows columns', three fields, not 1"),
        ("draw 1 7 | 1: | options offer", "offer", "an option is written 'name=value'"),
        ("draw 1 7 | 1: | options offer=x", "offer", "'x' is no whole number"),
        ("draw 1 7 | 1: | options offer=1 offer=2", "offer", "it stands twice"),
        ("draw 1 7 | 1: | options offers=1", "offers", "there is no such option"),
        ("draw 1 7 | 1: | options moon_points=1", "moon_points", "there is no such option"),
        ("draw 1 7 | 1: | options offer.most=1", "offer.most", "there is no such option"),
        ("draw 1 7 | 1: | options bonus_optional=true", "bonus_optional", "'true' is neither yes nor no"),
        ("draw 1 7 | 1: | options pass_rule=never", "pass_rule", "'never' is none of always no_match"),
        ("draw 1 7 | 1: | options offer=6", "options", "offer must be 0 to 5, not 6."),
        ("draw 1 7 | 1: | end rounds/1#1:", "end", "it stands in positions that are 'ended', and only there"),
        ("ended 1 7 | 1:", "end", "it stands in positions that are 'ended', and only there"),
        ("ended 1 7 | 1: | end rounds", "end", "0 scores for 1 seats"),
        ("ended 1 7 | 1: | end 7/1#1:", "end", "'7' is no reason with or without a title"),
        ("ended 1 7 | 1: | end rounds/1:1", "end", "'1:1' is no score like '44#1:boxes=15,moons=6'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_position_is_named(text: str, field: str, cause: str) -> None:
    with pytest.raises(NotationError) as error:
        LUCKYBOX.read(text)
    assert (error.value.field, error.value.cause) == (field, cause)
    assert str(error.value) == f"{field}: {cause}"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("x12.3", Cross(12, 3, "drawn")),
        (" x12.3~ ", Cross(12, 3, "lightning")),
        ("x12.3?", Cross(12, 3, "question")),
        ("refill - / - / 0", Refill()),
        ("refill 3 4 / 17 / 2", Refill((3, 4), (17,), 2)),
        (" refill 3/-/-1", Refill((3,), (), -1)),
        ("b4:12.3", Bonus("4", 12, 3)),
        ("b?:0.0", Bonus("?", 0, 0)),
        ("b?-", Decline("?")),
        ("pass", Pass()),
        ("keep  3 17 40", Choose((3, 17, 40))),
        ("keep", Choose(())),
        ("back", TakeBack(0)),
        ("back 2", TakeBack(2)),
        ("done", Done()),
        ("confirm on", Confirm(on=True)),
        ("confirm off", Confirm(on=False)),
    ],
)
def test_actions_are_typed_shortly(text: str, action: LuckyAction) -> None:
    assert LUCKYBOX.read_action(text) == action
    assert LUCKYBOX.read_action(LUCKYBOX.write_action(action)) == action


@pytest.mark.parametrize(
    "text", ["", "x", "x1", "x1.2!", "b:1.2", "bX:1.2", "b0-", "keep a", "back 1 2", "X1.2"]
)
def test_what_is_no_action_is_said_so(text: str) -> None:
    with pytest.raises(NotationError):
        LUCKYBOX.read_action(text)


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ("", 1, "game"),
        ("chess 1\n", 1, "game"),
        ("luckybox one\n", 1, "game"),
        ("# x\n\nluckybox 1\n1 pass\n", 4, "entry"),
        ("luckybox 1\nseat pass: passed 1\n", 2, "actor"),
        ("luckybox 1\n1 jump: passed 1\n", 2, "action"),
        ("luckybox 1\n1 pass: passed\n", 2, "passed"),
        ("luckybox 1\n1 pass: passed x\n", 2, "seat"),
        ("luckybox 1\n1 pass: passed 1 no no\n", 2, "passed"),
        ("luckybox 1\n1 pass: jumped 1\n", 2, "jumped"),
        ("luckybox 1\ntable timeUp x: passed 1\n", 2, "seat"),
        ("luckybox 1\ntable: started 1 0-59\n", 2, "started"),
        ("luckybox 1\ntable: drew numbers:1.1.0:18\n", 2, "draws"),
        ("luckybox 1\ntable: drew numbers:1.1.0:18=18\n", 2, "draws"),
        ("luckybox 1\n1 pass: lineCompleted 1 2 3 X\n", 2, "code"),
    ],
)
def test_what_is_wrong_with_a_game_is_named_with_its_line(text: str, line: int, field: str) -> None:
    with pytest.raises(NotationError) as error:
        read_game(LUCKYBOX, text)
    assert (error.value.line, error.value.field) == (line, field)
    assert str(error.value).startswith(f"line {line}, {field}: ")


def test_an_instant_is_written_when_it_is_another() -> None:
    text = "luckybox 1\n1 done: doneSaid 1\n@1500 2 done: doneSaid 2\n3 done: doneSaid 3\njudge: \n"
    lines = read_game(LUCKYBOX, text)
    assert [line.instant for line in lines] == [0, 1500, 1500, 1500]
    assert write_game(LUCKYBOX, lines) == text.replace("judge: ", "judge:")


def test_an_action_of_another_game_has_no_text() -> None:
    class Jump(Action, frozen=True):
        pass

    with pytest.raises(TypeError, match="luckybox has no action Jump"):
        write_game(LUCKYBOX, (Line(1, Jump(), ()),))


GAME = write_game(LUCKYBOX, tuple(play(SHELF["luckybox"], Options(), (1, 2, 3), 1).lines[:60]))
PIECES = sorted(
    {*WHOLE.replace(":", " : ").split(), *GAME.split(), *"|:;>@#=,-.~%\n\t\0é²٣", "9" * 5000, "%ff"}
)


@st.composite
def broken(draw: st.DrawFn, text: str) -> str:
    """Changes a text in a few places: cuts, repeats and puts in pieces of others."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    return text


@given(broken(WHOLE + DECK[:200]) | broken(WHOLE) | st.text())
@example("ended 1 | 1: | end rounds:²/1#1:")
def test_any_text_is_a_position_or_an_error_with_a_field(text: str) -> None:
    """And what is read is a position that can be shown and asked about."""
    try:
        state = LUCKYBOX.read(text)
    except NotationError:
        return
    assert LUCKYBOX.read(LUCKYBOX.write(state)) == state
    assert check_values(state.options) is None
    for audience in range(-2, len(state.places) + 1):
        if audience != 0:
            LUCKYBOX.view(state, audience)
    for place in state.places:
        for action in LUCKYBOX.legal(state, place.seat)[:3]:
            LUCKYBOX.act(state, place.seat, action, 0, MixerLuck(0))


@given(broken(GAME) | st.text())
def test_any_text_is_a_game_or_an_error_with_a_line(text: str) -> None:
    try:
        lines = read_game(LUCKYBOX, text)
    except NotationError as error:
        line = error.line
    else:
        line = 1
        assert read_game(LUCKYBOX, write_game(LUCKYBOX, lines)) == lines
    assert line is not None


@given(st.text() | st.sampled_from(PIECES).flatmap(broken))
def test_any_text_is_an_action_or_an_error(text: str) -> None:
    try:
        action = LUCKYBOX.read_action(text)
    except NotationError:
        return
    assert LUCKYBOX.read_action(LUCKYBOX.write_action(action)) == action
