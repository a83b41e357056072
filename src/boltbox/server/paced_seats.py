"""When does a bot press in real time? After it has seen what lands and thought at the pace of a person.

What it chose is pressed only if its ask is still the one that it was chosen for; else it is asked anew.
"""

import asyncio
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from boltbox.bots import BUDGET, Bot
from boltbox.bots.bot import Paced
from boltbox.rules.game import Action, Instant, Seat, State
from boltbox.rules.refusals import Refusal
from boltbox.server import even, metrics
from boltbox.server.deciding import bots_at
from boltbox.server.mailbox import Mailbox
from boltbox.table.timed import clock_of

REACTION_MS: Final = 150  # nobody presses sooner after what is seen, whatever a bot says
HESITATION_MS: Final = 900  # of a bot that is late or broken, before the first of what is legal
RETRY_SECONDS: Final = 1.0  # after what was refused, or couldn't be saved

_Ask = tuple[object, ...]


class Chosen(msgspec.Struct, frozen=True):
    """Is what a bot does, and how long it takes to press it."""

    action: bytes
    pace: int


class Chooser(Protocol):
    """Lets a bot do something with its view, off the event loop."""

    async def __call__(self, mailbox: Mailbox, seat: Seat, name: str) -> Chosen | None:
        """Returns what a bot chose; None if it is late or broken."""


@dataclass(eq=False)
class _Asked:
    """Is a bot that was asked, with what will become of it."""

    made_of: _Ask  # what the ask was made of
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None

    def drop(self) -> None:
        """Lets nothing become of it."""
        for one in (self.task, self.timer):
            if one is not None:
                one.cancel()


def choose(bot: Bot, mailbox: Mailbox, view: bytes, seat: Seat) -> Chosen:
    """Lets a bot choose, and tell how long it takes to press that."""
    luck = mailbox.live.bot_luck
    action = bot.choose(view, seat, luck, BUDGET)
    pace = bot.pace(view, seat, luck, action) if isinstance(bot, Paced) else 0
    return Chosen(action, max(pace, REACTION_MS))


class PacedSeats:
    """Plays the bots of tables in real time."""

    def __init__(self, choose_by: Chooser) -> None:
        self._choose_by = choose_by
        self._asked: dict[tuple[Mailbox, Seat], _Asked] = {}

    def look(self, mailbox: Mailbox) -> None:
        """Asks every bot whose ask is another one than before; its older answer is never pressed."""
        live = mailbox.live
        state, bots = live.frames.state, bots_at(live)
        seats = [seat for one, seat in self._asked if one is mailbox and seat not in bots]
        for seat in seats:
            self._asked.pop((mailbox, seat)).drop()
        if state is None or mailbox.closed or clock_of(state).paused is not None:
            return
        if live.game.outcome(state) is not None:
            self.forget(mailbox)
            return
        seen = live.saved.instant + even.lag(live)
        for seat, name in bots.items():
            self._ask(mailbox, state, seat, (name, seen))

    def forget(self, mailbox: Mailbox) -> None:
        """Lets no bot of a table press anything any more."""
        for key in [key for key in self._asked if key[0] is mailbox]:
            self._asked.pop(key).drop()

    def _ask(self, mailbox: Mailbox, state: State, seat: Seat, how: tuple[str, Instant]) -> None:
        game = mailbox.live.game
        made_of = game.sources(state, seat)["ask"]
        before = self._asked.get((mailbox, seat))
        if before is not None:
            if all(one is other for one, other in zip(before.made_of, made_of, strict=True)):
                return
            before.drop()
        asked = self._asked[mailbox, seat] = _Asked(made_of)
        if game.ask(state, seat).open:
            decision = game.decision(state, seat)
            asked.task = asyncio.create_task(self._think(mailbox, asked, (seat, decision), how))

    async def _think(
        self, mailbox: Mailbox, asked: _Asked, what: tuple[Seat, int], how: tuple[str, Instant]
    ) -> None:
        """Lets a bot choose at once, and presses it later."""
        (seat, decision), (name, seen) = what, how
        chosen = await self._choose_by(mailbox, seat, name)
        if self._asked.get((mailbox, seat)) is not asked:
            return
        action: bytes | Action | None = None if chosen is None else chosen.action
        if action is None:
            action = _first(mailbox, seat)
        if action is None:
            return
        pace = HESITATION_MS if chosen is None else chosen.pace
        wait = max(seen + pace - mailbox.live.clock(), 0) / 1000
        loop = asyncio.get_running_loop()
        asked.timer = loop.call_later(wait, self._press, mailbox, asked, (seat, decision, name), action)

    def _press(
        self, mailbox: Mailbox, asked: _Asked, what: tuple[Seat, int, str], action: bytes | Action
    ) -> None:
        seat, decision, name = what
        if self._asked.get((mailbox, seat)) is not asked:
            return
        refusal: Refusal | None = mailbox.play(seat, decision, action)
        metrics.BOT_CHOICES.labels(name, "chose" if refusal is None else "refused").inc()
        if refusal is not None:  # things moved on before that was told; else it is asked again
            loop = asyncio.get_running_loop()
            asked.timer = loop.call_later(RETRY_SECONDS, self._look_again, mailbox, seat, asked)

    def _look_again(self, mailbox: Mailbox, seat: Seat, asked: _Asked) -> None:
        if self._asked.get((mailbox, seat)) is asked:
            del self._asked[mailbox, seat]
            self.look(mailbox)


def _first(mailbox: Mailbox, seat: Seat) -> Action | None:
    """Is the first of what is legal now."""
    state = mailbox.live.table.state
    legal = () if state is None else mailbox.live.game.legal(state, seat)
    return next(iter(legal), None)
