"""What must a store of tables be able to do? The contract that every store passes the same suite for."""

from typing import Protocol, TypeAlias

import msgspec

from boltbox.table import seats

Chair: TypeAlias = seats.Chair  # a row of `seats`


class Person(msgspec.Struct, frozen=True):
    """Is a row of `people`."""

    id: str
    name: str
    suit: int
    created: int


class TableRow(msgspec.Struct, frozen=True):
    """Is a row of `tables` with its chairs and its deal."""

    id: str
    game: str
    status: str  # open, running, ended, stopped
    options: bytes  # JSON
    host: str  # person
    created: int
    commitment: str  # SHA-256 of the deal's secret, hexadecimal
    secret: bytes
    chairs: tuple[Chair, ...] = ()
    next: str | None = None
    code: str | None = None  # six letters to type instead of the id
    watch: str | None = None  # the id for watching
    listed: bool = False  # how it is kept: shown to everybody while it is open,
    act_seconds: int | None = None  # time for a question,
    absent: str = "wait"  # what becomes of the seats of absent people,
    chat: bool = True  # whether people may talk,
    even_lines: bool = True  # and whether what happens in real time waits for faster lines
    day: str | None = None  # whose deal is played here as the host's one counted try, as 2026-11-30
    practice: str | None = None  # whose deal is played here without counting
    visited: int = 0  # when somebody last was there, give or take an hour; 0: not since it was opened
    words: bytes | None = None  # JSON: what pages added to the deal; None: nothing, or not started yet
    digest: str | None = None  # with which the record ends, once it has one

    @property
    def of_day(self) -> str | None:
        """Names the day whose deal is played here, counted or not."""
        return self.day or self.practice


class DayRow(msgspec.Struct, frozen=True):
    """Is a row of `daily` with its deal: what everybody plays on a day of UTC."""

    day: str  # as 2026-11-30
    game: str
    commitment: str
    secret: bytes
    created: int = 0


class Attempt(msgspec.Struct, frozen=True):
    """Is a person's counted try of a day's deal, and how it ended if it has."""

    table: str
    watch: str
    status: str
    total: int | None = None
    parts: bytes | None = None  # JSON: part -> points
    counted: bool | None = None  # ended before its day closed


class Placed(msgspec.Struct, frozen=True):
    """Is a counted result on a day's table."""

    person: str
    name: str
    suit: int
    watch: str
    total: int
    parts: bytes  # JSON: part -> points
    place: int  # 1 is first; level ones share
    tries: int  # how many results there are that day


class SoloSum(msgspec.Struct, frozen=True):
    """Is what a person's counted games alone by the same options come to."""

    options_hash: str
    options: bytes  # JSON
    count: int
    sum: int
    best: int
    least: int  # the best where less is better, as of times


class SoloRow(msgspec.Struct, frozen=True):
    """Is one of a person's counted games alone."""

    table: str
    watch: str
    total: int
    parts: bytes  # JSON: part -> points
    ended: int
    day: str | None
    before: int | None  # the best of all games before this one
    least_before: int | None  # the least of them


class EntryRow(msgspec.Struct, frozen=True, gc=False):
    """Is a row of `entries`: one accepted action or tick with every event it caused."""

    stream: str
    version: int  # 1, 2, ...
    instant: int
    actor: int
    id: str | None  # the client's
    decision: int | None
    action: bytes | None  # JSON
    events: bytes  # JSON list


class ResultRow(msgspec.Struct, frozen=True):
    """Is a row of `results`: how one seat ended."""

    table: str
    seat: int
    game: str
    person: str | None
    bot: str | None
    total: int
    parts: bytes  # JSON: part -> points
    rank: int
    rules: int
    options_hash: str
    house: bool
    bots: int  # how many seats bots played
    counted: bool
    ended: int


class RecordRow(msgspec.Struct, frozen=True):
    """Is a row of `records`: a game as a file that somebody brought."""

    id: str
    person: str
    game: str
    created: int
    hash: str  # SHA-256 of the file, hexadecimal
    card: bytes  # JSON: what was found when it was brought
    text: bytes = b""  # the file, packed by gzip; left out in lists


class Code(msgspec.Struct, frozen=True):
    """Is a code by which a person comes to another device: made by a person, or used for a new token."""

    hash: bytes
    created: int  # or used
    person: str = ""  # whose it is, when it is made
    token_hash: bytes = b""  # of the new device, when it is used


class Door(msgspec.Struct, frozen=True):
    """Is another way to a table than its id; one of the two is set."""

    code: str | None = None
    watch: str | None = None


class PresetRow(msgspec.Struct, frozen=True):
    """Is a row of `presets`: options that a person keeps under a name."""

    id: str
    person: str
    game: str
    name: str
    options: bytes  # JSON
    created: int


class Batch(msgspec.Struct, frozen=True, gc=False):
    """Is what one table wants saved together: entries, and what follows from them."""

    entries: tuple[EntryRow, ...] = ()
    status: str | None = None  # the table's new status
    results: tuple[ResultRow, ...] = ()
    words: bytes | None = None  # what pages added to its deal
    names: tuple[tuple[int, str], ...] = ()  # of seats, as they are called for ever


