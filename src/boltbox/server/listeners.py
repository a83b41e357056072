"""Who listens at a table, and as which audience?"""

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from enum import IntEnum
from typing import Protocol

from boltbox.rules.game import SPECTATOR, Audience, Seat
from boltbox.server.frames import Frame
from boltbox.server.store import Person
from boltbox.server.trips import Trips


class Close(IntEnum):
    """Says why a connection was closed."""

    TOO_SLOW = 1008  # it read nothing for too long
    FAILED = 1011  # the server made a mistake; it was noted
    COME_BACK = 1012  # the table will be there
    TOO_MANY = 1013  # connections of a person or an address
    OTHER_PROTOCOL = 4001  # only a reload of the page helps
    UNKNOWN_TABLE = 4004
    NO_HELLO = 4008  # nothing was said in time
    TOO_FAST = 4029  # it went on to say too much


class Listener(Protocol):
    """Is a connection as a table sees it."""

    person: Person | None
    watch: bool  # sees what spectators see, even who sits here elsewhere
    sits: int | None  # the suit of the chair that it chose of its person's: a seat's number may change
    trips: Trips  # how far away it is

    def put(self, frame: Frame, wait: int = 0) -> None:
        """Sends a frame after those before it, and after so many milliseconds; never blocks."""

    def feel(self) -> None:
        """Measures the line from now on, for a game in real time."""

    def close(self, code: Close) -> None:
        """Ends the connection after the frames before it."""


class Listeners:
    """Groups the connections of one table by what they may see."""

    def __init__(self) -> None:
        self._seats: dict[Listener, Seat | None] = {}
        self._audiences: dict[Audience, list[Listener]] = {}
        self._people: Counter[str] = Counter()

    def __iter__(self) -> Iterator[tuple[Listener, Seat | None]]:
        """Lists every connection with its seat."""
        return iter(tuple(self._seats.items()))

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._seats

    @property
    def audiences(self) -> dict[Audience, list[Listener]]:
        """Are the connections by what they may see."""
        return self._audiences

    @property
    def seated(self) -> tuple[tuple[Listener, Seat], ...]:
        """Lists the connections of those who sit here."""
        return tuple((one, seat) for one, seat in self._seats.items() if seat is not None)

    @property
    def people(self) -> AbstractSet[str]:
        """Are the people with a connection, those for watching apart."""
        return self._people.keys()

    def seat(self, listener: Listener) -> Seat | None:
        """Finds the seat of a connection; None watches."""
        return self._seats.get(listener)

    def put(self, listener: Listener, seat: Seat | None) -> None:
        """Adds a connection, or notes its new seat."""
        self.remove(listener)
        self._seats[listener] = seat
        if listener.person is not None and not listener.watch:
            self._people[listener.person.id] += 1
        self._audiences.setdefault(SPECTATOR if seat is None else seat, []).append(listener)

    def remove(self, listener: Listener) -> None:
        """Removes a connection that is gone."""
        if listener not in self._seats:
            return
        seat = self._seats.pop(listener)
        if listener.person is not None and not listener.watch:
            self._people[listener.person.id] -= 1
            self._people += Counter()  # keeps those above zero
        audience = SPECTATOR if seat is None else seat
        self._audiences[audience].remove(listener)
        if not self._audiences[audience]:
            del self._audiences[audience]
