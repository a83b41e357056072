"""Is a file that somebody brought a record, and can it be believed? Read by a process of its own.

Whoever wrote it may want the server to run out of time or memory: a game of a billion seats is a short line.
So the process has little of both, and when that isn't enough nothing but itself ends.
"""

import asyncio
import os
import resource
import sys
from contextlib import suppress
from typing import Final

import msgspec

from boltbox.rules.game import SPECTATOR
from boltbox.rules.refusals import Refusal
from boltbox.server.replays import steps_of
from boltbox.table.record import (
    IMPOSSIBLE,
    RecordError,
    Sitter,
    entries,
    outcome_of,
    played,
    read_record,
)
from boltbox.table.verify import Finding, verify

CPU_SECONDS: Final = 6  # a game of twelve takes a tenth of one
MEMORY: Final = 512 * 1024 * 1024
SECONDS: Final = 30.0  # by the clock on the wall, on a busy machine
MOST_FINDINGS: Final = 20
MOST_CHARACTERS: Final = 300  # of a cause, which may quote the file
SPENT: Final = "reading it takes too much time or memory"


class Vetted(msgspec.Struct, frozen=True, tag=True):
    """Is what a record says, and whether to believe it."""

    game: str
    rules: int
    seats: tuple[Sitter, ...]
    ended: int
    totals: tuple[int, ...]  # empty: it breaks off
    clean: bool
    findings: tuple[Finding, ...]  # the first of them
    notices: tuple[str, ...]


class Unreadable(msgspec.Struct, frozen=True, tag=True):
    """Says in which line a file is no record, and why."""

    line: int
    cause: str


async def vet(text: bytes, cpu_seconds: int = CPU_SECONDS) -> Vetted | Refusal:
    """Has a file read by a process of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "boltbox.server.vetting", str(cpu_seconds)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    said = b""
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                said, _ = await process.communicate(text)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    found: Vetted | Unreadable = Unreadable(1, SPENT)
    if process.returncode == 0:
        found = msgspec.json.decode(said, type=Vetted | Unreadable)
    if isinstance(found, Unreadable):
        return Refusal("bad_record", "body", {"line": found.line, "cause": found.cause})
    return found


def look(text: bytes) -> Vetted | Unreadable:
    """Reads a file, checks it, and sees whether every seat's view of it can be shown."""
    try:
        record = read_record(text)
        verdict = verify(record)
        for audience in (*(one.seat for one in record.seats), SPECTATOR):
            for _ in steps_of(played(record), entries(record), audience):
                pass
    except RecordError as error:
        return Unreadable(error.line, _clipped(error.cause))
    except (*IMPOSSIBLE, msgspec.MsgspecError, MemoryError) as error:
        return Unreadable(
            1, SPENT if isinstance(error, MemoryError) else f"it can't be shown: {error!r}"[:300]
        )
    outcome = outcome_of(record)
    return Vetted(
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        ended=record.lines[-1].instant,
        totals=() if outcome is None else outcome.totals,
        clean=verdict.clean,
        findings=tuple(
            Finding(one.check, one.line, _clipped(one.cause)) for one in verdict.findings[:MOST_FINDINGS]
        ),
        notices=verdict.notices,
    )


def _clipped(cause: str) -> str:
    return cause if len(cause) <= MOST_CHARACTERS else f"{cause[:MOST_CHARACTERS]}..."


def main() -> None:
    """Reads the file from the standard input and writes what it is, within limits."""
    cpu_seconds = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    with suppress(ValueError, OSError):  # some systems don't limit memory
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(10)  # tables go first
    sys.stdout.buffer.write(msgspec.json.encode(look(sys.stdin.buffer.read())))


if __name__ == "__main__":
    main()
