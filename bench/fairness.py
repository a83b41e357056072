"""Who wins over which line? Shares of whole races, in time of their own, by the server's own dating.

Three players react alike to what their pages show; goals are short, so that milliseconds count for more than
in a usual game. `tests/race_lines.py` says how they race, decision 50 why the server does what it does.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from boltbox.rules.game import Instant
from tests.race_lines import Races, lines_at_a_table

USUAL: Final = (5, 80, 240)  # milliseconds there and back
DELAY: Final = 245  # as long as the farthest line
LONG_AGO: Final = 600_000


@dataclass(frozen=True)
class Case:
    """Is how the lines are, and what the first or the last of the players is up to."""

    words: str
    lines: tuple[int, ...] = USUAL
    even: bool = True
    who: int = 1  # the seat of who is up to something
    lies: bool = False  # presses, as it says, were long ago
    delays: str = ""  # the answers to probes: those of the page, or all


CASES: Final = (
    Case("evened"),
    Case("not evened", even=False),
    Case("evened, the far one at 300 ms", lines=(5, 80, 300)),
    Case("the near one states presses long ago", lies=True),
    Case("the far one states presses long ago", who=3, lies=True),
    Case("the near one has a script that answers probes 245 ms late", delays="page"),
    Case("and states presses long ago", delays="page", lies=True),
    Case("the near one has a program that answers pings late too", delays="all"),
    Case("and states presses long ago", delays="all", lies=True),
)


def _long_ago(true: Instant) -> Instant:
    return true - LONG_AGO


async def shares(case: Case, races: int, seed: int = 1) -> list[float]:
    """Counts who wins so many races, as shares of all."""
    lines = [(trip, 2 + trip * 0.03) for trip in case.lines]
    made: Races = await lines_at_a_table(lines, even_lines=case.even, seed=seed)
    one = made.lines[case.who]
    if case.lies:
        lies: Callable[[Instant], Instant] = _long_ago
        one.lies = lies
    if case.delays:
        one.late_echo = DELAY
    if case.delays == "all":
        one.late_pong = DELAY
    won = made.wins(races)
    return [count / races for count in won.values()]


def report(races: int) -> Iterator[str]:
    """Words every case, in a table."""
    spread = 2 * sqrt(2 / 9 / races)
    yield f"{races} races each; by chance alone a share is within {spread:.1%} of a third 19 times in 20"
    yield f"| | {' | '.join(f'{trip} ms' for trip in USUAL)} |"
    for case in CASES:
        found = asyncio.run(shares(case, races))
        yield f"| {case.words} | {' | '.join(f'{share:.0%}' for share in found)} |"


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=600)
    for line in report(parser.parse_args().races):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
