"""How many actions a second does the server confirm? Next to a bare echo and the bare disk, in one run.

An action is a cross, its take-back or *Done*, durable and heard by all four seats of its table.
"""

import argparse
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.callers import call_tables
from bench.disk import floors
from bench.figures import Result, Stretch, best, report
from bench.load import Counted, Load
from bench.players import Player, seat_tables
from bench.process import Process, allow_many_files, boltbox, commits, cores, serving

ROUNDS: Final = 3
ECHO: Final = str(Path(__file__).with_name("echo.py"))
WARM_SECONDS: Final = 1.0


def measure(tables: int, seconds: float, take_backs: int = 6) -> Result:
    """Measures everything, and checks that the database holds what was counted."""
    allow_many_files()
    server_core, client_core = cores()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, client_core)
    result = Result(tables, os.getloadavg()[0])
    try:
        # Not in /tmp, which may be memory: what is measured is a real disk.
        with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".run-") as folder:
            database = Path(folder) / "boltbox.sqlite"
            with boltbox(database, server_core) as ours:
                players = seat_tables(ours.address, tables, take_backs)
                _run(result, Playing(ours, players, database, server_core), seconds)
            result.entries = _check(players, database)
            os.sched_setaffinity(0, server_core)
            result.disk = floors(Path(folder), min(1.0, seconds / 2))
    finally:
        os.sched_setaffinity(0, before)
    return result


class Playing:
    """Is our server with its tables under load."""

    def __init__(self, process: Process, tables: list[list[Player]], database: Path, core: set[int]) -> None:
        self.process = process
        self.players = [player for table in tables for player in table]
        self.database = database
        self.core = core
        self.load = Load(tables)

    def sizes(self) -> tuple[int, int]:
        """Averages the bytes of requests and of steps so far."""
        asked, heard = (sum(player.bytes[i] for player in self.players) for i in (0, 1))
        steps = sum(player.frames for player in self.players)
        return asked // max(1, self.load.actions + self.load.others), heard // max(1, steps)


def _run(result: Result, playing: Playing, seconds: float) -> None:
    ours, load, database = playing.process, playing.load, playing.database
    load.closed(min(WARM_SECONDS, seconds))  # shows how long messages are, too
    result.sizes = playing.sizes()
    with serving([ECHO], "/", playing.core) as theirs:
        echo = Load(call_tables(theirs.address, result.tables, result.sizes, load.idle))
        echo.closed(min(WARM_SECONDS, seconds))
        for _ in range(ROUNDS):  # by turns, as other work on the machine comes and goes
            result.echo.append(_stretch(theirs, lambda: echo.closed(seconds)))
            result.top.append(_stretch(ours, lambda: load.closed(seconds), database))
        echo.close()
    rate = best(result.top).counted.rate / 2
    for _ in range(ROUNDS):
        result.half.append(_stretch(ours, lambda: load.paced(seconds, rate), database))
    load.close()


def _stretch(process: Process, load: Callable[[], Counted], database: Path | None = None) -> Stretch:
    theirs, mine, began = process.seconds(), time.process_time(), time.perf_counter()
    written = 0 if database is None else commits(database)
    counted = load()
    return Stretch(
        counted,
        time.perf_counter() - began,
        process.seconds() - theirs,
        time.process_time() - mine,
        0 if database is None else commits(database) - written,
    )


def _check(tables: list[list[Player]], database: Path) -> int:
    """Checks that nothing was lost or counted twice, and counts the entries. Raises RuntimeError."""
    if not all(player.gapless for table in tables for player in table):
        raise RuntimeError("a view's versions have gaps")
    # The start of each game is an entry that nobody acted for.
    expected = sorted(1 + sum(player.accepted for player in table) for table in tables)
    line = sqlite3.connect(database)
    logs = line.execute("SELECT count(*), min(version), max(version) FROM entries GROUP BY stream").fetchall()
    line.close()
    if any((first, last) != (1, count) for count, first, last in logs):
        raise RuntimeError("a log has gaps")
    if sorted(count for count, _, _ in logs) != expected:
        raise RuntimeError("the database doesn't hold what was confirmed")
    return sum(expected)


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each of the rounds, up to 15")
    given = parser.parse_args()
    for line in report(measure(given.tables, given.seconds)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
