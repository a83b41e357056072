"""Do the table's own clocks give each seat its time, hold still in a pause, and live in the log alone?"""

import json
from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from boltbox.rules.game import SPECTATOR, TABLE, Action, Instant, Seat, tag
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Pass, TakeBack
from boltbox.rules.luckybox.options import Options
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.frames import Frames
from boltbox.server.rows import entries, entry_row
from boltbox.table.clock import (
    PASS,
    RESUME_MS,
    TABLE_EVENTS,
    GoOn,
    Paused,
    SetAbsent,
    SetPause,
    SetPresence,
    Terms,
    fold,
)
from boltbox.table.codec import Codec
from boltbox.table.table import Request, Table
from boltbox.table.timed import clock_of, timed
from tests.timing import LUCKYBOX, T0, Timed, choose_all
from tests.tiny import TINY

MINUTE = 60_000


def test_without_a_time_to_act_nothing_is_ever_due() -> None:
    made = Timed()
    assert (made.due(), made.untils()) == (None, [None, None])
    choose_all(made)
    assert made.due() is None


def test_each_question_has_its_time_and_it_begins_once() -> None:
    """LB-3.8: a choice of boxes, then each number."""
    made = Timed(act_seconds=60)
    assert (made.due(), made.untils()) == (T0 + MINUTE, [T0 + MINUTE] * 2)
    made.first(1, T0 + 1000)
    assert made.untils() == [T0 + MINUTE] * 2
    made.first(2, T0 + 5000)
    assert made.untils() == [T0 + 5000 + MINUTE] * 2
    begins = [event for event in made.log[-1].events if type(event).__name__ == "TimeBegan"]
    assert [(event.seats, event.question) for event in begins] == [((1, 2), 11)]  # type: ignore[attr-defined]


def steps_with_a_bonus() -> Timed:
    """Plays on until the first seat has a bonus that waits."""
    for seed in range(30):
        made = Timed(seed=seed, act_seconds=60)
        rng = Random(seed)
        while made.due() is not None:
            seat = LUCKYBOX.to_act(made.table.state or made.game)[0]
            actions = LUCKYBOX.legal(made.table.state or made.game, seat)
            made.act(seat, rng.choice(actions))
            if made.game.places[0].now.due:
                return made
    raise AssertionError("no bonus came")


def test_neither_a_chain_of_bonuses_nor_a_step_taken_back_gives_time() -> None:
    made = steps_with_a_bonus()
    untils = made.untils()
    bonus = LUCKYBOX.legal(made.table.state or made.game, 1)[0]
    assert isinstance(bonus, Bonus)
    made.act(1, bonus, T0 + 7000)
    if len(made.game.places[0].trail) > 1:  # the draw wasn't closed by it
        assert made.act(1, TakeBack(), T0 + 8000) is None
        assert made.untils() == untils


def test_who_runs_out_of_time_is_passed_for_at_that_instant() -> None:
    """LB-3.8: a missing choice falls on the boxes dealt first, a missing answer is a pass."""
    made = Timed(act_seconds=60)
    made.first(2, T0 + 1000)
    offer = made.game.hands[0].offer
    made.tick(T0 + 5 * MINUTE)
    assert made.log[2].instant == T0 + MINUTE
    assert [box.id for box in made.game.places[0].board.boxes] == list(offer[:3])
    # The draws that followed ran out too, each after its own minute.
    assert [entry.instant for entry in made.log[3:]] == [
        instant for draw in range(2, 6) for instant in (T0 + draw * MINUTE,) * 2
    ]
    assert {entry.actor for entry in made.log[2:]} == {TABLE}


def test_an_answer_in_the_very_instant_is_too_late() -> None:
    made = Timed(act_seconds=10)
    state = made.table.state
    assert state is not None
    refusal = made.act(1, LUCKYBOX.legal(state, 1)[0], T0 + 10_000)
    assert refusal is not None
    assert refusal.code == "already_decided"


