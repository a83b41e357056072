"""How does a command read and write a record, and what does it call those who played?"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.table.record import Record


class Unread(click.ClickException):
    """Ends a command that can't read its file, or write it."""

    exit_code = 2


def read_file(file: str) -> "Record":
    """Reads the record in a file. Raises Unread, which names file, line and cause."""
    from boltbox.table.record import MOST_BYTES, RecordError, read_record

    try:
        with Path(file).open("rb") as opened:
            return read_record(opened.read(MOST_BYTES + 1), file)
    except OSError as error:
        raise Unread(f"{harmless(file)}: {error.strerror}") from error
    except RecordError as error:
        raise Unread(harmless(str(error))) from error


def write_file(file: str, record: "Record") -> None:
    """Writes a record into a file. Raises Unread."""
    from boltbox.table.record import write_record

    try:
        Path(file).write_bytes(write_record(record))
    except OSError as error:
        raise Unread(f"{harmless(file)}: {error.strerror}") from error


def names_of(record: "Record") -> tuple[str, ...]:
    """Names all seats by their numbers, those too whose names were kept private, and gaps by nothing."""
    named = {one.seat: harmless(one.name) if one.name else f"Seat {one.seat}" for one in record.seats}
    return tuple(named.get(seat, "") for seat in range(1, max(named) + 1))
