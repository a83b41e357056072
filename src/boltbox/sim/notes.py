"""What is noted of games that learners step through, beside their positions? The same for every game."""

from typing import Final, NamedTuple

import numpy as np

NO_CODE, NO_ACTION = -1, -2  # what a seat asks: nothing that's allowed; to wait where it may
DEAL, SKIP = -1, -2  # actions of the first seat, for a whole game: deal the next one; leave it as it is

NOTE_FIELDS: Final = [
    ("seed", "u8"),  # whose games it deals
    ("number", "i8"),  # of the next one
    ("steps", "i8"),  # taken in this game
    ("ended", "i1"),  # 1: by the last step
    ("cut_off", "i1"),  # 1: it has had as many steps as it may
]
NOTE: Final = np.dtype(NOTE_FIELDS, align=True)  # of a game

# Of a seat.
PAY: Final = np.dtype(
    [
        ("code", "i8"),  # what it asks in this step
        ("paid", "i8"),  # points so far
        ("reward", "f8"),  # for the last step
        ("illegal", "i1"),  # 1: what it asked wasn't allowed
    ],
    align=True,
)


class Terms(NamedTuple):
    """Is what an illegal action is paid, and how many steps a game may have."""

    illegal_reward: float
    max_steps: int
