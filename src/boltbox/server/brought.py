"""Where does a store keep the records that people brought? Statements for every kind of database."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from boltbox.server.queries import columns, read
from boltbox.server.schema import records
from boltbox.server.store import RecordRow

_OWN: Final = records.c.person == bindparam("person")
_ABOUT: Final = tuple(column for column in records.c if column.name != "text")
_ONE: Final = select(records).where(records.c.id == bindparam("record"))
_SAME: Final = select(*_ABOUT).where(_OWN, records.c.hash == bindparam("hash"))
_COUNT: Final = select(func.count()).where(_OWN)
_LIST: Final = select(*_ABOUT).where(_OWN).order_by(records.c.created.desc(), records.c.id)
_REMOVE: Final = delete(records).where(records.c.id == bindparam("record"), _OWN)


def add(connection: Connection, record: RecordRow, most: int) -> RecordRow | None:
    """Adds a record, or finds the person's own one of the same file; None: the person has too many."""
    own = {"person": record.person}
    same = connection.execute(_SAME, {**own, "hash": record.hash}).one_or_none()
    if same is not None:
        return read(same, RecordRow)
    if connection.execute(_COUNT, own).scalar_one() >= most:
        return None
    connection.execute(insert(records), columns(record))
    return record


def find(connection: Connection, record: str) -> RecordRow | None:
    """Finds a record."""
    row = connection.execute(_ONE, {"record": record}).one_or_none()
    return None if row is None else read(row, RecordRow)


def of(connection: Connection, person: str) -> list[RecordRow]:
    """Lists the records of a person without their files, newest first."""
    return [read(row, RecordRow) for row in connection.execute(_LIST, {"person": person})]


def remove(connection: Connection, record: str, person: str) -> bool:
    """Removes a record of a person, and tells whether there was one."""
    return connection.execute(_REMOVE, {"record": record, "person": person}).rowcount == 1