def test_in_a_pause_nothing_is_due_and_nothing_is_done() -> None:
    """C30."""
    made = Timed(act_seconds=60)
    assert made.act(1, SetPause(on=True), T0 + 20_000) is None
    assert made.due() is None
    made.tick(T0 + 10 * MINUTE)
    assert len(made.log) == 2
    refusal = made.act(2, Choose(made.game.hands[1].offer[:3]), T0 + 10 * MINUTE)
    assert refusal is not None
    assert refusal.code == "paused"
    for on, code in ((True, "paused"), (False, None), (False, "not_paused")):
        refusal = made.act(1, SetPause(on=on), T0 + 10 * MINUTE)
        assert (refusal.code if refusal else None) == code
    assert made.due() == T0 + MINUTE + (10 * MINUTE - 20_000)
    choose_all(made, T0 + 10 * MINUTE)


def test_the_game_s_own_time_stands_still_too() -> None:
    made = Timed(game=timed(TINY))
    assert made.due() == T0 + 1000
    made.act(1, SetPause(on=True), T0 + 400)
    made.act(1, SetPause(on=False), T0 + 5400)
    assert made.due() == T0 + 6000
    made.tick(T0 + 6500)
    assert made.log[-1].instant == T0 + 6000
    assert made.due() == T0 + 7000


def test_after_the_server_was_away_nothing_is_due_at_once() -> None:
    made = Timed(act_seconds=60)
    late = T0 + 5 * MINUTE
    answer = made.table.submit(Request(TABLE, GoOn((1, 2), Terms((1, 2)))), late, first=True)
    assert made.take(answer) is None
    assert (made.told(), made.due()) == (["Moved"], late + RESUME_MS)
    answer = made.table.submit(Request(TABLE, GoOn((1, 2), Terms((1, 2)))), late + 1, first=True)
    assert made.take(answer) is None  # one millisecond more
    assert made.due() == late + 1 + RESUME_MS


@pytest.mark.parametrize("presence", ["away", "left"])
def test_who_is_absent_is_passed_for_and_plays_again_on_return(presence: str) -> None:
    """LB-7.7."""
    made = Timed(absent=PASS)
    choose_all(made)
    gone, here = SetPresence((2,), presence), SetPresence((2,), "here")  # type: ignore[arg-type]
    assert made.act(TABLE, gone) is None
    assert made.told()[1:3] == ["TakenOver", "PlayedSet"]
    assert [place.played for place in made.game.places] == [True, False]
    draws = made.game.head.draw
    made.first(1)
    assert made.game.head.draw >= draws
    assert made.act(TABLE, here) is None
    assert made.told()[:3] == ["Back", "GivenBack", "PlayedSet"]
    assert [place.played for place in made.game.places] == [True, True]
    refusal = made.act(TABLE, here)
    assert refusal is not None
    assert refusal.code == "already_decided"


def test_a_bot_is_named_for_who_is_absent_and_the_game_isn_t_told() -> None:
    made = Timed(absent="greedy")
    made.act(TABLE, SetPresence((2,), "away"))
    assert made.told() == ["Away", "TakenOver"]
    assert clock_of(made.table.state).seat(2).by == "greedy"
    made.act(TABLE, SetPresence((2,), "left"))
    assert made.told() == ["Left"]
    made.act(TABLE, SetAbsent("uniform"))
    assert made.told() == ["AbsentSet", "GivenBack", "TakenOver"]
    made.act(TABLE, SetAbsent(PASS))
    assert made.told()[:5] == ["AbsentSet", "GivenBack", "TakenOver", "PlayedSet", "TimeRanOut"]
    made.act(TABLE, SetAbsent("wait"))
    assert made.told() == ["AbsentSet", "GivenBack", "PlayedSet"]
    assert clock_of(made.table.state).seat(2).by is None


