"""Is everybody who says too much on a line told so, then cut off, while other tables don't notice?"""

import asyncio
import resource
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from boltbox.server.connection import Connection
from boltbox.server.limits import Pace
from boltbox.server.listeners import Close
from boltbox.server.mailbox import Mailbox
from boltbox.server.settings import Settings
from tests.desk import Hall, make_hall
from tests.online import Browser, Player, serving, visitor
from tests.test_connection import FakeSocket, closed, greet, hear, say

pytestmark = pytest.mark.anyio
Json = dict[str, Any]
PACE = Pace(20, 1000, 60)
UNREAD = 1006


class Line:
    """Is a line whose other side reads at once; what it says is taken one by one."""

    def __init__(self, mailbox: Mailbox, pace: Pace = PACE) -> None:
        self.socket = FakeSocket()
        self.socket.reads.set()
        self.running = asyncio.create_task(Connection(self.socket, mailbox, None, pace).run())

    async def say(self, *messages: str) -> list[Json]:
        """Says something, and returns what came back."""
        before = len(self.socket.sent)
        for message in messages:
            await self.socket.incoming.put({"type": "websocket.receive", "text": message})
        while not self.socket.incoming.empty() and not self.running.done():
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        return self.socket.sent[before:]

    async def end(self) -> None:
        await self.socket.incoming.put({"type": "websocket.disconnect", "code": 1000})
        await self.running


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


def pings(first: int, count: int) -> list[str]:
    return [f'{{"t":"ping","id":"{number}"}}' for number in range(first, first + count)]


HELLO = '{"t":"hello","protocol":1}'


async def test_sixty_at_once_then_twenty_a_second(hall: Hall) -> None:
    mailbox, _ = await hall.open()
    line = Line(mailbox)
    await line.say(HELLO)
    assert {answer["t"] for answer in await line.say(*pings(0, 59))} == {"pong"}
    (refused,) = await line.say(*pings(59, 1))
    assert (refused["t"], refused["code"], refused["for"]) == ("refused", "too_fast", "59")
    assert refused["params"] == {"most": 20}
    hall.clock.now += 1000
    answers = await line.say(*pings(60, 21))
    assert [answer["t"] for answer in answers] == ["pong"] * 20 + ["refused"]
    await line.end()


async def test_each_is_refused_until_it_goes_on_too_long(hall: Hall) -> None:
    """C13: five hundred frames a second."""
    mailbox, ears = await hall.open()
    counts = [len(ear.frames) for ear in ears]
    line = Line(mailbox)
    await line.say(HELLO)
    answers = await line.say(*pings(0, 500))
    assert [answer["for"] for answer in answers] == [str(number) for number in range(59 + 60)]
    assert [answer["t"] for answer in answers] == ["pong"] * 59 + ["refused"] * 60
    await asyncio.wait_for(line.running, 1)
    assert line.socket.codes == [Close.TOO_FAST]
    assert [len(ear.frames) for ear in ears] == counts
    assert len(list(mailbox.live.listeners)) == len(ears)


async def test_who_is_a_little_too_fast_is_never_cut_off(hall: Hall) -> None:
    mailbox, _ = await hall.open()
    line = Line(mailbox)
    await line.say(HELLO)
    tags = []
    for number in range(1000):
        hall.clock.now += 33
        tags += [answer["t"] for answer in await line.say(*pings(number, 1))]
    assert len(tags) == 1000
    assert tags.count("refused") > 200
    assert not line.socket.codes
    await line.end()


@pytest.mark.parametrize("junk", ["{", "[" * 3000, '{"id":3}', "NaN"])
async def test_what_is_too_much_isnt_even_read(hall: Hall, junk: str) -> None:
    mailbox, _ = await hall.open()
    line = Line(mailbox)
    await line.say(HELLO, *pings(0, 59))
    (refused,) = await line.say(junk)
    assert (refused["code"], refused["for"]) == ("too_fast", None)
    await line.end()


