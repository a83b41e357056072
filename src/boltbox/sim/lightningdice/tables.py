"""Which numbers does a bot keep of the dice that lie? Tables by goal and heap: by habit, and exactly.

Numbers are packed by how many there are of each: four bits for the ones, four for the twos, and so on.
"""

from math import factorial
from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.lightningdice.goals import DICE, ROLLS, SIDES
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice.arrays import WORD_BITS, Record, Records
from boltbox.sim.lightningdice.dice import BITS, HEAP_OF, HEAPS

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

ROLL_COUNT: Final = len(ROLLS)
HEAP_COUNT: Final = len(HEAPS)
LEVEL: Final = 1e-9  # ways to keep that differ by less are level, as in `bots.lightningdice.solve`
STILL: Final = 1e-13  # a step of value iteration that changes less ends it
NO_HEAP: Final = -1

COUNTS: Final = np.array([sum(1 << BITS * (one - 1) for one in heap) for heap in HEAPS], np.int64)
FACTORIALS: Final = np.array([factorial(number) for number in range(DICE + 1)], np.int64)


def _beside(step: int) -> Ints:
    """Lists which heap each is with one more (1) or one fewer (-1) of each number."""
    table = np.full((HEAP_COUNT, SIDES), NO_HEAP, np.int64)
    for index, heap in enumerate(HEAPS):
        for number in range(1, SIDES + 1):
            if step > 0:
                other = tuple(sorted((*heap, number)))
            else:
                other = (
                    (*heap[: heap.index(number)], *heap[heap.index(number) + 1 :]) if number in heap else (0,)
                )
            table[index, number - 1] = HEAP_OF.get(other, NO_HEAP)
    return table


MORE: Final = _beside(1)
FEWER: Final = _beside(-1)


@inlined
def is_met(rules: Record, goal: int, roll: int) -> bool:
    """Tells whether a roll by its number meets a goal of the deck."""
    return bool((rules["met"][goal, roll // WORD_BITS] >> np.uint64(roll % WORD_BITS)) & np.uint64(1))


# By habit: those that fit the nearest roll that meets the goal ----------------------------------------------


@kernel
def by_habit(rules: Records, goal: int, keeps: Ints) -> None:
    """Writes what is kept of each heap by habit, of none to six dice (`bots.lightningdice.habit`)."""
    for heap in range(HEAP_COUNT):
        best, kept = -1, 0
        for roll in range(ROLL_COUNT):
            if is_met(rules[0], goal, roll):
                worth, shared = likeness(COUNTS[heap], COUNTS[roll])
                if worth > best:
                    best, kept = worth, shared
        keeps[heap] = 0 if total(kept) == DICE else kept


@inlined
def total(counts: int) -> int:
    """Adds up how many dice there are."""
    dice = 0
    for number in range(SIDES):
        dice += counts >> BITS * number & 15
    return dice


@inlined
def likeness(lying: int, roll: int) -> tuple[int, int]:
    """Is how well dice fit a roll, and what they share with it.

    The better roll is the one that needs fewest other dice, then the one that most throws give, then the one
    whose shared dice, sorted, come last.
    """
    shared, dice, missing, ways, order = 0, 0, 0, 1, 0
    for number in range(SIDES):
        have, wanted = lying >> BITS * number & 15, roll >> BITS * number & 15
        both = min(have, wanted)
        shared |= both << BITS * number
        dice += both
        missing += wanted - both
        ways *= FACTORIALS[wanted - both]
        order = order << 3 | DICE - both
    return (dice << 10 | FACTORIALS[missing] // ways) << 3 * SIDES | order, shared


# Exactly: what leaves the fewest rolls to expect (LD-7.3) ---------------------------------------------------


@kernel
def exactly(rules: Records, goal: int, keeps: Ints) -> None:
    """Writes what is best kept of each roll of six (`bots.lightningdice.solve`, by value iteration)."""
    met = np.zeros(ROLL_COUNT, np.bool_)
    for roll in range(ROLL_COUNT):
        met[roll] = is_met(rules[0], goal, roll)
    after = np.zeros(HEAP_COUNT)  # keeping these: how many rolls are expected, the next one included
    lowest = np.zeros(HEAP_COUNT)  # the same for the best that can be kept of these
    while sweep(met, after, lowest) > STILL:
        pass
    for roll in range(ROLL_COUNT):
        for heap in range(HEAP_COUNT - 1, ROLL_COUNT - 1, -1):
            if after[heap] <= lowest[roll] + LEVEL and within(COUNTS[heap], COUNTS[roll]):
                keeps[roll] = COUNTS[heap]  # the last of those that are level
                break


@inlined
def within(part: int, whole: int) -> bool:
    """Tells whether a heap has all dice of another."""
    fits = True
    for number in range(SIDES):
        fits = fits and part >> BITS * number & 15 <= whole >> BITS * number & 15
    return fits


@kernel
def sweep(met: npt.NDArray[np.bool_], after: Floats, lowest: Floats) -> float:
    """Improves what is expected of every heap once, and tells by how much at most.

    One die at a time: what is expected before a die is thrown is the mean over its numbers. After the rolls
    of six the heaps come from the smallest to the largest.
    """
    worth = np.zeros(HEAP_COUNT)
    for roll in range(ROLL_COUNT):
        worth[roll] = 0.0 if met[roll] else lowest[roll]
    change = 0.0
    for heap in range(HEAP_COUNT - 1, ROLL_COUNT - 1, -1):
        mean = 0.0
        for number in range(SIDES):
            mean += worth[MORE[heap, number]]
        worth[heap] = mean / SIDES
        change = max(change, abs(1.0 + worth[heap] - after[heap]))
        after[heap] = 1.0 + worth[heap]
    for heap in range(ROLL_COUNT, HEAP_COUNT):
        lowest[heap] = least(after[heap], lowest, heap)
    for roll in range(ROLL_COUNT):
        lowest[roll] = least(np.inf, lowest, roll)
    return change


@inlined
def least(own: float, lowest: Floats, heap: int) -> float:
    """Is the least that is expected of a heap and of what is left when one die of it isn't kept."""
    found = own
    for number in range(SIDES):
        if FEWER[heap, number] != NO_HEAP:
            found = min(found, lowest[FEWER[heap, number]])
    return found


def kept_by(rules: Records, exact: bool) -> Ints:
    """Makes the two tables of a deck: what is kept by habit, and exactly if that is asked for."""
    goals = int(rules[0]["goals"])
    keeps = np.zeros((2, goals, HEAP_COUNT), np.int64)
    for goal in range(goals):
        by_habit(rules, goal, keeps[0, goal])
        if exact:
            exactly(rules, goal, keeps[1, goal])
    return keeps
