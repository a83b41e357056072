"""How does a server live? It opens its store and its sockets, serves until told to end, and closes all."""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn
import uvloop

from boltbox.server.app import make_app
from boltbox.server.build import BUILD
from boltbox.server.line import LineProtocol
from boltbox.server.listen import Listening, listen
from boltbox.server.metrics import served
from boltbox.server.open import open_store
from boltbox.server.settings import Settings

_log = logging.getLogger(__name__)

MESSAGE_BYTES: Final = 4 * 1024  # the most that a client may say at once
GRACE_SECONDS: Final = 5  # how long a slow connection may delay the end


class Server(uvicorn.Server):
    """Is uvicorn's server, which says when it is ready and ends in peace when told to."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts serving, and says so."""
        await super().startup(sockets)
        _spare_collector()
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ends the serving on SIGINT and SIGTERM.

        Uvicorn's own way raises the signal anew afterwards, which would kill the process before the
        store is closed.
        """
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for one in signals:
            loop.add_signal_handler(one, self.handle_exit, one, None)
        try:
            yield
        finally:
            for one in signals:
                loop.remove_signal_handler(one)


def run(settings: Settings, ready: Callable[[Listening], None]) -> None:
    """Serves until SIGINT or SIGTERM. Raises StoreInUse, StoreUnreadable or CantListen."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(settings, ready))


async def _serve(settings: Settings, ready: Callable[[Listening], None]) -> None:
    store = await open_store(settings)
    try:
        listening = listen(settings.host, settings.port, fallback=settings.port_fallback)
        _log.info("starting build=%s database=%s port=%s", BUILD, settings.database, listening.port)
        app = make_app(settings, store, room=listening.room)
        server = Server(uvicorn_config(settings, app), lambda: ready(listening))
        with served(settings.metrics, app.state["now"]):
            await server.serve(list(listening.sockets))
    finally:
        await store.close()
    _log.info("ended")


def _spare_collector() -> None:
    """Lets Python look for circles of garbage seldom, and never among what is there from the start.

    What games are made of has no circles (rules/game.py); a whole look among all modules would hold every
    table up for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def uvicorn_config(settings: Settings, app: Callable[..., Any]) -> uvicorn.Config:
    """Says how an ASGI application is served; the bench serves a bare one in the same way."""
    return uvicorn.Config(
        app,
        http="httptools",
        ws=LineProtocol,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy or None,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
