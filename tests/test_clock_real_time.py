"""Does a table keep the time of a game in real time as it should: pauses, restarts, who is away or left?"""

from boltbox.rules.game import TABLE, Action, Instant
from boltbox.rules.lightningdice.actions import Roll
from boltbox.rules.lightningdice.events import EVENT_TYPES
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.state import State
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.server.rows import entries, entry_row
from boltbox.table.clock import GoOn, SetAbsent, SetPause, SetPresence, Terms, wanted
from boltbox.table.codec import Codec
from boltbox.table.log import Entry
from boltbox.table.table import Request, Table
from boltbox.table.timed import TimedOptions, clock_of, game_of, timed

T0 = 1_000_000
MINUTE = 60_000


class At:
    """Is a table of Lightning Dice whose entries are kept."""

    def __init__(
        self, people: tuple[int, ...] = (1, 2), bots: tuple[int, ...] = (), absent: str = "wait"
    ) -> None:
        self.game: AnyGame = timed(LIGHTNINGDICE)  # type: ignore[arg-type]
        self.table = Table(self.game, MixerLuck(1))
        seats = tuple(sorted((*people, *bots)))
        options = TimedOptions(Options(), Terms(people, 60, absent))
        self.log: list[Entry] = [*self.table.start(options, seats, T0).entries]

    def act(self, actor: int, action: Action, instant: Instant, *, first: bool = False) -> list[str]:
        """Lets somebody act, and names the events of the entry."""
        answer = self.table.submit(Request(actor, action), instant, first=first)
        assert answer.refusal is None, answer.refusal
        self.log += answer.entries
        return [type(event).__name__ for event in answer.entries[-1].events]

    def refused(self, actor: int, action: Action, instant: Instant) -> Refusal:
        refusal = self.table.submit(Request(actor, action), instant).refusal
        assert refusal is not None
        return refusal

    def tick(self, instant: Instant) -> list[str]:
        ticks = self.table.tick(instant)
        self.log += ticks
        return [type(event).__name__ for entry in ticks for event in entry.events]

    @property
    def state(self) -> State:
        assert self.table.state is not None
        state = game_of(self.table.state)
        assert isinstance(state, State)
        return state

    def due(self) -> Instant | None:
        return self.table.due


def test_there_is_no_time_to_act() -> None:
    """Nobody waits for an answer, whatever the table says (LD-2.1)."""
    at = At()
    at.tick(T0 + 3000)
    assert [one.until for one in clock_of(at.table.state).seats] == [None, None]
    assert at.due() is None
    at.act(1, Roll(1), T0 + 500_000)
    assert at.due() == T0 + 500_700


def test_after_a_pause_a_new_count_in_runs() -> None:
    """LD-2.7: the clock of the game stays that of the table, for every page reckons with it."""
    at = At()
    at.tick(T0 + 3000)
    at.act(1, Roll(1), T0 + 4000)
    assert at.act(2, SetPause(on=True), T0 + 4100) == ["Paused"]
    assert at.due() is None
    assert at.refused(1, Roll(1), T0 + 5000).code == "paused"
    assert at.act(1, SetPause(on=False), T0 + MINUTE) == ["Resumed", "CountBegan"]
    assert clock_of(at.table.state).shift == 0
    assert at.state.head.flips == at.due() == T0 + MINUTE + 3000
    assert (at.state.head.spent, at.state.places[0].rolling) == (1100, None)
    assert at.tick(T0 + MINUTE + 3000) == ["GoalReopened"]


def test_when_nobody_was_there_a_new_count_in_runs_for_who_comes_back() -> None:
    """LD-2.7."""
    at = At()
    at.tick(T0 + 3000)
    at.act(TABLE, SetPresence((1,), "away"), T0 + 10_000)
    assert at.act(TABLE, SetPresence((2,), "away"), T0 + 12_000) == ["Away", "Paused"]
    assert at.act(TABLE, SetPresence((1,), "here"), T0 + MINUTE) == ["Back", "Resumed", "CountBegan"]
    assert at.act(TABLE, SetPresence((2,), "here"), T0 + MINUTE + 1000) == ["Back"]
    assert at.tick(T0 + MINUTE + 3000) == ["GoalReopened"]


def test_nobody_waits_for_one_who_is_away() -> None:
    """LD-2.8: not even where absent people are passed for."""
    for absent in ("wait", "pass"):
        at = At(absent=absent)
        at.tick(T0 + 3000)
        assert at.act(TABLE, SetPresence((2,), "away"), T0 + 14_000) == ["Away"]
        assert not at.state.places[1].out
        at.act(1, Roll(1), T0 + 15_000)


def test_a_bot_may_play_on() -> None:
    """LD-2.8, LD-4.3: a seat that a bot plays is in the game."""
    at = At(absent="greedy")
    at.tick(T0 + 3000)
    assert at.act(TABLE, SetPresence((2,), "left"), T0 + 14_000) == ["Left", "TakenOver"]
    assert not at.state.places[1].out
    assert at.act(TABLE, SetPresence((2,), "here"), T0 + 15_000) == ["Back", "GivenBack"]


