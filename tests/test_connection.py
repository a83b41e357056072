"""Does a real WebSocket bring people to a table and back, whatever is sent over it?"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from boltbox.server import connection
from boltbox.server.connection import QUEUE_CHARACTERS, Connection
from boltbox.server.frames import Frame
from boltbox.server.listeners import Close
from boltbox.server.mailbox import Mailbox
from tests.desk import guess, make_hall
from tests.online import Browser, Player, serving, visitor

pytestmark = pytest.mark.anyio
Json = dict[str, Any]


@pytest.fixture
async def base(tmp_path: Path) -> AsyncIterator[str]:
    async with serving(tmp_path / "boltbox.sqlite") as address:
        yield address


async def say(line: ClientConnection, *messages: Json) -> None:
    for message in messages:
        await line.send(json.dumps(message))


async def hear(line: ClientConnection) -> Json:
    message: Json = json.loads(await asyncio.wait_for(line.recv(), 5))
    return message


async def hear_answer(line: ClientConnection, id_: str) -> Json:
    while (message := await hear(line)).get("for") != id_:
        pass
    return message


async def greet(line: ClientConnection, **more: Any) -> list[Json]:
    await say(line, {"t": "hello", "protocol": 1, **more})
    return [await hear(line) for _ in range(3)]


async def closed(line: ClientConnection) -> int | None:
    """Reads what is left, and returns the code that the server closed with."""
    async with asyncio.timeout(5):
        with suppress(ConnectionClosed):
            while True:
                await line.recv()
    return line.close_code


async def test_a_whole_game_of_two_with_a_spectator(base: str) -> None:
    host, guest = await visitor(base), await visitor(base)
    table = await host.open_table()
    players = [Player(host, table, Random(1), starts_with=2), Player(guest, table, Random(2))]
    spectator = Player(Browser(base), table, Random(3))
    spectator.sits = False
    async with asyncio.timeout(30):
        await asyncio.gather(*(player.play() for player in (*players, spectator)))
    outcome = players[0].view["head"]["outcome"]
    assert outcome["reason"] == "rounds"
    for player in (*players, spectator):
        assert player.view["head"]["outcome"] == outcome
        assert player.refused == []
        assert player.told[-1]["t"] == "gameEnded"
    assert set(spectator.view) == {"head", "rules", "clock", "seat1", "seat2"}
    assert len(players[0].confirmed) > 36
    async with host.connect(table) as line:
        welcome, lobby, whole = await greet(line, seen=players[0].version)
    assert (welcome["t"], welcome["seat"], lobby["status"]) == ("welcome", 1, "ended")
    assert whole == {**whole, "version": players[0].version, "parts": players[0].view, "told": []}


async def test_alone_against_bots_from_one_request(base: str) -> None:
    person = await visitor(base)
    table = await person.open_table(bots=["greedy", "uniform"], start=True)
    player = Player(person, table, Random(1))
    async with asyncio.timeout(30):
        await player.play()
    assert [seat["bot"] for seat in player.lobby["seats"]] == [None, "greedy", "uniform"]
    assert player.view["head"]["outcome"]["places"]
    async with person.connect(table) as line:
        await greet(line)
        await say(line, {"t": "again", "id": "a"}, {"t": "again", "id": "b"})
        first, second = await hear_answer(line, "a"), await hear_answer(line, "b")
    assert first["next"] == second["next"]
    async with person.connect(first["next"]) as line:
        _, lobby, whole = await greet(line)
    assert [seat["bot"] for seat in lobby["seats"]] == [None, "greedy", "uniform"]
    # Nobody has to be waited for.
    assert (lobby["status"], lobby["host"], whole["parts"]["head"]["phase"]) == ("running", 1, "choice")


async def test_hello_brings_welcome_lobby_and_the_whole_view(base: str) -> None:
    person = await visitor(base)
    table = await person.open_table(start=True)
    async with person.connect(table) as line:
        for _ in range(2):  # said again, it brings everything anew
            welcome, lobby, whole = await greet(line)
            assert welcome["person"] == person.me["person"]
            assert (lobby["table"], lobby["you"], lobby["commitment"] != "") == (table, 1, True)
            assert set(whole["parts"]) == {"head", "rules", "clock", "seat1", "own", "ask"}
        await say(line, {"t": "ping", "id": "p"})
        pong = await hear(line)
        assert (pong["t"], pong["for"]) == ("pong", "p")
        assert pong["instant"] > 1_700_000_000_000


async def test_the_same_frame_five_times_and_tabs_that_all_see_the_answer(base: str) -> None:
    """C7, C11."""
    person = await visitor(base)
    table = await person.open_table(start=True)
    async with person.connect(table) as line, person.connect(table) as tab:
        _, _, whole = await greet(line)
        await greet(tab)
        boxes = [box["id"] for box in whole["parts"]["own"]["offer"]][:3]
        choose = {"t": "act", "id": "c", "decision": 1, "action": {"t": "choose", "boxes": boxes}}
        await say(line, *[choose] * 5)
        step = await hear_answer(line, "c")
        assert step == await hear_answer(tab, "c")
        assert step["version"] == 2
        await say(line, {**choose, "id": "late"}, {"t": "ping", "id": "end"})
        rest = [await hear(line)]
        while rest[-1].get("for") != "end":
            rest.append(await hear(line))
        assert {answer["t"] for answer in rest if answer.get("for") == "c"} <= {"already"}
        assert [answer["code"] for answer in rest if answer.get("for") == "late"] == ["already_decided"]


@pytest.mark.parametrize(
    ("sent", "code", "answers"),
    [
        ("{", "bad_message", None),
        ("", "bad_message", None),
        ("NaN", "bad_message", None),
        ("[" * 4000, "bad_message", None),
        ('{"t":"act","id":"x","decision":1,"action":' + "[" * 2000 + "]" * 2000 + "}", "bad_message", None),
        ('{"t":"nothing","id":"x"}', "bad_message", "x"),
        ('{"t":"act","id":"x","decision":1.5,"action":{}}', "bad_message", "x"),
        ('{"t":"act","id":"x","decision":"1","action":{}}', "bad_message", "x"),
        ('{"t":"act","id":"x","decision":1,"action":{},"seat":2}', "bad_message", "x"),
        ('{"t":"act","id":"","decision":1,"action":{}}', "bad_message", ""),
        ('{"t":"act","id":"x","decision":1,"action":{"t":"pass","seat":2}}', "unknown_action", "x"),
        ('{"t":"act","id":"x","decision":1,"action":null}', "unknown_action", "x"),
        (
            '{"t":"act","id":"x","decision":99999999999999999999999,"action":{"t":"pass"}}',
            "already_decided",
            "x",
        ),
        ('{"t":"join","id":"x","seat":99999999999999999999999}', "already_started", "x"),
        (b"\xff\xfe\x00", "bad_message", None),
        ('{"t":"ping","id":"' + "x" * 41 + '"}', "bad_message", "x" * 40),
    ],
)
async def test_what_cant_be_read_is_answered(
    base: str, sent: str | bytes, code: str, answers: str | None
) -> None:
    """C13, C15."""
    person = await visitor(base)
    table = await person.open_table(start=True)
    async with person.connect(table) as line:
        await greet(line)
        await line.send(sent)
        refused = await hear(line)
        assert (refused["t"], refused["code"], refused["for"]) == ("refused", code, answers)
        assert refused["text"]
        await say(line, {"t": "ping", "id": "p"})
        assert (await hear(line))["t"] == "pong"


async def test_a_message_over_the_limit_ends_the_line(base: str) -> None:
    """C13."""
    person = await visitor(base)
    async with person.connect(await person.open_table()) as line:
        await greet(line)
        await line.send(" " * 1_000_000)
        assert await closed(line) == 1009


async def test_without_hello_there_is_nothing(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    person = await visitor(base)
    table = await person.open_table()
    async with person.connect(table) as line:
        await say(line, {"t": "start", "id": "s"})
        assert (await hear(line))["code"] == "hello_first"
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.05)
    async with person.connect(table) as line:
        assert await closed(line) == Close.NO_HELLO
    async with person.connect(table) as line:
        await greet(line)
        await asyncio.sleep(0.1)
        await say(line, {"t": "ping", "id": "p"})
        assert (await hear(line))["t"] == "pong"


async def test_another_protocol_is_told_to_reload(base: str) -> None:
    person = await visitor(base)
    async with person.connect(await person.open_table()) as line:
        await say(line, {"t": "hello", "protocol": 99})
        assert (await hear(line))["protocol"] == 1
        assert (await hear(line))["code"] == "other_protocol"
        assert await closed(line) == Close.OTHER_PROTOCOL


@pytest.mark.parametrize("table", ["nosuchtabl", "x", "x" * 500])
async def test_an_unknown_table_is_said(base: str, table: str) -> None:
    person = await visitor(base)
    async with person.connect(table) as line:
        assert (await hear(line))["code"] == "unknown_table"
        assert await closed(line) == Close.UNKNOWN_TABLE


async def test_who_has_no_cookie_watches(base: str) -> None:
    person = await visitor(base)
    table = await person.open_table(start=True)
    async with Browser(base).connect(table) as line:
        welcome, lobby, whole = await greet(line)
        assert (welcome["seat"], lobby["you"]) == (None, None)
        assert set(whole["parts"]) == {"head", "rules", "clock", "seat1"}
        await say(line, {"t": "join", "id": "j"})
        assert (await hear_answer(line, "j"))["code"] == "nobody"


async def test_a_line_that_breaks_is_seen_by_the_others(base: str) -> None:
    host, guest = await visitor(base), await visitor(base)
    table = await host.open_table()
    async with host.connect(table) as line:
        await greet(line)
        async with guest.connect(table) as other:
            await greet(other)
            await say(other, {"t": "join", "id": "j"})
            await hear_answer(other, "j")
        while (lobby := await hear(line))["seats"][-1]["present"] or len(lobby["seats"]) < 2:
            pass
        assert [seat["present"] for seat in lobby["seats"]] == [True, False]


class FakeSocket:
    """Is a socket whose other side reads nothing until it is told to."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.sent: list[Json] = []
        self._full = False
        self.codes: list[int] = []
        self.pings: list[int] = []
        self.pong: Callable[[int], None] = lambda _: None
        self.incoming: asyncio.Queue[Json] = asyncio.Queue()

    def say(self, text: str) -> bool:
        if self._full:
            return False
        self._full = not self.reads.is_set()
        self.sent.append(json.loads(text))
        return True

    async def free(self) -> None:
        await self.reads.wait()
        self._full = False

    def ping(self, number: int) -> None:
        self.pings.append(number)

    def hear_pongs(self, hear: Callable[[int], None]) -> None:
        self.pong = hear

    async def close(self, code: int) -> None:
        self.codes.append(code)

    async def receive(self) -> Json:
        return await self.incoming.get()