def test_nothing_becomes_of_the_seats_while_nobody_is_there() -> None:
    """A lost network or a restart must not end a game: all are away, none has left."""
    made = Timed(absent=PASS)
    for seat in (1, 2):
        made.act(TABLE, SetPresence((seat,), "away"))
    assert LUCKYBOX.outcome(made.table.state or made.game) is None
    assert made.told() == ["Away"]
    made.act(TABLE, SetPresence((2,), "here"))
    assert [place.played for place in made.game.places] == [False, True]


def test_when_all_have_left_seats_that_are_passed_for_the_game_stops() -> None:
    """LB-7.7."""
    made = Timed(absent=PASS, act_seconds=60)
    made.act(TABLE, SetPresence((1,), "left"))
    made.act(TABLE, SetPresence((2,), "left"))
    outcome = LUCKYBOX.outcome(made.table.state or made.game)
    assert outcome is not None
    assert outcome.reason == "stopped"
    assert made.due() is None


def test_a_table_with_time_to_act_stands_still_while_nobody_is_there() -> None:
    made = Timed(act_seconds=60)
    made.act(TABLE, SetPresence((1,), "away"), T0 + 10_000)
    assert made.due() == T0 + MINUTE
    made.act(TABLE, SetPresence((2,), "away"), T0 + 20_000)
    assert (made.told(), made.due()) == (["Away", "Paused"], None)
    made.act(TABLE, SetPresence((1,), "here"), T0 + 10 * MINUTE)
    assert (made.told(), made.due()) == (["Back", "Resumed"], T0 + 10 * MINUTE + 40_000)


def test_a_pause_of_the_host_s_isn_t_ended_by_who_comes_back() -> None:
    made = Timed(act_seconds=60)
    made.act(1, SetPause(on=True), T0 + 1000)
    for seat in (1, 2):
        made.act(TABLE, SetPresence((seat,), "away"), T0 + 20_000)
    made.act(TABLE, SetPresence((2,), "here"), T0 + 30_000)
    assert (made.told(), made.due()) == (["Back"], None)


@pytest.mark.parametrize("action", [SetPresence((1,), "left"), SetAbsent(PASS), GoOn((), Terms(()))])
def test_only_the_table_says_who_is_there(action: Action) -> None:
    made = Timed()
    refusal = made.act(1, action)
    assert refusal is not None
    assert refusal.code == "not_yours"


def test_after_the_end_nothing_is_noted_any_more() -> None:
    made = Timed(game=timed(TINY), act_seconds=10)
    while (due := made.due()) is not None:
        made.tick(due)
    assert made.table.over
    refusal = made.act(TABLE, SetPresence((1,), "away"), T0 + MINUTE)
    assert refusal is not None
    assert refusal.code == "game_over"


def test_a_log_of_before_tables_had_clocks_folds_and_goes_on() -> None:
    plain = SHELF["luckybox"]
    old = Table(plain, MixerLuck(3))
    started = old.start(Options(), (1, 2), T0)
    rows = [entry_row("t", entry, Codec(plain)) for entry in started.entries]
    log = list(entries(rows, LUCKYBOX, Codec(LUCKYBOX)))
    table = Table(LUCKYBOX, MixerLuck(3))
    table.load(log)
    assert clock_of(table.state).seats == ()
    answer = table.submit(Request(TABLE, GoOn((1, 2), Terms((1, 2), absent=PASS))), T0 + 1, first=True)
    assert [type(event).__name__ for event in answer.entries[0].events] == ["Agreed"]
    answer = table.submit(Request(TABLE, SetPresence((2,), "away")), T0 + 2)
    assert [type(event).__name__ for event in answer.entries[0].events][:2] == ["Away", "TakenOver"]


def test_no_game_has_an_event_or_an_action_by_the_name_of_one_of_the_table_s() -> None:
    own = {tag(kind.__name__) for kind in TABLE_EVENTS}
    for game in SHELF.values():
        assert not own & {tag(kind.__name__) for kind in (*game.event_types, *game.told_types)}
        assert "clock" not in game.part_types


