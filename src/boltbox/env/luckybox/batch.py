"""How are many games of Lucky Box played at once? In arrays, by the kernels, each as `LuckyGame` would go."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from boltbox.env.course import USUAL, Terms
from boltbox.env.layout import Numbers
from boltbox.env.luckybox.actions import Numbering
from boltbox.env.luckybox.playing import LuckyBox
from boltbox.env.steps import Mask
from boltbox.rules.luckybox.options import Options
from boltbox.sim.luckybox.arrays import games_of
from boltbox.sim.luckybox.observing import Shape, Sheet, box_rows
from boltbox.sim.luckybox.stepping import DEAL, NOTE, PAY, Desk, step_all
from boltbox.sim.luckybox.stepping import Terms as KernelTerms

_MASK = (1 << 64) - 1


class LuckyBoxBatch:
    """Plays `count` games side by side, all seats of each in every step, as `LuckyBoxParallel` does.

    A game that ended, or was cut off, begins anew with the next step, whatever its actions are: it deals the
    next game of its seed and pays nothing. All arrays are the batch's own and change with each step.
    """

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
        if count < 1:
            raise ValueError(f"a batch has at least 1 game, not {count}")
        if terms.reward != "points":
            raise ValueError(f"a batch pays points as they come, not {terms.reward!r}")
        self.ruling = LuckyBox(options, seats)
        self.count, self.seats, self.actions = count, seats, self.ruling.actions
        self._games = games_of(self.ruling.options, seats, count)
        self._terms = KernelTerms(float(terms.illegal_reward), terms.max_steps)
        self._desk = Desk(
            Sheet(
                shape_of(self.ruling.options, self.ruling.numbering),
                box_rows(self._games.faces),
                np.zeros((count * seats, self.ruling.layout.size), np.int16),
                np.zeros((count * seats, self.actions), np.int8),
            ),
            np.zeros(count, NOTE),
            np.zeros((count, seats), PAY),
        )
        self._deals: NDArray[np.int64] = np.full((count, seats), DEAL, np.int64)

    @property
    def rows(self) -> Numbers:
        """Is what each seat of each game sees."""
        return self._desk.sheet.rows.reshape(self.count, self.seats, -1)

    @property
    def masks(self) -> Mask:
        """Is what each seat of each game may do."""
        return self._desk.sheet.masks.reshape(self.count, self.seats, -1)

    @property
    def rewards(self) -> NDArray[np.float64]:
        """Is what the last step paid each seat of each game."""
        rewards: NDArray[np.float64] = self._desk.pays["reward"]
        return rewards

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Tells of each seat of each game whether its last action wasn't allowed: a new array."""
        return self._desk.pays["illegal"].astype(np.bool_)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Tells of each game whether the last step ended it: a new array."""
        return self._desk.notes["ended"].astype(np.bool_)

    @property
    def cut_off(self) -> NDArray[np.bool_]:
        """Tells of each game whether the last step was its last one: a new array."""
        return self._desk.notes["cut_off"].astype(np.bool_)

    def deal(self, seeds: Sequence[int] | None = None) -> None:
        """Deals the first game of a seed each, or the next ones of the seeds before."""
        if seeds is not None:
            if len(seeds) != self.count:
                raise ValueError(f"{self.count} games take as many seeds, not {len(seeds)}")
            self._desk.notes["seed"] = np.array([seed & _MASK for seed in seeds], np.uint64)
            self._desk.notes["number"] = 0
        step_all(self._games, self._terms, self._desk, self._deals)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Takes a step in every game.

        Args:
            actions: By game and seat, each from 0 to `actions` - 1: whoever calls sees to that.
        """
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
