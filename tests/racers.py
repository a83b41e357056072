"""How do tests race over a real network? Pages echo probes, press by what they see, and keep every byte."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from time import time
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from boltbox.bots import BUDGET, bots_of
from boltbox.rules.luck import MixerLuck
from tests.online import Browser
from tests.race_lines import GOALS

Json = dict[str, Any]

DECK: Json = {"name": "Short", "author": "us", "licence": "none", "goals": list(GOALS)}
RACE: Json = {"target": 5, "rollMs": 300, "deck": DECK}
EXPERT = bots_of("lightningdice")["expert"]


class Racer:
    """Is a page of Lightning Dice. What wasn't answered it sends again, with the same id."""

    def __init__(
        self, browser: Browser, table: str, *, presses: bool = True, echo_after: float = 0.0
    ) -> None:
        self.browser, self.table = browser, table
        self.presses = presses  # by itself, what the bot `expert` would
        self.reaction = 0.0  # seconds until it presses what it chose
        self.echo_after = echo_after  # seconds until a probe is answered
        self.deaf = False  # what comes is lost on its way
        self.lobby: Json = {}
        self.view: Json = {}
        self.told: list[Json] = []
        self.texts: list[str] = []
        self.refused: list[Json] = []
        self.answers: dict[str, list[Json]] = {}
        self.waiting: dict[str, Json] = {}
        self.wholes = 0
        self.echoes = 0
        self.line: ClientConnection | None = None
        self.goes_on: Callable[[], bool] = lambda: self.lobby.get("status") not in ("ended", "stopped")
        self._version: int | None = None
        self._pressed: object = None
        self._plan: asyncio.Task[None] | None = None
        self._count = 0

    async def play(self) -> None:
        """Plays until the game is over, reconnecting whenever the line breaks."""
        while self.goes_on():
            try:
                async with self.browser.connect(self.table) as line:
                    await self._talk(line)
            except (OSError, ConnectionClosed, InvalidHandshake):
                await asyncio.sleep(0.02)

    async def _talk(self, line: ClientConnection) -> None:
        await line.send(json.dumps({"t": "hello", "protocol": 1, "seen": self._version}))
        self.line = line
        async for text in line:
            assert isinstance(text, str)
            message: Json = json.loads(text)
            if self.deaf:
                continue
            if message["t"] == "probe":
                asyncio.get_running_loop().call_later(self.echo_after, self._echo, line, message["n"])
                continue
            self.hear(text, message)
            if message["t"] == "whole":
                for waiting in list(self.waiting.values()):
                    await line.send(json.dumps(waiting))
            if not self.goes_on():
                return
            if self.presses and self.wholes:
                await self._press()

    def _echo(self, line: ClientConnection, number: int) -> None:
        self.echoes += 1
        task = asyncio.ensure_future(line.send(json.dumps({"t": "echo", "n": number})))
        task.add_done_callback(lambda done: done.exception())

    def hear(self, text: str, message: Json) -> None:
        """Takes a frame as the web does, and checks that none was lost."""
        self.texts.append(text)
        if message["t"] == "lobby":
            self.lobby = message
        elif message["t"] == "whole":
            self.wholes += 1
            self._version, self.view = message["version"], message["parts"]
            self.told += message["told"] or ()
        elif message["t"] == "step":
            assert message["version"] == (self._version or 0) + 1
            self._version = message["version"]
            self.view |= message["parts"]
            self.told += message["told"]
        elif message["t"] == "refused":
            self.refused.append(message)
        if message.get("for"):
            self.answers.setdefault(message["for"], []).append(message)
            self.waiting.pop(message["for"], None)

    @property
    def place(self) -> Json:
        """Is the own seat as everybody sees it."""
        place: Json = self.view.get(f"seat{self.lobby.get('you')}", {})
        return place

    async def _press(self) -> None:
        ask = self.view.get("ask")
        seen = json.dumps([ask, self.view.get("own"), self.place])
        if ask is None or not ask["open"] or seen == self._pressed or self.waiting:
            return
        self._pressed = seen
        view = json.dumps(self.view).encode()
        action = json.loads(EXPERT.choose(view, self.lobby["you"], MixerLuck(1), BUDGET))
        self._plan = asyncio.create_task(self._react(seen, action))

    async def _react(self, seen: object, action: Json) -> None:
        await asyncio.sleep(self.reaction)
        if seen == self._pressed:
            await self.act(action)

    async def act(self, action: Json, pressed: int | None = None, decision: int | None = None) -> str:
        """Asks for an action, pressed now unless said otherwise; returns its id."""
        assert self.line is not None
        self._count += 1
        id_ = f"{self.browser.me['person']}-{self._count}"
        decision = self.view["ask"]["decision"] if decision is None else decision
        pressed = int(time() * 1000) if pressed is None else pressed
        self.waiting[id_] = {
            "t": "act",
            "id": id_,
            "decision": decision,
            "action": action,
            "pressed": pressed,
        }
        with suppress(ConnectionClosed):  # it is sent again
            await self.line.send(json.dumps(self.waiting[id_]))
        return id_

    def cut(self) -> None:
        """Breaks the line, without a word to the other side."""
        assert self.line is not None
        self.line.transport.abort()
        self.deaf = False

    def events(self, tag: str) -> list[Json]:
        """Lists what was told of one kind."""
        return [event for event in self.told if event["t"] == tag]


async def until(happens: Callable[[], bool], seconds: float = 20) -> None:
    """Waits until something has happened."""
    async with asyncio.timeout(seconds):
        while not happens():
            await asyncio.sleep(0.005)
