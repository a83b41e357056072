"""Which dice does a person keep who doesn't reckon? Those that fit the nearest roll that meets the goal."""

from collections import Counter
from functools import lru_cache
from math import factorial, prod

from boltbox.rules.lightningdice.goals import DICE, ROLLS, Goal


def keep(goal: Goal, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Names the numbers to keep of the dice that lie, sorted."""
    return _keep(goal.text, goal, tuple(sorted(dice)))


@lru_cache(maxsize=50_000)
def _keep(_: str, goal: Goal, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Finds the roll that needs fewest other dice, and of such the one that most throws give."""
    lying = Counter(dice)
    best: tuple[int, int, tuple[int, ...]] = (-1, 0, ())
    for roll in _meeting(goal):
        shared = lying & Counter(roll)
        missing = Counter(roll) - shared
        ways = factorial(missing.total()) // prod(map(factorial, missing.values()))
        best = max(best, (shared.total(), ways, tuple(sorted(shared.elements()))))
    return best[2] if len(best[2]) < DICE else best[2][:0]


@lru_cache(maxsize=1024)
def _meeting(goal: Goal) -> tuple[tuple[int, ...], ...]:
    return tuple(roll for roll in ROLLS if goal.met(roll))
