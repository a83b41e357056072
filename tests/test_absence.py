"""Do time to act, absence, bots that stand in and pauses hold on a real server, also across its restarts?"""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from boltbox.rules.shelf import SHELF
from boltbox.server.attendance import AWAY_MS
from boltbox.server.rows import entries
from boltbox.server.store_sqlite import SqliteStore
from boltbox.table.clock import RESUME_MS
from boltbox.table.codec import Codec
from boltbox.table.timed import timed
from tests.evening import Line, Server, company, evening, sitting

pytestmark = pytest.mark.anyio

MINUTE = 60_000


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with evening(tmp_path) as begun:
        yield begun


def heard(line: Line, *tags: str) -> list[Any]:
    return [event for event in line.told if event["t"] in tags]


async def played_on(line: Line, so: Callable[[], bool]) -> None:
    """Takes frames, and answers the own asks, until something is so."""
    answered = -1
    while not so():
        ask = line.view["ask"]
        if ask["open"] and ask["decision"] != answered:
            answered = ask["decision"]
            await line.choose()
        else:
            await line.hear()


async def test_whose_time_is_up_is_passed_for(server: Server) -> None:
    """LB-3.8."""
    async with company(server, 2, settings={"actSeconds": 60}) as (_, _, (host, guest)):
        begun = server.now
        assert host.clock(1)["until"] == begun + MINUTE
        await host.choose()
        await server.wait(MINUTE - 1)
        await guest.catch_up()
        assert heard(guest, "timeRanOut") == []
        await server.wait(1)
        await guest.until(lambda: guest.view["head"]["draw"] == 1)
        assert heard(guest, "timeRanOut") == [{"t": "timeRanOut", "seat": 2}]
        assert (guest.clock(1)["until"], guest.clock(2)["until"]) == (begun + 2 * MINUTE,) * 2
        late = await guest.ask("act", decision=1, action={"t": "takeBack"})
        assert late["code"] == "already_decided"


async def test_a_reload_gains_no_time(server: Server) -> None:
    """C30."""
    async with company(server, 2, settings={"actSeconds": 60}) as (table, (first, _), (host, guest)):
        until = host.clock(1)["until"]
        for _ in range(3):
            await server.wait(5000)
            async with sitting(first, table) as reloaded:
                assert reloaded.clock(1)["until"] == until
        await host.socket.close()
        await server.wait(2 * AWAY_MS)
        async with sitting(first, table) as back:
            await guest.until(lambda: bool(heard(guest, "back")))
            await back.catch_up()
            assert back.clock(1)["until"] == until


async def test_a_pause_holds_for_who_reloads_and_moves_what_is_due(server: Server) -> None:
    """C30."""
    async with company(server, 2, settings={"actSeconds": 60}) as (table, (first, second), (host, guest)):
        until, begun = host.clock(1)["until"], server.now
        assert (await guest.ask("pause", on=True))["code"] == "not_host"
        await server.wait(20_000)
        paused = await host.ask("pause", on=True)
        assert paused["told"] == [{"t": "paused", "by": 1, "instant": begun + 20_000}]
        await host.until(lambda: host.lobby["paused"])
        assert (await host.ask("pause", on=True))["code"] == "paused"
        await server.wait(60 * MINUTE)
        async with sitting(first, table) as reloaded, sitting(second, table) as other:
            assert reloaded.lobby["paused"]
            assert other.view["clock"]["paused"] == begun + 20_000
            assert (await reloaded.choose())["code"] == "paused"
            assert heard(guest, "timeRanOut") == []
            await reloaded.ask("pause", on=False)
            await other.until(lambda: not other.lobby["paused"])
            assert other.clock(2)["until"] == until + 60 * MINUTE
            assert (await other.choose())["t"] == "step"


async def test_a_pause_and_its_host_survive_a_restart(server: Server) -> None:
    async with company(server, 2, settings={"actSeconds": 60}) as (table, (first, second), (before, _)):
        until = before.clock(1)["until"]
        await server.wait(15_000)
        await before.ask("pause", on=True)
        await server.restart(later=30 * MINUTE)
        async with sitting(first, table) as host, sitting(second, table) as guest:
            assert (host.lobby["paused"], host.lobby["host"]) == (True, 1)
            assert (await guest.choose())["code"] == "paused"
            await host.ask("pause", on=False)
            await guest.until(lambda: not guest.lobby["paused"])
            assert guest.clock(2)["until"] == until + 30 * MINUTE


