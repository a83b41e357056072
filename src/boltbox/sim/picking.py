"""Which of the actions that masks allow does one take who wants nothing? Any, each equally likely."""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import borrowed, kernel
from boltbox.sim.luck import draw, number_of, start_key

PICKS: Final = number_of("picks")


@kernel
def pick(masks: npt.NDArray[np.int8], seed: np.uint64, turn: int, picked: npt.NDArray[np.int64]) -> None:
    """Draws, for each row of masks, one of the numbers that it allows, under `picks` by (turn, row)."""
    rows, found, key = borrowed(masks), borrowed(picked), start_key(seed, PICKS)
    for row in range(len(rows)):
        allowed = 0
        for number in range(rows.shape[1]):
            allowed += rows[row, number]
        left = draw(key, turn, row, 0, allowed)
        number = 0
        while left > 0 or not rows[row, number]:
            left -= rows[row, number]
            number += 1
        found[row] = number
