"""What do tests need to sit at a live table without a network? A store in memory, a clock, listeners."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from boltbox.bots import Bot
from boltbox.rules.game import Seat
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.committer import Committer
from boltbox.server.frames import Frame
from boltbox.server.listeners import Close
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Act, Again, Hello, Join, NewTable, Start
from boltbox.server.queries import KEPT
from boltbox.server.reconnect import greet
from boltbox.server.store import Batch, CodeTaken, Door, EntryRow, Person, ResultRow, TableRow
from boltbox.server.tables import Tables
from boltbox.server.trips import Trips
from tests.tiny import TINY

GAMES: dict[str, AnyGame] = {**SHELF, "tiny": TINY}

Json = dict[str, Any]


class Clock:
    """Is a clock that stands still unless it is told otherwise."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.runs: Callable[[], int] = lambda: 0

    def __call__(self) -> int:
        return self.now + self.runs()


class MemoryStore:
    """Keeps tables in memory; saving waits where a test wants it to, and fails where it wants that."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.log: dict[str, list[EntryRow]] = {}
        self.results: list[ResultRow] = []
        self.known: dict[str, Person] = {}
        self.batches: list[Batch] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.failure: Exception | None = None

    async def save(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        await self.gate.wait()
        if self.failure is not None:
            return [self.failure] * len(batches)
        for table, batch in batches:
            self.batches.append(batch)
            self.log.setdefault(table, []).extend(batch.entries)
            self.results.extend(batch.results)
            if batch.status is not None:
                self.rows[table] = replace(self.rows[table], status=batch.status)
            if batch.words is not None:
                self.rows[table] = replace(self.rows[table], words=batch.words)
            row, names = self.rows[table], dict(batch.names)
            chairs = (replace(chair, name=names.get(chair.seat, chair.name)) for chair in row.chairs)
            self.rows[table] = replace(row, chairs=tuple(chairs))
        return [None] * len(batches)

    async def new_table(self, table: TableRow) -> None:
        if any(row.code == table.code and row.status == "open" for row in self.rows.values()):
            raise CodeTaken
        self.rows[table.id] = table

    async def table(self, table: str) -> TableRow | None:
        return self.rows.get(table)

    async def keep(self, table: TableRow) -> None:
        await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        known = self.rows[table.id]
        kept = {name: getattr(table, name) for name in ("chairs", *KEPT)}
        self.rows[table.id] = replace(known, **kept)

    async def table_of(self, door: Door) -> str | None:
        for row in self.rows.values():
            if row.watch == door.watch if door.watch else row.code == door.code:
                return row.id
        return None

    async def set_next(self, table: str, next_table: str) -> None:
        self.rows[table] = replace(self.rows[table], next=next_table)

    async def set_digest(self, table: str, digest: str) -> None:
        self.rows[table] = replace(self.rows[table], digest=digest)

    async def results_of(self, table: str) -> list[ResultRow]:
        return [row for row in self.results if row.table == table]

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        return {one: self.known[one] for one in ids}

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        rows = [row for row in self.rows.values() if any(chair.person == person for chair in row.chairs)]
        return [row for row in rows if row.status in ("open", "running")][:limit]

    async def running(self, since: int = 0) -> list[str]:
        return [row.id for row in self.rows.values() if row.status == "running"]

    async def entries(self, stream: str, after: int = 0) -> list[EntryRow]:
        return self.log.get(stream, [])[after:]

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)


@dataclass(eq=False)
class Ear:
    """Is a listener that keeps all it is sent."""

    person: Person | None
    watch: bool = False
    frames: list[Json] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    closed: list[Close] = field(default_factory=list)
    sits: int | None = None
    trips: Trips = field(default_factory=Trips)
    waits: list[int] = field(default_factory=list)  # how long each frame was to wait
    felt: bool = False

    def feel(self) -> None:
        self.felt = True

    def put(self, made: Frame, wait: int = 0) -> None:
        self.waits.append(wait)
        self.texts.append(made.text)
        self.frames.append(json.loads(made.text))

    def close(self, code: Close) -> None:
        self.closed.append(code)

    def of(self, tag: str) -> list[Json]:
        return [each for each in self.frames if each["t"] == tag]

    def answers(self, id_: str) -> list[Json]:
        return [each for each in self.frames if each.get("for") == id_]

    def answer(self, id_: str) -> Json:
        (only,) = self.answers(id_)
        return only


_ids = count(1)


@dataclass
class Hall:
    """Is a small server without a network."""

    store: MemoryStore
    clock: Clock
    tables: Tables

    async def open(
        self, people: tuple[str, ...] = ("ann", "bob"), game: str = "tiny", **new: Any
    ) -> tuple[Mailbox, list[Ear]]:
        """Opens a table, sits people down and starts unless told otherwise."""
        start = new.pop("start", True)
        sitting = [self.person(name) for name in people]
        card = await self.tables.open_table(sitting[0], NewTable(game, **new))
        mailbox = await self.tables.find(card.table)  # type: ignore[union-attr]
        assert mailbox is not None
        ears = [self.enter(mailbox, person) for person in sitting]
        for ear in ears[1:]:
            mailbox.post(ear, Join(f"join{next(_ids)}"))
            await mailbox.empty()
        if start:
            mailbox.post(ears[0], Start(f"start{next(_ids)}"))
            await mailbox.empty()
        return mailbox, ears

    def person(self, name: str) -> Person:
        return self.store.known.setdefault(name, Person(name, name.title(), len(self.store.known), 0))

    def enter(
        self, mailbox: Mailbox, person: Person | None, seen: int | None = None, *, watch: bool = False
    ) -> Ear:
        ear = Ear(person)
        ear.watch = watch
        greet(mailbox, ear, Hello(1, seen=seen))
        return ear


def make_hall(bots: Mapping[str, Bot] | None = None, store: MemoryStore | None = None, **more: Any) -> Hall:
    """Makes a hall; must run inside an event loop."""
    store, clock = store or MemoryStore(), Clock()
    tables = Tables(store, Committer(store), clock, games=GAMES, bots=lambda _: bots or {}, **more)
    return Hall(store, clock, tables)


def act(mailbox: Mailbox, ear: Ear, action: Json | str, decision: int | None = None, id_: str = "") -> str:
    """Posts an action, by default as an answer to the open ask; returns its id."""
    seat = mailbox.live.listeners.seat(ear)
    state = mailbox.live.table.state
    if decision is None:
        decision = 0 if state is None or seat is None else mailbox.live.game.decision(state, seat)
    id_ = id_ or f"id{next(_ids)}"
    data = action if isinstance(action, str) else json.dumps(action)
    mailbox.post(ear, Act(id_, decision, msgspec.Raw(data.encode())))
    return id_


def guess(mailbox: Mailbox, ear: Ear, number: int = 3, **more: Any) -> str:
    return act(mailbox, ear, {"t": "guess", "number": number}, **more)


async def settle(mailbox: Mailbox) -> None:
    """Waits until all that was decided is saved and told."""
    await mailbox.empty()


def again(mailbox: Mailbox, ear: Ear, id_: str) -> None:
    mailbox.post(ear, Again(id_))


def legal(mailbox: Mailbox, seat: Seat) -> Iterator[Json]:
    """Lists what a seat may do now, as a client would send it."""
    state = mailbox.live.table.state
    assert state is not None
    for action in mailbox.live.game.legal(state, seat):
        yield json.loads(msgspec.json.encode(action))