async def test_after_a_restart_everybody_has_half_a_minute_at_least(server: Server) -> None:
    async with company(server, 2, settings={"actSeconds": 60}) as (table, (first, second), _):
        await server.restart(later=10 * MINUTE)
        now = server.now
        async with sitting(first, table) as host, sitting(second, table) as guest:
            assert host.clock(1)["until"] == host.clock(2)["until"] == now + RESUME_MS
            await host.choose()
            await server.wait(RESUME_MS)
            await guest.until(lambda: guest.view["head"]["draw"] == 1)
            assert heard(guest, "timeRanOut") == [{"t": "timeRanOut", "seat": 2}]


async def test_a_clock_that_was_set_back_while_the_server_was_down_runs_on(server: Server) -> None:
    """Instants never run back."""
    async with company(server, 1, settings={"actSeconds": 60}) as (table, (first,), (host,)):
        before = server.now
        await server.wait(1000)
        await host.choose()
        await server.restart(later=-24 * 60 * MINUTE)
        async with sitting(first, table) as back:
            await back.choose()
            assert back.clock(1)["until"] >= before + 1000 + RESUME_MS
            pong = await back.ask("ping")
            assert pong["instant"] >= before + 1000
        await check(server, table)


async def test_a_bot_stands_in_and_gives_the_seat_back(server: Server) -> None:
    async with company(server, 2, settings={"absent": "greedy"}) as (table, (_, second), (host, guest)):
        await guest.socket.close()
        await host.until(lambda: not host.seat_of(2)["present"])
        await server.wait(AWAY_MS)
        await host.until(lambda: host.seat_of(2)["playedBy"] == "greedy")
        assert host.clock(2)["by"] == "greedy"
        assert host.seat_of(2)["bot"] is None
        await played_on(host, lambda: host.view["head"]["draw"] >= 3)
        async with sitting(second, table) as back:
            await host.until(lambda: host.seat_of(2)["playedBy"] is None)
            assert [event["t"] for event in host.told[-2:]] == ["back", "givenBack"]
            await back.catch_up()
            ask = back.view["ask"]
            if ask["open"]:
                assert (await back.choose())["t"] == "step"
            await server.settle()
            draw = host.view["head"]["draw"]
            await host.choose()
            await server.settle()
            await host.catch_up()
            assert host.view["head"]["draw"] <= draw + 1  # the next number waits for the person


async def test_a_bot_that_stands_in_goes_on_after_a_restart_until_the_person_comes(server: Server) -> None:
    async with company(server, 2, settings={"absent": "uniform"}) as (table, (first, second), (tab, other)):
        await other.ask("leave")
        await tab.until(lambda: tab.seat_of(2)["playedBy"] == "uniform")
        assert (tab.seat_of(2)["left"], tab.seat_of(2)["away"]) == (True, False)
        await played_on(tab, lambda: tab.view["head"]["draw"] == 2)
        await server.restart(later=5000)
        async with sitting(first, table) as host, sitting(second, table) as guest:
            assert host.seat_of(2)["playedBy"] == "uniform"
            assert (guest.lobby["you"], guest.lobby["yours"]) == (None, 2)
            await played_on(host, lambda: host.view["head"]["draw"] == 4)
            await guest.ask("join")
            assert (guest.lobby["you"], guest.seat["left"], guest.seat["playedBy"]) == (2, False, None)
            await guest.catch_up()
            if guest.view["ask"]["open"]:
                assert (await guest.choose())["t"] == "step"
    await check(server, table)


