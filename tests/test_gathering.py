"""Can people find a table, agree, come, go, come back and talk, while it stays one table for all?"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from boltbox.server.attendance import AWAY_MS, HOST_MS
from tests.evening import Server, company, evening, sitting
from tests.online import Browser

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with evening(tmp_path) as begun:
        yield begun


# Finding a table --------------------------------------------------------------------------------------------


async def test_a_table_is_found_by_its_code_however_it_is_typed(server: Server) -> None:
    async with company(server, 1, start=False) as (table, _, (host,)):
        code = host.lobby["code"]
        assert re.fullmatch("[A-HJKMNP-Z]{6}", code)
        for typed in (code, code.lower(), f"{code[:3]} {code[3:]}"):
            card = await server.get(f"/api/codes/{typed}")
            assert (card["table"], card["code"], card["free"]) == (table, code, 11)
        await host.ask("start")
        assert (await server.get(f"/api/codes/{code}"))["status"] == "running"
    for wrong in ("AAAAAA", "x", "%20" * 6, code + "A"):
        assert (await server.get(f"/api/codes/{wrong}"))["code"] == "no_such_code"


async def test_only_listed_open_tables_with_free_seats_are_listed(server: Server) -> None:
    async with company(server, 1, start=False, settings={"listed": True}) as (table, _, (host,)):
        listed = await server.get("/api/tables/open")
        assert [(card["table"], card["free"]) for card in listed] == [(table, 11)]
        assert listed == [await server.get(f"/api/tables/{table}")]
        await host.ask("arrange", settings={"listed": False})
        assert await server.get("/api/tables/open") == []
        await host.ask("arrange", settings={"listed": True})
        for _ in range(11):
            await host.ask("seatBot", bot="uniform")
        assert await server.get("/api/tables/open") == []
    async with company(server, 1, settings={"listed": True}):
        assert await server.get("/api/tables/open") == []


# Agreeing ---------------------------------------------------------------------------------------------------


async def test_all_agree_to_what_is_arranged_before_it_starts(server: Server) -> None:
    async with company(server, 2, start=False) as (_, _, (host, guest)):
        assert (guest.seat["ready"], guest.lobby["mayStart"]) == (True, True)
        await guest.ask("readyUp", on=False)
        assert (guest.seat["ready"], guest.lobby["mayStart"]) == (False, False)
        refused = await host.ask("start")
        assert (refused["code"], refused["params"]) == ("not_agreed", {"seat": 2})
        await guest.ask("readyUp", on=True)
        settings = {"listed": False, "actSeconds": 30, "absent": "greedy", "chat": False, "evenLines": False}
        await host.ask("arrange", settings=settings)
        assert host.lobby["settings"] == settings
        assert [seat["ready"] for seat in host.lobby["seats"]] == [True, False]
        await host.ask("seatBot", bot="greedy")
        assert [seat["ready"] for seat in host.lobby["seats"]] == [True, False, True]
        await guest.ask("readyUp", on=True)
        await host.ask("arrange", settings=settings)  # the same: nobody must agree anew
        assert (await host.ask("start"))["status"] == "running"
        await guest.until(lambda: bool(guest.view))
        assert guest.view["clock"]["actSeconds"] == 30


async def test_the_host_needn_t_wait_for_somebody_who_is_gone(server: Server) -> None:
    async with company(server, 2, start=False) as (_, _, (host, guest)):
        await host.ask(
            "arrange", settings={"listed": False, "actSeconds": 30, "absent": "wait", "chat": True}
        )
        assert (await host.ask("unseat", seat=2))["code"] == "still_here"
        await guest.socket.close()
        await host.until(lambda: not host.lobby["seats"][1]["present"])
        assert (await host.ask("start"))["code"] == "not_agreed"
        assert [seat["seat"] for seat in (await host.ask("unseat", seat=2))["seats"]] == [1]
        assert (await host.ask("start"))["status"] == "running"


async def test_what_is_agreed_survives_a_restart(server: Server) -> None:
    async with company(server, 2, start=False) as (table, (first, _), (host, guest)):
        settings = {"listed": True, "actSeconds": 600, "absent": "pass", "chat": False}
        await host.ask("arrange", settings=settings)
        await guest.catch_up()
        before = guest.lobby
        await server.restart(later=1000)
        async with sitting(first, table) as back:
            for kept in ("settings", "code", "watch", "host"):
                assert back.lobby[kept] == before[kept]
            assert [seat["ready"] for seat in back.lobby["seats"]] == [True, False]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"actSeconds": 9}, "option_range"),
        ({"actSeconds": 601}, "option_range"),
        ({"absent": "nobody"}, "no_such_bot"),
        ({"actSeconds": "30"}, "bad_message"),
        ({"rounds": 3}, "bad_message"),
    ],
)
async def test_what_cant_be_arranged_is_refused(
    server: Server, settings: dict[str, object], code: str
) -> None:
    async with company(server, 2, start=False) as (_, _, (host, guest)):
        assert (await host.ask("arrange", settings=settings))["code"] == code
        assert (await guest.ask("arrange", settings={"chat": False}))["code"] == "not_host"
        assert guest.seat["ready"]


async def test_a_running_game_keeps_its_time_but_not_who_stands_in(server: Server) -> None:
    async with company(server, 2, settings={"actSeconds": 60}) as (_, _, (host, guest)):
        kept = {**host.lobby["settings"], "absent": "pass", "chat": False, "listed": True}
        refused = await host.ask("arrange", settings={**kept, "actSeconds": 90})
        assert refused["code"] == "set_for_the_game"
        assert (await host.ask("arrange", settings={**kept, "absent": "x"}))["code"] == "no_such_bot"
        assert (await guest.ask("arrange", settings=kept))["code"] == "not_host"
        assert (await host.ask("arrange", settings=kept))["settings"] == kept
        assert (await guest.ask("readyUp", on=False))["code"] == "already_started"


async def test_again_keeps_the_settings_and_leaves_out_who_left(server: Server) -> None:
    settings = {"actSeconds": 10, "absent": "pass", "chat": False, "listed": False, "evenLines": True}
    async with company(server, 3, settings=settings, options={"rounds": 1}) as (_, _, lines):
        host, guest, third = lines
        await third.ask("leave")
        while host.lobby["status"] == "running":
            await server.wait(10_000)
            await host.catch_up()
        assert (await third.ask("again"))["code"] == "not_seated"
        following = (await guest.ask("again"))["next"]
        await host.catch_up()
        assert host.lobby["next"] == following
        async with sitting(Browser(server.base), host.lobby["watch"]) as watcher:
            assert watcher.lobby["next"] not in (None, following)
            async with sitting(Browser(server.base), watcher.lobby["next"]) as other:
                assert (other.lobby["status"], other.lobby["settings"]) == ("open", settings)
                assert len(other.lobby["seats"]) == 2


# Coming and going -------------------------------------------------------------------------------------------


async def test_two_tabs_of_one_person_are_one_player(server: Server) -> None:
    """C7: within 100 ms one decision is accepted, both tabs show the same; one person has one seat."""
    async with company(server, 2) as (table, (host, _), (first, other)), sitting(host, table) as second:
        for line in (first, other):
            await line.choose()
        for line in (first, second):
            await line.catch_up()
        answers = await asyncio.gather(first.choose(), second.choose())
        assert sorted(answer.get("code", "step") for answer in answers) == ["already_decided", "step"]
        for line in (first, second):
            await line.catch_up()
        assert first.view == second.view
    async with company(server, 1, start=False) as (table, (host,), (first,)), sitting(host, table) as second:
        await asyncio.gather(first.ask("join", seat=2), second.ask("join", seat=3))
        await first.catch_up()
        assert [seat["seat"] for seat in first.lobby["seats"]] == [first.lobby["you"]]


async def test_join_leave_rename_and_join_again_is_one_seat_with_the_new_name(server: Server) -> None:
    """C8."""
    async with company(server, 1, start=False) as (table, _, (host,)):
        browser = await Browser(server.base).visit()
        async with sitting(browser, table) as guest:
            await guest.ask("join")
            await guest.ask("leave")
            me = await server.put("/api/me", browser, {"name": "Zoë", "suit": 7})
            assert me["person"] == browser.me["person"]
            await guest.ask("join")
            await host.catch_up()
            shown = [(seat["seat"], seat["name"], seat["suit"]) for seat in host.lobby["seats"]]
            assert shown[1:] == [(2, "Zoë", 7)]


async def test_the_host_who_leaves_comes_back_as_an_ordinary_player(server: Server) -> None:
    """C9: before the start."""
    async with company(server, 3, start=False) as (_, _, (host, guest, third)):
        await host.ask("leave")
        await guest.until(lambda: guest.lobby["host"] == 2)
        await host.ask("join")
        assert (host.lobby["you"], host.lobby["host"]) == (1, 2)
        assert (await host.ask("start"))["code"] == "not_host"
        assert (await guest.ask("start"))["status"] == "running"
        await third.until(lambda: bool(third.view))


async def test_the_host_passes_on_during_the_game_and_the_game_goes_on(server: Server) -> None:
    """C9: during the game."""
    async with company(server, 3) as (table, (first, _, _), (host, guest, third)):
        before = host.view["own"]
        assert (await host.ask("leave"))["yours"] == 1
        assert "own" not in host.view
        assert host.lobby["host"] == 2
        for line in (guest, third):
            await line.choose()
        assert (await host.ask("act", decision=1, action={"t": "pass"}))["code"] == "not_seated"
        async with sitting(first, table) as tab:
            assert (tab.lobby["you"], tab.lobby["yours"]) == (None, 1)
            assert (await tab.ask("leave"))["yours"] == 1  # said twice
            assert (await tab.ask("join", seat=2))["code"] == "already_started"
            assert (await tab.ask("join"))["you"] == 1
            assert (await tab.ask("join"))["you"] == 1
            await host.until(lambda: host.lobby["you"] == 1)
            assert host.view["own"] == before
        assert (host.lobby["host"], host.lobby["yours"]) == (2, None)
        await host.choose()
        await guest.until(lambda: guest.view["head"]["draw"] == 1)
        assert {"t": "left", "seat": 1} in guest.told
        assert {"t": "back", "seat": 1} in guest.told
        stranger = await Browser(server.base).visit()
        async with sitting(stranger, table) as other:
            assert (await other.ask("join"))["code"] == "already_started"
            assert (await other.ask("leave"))["code"] == "not_seated"


@pytest.mark.parametrize("start", [False, True])
async def test_a_host_who_is_gone_for_long_passes_on(server: Server, *, start: bool) -> None:
    """C9."""
    async with company(server, 3, start=start) as (table, (first, _, _), (host, guest, _)):
        await host.socket.close()
        await guest.until(lambda: not guest.seat_of(1)["present"])
        await server.wait(HOST_MS - 1)
        await guest.catch_up()
        assert guest.lobby["host"] == 1
        await server.wait(1)
        await guest.catch_up()
        assert guest.lobby["host"] == 2
        async with sitting(first, table) as back:
            await back.until(lambda: back.seat_of(1)["present"] and not back.seat_of(1)["away"])
            assert back.lobby["host"] == 2


async def test_a_host_whom_nobody_could_follow_stays_host(server: Server) -> None:
    async with company(server, 2, start=False) as (table, (first, second), (host, guest)):
        for line in (host, guest):
            await line.socket.close()
        await server.until_empty()
        await server.wait(10 * HOST_MS)
        async with sitting(first, table) as back:
            assert back.lobby["host"] == 1
        await server.until_empty()
        await server.wait(10 * HOST_MS)
        async with sitting(second, table) as other:
            await server.wait(0)
            await other.until(lambda: other.lobby["host"] == 2)


async def test_a_tab_that_sleeps_is_away_and_back_at_once(server: Server) -> None:
    """C5."""
    async with company(server, 2) as (table, (_, second), (host, guest)):
        await guest.socket.close()
        await host.until(lambda: not host.seat_of(2)["present"])
        assert not host.seat_of(2)["away"]
        await server.wait(AWAY_MS)
        await host.until(lambda: host.seat_of(2)["away"])
        assert host.told[-1] == {"t": "away", "seat": 2}
        assert host.clock(2)["away"]
        await server.wait(3 * 60_000)
        async with sitting(second, table) as back:  # the clock stands still: it takes no time
            await host.until(lambda: host.seat_of(2)["present"] and not host.seat_of(2)["away"])
            assert host.told[-1] == {"t": "back", "seat": 2}
            await back.catch_up()
            assert (await back.choose())["t"] == "step"


async def test_who_reloads_within_ten_seconds_was_never_away(server: Server) -> None:
    async with company(server, 2) as (table, (_, second), (host, guest)):
        await guest.socket.close()
        await host.until(lambda: not host.seat_of(2)["present"])
        await server.wait(AWAY_MS - 1)
        async with sitting(second, table):
            await server.wait(AWAY_MS)
            await host.catch_up()
        assert [event for event in host.told if event["t"] in ("away", "back")] == []


# Watching ---------------------------------------------------------------------------------------------------


async def test_who_watches_by_the_link_for_it_sees_no_offer_and_nothing_to_join_by(server: Server) -> None:
    """C17: also a person who sits there, in another browser or the same."""
    async with company(server, 2) as (table, (first, _), (host, guest)):
        code, watch = host.lobby["code"], host.lobby["watch"]
        for browser in (first, Browser(server.base), await Browser(server.base).visit()):
            async with sitting(browser, watch) as spectator:
                assert set(spectator.view) == {"head", "rules", "clock", "seat1", "seat2"}
                assert (spectator.lobby["you"], spectator.lobby["yours"]) == (None, None)
                choose = {"t": "choose", "boxes": [0, 1, 2]}
                for t, fields in (
                    ("join", {}),
                    ("leave", {}),
                    ("start", {}),
                    ("pause", {"on": True}),
                    ("act", {"decision": 1, "action": choose}),
                ):
                    answer = await spectator.ask(t, **fields)
                    assert answer["code"] in ("nobody", "not_seated")
                assert (await spectator.ask("say", text="x"))["code"] in ("nobody", "watching")
                await guest.ask("react", reaction="bolt")
                await guest.ask("say", text="hidden from who watches")
                server.now += 60_000
                await spectator.catch_up()
                everything = "".join(spectator.texts)
                assert table not in everything
                assert code not in everything
                assert "hidden from" not in everything
                assert spectator.talk[-1]["reaction"] == "bolt"
        assert host.seat["present"]
        async with sitting(await Browser(server.base).visit(), watch) as spectator:
            assert (await spectator.ask("react", reaction="clap"))["seat"] is None


async def test_somebody_who_only_watches_the_own_table_is_away(server: Server) -> None:
    async with company(server, 2) as (_, (first, _), (host, guest)), sitting(first, host.lobby["watch"]):
        await host.socket.close()
        await guest.until(lambda: not guest.seat_of(1)["present"])
        await server.wait(AWAY_MS)
        await guest.until(lambda: guest.seat_of(1)["away"])
