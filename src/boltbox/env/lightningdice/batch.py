"""How are many games of Lightning Dice played at once? By the kernels, each as `DiceGame` would go."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from boltbox.env.batch import Batch
from boltbox.env.course import USUAL, Terms
from boltbox.env.lightningdice.observing import goal_row
from boltbox.env.lightningdice.playing import LightningDice
from boltbox.rules.lightningdice.options import Options, deck_of
from boltbox.sim.lightningdice.arrays import new_games, rules_of
from boltbox.sim.lightningdice.observing import Sheet
from boltbox.sim.lightningdice.stepping import NOTE, Desk, step_all


class LightningDiceBatch(Batch):
    """Plays many games of Lightning Dice side by side."""

    note = NOTE

    def __init__(
        self,
        count: int,
        seats: int = 2,
        options: Options | Mapping[str, object] | None = None,
        *,
        terms: Terms = USUAL,
    ) -> None:
        """Makes room, with the same arguments as Lucky Box; `ValueError` for what the rules refuse."""
        ruling = LightningDice(options, seats)
        super().__init__(ruling, count, terms)
        self._rules = rules_of(ruling.options)
        self._games = new_games(count)
        goals = np.array([goal_row(goal) for goal in deck_of(ruling.options).goals], np.int16)
        self._desk = Desk(Sheet(goals, self._rows, self._masks), self._notes, self._pays)

    def _run(self, actions: NDArray[np.int64]) -> None:
        step_all(self._rules, self._games, self._terms, self._desk, actions)
