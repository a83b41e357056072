"""How quick is the simulator? Random legal play on one core and on two, next to other people's games.

A decision of Lucky Box is a cross, a pass, a bonus or a choice of boxes; four seats play, and what is chosen
comes from a generator that runs on; the deals are those of a study. Measures go by turns, the best of each
counts.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from bench.peers import PEERS
from boltbox.rules.luckybox.options import defaults
from boltbox.sim.compiled import compiling
from boltbox.sim.luckybox.arrays import games_of
from boltbox.sim.luckybox.uniform import wander

SEATS: Final = 4
SEED: Final = np.uint64(7)
START_SECONDS: Final = 2.5
BOTH_CORES: Final = 1.8  # times one
FIRST: Final = f"""
import numpy
from boltbox.rules.luckybox.options import Options
from boltbox.sim.luckybox.arrays import games_of
from boltbox.sim.luckybox.uniform import wander
wander(games_of(Options(), {SEATS}), 0, numpy.uint64(7), 0, 1000)
"""

Play = Callable[[int, int], int]  # games number first .. first + count - 1 -> what was counted


class Ours(NamedTuple):
    """Is something of ours that is measured."""

    name: str
    target: float  # a second, on one core
    mark: float  # behind the target
    maker: Callable[[], Play]  # each thread makes its own
    games: int  # at a call, which takes a moment


class Rate(NamedTuple):
    """Is what one stretch of a measure came to."""

    wall: float  # a second
    processor: float  # a second of processor time: what it would be without other work on the machine


def lucky_box(rule_set: str) -> Callable[[], Play]:
    """Makes players of one rule set, by its defaults."""

    def maker() -> Play:
        games = games_of(defaults("classic" if rule_set == "classic" else "chengdu"), SEATS)
        return lambda first, count: wander(games, 0, SEED, first, count)

    return maker


OURS: Final = (
    Ours("Lucky Box, classic", 10e6, 15e6, lucky_box("classic"), 10_000),
    Ours("Lucky Box, chengdu", 10e6, 15e6, lucky_box("chengdu"), 10_000),
)


def stretch(play: Play, core: int, count: int, seconds: float) -> tuple[int, float]:
    """Plays for a while in this thread, on one core: what was counted, and the processor time it took."""
    os.sched_setaffinity(0, {core})  # of this thread alone
    done = first = 0
    until, began = time.perf_counter() + seconds, time.thread_time()
    while time.perf_counter() < until:
        done += play(first, count)
        first += count
    return done, time.thread_time() - began


def measure(ours: Ours, cores: list[int], seconds: float) -> Rate:
    """Plays in a thread on each of these cores at once, each with games of its own."""
    plays = [ours.maker() for _ in cores]
    with compiling(ours.name, lambda text: print(text, file=sys.stderr)):
        for play in plays:
            play(0, 1)
    with ThreadPoolExecutor(len(cores)) as pool:
        began = time.perf_counter()
        found = list(pool.map(lambda play, core: stretch(play, core, ours.games, seconds), plays, cores))
        wall = time.perf_counter() - began
    done = sum(counted for counted, _ in found)
    return Rate(done / wall, len(cores) * done / sum(taken for _, taken in found))


class Start(NamedTuple):
    """Is what one start took, in seconds."""

    ready: float
    processor: float


def starts(times: int) -> list[Start]:
    """Measures from the start of a process to its first thousand games, with kernels from the folder."""
    found = []
    for _ in range(1 + times):
        began, used = time.perf_counter(), os.times()
        subprocess.run([sys.executable, "-c", FIRST], check=True)
        now = os.times()
        taken = now.children_user + now.children_system - used.children_user - used.children_system
        found.append(Start(time.perf_counter() - began, taken))
    return found[1:]  # the first may have compiled


class Peers:
    """Is other people's games, played beside ours by a Python that has them."""

    def __init__(self, python: str, core: int) -> None:
        path = Path(__file__).with_name("peers.py")
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {core})  # a child stays where its parent was when it was born
        self._process = subprocess.Popen(
            [python, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        os.sched_setaffinity(0, before)
        self.missing: dict[str, str] = {}

    def measure(self, name: str, seconds: float) -> float:
        """Lets one play for a while, and tells its decisions a second; 0 where it isn't installed."""
        if name in self.missing or self._process.stdin is None or self._process.stdout is None:
            return 0.0
        self._process.stdin.write(json.dumps([name, seconds]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "missing" in answer:
            self.missing[name] = answer["missing"]
            return 0.0
        return float(answer["done"]) / float(answer["seconds"])

    def end(self) -> None:
        """Lets it end."""
        self._process.communicate()


class Figures(NamedTuple):
    """Is what a run came to, all rounds."""

    one: dict[str, list[Rate]]
    two: dict[str, list[Rate]]
    peers: dict[str, list[float]]
    missing: dict[str, str]


def run(seconds: float, rounds: int, python: str) -> Figures:
    """Measures all of them by turns: one core each, then two for ours."""
    both = sorted(os.sched_getaffinity(0))
    peers = Peers(python, both[-1])
    figures = Figures({}, {}, {}, peers.missing)
    try:
        for _ in range(rounds):
            for ours in OURS:
                figures.one.setdefault(ours.name, []).append(measure(ours, both[-1:], seconds))
                figures.two.setdefault(ours.name, []).append(measure(ours, both[-2:], seconds))
            for name in PEERS:
                figures.peers.setdefault(name, []).append(peers.measure(name, seconds))
    finally:
        peers.end()
    return figures


def report(figures: Figures) -> list[str]:
    """Words the figures."""
    lines = [f"{'':26}{'a second':>10}{'processor':>11}{'two cores':>11}   all rounds, millions"]
    for ours in OURS:
        one, two = figures.one[ours.name], figures.two[ours.name]
        best, alone = max(rate.wall for rate in one), max(rate.processor for rate in one)
        times = max(rate.wall for rate in two) / best
        apart = max(rate.processor for rate in two) / alone
        rounds = " ".join(f"{rate.wall / 1e6:.1f}" for rate in one)
        lines.append(f"{ours.name:26}{best / 1e6:>8.1f} M{alone / 1e6:>9.1f} M{times:>10.2f}x   {rounds}")
        lines.append(
            f"{'':26}at least {ours.target / 1e6:.0f} M, aim {ours.mark / 1e6:.0f} M; two cores"
            f" {BOTH_CORES}x, by processor time {apart:.2f}x"
        )
    for name, rates in figures.peers.items():
        if name in figures.missing:
            lines.append(f"{name}: skipped, {figures.missing[name]} (see --peers)")
            continue
        ratio = max(rate.wall for rate in figures.one[OURS[0].name]) / max(rates)
        rounds = " ".join(f"{rate / 1e6:.2f}" for rate in rates)
        lines.append(
            f"{name:26}{max(rates) / 1e6:>8.2f} M{'':>22}   {rounds}; {OURS[0].name}: {ratio:.0f} times"
        )
    return lines


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", default=sys.executable, help="a Python that has open_spiel and pgx")
    given = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    figures = run(given.seconds, given.rounds, given.peers)
    print("\n".join(report(figures)))
    first = starts(given.rounds)
    best = min(first)
    rounds = " ".join(f"{each.ready:.2f}" for each in first)
    print(
        f"start to first result {best.ready:.2f} s (under {START_SECONDS} s),"
        f" processor {min(each.processor for each in first):.2f} s; all {rounds}"
    )
    slow = any(max(rate.wall for rate in figures.one[ours.name]) < ours.target for ours in OURS)
    return int(slow or best.ready >= START_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
