"""How do tests play today's deal? On a clock that says which day it is, with people who ask over HTTP."""

import asyncio
from typing import Any, TypeVar

import httpx
import msgspec
from litestar import Litestar

from boltbox.rules.refusals import Refusal
from boltbox.server.day_messages import Day, Solo, Trials
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Hello, TableCard
from boltbox.server.reconnect import greet
from boltbox.server.store import Person
from boltbox.server.tables import Tables
from boltbox.server.utc import closes
from tests.asking import browser
from tests.desk import Clock, Ear, act, legal

T = TypeVar("T")

DAY = "2026-11-30"
NEXT = "2026-12-01"
MIDNIGHT = closes(DAY)  # the first instant of the next day


def at(instant: int) -> Clock:
    clock = Clock()
    clock.now = instant
    return clock


class Player:
    """Is somebody who asks over HTTP and plays at live tables, each time the first of what may be done."""

    def __init__(self, app: Litestar, name: str) -> None:
        self.app = app
        self.client: httpx.AsyncClient = browser(app)
        self.name = name
        self.me: dict[str, Any] = {}
        self.ear: Ear | None = None

    async def arrive(self) -> "Player":
        self.me = (await self.client.put("/api/me", json={"name": self.name, "suit": 3})).json()
        return self

    async def today(self) -> Day:
        return read(await self.client.get("/api/today"), Day)

    async def of(self, day: str) -> Day:
        return read(await self.client.get(f"/api/days/{day}"), Day)

    async def solo(self) -> list[Solo]:
        return read(await self.client.get("/api/solo"), list[Solo])

    async def trials(self) -> list[Trials]:
        return read(await self.client.get("/api/solo/trials"), list[Trials])

    async def begin(self, path: str = "/api/today", **new: Any) -> Mailbox:
        """Opens a table by a way, and sits down at it."""
        answer = await self.client.post(path, json=new or None)
        card = read(answer, TableCard, 201)
        assert (card.status, card.names) == ("running", (self.name,))
        return await self.come(card.table)

    async def come(self, table: str) -> Mailbox:
        mailbox = await tables_of(self.app).find(table)
        assert mailbox is not None
        self.ear = Ear(Person(self.me["person"], self.name, 3, 0))
        greet(mailbox, self.ear, Hello(1))
        return mailbox

    async def play(self, mailbox: Mailbox, leave: int = 0) -> int:
        """Plays to the end, or until so many answers are left, which must be known; counts them."""
        live, count = mailbox.live, 0
        assert self.ear is not None
        while not live.table.over and (not leave or count < leave):
            act(mailbox, self.ear, next(legal(mailbox, 1)))
            await mailbox.empty()
            count += 1
        return count

    async def try_it(self) -> Mailbox:
        """Plays the whole counted try."""
        mailbox = await self.begin()
        await self.play(mailbox)
        return mailbox

    async def may_look(self, mailbox: Mailbox) -> Refusal | None:
        me = Person(self.me["person"], self.name, 3, 0) if self.me else None
        return await tables_of(self.app).barred(mailbox.live.lobby.agreed.row, me)


def tables_of(app: Litestar) -> Tables:
    tables: Tables = app.state["tables"]
    return tables


def read(answer: httpx.Response, kind: type[T], status: int = 200) -> T:
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def arrive(app: Litestar, *names: str) -> list[Player]:
    return list(await asyncio.gather(*(Player(app, name).arrive() for name in names)))
