"""How do several learners play all at once? PettingZoo's Parallel environments of both games."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium.error import InvalidAction
from pettingzoo import ParallelEnv

from boltbox.env.agents import Company, Observation
from boltbox.env.course import OVER, USUAL, Terms
from boltbox.env.lightningdice.playing import LightningDice
from boltbox.env.luckybox.playing import LuckyBox
from boltbox.env.versions import name_of
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luckybox.options import Options as BoxOptions

Infos = dict[str, dict[str, Any]]
Stepped = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class Together(Company, ParallelEnv):  # type: ignore[misc]
    """Takes an action of every agent in each step; in which order they are handed in is of no account."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deals the first game of a seed, or without one the next game of the seed before."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return {agent: self.table.observe(agent) for agent in self.agents}, self.table.infos(self.agents)

    def step(self, actions: Mapping[str, object]) -> Stepped:
        """Takes a step of all agents; after the end it answers that the game is over, under `everybody`."""
        table, agents = self.table, self.agents
        table.course.need_game()
        if not agents:
            return {}, {}, {}, {}, {"everybody": {"refused": OVER}}
        if set(actions) != set(agents):
            raise InvalidAction(
                f"a step takes one action of each agent ({', '.join(agents)}), not of {sorted(actions)}"
            )
        rewards = table.step(actions)
        over, cut_off = table.course.over, table.course.cut_off
        if over or cut_off:
            self.agents = []
        return (
            {agent: table.observe(agent) for agent in agents},
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            table.infos(agents),
        )


class LuckyBoxParallel(Together):
    """Is Lucky Box for 1 to 12 seats, all seats in each step."""

    metadata: ClassVar[dict[str, Any]] = {**Together.metadata, "name": name_of("luckybox")}

    def __init__(
        self,
        seats: int = 2,
        options: BoxOptions | Mapping[str, object] | None = None,
        *,
        terms: Terms = USUAL,
        observe_mask: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes it.

        Args:
            seats: How many play.
            options: House rules, as the rules' struct or as names and values; none: classic.
            terms: What is paid, and when a game is cut off.
            observe_mask: Observations are dictionaries with `observation` and `action_mask`.
            render_mode: `ansi` for text.

        Raises:
            ValueError: The rules refuse seats or options, in their words.
        """
        super().__init__(LuckyBox(options, seats), terms, observe_mask=observe_mask, render_mode=render_mode)


class LightningDiceParallel(Together):
    """Is Lightning Dice for 2 to 6 seats, or alone a quick game against the clock, all seats in each step."""

    metadata: ClassVar[dict[str, Any]] = {**Together.metadata, "name": name_of("lightningdice")}

    def __init__(
        self,
        seats: int = 2,
        options: DiceOptions | Mapping[str, object] | None = None,
        *,
        terms: Terms = USUAL,
        observe_mask: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes it, with the same arguments as Lucky Box; `ValueError` for what the rules refuse."""
        super().__init__(
            LightningDice(options, seats), terms, observe_mask=observe_mask, render_mode=render_mode
        )
