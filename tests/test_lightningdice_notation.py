"""Are positions, actions and whole games of Lightning Dice written as they are, and read with care?"""

import pytest

from boltbox.rules.game import Outcome, Timing
from boltbox.rules.lightningdice.actions import Claim, Keep, Roll
from boltbox.rules.lightningdice.events import Dated, GoalClosed, Started
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.words import NotationError
from tests.dice_play import GOALS

OWN = GoalDeck("My: deck", "Zoë", "CC0", GOALS)
POSITIONS = (
    "count 0 - f3000 | 1: ...... | 2: ......",
    "count 4 AABBCC f9000 o1000 t1500 | 1: ...... s6000 n3 d9 | 5: ...... s6000 n4 d8",
    "race 3 AABBCC o5000 | 1: 55.344 k0,1 s5900 n4 d9 m4,1,-2,-1 | 3: ...... R2:0-5@5100-5800 n2 | bag 3-49",
    "race 1 even&high o5000 | 2: 123456 s5900 n4 Cgot:0:false:-2 left Mgot:0 Mthunder:4 b9000 | 6: ......",
    "race 1 5555** o5000 | 1: 555512 n1 W3:got:0:555512:6000:6010:20:6200:1 | 4: ...... | bag - | claims 3",
    "race 1 5555** o5000 | 1: ...... t61000 | options mode=quick cards=10 off_table=50",
    "ended 9 - | 1: ...... | 2: ...... | end target/6#1:matches=6+rolls=9/0#2:matches=0+rolls=8",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_a_position_is_one_line(text: str) -> None:
    assert LIGHTNINGDICE.write(LIGHTNINGDICE.read(text)) == text


def test_spaces_do_not_matter_and_an_own_deck_stands_beside() -> None:
    deck = ":".join(("My%3A%20deck", "Zo%C3%AB", "CC0", *GOALS))
    text = f"race 1  even   o5000|1: ...... |2: ......| options deck=own | deck {deck}"
    state = LIGHTNINGDICE.read(text)
    assert state.options.deck == state.deck == OWN
    assert LIGHTNINGDICE.read(LIGHTNINGDICE.write(state)) == state


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "head"),
        ("rac 1 even o1 | 1: ......", "head"),
        ("race 1 evn o1 | 1: ......", "goal"),
        ("race 1 - o1 | 1: ......", "goal"),
        ("count 1 - | 1: ......", "head"),
        ("race 1 even f5000 | 1: ......", "head"),
        ("race 1 even o1", "seats"),
        ("race 1 even o1 | 2: ...... | 1: ......", "seats"),
        ("race 1 even o1 | 1: ...... | 1: ......", "seats"),
        ("race 1 even o1 | 7: ......", "seats"),
        ("race 1 even o1 | 1: .....", "seat"),
        ("race 1 even o1 | 1: 123457", "seat"),
        ("race 1 even o1 | 1: 12.456 k2", "seat 1"),
        ("race 1 even o1 | 1: 123456 k0,0", "seat 1"),
        ("race 1 even o1 | 1: 123456 k6", "seat 1"),
        ("race 1 even o1 | 1: 123456 R1:0@1-2", "seat 1"),
        ("race 1 even o1 | 1: ...... R1:0", "seat 1"),
        ("race 1 even o1 | 1: ...... z3", "seat 1"),
        ("race 1 even o1 | 1: ...... sx", "seat 1"),
        ("race 1 even o1 | 1: ...... m1,2", "seat 1"),
        ("race 1 even o1 | 1: ...... Cgot:0:fine:1", "verdict"),
        ("race 1 even o1 | 1: ...... Mgot", "seat 1"),
        ("race 1 even o1 | 1: ...... Wgot", "seat 1"),
        ("race 1 even o1 | 1: ...... W1:shout:0:123456:1:1:1:1:1", "seat 1"),
        ("race 1 even o1 | 1: ...... | bag 50", "bag"),
        ("race 1 even o1 | 1: ...... | bag 3,2", "bag"),
        ("race 1 even o1 | 1: ...... | claims many", "claims"),
        ("race 1 even o1 | 1: ...... | other 1", "other"),
        ("race 1 even o1 | 1: ...... | bag 1 | bag 2", "bag"),
        ("race 1 even o1 | 1: ...... | options target=99", "options"),
        ("race 1 even o1 | 1: ...... | options deck=own", "deck"),
        ("race 1 even o1 | 1: ...... | options deck=none_such", "deck"),
        ("race 1 even o1 | 1: ...... | deck none_such", "deck"),
        ("race 1 even o1 | 1: ...... | deck a:b:c:even&odd", "deck"),
        ("race 1 even o1 | 1: ...... | deck a:b:c:even:odd", "deck"),
        ("count 1 even f1 | 1: 123456", "seats"),
        ("ended 1 - | 1: ......", "end"),
        ("race 1 even o1 | 1: ...... | end stopped/0#0:", "end"),
        ("ended 1 - | 1: ...... | end stopped/0#0:/0#0:", "end"),
    ],
)
def test_what_is_wrong_is_named(text: str, field: str) -> None:
    with pytest.raises(NotationError) as found:
        LIGHTNINGDICE.read(text)
    assert found.value.field == field, found.value


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("roll 3", Roll(3)),
        ("keep", Keep(())),
        ("keep 0 2 5", Keep((0, 2, 5))),
        ("got", Claim("got")),
        ("bonus", Claim("bonus")),
        ("thunder 4", Claim("thunder", 4)),
        ("roll 3 @1200/30/80", Roll(3, Timing(1200, 30, 80))),
        ("got @-/30/80", Claim("got", timing=Timing(None, 30, 80))),
        ("thunder 4 @1200/0/0", Claim("thunder", 4, Timing(1200))),
    ],
)
def test_an_action_is_a_few_words(text: str, action: Roll | Keep | Claim) -> None:
    assert LIGHTNINGDICE.write_action(action) == text
    assert LIGHTNINGDICE.read_action(f"  {text} ") == action


