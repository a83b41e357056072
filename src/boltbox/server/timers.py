"""When does a table tick? At the instant its game names; a late tick still carries that instant."""

import asyncio
from typing import Final

from boltbox.server.mailbox import Mailbox

RETRY_MS: Final = 1000  # after what couldn't be saved


class Timers:
    """Wakes each table when something is due."""

    def __init__(self) -> None:
        self._set: dict[Mailbox, asyncio.TimerHandle] = {}

    def look(self, mailbox: Mailbox, *, failed: bool) -> None:
        """Sets the timer of a table anew."""
        self.forget(mailbox)
        due = mailbox.due
        if due is None:
            return
        wait = max(due - mailbox.live.clock(), RETRY_MS if failed else 0)
        self._set[mailbox] = asyncio.get_running_loop().call_later(wait / 1000, self._ring, mailbox)

    def forget(self, mailbox: Mailbox) -> None:
        """Takes the timer of a table away."""
        handle = self._set.pop(mailbox, None)
        if handle is not None:
            handle.cancel()

    def _ring(self, mailbox: Mailbox) -> None:
        self._set.pop(mailbox, None)
        if mailbox.tick():
            return
        due = mailbox.due
        early = due is not None and due > mailbox.live.clock()
        self.look(mailbox, failed=not early)  # after a game that failed: not at once again