async def test_a_seat_that_is_passed_for_holds_nobody_up_and_comes_back(server: Server) -> None:
    """LB-7.7."""
    async with company(server, 3, settings={"absent": "pass"}) as (table, (first, second, third), lines):
        host, guest, other = lines
        await guest.socket.close()
        await host.until(lambda: not host.seat_of(2)["present"])
        await server.wait(AWAY_MS)
        await host.choose()
        await other.choose()
        await host.until(lambda: host.view["head"]["draw"] == 1)
        assert (host.view["seat2"]["played"], host.seat_of(2)["playedBy"]) == (False, None)
        assert host.clock(2)["by"] == "pass"
        await server.restart(later=2000)
        async with AsyncExitStack() as stack:
            host, guest = [await stack.enter_async_context(sitting(one, table)) for one in (first, second)]
            await guest.until(lambda: guest.view["seat2"]["played"])
            await server.wait(AWAY_MS)  # the third didn't come back
            await host.until(lambda: host.seat_of(3)["away"])
            assert not host.view["seat3"]["played"]
            async with sitting(third, table) as other:
                await other.until(lambda: other.view["seat3"]["played"])
    await check(server, table)


async def test_when_all_lose_their_network_the_game_waits(server: Server) -> None:
    """Nobody has left; so a bad evening ends no game, and runs down no clock."""
    settings = {"absent": "pass", "actSeconds": 60}
    async with company(server, 2, settings=settings) as (table, (first, second), (tab, other)):
        until = tab.clock(1)["until"]
        await tab.socket.close()
        await other.socket.close()
        await server.until_empty()
        await server.wait(AWAY_MS)
        await server.restart(later=60 * MINUTE)
        await server.wait(60 * MINUTE)
        async with sitting(first, table) as host, sitting(second, table) as guest:
            await guest.until(lambda: not guest.lobby["paused"] and not guest.seat["away"])
            await host.until(lambda: not host.lobby["paused"] and not host.seat_of(2)["away"])
            assert host.clock(1)["until"] == until + 120 * MINUTE
            assert host.lobby["status"] == "running"
            assert [host.view[f"seat{seat}"]["played"] for seat in (1, 2)] == [True, True]


async def test_when_all_have_left_seats_that_are_passed_for_the_table_is_stopped(server: Server) -> None:
    """LB-7.7: without a result."""
    async with company(server, 2, settings={"absent": "pass"}) as (table, _, (host, guest)):
        await guest.ask("leave")
        left = await host.ask("leave")
        assert left["t"] == "lobby"
        await guest.until(lambda: guest.lobby["status"] == "stopped")
        assert guest.view["head"]["outcome"]["reason"] == "stopped"
        assert (guest.lobby["yours"], guest.lobby["code"]) == (None, None)
        assert (await guest.ask("join"))["code"] == "already_started"
    await check(server, table)


async def test_twelve_seats_play_leave_and_run_out_of_time(server: Server) -> None:
    settings = {"actSeconds": 30, "absent": "greedy"}
    async with company(server, 12, settings=settings) as (table, _, lines):
        host = lines[0]
        for line in lines[:9]:
            await line.choose()
        await lines[1].ask("leave")
        await lines[11].ask("leave")
        await host.until(lambda: host.seat_of(12)["playedBy"] == "greedy")
        await host.until(lambda: host.view["seat12"]["ready"])
        await server.wait(30_000)
        await host.until(lambda: host.view["head"]["draw"] == 1)
        assert {event["seat"] for event in heard(host, "timeRanOut")} == {10, 11}
        assert {seat["seat"]: seat["playedBy"] for seat in host.lobby["seats"]} == {
            **dict.fromkeys(range(1, 13)),
            2: "greedy",
            12: "greedy",
        }
        for line in lines[2:6]:
            await line.until(lambda line=line: line.view["head"]["draw"] == 1)  # type: ignore[misc]
            assert line.view["seat1"] == host.view["seat1"]
    await check(server, table)


async def check(server: Server, table: str) -> None:
    """Checks that the log of a table says all, in order."""
    await server.settle()
    await server.end()
    store = SqliteStore(server.database)
    await store.open()
    rows = await store.entries(table)
    game = timed(SHELF["luckybox"])
    log = list(entries(rows, game, Codec(game)))
    await store.close()
    await server.begin()
    instants = [entry.instant for entry in log]
    assert instants == sorted(instants)
    found = await server.tables.find(table)
    assert found is not None
    await server.settle()
    assert found.live.frames.state is not None
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
