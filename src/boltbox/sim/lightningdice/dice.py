"""How do six dice fit into one number? Four bits a die, and a set of dice is six bits; both are looked up.

Die d has bits 4d to 4d + 3; 0 there: it is in hand or rolling. What lies, whatever its order, is one of
924 *heaps*: none to six dice. The first 462 are the rolls of all six, in the order of the rules' `ROLLS`.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from boltbox.rules.lightningdice.goals import DICE, ROLLS, SIDES
from boltbox.sim.compiled import inlined

BITS: Final = 4  # of a die
ALL: Final = (1 << DICE) - 1  # the set of all dice
ONES: Final = 0x111111  # six dice that show 1
HALF: Final = 12  # bits of three dice

# Every heap as its numbers, sorted: all rolls of six first, then the smaller ones.
HEAPS: Final = ROLLS + tuple(
    heap for size in range(DICE) for heap in combinations_with_replacement(range(1, SIDES + 1), size)
)
HEAP_OF: Final = {heap: index for index, heap in enumerate(HEAPS)}

# All sets of dice in the order in which they are offered to be kept: by how many they are, then by which.
SETS: Final = np.array(
    [sum(1 << die for die in dice) for size in range(DICE + 1) for dice in combinations(range(DICE), size)],
    np.int64,
)


def _halves() -> tuple[np.ndarray, np.ndarray]:
    """Lists which dice three of them are, whatever their order, and which heap two such triples make."""
    triples = tuple(combinations_with_replacement(range(SIDES + 1), DICE // 2))
    number = {triple: index for index, triple in enumerate(triples)}
    halves = np.zeros(1 << HALF, np.int64)
    for packed in range(1 << HALF):
        triple = tuple(sorted(packed >> BITS * die & 15 for die in range(DICE // 2)))
        halves[packed] = number.get(triple, 0)
    heaps = np.array(
        [[HEAP_OF[tuple(sorted(filter(None, a + b)))] for b in triples] for a in triples], np.int64
    )
    return halves.astype(np.int16), heaps.astype(np.int16)


HALVES, JOINED = _halves()


@cache
def packed(dice: tuple[int, ...]) -> int:
    """Packs the values of six dice."""
    return sum(value << BITS * die for die, value in enumerate(dice))


@cache
def unpacked(values: int) -> tuple[int, ...]:
    """Lists the values of six dice."""
    return tuple(int(values) >> BITS * die & 15 for die in range(DICE))


@cache
def set_of(dice: tuple[int, ...]) -> int:
    """Packs which dice are meant, each once."""
    return sum(1 << die for die in dice)


@cache
def listed(dice: int) -> tuple[int, ...]:
    """Lists which dice a set has."""
    return tuple(die for die in range(DICE) if int(dice) >> die & 1)


@inlined
def heap(values: int) -> int:
    """Finds which heap lies there."""
    index: int = JOINED[HALVES[values & 0xFFF], HALVES[values >> HALF & 0xFFF]]
    return index


@inlined
def resting(values: int) -> int:
    """Is the set of dice that have a value (`Place.resting`)."""
    some = values | values >> 1 | values >> 2
    some &= ONES  # a bit for each die, four apart: brought together
    some |= some >> 3
    return some & 3 | some >> 6 & 12 | some >> 12 & 48


@inlined
def spread(dice: int) -> int:
    """Is the four bits of every die of a set."""
    bits = dice & 3 | (dice & 12) << 6 | (dice & 48) << 12
    return ((bits | bits << 3) & ONES) * 15


@inlined
def shows(values: int) -> int:
    """Is the number that all six dice show, or 0."""
    first = values & 15
    return first if values == first * ONES else 0