@pytest.mark.parametrize(
    "text", ["", "roll", "roll x", "keep a", "got 3", "thunder", "shout", "got @1", "got @1/2"]
)
def test_what_is_no_action_is_an_error(text: str) -> None:
    with pytest.raises(NotationError, match="actions look like roll 3"):
        LIGHTNINGDICE.read_action(text)


def test_a_stamp_replaces_what_a_client_wrote() -> None:
    forged = Claim("got", timing=Timing(5, 9999, 0))
    stamp = LIGHTNINGDICE.stamp
    assert stamp is not None
    assert LIGHTNINGDICE.real_time
    assert stamp(forged, Timing(1000, 20, 80)) == Claim("got", timing=Timing(1000, 20, 80))
    assert stamp(Roll(3, Timing(5)), Timing()) == Roll(3)
    assert stamp(Keep((1,)), Timing(1000, 20, 80)) == Keep((1,))


def test_events_are_words() -> None:
    closed = GoalClosed(
        3, 1, 2000, 1000, (Dated(1, "got", 0, 1990, 2000, 20), Dated(2, "thunder", 4, 1995, 2010, 5))
    )
    text = "goalClosed 3 1 2000 1000 1:got:0:1990:2000:20,2:thunder:4:1995:2010:5"
    assert LIGHTNINGDICE.write_event(closed) == text
    assert LIGHTNINGDICE.read_event(text) == closed
    for deck in (OWN, GoalDeck("Practice", "Boltbox", "CC0-1.0", ("even",))):
        started = Started(Options(deck=OWN if deck is OWN else "boltbox"), (1, 2, 5), deck, 3000)
        assert LIGHTNINGDICE.read_event(LIGHTNINGDICE.write_event(started)) == started
    for wrong in ("started", "started 1,2 x boltbox", "goalClosed 3 1 2000 1000 1:got", "noSuch 3"):
        with pytest.raises(NotationError):
            LIGHTNINGDICE.read_event(wrong)


def test_what_is_told_beside_a_score_stands_at_every_score_or_at_none() -> None:
    with pytest.raises(NotationError, match="at every score or at none"):
        LIGHTNINGDICE.read_event("gameEnded target/6#1:matches=6+rolls=9/0#2:matches=0")
    ended = LIGHTNINGDICE.read_event("gameEnded time/6000#1:time=6000+cards=10,rolls=9")
    assert getattr(ended, "outcome", None) == Outcome(
        "time", (6000,), ({"time": 6000},), (1,), counts=({"cards": 10, "rolls": 9},)
    )
