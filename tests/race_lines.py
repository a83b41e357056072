"""How do tests race over lines near and far? In time of their own, at a real table with the server's dating.

Each line takes its time, with jitter; each page shows what comes, and its player presses a reaction later.
What the server does in between is the server's: how it measures, dates, decides, and holds what lands.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from boltbox.bots.lightningdice import habit
from boltbox.rules.game import Instant, Seat
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.events import Claimed, Rolled
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.lightningdice.state import Place, State
from boltbox.rules.luck import MixerLuck
from boltbox.server import deciding, even
from boltbox.server.even import Held
from boltbox.server.frames import Frame
from boltbox.server.listeners import Close
from boltbox.server.live import LiveTable
from boltbox.server.messages import Act
from boltbox.server.store import Person
from boltbox.server.trips import PROBE_SECONDS, QUICK, Trips
from boltbox.table.clock import Terms
from boltbox.table.log import Entry
from boltbox.table.table import Table
from boltbox.table.timed import TimedOptions, TimedState
from tests.desk import Clock, make_hall

# Quick to meet, so that a race is short and a few milliseconds decide much.
GOALS = ("5*****", "1*****", "AA****", "AAA***", "66****", "22****", "AABB**", "3*****", "4*****", "34****")
OPTIONS = Options(target=5, deck=GoalDeck("Short", "us", "none", GOALS))
LEAST_REACTION = 180  # milliseconds from what is shown to the press


class Dated(NamedTuple):
    """Is when the server dated a roll or a claim."""

    seat: Seat
    moment: Instant
    arrival: Instant
    span: int
    since: Instant  # its dice came to rest, or in hand


@dataclass(eq=False)
class Line:
    """Is a page with its player, and the line between them and the server."""

    person: Person | None
    trip: int  # milliseconds there and back, jitter apart
    jitter: float = 0.0  # each way, on average
    late_echo: int = 0  # how much later than it could the page answers probes
    late_pong: int = 0  # and its browser, which no script in a page can have
    lies: Callable[[Instant], Instant] = lambda true: true  # what it says of a press
    off: int = 0  # how far its device's clock is off
    watch: bool = False
    sits: int | None = None

    def __post_init__(self) -> None:
        self.fresh()

    def fresh(self) -> None:
        """Begins as a page that was opened now."""
        self.trips = Trips()
        self.held: Held[Entry] = Held()
        self.up = self.down = 0.0  # when the last message arrived, as none overtakes another
        self.seen: tuple[object, ...] = ()
        self.ahead = 0.0  # of its device's clock the table's is, as far as it knows
        self.plan = 0  # what it is about to press; an older one is dropped

    def put(self, frame: Frame, wait: int = 0) -> None:
        """Hears nothing of what isn't simulated."""

    def feel(self) -> None:
        """Is measured by the race itself."""

    def close(self, code: Close) -> None:
        """Is never closed."""


