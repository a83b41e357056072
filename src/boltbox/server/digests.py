"""With which digest does the record of a finished game end? Made once, kept, and told to all at its table.

From then on no byte of the record changes: whoever noted the digest knows that it is still the same game.
"""

import asyncio
import logging

import msgspec

from boltbox.rules.shelf import SHELF
from boltbox.server.lobby import names_of
from boltbox.server.logs import short
from boltbox.server.mailbox import Mailbox
from boltbox.server.rows import OVER
from boltbox.server.store import EntryRow, Store, TableRow
from boltbox.table.deal import Deal
from boltbox.table.record import (
    About,
    Revealed,
    Sitter,
    Stored,
    Word,
    digest_of,
    revealed,
    write_stored,
)

log = logging.getLogger(__name__)


def luck_of(row: TableRow) -> Revealed:
    """Reads what the seed of a table is made of."""
    words = () if row.words is None else msgspec.json.decode(row.words, type=tuple[Word, ...])
    return revealed(Deal(row.secret), words)


async def record_of(store: Store, row: TableRow) -> tuple[bytes, list[EntryRow]]:
    """Writes the record of a finished game, and tells its entries."""
    log_rows = await store.entries(row.id)
    results = await store.results_of(row.id)
    people = await store.people(tuple(chair.person for chair in row.chairs if chair.person))
    rules = results[0].rules if results else SHELF[row.game].rules
    chairs = zip(row.chairs, names_of(row.chairs, people), strict=True)
    sitters = tuple(Sitter(chair.seat, name or None, chair.bot) for chair, name in chairs)
    about = About(row.game, rules, row.options, sitters, luck_of(row))
    # A long game takes some milliseconds, which no other table should wait for.
    return await asyncio.to_thread(_written, about, log_rows), log_rows


def _written(about: About, log_rows: list[EntryRow]) -> bytes:
    return write_stored(about, (Stored(one.instant, one.actor, one.action, one.events) for one in log_rows))


class Digests:
    """Follows tables, and makes the digest of each that is over and has none yet."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._making: dict[str, asyncio.Task[None]] = {}

    def look(self, mailbox: Mailbox, *, failed: bool) -> None:
        """Makes the digest of a table once its end is saved; what fails is tried when it is loaded again."""
        live = mailbox.live
        if mailbox.status in OVER and live.lobby.digest is None and live.id not in self._making:
            made = self._making[live.id] = asyncio.create_task(self._make(mailbox))
            made.add_done_callback(lambda _: self._making.pop(live.id, None))

    def forget(self, mailbox: Mailbox) -> None:
        """Goes on: what is made is of use to whoever comes next."""

    async def close(self) -> None:
        """Returns when what was begun is made."""
        while self._making:
            await asyncio.wait(self._making.values())

    async def _make(self, mailbox: Mailbox) -> None:
        live = mailbox.live
        try:
            row = await self._store.table(live.id)
            if row is None:
                return
            written, _ = await record_of(self._store, row)
            digest = digest_of(written)
            await self._store.set_digest(live.id, digest)
        except Exception:
            log.exception("no digest table=%s", short(live.id))
            return
        live.lobby.digest = digest
        live.show_lobby()
