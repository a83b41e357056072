"""What does an idle connection cost in memory? Private memory at 2,000 connections less that at 20."""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.players import Player
from bench.process import Process, allow_many_files, boltbox
from bench.wire import Wire

TARGET_KB: Final = 40.0
TABLE_LINES: Final = 4
SETTLE_SECONDS: Final = 2.0


def per_connection(few: int, many: int, settle: float = SETTLE_SECONDS) -> float:
    """Measures bytes a connection. Four people sit and listen at each table; nothing is played."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder, boltbox(Path(folder) / "boltbox.sqlite") as server:
        # What the first connections need once (modules, caches) is no cost of the later ones, and people and
        # tables are there before any line is: only lines are measured.
        hosts = [Player(server.address, f"127.1.0.{1 + i % 250}", 0) for i in range(many // TABLE_LINES)]
        tables = [host.open_table() for host in hosts]
        lines = _connect(server, tables, 0, few)
        before = _settled(server, settle)
        lines += _connect(server, tables, few, many)
        after = _settled(server, settle)
        for line in lines:
            line.close()
    return (after - before) / (many - few)


def _connect(server: Process, tables: list[str], first: int, end: int) -> list[Wire]:
    lines = []
    for number in range(first, end):
        line = Wire(server.address, f"/ws/{tables[number // TABLE_LINES % len(tables)]}")
        line.send(b'{"t":"hello","protocol":1}')
        while not line.hear().startswith(b'{"t":"whole"'):
            pass
        lines.append(line)
    return lines


def _settled(server: Process, seconds: float) -> int:
    time.sleep(seconds)
    return server.private_bytes()


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=20)
    parser.add_argument("--many", type=int, default=2000)
    given = parser.parse_args()
    kilobytes = per_connection(given.few, given.many) / 1000
    print(f"an idle connection has {kilobytes:.1f} KB of private memory (under {TARGET_KB:.0f} KB)")
    return int(kilobytes >= TARGET_KB)


if __name__ == "__main__":
    sys.exit(main())
