"""What does the server keep in memory of one table that somebody uses?"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from boltbox.rules.game import SPECTATOR, Instant, Seat
from boltbox.rules.luck import Luck, Sha256Luck
from boltbox.rules.refusals import Refusal
from boltbox.server.answers import Answers, Key
from boltbox.server.frames import Frame, Frames
from boltbox.server.listeners import Listener, Listeners
from boltbox.server.lobby import Next, Onlooker, Standing, TableLobby
from boltbox.server.store import Batch, Person, Store
from boltbox.server.talk import Talk
from boltbox.table.codec import Codec
from boltbox.table.log import Entry
from boltbox.table.seats import Chair
from boltbox.table.table import Position, Table
from boltbox.table.timed import clock_of

NOWHERE: Final = -1  # no suit: a connection that chose to sit nowhere for a while


class Saver(Protocol):
    """Saves what tables decided, all that waits in one transaction."""

    async def save(self, table: str, batch: Batch) -> None:
        """Returns when a batch is durable. Raises Conflict when somebody else wrote the table."""


@dataclass(frozen=True)
class Desk:
    """Is what the tables of a server share."""

    store: Store
    saver: Saver
    clock: Callable[[], Instant]
    open_again: Callable[["LiveTable", "Opening"], Awaitable[Next]]  # opens a table with the same people


@dataclass(frozen=True)
class Opening:
    """Is who asks for a table to play again, and the hash of their page's word."""

    person: Person
    seal: str | None


class Sitting(NamedTuple):
    """Is a connection that sits down at another seat of its person; it changes nothing that is kept."""

    listener: Listener
    seat: Seat | None
    id: str


@dataclass(slots=True, eq=False)
class Decided:
    """Is one thing that was decided, with all who wait for it and where the table stands after it."""

    entries: tuple[Entry, ...] = ()
    refusal: Refusal | None = None
    standing: Standing | None = None  # where the lobby shows something else now
    opens: Opening | None = None  # a table to play again
    words: bytes | None = None  # what pages added to the deal, as its game begins
    already: int | None = None  # the answer to a repeat: when the action was accepted
    sits: Sitting | None = None  # a connection at another seat of its person
    key: Key | None = None
    askers: list[Listener] = field(default_factory=list)
    position: Position = field(default_factory=Position)
    awaited: asyncio.Future[bool] | None = None  # of who asks without a connection: whether it was saved

    @property
    def saves(self) -> bool:
        """Tells whether something must be saved before anybody hears of it."""
        return bool(self.entries) or self.standing is not None or self.opens is not None

    def settle(self, *, saved: bool) -> None:
        """Tells who waits without a connection, and still does, what became of it."""
        if self.awaited is not None and not self.awaited.done():
            self.awaited.set_result(saved)


