"""Does every action at a table become an entry or a refusal, in order, and nothing else?"""

from collections.abc import Callable

import pytest

from boltbox.rules.game import TABLE, Action, Drew, Instant, Options, Seat
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.table.codec import Codec
from boltbox.table.log import Entry, told
from boltbox.table.table import Answer, Request, Table
from boltbox.table.timed import game_of, timed
from tests import tiny
from tests.tiny import TINY, Break, Guess, Nod


def table(rounds: int = 3, instant: Instant = 5000) -> Table:
    made = Table(TINY, MixerLuck(1))
    assert made.start(tiny.Options(rounds=rounds), (1, 2), instant).refusal is None
    return made


def submit(at: Table, seat: Seat, action: Action, instant: Instant, decision: int = 1) -> Answer:
    return at.submit(Request(seat, action, decision, f"id{instant}"), instant)


def events(entries: tuple[Entry, ...]) -> list[str]:
    return [type(event).__name__ for entry in entries for event in entry.events]


def test_the_start_is_the_first_entry() -> None:
    made = Table(TINY, MixerLuck(1))
    (entry,) = made.start(tiny.Options(), (1, 2), 5000).entries
    assert (entry.version, entry.instant, entry.actor, entry.action, entry.before) == (
        1,
        5000,
        TABLE,
        None,
        None,
    )
    assert entry.after == made.state


def test_what_the_game_refuses_doesnt_start() -> None:
    made = Table(TINY, MixerLuck(1))
    answer = made.start(tiny.Options(), (1,), 5000)
    assert answer.refusal is not None
    assert answer.refusal.code == "wrong_seats"
    assert made.state is None


def test_nothing_starts_twice_or_goes_on_before_the_start() -> None:
    assert table().start(Options(), (1, 2), 5001) == Answer(refusal=Refusal("already_started", "table"))
    assert submit(Table(TINY, MixerLuck(1)), 1, Guess(3), 1).refusal == Refusal("not_started", "table")


def test_an_action_is_one_entry_with_what_it_answered() -> None:
    at = table()
    before = at.state
    (entry,) = submit(at, 1, Guess(3), 5100).entries
    assert entry.events == (tiny.Guessed(1, 3),)
    assert (entry.version, entry.actor, entry.id, entry.decision) == (2, 1, "id5100", 1)
    assert (entry.action, entry.before, entry.after) == (Guess(3), before, at.state)


def test_a_refused_action_changes_nothing() -> None:
    at = table()
    before = at.position
    assert submit(at, 1, Guess(9), 5100).refusal is not None
    assert at.position == before


def test_an_answer_to_an_older_ask_never_counts_for_the_open_one() -> None:
    """C11: the late copy of an answer."""
    at = table()
    submit(at, 1, Guess(3), 5100)
    submit(at, 2, Guess(4), 5200)
    before = at.position
    assert submit(at, 1, Guess(3), 5300).refusal == Refusal("already_decided", "decision")
    assert at.position == before


@pytest.mark.parametrize("actor", [-13, -3, -2, -1, 0, 3, 12, 13])
def test_who_has_no_seat_has_no_decision(actor: int) -> None:
    at = table()
    before = at.position
    for decision in (0, 1, 2):
        assert submit(at, actor, Guess(3), 5100, decision).refusal == Refusal("not_seated", "seat")
    assert at.position == before
    at.tick(99_000)
    assert submit(at, actor, Guess(3), 99_001).refusal == Refusal("game_over", "action")


@pytest.mark.parametrize("timing", [lambda game: game, timed], ids=["plain", "timed"])
@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_in_every_game_only_seats_act(game: AnyGame, timing: Callable[[AnyGame], AnyGame]) -> None:
    at = Table(timing(game), MixerLuck(1))
    seats = tuple(range(1, max(2, game.seats.start) + 1))
    assert at.start(game.options(), seats, 5000).refusal is None
    assert at.state is not None
    before, decision = at.position, game.decision(game_of(at.state), 1)
    for action in game.legal(game_of(at.state), 1)[:3]:
        for actor in (-13, -3, -2, -1, 0, seats[-1] + 1, 13):
            for answered in (None, decision):
                refusal = at.submit(Request(actor, action, answered), 5100).refusal
                assert refusal == Refusal("not_seated", "seat")
    assert at.position == before