def test_who_leaves_for_good_is_out_and_the_last_one_has_won() -> None:
    """LD-4.3: whatever was agreed for absent people, unless a bot takes over."""
    for absent in ("wait", "pass"):
        at = At((1, 2, 4), absent=absent)
        at.tick(T0 + 3000)
        left = at.act(TABLE, SetPresence((2,), "left"), T0 + 5000)
        assert left == ["Left", "TakenOver", "PlayedSet"]
        assert at.act(TABLE, SetPresence((4,), "left"), T0 + 6000)[-1] == "GameEnded"
        assert at.table.over
        assert at.state.outcome is not None
        assert (at.state.outcome.reason, at.state.outcome.places) == ("left", (1, 2, 2))


def test_who_left_may_come_back_before_the_end() -> None:
    at = At((1, 2, 4))
    at.act(TABLE, SetPresence((2,), "left"), T0 + 5000)
    assert at.act(TABLE, SetPresence((2,), "here"), T0 + 6000) == ["Back", "GivenBack", "PlayedSet"]
    assert not at.state.places[1].out


def test_when_only_bots_are_left_there_is_no_result() -> None:
    """LD-4.3."""
    for absent in ("wait", "pass", "greedy"):
        at = At((1, 2), bots=(3, 5), absent=absent)
        at.tick(T0 + 3000)
        at.act(TABLE, SetPresence((2,), "left"), T0 + 5000)
        assert not at.table.over
        assert at.act(TABLE, SetPresence((1,), "left"), T0 + 6000) == ["Left", "GameEnded"]
        assert at.state.outcome is not None
        assert at.state.outcome.reason == "stopped"


def test_a_person_and_a_bot_go_on_without_the_others() -> None:
    at = At((1, 2), bots=(3,))
    at.tick(T0 + 3000)
    at.act(TABLE, SetPresence((2,), "left"), T0 + 5000)
    assert not at.table.over


def test_after_a_restart_the_game_stands_still_until_somebody_is_there() -> None:
    """LD-2.7, C30: and then counts in anew; the time away is nobody's."""
    at = At()
    at.tick(T0 + 3000)
    at.act(1, Roll(1), T0 + 4000)
    again = Table(at.game, MixerLuck(1))
    codec = Codec(at.game)
    again.load(entries([entry_row("t", entry, codec) for entry in at.log], at.game, codec))
    at.table = again
    back = T0 + 60 * MINUTE
    goes_on = GoOn((1, 2), Terms((1, 2)), again.position.instant)
    assert at.act(TABLE, goes_on, back, first=True) == ["Away", "Away", "Paused"]
    assert at.due() is None
    assert at.act(TABLE, SetPresence((2,), "here", alone=True), back + 900) == [
        "Back",
        "Resumed",
        "CountBegan",
    ]
    assert at.state.head.spent == 1000
    assert at.due() == back + 3900
    assert at.act(TABLE, SetPresence((1,), "here", alone=True), back + 1200) == ["Back"]


def test_a_pause_of_somebody_outlasts_a_restart() -> None:
    """C30."""
    at = At()
    at.tick(T0 + 3000)
    at.act(1, SetPause(on=True), T0 + 4000)
    goes_on = GoOn((1, 2), Terms((1, 2)), T0 + 4000)
    assert at.act(TABLE, goes_on, T0 + MINUTE, first=True) == ["Away", "Away"]
    assert at.act(TABLE, SetPresence((1, 2), "here"), T0 + MINUTE) == ["Back", "Back"]
    assert at.act(2, SetPause(on=False), T0 + 2 * MINUTE) == ["Resumed", "CountBegan"]
    assert at.state.head.spent == 1000


def test_who_is_to_stand_in_is_asked_for_only_where_somebody_will() -> None:
    """Else a server would look for it again and again."""
    at = At((1, 2), absent="pass")
    at.act(TABLE, SetPresence((2,), "away"), T0 + 5000)
    clock = clock_of(at.table.state)
    assert wanted(clock, clock.seat(2), real_time=True) is None
    assert wanted(clock, clock.seat(2), real_time=False) == "pass"
    assert wanted(clock, clock.seat(1), real_time=False) is None
    at.act(TABLE, SetAbsent("greedy"), T0 + 6000)
    clock = clock_of(at.table.state)
    assert wanted(clock, clock.seat(2), real_time=True) == "greedy"


def test_all_of_it_folds_from_what_was_stored() -> None:
    at = At((1, 2, 4))
    at.tick(T0 + 3000)
    at.act(1, Roll(1), T0 + 4000)
    at.act(1, SetPause(on=True), T0 + 4100)
    at.act(1, SetPause(on=False), T0 + 9000)
    at.act(TABLE, SetPresence((2, 4), "left"), T0 + 9100)
    codec = Codec(at.game)
    rows = [entry_row("t", entry, codec) for entry in at.log]
    read = list(entries(rows, at.game, codec))
    assert [entry.after for entry in read] == [entry.after for entry in at.log]
    assert [entry.action for entry in read] == [entry.action for entry in at.log]
    assert {type(event) for entry in at.log for event in entry.events} & set(EVENT_TYPES)
