"""How long may a seat think, and who plays it while nobody is there? What is known of it, and what happens.

The table's own events, the same for every game, lie in its entries beside the game's: so clocks, pauses and
absences survive a restart as the game does. `timed.py` decides when they happen.
"""

from typing import Final, Literal

from msgspec.structs import replace

from boltbox.rules.game import Action, Instant, Part, Piece, Public, Seat

WAIT: Final = "wait"  # nobody plays for who is absent
PASS: Final = "pass"  # the seat counts as one that nobody plays (LB-7.7)
RESUME_MS: Final = 30_000  # after a restart nothing is due sooner


class SeatClock(Piece, frozen=True):
    """Is a seat as the table itself knows it."""

    seat: Seat
    until: Instant | None = None  # when the time for the question now is up; None: as long as one likes
    away: bool = False  # the person isn't there for a while
    left: bool = False  # the person gave the seat up, and may take it back
    by: str | None = None  # who plays it meanwhile: a bot, or "pass"; None: nobody has to


class ClockPart(Part, frozen=True):
    """Shows the table's own clocks: the part `clock`, the same for everybody."""

    act_seconds: int | None  # time for a question; None: as long as one likes
    paused: Instant | None  # since when the game stands still
    paused_by: Seat | None  # the seat that did it; None: the table itself, as nobody was there
    seats: tuple[SeatClock, ...]


class Terms(Piece, frozen=True):
    """Is how a table is kept during a game."""

    people: tuple[Seat, ...]  # seats of people; bots sit at the others
    act_seconds: int | None = None
    absent: str = WAIT  # what becomes of a seat whose person is absent: WAIT, PASS or a bot's name


# What TABLE does, and what a seat may ask of it -------------------------------------------------------------


class SetPresence(Action, frozen=True):
    """Says whether the people of some seats are there."""

    seats: tuple[Seat, ...]
    presence: Literal["here", "away", "left"]
    alone: bool = False  # nobody is at the table, or not for long: then nobody stands in for anybody yet


class SetAbsent(Action, frozen=True):
    """Says what becomes of the seats of absent people from now on."""

    absent: str


class SetPause(Action, frozen=True):
    """Stops the game, or lets it go on; an action of the seat that asks for it."""

    on: bool


class GoOn(Action, frozen=True):
    """Goes on after the server was away: nothing is due at once."""

    seats: tuple[Seat, ...]
    terms: Terms  # for a game that began before tables had clocks
    since: Instant | None = None  # the last instant that the table knew; None: this one


TABLE_ACTIONS: Final[tuple[type[Action], ...]] = (SetPresence, SetAbsent, SetPause, GoOn)


# What happens -----------------------------------------------------------------------------------------------


class TableEvent(Public, frozen=True):
    """Says what happened at the table, whatever the game."""


class Agreed(TableEvent, frozen=True):
    """The game began at a table that is kept like this."""

    seats: tuple[Seat, ...]
    people: tuple[Seat, ...]  # seats of people; bots sit at the others
    act_seconds: int | None
    absent: str  # what becomes of a seat whose person is away or has left
    rules: int = 1  # the version of the game's rules; logs from before this was noted have the first


class RulesChanged(TableEvent, frozen=True):
    """The server came back with another version of the game's rules: from here on these are played."""

    before: int  # the version that was played until now
    rules: int  # the version that is played from here on


class AbsentSet(TableEvent, frozen=True):
    """From now on this becomes of a seat whose person is away or has left."""

    absent: str


class TimeBegan(TableEvent, frozen=True):
    """These seats have a question now, and so long to answer it."""

    seats: tuple[Seat, ...]
    question: int  # its number; the time of a seat runs once for each
    until: Instant


class Away(TableEvent, frozen=True):
    """A person isn't there for a while."""

    seat: Seat


class Back(TableEvent, frozen=True):
    """A person is there again, and plays from the next entry on."""

    seat: Seat


class Left(TableEvent, frozen=True):
    """A person gave up the seat, and may take it back until the end."""

    seat: Seat


class TakenOver(TableEvent, frozen=True):
    """Somebody else plays for a person who isn't there."""

    seat: Seat
    by: str  # a bot, or "pass"


class GivenBack(TableEvent, frozen=True):
    """Nobody else plays for the person any more."""

    seat: Seat


class Paused(TableEvent, frozen=True):
    """The game stands still."""

    by: Seat | None  # the seat that did it; None: the table itself, as nobody is there
    instant: Instant


class Resumed(TableEvent, frozen=True):
    """The game goes on; all that is due is due so much later."""

    moved: int  # milliseconds


