"""How do several learners play one after another? PettingZoo's AEC environments of both games."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from boltbox.env.agents import Company, Observation
from boltbox.env.course import USUAL, Terms, check_terms
from boltbox.env.lightningdice.playing import LightningDice
from boltbox.env.luckybox.playing import LuckyBox
from boltbox.env.steps import Ruling
from boltbox.env.versions import name_of
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luckybox.options import Options as BoxOptions


class Turns(Company, AECEnv):  # type: ignore[misc]
    """Asks one agent at a time: in Lucky Box the lowest seat that is awaited, else all in turn."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, ruling: Ruling, terms: Terms, *, observe_mask: bool, render_mode: str | None) -> None:
        check_terms(terms)
        self._in_turn = ruling.in_turn
        # A step of all is a step of each, where they are taken one by one.
        terms = terms._replace(max_steps=terms.max_steps * (ruling.seats if ruling.in_turn else 1))
        super().__init__(ruling, terms, observe_mask=observe_mask, render_mode=render_mode)
        self._given: dict[str, object] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the first game of a seed, or without one the next game of the seed before."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._given = {}
        self._skip_agent_selection: str | None = None
        self.infos = self.table.infos(self.agents)
        self.agent_selection = self._next()

    def step(self, action: Any) -> None:
        """Takes an action of the agent whose turn it is; None when it has ended for it."""
        self.table.course.need_game()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._given[agent] = self.table.course.checked(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._in_turn or len(self._given) == len(self.agents):
            given, self._given = self._given, {}
            self.rewards = self.table.step(given)
            course = self.table.course
            self.terminations = dict.fromkeys(self.agents, course.over)
            self.truncations = dict.fromkeys(self.agents, course.cut_off)
            self.infos = self.table.infos(self.agents)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        """Is the agent that is asked next."""
        awaited = map(self.table.agent, self.table.course.game.awaited)
        return next((agent for agent in awaited if agent not in self._given), self.agents[0])

    def observe(self, agent: str) -> Observation:
        """Is what an agent sees; what others gave for a step that isn't taken yet is no part of it."""
        return self.table.observe(agent)


class LuckyBoxAEC(Turns):
    """Is Lucky Box for 1 to 12 seats, one action at a time."""

    metadata: ClassVar[dict[str, Any]] = {**Turns.metadata, "name": name_of("luckybox")}

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


class LightningDiceAEC(Turns):
    """Is Lightning Dice for 2 to 6 seats, or alone a quick game against the clock, one action at a time."""

    metadata: ClassVar[dict[str, Any]] = {**Turns.metadata, "name": name_of("lightningdice")}

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
