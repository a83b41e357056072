"""How do tests race over lines that break? Pages and real connections, in a time of their own.

A line takes its time and breaks now and then, unnoticed by either side for a while. What was on its way down
is lost. Of what was on its way up some may still arrive, late, after the page has sent it again by a new one.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from boltbox.bots import BUDGET, Bot, bots_of
from boltbox.rules.luck import MixerLuck
from boltbox.server.connection import Connection
from boltbox.server.mailbox import Mailbox
from boltbox.server.rows import entries
from boltbox.server.store import Person
from boltbox.table.log import Entry
from tests.desk import Hall, make_hall
from tests.jumping import jump
from tests.racers import RACE

Json = dict[str, Any]

TEN_MINUTES: Final = 600.0
LONGEST: Final = 900.0  # seconds that a race may take
LASTS: Final = 4.0  # seconds that a line lasts at most, on average
BREAKS: Final = 0.15  # of the presses are followed by a cut, mostly before the answer
OPTIONS: Final = json.dumps(RACE).encode()
BOTS = bots_of("lightningdice")


class Line:
    """Is a connection's line, from its first message until it breaks."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.loop = asyncio.get_running_loop()
        self.incoming: asyncio.Queue[Json] = asyncio.Queue()
        self.broken = False
        self._way_up: deque[str] = deque()  # what hasn't arrived yet
        self._way_down: deque[str] = deque()
        self._up = self._down = 0.0  # when the last message arrives, as none overtakes another
        self._pong: Callable[[int], None] = lambda _: None

    # What the server does with it -----------------------------------------------------------------------

    async def receive(self) -> Json:
        return await self.incoming.get()

    def say(self, text: str) -> bool:
        self._down = max(self._down, self.loop.time() + self.page.way())
        self._way_down.append(text)
        self.loop.call_at(self._down, self._show)
        return True

    def ping(self, number: int) -> None:
        trip = self.page.way() + self.page.way()
        self.loop.call_later(trip, lambda: None if self.broken else self._pong(number))

    def hear_pongs(self, hear: Callable[[int], None]) -> None:
        self._pong = hear

    async def free(self) -> None:
        """Is always free."""

    async def close(self, code: int) -> None:
        raise AssertionError(f"closed with {code}")

    # What the page does with it -------------------------------------------------------------------------

    def send(self, message: Json) -> None:
        """Sends a message, which gets nowhere if the line is broken already."""
        if self.broken:
            return
        self._up = max(self._up, self.loop.time() + self.page.way())
        self._way_up.append(json.dumps(message))
        self.loop.call_at(self._up, self._arrive)

    def cut(self) -> None:
        """Breaks; what was under way is lost, but for some that the network delivers late."""
        rng, found = self.page.rng, self.page.found
        self.broken = True
        late = rng.randint(0, len(self._way_up))  # in order, and none after one that was lost
        found["lost"] += len(self._way_up) - late + len(self._way_down)
        found["late"] += late
        arrives = self.loop.time()
        for text in list(self._way_up)[:late]:
            arrives += 0.001 + rng.random() * 2
            self.loop.call_at(arrives, self._take, text)
        gone: Json = {"type": "websocket.disconnect", "code": 1006}
        self.loop.call_at(arrives + 0.001 + rng.random() * 3, self.incoming.put_nowait, gone)

    def _arrive(self) -> None:
        if not self.broken:
            self._take(self._way_up.popleft())

    def _take(self, text: str) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    def _show(self) -> None:
        if not self.broken:
            self.page.hear(json.loads(self._way_down.popleft()))


