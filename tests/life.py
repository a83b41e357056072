"""How do tests kill a server? It lives in a process of its own, at an address that stays."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

from boltbox.server.listen import Listening, listen
from boltbox.server.run import run
from boltbox.server.settings import Settings

# A process that has loaded everything forks each server: its end is tested, not how fast Python loads.
LIVES = multiprocessing.get_context("forkserver")
LIVES.set_forkserver_preload(["__main__", "tests.life"])


def _ready(_: Listening) -> None:
    pass


def _live(database: Path, port: int) -> None:
    run(Settings(database=database, port=port, log_level="error", messages_per_second=0), _ready)


class Life:
    """Is a server that can be killed and started again at the same address."""

    def __init__(self, database: Path) -> None:
        self.database = database
        free = listen("localhost", 0, fallback=False)
        self.port = free.port
        free.close()
        self.base = f"http://localhost:{self.port}"
        self._process: BaseProcess | None = None

    async def begin(self) -> None:
        """Starts the server, and returns when it answers."""
        self._process = LIVES.Process(target=_live, args=(self.database, self.port))
        self._process.start()
        while True:
            assert self._process.is_alive()
            try:
                _, writer = await asyncio.open_connection("localhost", self.port)
            except OSError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return

    def kill(self) -> None:
        """Ends it as a power cut would."""
        assert self._process is not None
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        assert self._process.exitcode == -signal.SIGKILL


@asynccontextmanager
async def living(database: Path) -> AsyncIterator[Life]:
    """Starts a server that is killed at the end."""
    life = Life(database)
    await life.begin()
    try:
        yield life
    finally:
        life.kill()
