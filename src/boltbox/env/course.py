"""How far has one game of an environment come? Rewards, the bound on steps, what happens after the end."""

from collections.abc import Callable, Mapping
from math import isfinite
from operator import index
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded

from boltbox.env.deals import Deals
from boltbox.env.layout import Numbers
from boltbox.env.steps import Mask, Ruling, Steps
from boltbox.rules.game import Seat

Reward = Literal["points", "win"]

OVER: Final = "The game is over; reset deals another."


class Terms(NamedTuple):
    """Is what an environment pays, and how long it lets a game go on."""

    reward: Reward = "points"  # points as they come, or in the end the share of the win
    illegal_reward: float = -1.0  # for an action that the mask doesn't allow
    max_steps: int = 1000  # after so many steps a game is cut off


USUAL: Final = Terms()


def check_terms(terms: Terms) -> None:
    """Raises ValueError, a sentence, for terms that make no sense."""
    if terms.reward not in ("points", "win"):
        raise ValueError(f"the reward is points or win, not {terms.reward!r}")
    if terms.max_steps < 1 or terms.max_steps % 1:
        raise ValueError(f"max_steps is a whole number from 1, not {terms.max_steps!r}")
    if not isfinite(terms.illegal_reward):
        raise ValueError(f"illegal_reward is a number, not {terms.illegal_reward!r}")


def checked_mode(render_mode: str | None) -> str | None:
    """Is how positions are drawn. Raises ValueError for a way that there isn't."""
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode is ansi or None, not {render_mode!r}")
    return render_mode


class Course:
    """Is the game that is played, or none yet, with what was paid so far."""

    def __init__(self, ruling: Ruling, terms: Terms) -> None:
        check_terms(terms)
        self.ruling = ruling
        self.seats: tuple[Seat, ...] = tuple(range(1, ruling.seats + 1))
        self.terms = terms
        self._deals = Deals()
        self._game: Steps | None = None
        self._steps = 0
        self._paid: dict[Seat, float] = {}
        self.refused: dict[Seat, str] = {}  # by the last step

    @property
    def game(self) -> Steps:
        """Is the game. Raises ResetNeeded before the first."""
        if self._game is None:
            raise ResetNeeded("no game was dealt yet: call reset() first")
        return self._game

    def need_game(self) -> None:
        """Raises ResetNeeded before the first game."""
        _ = self.game

    @property
    def over(self) -> bool:
        """Tells whether the game has ended by its rules."""
        return self.game.over

    @property
    def cut_off(self) -> bool:
        """Tells whether it went on for longer than it may."""
        return not self.over and self._steps >= self.terms.max_steps

    def begin(self, seed: int | None, fresh: Callable[[], int]) -> None:
        """Deals the next game of the seed, or the first of another."""
        self._game = self.ruling.begin(self._deals.next(seed, fresh))
        self._steps = 0
        self.refused = {}
        # What a seat has before its first step is paid with that step.
        self._paid = dict.fromkeys(self.seats, 0.0)

    def step(self, actions: Mapping[Seat, object]) -> dict[Seat, float]:
        """Takes a step, and pays every seat. After the end nothing changes and nothing is paid."""
        numbers = {seat: self.checked(action) for seat, action in actions.items()}
        if self.over or self.cut_off:
            self.refused = dict.fromkeys(numbers, OVER)
            return dict.fromkeys(self.seats, 0.0)
        self.refused = self.game.step(numbers)
        self._steps += 1
        rewards = {}
        for seat in self.seats:
            worth = self.game.points(seat) if self.terms.reward == "points" else self.game.share(seat)
            rewards[seat] = worth - self._paid[seat]
            self._paid[seat] = worth
            if seat in self.refused:
                rewards[seat] += self.terms.illegal_reward
        return rewards

    def observe(self, seat: Seat) -> Numbers:
        """Is what a seat sees."""
        return self.game.observe(seat)

    def mask(self, seat: Seat) -> Mask:
        """Has 1 for each action of a seat that is allowed now: only the pass after the end."""
        mask = self.game.mask(seat)
        if self.cut_off:
            mask[:] = 0
            mask[-1] = 1
        return mask

    def info(self, seat: Seat) -> dict[str, Any]:
        """Is what a seat is told beside the observation."""
        info: dict[str, Any] = {"action_mask": self.mask(seat)}
        if seat in self.refused:
            info["refused"] = self.refused[seat]
        return info

    def checked(self, action: object) -> int:
        """Reads an action as its number. Raises InvalidAction for what is outside the space of actions."""
        space = self.ruling.actions
        try:
            number = -1 if isinstance(action, bool | np.bool_) else index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if not 0 <= number < space:
            raise InvalidAction(f"an action is a whole number from 0 to {space - 1}, not {action!r}")
        return number

    def name(self, action: object) -> str:
        """Words an action. Raises InvalidAction for what is outside the space of actions."""
        return self.ruling.name(self.checked(action))
