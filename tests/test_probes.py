"""Does a connection measure its line, whatever a page does with the probes, and at no cost to its presses?"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from boltbox.server.connection import ANY_PACE, Connection
from boltbox.server.limits import Pace
from boltbox.server.mailbox import Mailbox
from tests.desk import Ear, Hall, act, make_hall
from tests.test_connection import FakeSocket
from tests.test_even import measure, tick

pytestmark = pytest.mark.anyio
Json = dict[str, Any]


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


class Page:
    """Is a page of somebody on a socket that takes everything at once."""

    def __init__(self, mailbox: Mailbox, ear: Ear, pace: Pace) -> None:
        self.socket = FakeSocket()
        self.socket.reads.set()
        self.connection = Connection(self.socket, mailbox, ear.person, pace)

    async def say(self, *messages: Json) -> None:
        for message in messages:
            await self.socket.incoming.put({"type": "websocket.receive", "text": json.dumps(message)})
        while not self.socket.incoming.empty():
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def lands(self) -> None:
        """Waits until nothing is held any more."""
        while self.connection._held:
            await asyncio.sleep(0.002)

    def heard(self, tag: str) -> list[Json]:
        return [message for message in self.socket.sent if message["t"] == tag]

    def told(self, since: int = 0) -> list[str]:
        """Names what it was told, in order."""
        return [event["t"] for message in self.socket.sent[since:] for event in message.get("told") or ()]


@asynccontextmanager
async def paging(mailbox: Mailbox, ear: Ear, pace: Pace = ANY_PACE) -> AsyncIterator[Page]:
    page = Page(mailbox, ear, pace)
    running = asyncio.create_task(page.connection.run())
    await page.say({"t": "hello", "protocol": 1})
    yield page
    await page.socket.incoming.put({"type": "websocket.disconnect", "code": 1000})
    await running


async def test_what_is_back_first_counts_and_no_page_delays_a_pong(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open(game="lightningdice")
    async with paging(mailbox, ann) as page:
        trips = page.connection.trips
        for number in range(1, 5):
            assert page.socket.pings[-1] == page.heard("probe")[-1]["n"] == number
            hall.clock.now += 7
            page.socket.pong(number)  # so the next one goes out at once
        assert (trips.span, trips.known, len(page.socket.pings)) == (7, True, 4)
        hall.clock.now += 240
        await page.say(*({"t": "echo", "n": number} for number in range(1, 5)))
        assert (trips.span, trips.usual, len(page.socket.pings)) == (7, 7, 4)
        page.socket.pong(4)
        page.socket.pong(99)
        assert trips.usual == 7


async def test_where_no_ping_comes_through_the_answers_of_the_page_count(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open(game="lightningdice")
    async with paging(mailbox, ann) as page:
        for number in range(1, 5):
            hall.clock.now += 30
            await page.say({"t": "echo", "n": number})
        assert (page.connection.trips.span, len(page.socket.pings)) == (30, 4)


@pytest.mark.parametrize("pongs", [True, False])
async def test_answers_to_probes_cost_nobody_a_press(hall: Hall, pongs: bool) -> None:
    """Who rolls as fast as anybody may is measured all the same; an answer nobody awaits is any message."""
    mailbox, (ann, _) = await hall.open(game="lightningdice")
    async with paging(mailbox, ann, Pace(1, 1000, 4)) as page:
        await page.say(*({"t": "ping", "id": f"{n}"} for n in range(3)))
        assert len(page.heard("pong")) == 3  # with the hello that is all that may be said at once
        for number in range(1, 5):
            if pongs:
                page.socket.pong(number)
            await page.say({"t": "echo", "n": number})
        assert page.heard("refused") == []
        assert page.connection.trips.known
        await page.say({"t": "echo", "n": 4})
        assert [one["code"] for one in page.heard("refused")] == ["too_fast"]


async def test_what_is_held_is_told_once_to_who_says_hello_again(hall: Hall) -> None:
    """A flip waits for the far lines; a view asked for meanwhile comes after it, and doesn't tell it anew."""
    mailbox, (ann, bob) = await hall.open(game="lightningdice")
    measure(bob.trips, *[40] * 4)
    async with paging(mailbox, ann) as page:
        measure(page.connection.trips, *[4] * 4)
        hall.clock.now += 40
        await page.lands()
        seen = page.heard("whole")[-1]["version"]
        await tick(hall, mailbox, 3000)
        assert page.connection._held
        before = len(page.socket.sent)
        await page.say({"t": "hello", "protocol": 1, "seen": seen})
        assert len(page.socket.sent) == before  # nothing is seen any sooner for that
        hall.clock.now += 40
        await page.lands()
        assert [one["t"] for one in page.socket.sent[before:]] == ["step", "welcome", "lobby", "whole"]
        assert page.told(before) == ["flipped"]
        assert page.heard("whole")[-1]["parts"]["head"]["goal"] == 1
        act(mailbox, ann, {"t": "roll", "goal": 1})
        await mailbox.empty()
        assert page.told(before) == ["flipped", "rolled"]
        # Who has lost what it was shown asks for everything.
        await page.say({"t": "hello", "protocol": 1})
        hall.clock.now += 40
        await page.lands()
        assert page.heard("whole")[-1]["told"] is None
