"""How do tests spend an evening at a table? A real server whose clock they move, and people on real lines."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from litestar import Litestar
from websockets.asyncio.client import ClientConnection

from boltbox.server.app import make_app
from boltbox.server.run import uvicorn_config
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore
from boltbox.server.tables import Tables
from tests.online import Browser, Json, free_port

_ids = count(1)


class Server:
    """Is a server that can be started again, later on its own clock; nothing else moves that clock."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.now = 1_800_000_000_000
        self.tables: Tables
        self._stack = AsyncExitStack()

    async def begin(self) -> None:
        """Starts the server."""
        store = SqliteStore(self.database)
        await store.open()
        self._stack.push_async_callback(store.close)
        settings = Settings(messages_per_second=0)
        app: Litestar = make_app(settings, store, lambda: self.now)
        self.tables = app.state["tables"]
        config = uvicorn_config(settings, app)
        config.port, config.timeout_graceful_shutdown = self.port, 2
        server = uvicorn.Server(config)
        running = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.005)

        async def end() -> None:
            server.should_exit = True
            await running

        self._stack.push_async_callback(end)

    async def end(self) -> None:
        """Ends the server; its lines are closed."""
        await self._stack.aclose()

    async def restart(self, later: int) -> None:
        """Ends the server, and starts it again so many milliseconds later."""
        await self.end()
        self.now += later
        await self.begin()
        assert self.tables._resuming is not None
        await self.tables._resuming
        await self.settle()

    async def wait(self, milliseconds: int) -> None:
        """Moves the clock, and does what is due by then."""
        self.now += milliseconds
        for mailbox in self.tables.mailboxes:
            mailbox.tick()
        await self.settle()

    async def settle(self) -> None:
        """Returns when everything decided is saved and told."""
        for mailbox in self.tables.mailboxes:
            await mailbox.empty()

    async def until_empty(self) -> None:
        """Returns when the server has noticed that nobody is connected any more."""
        while any(mailbox.live.here for mailbox in self.tables.mailboxes):
            await asyncio.sleep(0.001)

    async def get(self, path: str, browser: Browser | None = None) -> Any:
        """Asks for something over HTTP."""
        return await self._ask("GET", path, browser)

    async def put(self, path: str, browser: Browser, body: Json) -> Any:
        """Changes something over HTTP."""
        return await self._ask("PUT", path, browser, body)

    async def _ask(self, method: str, path: str, browser: Browser | None, body: Json | None = None) -> Any:
        headers = {"Cookie": browser.cookie} if browser is not None else {}
        async with httpx.AsyncClient(base_url=self.base, headers=headers) as client:
            return (await client.request(method, path, json=body)).json()


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Server]:
    """Starts a server, and ends it."""
    server = Server(folder / "boltbox.sqlite")
    await server.begin()
    try:
        yield server
    finally:
        await server.end()


class Line:
    """Is one tab of somebody: all that it was sent, and what it shows."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.lobby: Json = {}
        self.view: Json = {}
        self.version = 0
        self.told: list[Json] = []
        self.talk: list[Json] = []

    @property
    def seat(self) -> Json:
        """Is the own seat in the lobby."""
        return self.seat_of(self.lobby["you"])

    def seat_of(self, seat: int) -> Json:
        return next(one for one in self.lobby["seats"] if one["seat"] == seat)

    def clock(self, seat: int) -> Json:
        """Is a seat as its clock shows it."""
        return next(one for one in self.view["clock"]["seats"] if one["seat"] == seat)

    async def hear(self) -> Json:
        """Takes the next frame."""
        text = str(await asyncio.wait_for(self.socket.recv(), 5))
        self.texts.append(text)
        message: Json = json.loads(text)
        match message["t"]:
            case "lobby":
                self.lobby = message
            case "whole":
                self.view, self.version = message["parts"], message["version"]
            case "step":
                assert message["version"] == self.version + 1
                self.version = message["version"]
                self.view |= message["parts"]
                self.told += message["told"]
            case "said" | "reacted" | "talk":
                self.talk.append(message)
        return message

    async def until(self, so: Callable[[], bool]) -> None:
        """Takes frames until something is so."""
        while not so():
            await self.hear()

    async def ask(self, t: str, **fields: Any) -> Json:
        """Asks for something, and returns the one answer."""
        id_ = f"id{next(_ids)}"
        await self.socket.send(json.dumps({"t": t, "id": id_, **fields}))
        while (message := await self.hear()).get("for") != id_:
            pass
        return message

    async def catch_up(self) -> None:
        """Takes every frame that was sent so far."""
        await self.ask("ping")

    async def choose(self, which: int = 0) -> Json:
        """Answers the open ask by one of its choices, or by the first boxes of the offer."""
        ask = self.view["ask"]
        if ask["kind"] == "choose":
            boxes = [box["id"] for box in self.view["own"]["offer"]][: self.view["own"]["keep"]]
            action: Json = {"t": "choose", "boxes": boxes}
        else:
            action = ask["choices"][which]["action"]
        return await self.ask("act", decision=ask["decision"], action=action)


@asynccontextmanager
async def sitting(browser: Browser, door: str) -> AsyncIterator[Line]:
    """Opens a tab at a table, and says hello."""
    async with browser.connect(door) as socket:
        line = Line(socket)
        await socket.send('{"t":"hello","protocol":1}')
        await line.until(lambda: any('"t":"whole"' in text[:20] for text in line.texts))
        yield line


@asynccontextmanager
async def company(
    server: Server, people: int, *, start: bool = True, **new: Any
) -> AsyncIterator[tuple[str, list[Browser], list[Line]]]:
    """Seats people at a new table, and starts the game unless told otherwise."""
    browsers = [await Browser(server.base).visit() for _ in range(people)]
    table = await browsers[0].open_table(**new)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(sitting(browser, table)) for browser in browsers]
        for line in lines[1:]:
            await line.ask("join")
        if start:
            assert (await lines[0].ask("start"))["t"] == "lobby"
            for line in lines:
                await line.until(lambda line=line: bool(line.view))  # type: ignore[misc]
        yield table, browsers, lines
