"""When do bots press, in a game in real time? Each after its own pace, unless things changed meanwhile."""

from collections.abc import Mapping

import msgspec

from boltbox.bots.bot import BUDGET, Bot, Paced
from boltbox.rules.game import Instant, Seat, State
from boltbox.rules.luck import Luck
from boltbox.rules.shelf import AnyGame


class Press(msgspec.Struct, frozen=True, order=True):
    """Is what a bot will do, and when."""

    instant: Instant
    seat: Seat
    decision: int  # the ask that it answers
    action: bytes


class Pacer:
    """Asks the bots of one table, and holds their answers until they are pressed."""

    def __init__(self, game: AnyGame, bots: Mapping[Seat, Bot], luck: Luck, budget: int = BUDGET) -> None:
        self._game = game
        self._bots = bots
        self._luck = luck
        self._budget = budget
        self._asked: dict[Seat, tuple[object, ...]] = {}  # what the ask was made of that was answered
        self._presses: dict[Seat, Press] = {}

    @property
    def next(self) -> Press | None:
        """Is what comes next, if nothing changes before."""
        return min(self._presses.values(), default=None)

    @property
    def presses(self) -> tuple[Press, ...]:
        """Lists what comes, in its order."""
        return tuple(sorted(self._presses.values()))

    def look(self, state: State, instant: Instant) -> None:
        """Asks every bot whose ask is another one than before; its older answer is never pressed."""
        awaited = self._game.to_act(state)
        for seat, bot in self._bots.items():
            made_of = self._game.sources(state, seat)["ask"]
            before = self._asked.get(seat, ())
            if len(before) == len(made_of) and all(a is b for a, b in zip(before, made_of, strict=True)):
                continue
            self._asked[seat] = made_of
            self._presses.pop(seat, None)
            if seat in awaited:
                self._presses[seat] = self._think(bot, state, seat, instant)

    def take(self, press: Press) -> None:
        """Notes that an answer was pressed."""
        self._presses.pop(press.seat, None)

    def _think(self, bot: Bot, state: State, seat: Seat, instant: Instant) -> Press:
        view = msgspec.json.encode(self._game.view(state, seat))
        action = bot.choose(view, seat, self._luck, self._budget)
        pace = bot.pace(view, seat, self._luck, action) if isinstance(bot, Paced) else 0
        return Press(instant + pace, seat, self._game.decision(state, seat), action)