class Conflict(Exception):
    """Says that an entry of this stream and version is there already: somebody else owns the table."""

    def __init__(self, stream: str) -> None:
        super().__init__("this version is there already")  # says no stream: the log would have a whole link
        self.stream = stream


class Store(Protocol):
    """Keeps people, tables, entries, deals and results; everything it has confirmed survives a crash."""

    async def open(self) -> None:
        """Opens and migrates the store. Raises StoreInUse when another server holds it."""

    async def close(self) -> None:
        """Closes the store when everything handed to it is saved."""

    async def check(self) -> None:
        """Raises an error of its own if it can't answer, or isn't what this Boltbox works on."""

    async def save(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        """Saves the batches of many tables (table, batch) in one transaction, durably; one answer each.

        After a conflict each batch is tried alone, so that only the conflicting one fails.
        """

    async def new_person(self, person: Person, token_hash: bytes) -> None:
        """Adds a person with a first token."""

    async def person_of(self, token_hash: bytes) -> Person | None:
        """Finds whose token this is."""

    async def change_person(self, person: str, name: str, suit: int) -> None:
        """Changes a person's name and favourite colour."""

    async def new_code(self, code: Code, since: int) -> None:
        """Adds a code; the person's earlier one, and all that were made before an instant, are forgotten."""

    async def use_code(self, used: Code, since: int) -> Person | None:
        """Gives the person of a code a new token, once, if the code was made since an instant."""

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Finds people by id."""

    async def new_table(self, table: TableRow) -> None:
        """Adds a table with its chairs, and with its deal if it isn't a day's.

        Raises CodeTaken when an open one has its code, and TriedAlready for a host's second try of a day.
        """

    async def table(self, table: str) -> TableRow | None:
        """Finds a table with its chairs and its deal."""

    async def keep(self, table: TableRow) -> None:
        """Replaces the chairs, the host and the options of a table, and how it is kept."""

    async def set_next(self, table: str, next_table: str) -> None:
        """Notes which table was opened to play again."""

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """Lists the tables where a person sits that are open or running, newest first."""

    async def table_of(self, door: Door) -> str | None:
        """Finds the open or running table of a code, or the table of an id for watching."""

    async def open_tables(self, since: int, limit: int) -> list[TableRow]:
        """Lists the open tables that are listed and were visited since an instant, newest first."""

    async def running(self, since: int = 0) -> list[str]:
        """Lists the running tables that were visited since an instant, for the start of a server."""

    async def hosted(self, person: str, since: tuple[int, int]) -> int:
        """Counts a host's tables that were visited since the first instant if open, the second if running."""

    async def visit(self, table: str, instant: int) -> None:
        """Notes that somebody was at a table."""

    async def entries(self, stream: str, after: int = 0) -> list[EntryRow]:
        """Lists the entries of a stream in order."""

    async def new_preset(self, preset: PresetRow) -> None:
        """Adds a preset."""

    async def presets_of(self, person: str) -> list[PresetRow]:
        """Lists the presets of a person, newest first."""

    async def preset(self, preset: str) -> PresetRow | None:
        """Finds a preset."""

    async def drop_preset(self, preset: str, person: str) -> bool:
        """Lets go of a preset if it is this person's, and tells whether it was."""

    async def set_digest(self, table: str, digest: str) -> None:
        """Notes with which digest the record of a table ends."""

    async def results_of(self, table: str) -> list[ResultRow]:
        """Lists the results of a table by seat."""

    async def new_day(self, day: DayRow) -> DayRow:
        """Adds a day with its deal if it isn't there, and returns the one that is."""

    async def day(self, day: str, game: str) -> DayRow | None:
        """Finds a day with its deal."""

    async def attempt(self, day: str, game: str, person: str) -> Attempt | None:
        """Finds a person's counted try of a day's deal."""

    async def placed(self, day: str, game: str, person: str | None, most: int) -> list[Placed]:
        """Lists the counted results of a day, the best ones and in any case that person's."""

    async def solo_sums(self, person: str, game: str) -> list[SoloSum]:
        """Sums up a person's counted games alone, those by the same options together."""

    async def solo_games(self, person: str, hashes: tuple[str, ...], most: int) -> list[SoloRow]:
        """Lists a person's counted games alone by any of some options, newest first."""

    async def add_record(self, record: RecordRow, most: int) -> RecordRow | None:
        """Adds a record, or finds the person's own one of the same file; None: the person has too many."""

    async def record(self, record: str) -> RecordRow | None:
        """Finds a record that somebody brought."""

    async def records_of(self, person: str) -> list[RecordRow]:
        """Lists the records of a person without their files, newest first."""

    async def remove_record(self, record: str, person: str) -> bool:
        """Removes a record of a person, and tells whether there was one."""


class TriedAlready(Exception):
    """Says that this person has had the one counted try of this day."""


class CodeTaken(Exception):
    """Says that another open table has this code."""


class StoreInUse(Exception):
    """Says that another server holds this store."""


class StoreUnreadable(Exception):
    """Says that this store isn't one that this Boltbox can read."""
