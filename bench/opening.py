"""How quick is a table opened that lies in the store, until somebody sees it? As a ratio to reading it.

A game of six people in its last round, the longest log there usually is. Each round opens a table of its own:
one that goes on after the server was away writes so into its log.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.records import game_of
from boltbox.rules.luckybox.events import RoundBegan
from boltbox.server.committer import Committer
from boltbox.server.rows import entry_row
from boltbox.server.store import Batch, Chair, EntryRow, Person, TableRow
from boltbox.server.store_sqlite import SqliteStore
from boltbox.server.tables import Tables
from boltbox.table.codec import Codec
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.record import entries, played, read_record

OPEN_MS: Final = 20.0
SEATS: Final = 6


class Opening(NamedTuple):
    """Is how long things took, in milliseconds, and how long the log was."""

    entries: int
    read: float  # the rows out of the store, and their JSON parsed
    opened: float  # until the first whole frame


def running() -> tuple[list[EntryRow], bytes, bytes]:
    """Plays into the last round; gives the rows, the options and the secret."""
    record = read_record(game_of(SEATS))
    game = played(record)
    codec = Codec(game)
    log = list(entries(record))
    last = max(
        place for place, one in enumerate(log) if any(isinstance(event, RoundBegan) for event in one.events)
    )
    rows = [entry_row("", one, codec) for one in log[: (last + len(log)) // 2]]
    return rows, codec.write(record.options), bytes.fromhex(record.luck.secret)


async def measure(rounds: int = 20) -> Opening:
    """Measures by turns, and takes the medians: other work on the machine comes and goes."""
    rows, options, secret = running()
    now = rows[-1].instant + 60_000
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "boltbox.sqlite")
        await store.open()
        chairs = [Chair(seat, seat - 1, "", person=f"p{seat}") for seat in range(1, SEATS + 1)]
        for chair in chairs:
            await store.new_person(Person(f"p{chair.seat}", f"Player {chair.seat}", 0, 1), b"%d" % chair.seat)
        for table in range(rounds):
            await _put(store, _row(table, options, secret, tuple(chairs)), rows)
        committer = Committer(store)
        tables = Tables(store, committer, lambda: now)
        read, opened = list[float](), list[float]()
        for table in range(rounds):
            start = time.perf_counter()
            for row in await store.entries(_name(table)):
                json.loads(row.events)
            read.append(1000 * (time.perf_counter() - start))
            start = time.perf_counter()
            mailbox = await tables.find(_name(table))
            if mailbox is None or not mailbox.live.frames.whole(1, None).version:
                raise LookupError("the table isn't there, or can't be seen")
            opened.append(1000 * (time.perf_counter() - start))
            await mailbox.empty()
        await tables.close()
        await committer.close()
        await store.close()
    return Opening(len(rows), statistics.median(read), statistics.median(opened))


def _name(table: int) -> str:
    return f"t{table:09}"


def _row(table: int, options: bytes, secret: bytes, chairs: tuple[Chair, ...]) -> TableRow:
    own = secret[: SECRET_BYTES - 4] + table.to_bytes(4, "big")  # no two tables have the same
    return TableRow(
        id=_name(table),
        game="luckybox",
        status="open",
        options=options,
        host="p1",
        created=1,
        commitment=Deal(own).commitment,
        secret=own,
        chairs=chairs,
        code=f"C{table:05}",
        watch=f"w{table:011}",
    )


async def _put(store: SqliteStore, table: TableRow, rows: list[EntryRow]) -> None:
    await store.new_table(table)
    own = tuple(
        EntryRow(table.id, one.version, one.instant, one.actor, one.id, one.decision, one.action, one.events)
        for one in rows
    )
    (error,) = await store.save([(table.id, Batch(own, status="running"))])
    if error is not None:
        raise error


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    found = asyncio.run(measure(parser.parse_args().rounds))
    print(f"a game of {SEATS} in its last round: {found.entries} entries")
    print(f"read and parsed {found.read:>12.2f} ms    1.00")
    print(
        f"opened, and seen{found.opened:>12.2f} ms{found.opened / found.read:>8.2f}  (under {OPEN_MS:.0f} ms)"
    )
    return int(found.opened >= OPEN_MS)


if __name__ == "__main__":
    sys.exit(main())