def test_ticks_that_are_due_go_first_each_its_own_entry() -> None:
    at = table(rounds=5)
    answer = submit(at, 1, Guess(3), 7500, decision=3)
    assert answer.refusal is None
    assert events(answer.entries) == ["Drew", "Rolled", "Drew", "Rolled", "Guessed"]
    assert [entry.actor for entry in answer.entries] == [TABLE, TABLE, 1]
    assert [entry.instant for entry in answer.entries] == [
        6000,
        7000,
        7500,
    ]  # when they were due, not when they ran
    assert [entry.version for entry in answer.entries] == [2, 3, 4]
    assert [entry.action for entry in answer.entries] == [None, None, Guess(3)]


def test_ticks_stay_when_the_action_after_them_is_refused() -> None:
    at = table()
    answer = submit(at, 1, Guess(3), 6500)
    assert answer.refusal == Refusal("already_decided", "decision")
    assert events(answer.entries) == ["Drew", "Rolled"]
    assert at.position.version == 2


def test_a_tick_at_its_very_instant_is_due() -> None:
    assert table().due == 6000
    assert table().tick(5999) == ()
    assert len(table().tick(6000)) == 1


def test_nothing_is_due_after_the_end() -> None:
    at = table(rounds=2)
    assert len(at.tick(99_000)) == 2
    assert at.over
    assert at.due is None
    assert submit(at, 1, Guess(3), 99_001).refusal == Refusal("game_over", "action")


def test_instants_never_run_back() -> None:
    at = table()
    (late,) = submit(at, 1, Guess(3), 5900).entries
    (early,) = submit(at, 2, Nod(), 5100).entries
    assert (late.instant, early.instant) == (5900, 5900)


def test_a_bug_of_a_game_leaves_the_table_as_it_was() -> None:
    at = table()
    before = at.position
    with pytest.raises(RuntimeError):
        submit(at, 1, Break(), 7500, decision=3)  # after two ticks
    assert at.position == before
    assert submit(at, 1, Guess(3), 5100).refusal is None


def test_a_game_that_never_stops_ticking_is_a_bug() -> None:
    made = Table(TINY, MixerLuck(1))
    made.start(tiny.Options(rounds=10**9, limit=0), (1, 2), 0)
    with pytest.raises(RuntimeError, match="never stops"):
        made.tick(1)


def test_a_table_returns_to_where_it_was() -> None:
    at = table()
    saved = at.position
    first = submit(at, 1, Guess(3), 5100)
    at.position = saved
    assert submit(at, 1, Guess(3), 5100) == first


def test_a_log_read_again_goes_on_as_the_table_would() -> None:
    at, again, codec = table(), Table(TINY, MixerLuck(1)), Codec(TINY)
    entries = [*submit(at, 1, Guess(3), 5100).entries, *submit(at, 2, Guess(4), 5200).entries]
    first = table().position
    again.position = first
    again.load(entries)
    assert again.position == at.position
    for entry in entries:
        assert codec.events(codec.write(entry.events)) == entry.events
        assert codec.stored_action(codec.write(entry.action)) == entry.action


def test_events_fold_to_the_state_of_play() -> None:
    at = table(rounds=2)
    entries = [*submit(at, 1, Guess(3), 5100).entries, *submit(at, 2, Guess(4), 5200).entries, *at.tick(9000)]
    state = entries[0].before
    for entry in entries:
        assert entry.before is state
        state = TINY.fold(state, entry.events)
        assert state == entry.after
        state = entry.after


def test_each_hears_what_concerns_it() -> None:
    (entry,) = submit(table(), 1, Guess(3), 5100).entries
    assert told(TINY, entry, 1) == (tiny.Mine(3),)
    assert told(TINY, entry, 2) == (tiny.Ready(1),)
    assert not any(isinstance(event, Drew) for event in told(TINY, entry, 2))


@pytest.mark.parametrize(
    "data",
    [
        b'{"t":"guess","number":3,"seat":2}',
        b'{"t":"guess","number":1.5}',
        b'{"t":"guess","number":"3"}',
        b'{"t":"guess","number":NaN}',
        b'{"t":"timeUp","seat":1}',
        b'{"t":"played","seat":1,"played":false}',
        b'{"t":"nothing"}',
        b"[" * 100_000,
        b"\xff\xfe",
        b"",
    ],
)
def test_what_is_no_action_is_refused(data: bytes) -> None:
    """C15: who acts is never in an action, and values aren't bent into shape."""
    refusal = Codec(TINY).action(data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "unknown_action"
    assert refusal.sentence
