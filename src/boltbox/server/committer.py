"""When is what a table decided durable? All that waits goes into one transaction, then the next."""

import asyncio
import logging
from time import perf_counter

from boltbox.server import metrics
from boltbox.server.logs import short
from boltbox.server.store import Batch, Store

_log = logging.getLogger(__name__)

_Waiting = tuple[str, Batch, asyncio.Future[None]]


class Committer:
    """Saves the batches of all tables in groups; while one group is being written the next one gathers.

    Batches of one table are saved in the order they came. When one fails, so do those after it that were
    handed over before its waiter could hear of it: they were decided on what isn't there.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._failed: dict[str, Exception] = {}  # tables that haven't heard yet of their failure

    async def save(self, table: str, batch: Batch) -> None:
        """Returns when a batch is durable, or raises why it isn't: a Conflict, or the store's own error.

        Whoever awaits this returns the table to its saved state before anything else is awaited.
        """
        if table in self._failed:
            raise self._failed[table]
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, batch, saved))
        if self._work is None:
            self._work = asyncio.create_task(self._save_all(), name="committer")
        try:
            await saved
        except BaseException:
            self._failed.pop(table, None)
            raise

    async def close(self) -> None:
        """Waits until everything handed over is saved."""
        while self._work is not None:
            await asyncio.shield(self._work)

    async def _save_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            begun = perf_counter()
            try:
                answers = await self._store.save([(table, batch) for table, batch, _ in group])
            except Exception as error:  # noqa: BLE001  # whatever it is, nobody may wait for ever
                answers = [error] * len(group)
            metrics.COMMIT_SECONDS.observe(perf_counter() - begun)
            metrics.COMMIT_ROWS.observe(sum(len(batch.entries) for _, batch, _ in group))
            for (table, _, saved), failure in zip(group, answers, strict=True):
                self._tell(table, saved, failure)
            for table, _, saved in self._waiting:
                if table in self._failed:
                    self._tell(table, saved, self._failed[table])
            self._waiting = [one for one in self._waiting if not one[2].done()]
        self._work = None

    def _tell(self, table: str, saved: asyncio.Future[None], error: Exception | None) -> None:
        if error is not None and table not in self._failed:
            _log.error("not saved table=%s error=%r", short(table), error)
        if error is not None:
            metrics.COMMITS_FAILED.inc()
        if saved.done():  # its waiter has gone
            return
        if error is None:
            saved.set_result(None)
        else:
            self._failed[table] = error
            saved.set_exception(error)
