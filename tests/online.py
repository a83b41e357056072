"""How do tests play over a real network? A server on a free port, and clients that keep their ids."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from boltbox.server.app import make_app
from boltbox.server.run import uvicorn_config
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore

Json = dict[str, Any]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@asynccontextmanager
async def serving(database: Path, settings: Settings | None = None) -> AsyncIterator[str]:
    """Serves from this process, and yields the address."""
    store = SqliteStore(database)
    await store.open()
    port = free_port()
    settings = settings or Settings(messages_per_second=0)  # players don't need to think
    config = uvicorn_config(settings, make_app(settings, store))
    config.port, config.timeout_graceful_shutdown = port, 2
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running
        await store.close()


class Browser:
    """Is a person's browser: a cookie, and requests over HTTP."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.cookie = ""
        self.me: Json = {}

    async def visit(self) -> "Browser":
        async with httpx.AsyncClient(base_url=self.base) as client:
            self.me = (await client.get("/api/me")).json()
            self.cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return self

    async def open_table(self, **new: Any) -> str:
        async with httpx.AsyncClient(base_url=self.base, headers={"Cookie": self.cookie}) as client:
            answer = await client.post("/api/tables", json={"game": "luckybox", **new})
            table: str = answer.json()["table"]
            return table

    def connect(self, table: str) -> connect:
        """Opens the socket of a table; used with `async with`."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        url = f"{self.base.replace('http', 'ws')}/ws/{table}"
        return connect(url, additional_headers=headers, max_size=None, compression=None)


async def visitor(base: str) -> Browser:
    return await Browser(base).visit()


def choose(view: Json, rng: Random) -> Json:
    """Chooses an answer to the open ask of a view."""
    ask = view["ask"]
    if ask["kind"] == "choose":
        own = view["own"]
        return {"t": "choose", "boxes": rng.sample([box["id"] for box in own["offer"]], own["keep"])}
    action: Json = rng.choice(ask["choices"])["action"]
    return action


class Player:
    """Plays a seat or watches, as the web does: follows its view, resends what wasn't answered."""

    def __init__(self, browser: Browser, table: str, rng: Random, *, starts_with: int = 0) -> None:
        """Joins when it can; starts the game once so many sit, if it is the host."""
        self.browser = browser
        self.table = table
        self.rng = rng
        self.starts_with = starts_with
        self.sits = True
        self.wants_again: Callable[[], bool] = lambda: False
        self.goes_on: Callable[[Player], bool] = lambda player: player.lobby.get("status") != "ended"
        self.lobby: Json = {}
        self.version: int | None = None
        self.view: Json = {}
        self.told: list[Json] = []
        self.refused: list[Json] = []
        self.texts: list[str] = []
        self.confirmed: dict[str, int] = {}  # id of an accepted action -> version of the view
        self.waiting: dict[str, Json] = {}
        self.pauses: Callable[[Player], bool] = lambda _: False
        self.line: ClientConnection | None = None
        self._count = 0

    async def play(self) -> None:
        """Plays until the game is over, reconnecting whenever the line breaks."""
        while self.goes_on(self) or self.waiting:  # what was asked is answered first
            try:
                async with self.browser.connect(self.table) as line:
                    await self._talk(line)
            except (OSError, ConnectionClosed, InvalidHandshake):
                await asyncio.sleep(0.02)

    async def _talk(self, line: ClientConnection) -> None:
        hello = {"t": "hello", "protocol": 1, "seen": self.version}
        await line.send(json.dumps(hello))
        self.line, greeted = line, False
        async for text in line:
            assert isinstance(text, str)
            self.hear(text)
            if not self.goes_on(self) and not self.waiting:
                return
            if json.loads(text)["t"] == "whole":
                greeted = True
                for message in list(self.waiting.values()):
                    await line.send(json.dumps(message))
            if greeted and not self.waiting and not self.pauses(self) and (wish := self.wish()) is not None:
                await self.ask(wish)

    async def ask(self, wish: Json) -> str:
        """Asks for something by a new id, which it returns."""
        assert self.line is not None
        self._count += 1
        id_ = f"{self.browser.me.get('person')}-{self._count}-{self.table}"
        self.waiting[id_] = {**wish, "id": id_}
        await self.line.send(json.dumps(self.waiting[id_]))
        return id_

    def hear(self, text: str) -> None:
        """Takes a frame as the web does, and checks that none was lost."""
        self.texts.append(text)
        message: Json = json.loads(text)
        tag = message["t"]
        if tag == "lobby":
            self.lobby = message
        elif tag == "whole":
            assert self.version is None or message["version"] >= self.version
            self.version, self.view = message["version"], message["parts"]
            self.told += message["told"] or ()
        elif tag == "step":
            assert message["version"] == (self.version or 0) + 1
            self.version = message["version"]
            self.view |= message["parts"]
            self.told += message["told"]
        elif tag == "refused":
            self.refused.append(message)
        answered = self.waiting.pop(message.get("for") or "", None)
        if answered is not None and answered["t"] == "act" and tag in ("step", "already"):
            self.confirmed[answered["id"]] = message["version"]

    def wish(self) -> Json | None:
        """Names what to ask for next."""
        lobby = self.lobby
        if not self.goes_on(self):
            return None
        if lobby["status"] == "open":
            if lobby["you"] is None:
                return {"t": "join"} if self.sits else None
            ready = lobby["you"] == lobby["host"] and 0 < self.starts_with == len(lobby["seats"])
            return {"t": "start"} if ready else None
        if lobby["status"] == "ended":
            return {"t": "again"} if self.wants_again() and not lobby["next"] else None
        ask = self.view.get("ask")
        if lobby["status"] != "running" or ask is None or not ask["open"]:
            return None
        return {"t": "act", "decision": ask["decision"], "action": choose(self.view, self.rng)}
