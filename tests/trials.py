"""How do tests race against the clock? On a clock that leaps from rest to rest, by what is best kept."""

import json
from typing import Any

import msgspec

from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.state import State
from boltbox.server.mailbox import Mailbox
from boltbox.table.timed import TimedState
from tests.days import Player
from tests.desk import Clock, act

COUNT_IN_MS = 3000


async def race_alone(
    player: Player, clock: Clock, cards: int = 10, idle: int = 100, **options: Any
) -> Mailbox:
    """Races a whole time trial, waiting so long before each press."""
    agreed = {"mode": "quick", "cards": cards, **options}
    mailbox = await player.begin("/api/tables", game="lightningdice", start=True, options=agreed)
    clock.now += COUNT_IN_MS
    while not mailbox.live.table.over:
        clock.now += idle
        await press(player, mailbox, _next(_state(mailbox)))
        rolling = _state(mailbox).places[0].rolling
        if rolling is not None:
            clock.now = rolling.rests
    return mailbox


async def press(player: Player, mailbox: Mailbox, action: DiceAction) -> None:
    assert player.ear is not None
    act(mailbox, player.ear, json.loads(msgspec.json.encode(action)))
    await mailbox.empty()


def _state(mailbox: Mailbox) -> State:
    state = mailbox.live.table.state
    assert isinstance(state, TimedState)
    assert isinstance(state.game, State)
    return state.game


def _next(state: State) -> DiceAction:
    """Does what comes nearest to the goal: calls, keeps what is best kept, rolls."""
    (place,) = state.places
    # A roll that has come to rest by the clock is seen by the table as soon as something is pressed.
    if place.rolling is not None:
        return Keep(())
    if not all(place.values):
        return Roll(state.head.goal)
    if state.goal.met(place.values):
        return Claim("got")
    left, kept = list(solve(state.goal).keep(tuple(sorted(place.values)))), []
    for die, value in enumerate(place.values):
        if value in left:
            left.remove(value)
            kept.append(die)
    return Roll(state.head.goal) if place.kept == tuple(kept) else Keep(tuple(kept))