class Races:
    """Plays whole races at one table, one after the other."""

    def __init__(self, live: LiveTable, clock: Clock, lines: dict[Seat, Line], seed: int) -> None:
        self.live, self.clock, self.lines = live, clock, lines
        self.rng = Random(seed)
        self.dated: list[Dated] = []
        for seat, line in lines.items():
            live.listeners.put(line, seat)
        self._standing = live.lobby.now
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._ids = count()

    def race(self, seed: int) -> Seat:
        """Plays one race to its end, and tells who won."""
        live = self.live
        live.lobby.now = self._standing
        live.table = Table(live.game, MixerLuck(seed))
        self._heap.clear()
        now = float(self.clock.now + 1000)
        self.clock.now = int(now)
        for line in self.lines.values():
            line.fresh()
            line.ahead = self._synchronise(line)
            for quick in range(QUICK):
                self._at(now + 300 * quick, partial(self._probe, line))
            self._at(now + 300 * QUICK, partial(self._probe_on, line))
        terms = Terms(tuple(self.lines))
        self._tell(live.table.start(TimedOptions(OPTIONS, terms), tuple(self.lines), int(now)).entries)
        while not live.table.over:
            due, first = live.table.due, self._heap[0][0]
            if due is not None and due <= first:
                self.clock.now = max(self.clock.now, due)
                self._tell(live.table.tick(self.clock.now))
                continue
            when, _, act = heapq.heappop(self._heap)
            self._now = when
            self.clock.now = max(self.clock.now, int(when))
            act()
        state = live.table.state
        assert state is not None
        outcome = live.game.outcome(state)
        assert outcome is not None
        return tuple(self.lines)[outcome.places.index(1)]

    def wins(self, races: int) -> dict[Seat, int]:
        """Counts who wins so many races."""
        won = dict.fromkeys(self.lines, 0)
        for _ in range(races):
            won[self.race(self.rng.randrange(2**32))] += 1
        return won

    def _at(self, when: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (when, next(self._order), act))

    def _way(self, line: Line) -> float:
        return line.trip / 2 + (self.rng.expovariate(1 / line.jitter) if line.jitter else 0.0)

    def _synchronise(self, line: Line) -> float:
        """Learns from the quickest of five pings how far the table's clock is ahead of the device's."""
        trips = [(self._way(line), self._way(line)) for _ in range(5)]
        up, down = min(trips, key=sum)
        asked = self.clock.now + line.off  # by the device's clock
        shown = self.clock.now + up  # by the table's
        return shown - (asked + (up + down) / 2)

    def _probe(self, line: Line) -> None:
        number = line.trips.probe(self.clock.now)
        late = min(line.late_echo, line.late_pong)  # what is back first counts
        back = self._now + self._way(line) + self._way(line) + late
        self._at(back, lambda: self._echo(line, number))

    def _echo(self, line: Line, number: int) -> None:
        line.trips.echo(number, self.clock.now)

    def _probe_on(self, line: Line) -> None:
        self._probe(line)
        self._at(self._now + 1000 * PROBE_SECONDS, lambda: self._probe_on(line))

    # From the server to the page ------------------------------------------------------------------------

    def _tell(self, entries: tuple[Entry, ...]) -> None:
        now = self.clock.now
        for entry in entries:
            waits = even.waits(self.live, entry)
            for seat, line in self.lines.items():
                line.held.put(entry, now + waits.get(line, 0))
                self._let_go(seat, line)

    def _let_go(self, seat: Seat, line: Line) -> None:
        now = self.clock.now
        for entry in line.held.take(now):
            line.trips.asked(self.live.game.decision(entry.after, seat), now)
            line.down = max(line.down, now + self._way(line))
            self._at(line.down, partial(self._show, seat, line, entry))
        if line.held.next is not None:
            self._at(line.held.next, lambda: self._let_go(seat, line))

    # On the page ----------------------------------------------------------------------------------------

    def _show(self, seat: Seat, line: Line, entry: Entry) -> None:
        state = _game(entry.after)
        place = state.places[state.index(seat)]
        seen = (place.decision, state.head.goal, state.head.phase)
        if seen == line.seen:
            return
        line.seen = seen
        line.plan += 1
        actions = _answer(state, place)
        if actions:
            reaction = LEAST_REACTION + self.rng.random() * 120 + self.rng.random() * 120
            plan = line.plan
            press = partial(self._press, seat, line, (plan, place.decision, actions))
            self._at(self._now + reaction, press)

    def _press(self, seat: Seat, line: Line, what: tuple[int, int, tuple[DiceAction, ...]]) -> None:
        plan, decision, actions = what
        if plan != line.plan:
            return
        device = self._now + line.off
        stated = line.lies(round(device + line.ahead))
        line.up = max(line.up, self._now + self._way(line))
        for action in actions:
            act = Act(f"a{next(self._ids)}", decision, msgspec.Raw(msgspec.json.encode(action)), stated)
            self._at(line.up, partial(self._take, seat, line, act))

    def _take(self, seat: Seat, line: Line, act: Act) -> None:
        arrival = self.clock.now
        self._tell(self.live.table.tick(arrival))
        state = _game(self.live.table.state)
        since = state.places[state.index(seat)].since
        entries = deciding.act(self.live, seat, line, act).entries
        for event in (event for entry in entries for event in entry.events):
            if isinstance(event, Rolled | Claimed) and event.seat == seat:
                moment = event.started if isinstance(event, Rolled) else event.moment
                self.dated.append(Dated(seat, moment, arrival, line.trips.span, since))
        self._tell(entries)


def _game(state: object) -> State:
    assert isinstance(state, TimedState)
    assert isinstance(state.game, State)
    return state.game


def _answer(state: State, place: Place) -> tuple[DiceAction, ...]:
    """Names what a player does with what lies there: calls, or keeps what fits and rolls the others."""
    if state.outcome is not None or state.head.phase != "race" or place.rolling is not None:
        return ()
    roll = Roll(state.head.goal)
    if not all(place.values):
        return (roll,)
    if state.goal.met(place.values):
        return (Claim("got"),)
    wanted, kept = list(habit.keep(state.goal, place.values)), []
    for die, value in enumerate(place.values):
        if value in wanted:
            wanted.remove(value)
            kept.append(die)
    return (Keep(tuple(kept)), roll)


async def lines_at_a_table(
    lines: list[tuple[int, float]], *, even_lines: bool = True, seed: int = 1
) -> Races:
    """Opens a table with a line for each round trip and jitter."""
    hall = make_hall()
    names = tuple(f"p{number}" for number in range(len(lines)))
    mailbox, _ = await hall.open(names, "lightningdice", start=False)
    live = mailbox.live
    for listener, _ in live.listeners:
        live.listeners.remove(listener)
    live.lobby.saved = live.lobby.now = replace(
        live.lobby.now,
        status="running",
        settings=replace(live.lobby.now.settings, even_lines=even_lines),
    )
    made = {
        seat: Line(hall.person(name), trip, jitter)
        for seat, (name, (trip, jitter)) in enumerate(zip(names, lines, strict=True), 1)
    }
    return Races(live, hall.clock, made, seed)
