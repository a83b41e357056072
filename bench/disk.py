"""How quick is the disk alone? SQLite with the settings of the server, and rows like the log's."""

import sqlite3
import time
from pathlib import Path
from typing import Final, NamedTuple

GROUPS: Final = (1, 8, 32)
EVENTS: Final = b'[{"t":"crossed","seat":1,"box":24,"cell":3,"number":6,"way":"drawn","price":0,"code":null}]'
ACTION: Final = b'{"t":"cross","box":24,"cell":3,"way":"drawn"}'


class Floor(NamedTuple):
    """Is what the disk can do in groups of one size."""

    rows: int  # a commit
    commits: float  # a second


def floors(folder: Path, seconds: float) -> list[Floor]:
    """Measures commits a second on a fresh file, for each size of group."""
    database = folder / "floor.sqlite"
    line = sqlite3.connect(database, isolation_level=None)
    line.execute("PRAGMA journal_mode = WAL")
    line.execute("PRAGMA synchronous = FULL")
    line.execute(
        "CREATE TABLE entries (stream TEXT, version BIGINT, instant BIGINT, actor BIGINT, id TEXT,"
        " decision BIGINT, action BLOB, events BLOB, PRIMARY KEY (stream, version))"
    )
    try:
        return [Floor(rows, _commits(line, rows, seconds)) for rows in GROUPS]
    finally:
        line.close()


def _commits(line: sqlite3.Connection, rows: int, seconds: float) -> float:
    began, done = time.perf_counter(), 0
    streams = [f"{rows:02}abcdef{table:02}" for table in range(rows)]
    while (now := time.perf_counter()) < began + seconds:
        values = [
            (stream, done, 1_800_000_000_000, 1, f"{done:017}", done, ACTION, EVENTS) for stream in streams
        ]
        line.execute("BEGIN IMMEDIATE")
        line.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        line.execute("COMMIT")
        done += 1
    return done / (now - began)
