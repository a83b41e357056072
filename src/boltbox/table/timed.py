"""How does a game get the clocks of a table? It is played as before, inside a game that also keeps time.

Its state is the game's and the clock's; its events are the game's and the table's own. The game's own time
stands still in a pause: what it calls now is the instant less all that was moved.
"""

from dataclasses import replace
from typing import Final, cast

from boltbox.rules import game
from boltbox.rules.game import (
    TABLE,
    Action,
    Actor,
    Audience,
    Deserted,
    Event,
    Game,
    Instant,
    Options,
    Part,
    Played,
    Seat,
    State,
    TableAction,
    TimeStood,
    TimeUp,
    Told,
)
from boltbox.rules.luck import Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.table import clock as c
from boltbox.table.clock import PASS, RESUME_MS, Clock, ClockPart, TableEvent, Terms

CLOCK: Final = "clock"  # the name of the table's own part


class TimedOptions(game.Options, frozen=True):
    """Is what was agreed for a game, and how its table is kept."""

    options: Options
    terms: Terms


class TimedState(State, frozen=True):
    """Is a position of a game and of its clocks."""

    game: State
    clock: Clock


def timed(plain: AnyGame) -> AnyGame:
    """Gives a game the clocks of a table."""
    return cast(AnyGame, Timed(plain).made())


def clock_of(state: State | None) -> Clock:
    """Reads the clocks of a position; nothing is known of them before the start."""
    return state.clock if isinstance(state, TimedState) else Clock()


def game_of(state: State) -> State:
    """Reads the position of the game itself."""
    return state.game if isinstance(state, TimedState) else state


_OF_CLOCKS: Final = (
    c.SetPresence,
    c.SetAbsent,
    c.SetPause,
    c.GoOn,
)  # no union, which would be built each time


