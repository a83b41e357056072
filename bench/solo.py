"""How do bots do at Lucky Box, alone and in fours? The figures of docs/decisions/0016-the-deck.md, simulated.

Usage: python bench/solo.py [--games 40000] [--seed 16]
"""

import argparse
import sys
from functools import partial

import numpy as np

from boltbox.rules.luckybox.options import RuleSetName, defaults
from boltbox.rules.luckybox.scoring import TITLES
from boltbox.sim.compiled import compiling
from boltbox.sim.luckybox.playing import SeatColumn, play, prepared
from boltbox.sim.played import Played

PARTS = (SeatColumn.BOXES, SeatColumn.FINISHED, SeatColumn.STARS, SeatColumn.MOONS, SeatColumn.CELLS)


def main() -> None:
    """Plays the games and prints a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=16)
    given = parser.parse_args()
    if given.games < 4:  # one game at least of four seats
        parser.error(f"--games is at least 4, not {given.games}")
    print("| | games | mean | sd | 1-99 % | up to 44 | 45-59 | 60-64 | 65-69 | 70 and more | parts |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    kinds: tuple[tuple[RuleSetName, str, int], ...] = (
        ("classic", "greedy", 1),
        ("classic", "lookahead", 1),
        ("classic", "greedy", 4),
        ("chengdu", "greedy", 4),
    )
    for rule_set, bot, seats in kinds:
        with compiling("luckybox", partial(print, file=sys.stderr)):
            played = play(prepared(defaults(rule_set), (bot,) * seats), given.seed, 0, given.games // seats)
        print(line(f"`{bot}` x {seats}, `{rule_set}`", played))


def line(name: str, played: Played) -> str:
    """Writes what came of games as a row of a table."""
    seats = played.seats.reshape(-1, len(SeatColumn)).astype(float)
    totals = seats[:, SeatColumn.TOTAL]
    reached = np.searchsorted(TITLES, totals, side="right")
    shares = " | ".join(f"{100 * np.mean(reached == title):.1f} %" for title in range(len(TITLES) + 1))
    low, high = np.percentile(totals, (1, 99))
    parts = ", ".join(f"{column.name.lower()} {seats[:, column].mean():.1f}" for column in PARTS)
    return (
        f"| {name} | {len(played.games)} | {totals.mean():.1f} | {totals.std():.1f} | {low:.0f}-{high:.0f}"
        f" | {shares} | {parts} |"
    )


if __name__ == "__main__":
    main()
