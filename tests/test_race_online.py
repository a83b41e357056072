"""Does a race over a real network have one winner, one verdict and no secret told before its time?"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest

from boltbox.table.record import read_record
from boltbox.table.verify import verify
from tests.far import far_from
from tests.life import Life, living
from tests.online import Browser, serving, visitor
from tests.racers import DECK, RACE, Racer, until

pytestmark = pytest.mark.anyio
Json = dict[str, Any]


async def sit(base: str, options: Json, *, bots: tuple[str, ...] = ()) -> tuple[str, list[Browser]]:
    """Opens a table, and lets a second person join by a line that starts nothing yet."""
    people = [await visitor(base) for _ in range(2)]
    table = await people[0].open_table(game="lightningdice", options=options, bots=list(bots))
    async with people[1].connect(table) as line:
        await line.send(json.dumps({"t": "hello", "protocol": 1}))
        await line.send(json.dumps({"t": "join", "id": "join"}))
        async for text in line:
            if json.loads(text).get("for") == "join":
                break
    return table, people


async def start(base: str, table: str, host: Browser) -> None:
    async with host.connect(table) as line:
        await line.send(json.dumps({"t": "hello", "protocol": 1}))
        await line.send(json.dumps({"t": "start", "id": "start"}))
        async for text in line:
            if json.loads(text).get("for") == "start":
                return


@asynccontextmanager
async def running(*racers: Racer) -> AsyncIterator[None]:
    """Lets racers hear until the end of a test."""
    tasks = [asyncio.create_task(racer.play()) for racer in racers]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def record_of(base: str, browser: Browser, table: str) -> bytes:
    async with httpx.AsyncClient(base_url=base, headers={"Cookie": browser.cookie}) as client:
        return (await client.get(f"/api/tables/{table}/record")).content


async def test_a_race_goes_to_its_end_and_tells_nothing_before_its_time(tmp_path: Path) -> None:
    """C16, C28: two people and a bot, one watches; every byte is kept, and the record is verified."""
    async with serving(tmp_path / "boltbox.sqlite") as base:
        table, people = await sit(base, RACE, bots=("greedy",))
        racers = [Racer(one, table) for one in people]
        stranger = Racer(await visitor(base), table, presses=False)
        for racer in racers:
            racer.reaction = 0.4  # or the bot had no chance
        async with running(*racers, stranger):
            await until(lambda: stranger.wholes > 0)
            await start(base, table, people[0])
            await until(lambda: all(one.lobby.get("status") == "ended" for one in (*racers, stranger)), 60)
        settled = stranger.events("claimSettled")
        assert settled == racers[0].events("claimSettled") == racers[1].events("claimSettled")
        assert all(racer.echoes >= 4 for racer in racers)
        record = await record_of(base, people[0], table)
    assert verify(read_record(record)).clean
    changed = record.replace(b'"pressed":1', b'"pressed":2', 1)
    assert changed != record
    assert not verify(read_record(changed)).clean
    secret = read_record(record).luck.secret
    for one in (*racers, stranger):
        check_bytes(one, secret)
    (seat,) = [chair["seat"] for chair in stranger.lobby["seats"] if chair["bot"]]
    assert min(waits_of(stranger, seat)) >= 150  # a bot is never quicker than a person


def waits_of(racer: Racer, seat: int) -> list[int]:
    """Lists how long after a flip or a rest somebody rolled."""
    waits, since = [], 0
    for event in racer.told:
        if event["t"] == "flipped" or (event["t"] == "cameToRest" and event["seat"] == seat):
            since = event["instant"]
        elif event["t"] == "rolled" and event["seat"] == seat:
            waits.append(event["started"] - since)
    return waits


def check_bytes(racer: Racer, secret: str) -> None:
    """Looks for goals before their flip, dice before they rest, claims of others before their verdict."""
    flipped: set[str] = set()
    for text in racer.texts:
        message = json.loads(text)
        told = message.get("told") or ()
        flipped |= {event["text"] for event in told if event["t"] == "flipped"}
        flipped |= {part["text"] for name, part in message.get("parts", {}).items() if name == "head"}
        for goal in set(DECK["goals"]) - flipped:
            assert f'"{goal}"' not in text
        for name, part in message.get("parts", {}).items():
            if name.startswith("seat") and part["rolling"] is not None:
                assert all(part["values"][die] == 0 for die in part["rolling"]["dice"])
        assert secret not in text
        if racer.lobby.get("you") is None:
            assert "claimWaits" not in text
            assert "waiting" not in text
    waits = racer.events("claimWaits")
    own = [event for event in racer.events("claimSettled") if event["seat"] == racer.lobby["you"]]
    assert [(one["moment"], one["arrival"]) for one in waits] == [
        (one["moment"], one["arrival"]) for one in sorted(own, key=lambda one: one["arrival"])
    ]


ANY: Json = {"target": 5, "rollMs": 300, "deck": {**DECK, "goals": ["sum>=7", "sum<=35", *["sum>=8"] * 8]}}


async def test_the_earlier_press_wins_though_it_arrives_later(tmp_path: Path) -> None:
    """C27, C11: arriving the other way round, one clock ten minutes off, each claim sent five times."""
    async with serving(tmp_path / "boltbox.sqlite") as base, far_from(base, 0.2) as away:
        table, people = await sit(base, ANY)
        near = Racer(people[0], table, presses=False)
        people[1].base = away
        far = Racer(people[1], table, presses=False, echo_after=0.2)
        async with running(near, far):
            await until(lambda: near.wholes > 0 and far.wholes > 0)
            await start(base, table, people[0])
            await until(lambda: near.place.get("rolls") == 0 and near.view["head"]["phase"] == "race")
            await until(lambda: far.echoes >= 4 and far.view["head"]["phase"] == "race")
            roll = {"t": "roll", "goal": 1}
            old = await near.act(roll), await far.act(roll)
            await until(lambda: all(near.view[f"seat{seat}"]["values"].count(0) == 0 for seat in (1, 2)))
            await until(lambda: far.view["ask"]["calls"] != [])
            got = {"t": "claim", "call": "got"}
            now = int(time() * 1000)
            first = await near.act(got, now + 600_000)  # is moved to its arrival
            again = near.waiting[first]
            for _ in range(4):
                await near.line.send(json.dumps(again))  # type: ignore[union-attr]
            second = await far.act(got, now - 1)
            copy = far.waiting[second]
            for _ in range(4):
                await far.line.send(json.dumps(copy))  # type: ignore[union-attr]
            late = await near.act(roll, decision=near.view["ask"]["decision"] - 1)  # a late copy
            await until(lambda: bool(near.events("goalClosed") and far.events("goalClosed")))
            await until(lambda: first in near.answers and late in near.answers)
    closed = near.events("goalClosed")
    assert closed == far.events("goalClosed")
    assert [claim["seat"] for claim in closed[0]["claims"]] == [2, 1]
    early, beaten = closed[0]["claims"]
    assert early["moment"] == now - 1 < beaten["moment"] == beaten["arrival"] < early["arrival"]
    assert early["arrival"] - early["moment"] <= early["span"] < 250  # whatever its page said
    verdicts = [(one["seat"], one["verdict"]) for one in near.events("claimSettled")]
    assert verdicts == [(2, "valid"), (1, "late")]
    assert near.view["seat1"]["score"] == 0 < near.view["seat2"]["score"] == 2
    assert near.answers[late][0]["code"] == "already_decided"
    assert all(len(near.answers[one] if one in near.answers else far.answers[one]) == 1 for one in old)


async def outlive(life: Life, racers: list[Racer]) -> None:
    """Kills the server amid some rolls, and starts it again."""
    rolls = [len(one.events("rolled")) + 5 for one in racers]
    await until(
        lambda: all(len(one.events("rolled")) >= more for one, more in zip(racers, rolls, strict=True))
    )
    before, wholes = racers[0].view["head"]["goal"], [one.wholes for one in racers]
    life.kill()
    await life.begin()
    await until(lambda: all(one.wholes > known for one, known in zip(racers, wholes, strict=True)))
    await until(lambda: all(one.view["head"]["phase"] == "count" for one in racers))
    assert racers[0].view["head"]["goal"] - before in (0, 1)  # what was saved may not have been told
    assert set(racers[0].place["values"]) == {0}
    await until(lambda: all(one.view["head"]["phase"] == "race" for one in racers))


async def test_a_race_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    """C1, C2, LD-2.7: a new count-in on the same goal; nothing is lost or done twice."""
    async with living(tmp_path / "boltbox.sqlite") as life:
        table, people = await sit(life.base, {**RACE, "target": 20}, bots=("novice",))
        racers = [Racer(one, table) for one in people]
        async with running(*racers):
            await until(lambda: all(one.wholes > 0 for one in racers))
            await start(life.base, table, people[0])
            for _ in range(2):
                await outlive(life, racers)
            await until(lambda: all(one.lobby.get("status") == "ended" for one in racers), 60)
        record = read_record(await record_of(life.base, people[0], table))
    assert verify(record).clean
    events = [event for entry in record.lines for event in entry.events]
    counts = [event for event in events if type(event).__name__ == "CountBegan"]
    assert len(counts) >= 2
    for racer in racers:
        assert {one["code"] for one in racer.refused} <= {
            "already_decided",
            "paused",
            "goal_closed",
            "count_in",
        }
    assert racers[0].view["head"]["outcome"] == racers[1].view["head"]["outcome"]