def test_what_is_no_event_of_a_table_isn_t_folded() -> None:
    with pytest.raises(ValueError, match="doesn't begin"):
        LUCKYBOX.apply(None, Paused(1, T0))
    with pytest.raises(TypeError, match="no event of a table"):
        fold(clock_of(None), Pass())  # type: ignore[arg-type]


# Wildly -----------------------------------------------------------------------------------------------------


def wild(made: Timed, rng: Random, now: Instant) -> None:
    """Does something that may happen at a table."""
    seats = len(clock_of(made.table.state).seats)
    seat = rng.randint(1, seats)
    state = made.table.state
    assert state is not None
    chance = rng.random()
    if chance < 0.06:
        made.act(TABLE, SetPresence((seat,), rng.choice(["here", "away", "left"])), now)
    elif chance < 0.09:
        made.act(seat, SetPause(on=rng.random() < 0.4), now)
    elif chance < 0.11:
        made.act(TABLE, SetAbsent(rng.choice(["wait", PASS, "greedy"])), now)
    elif chance < 0.13:
        goes_on = Request(TABLE, GoOn((), Terms(())))
        made.take(made.table.submit(goes_on, now, first=True))
    elif chance < 0.2:
        made.tick(now)
    elif awaited := made.table.game.to_act(state):
        seat = rng.choice(awaited)
        made.act(seat, rng.choice(made.table.game.legal(state, seat)), now)


def check(made: Timed, seats: Iterable[Seat]) -> None:
    """Checks what must hold of a log: it folds to the same, time never runs back, views follow by parts."""
    game, codec = made.table.game, Codec(made.table.game)
    rows = [entry_row("t", entry, codec) for entry in made.log]
    read = list(entries(rows, game, codec))
    assert [entry.after for entry in read] == [entry.after for entry in made.log]
    assert [entry.action for entry in read] == [entry.action for entry in made.log]
    instants = [entry.instant for entry in made.log]
    assert instants == sorted(instants)
    frames, everybody = Frames(game), (*seats, SPECTATOR)
    frames.begin(seats)
    views: dict[int, dict[str, object]] = {audience: {} for audience in everybody}
    for entry in read:
        for audience, frame in frames.steps(entry, everybody).items():
            views[audience] |= json.loads(frame.text)["parts"]
        for audience in everybody:
            assert views[audience] == json.loads(msgspec.json.encode(game.view(entry.after, audience)))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [LUCKYBOX, timed(TINY)], ids=["luckybox", "tiny"])
def test_whatever_happens_the_log_tells_all(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(2, 4)
    absent, seconds = rng.choice(["wait", PASS, "greedy"]), rng.choice([None, 10, 60])
    made = Timed(seats, seed=seed, game=game, act_seconds=seconds, absent=absent)
    now = T0
    for _ in range(150):
        if made.table.over:
            break
        now += rng.choice([0, 100, 3000, 20_000])
        wild(made, rng, now)
        assert made.due() is None or clock_of(made.table.state).paused is None
    for entry in made.log[1:]:
        before, after = clock_of(entry.before), clock_of(entry.after)
        moved = {type(event).__name__ for event in entry.events} & {"Moved", "Resumed"}
        for one, other in zip(before.seats, after.seats, strict=True):
            same = dict(before.questions).get(one.seat) == dict(after.questions).get(one.seat)
            assert moved or not same or one.until == other.until  # nobody gains time for a question
    check(made, range(1, seats + 1))


def test_crosses_are_as_they_were() -> None:
    """Clocks change nothing of a game: the same log without its own events folds to the same game."""
    made = Timed(act_seconds=60)
    choose_all(made)
    state = made.table.state
    assert state is not None
    action = next(one for one in LUCKYBOX.legal(state, 1) if isinstance(one, Cross | Pass))
    made.act(1, action)
    plain = Table(SHELF["luckybox"], MixerLuck(1))
    plain.start(Options(), (1, 2), T0)
    for entry in made.log[1:]:
        assert entry.action is not None
        plain.submit(Request(entry.actor, entry.action, entry.decision), entry.instant)
    assert plain.state == made.game
