"""How many rolls does a goal need under the best keeping, and which dice should be kept (LD-7.3)?

Between two rolls only the dice and the goal count, not what was kept before: kept dice may be rolled again.
So a position is one of 462 rolls, a choice one of the 462 ways to keep none to all but one or more of some
dice, and the least expected number of rolls solves a Markov decision problem. Policy iteration finds it
exactly: each step solves the linear equations of one way to keep, then keeps better, until nothing is better.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, inf
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from boltbox.rules.lightningdice.goals import DICE, ROLLS, SIDES, Goal

Dice = tuple[int, ...]
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Everything that can be kept before a roll: none to five dice. The first is none.
KEEPS: Final[tuple[Dice, ...]] = tuple(
    keep for size in range(DICE) for keep in combinations_with_replacement(range(1, SIDES + 1), size)
)
_KEEP_INDEX: Final = {keep: index for index, keep in enumerate(KEEPS)}
_ROLL_INDEX: Final = {roll: index for index, roll in enumerate(ROLLS)}
_LEVEL: Final = 1e-9  # differences below are those of rounding


class Solution(msgspec.Struct, frozen=True):
    """Is what the best keeping of a goal is worth, and what it keeps."""

    expected: float  # rolls, the first of all six dice included
    rolls: tuple[float, ...]  # after each of ROLLS: how many more are expected; 0 where the goal is met
    keeps: tuple[float, ...]  # after keeping each of KEEPS: how many are expected, the next one included
    best: tuple[int, ...]  # after each of ROLLS: which of KEEPS is best

    def keep(self, dice: Dice) -> Dice:
        """Names the numbers that are best kept of six dice, sorted; all of them when the goal is met."""
        index = _ROLL_INDEX[tuple(sorted(dice))]
        return ROLLS[index] if self.rolls[index] == 0 else KEEPS[self.best[index]]

    def left(self, dice: Dice) -> float:
        """Tells how many rolls are expected from six dice at rest."""
        return self.rolls[_ROLL_INDEX[tuple(sorted(dice))]]

    def after(self, keep: Dice) -> float:
        """Tells how many rolls are expected when these dice are kept."""
        return self.keeps[_KEEP_INDEX[tuple(sorted(keep))]]

    def within(self, rolls: int) -> float:
        """Tells how likely the goal is met in so many rolls under the best keeping."""
        chances, _ = _tables()
        met = np.array([left == 0 for left in self.rolls])
        now = chances[0]  # how likely each roll lies there
        for _ in range(rolls - 1):
            kept = np.zeros(len(KEEPS))
            np.add.at(kept, np.array(self.best)[~met], now[~met])
            now = np.where(met, now, 0) + kept @ chances
        return float(now[met].sum())


def solve(goal: Goal) -> Solution:
    """Solves a goal; equal goals are solved once."""
    return _solve(goal.rolls)


def expected(goal: Goal, keep: Callable[[Dice], Dice]) -> float:
    """Tells how many rolls a goal needs on average under any way to keep; inf if that can get stuck.

    Args:
        goal: The goal.
        keep: Names what is kept of six dice, which come sorted; asked for each roll that doesn't meet it.

    Raises:
        ValueError: It keeps what isn't there, or all six.
    """
    chances, subsets = _tables()
    met = np.array([bool(goal.rolls >> index & 1) for index in range(len(ROLLS))])
    kept = np.zeros(len(ROLLS), np.intp)
    for roll in np.flatnonzero(~met):
        dice = keep(ROLLS[roll])
        kept[roll] = _KEEP_INDEX.get(tuple(sorted(dice)), -1)
        if kept[roll] not in subsets[roll]:
            raise ValueError(f"{dice} can't be kept of {ROLLS[roll]}")
    ends = met  # rolls from which the goal can come; the first one may be any of all
    while (more := ends | (chances[kept][:, ends] > 0).any(axis=1)).sum() > ends.sum():
        ends = more
    return float(_evaluate(chances, met, kept)[0]) if ends.all() else inf


@lru_cache(maxsize=256)
def _solve(met_by: int) -> Solution:
    chances, subsets = _tables()
    met = np.array([bool(met_by >> index & 1) for index in range(len(ROLLS))])
    best: Ints = np.zeros(len(ROLLS), np.intp)  # at first nothing is kept
    while True:
        keeps = _evaluate(chances, met, best)
        offered = np.append(keeps, np.inf)[subsets]
        # The last of those that are level: of equally good ways the one that keeps most.
        lowest = offered.min(axis=1, keepdims=True)
        last = subsets.shape[1] - 1 - np.argmax((offered <= lowest + _LEVEL)[:, ::-1], axis=1)
        better = subsets[np.arange(len(ROLLS)), last]
        gained = keeps[best] - lowest[:, 0] > _LEVEL
        if not gained[~met].any():
            best = better
            break
        best = np.where(gained, better, best)
    rolls = np.where(met, 0.0, keeps[best])
    return Solution(
        float(keeps[0]), tuple(rolls.tolist()), tuple(keeps.tolist()), tuple(map(int, best.tolist()))
    )


def _evaluate(chances: Floats, met: NDArray[np.bool_], best: Ints) -> Floats:
    """Tells how many rolls are expected after each way to keep, if always kept like this from then on."""
    used, place = np.unique(best[~met], return_inverse=True)
    used = used if used.size else np.zeros(1, np.intp)
    leads = np.zeros((place.size, used.size))
    leads[np.arange(place.size), place] = 1
    step = chances[np.ix_(used, ~met)] @ leads
    worth = np.linalg.solve(np.eye(used.size) - step, np.ones(used.size))
    after = np.zeros(len(ROLLS))
    after[~met] = worth[place]
    return np.asarray(1.0 + chances @ after, np.float64)


@cache
def _tables() -> tuple[Floats, Ints]:
    """Lists the chance of each roll after each way to keep, and what can be kept of each roll."""
    chances = np.zeros((len(KEEPS), len(ROLLS)))
    subsets: list[set[int]] = [set() for _ in ROLLS]
    for index, keep in enumerate(KEEPS):
        count = DICE - len(keep)
        for thrown in combinations_with_replacement(range(1, SIDES + 1), count):
            roll = _ROLL_INDEX[tuple(sorted(keep + thrown))]
            ways = factorial(count)
            for times in Counter(thrown).values():
                ways //= factorial(times)
            chances[index, roll] += ways / SIDES**count
            subsets[roll].add(index)
    most = max(map(len, subsets))
    table = np.full((len(ROLLS), most), len(KEEPS), np.intp)  # a place beyond the last is never the lowest
    for roll, found in enumerate(subsets):
        table[roll, : len(found)] = sorted(found)
    return chances, table