class Moved(TableEvent, frozen=True):
    """The server was away; all that is due is due so much later."""

    moved: int  # milliseconds


TABLE_EVENTS: Final[tuple[type[TableEvent], ...]] = (
    *(Agreed, RulesChanged, AbsentSet, TimeBegan, Away, Back, Left),
    *(TakenOver, GivenBack, Paused, Resumed, Moved),
)


# What is known ----------------------------------------------------------------------------------------------


class Clock(Piece, frozen=True):
    """Is all that the table itself knows of a game: the fold of its own events."""

    seats: tuple[SeatClock, ...] = ()
    people: tuple[Seat, ...] = ()
    act_seconds: int | None = None
    absent: str = WAIT
    paused: Instant | None = None
    paused_by: Seat | None = None
    shift: int = 0  # how much later than the game thinks its own things are due
    questions: tuple[tuple[Seat, int], ...] = ()  # whose time has begun for which question
    rules: int = 1  # the version that is played by

    def seat(self, seat: Seat) -> SeatClock:
        """Finds a seat, also one that nothing is known of yet."""
        return next((one for one in self.seats if one.seat == seat), SeatClock(seat))

    @property
    def absentees(self) -> tuple[Seat, ...]:
        """Are the seats whose people are away or have left."""
        return tuple(one.seat for one in self.seats if one.away or one.left)

    @property
    def gone_for_good(self) -> tuple[Seat, ...]:
        """Are the seats whose people have left."""
        return tuple(one.seat for one in self.seats if one.left)

    @property
    def somebody_here(self) -> bool:
        """Tells whether a person is there."""
        return not set(self.people) <= set(self.absentees)

    @property
    def all_left(self) -> bool:
        """Tells whether every person gave up the seat."""
        return bool(self.people) and set(self.people) <= set(self.gone_for_good)

    def part(self) -> ClockPart:
        """Shows it to everybody."""
        return ClockPart(self.act_seconds, self.paused, self.paused_by, self.seats)


def wanted(clock: Clock, seat: SeatClock, *, real_time: bool) -> str | None:
    """Names who is to play for a seat whose person is absent, as agreed.

    A game in real time waits for nobody: only who left for good is out of it (LD-2.8, LD-4.3).
    """
    if not seat.away and not seat.left:
        return None
    if real_time and clock.absent in (WAIT, PASS):
        return PASS if seat.left else None
    return None if clock.absent == WAIT else clock.absent


def fold(clock: Clock, event: TableEvent) -> Clock:
    """Applies one of the table's own events."""
    if isinstance(event, Agreed):
        seats = tuple(SeatClock(seat) for seat in event.seats)
        return Clock(seats, event.people, event.act_seconds, event.absent, rules=event.rules)
    if isinstance(event, RulesChanged):
        return replace(clock, rules=event.rules)
    if isinstance(event, AbsentSet):
        return replace(clock, absent=event.absent)
    if isinstance(event, TimeBegan):
        return _time_began(clock, event)
    if isinstance(event, Paused):
        return replace(clock, paused=event.instant, paused_by=event.by)
    if isinstance(event, Resumed | Moved):
        return _moved(clock, event.moved)
    if isinstance(event, Away | Back | Left | TakenOver | GivenBack):
        return _with(clock, _changed(clock.seat(event.seat), event))
    raise TypeError(f"no event of a table: {type(event).__name__}")


def _changed(seat: SeatClock, event: Away | Back | Left | TakenOver | GivenBack) -> SeatClock:
    if isinstance(event, Away):
        return replace(seat, away=True)
    if isinstance(event, Back):
        return replace(seat, away=False, left=False)
    if isinstance(event, Left):
        return replace(seat, away=False, left=True)
    return replace(seat, by=event.by if isinstance(event, TakenOver) else None)


def _time_began(clock: Clock, event: TimeBegan) -> Clock:
    for seat in event.seats:
        clock = _with(clock, replace(clock.seat(seat), until=event.until))
    questions = dict(clock.questions) | dict.fromkeys(event.seats, event.question)
    return replace(clock, questions=tuple(sorted(questions.items())))


def _moved(clock: Clock, moved: int) -> Clock:
    seats = tuple(one if one.until is None else replace(one, until=one.until + moved) for one in clock.seats)
    return replace(clock, seats=seats, shift=clock.shift + moved, paused=None, paused_by=None)


def _with(clock: Clock, seat: SeatClock) -> Clock:
    others = (one for one in clock.seats if one.seat != seat.seat)
    return replace(clock, seats=tuple(sorted((*others, seat), key=lambda one: one.seat)))