@dataclass(eq=False)
class Page:
    """Is a page that plays by itself, or watches. What wasn't answered it sends again, with the same id."""

    person: Person
    mailbox: Mailbox
    rng: Random
    bot: Bot | None
    trip: float  # seconds there and back, jitter apart
    off: float = 0.0  # how far its device's clock is off
    synchronised: bool = True  # or it takes its own clock for the table's
    found: Counter[str] = field(default_factory=Counter)
    lobby: Json = field(default_factory=dict)
    view: Json = field(default_factory=dict)
    told: list[Json] = field(default_factory=list)
    answers: dict[str, list[Json]] = field(default_factory=dict)
    waiting: dict[str, Json] = field(default_factory=dict)
    version: int | None = None

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.line: Line | None = None
        self.connections: list[asyncio.Task[None]] = []
        self._ahead = (
            float("inf"),
            0.0,
        )  # the trip by which it was measured, and how far the table's clock is
        self._greeted = 0.0
        self._breaks = asyncio.Event()
        self._pressed = ""
        self._count = 0

    def way(self) -> float:
        """Is how long one message takes one way."""
        return self.trip / 2 + self.rng.expovariate(1 / (0.001 + self.trip * 0.03))

    async def play(self) -> None:
        """Plays over one line after the other, until told to stop."""
        while True:
            line = self.line = Line(self)
            connection = Connection(line, self.mailbox, self.person)
            connection.watch = self.bot is None
            self.connections.append(asyncio.create_task(connection.run()))
            self._greeted = self.loop.time()
            line.send({"t": "hello", "protocol": 1, "seen": self.version})
            self._breaks.clear()
            self.loop.call_later(self.rng.expovariate(1 / LASTS), self._breaks.set)
            await self._breaks.wait()
            line.cut()
            self.found["cut"] += 1
            await asyncio.sleep(self.rng.random())  # until it is noticed
            self.line = None
            await asyncio.sleep(self.rng.random() * 0.5)

    @property
    def done(self) -> bool:
        """Tells whether the game is over here, and all is answered."""
        return bool(self.view) and self.view["head"]["outcome"] is not None and not self.waiting

    def hear(self, message: Json) -> None:
        """Takes a frame as the web does, and checks that none was lost."""
        tag = message["t"]
        if tag == "probe":
            self._send({"t": "echo", "n": message["n"]})
        elif tag == "welcome":
            self._synchronise(message["instant"] / 1000)
            for waiting in self.waiting.values():
                self.found["again"] += 1
                self._send(waiting)
        elif tag == "lobby":
            self.lobby = message
        elif tag == "whole":
            assert self.version is None or message["version"] >= self.version
            assert self.version is None or message["told"] is not None
            self.version, self.view = message["version"], message["parts"]
            self.told += message["told"] or ()
        elif tag == "step":
            assert message["version"] == (self.version or 0) + 1
            self.version = message["version"]
            self.view |= message["parts"]
            self.told += message["told"]
        if message.get("for"):
            self.answers.setdefault(message["for"], []).append(message)
            self.waiting.pop(message["for"], None)
        self._think()

    def events(self, *tags: str) -> list[Json]:
        """Lists what was told of some kinds."""
        return [event for event in self.told if event["t"] in tags]

    def _send(self, message: Json) -> None:
        if self.line is not None:
            self.line.send(message)

    def _synchronise(self, instant: float) -> None:
        """Learns how far the table's clock is ahead of the device's; the quickest trip tells best."""
        trip = self.loop.time() - self._greeted
        self._ahead = min(self._ahead, (trip, instant + trip / 2 - (self.loop.time() + self.off)))

    def _think(self) -> None:
        ask = self.view.get("ask")
        if self.bot is None or ask is None or self.waiting:
            return
        if not ask["open"]:
            self._pressed = ""  # what it was about to press is out of date
            return
        seen = json.dumps([ask, self.view.get("own"), self.view[f"seat{self.lobby['you']}"]])
        if seen == self._pressed:
            return
        self._pressed = seen
        action = self.bot.choose(json.dumps(self.view).encode(), self.lobby["you"], MixerLuck(1), BUDGET)
        self.loop.call_later(0.18 + self.rng.random() * 0.2, self._press, seen, json.loads(action))

    def _press(self, seen: str, action: Json) -> None:
        if seen != self._pressed or self.waiting:
            return
        self._count += 1
        clock = self.loop.time() + self.off + (self._ahead[1] if self.synchronised else 0)
        act = {
            "t": "act",
            "id": f"a{self._count}",
            "decision": self.view["ask"]["decision"],
            "action": action,
        }
        self.waiting[act["id"]] = act = {**act, "pressed": round(clock * 1000)}
        for _ in range(5 if self.rng.random() < 0.1 else 1):  # C11
            self._send(act)
        if self.rng.random() < BREAKS:
            self.loop.call_later(self.rng.random() * (0.02 + 1.5 * self.trip), self._breaks.set)


@dataclass
class Raced:
    """Is a race that is over: its pages, and what was saved."""

    pages: list[Page]
    watching: Page
    log: list[Entry]

    @property
    def screens(self) -> list[Page]:
        """Are all pages."""
        return [*self.pages, self.watching]


def lossy_race(seed: int) -> Raced:
    """Says how a race goes that a seed decides, with two to four people, and one who watches."""
    return jump(_race(Random(seed), seed))


async def _race(rng: Random, seed: int) -> Raced:
    hall = make_hall()
    loop = asyncio.get_running_loop()
    hall.clock.runs = lambda: round(loop.time() * 1000)
    names = ("ann", "bob", "cat", "dan")[: rng.randint(2, 4)]
    mailbox = await _table(hall, names, seed)
    pages = [
        _page(hall.person(name), mailbox, rng, BOTS["novice" if name == "bob" else "greedy"])
        for name in names
    ]
    watching = _page(hall.person("zoe"), mailbox, rng, None)
    screens = [*pages, watching]
    tasks = [asyncio.create_task(page.play()) for page in screens]
    await asyncio.sleep(0.5)
    assert mailbox.start(pages[0].person) is None
    async with asyncio.timeout(LONGEST):
        while not all(page.done for page in screens):
            await asyncio.sleep(0.1)
    tasks += [task for page in screens for task in page.connections]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    live = mailbox.live
    return Raced(pages, watching, list(entries(hall.store.log[live.id], live.game, live.codec)))


def _page(person: Person, mailbox: Mailbox, rng: Random, bot: Bot | None) -> Page:
    page = Page(person, mailbox, Random(rng.random()), bot, rng.choice((0.005, 0.08, 0.24)))
    page.off = rng.choice((0.0, 0.0, TEN_MINUTES, -TEN_MINUTES))
    page.synchronised = rng.random() < 0.75
    return page


async def _table(hall: Hall, names: tuple[str, ...], seed: int) -> Mailbox:
    mailbox, ears = await hall.open(names, "lightningdice", start=False, options=OPTIONS)
    for ear in ears:
        mailbox.exit(ear)
    mailbox.live.table.luck = MixerLuck(seed)
    return mailbox
