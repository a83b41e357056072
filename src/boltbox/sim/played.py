"""What comes of playing numbered games of a study? Whole numbers, the same columns for each game."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

WHOLE: Final = 27720  # what a whole win is counted as: shared by 2 to 12 seats it stays a whole number
_MASK: Final = (1 << 64) - 1


class Played(NamedTuple):
    """Is what came of some games, one after another; the columns are those of the game's `playing`."""

    seats: npt.NDArray[np.int32]  # game, seat, column
    games: npt.NDArray[np.int64]  # game, column
    pieces: npt.NDArray[np.int64]  # face or goal, column; summed over the games


def check_bots(bots: Sequence[str], known: Sequence[str]) -> None:
    """Raises ValueError, a sentence, for a bot that kernels don't know."""
    for bot in bots:
        if bot not in known:
            raise ValueError(f"The simulator has no bot '{bot}'; it has {', '.join(known)}.")


def seed_bits(seed: int) -> np.uint64:
    """Is a seed as kernels take it."""
    return np.uint64(seed & _MASK)
