"""How hard is a goal of Lightning Dice? The expected rolls under the best keeping, for who practises it."""

import asyncio
from typing import Final

from litestar import get
from litestar.params import FromPath

from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.lightningdice.deck import built_in
from boltbox.rules.lightningdice.goals import GoalError, parse
from boltbox.rules.refusals import Refusal
from boltbox.server.front import Turned
from boltbox.server.house_messages import GoalWorth
from boltbox.server.problems import turned


@get("/api/goals", responses=turned(429))
async def goals() -> list[GoalWorth]:
    """Lists the goals of the built-in deck, the easiest first (LD-7.3)."""
    return await asyncio.to_thread(_deck)


@get("/api/goals/{goal:str}", responses=turned(400, 404, 429))
async def goal_worth(goal: FromPath[str]) -> GoalWorth:
    """Tells how hard any goal is."""
    # Solving one that nobody asked for before takes some milliseconds, which no table should wait for.
    return await asyncio.to_thread(_worth, goal)


def _deck() -> list[GoalWorth]:
    return sorted(map(_worth, built_in("boltbox").goals), key=lambda one: one.rolls)


def _worth(text: str) -> GoalWorth:
    try:
        goal = parse(text)
    except GoalError as error:
        raise Turned(404, Refusal("wrong_goal", "goal", {"cause": str(error)})) from error
    return GoalWorth(goal.text, solve(goal).expected, goal.sides)


ROUTES: Final = (goals, goal_worth)
