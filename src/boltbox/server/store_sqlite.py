"""How are tables kept in one file? SQLite, with one writer thread and readers beside it."""

import asyncio
import fcntl
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.dml import Insert

from boltbox.server import brought, day_queries, queries
from boltbox.server.migrations import checked, migrate
from boltbox.server.queries import columns, read, seated
from boltbox.server.schema import codes, deals, people, presets, seats, tables, tokens
from boltbox.server.store import (
    Attempt,
    Batch,
    Chair,
    Code,
    CodeTaken,
    Conflict,
    DayRow,
    Door,
    EntryRow,
    Person,
    Placed,
    PresetRow,
    RecordRow,
    ResultRow,
    SoloRow,
    SoloSum,
    StoreInUse,
    StoreUnreadable,
    TableRow,
    TriedAlready,
)

T = TypeVar("T")

READERS: Final = 2
BUSY_MS: Final = 5000  # how long a look from outside (a backup, a shell) may hold the file


class Bulk:
    """Is an insert that takes many structs at once: SQLAlchemy words it once, the driver runs it."""

    def __init__(self, statement: Insert) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        if not compiled.positiontup:
            raise TypeError("this statement takes no positional values")
        self.text = str(compiled)
        self._values = attrgetter(*compiled.positiontup)

    def run(self, connection: Connection, rows: tuple[msgspec.Struct, ...]) -> int:
        """Inserts the rows in order, and counts those that went in."""
        return connection.exec_driver_sql(self.text, [self._values(row) for row in rows]).rowcount


APPEND: Final = Bulk(queries.APPEND)
ADD_RESULT: Final = Bulk(queries.ADD_RESULT)


