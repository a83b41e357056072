"""Which tables lie in memory though nobody is there? After a while they are laid away, and lose nothing."""

import asyncio
from collections.abc import Callable
from typing import Final

from boltbox.rules.game import Instant
from boltbox.server.mailbox import Mailbox
from boltbox.server.tables import Tables
from boltbox.table.table import Position

LOOK_SECONDS: Final = 60


class Idle:
    """Looks now and then for tables where nobody is and nothing happens."""

    def __init__(self, tables: Tables, clock: Callable[[], Instant], minutes: int) -> None:
        self._tables = tables
        self._clock = clock
        self._wait = minutes * 60_000
        self._since: dict[Mailbox, tuple[Instant, Position]] = {}  # since when it stands there, and how

    def look(self) -> int:
        """Lays away what has been idle for long enough, and counts it."""
        now, before, count = self._clock(), self._since, 0
        self._since = {}
        for mailbox in self._tables.mailboxes:
            if not mailbox.idle:
                continue
            position = mailbox.live.table.position
            since, stood = before.get(mailbox, (now, position))
            if stood is not position:
                since = now
            if now - since >= self._wait:
                self._tables.lay_away(mailbox)
                count += 1
            else:
                self._since[mailbox] = (since, position)
        return count

    async def run(self) -> None:
        """Looks again and again."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
