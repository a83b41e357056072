"""What does a store ask its database? Statements for every kind of database, and rows made into values."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from boltbox.server.schema import codes, deals, entries, people, presets, results, seats, tables, tokens
from boltbox.server.store import Chair, TableRow

T = TypeVar("T", bound=msgspec.Struct)
AnyRow = Row[*tuple[Any, ...]]  # a database's columns have no types until they are read into a struct

ONE: Final[ColumnElement[int]] = literal_column(
    "1"
)  # in the text of the statement, so that it isn't a parameter
# An entry goes in only right after its predecessor: the key refuses a version that is there already, this
# condition one that would leave a gap.
_version = bindparam("version", type_=entries.c.version.type)
_stream = bindparam("stream", type_=entries.c.stream.type)
_predecessor = exists().where(entries.c.stream == _stream, entries.c.version == _version - ONE)
APPEND: Final = insert(entries).from_select(
    entries.c.keys(),
    select(*(bindparam(column.name, type_=column.type) for column in entries.c)).where(
        or_(_version == ONE, _predecessor)
    ),
)
DEAL: Final = (deals.c.commitment, deals.c.secret, deals.c.words)
ADD_RESULT: Final = insert(results)
SET_STATUS: Final = update(tables).where(tables.c.id == bindparam("table")).values(status=bindparam("status"))
SET_WORDS: Final = (
    update(deals)
    .where(
        deals.c.commitment == select(tables.c.deal).where(tables.c.id == bindparam("table")).scalar_subquery()
    )
    .values(words=bindparam("words"))
)
SET_NAME: Final = (
    update(seats)
    .where(seats.c.table == bindparam("of"), seats.c.seat == bindparam("at"))
    .values(name=bindparam("called"))
)
SET_DIGEST: Final = update(tables).where(tables.c.id == bindparam("table")).values(digest=bindparam("digest"))
SET_NEXT: Final = update(tables).where(tables.c.id == bindparam("table")).values(next=bindparam("next"))
# SQLAlchemy sets every column that it is given a value for: so it is given these, and no others.
KEPT: Final = ("options", "host", "listed", "act_seconds", "absent", "chat", "even_lines")
KEEP: Final = (
    update(tables).where(tables.c.id == bindparam("table")).values({name: bindparam(name) for name in KEPT})
)
CODE_TAKEN: Final = select(exists().where(tables.c.code == bindparam("code"), tables.c.status == "open"))
# A code that an open table has taken from a running one leads to the open one.
TABLE_OF_CODE: Final = (
    select(tables.c.id)
    .where(tables.c.code == bindparam("code"), tables.c.status.in_(("open", "running")))
    .order_by(tables.c.status, tables.c.created.desc())
    .limit(1)
)
TABLE_OF_WATCH: Final = select(tables.c.id).where(tables.c.watch == bindparam("watch"))
CHANGE_PERSON: Final = (
    update(people)
    .where(people.c.id == bindparam("person"))
    .values(name=bindparam("name"), suit=bindparam("suit"))
)

PERSON_OF: Final = (
    select(people).join(tokens, tokens.c.person == people.c.id).where(tokens.c.hash == bindparam("hash"))
)
# One code a person: a new one takes the place of the one before it. Old ones of anybody go with it.
FORGET_CODES: Final = delete(codes).where(
    or_(codes.c.person == bindparam("person"), codes.c.created < bindparam("since"))
)
PERSON_OF_CODE: Final = (
    select(people)
    .join(codes, codes.c.person == people.c.id)
    .where(codes.c.hash == bindparam("hash"), codes.c.created >= bindparam("since"))
)
PEOPLE: Final = select(people).where(people.c.id.in_(bindparam("ids", expanding=True)))
TABLE: Final = (
    select(tables, *DEAL)
    .join(deals, deals.c.commitment == tables.c.deal)
    .where(tables.c.id == bindparam("table"))
)
CHAIRS: Final = (
    select(seats)
    .where(seats.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(seats.c.table, seats.c.seat)
)
TABLES_OF: Final = (
    select(tables, *DEAL)
    .join(deals, deals.c.commitment == tables.c.deal)
    .where(
        tables.c.id.in_(select(seats.c.table).where(seats.c.person == bindparam("person"))),
        tables.c.status.in_(("open", "running")),
        tables.c.practice.is_(None),
    )
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
)


def awake(status: str, since: str) -> ColumnElement[bool]:
    """Words that a table has a status, and that somebody was there since an instant."""
    instant = bindparam(since, type_=tables.c.visited.type)
    return and_(tables.c.status == status, or_(tables.c.visited >= instant, tables.c.created >= instant))


OPEN_TABLES: Final = (
    select(tables, *DEAL)
    .join(deals, deals.c.commitment == tables.c.deal)
    .where(tables.c.listed, awake("open", "since"))
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
RUNNING: Final = select(tables.c.id).where(awake("running", "since")).order_by(tables.c.created)
HOSTED: Final = select(func.count()).where(
    tables.c.host == bindparam("person"),
    tables.c.practice.is_(None),  # who hosts it sees it in no list, and so can't end it
    exists().where(seats.c.table == tables.c.id, seats.c.person == tables.c.host),  # who left hosts no more
    or_(awake("open", "open_since"), awake("running", "running_since")),
)
VISIT: Final = update(tables).where(tables.c.id == bindparam("table")).values(visited=bindparam("instant"))
ENTRIES: Final = (
    select(entries)
    .where(entries.c.stream == bindparam("stream"), entries.c.version > bindparam("after"))
    .order_by(entries.c.version)
)
PRESETS_OF: Final = (
    select(presets)
    .where(presets.c.person == bindparam("person"))
    .order_by(presets.c.created.desc(), presets.c.id)
)
PRESET: Final = select(presets).where(presets.c.id == bindparam("preset"))
DROP_PRESET: Final = delete(presets).where(
    presets.c.id == bindparam("preset"), presets.c.person == bindparam("person")
)
RESULTS_OF: Final = select(results).where(results.c.table == bindparam("table")).order_by(results.c.seat)


def read(row: AnyRow, kind: type[T]) -> T:
    """Reads a row into the struct whose fields are its columns, and checks their types."""
    # SQLAlchemy's names of columns are strings of a kind of its own, which msgspec wouldn't take.
    named = zip(map(str, row._fields), row, strict=True)
    return msgspec.convert(dict(named), kind, builtin_types=(bytes,))


def seated(rows: Iterable[AnyRow], chairs: Iterable[AnyRow]) -> list[TableRow]:
    """Reads tables, and puts their chairs around them."""
    around = defaultdict[str, list[Chair]](list)
    for chair in chairs:
        around[chair.table].append(read(chair, Chair))
    return [
        msgspec.structs.replace(table, chairs=tuple(around[table.id]))
        for table in (read(row, TableRow) for row in rows)
    ]


def columns(row: msgspec.Struct) -> dict[str, object]:
    """Spells a struct out as the columns of its table."""
    return msgspec.structs.asdict(row)
