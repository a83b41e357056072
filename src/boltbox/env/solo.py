"""What does a learner play alone? Lucky Box, or a goal of Lightning Dice, as Gymnasium environments."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from boltbox.env.course import Course, Terms, checked_mode
from boltbox.env.layout import Layout, Numbers
from boltbox.env.lightningdice.playing import LightningDice
from boltbox.env.luckybox.playing import LuckyBox
from boltbox.env.steps import Ruling
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luckybox.options import Options as BoxOptions

ME: Final = 1  # the one seat
SEEDS: Final = 1 << 62
GOAL: Final = "AABBCC"  # that is practised where none is named


class Solo(gymnasium.Env[Numbers, np.int64]):
    """Is a game of one seat as Gymnasium knows environments."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]
    action_space: Discrete

    def __init__(self, ruling: Ruling, terms: Terms, render_mode: str | None) -> None:
        self.course = Course(ruling, terms)
        self.layout: Layout = ruling.layout
        self.observation_space = ruling.layout.space()
        self.action_space = Discrete(ruling.actions)
        self.render_mode = checked_mode(render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deals the first game of a seed, or without one the next game of the seed before."""
        super().reset(seed=seed)
        self.course.begin(seed, lambda: int(self.np_random.integers(SEEDS)))
        return self.course.observe(ME), self.course.info(ME)

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Takes a step; `info["refused"]` says why it wasn't done, where it wasn't."""
        course = self.course
        reward = course.step({ME: action})[ME]
        return course.observe(ME), reward, course.over, course.cut_off, course.info(ME)

    def action_name(self, number: int) -> str:
        """Words an action."""
        return self.course.name(number)

    def render(self) -> str | None:
        """Draws the position as text, in the mode `ansi`."""
        return self.course.game.render() if self.render_mode else None


class LuckyBoxSolo(Solo):
    """Is Lucky Box alone: all points are paid as they come, moons at the end, and add up to the result."""

    def __init__(
        self,
        options: BoxOptions | Mapping[str, object] | None = None,
        *,
        illegal_reward: float = -1.0,
        max_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        """Makes it.

        Args:
            options: House rules, as the rules' struct or as names and values; none: classic.
            illegal_reward: What an action that the mask doesn't allow is paid.
            max_steps: After so many steps a game is cut off; no game comes near of itself.
            render_mode: `ansi` for text.

        Raises:
            ValueError: The rules refuse the options, in their words.
        """
        super().__init__(LuckyBox(options, 1), Terms("points", illegal_reward, max_steps), render_mode)


def practice_of(goal: str, options: DiceOptions | Mapping[str, object] | None) -> DiceOptions:
    """Is the options of a goal's practice. Raises ValueError for what the rules refuse, and other modes."""
    if options is None or isinstance(options, Mapping):
        options = {**(options or {}), "mode": "practice", "goal": goal}
    agreed_on = LightningDice(options, 1).options
    if agreed_on.mode != "practice":
        raise ValueError("these options aren't those of practice: say {'mode': 'practice', 'goal': ...}")
    return agreed_on


class LightningDicePractice(Solo):
    """Is one goal of Lightning Dice: -1 for each roll's time, until its dice meet it and it is called."""

    def __init__(
        self,
        goal: str = GOAL,
        options: DiceOptions | Mapping[str, object] | None = None,
        *,
        illegal_reward: float = -1.0,
        max_steps: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        """Makes it.

        Args:
            goal: What six dice have to show, as a deck writes it (LD-7).
            options: Others than the goal and the mode: `off_table`, `roll_ms`.
            illegal_reward: What an action that the mask doesn't allow is paid, beside the time it takes.
            max_steps: After so many steps a game is cut off.
            render_mode: `ansi` for text.

        Raises:
            ValueError: The rules refuse goal or options, in their words.
        """
        ruling = LightningDice(practice_of(goal, options), 1)
        super().__init__(ruling, Terms("points", illegal_reward, max_steps), render_mode)
