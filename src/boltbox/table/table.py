"""What happens to an action at a table? It becomes an entry, or it is refused; there is no third answer.

A bug in a game raises out of here and leaves the table as it was.
"""

from collections.abc import Iterable

import msgspec

from boltbox.rules.game import TABLE, Action, Actor, Event, Instant, Options, Seat, State, TimeUp
from boltbox.rules.luck import Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.table.log import Entry

_MOST_TICKS = 10_000  # at once; a game that asks for more never stops


class Request(msgspec.Struct, frozen=True, gc=False):
    """Is what an actor asks for, and which decision it answers."""

    actor: Actor
    action: Action
    decision: int | None = None  # None: of the table's own actions
    id: str | None = None  # the client's


class Answer(msgspec.Struct, frozen=True, gc=False):
    """Is what became of a request: why it was refused, if it was; ticks that were due went before it."""

    entries: tuple[Entry, ...] = ()
    refusal: Refusal | None = None


class Position(msgspec.Struct, frozen=True, gc=False):
    """Is where a table stands; a table can return to any position it had."""

    version: int = 0
    instant: Instant = 0
    state: State | None = None


class Table:
    """Plays one game: decides, folds and counts."""

    def __init__(self, game: AnyGame, luck: Luck) -> None:
        self.game = game
        self.position = Position()
        self.luck = luck

    @property
    def state(self) -> State | None:
        """Is the position of the game; None before the start."""
        return self.position.state

    @property
    def over(self) -> bool:
        """Tells whether the game has ended."""
        return self.state is not None and self.game.outcome(self.state) is not None

    @property
    def due(self) -> Instant | None:
        """Is when the table must tick, or None."""
        return None if self.state is None or self.over else self.game.due(self.state)

    def start(self, options: Options, seats: tuple[Seat, ...], instant: Instant) -> Answer:
        """Begins the game, unless it has begun or can't begin like this."""
        if self.state is not None:
            return Answer(refusal=Refusal("already_started", "table"))
        refusal = self.game.check(options, len(seats))
        if refusal is not None:
            return Answer(refusal=refusal)
        events = self.game.start(options, seats, instant, self.luck)
        return Answer((self._keep(self._entry(self.position, Request(TABLE, _TICK), instant, events)),))

    def submit(self, request: Request, instant: Instant, *, first: bool = False) -> Answer:
        """Decides a request at an instant; ticks that were due by then go first, each its own entry.

        What moves all that is due, as after the server was away, may go before them.
        """
        if self.state is None:
            return Answer(refusal=Refusal("not_started", "table"))
        ticks = () if first else self._ticks(instant)
        position = _after(ticks[-1]) if ticks else self.position
        outcome = self._decide(position, request, instant)
        entries = ticks if isinstance(outcome, Refusal) else (*ticks, outcome)
        if entries:
            self._keep(entries[-1])
        return Answer(entries, outcome if isinstance(outcome, Refusal) else None)

    def tick(self, instant: Instant) -> tuple[Entry, ...]:
        """Does all that was due by an instant."""
        ticks = self._ticks(instant)
        if ticks:
            self._keep(ticks[-1])
        return ticks

    def load(self, entries: Iterable[Entry]) -> None:
        """Goes on after the last of the entries of a log."""
        for entry in entries:
            self._keep(entry)

    def _decide(self, position: Position, request: Request, instant: Instant) -> Entry | Refusal:
        state = _started(position)
        if request.decision is not None and self.game.outcome(state) is None:
            if "ask" not in self.game.sources(state, request.actor):  # only seats have decisions
                return Refusal("not_seated", "seat")
            # A seat's answer to an older ask must never count for the ask that is open now.
            if request.decision != self.game.decision(state, request.actor):
                return Refusal("already_decided", "decision")
        instant = max(instant, position.instant)
        events = self.game.act(state, request.actor, request.action, instant, self.luck)
        if isinstance(events, Refusal):
            return events
        return self._entry(position, request, instant, events)

    def _ticks(self, instant: Instant) -> tuple[Entry, ...]:
        """Lists the ticks that are due; each carries the instant it was due at, not when it ran."""
        ticks: list[Entry] = []
        position = self.position
        while (due := self._due_at(position)) is not None and due <= instant:
            if len(ticks) == _MOST_TICKS:
                raise RuntimeError(f"{self.game.name} never stops ticking")
            tick = self._decide(position, Request(TABLE, _TICK), due)
            if isinstance(tick, Refusal):
                raise RuntimeError(f"{self.game.name} refused its own tick: {tick.sentence}")
            ticks.append(tick)
            position = _after(tick)
        return tuple(ticks)

    def _due_at(self, position: Position) -> Instant | None:
        state = position.state
        return None if state is None or self.game.outcome(state) is not None else self.game.due(state)

    def _entry(
        self, position: Position, request: Request, instant: Instant, events: tuple[Event, ...]
    ) -> Entry:
        return Entry(
            version=position.version + 1,
            instant=max(instant, position.instant),
            actor=request.actor,
            id=request.id,
            decision=request.decision,
            action=None if request.action is _TICK else request.action,
            events=events,
            before=position.state,
            after=self.game.fold(position.state, events),
        )

    def _keep(self, entry: Entry) -> Entry:
        self.position = _after(entry)
        return entry


_TICK = TimeUp(TABLE)  # what the game itself waited for is due


def _after(entry: Entry) -> Position:
    return Position(entry.version, entry.instant, entry.after)


def _started(position: Position) -> State:
    if position.state is None:
        raise ValueError("the game hasn't started")
    return position.state
