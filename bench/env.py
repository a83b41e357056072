"""How many steps a second does the vectorised environment take on one core, by the size of its batch?

`python bench/env.py [--rounds 5] [--seconds 0.4]`. Timed is `LuckyBoxVector.step` with given actions:
the rules, rewards, new deals where games ended, every observation and every mask. Random allowed actions are
chosen between two steps, outside of what is timed; the last column has them in it, chosen by a kernel.
"""

import argparse
import os
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from boltbox.env import LuckyBoxSolo
from boltbox.env.batch import Batch
from boltbox.env.luckybox.batch import LuckyBoxBatch
from boltbox.env.vector import LightningDiceVector, LuckyBoxVector
from boltbox.sim.picking import pick

SIZES: Final = (64, 256, 1024, 4096, 16384)
AIM: Final = 3e6  # steps a second at the best size
WARM: Final = 60  # steps before: games are then in all their stages


@dataclass
class Speed:
    """Is how quick a batch of one size was in one round, in steps a second."""

    size: int
    bare: float  # step alone, its arrays used again
    copied: float  # step alone, with arrays of its own
    chosen: float  # as bare, choice of actions included


def measure(size: int, seconds: float, options: dict[str, Any] | None = None) -> Speed:
    """Plays a batch for a while in each way. Raises ValueError when what a mask allowed was refused."""
    rates = []
    for copy in (False, True):
        env = LuckyBoxVector(size, options, copy=copy)
        _, infos = env.reset(seed=1)
        actions = np.zeros(size, np.int64)
        spent = chosen = 0.0
        steps = 0
        while spent < seconds or steps < 2 * WARM:
            began = time.process_time()
            pick(infos["action_mask"], np.uint64(5), steps, actions)
            between = time.process_time()
            infos = env.step(actions)[4]
            done = time.process_time()
            if infos["illegal"].any():
                raise ValueError("an action that its mask allowed was refused")
            steps += 1
            if steps > WARM:
                spent += done - between
                chosen += done - began
        counted = (steps - WARM) * size
        rates.append((counted / spent, counted / chosen))
    return Speed(size, rates[0][0], rates[1][0], rates[0][1])


def single(seconds: float) -> float:
    """Plays the environment on the rules themselves, and is its steps a second."""
    env = LuckyBoxSolo()
    _, info = env.reset(seed=1)
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        _, _, over, _, info = env.step(np.int64(info["action_mask"].argmax()))
        steps += 1
        if over:
            _, info = env.reset()
    return steps / spent


def seated(size: int, seats: int, seconds: float) -> float:
    """Plays tables of several seats of Lucky Box, and is the steps of seats a second."""
    return batched(LuckyBoxBatch(size, seats), seconds)


def practised(size: int, seconds: float) -> float:
    """Plays goals of Lightning Dice, and is the steps a second."""
    return batched(LightningDiceVector(size).batch, seconds)


def batched(batch: Batch, seconds: float) -> float:
    """Plays a batch, and is the steps of seats a second."""
    size, seats = batch.count, batch.seats
    batch.deal(range(size))
    actions = np.zeros((size, seats), np.int64)
    flat, masks = actions.reshape(-1), batch.masks.reshape(size * seats, -1)
    spent, steps = 0.0, 0
    while spent < seconds:
        pick(masks, np.uint64(5), steps, flat)
        began = time.process_time()
        batch.step(actions)
        spent += time.process_time() - began
        steps += 1
    return steps * size * seats / spent


def main() -> None:
    """Measures all sizes by turns, several times, and prints the best of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4)
    given = parser.parse_args()
    print(
        f"load of the machine before: {os.getloadavg()[0]:.1f}; best of {given.rounds} rounds, processor time"
    )
    rounds = [[measure(size, given.seconds) for size in SIZES] for _ in range(given.rounds)]
    print(f"{'games':>8}{'step':>14}{'own arrays':>14}{'and choice':>14}   steps a second")
    for runs in zip(*rounds, strict=True):
        bare, copied = max(run.bare for run in runs), max(run.copied for run in runs)
        print(f"{runs[0].size:>8}{bare:>14,.0f}{copied:>14,.0f}{max(run.chosen for run in runs):>14,.0f}")
    best = max(run.bare for runs in rounds for run in runs)
    print(f"best: {best:,.0f} steps a second, {best / AIM:.1f} times the aim of {AIM:,.0f}")
    print(f"4 seats, 1024 tables: {seated(1024, 4, given.seconds):,.0f} steps of seats a second")
    print(f"practice, 1024 games: {practised(1024, given.seconds):,.0f} steps a second")
    print(f"one environment on the rules: {single(given.seconds):,.0f} steps a second")


if __name__ == "__main__":
    main()