class Timed:
    """Keeps the contract of a game for a game with clocks."""

    def __init__(self, plain: AnyGame) -> None:
        self._game = plain

    def made(self) -> Game[Options, TimedState, Action]:
        """Puts the functions together."""
        plain = cast(Game[Options, TimedState, Action], self._game)
        inner = self._game
        return replace(
            plain,
            event_types=(*inner.event_types, *c.TABLE_EVENTS),
            told_types=(*inner.told_types, *c.TABLE_EVENTS),
            part_types={**inner.part_types, CLOCK: ClockPart},
            check=lambda options, seats: inner.check(_plain(options), seats),
            house_rules=lambda options, seats: inner.house_rules(_plain(options), seats),
            start=self.start,
            act=self.act,
            due=self.due,
            apply=self.apply,
            decision=lambda state, seat: inner.decision(state.game, seat),
            question=lambda state, seat: inner.question(state.game, seat),
            ask=lambda state, seat: inner.ask(state.game, seat),
            legal=lambda state, seat: inner.legal(state.game, seat),
            to_act=lambda state: inner.to_act(state.game),
            tell=self.tell,
            sources=self.sources,
            part=self.part,
            outcome=lambda state: inner.outcome(state.game),
            write=lambda state: inner.write(state.game),
            read=lambda line: TimedState(inner.read(line), Clock()),
        )

    def start(
        self, options: Options, seats: tuple[Seat, ...], instant: Instant, luck: Luck
    ) -> tuple[Event, ...]:
        """Begins a game at a table that is kept as agreed."""
        terms = options.terms if isinstance(options, TimedOptions) else Terms(people=seats)
        events = self._game.start(_plain(options), seats, instant, luck)
        turn = _Turn(self._game, TimedState(self._game.fold(None, events), Clock()), instant, luck)
        turn.emit(c.Agreed(seats, terms.people, terms.act_seconds, terms.absent, self._game.rules))
        turn.begin_times()
        return (*events, *turn.events)

    def act(
        self, state: TimedState, actor: Actor, action: Action, instant: Instant, luck: Luck
    ) -> tuple[Event, ...] | Refusal:
        """Decides what an action does to the game and to its clocks."""
        clock = state.clock
        if isinstance(action, _OF_CLOCKS):
            turn = _Turn(self._game, state, instant, luck)
            return self._act_for_table(turn, actor, action) or tuple(turn.events)
        if isinstance(action, TimeUp) and action.seat == TABLE:
            action = self._due_now(state, instant)
        elif clock.paused is not None and actor != TABLE:
            return Refusal("paused", "table")
        events = self._game.act(state.game, actor, action, instant - clock.shift, luck)
        if clock.act_seconds is None or isinstance(events, Refusal):
            return events
        turn = _Turn(self._game, TimedState(self._game.fold(state.game, events), clock), instant, luck)
        turn.begin_times()
        return (*events, *turn.events)

    def due(self, state: TimedState) -> Instant | None:
        """Is when the game or a seat's time is due; nothing is in a pause."""
        clock = state.clock
        if clock.paused is not None:
            return None
        due = self._game.due(state.game)
        dues = [] if due is None else [due + clock.shift]
        if clock.act_seconds is not None:
            dues += [until for until, _ in self._seats_due(state)]
        return min(dues, default=None)

    def apply(self, state: TimedState | None, event: Event) -> TimedState:
        """Applies an event of the game or of the table. Raises ValueError as the game does."""
        if isinstance(event, TableEvent):
            if state is None:
                raise ValueError(f"a log doesn't begin with {type(event).__name__}")
            return TimedState(state.game, c.fold(state.clock, event))
        if state is None:
            return TimedState(self._game.apply(None, event), Clock())
        return TimedState(self._game.apply(state.game, event), state.clock)

    def tell(self, event: Event, audience: Audience) -> Told | None:
        """Tells everybody what happened at the table, and of the game what the game tells."""
        return event if isinstance(event, TableEvent) else self._game.tell(event, audience)

    def sources(self, state: TimedState, audience: Audience) -> dict[str, tuple[object, ...]]:
        """Names the parts that an audience sees: the game's, and the clocks."""
        parts = self._game.sources(state.game, audience)
        parts[CLOCK] = (state.clock,)
        return parts

    def part(self, state: TimedState, audience: Audience, name: str) -> Part:
        """Shows one part."""
        return state.clock.part() if name == CLOCK else self._game.part(state.game, audience, name)

    def _seats_due(self, state: TimedState) -> list[tuple[Instant, Seat]]:
        """Lists the seats whose answer is awaited, with the instant when their time is up."""
        awaited = self._game.to_act(state.game)
        return [
            (one.until, one.seat)
            for one in state.clock.seats
            if one.until is not None and one.seat in awaited
        ]

    def _due_now(self, state: TimedState, instant: Instant) -> TimeUp:
        """Names what is due first: what the game waits for, or the time of a seat."""
        due = self._game.due(state.game)
        until, seat = min(self._seats_due(state), default=(None, TABLE))
        if until is None or (due is not None and due + state.clock.shift <= min(until, instant)):
            return TimeUp(TABLE)
        return TimeUp(seat)

    def _act_for_table(
        self, turn: "_Turn", actor: Actor, action: c.SetPresence | c.SetAbsent | c.SetPause | c.GoOn
    ) -> Refusal | None:
        if self._game.outcome(turn.state.game) is not None:
            return Refusal("game_over", "action")
        if isinstance(action, c.SetPause):
            return turn.set_pause(actor, on=action.on)
        if actor != TABLE:
            return Refusal("not_yours", "action")
        if isinstance(action, c.SetPresence):
            for seat in action.seats:
                turn.set_presence(seat, action.presence)
        elif isinstance(action, c.SetAbsent):
            turn.emit(c.AbsentSet(action.absent))
        else:
            turn.go_on(action, self.due(turn.state))
        if self._game.real_time and turn.state.clock.all_left:
            turn.ask_game(Deserted())
        else:
            turn.stand_in(alone=isinstance(action, c.SetPresence) and action.alone)
        turn.begin_times()
        self._hold(turn)
        return None if turn.events else Refusal("already_decided", "action")

    def _hold(self, turn: "_Turn") -> None:
        """Pauses what would come due while nobody is there."""
        clock, over = turn.state.clock, self._game.outcome(turn.state.game) is not None
        if over or clock.somebody_here or clock.paused is not None:
            return
        if self._game.real_time or self.due(turn.state) is not None:
            turn.emit(c.Paused(None, turn.instant))