async def slow_one(mailbox: Mailbox) -> tuple[FakeSocket, Connection, asyncio.Task[None]]:
    socket = FakeSocket()
    made = Connection(socket, mailbox, None)
    running = asyncio.create_task(made.run())
    hello = {"type": "websocket.receive", "text": '{"t":"hello","protocol":1}'}
    await socket.incoming.put(hello)
    await asyncio.sleep(0.01)
    return socket, made, running


async def test_who_reads_too_slowly_gets_one_whole_view_instead(anyio_backend: str) -> None:
    hall = make_hall()
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":100000}')
    socket, made, running = await slow_one(mailbox)
    for number in range(1400):
        guess(mailbox, ann if number % 2 == 0 else bob)
        await mailbox.empty()
    made.put(Frame('{"t":"pong","for":"owed"}', "owed"))
    made.put(Frame('{"t":"step"}', "mine", 0))  # a step that answers is dropped, its answer isn't
    assert made._size < QUEUE_CHARACTERS
    socket.reads.set()
    await asyncio.sleep(0.05)
    tags = [message["t"] for message in socket.sent]
    assert tags == ["welcome", "whole", "already", "lobby", "pong"]
    whole = socket.sent[1]
    assert whole["version"] == mailbox.live.frames.version(-2)
    assert socket.sent[2] == {"t": "already", "version": whole["version"], "for": "mine"}
    guess(mailbox, ann)
    await mailbox.empty()
    await asyncio.sleep(0.01)
    assert socket.sent[-1]["version"] == whole["version"] + 1
    await socket.incoming.put({"type": "websocket.disconnect", "code": 1000})
    await running


