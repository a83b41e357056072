"""Who answers for a seat where a bot sits? The bot gets the bytes of its view and answers like others."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from boltbox.bots import BUDGET, Bot
from boltbox.rules.game import Seat
from boltbox.server import metrics
from boltbox.server.deciding import bots_at
from boltbox.server.mailbox import Mailbox
from boltbox.server.paced_seats import Chosen, PacedSeats, choose
from boltbox.table.timed import clock_of

THREADS: Final = 2
RETRY_SECONDS: Final = 1.0  # after what couldn't be saved
MOVED_ON: Final = ("already_decided", "paused", "not_saved")  # no fault of the bot

T = TypeVar("T")

log = logging.getLogger(__name__)


class BotSeats:
    """Asks the bots of all tables, off the event loop. Counted work limits them; the clock only cuts off."""

    def __init__(self, bots_of: Callable[[str], Mapping[str, Bot]], seconds: float) -> None:
        self._bots_of = bots_of
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._thinking: dict[tuple[Mailbox, Seat], int] = {}  # which decision a bot thinks about
        self._tasks: set[asyncio.Task[None]] = set()
        self._paced = PacedSeats(self._choose_paced)

    def look(self, mailbox: Mailbox, *, failed: bool) -> None:
        """Asks every bot of a table that has to act and isn't asked yet."""
        if failed:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._look_again, mailbox)
            return
        live = mailbox.live
        if live.game.real_time:
            self._paced.look(mailbox)
            return
        state = live.frames.state
        bots = bots_at(live)
        if state is None or not bots or mailbox.closed or clock_of(state).paused is not None:
            return
        if live.game.outcome(state) is not None:
            self.forget(mailbox)
            return
        for seat in live.game.to_act(state):
            decision = live.game.decision(state, seat) if seat in bots else None
            if decision is not None and self._thinking.get((mailbox, seat)) != decision:
                self._thinking[mailbox, seat] = decision
                task = asyncio.create_task(self._answer(mailbox, seat, decision, bots[seat]))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def forget(self, mailbox: Mailbox) -> None:
        """Lets no bot of a table answer any more."""
        for key in [key for key in self._thinking if key[0] is mailbox]:
            del self._thinking[key]
        self._paced.forget(mailbox)

    async def close(self) -> None:
        """Stops asking; a bot that still thinks is left to end by its budget."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _look_again(self, mailbox: Mailbox) -> None:
        self.forget(mailbox)  # what was answered wasn't saved
        self.look(mailbox, failed=False)

    async def _answer(self, mailbox: Mailbox, seat: Seat, decision: int, name: str) -> None:
        action = await self._choose(mailbox, seat, name)
        if self._thinking.get((mailbox, seat)) != decision:
            return
        refusal = None if action is None else mailbox.play(seat, decision, action)
        if action is not None:
            metrics.BOT_CHOICES.labels(name, "chose" if refusal is None else "refused").inc()
        if refusal is not None and refusal.code in MOVED_ON:
            del self._thinking[mailbox, seat]  # asked again when the seat is a bot's to play
            return
        if refusal is not None:
            log.warning("bot refused bot=%s code=%s", name, refusal.code)
        if action is None or refusal is not None:
            self._play_first(mailbox, seat, decision)

    async def _choose(self, mailbox: Mailbox, seat: Seat, name: str) -> bytes | None:
        """Lets a bot choose; None if it is late or broken."""
        view, luck = mailbox.live.frames.view(seat), mailbox.live.bot_luck
        return await self._off_loop(mailbox, name, lambda bot: bot.choose(view, seat, luck, BUDGET))

    async def _choose_paced(self, mailbox: Mailbox, seat: Seat, name: str) -> Chosen | None:
        view = mailbox.live.frames.view(seat)
        return await self._off_loop(mailbox, name, lambda bot: choose(bot, mailbox, view, seat))

    async def _off_loop(self, mailbox: Mailbox, name: str, work: Callable[[Bot], T]) -> T | None:
        try:
            bot = self._bots_of(mailbox.live.game.name)[name]
            working = asyncio.get_running_loop().run_in_executor(self._threads, work, bot)
            return await asyncio.wait_for(working, self._seconds)
        except TimeoutError:
            metrics.BOT_CHOICES.labels(name, "late").inc()
            log.warning("bot late bot=%s", name)
        except Exception:
            metrics.BOT_CHOICES.labels(name, "failed").inc()
            log.exception("bot failed bot=%s", name)
        return None

    def _play_first(self, mailbox: Mailbox, seat: Seat, decision: int) -> None:
        live = mailbox.live
        state = live.table.state
        if state is None or live.game.decision(state, seat) != decision:
            return
        legal = live.game.legal(state, seat)
        if legal:
            mailbox.play(seat, decision, legal[0])