class _Turn:
    """Is one decision of a table in the making; each event is applied at once, so the next one sees it."""

    def __init__(self, plain: AnyGame, state: TimedState, instant: Instant, luck: Luck) -> None:
        self.state = state
        self.instant = instant
        self.events: list[Event] = []
        self._game = plain
        self._luck = luck

    def emit(self, event: TableEvent) -> None:
        """Adds an event of the table."""
        self.events.append(event)
        self.state = TimedState(self.state.game, c.fold(self.state.clock, event))

    def set_presence(self, seat: Seat, presence: str) -> None:
        """Notes that a person came, went or left; what was paused because nobody was there goes on."""
        clock, known = self.state.clock, self.state.clock.seat(seat)
        if seat not in clock.people:
            return
        if presence == "left" and not known.left:
            self.emit(c.Left(seat))
        elif presence == "away" and not known.away and not known.left:
            self.emit(c.Away(seat))
        elif presence == "here" and (known.away or known.left):
            self.emit(c.Back(seat))
            if clock.paused is not None and clock.paused_by is None:
                self._resume(clock.paused)

    def set_pause(self, seat: Seat, *, on: bool) -> Refusal | None:
        """Stops the game, or lets it go on."""
        paused = self.state.clock.paused
        if on and paused is not None:
            return Refusal("paused", "table")
        if not on and paused is None:
            return Refusal("not_paused", "table")
        if paused is None:
            self.emit(c.Paused(seat, self.instant))
        else:
            self._resume(paused)
        return None

    def _resume(self, paused: Instant) -> None:
        """Goes on after a pause: what was due moves by its length; in real time the game counts in anew."""
        if self._game.real_time:
            self.emit(c.Resumed(0))
            self.ask_game(TimeStood(paused))
        else:
            self.emit(c.Resumed(max(0, self.instant - paused)))

    def go_on(self, action: c.GoOn, due: Instant | None) -> None:
        """Moves all that is due so that nothing is at once."""
        if not self.state.clock.seats:
            terms = action.terms
            self.emit(c.Agreed(action.seats, terms.people, terms.act_seconds, terms.absent))
        before = self.state.clock.rules
        if before != self._game.rules:
            self.emit(c.RulesChanged(before, self._game.rules))
        if self._game.real_time:
            self._wait_for_people(action)
        elif due is not None and due < self.instant + RESUME_MS:
            self.emit(c.Moved(self.instant + RESUME_MS - due))

    def _wait_for_people(self, action: c.GoOn) -> None:
        """Lets a game in real time stand still until somebody is connected again (LD-2.7)."""
        clock = self.state.clock
        for seat in clock.people:
            if not clock.seat(seat).away and not clock.seat(seat).left:
                self.emit(c.Away(seat))
        if clock.paused is None:
            self.emit(c.Paused(None, self.instant if action.since is None else action.since))

    def stand_in(self, *, alone: bool) -> None:
        """Lets somebody play for those who are absent, as agreed, and for nobody else.

        Nothing changes for the absent while nobody is there, or hardly anybody: after a bad network or a
        restart all come back one by one. When all have left for good, the seats count as not played if that
        was agreed (LB-7.7).
        """
        for seat in self.state.clock.people:
            clock = self.state.clock
            known = clock.seat(seat)
            wanted = c.wanted(clock, known, real_time=self._game.real_time)
            nobody = alone or not clock.somebody_here
            if (known.away or known.left) and nobody and not (clock.all_left and wanted == PASS):
                wanted = known.by
            if wanted == known.by:
                continue
            if known.by is not None:
                self.emit(c.GivenBack(seat))
                self._play(seat, known.by, played=True)
            if wanted is not None:
                self.emit(c.TakenOver(seat, wanted))
                self._play(seat, wanted, played=False)

    def _play(self, seat: Seat, by: str, *, played: bool) -> None:
        """Tells the game whether anybody plays a seat; a bot plays as a person would."""
        if by == PASS:
            self.ask_game(Played(seat, played))

    def ask_game(self, action: TableAction) -> None:
        """Lets the game decide what the table asks of it; what it refuses changes nothing."""
        if self._game.outcome(self.state.game) is not None:
            return
        now = self.instant - self.state.clock.shift
        events = self._game.act(self.state.game, TABLE, action, now, self._luck)
        if not isinstance(events, Refusal):
            self.events += events
            self.state = TimedState(self._game.fold(self.state.game, events), self.state.clock)

    def begin_times(self) -> None:
        """Begins the time of every seat that has a new question (LB-3.8).

        A question is the game's: a number that came with all that answers it, or a choice of boxes. So
        neither a chain of bonuses nor a step taken back begins it anew.
        """
        state, clock = self.state.game, self.state.clock
        if clock.act_seconds is None or self._game.outcome(state) is not None:
            return
        begun = dict(clock.questions)
        new: dict[int, list[Seat]] = {}
        for one in clock.seats:
            question = self._game.question(state, one.seat)
            if question is not None and begun.get(one.seat) != question:
                new.setdefault(question, []).append(one.seat)
        # In a pause no time passes; what is due is moved by all of it when the game goes on.
        now = self.instant if clock.paused is None else clock.paused
        for question, seats in new.items():
            self.emit(c.TimeBegan(tuple(seats), question, now + 1000 * clock.act_seconds))


def _plain(options: Options) -> Options:
    return options.options if isinstance(options, TimedOptions) else options
