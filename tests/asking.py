"""How do tests ask over HTTP without a network? Browsers with cookies, at addresses of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar import Litestar

from boltbox.server.app import make_app
from boltbox.server.messages import Problem
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore
from tests.desk import Clock

BASE = "https://table.test"


def browser(app: Litestar, address: str = "192.0.2.1") -> httpx.AsyncClient:
    asgi: Any = app  # httpx and Litestar describe the same protocol in types that don't meet
    transport = httpx.ASGITransport(asgi, raise_app_exceptions=False, client=(address, 4711))
    return httpx.AsyncClient(transport=transport, base_url=BASE)


@asynccontextmanager
async def asked(folder: Path, clock: Clock, **settings: Any) -> AsyncIterator[Litestar]:
    """Makes an application on a database of its own, on a clock that stands still unless told."""
    store = SqliteStore(folder / "boltbox.sqlite")
    await store.open()
    app = make_app(Settings(**settings), store, clock)
    try:
        async with app.lifespan():
            yield app
    finally:
        await store.close()


def problem(response: httpx.Response, status: int) -> Problem:
    found = msgspec.json.decode(response.content, type=Problem)
    assert response.status_code == status
    assert found.text.endswith((".", "!", "?"))
    return found
