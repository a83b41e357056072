"""How are many games of Lucky Box played at once? By the kernels, each as `LuckyGame` would go."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from boltbox.env.batch import Batch
from boltbox.env.course import USUAL, Terms
from boltbox.env.luckybox.actions import Numbering
from boltbox.env.luckybox.playing import LuckyBox
from boltbox.rules.luckybox.options import Options
from boltbox.sim.luckybox.arrays import games_of
from boltbox.sim.luckybox.observing import Shape, Sheet, box_rows
from boltbox.sim.luckybox.stepping import Desk, step_all


class LuckyBoxBatch(Batch):
    """Plays many games of Lucky Box side by side."""

    def __init__(
        self,
        count: int,
        seats: int = 1,
        options: Options | Mapping[str, object] | None = None,
        *,
        terms: Terms = USUAL,
    ) -> None:
        """Makes room.

        Args:
            count: How many games.
            seats: How many play in each.
            options: House rules, as the rules' struct or as names and values; none: classic.
            terms: What is paid, by points only, and when a game is cut off.

        Raises:
            ValueError: The rules refuse seats or options, in their words; or `count` is below 1.
        """
        ruling = LuckyBox(options, seats)
        super().__init__(ruling, count, terms)
        self._games = games_of(ruling.options, seats, count)
        shape = shape_of(ruling.options, ruling.numbering)
        sheet = Sheet(shape, box_rows(self._games.faces), self._rows, self._masks)
        self._desk = Desk(sheet, self._notes, self._pays)

    def _run(self, actions: NDArray[np.int64]) -> None:
        step_all(self._games, self._terms, self._desk, actions)


def shape_of(options: Options, numbering: Numbering) -> Shape:
    """Tells kernels how long a row is, and which number is which action."""
    return Shape(
        slots=numbering.slots,
        offers=max(options.dealt, options.offer),
        reserves=numbering.reserve,
        printed=int(bool(numbering.rule_set.moon_tokens)),
        question=numbering.question,
        decline=numbering.decline,
        choose=numbering.choose,
        refill=numbering.refill,
        idle=numbering.idle,
        blinds=numbering.blinds,
    )