async def test_who_doesnt_read_why_is_cut_off_all_the_same(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boltbox.server.connection.END_SECONDS", 0.01)
    mailbox, ears = await hall.open()
    line = Line(mailbox)
    line.socket.reads.clear()
    await line.say(HELLO, *pings(0, 200))
    await asyncio.wait_for(line.running, 1)
    assert len(list(mailbox.live.listeners)) == len(ears)


async def test_connections_are_limited_by_person(tmp_path: Path) -> None:
    settings = Settings(messages_per_second=0, connections_per_person=2)
    async with serving(tmp_path / "boltbox.sqlite", settings) as base:
        anna, ben = await visitor(base), await visitor(base)
        table = await anna.open_table()
        async with anna.connect(table) as first, anna.connect(table) as second:
            await greet(first)
            await greet(second)
            async with anna.connect(table) as third:
                assert (await hear(third))["code"] == "too_many_connections"
                assert await closed(third) == Close.TOO_MANY
            async with ben.connect(table) as other, Browser(base).connect(table) as stranger:
                await greet(other)
                await greet(stranger)
        async with asyncio.timeout(5):
            while True:  # the server hears a little later that they are gone
                async with anna.connect(table) as again:
                    await say(again, {"t": "hello", "protocol": 1})
                    if (await hear(again))["t"] == "welcome":
                        break


@pytest.fixture
async def base(tmp_path: Path) -> AsyncIterator[str]:
    async with serving(tmp_path / "boltbox.sqlite", Settings(open_tables=50)) as address:
        yield address


async def shout(browser: Browser, table: str, count: int) -> int | None:
    """Says five hundred things a second, of every kind, until it is cut off."""
    junk = ("{", "NaN", "[" * 4000, '{"t":"act","id":"x"}', b"\xff", '{"t":"join","id":"j"}', "")
    async with browser.connect(table) as line:
        await line.send(HELLO)
        with suppress(ConnectionClosed):
            for number in range(count):
                await line.send(junk[number % len(junk)])
                await asyncio.sleep(0.002)
        return await closed(line)


async def send_big(browser: Browser, table: str) -> int | None:
    async with browser.connect(table) as line:
        await greet(line)
        with suppress(ConnectionClosed):
            await line.send("x" * 1_000_000)
        return await closed(line)


def memory() -> int:
    """Is the memory that this process has, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


async def open_many(browser: Browser, count: int) -> Counter[int]:
    """Tries to open tables, twenty at a time, and counts the statuses."""
    async with httpx.AsyncClient(base_url=browser.base, headers={"Cookie": browser.cookie}) as client:
        statuses = Counter[int]()
        for _ in range(count // 20):
            tries = (client.post("/api/tables", json={"game": "luckybox"}) for _ in range(20))
            statuses.update(answer.status_code for answer in await asyncio.gather(*tries))
        return statuses


async def test_attacks_of_every_kind_leave_another_table_alone(base: str) -> None:
    """C13, whole: a frame of 1 MB, junk, 500 frames a second, a foreign Origin, 1,000 tables."""
    anna, ben, mallory = await visitor(base), await visitor(base), await visitor(base)
    quiet, loud = await anna.open_table(options={"rounds": 1}), await mallory.open_table()
    players = [Slow(anna, quiet, Random(1), starts_with=2), Slow(ben, quiet, Random(2))]
    before = memory()
    async with asyncio.timeout(60):
        game = asyncio.gather(*(player.play() for player in players))
        codes = await asyncio.gather(
            *(shout(mallory, loud, 1500) for _ in range(4)),
            *(send_big(mallory, loud) for _ in range(4)),
        )
        opened = await open_many(mallory, 1000)
        with pytest.raises(InvalidStatus) as foreign:
            await connect(f"{base.replace('http', 'ws')}/ws/{quiet}", origin=Origin("http://evil.example"))
        await game
    grown = memory() - before
    # Who is still sending when the line ends may not get to read why.
    assert set(codes[:4]) <= {Close.TOO_FAST, UNREAD}
    assert set(codes[4:]) <= {1009, UNREAD}
    assert foreign.value.response.status_code == 403
    assert opened.total() == 1000
    assert 30 <= opened[201] <= 49  # one was there; of many at once some that would fit are refused
    assert opened[201] + opened[409] <= 61  # sixty an hour
    assert set(opened) == {201, 409, 429}
    for player in players:
        assert player.view["head"]["outcome"]["reason"] == "rounds"
        assert player.refused == []
    assert grown < 60_000_000


class Slow(Player):
    """Thinks for a moment before each answer, as a person would."""

    async def ask(self, wish: Json) -> str:
        await asyncio.sleep(0.05)
        return await super().ask(wish)