async def test_who_asks_on_without_reading_is_sent_away(anyio_backend: str) -> None:
    hall = make_hall()
    mailbox, _ = await hall.open()
    socket, _, running = await slow_one(mailbox)
    ping = {"type": "websocket.receive", "text": '{"t":"ping","id":"' + "x" * 40 + '"}'}
    for _ in range(4000):
        await socket.incoming.put(ping)
    await asyncio.wait_for(running, 5)
    assert len(list(mailbox.live.listeners)) == 2


async def test_who_would_spoil_the_own_try_of_the_day_can_t_look(base: str) -> None:
    ann, ben = await visitor(base), await visitor(base)
    async with httpx.AsyncClient(base_url=base, headers={"Cookie": ann.cookie}) as client:
        table = (await client.post("/api/today")).json()["table"]
    async with ann.connect(table) as line:
        await greet(line)
    watch = ""
    async with ann.connect(table) as line:
        await say(line, {"t": "hello", "protocol": 1})
        while not watch:
            watch = (await hear(line)).get("watch", "")
    for person, door in ((ben, table), (ben, watch), (Browser(base), watch)):
        async with person.connect(door) as line:
            refused = await hear(line)
            assert (refused["code"], refused["for"]) == ("try_first", None)
            assert await closed(line) == Close.UNKNOWN_TABLE
