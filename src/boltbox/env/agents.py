"""Who plays in a PettingZoo environment, taking turns or all at once? An agent on each seat."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random

from boltbox.env.course import Course, Terms, checked_mode
from boltbox.env.layout import Numbers
from boltbox.env.solo import SEEDS
from boltbox.env.steps import Mask, Ruling
from boltbox.rules.game import Seat

Observation = Numbers | dict[str, Numbers | Mask]


class Company:
    """Has what environments of several agents share, whether they take turns or not."""

    def __init__(self, ruling: Ruling, terms: Terms, *, observe_mask: bool, render_mode: str | None) -> None:
        super().__init__()
        self.table = Table(ruling, terms, observe_mask=observe_mask)
        self.possible_agents: list[str] = list(self.table.seats)
        self.agents: list[str] = []
        self.layout = ruling.layout
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self.render_mode = checked_mode(render_mode)

    def observation_space(self, agent: str) -> Box[np.int16] | Dict:
        """Is the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Is the space of an agent's actions."""
        return self.action_spaces[agent]

    def action_name(self, number: int) -> str:
        """Words an action."""
        return self.table.course.name(number)

    def render(self) -> str | None:
        """Draws the position as text, in the mode `ansi`."""
        return self.table.course.game.render() if self.render_mode else None

    def close(self) -> None:
        """Closes nothing: it holds no window and no file."""


class Table:
    """Is a game with its agents: `player_1` on seat 1, and so on."""

    def __init__(self, ruling: Ruling, terms: Terms, *, observe_mask: bool) -> None:
        self.course = Course(ruling, terms)
        self.seats: dict[str, Seat] = {f"player_{seat}": seat for seat in self.course.seats}
        self._observe_mask = observe_mask
        self._fresh = np_random()[0]  # of its own: seeds of games whose reset was given none
        # Each agent has spaces of its own, for they are seeded; all are alike.
        self.observation_spaces = {agent: self._space(ruling) for agent in self.seats}
        self.action_spaces = {agent: Discrete(ruling.actions) for agent in self.seats}

    def _space(self, ruling: Ruling) -> Box[np.int16] | Dict:
        observation = ruling.layout.space()
        if not self._observe_mask:
            return observation
        return Dict({"observation": observation, "action_mask": Box(0, 1, (ruling.actions,), dtype=np.int8)})

    def begin(self, seed: int | None) -> None:
        """Deals the first game of a seed, or without one the next game of the seed before."""
        self.course.begin(seed, lambda: int(self._fresh.integers(SEEDS)))

    def observe(self, agent: str) -> Observation:
        """Is what an agent sees."""
        seat = self.seats[agent]
        observation = self.course.observe(seat)
        if not self._observe_mask:
            return observation
        return {"observation": observation, "action_mask": self.course.mask(seat)}

    def infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        """Is what agents are told beside the observation."""
        return {agent: self.course.info(self.seats[agent]) for agent in agents}

    def step(self, actions: Mapping[str, object]) -> dict[str, float]:
        """Takes a step of some agents, and pays all."""
        rewards = self.course.step({self.seats[agent]: action for agent, action in actions.items()})
        return {agent: rewards[seat] for agent, seat in self.seats.items()}

    def agent(self, seat: Seat) -> str:
        """Names the agent on a seat."""
        return f"player_{seat}"
