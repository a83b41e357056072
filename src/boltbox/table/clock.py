"""How long may a seat think, and who plays it while nobody is there? What is known of it, and what happens.

The table's own events, the same for every game, lie in its entries beside the game's: so clocks, pauses and
absences survive a restart as the game does. `timed.py` puts them together with a game.
"""

from typing import Final

from boltbox.rules.game import Instant, Part, Piece, Public, Seat

WAIT: Final = "wait"  # nobody plays for who is absent
PASS: Final = "pass"  # the seat counts as not played (LB-7.7)
RESUME_MS: Final = 30_000  # after a restart nothing is due sooner


class SeatClock(Piece, frozen=True):
    """Is a seat as the table itself knows it."""

    seat: Seat
    until: Instant | None = None  # when the time for the question now is up; None: as long as one likes
    away: bool = False  # the person isn't there for a while
    left: bool = False  # the person gave the seat up, and may take it back
    bot: str | None = None  # plays for the person meanwhile


class ClockPart(Part, frozen=True):
    """Shows the table's own clocks: the part `clock`, the same for everybody."""

    act_seconds: int | None  # time for a question; None: as long as one likes
    paused: Instant | None  # since when the game stands still
    by: Seat | None  # who paused it; None: the table itself, as nobody was there
    seats: tuple[SeatClock, ...]


# What happens -----------------------------------------------------------------------------------------------


class Agreed(Public, frozen=True):
    """The game began at a table that is kept like this."""

    people: tuple[Seat, ...]  # seats of people; bots sit at the others
    act_seconds: int | None
    absent: str  # what becomes of a seat whose person is away or has left


class AbsentSet(Public, frozen=True):
    """From now on this becomes of a seat whose person is away or has left."""

    absent: str


class TimeBegan(Public, frozen=True):
    """These seats have a question now, and so long to answer it."""

    seats: tuple[Seat, ...]
    question: int  # its number; the time of a seat runs once for each
    until: Instant


class Away(Public, frozen=True):
    """A person isn't there for a while."""

    seat: Seat


class Back(Public, frozen=True):
    """A person is there again, and plays from the next entry on."""

    seat: Seat


class Left(Public, frozen=True):
    """A person gave up the seat, and may take it back until the end."""

    seat: Seat


class TakenOver(Public, frozen=True):
    """A bot plays for a person who isn't there."""

    seat: Seat
    bot: str


class GivenBack(Public, frozen=True):
    """No bot plays for the person any more."""

    seat: Seat


class Paused(Public, frozen=True):
    """The game stands still."""

    by: Seat | None  # None: the table itself, as nobody is there
    instant: Instant


class Resumed(Public, frozen=True):
    """The game goes on; all that is due is due so much later."""

    moved: int  # milliseconds


class Moved(Public, frozen=True):
    """The server was away; all that is due is due so much later."""

    moved: int  # milliseconds


TABLE_EVENTS: Final[tuple[type[Public], ...]] = (
    *(Agreed, AbsentSet, TimeBegan, Away, Back, Left),
    *(TakenOver, GivenBack, Paused, Resumed, Moved),
)
