"""How are many games played at once? In arrays that kernels write; each goes as on the rules alone."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boltbox.env.course import Terms, check_terms
from boltbox.env.deals import checked_seed
from boltbox.env.layout import Numbers
from boltbox.env.steps import Mask, Ruling
from boltbox.sim.notes import DEAL, NOTE, PAY
from boltbox.sim.notes import Terms as KernelTerms


class Batch:
    """Plays `count` games side by side, all seats of each in every step, as PettingZoo's Parallel does.

    A game that ended, or was cut off, begins anew with the next step, whatever its actions are: it deals the
    next game of its seed and pays nothing. All arrays are the batch's own and change with each step.
    """

    note: np.dtype[np.void] = NOTE  # what kernels note of a game

    def __init__(self, ruling: Ruling, count: int, terms: Terms) -> None:
        if count < 1:
            raise ValueError(f"a batch has at least 1 game, not {count}")
        check_terms(terms)
        if terms.reward != "points":
            raise ValueError(f"a batch pays points as they come, not {terms.reward!r}")
        self.ruling = ruling
        self.count, self.seats, self.actions = count, ruling.seats, ruling.actions
        self._terms = KernelTerms(float(terms.illegal_reward), terms.max_steps)
        self._notes: NDArray[Any] = np.zeros(count, self.note)
        self._pays: NDArray[Any] = np.zeros((count, self.seats), PAY)
        self._rows: Numbers = np.zeros((count * self.seats, ruling.layout.size), np.int16)
        self._masks: Mask = np.zeros((count * self.seats, self.actions), np.int8)
        self._deals: NDArray[np.int64] = np.full((count, self.seats), DEAL, np.int64)

    def _run(self, actions: NDArray[np.int64]) -> None:
        """Lets a kernel take a step in every game."""
        raise NotImplementedError

    @property
    def rows(self) -> Numbers:
        """Is what each seat of each game sees."""
        return self._rows.reshape(self.count, self.seats, -1)

    @property
    def masks(self) -> Mask:
        """Is what each seat of each game may do."""
        return self._masks.reshape(self.count, self.seats, -1)

    @property
    def rewards(self) -> NDArray[np.float64]:
        """Is what the last step paid each seat of each game."""
        rewards: NDArray[np.float64] = self._pays["reward"]
        return rewards

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Tells of each seat of each game whether its last action wasn't allowed: a new array."""
        return self._pays["illegal"].astype(np.bool_)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Tells of each game whether the last step ended it: a new array."""
        return self._notes["ended"].astype(np.bool_)

    @property
    def cut_off(self) -> NDArray[np.bool_]:
        """Tells of each game whether the last step was its last one: a new array."""
        return self._notes["cut_off"].astype(np.bool_)

    def deal(self, seeds: Sequence[int] | None = None) -> None:
        """Deals the first game of a seed each, or the next ones of the seeds before."""
        if seeds is not None:
            if len(seeds) != self.count:
                raise ValueError(f"{self.count} games take as many seeds, not {len(seeds)}")
            self._notes["seed"] = np.array([checked_seed(int(seed)) for seed in seeds], np.uint64)
            self._notes["number"] = 0
        self._run(self._deals)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Takes a step in every game.

        Args:
            actions: By game and seat, each from 0 to `actions` - 1: whoever calls sees to that.
        """
        self._run(actions)
