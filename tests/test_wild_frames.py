"""Does whatever is thrown at a socket get exactly one answer, or end the line, and touch nobody else?"""

import asyncio
import json
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect

from boltbox.server import messages
from boltbox.server.connection import MESSAGE_BYTES, Connection
from boltbox.server.listeners import Close
from boltbox.server.mailbox import Mailbox
from boltbox.server.store import Person
from tests.desk import guess, make_hall
from tests.test_connection import FakeSocket

Json = dict[str, Any]
Thrown = str | bytes

ONES_OWN = ("welcome", "lobby", "whole", "talk")  # what comes without an id, after hello
NUMBERS = st.one_of(st.integers(-2, 15), st.integers(), st.floats(), st.just(10**400))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
ACTIONS = st.one_of(
    VALUES,
    st.fixed_dictionaries(
        {"t": st.sampled_from(["guess", "nod", "pass", "cross"])}, optional={"number": NUMBERS}
    ),
)


KINDS: list[tuple[str, tuple[str, ...]]] = [
    (str(info.tag), tuple(field.encode_name for field in info.fields))
    for info in inspect.type_info(messages.ClientMessage).types  # type: ignore[attr-defined]
]


@st.composite
def near_valid(draw: st.DrawFn) -> str:
    """Makes what is almost a message: a right tag, most fields, values of every kind."""
    tag, fields = draw(st.sampled_from(KINDS))
    made: Json = {"t": tag}
    for name in fields:
        chance = draw(st.integers(0, 9))
        if chance == 0:
            continue
        value = VALUES
        if name == "id" and chance > 2:
            value = st.sampled_from(["a", "b", "c"])
        elif name == "protocol" and chance > 1:
            value = st.just(messages.PROTOCOL)
        elif name == "action":
            value = ACTIONS
        elif name in ("decision", "seat", "seen") and chance > 2:
            value = st.integers(-1, 4)
        made[name] = draw(value)
    if draw(st.integers(0, 9)) == 0:
        made[draw(st.text(max_size=6))] = draw(VALUES)
    text = json.dumps(made)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


THROWN: SearchStrategy[Thrown] = st.one_of(
    near_valid(),
    near_valid(),
    near_valid().map(str.encode),
    VALUES.map(json.dumps),
    st.text(max_size=60),
    st.binary(max_size=60),
    st.integers(MESSAGE_BYTES - 50, MESSAGE_BYTES + 50).map(lambda size: '{"t":"ping","id":"' + "x" * size),
    st.sampled_from(["[", '{"a":', '{"t":"act","id":"n","decision":0,"action":[']).map(lambda one: one * 900),
)


class Thrower:
    """Is a seated person's line that says anything, and notes what each thing brought."""

    def __init__(self, mailbox: Mailbox, person: Person | None) -> None:
        self.socket = FakeSocket()
        self.socket.reads.set()
        self.mailbox = mailbox
        self.running = asyncio.create_task(Connection(self.socket, mailbox, person).run())

    async def throw(self, thrown: Thrown) -> list[Json]:
        before = len(self.socket.sent)
        kind = "bytes" if isinstance(thrown, bytes) else "text"
        await self.socket.incoming.put({"type": "websocket.receive", kind: thrown})
        for _ in range(6):
            await asyncio.sleep(0)
        await self.mailbox.empty()
        for _ in range(6):
            await asyncio.sleep(0)
        return self.socket.sent[before:]

    async def end(self) -> None:
        await self.socket.incoming.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.running, 1)


def id_of(thrown: Thrown) -> str | None:
    """Reads the id of what was thrown, if there is one to read."""
    try:
        found = msgspec.json.decode(thrown, type=dict)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    id_ = found.get("id")
    return id_[:40] if isinstance(id_, str) else None


async def throw_all(all_thrown: list[Thrown]) -> None:
    hall = make_hall()
    mailbox, ears = await hall.open(start=False)
    other, others = await hall.open(("cat", "dan"))
    heard = [list(ear.texts) for ear in others]
    person = ears[0].person
    thrower = Thrower(mailbox, person)
    await thrower.throw('{"t":"hello","protocol":1}')
    for thrown in all_thrown:
        if thrower.socket.codes:
            break
        check(thrown, await thrower.throw(thrown), thrower.socket.codes)
    assert not thrower.running.done() or thrower.socket.codes
    await thrower.end()
    assert [ear.texts for ear in others] == heard
    guess(other, others[0])
    await other.empty()
    assert all(ear.of("step") for ear in others)


def check(thrown: Thrown, came: list[Json], codes: list[int]) -> None:
    """Checks that there was one answer, by its id where one can be read, or the end of the line."""
    id_ = id_of(thrown)
    answers = [frame for frame in came if frame["t"] not in ONES_OWN or frame.get("for") is not None]
    mine = [
        frame for frame in answers if frame.get("for") == id_ and (id_ is not None or frame["t"] == "refused")
    ]
    if codes:
        assert set(codes) <= set(Close)
        assert codes != [Close.FAILED]
        return
    hello = [frame for frame in came if frame["t"] == "welcome"]
    assert len(mine) + len(hello) == 1, (thrown, came)
    for frame in mine:
        if frame["t"] == "refused":
            assert frame["text"]
            assert frame["code"] not in ("table_failed", "server_error", "not_saved")


@given(st.lists(THROWN, min_size=1, max_size=12))
@settings(max_examples=150)
def test_everything_gets_one_answer_and_other_tables_notice_nothing(all_thrown: list[Thrown]) -> None:
    asyncio.run(throw_all(all_thrown))