class SqliteStore:
    """Is a store in one SQLite file. A second one on the same file is refused while the first is open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        self._write_engine = _engine(path, begin="BEGIN IMMEDIATE")
        self._writer: Connection | None = None  # of the writer thread, kept: taking one out costs a third
        self._read_engine = _engine(path, begin="BEGIN")
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._read_threads = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def open(self) -> None:
        """Opens and migrates the file. Raises StoreInUse or StoreUnreadable."""
        try:
            self._lock = _take_lock(self.path)
            await self._write(migrate)
        except OSError as error:
            await self.close()
            raise StoreUnreadable(f"{self.path} can't be opened: {error.strerror}") from error
        except DatabaseError as error:
            await self.close()
            raise StoreUnreadable(f"{self.path} can't be read: {error.orig}") from error
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Closes the file when everything handed over is written."""
        loop = asyncio.get_running_loop()
        for threads in (self._read_threads, self._write_thread):
            await loop.run_in_executor(None, threads.shutdown)
        if self._writer is not None:
            self._writer.close()
        self._read_engine.dispose()
        self._write_engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def check(self) -> None:
        """Raises an error of its own if the file can't be read, or isn't at the step of this Boltbox."""
        await self._read(checked)

    async def save(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        """Saves the batches of many tables in one transaction, durably; one answer each."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._write_thread, self._save, batches)

    def _save(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        try:
            with self._transaction() as connection:
                _put(connection, batches)
        except (SQLAlchemyError, Conflict) as error:
            return [error] if len(batches) == 1 else self._save_each(batches)
        return [None] * len(batches)

    def _save_each(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        """Tries each batch alone; after a failure the rest of its table fails too, as it was built on it."""
        failed: dict[str, Exception] = {}
        answers: list[Exception | None] = []
        for table, batch in batches:
            if table not in failed and (error := self._save([(table, batch)])[0]) is not None:
                failed[table] = error
            answers.append(failed.get(table))
        return answers

    async def new_person(self, person: Person, token_hash: bytes) -> None:
        """Adds a person with a first token."""

        def work(connection: Connection) -> None:
            connection.execute(insert(people), columns(person))
            token = {"hash": token_hash, "person": person.id, "created": person.created}
            connection.execute(insert(tokens), token)

        await self._write(work)

    async def person_of(self, token_hash: bytes) -> Person | None:
        """Finds whose token this is."""

        def work(connection: Connection) -> Person | None:
            row = connection.execute(queries.PERSON_OF, {"hash": token_hash}).one_or_none()
            return None if row is None else read(row, Person)

        return await self._read(work)

    async def change_person(self, person: str, name: str, suit: int) -> None:
        """Changes a person's name and favourite colour."""
        values = {"person": person, "name": name, "suit": suit}
        await self._write(lambda connection: connection.execute(queries.CHANGE_PERSON, values))

    async def new_code(self, code: Code, since: int) -> None:
        """Adds a code; the person's earlier one, and all that were made before an instant, are forgotten."""

        def work(connection: Connection) -> None:
            connection.execute(queries.FORGET_CODES, {"person": code.person, "since": since})
            row = {"hash": code.hash, "person": code.person, "created": code.created}
            connection.execute(insert(codes), row)

        await self._write(work)

    async def use_code(self, used: Code, since: int) -> Person | None:
        """Gives the person of a code a new token, once, if the code was made since an instant."""

        def work(connection: Connection) -> Person | None:
            found = connection.execute(queries.PERSON_OF_CODE, {"hash": used.hash, "since": since})
            row = found.one_or_none()
            if row is None:
                return None
            person = read(row, Person)
            connection.execute(queries.FORGET_CODES, {"person": person.id, "since": since})
            token = {"hash": used.token_hash, "person": person.id, "created": used.created}
            connection.execute(insert(tokens), token)
            return person

        return await self._write(work)

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Finds people by id."""

        def work(connection: Connection) -> dict[str, Person]:
            rows = connection.execute(queries.PEOPLE, {"ids": ids})
            return {person.id: person for person in (read(row, Person) for row in rows)}

        return await self._read(work)

    async def new_table(self, table: TableRow) -> None:
        """Adds a table with chairs, and its deal if it isn't a day's. Raises CodeTaken or TriedAlready."""

        def work(connection: Connection) -> None:
            if connection.execute(queries.CODE_TAKEN, {"code": table.code}).scalar_one():
                raise CodeTaken
            if table.day and day_queries.attempt(connection, table.day, table.game, table.host):
                raise TriedAlready
            row = columns(table)
            row["deal"] = table.commitment
            for part in (tables,) if table.of_day else (deals, tables):
                connection.execute(insert(part), {column.name: row[column.name] for column in part.c})
            _put_chairs(connection, table.id, table.chairs)

        await self._write(work)

    async def table(self, table: str) -> TableRow | None:
        """Finds a table with its chairs and its deal."""

        def work(connection: Connection) -> TableRow | None:
            rows = connection.execute(queries.TABLE, {"table": table}).all()
            chairs = connection.execute(queries.CHAIRS, {"tables": [table]})
            return next(iter(seated(rows, chairs)), None)

        return await self._read(work)

    async def keep(self, table: TableRow) -> None:
        """Replaces the chairs, the host and the options of a table, and how it is kept."""

        def work(connection: Connection) -> None:
            connection.execute(delete(seats).where(seats.c.table == table.id))
            _put_chairs(connection, table.id, table.chairs)
            values = {name: value for name, value in columns(table).items() if name in queries.KEPT}
            connection.execute(queries.KEEP, {**values, "table": table.id})

        await self._write(work)

    async def set_next(self, table: str, next_table: str) -> None:
        """Notes which table was opened to play again."""
        values = {"table": table, "next": next_table}
        await self._write(lambda connection: connection.execute(queries.SET_NEXT, values))

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """Lists the tables where a person sits that are open or running, newest first."""

        def work(connection: Connection) -> list[TableRow]:
            rows = connection.execute(queries.TABLES_OF, {"person": person, "limit": limit}).all()
            chairs = connection.execute(queries.CHAIRS, {"tables": [row.id for row in rows]})
            return seated(rows, chairs)

        return await self._read(work)

    async def table_of(self, door: Door) -> str | None:
        """Finds the open or running table of a code, or the table of an id for watching."""
        query = queries.TABLE_OF_CODE if door.watch is None else queries.TABLE_OF_WATCH
        return await self._read(
            lambda connection: connection.execute(query, columns(door)).scalars().one_or_none()
        )

    async def open_tables(self, since: int, limit: int) -> list[TableRow]:
        """Lists the open tables that are listed and were visited since an instant, newest first."""

        def work(connection: Connection) -> list[TableRow]:
            rows = connection.execute(queries.OPEN_TABLES, {"since": since, "limit": limit}).all()
            chairs = connection.execute(queries.CHAIRS, {"tables": [row.id for row in rows]})
            return seated(rows, chairs)

        return await self._read(work)

    async def running(self, since: int = 0) -> list[str]:
        """Lists the running tables that were visited since an instant, oldest first."""
        values = {"since": since}
        return await self._read(
            lambda connection: list(connection.execute(queries.RUNNING, values).scalars())
        )

    async def hosted(self, person: str, since: tuple[int, int]) -> int:
        """Counts a host's tables that were visited since the first instant if open, the second if running."""
        values = {"person": person, "open_since": since[0], "running_since": since[1]}
        return await self._read(lambda connection: connection.execute(queries.HOSTED, values).scalar_one())

    async def visit(self, table: str, instant: int) -> None:
        """Notes that somebody was at a table."""
        values = {"table": table, "instant": instant}
        await self._write(lambda connection: connection.execute(queries.VISIT, values))

    async def entries(self, stream: str, after: int = 0) -> list[EntryRow]:
        """Lists the entries of a stream in order."""
        values = {"stream": stream, "after": after}

        def work(connection: Connection) -> list[EntryRow]:
            return [read(row, EntryRow) for row in connection.execute(queries.ENTRIES, values)]

        return await self._read(work)

    async def set_digest(self, table: str, digest: str) -> None:
        """Notes with which digest the record of a table ends."""
        values = {"table": table, "digest": digest}
        await self._write(lambda connection: connection.execute(queries.SET_DIGEST, values))

    async def new_preset(self, preset: PresetRow) -> None:
        """Adds a preset."""
        await self._write(lambda connection: connection.execute(insert(presets), columns(preset)))

    async def presets_of(self, person: str) -> list[PresetRow]:
        """Lists the presets of a person, newest first."""

        def work(connection: Connection) -> list[PresetRow]:
            rows = connection.execute(queries.PRESETS_OF, {"person": person})
            return [read(row, PresetRow) for row in rows]

        return await self._read(work)

    async def preset(self, preset: str) -> PresetRow | None:
        """Finds a preset."""

        def work(connection: Connection) -> PresetRow | None:
            row = connection.execute(queries.PRESET, {"preset": preset}).one_or_none()
            return None if row is None else read(row, PresetRow)

        return await self._read(work)

    async def drop_preset(self, preset: str, person: str) -> bool:
        """Lets go of a preset if it is this person's, and tells whether it was."""
        values = {"preset": preset, "person": person}
        dropped = await self._write(
            lambda connection: connection.execute(queries.DROP_PRESET, values).rowcount
        )
        return dropped == 1

    async def results_of(self, table: str) -> list[ResultRow]:
        """Lists the results of a table by seat."""

        def work(connection: Connection) -> list[ResultRow]:
            rows = connection.execute(queries.RESULTS_OF, {"table": table})
            return [read(row, ResultRow) for row in rows]

        return await self._read(work)

    async def new_day(self, day: DayRow) -> DayRow:
        """Adds a day with its deal if it isn't there, and returns the one that is."""
        return await self._write(lambda connection: day_queries.new_day(connection, day))

    async def day(self, day: str, game: str) -> DayRow | None:
        """Finds a day with its deal."""
        return await self._read(lambda connection: day_queries.find_day(connection, day, game))

    async def attempt(self, day: str, game: str, person: str) -> Attempt | None:
        """Finds a person's counted try of a day's deal."""
        return await self._read(lambda connection: day_queries.attempt(connection, day, game, person))

    async def placed(self, day: str, game: str, person: str | None, most: int) -> list[Placed]:
        """Lists the counted results of a day, the best ones and in any case that person's."""
        values = {"day": day, "game": game, "person": person, "most": most}
        return await self._read(
            lambda connection: [read(row, Placed) for row in connection.execute(day_queries.PLACED, values)]
        )

    async def solo_sums(self, person: str, game: str) -> list[SoloSum]:
        """Sums up a person's counted games alone, those by the same options together."""
        return await self._read(lambda connection: day_queries.solo_sums(connection, person, game))

    async def solo_games(self, person: str, hashes: tuple[str, ...], most: int) -> list[SoloRow]:
        """Lists a person's counted games alone by any of some options, newest first."""
        values = {"person": person, "hashes": hashes, "most": most}
        return await self._read(
            lambda connection: [read(row, SoloRow) for row in connection.execute(day_queries.GAMES, values)]
        )

    async def add_record(self, record: RecordRow, most: int) -> RecordRow | None:
        """Adds a record, or finds the person's own one of the same file; None: the person has too many."""
        return await self._write(lambda connection: brought.add(connection, record, most))

    async def record(self, record: str) -> RecordRow | None:
        """Finds a record that somebody brought."""
        return await self._read(lambda connection: brought.find(connection, record))

    async def records_of(self, person: str) -> list[RecordRow]:
        """Lists the records of a person without their files, newest first."""
        return await self._read(lambda connection: brought.of(connection, person))

    async def remove_record(self, record: str, person: str) -> bool:
        """Removes a record of a person, and tells whether there was one."""
        return await self._write(lambda connection: brought.remove(connection, record, person))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Does some work in one durable transaction on the writer thread."""

        def run() -> T:
            with self._transaction() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._write_thread, run)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Opens a transaction on the writer's connection; it is rolled back when anything fails."""
        if self._writer is None:
            self._writer = self._write_engine.connect()
        with self._writer.begin():
            yield self._writer

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Does some work on one snapshot, on a reader thread."""

        def run() -> T:
            with self._read_engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._read_threads, run)


def _put(connection: Connection, batches: list[tuple[str, Batch]]) -> None:
    """Writes batches. Raises Conflict when an entry isn't the next one of its stream."""
    rows = tuple(entry for _, batch in batches for entry in batch.entries)
    try:
        appended = APPEND.run(connection, rows) if rows else 0
    except IntegrityError as error:
        raise Conflict(rows[0].stream) from error
    if appended != len(rows):
        raise Conflict(rows[0].stream)
    results = tuple(result for _, batch in batches for result in batch.results)
    if results:
        ADD_RESULT.run(connection, results)
    statuses = [{"table": table, "status": batch.status} for table, batch in batches if batch.status]
    if statuses:
        connection.execute(queries.SET_STATUS, statuses)
    words = [{"table": table, "words": batch.words} for table, batch in batches if batch.words is not None]
    if words:
        connection.execute(queries.SET_WORDS, words)
    names = [
        {"of": table, "at": seat, "called": name} for table, batch in batches for seat, name in batch.names
    ]
    if names:
        connection.execute(queries.SET_NAME, names)


def _put_chairs(connection: Connection, table: str, chairs: tuple[Chair, ...]) -> None:
    if chairs:
        connection.execute(insert(seats), [columns(chair) | {"table": table} for chair in chairs])


def _take_lock(path: Path) -> int:
    """Takes the lock beside the file; the system frees it even when the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Secrets and hashes of tokens lie in it, so only its owner may read it.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    # Not on the file itself: closing any of its descriptors would drop SQLite's own locks.
    lock = os.open(path.with_name(path.name + "-lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.read(lock, 20).decode() or "unknown"
        os.close(lock)
        raise StoreInUse(f"{path} is in use by another Boltbox server (process {owner})") from None
    os.truncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    return lock


def _engine(path: Path, begin: str) -> Engine:
    """Makes an engine whose transactions start as told, which Python's driver leaves out."""
    # Errors go to the log, and the values of a statement are secrets and names.
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