class LiveTable:
    """Is a table in memory: what is decided runs ahead, what is saved is what everybody sees."""

    def __init__(self, table: Table, lobby: TableLobby, codec: Codec, desk: Desk) -> None:
        self.id = lobby.agreed.row.id
        self.game = table.game
        self.table = table
        self.lobby = lobby
        self.codec = codec
        self.desk = desk
        self.frames = Frames(table.game)
        self.listeners = Listeners()
        self.talk = Talk(self.id, self.listeners)
        self.missing: dict[str, Instant] = {}  # people who sit here but have no connection -> since when
        self.company_since: Instant | None = None  # since when at least one of them has one
        self.answers: Answers[Decided] = Answers({})
        self.saved = table.position
        self.bot_luck: Luck = Sha256Luck(b"")  # of the deal, once it is known
        self.sealers: dict[str, Listener] = {}  # person -> the page that keeps the word
        self.words: dict[str, str] = {}  # person -> the word that came: told to nobody before the end
        self._plain_luck: Luck | None = None  # of the deal before words went into it
        self._ahead = 0  # of the server's clock: a log that this server goes on with may be
        self.attend()

    def clock(self) -> Instant:
        """Is the table's own clock; it never runs back."""
        return self.desk.clock() + self._ahead

    def load(self, entries: list[Entry]) -> None:
        """Goes on after a log."""
        self.table.load(entries)
        self.saved = self.table.position
        self.answers = Answers(self.frames.load(entries, self.seats))
        self._ahead = max(0, self.saved.instant - self.desk.clock())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Are the taken seats as saved."""
        return tuple(chair.seat for chair in self.lobby.saved.company.chairs)

    def undo(self) -> None:
        """Returns to what is saved."""
        self.table.position = self.saved
        self.lobby.now = self.lobby.saved
        if self.lobby.now.until is not None:
            self.unseal()
            self.lobby.saved = self.lobby.now
        self._without_words()

    def add_luck(self, luck: Luck) -> None:
        """Draws from here on from a seed that has the words of pages in it."""
        self._plain_luck = self._plain_luck or self.table.luck
        self.table.luck = luck

    def unseal(self) -> None:
        """Opens the table again that was about to start; told words count for no deal any more."""
        self.lobby.now = replace(self.lobby.now, until=None, seals={})
        self._without_words()

    def _without_words(self) -> None:
        self.words.clear()
        if self._plain_luck is not None and self.table.state is None:
            self.table.luck, self._plain_luck = self._plain_luck, None

    def stand(self, standing: Standing) -> None:
        """Notes what is saved about who sits and how the game stands; connections follow their seats.

        Who has another seat in a running game sees another view from now on.
        """
        begins = self.lobby.saved.status == "open" != standing.status
        self.lobby.saved = standing
        for listener, seat in self.listeners:
            if seat != (now := self.seat_for(listener)):
                self.listeners.put(listener, now)
                if self.frames.state is not None:
                    listener.put(self.frames.whole(SPECTATOR if now is None else now, None))
        if begins:
            self.frames.begin(self.seats)
        self.attend()

    @property
    def here(self) -> set[str]:
        """Are the people with a connection, those for watching apart."""
        return set(self.listeners.people)

    @property
    def present(self) -> set[Seat]:
        """Are the seats whose person is here, and hasn't left."""
        here, chairs = self.listeners.people, self.lobby.saved.company.chairs
        return {chair.seat for chair in chairs if chair.person in here and not self._left(chair.seat)}

    def attend(self) -> None:
        """Notes who of those who sit here has no connection, and since when."""
        chairs, here, now = self.lobby.now.company.chairs, self.here, self.clock()
        sitting = {
            chair.person for chair in chairs if chair.person is not None and not self._left(chair.seat)
        }
        self.missing = {person: self.missing.get(person, now) for person in sitting if person not in here}
        if len(self.missing) == len(sitting):
            self.company_since = None
        elif self.company_since is None:
            self.company_since = now

    def seat_for(self, listener: Listener) -> Seat | None:
        """Finds the seat that a connection sits at; None watches, as who left the seat does.

        Where several play on one device, it sits nowhere during the game until it says where: nobody is shown
        what another one on this device may see.
        """
        mine = self.mine(listener)
        chosen = next((chair.seat for chair in mine if chair.suit == listener.sits), None)
        if chosen is not None:
            return chosen
        return self.own_seat(listener) if len(mine) == 1 or self.lobby.saved.status == "open" else None

    def own_seat(self, listener: Listener) -> Seat | None:
        """Finds the own seat of a connection's person, unless it was left."""
        return next((chair.seat for chair in self.mine(listener) if not chair.guest), None)

    def mine(self, listener: Listener) -> tuple[Chair, ...]:
        """Finds the seats on the device of a connection's person that weren't left."""
        if listener.watch or listener.person is None:
            return ()
        chairs = self.lobby.saved.company.chairs_of(listener.person.id)
        return tuple(chair for chair in chairs if not self._left(chair.seat))

    def choose_chair(self, listener: Listener, seat: Seat | None) -> Refusal | None:
        """Notes at which of its person's seats a connection wants to sit."""
        chair = next((one for one in self.mine(listener) if one.seat == seat), None)
        if chair is None and seat is not None:
            return Refusal("not_your_seat", "seat", {"seat": seat})
        listener.sits = NOWHERE if chair is None else chair.suit
        return None

    def _left(self, seat: Seat) -> bool:
        return clock_of(self.frames.state).seat(seat).left

    def shown_name(self, person: Person, seat: Seat | None = None) -> str:
        """Names a person, or the guest at a seat of theirs, as the table does."""
        seat = self.lobby.seat_of(person) if seat is None else seat
        shown = zip(self.lobby.saved.company.chairs, self.lobby.names(), strict=True)
        return next((name for chair, name in shown if chair.seat == seat), person.name)

    def lobby_frame(self, listener: Listener, answers: str | None = None) -> Frame:
        """Makes the frame that shows the lobby to one connection."""
        you = self.listeners.seat(listener)
        own = None if listener.watch else self.lobby.seat_of(listener.person)
        yours = own if own is not None and self._left(own) and self.lobby.saved.status == "running" else None
        clock = clock_of(self.frames.state)
        onlooker = Onlooker(you, yours, listener.watch, tuple(chair.seat for chair in self.mine(listener)))
        return self.lobby.frame(onlooker, self.present, clock, answers)

    def show_lobby(self, answers: dict[Listener, str] | None = None, but: Listener | None = None) -> None:
        """Shows the lobby to everybody who listens, to some as an answer."""
        for listener, _ in self.listeners:
            if listener is not but:
                listener.put(self.lobby_frame(listener, (answers or {}).get(listener)))
