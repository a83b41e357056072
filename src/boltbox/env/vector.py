"""Where does a learner play thousands of games at once? The solo environments, vectorised on the kernels."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boltbox.env.batch import Batch
from boltbox.env.course import Terms
from boltbox.env.layout import Layout, Numbers
from boltbox.env.lightningdice.batch import LightningDiceBatch
from boltbox.env.luckybox.batch import LuckyBoxBatch
from boltbox.env.solo import GOAL, SEEDS, practice_of
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luckybox.options import Options as BoxOptions

Stepped = tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class Vector(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """Is as many single environments, step by step the same: game i of seed s is that of seed s + i.

    A game that ended begins anew in the next step (`AutoresetMode.NEXT_STEP`): then its action is of no
    account, it pays nothing, and the observation is that of the new deal.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, batch: Batch, *, copy: bool) -> None:
        super().__init__()
        self.batch = batch
        self.num_envs = batch.count
        self.layout: Layout = batch.ruling.layout
        self.single_observation_space = self.layout.space()
        self.single_action_space = Discrete(batch.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        self._dealt = False
        self._known = np.ones(self.num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Iterable[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deals the first game of a seed each, or without any the next games of the seeds before."""
        one = int(seed) if isinstance(seed, int | np.integer) else None
        super().reset(seed=one)
        if one is not None:
            self.batch.deal([one + i for i in range(self.num_envs)])
        elif isinstance(seed, Iterable):
            self.batch.deal([int(each) for each in seed])
        elif self._dealt:
            self.batch.deal()
        else:
            self.batch.deal([int(fresh) for fresh in self.np_random.integers(SEEDS, size=self.num_envs)])
        self._dealt = True
        return self._rows(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Takes a step in every game."""
        if not self._dealt:
            raise ResetNeeded("no game was dealt yet: call reset() first")
        batch = self.batch
        batch.step(self._checked(actions))
        return self._rows(), batch.rewards[:, 0].copy(), batch.ended, batch.cut_off, self._infos()

    def _checked(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        most = self.batch.actions - 1
        whole = given.shape == (self.num_envs,) and np.issubdtype(given.dtype, np.integer)
        if not whole or given.min() < 0 or given.max() > most:
            raise InvalidAction(f"actions are {self.num_envs} whole numbers from 0 to {most}")
        return np.ascontiguousarray(given, np.int64).reshape(-1, 1)

    def _rows(self) -> Numbers:
        rows = self.batch.rows[:, 0]
        return rows.copy() if self._copy else rows

    def _infos(self) -> dict[str, Any]:
        masks = self.batch.masks[:, 0]
        return {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": self._known,
            "illegal": self.batch.illegal[:, 0],
            "_illegal": self._known,
        }


class LuckyBoxVector(Vector):
    """Is as many games of `LuckyBoxSolo`."""

    def __init__(
        self,
        num_envs: int = 1,
        options: BoxOptions | Mapping[str, object] | None = None,
        *,
        illegal_reward: float = -1.0,
        max_steps: int = 1000,
        copy: bool = True,
    ) -> None:
        """Makes it.

        Args:
            num_envs: How many games.
            options: House rules, as the rules' struct or as names and values; none: classic.
            illegal_reward: What an action that the mask doesn't allow is paid.
            max_steps: After so many steps a game is cut off.
            copy: Whether each step returns arrays of its own. False saves time: observations and masks are
                the same arrays each time, and change with the next step.

        Raises:
            ValueError: The rules refuse the options, in their words.
        """
        terms = Terms("points", illegal_reward, max_steps)
        super().__init__(LuckyBoxBatch(num_envs, 1, options, terms=terms), copy=copy)


class LightningDiceVector(Vector):
    """Is as many goals of `LightningDicePractice`."""

    def __init__(
        self,
        num_envs: int = 1,
        goal: str = GOAL,
        options: DiceOptions | Mapping[str, object] | None = None,
        *,
        illegal_reward: float = -1.0,
        max_steps: int = 10_000,
        copy: bool = True,
    ) -> None:
        """Makes it.

        Args:
            num_envs: How many games.
            goal: What six dice have to show, as a deck writes it (LD-7).
            options: Others than the goal and the mode: `off_table`, `roll_ms`.
            illegal_reward: What an action that the mask doesn't allow is paid, beside the time it takes.
            max_steps: After so many steps a game is cut off.
            copy: Whether each step returns arrays of its own, as in `LuckyBoxVector`.

        Raises:
            ValueError: The rules refuse goal or options, in their words.
        """
        terms = Terms("points", illegal_reward, max_steps)
        batch = LightningDiceBatch(num_envs, 1, practice_of(goal, options), terms=terms)
        super().__init__(batch, copy=copy)
