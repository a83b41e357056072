"""What do kernels of Lucky Box look up instead of reckoning? Lines, prices and combinations as tables."""

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.parts import completed, steps

ALL_CELLS: Final = 0b111111111


def _lines() -> npt.NDArray[np.uint8]:
    lines = np.zeros((512, 9), np.uint8)
    for before in range(512):
        for cell in range(9):
            lines[before, cell] = sum(1 << line for line in completed(before, cell))
    return lines


# Cells crossed before -> the cell that is crossed -> the lines that this completes, as bits (LB-4.1).
LINES: Final = _lines()

# A number -> the number that was drawn -> the price in lightning tokens (LB-3.2).
PRICES: Final = np.array([[steps(number, drawn) for drawn in range(10)] for number in range(10)], np.uint8)


def _combinations() -> npt.NDArray[np.int16]:
    table = np.zeros((10, 512), np.int16)
    for things in range(10):
        chosen = (chosen for size in range(things + 1) for chosen in combinations(range(things), size))
        for place, some in enumerate(chosen):
            table[things, place] = sum(1 << thing for thing in some)
    return table


# How many things -> every choice of some of them as bits: few before many, then as `itertools` lists them.
COMBINATIONS: Final = _combinations()


def _first() -> npt.NDArray[np.int16]:
    table = np.zeros((10, 11), np.int16)
    for things in range(10):
        for size in range(10):
            here = sum(1 for _ in combinations(range(things), size))
            table[things, size + 1] = table[things, size] + here
    return table


# How many things -> how many are chosen -> where their choices begin in that list.
FIRST: Final = _first()
