"""How many dice are kept and rolled a second in simulated Lightning Dice? On one core and on two.

`python bench/sim_dice.py [--seconds 1] [--rounds 5]`. Measures go by turns, the best of each counts. A
roll with a keep is three steps of the kernels: some dice are set aside at random, the others are thrown, they
come to rest; what is due next is looked up each time, and right dice are called. Bots think and draw how long
they take as well, so their races are told apart and have no target.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from boltbox.rules.lightningdice.options import Options
from boltbox.sim.compiled import compiling
from boltbox.sim.lightningdice.arrays import new_games, rules_of
from boltbox.sim.lightningdice.playing import SeatColumn, play, prepared
from boltbox.sim.lightningdice.wander import wander

TARGET: Final = 30e6  # rolls with a keep a second, on one core
BOTH_CORES: Final = 1.8  # times one
SEED: Final = 7

Play = Callable[[int, int], int]  # games number first .. first + count - 1 -> rolls


class Case(NamedTuple):
    """Is one thing that is measured."""

    name: str
    target: float  # 0: none
    maker: Callable[[], Play]  # each thread makes its own
    games: int  # at a call, which takes a moment


class Rate(NamedTuple):
    """Is what one stretch came to."""

    wall: float  # a second
    processor: float  # a second of processor time: what it would be without other work on the machine


def at_random(options: Options, seats: int) -> Callable[[], Play]:
    """Makes players who keep any dice and roll on."""

    def maker() -> Play:
        rules, games = rules_of(options), new_games(1)
        return lambda first, count: wander(rules, games, (1 << seats) - 1, np.uint64(SEED), first, count)

    return maker


def by_bots(options: Options, *names: str) -> Callable[[], Play]:
    """Makes races of bots with their reaction times; void rolls and first rolls are counted too."""
    setup = prepared(options, names)

    def maker() -> Play:
        return lambda first, count: int(play(setup, SEED, first, count).seats[:, :, SeatColumn.ROLLS].sum())

    return maker


PRACTICE: Final = Options(mode="practice", goal="AABBCC")
CASES: Final = (
    Case("practice, at random", TARGET, at_random(PRACTICE, 1), 1000),
    Case("time trial, at random", TARGET, at_random(Options(mode="quick"), 1), 1000),
    Case("race of 4, at random", TARGET, at_random(Options(), 4), 1000),
    Case("race of 6, at random", TARGET, at_random(Options(), 6), 1000),
    Case("practice, expert", 0, by_bots(PRACTICE, "expert"), 1000),
    Case("race of 4 bots", 0, by_bots(Options(), "expert", "greedy", "novice", "expert"), 1000),
)


def stretch(rolls: Play, count: int, seconds: float) -> tuple[int, float]:
    """Plays for a while in this thread: how many rolls, and the processor time they took."""
    done = first = 0
    until, began = time.perf_counter() + seconds, time.thread_time()
    while time.perf_counter() < until:
        done += rolls(first, count)
        first += count
    return done, time.thread_time() - began


def measure(case: Case, threads: int, seconds: float) -> Rate:
    """Plays in so many threads at once, each in room of its own."""
    plays = [case.maker() for _ in range(threads)]
    with compiling("bench of lightningdice", lambda text: print(text, file=sys.stderr)):
        for rolls in plays:
            rolls(0, 1)
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        found = list(pool.map(lambda rolls: stretch(rolls, case.games, seconds), plays))
        wall = time.perf_counter() - began
    done = sum(rolls for rolls, _ in found)
    return Rate(done / wall, threads * done / sum(taken for _, taken in found))


def run(seconds: float, rounds: int) -> dict[str, tuple[list[Rate], list[Rate]]]:
    """Measures all by turns: on one core, then on two."""
    both = os.sched_getaffinity(0)
    figures: dict[str, tuple[list[Rate], list[Rate]]] = {case.name: ([], []) for case in CASES}
    try:
        for _ in range(rounds):
            for case in CASES:
                os.sched_setaffinity(0, {max(both)})
                figures[case.name][0].append(measure(case, 1, seconds))
                os.sched_setaffinity(0, both)
                figures[case.name][1].append(measure(case, 2, seconds))
    finally:
        os.sched_setaffinity(0, both)
    return figures


def report(figures: dict[str, tuple[list[Rate], list[Rate]]]) -> list[str]:
    """Words the figures."""
    lines = [
        f"{'':24}{'a second':>10}{'processor':>11}{'two cores':>11}{'processor':>11}   all rounds, millions"
    ]
    for name, (one, two) in figures.items():
        best, alone = max(rate.wall for rate in one), max(rate.processor for rate in one)
        times, apart = max(rate.wall for rate in two) / best, max(rate.processor for rate in two) / alone
        rounds = " ".join(f"{rate.wall / 1e6:.1f}" for rate in one)
        lines.append(
            f"{name:24}{best / 1e6:>8.1f} M{alone / 1e6:>9.1f} M{times:>10.2f}x{apart:>10.2f}x   {rounds}"
        )
    lines.append(f"at random at least {TARGET / 1e6:.0f} M on one core; two cores {BOTH_CORES} times one")
    return lines


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    figures = run(given.seconds, given.rounds)
    print("\n".join(report(figures)))
    return int(any(max(rate.wall for rate in figures[case.name][0]) < case.target for case in CASES))


if __name__ == "__main__":
    sys.exit(main())
