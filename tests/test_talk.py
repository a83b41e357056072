"""Does what people show and say reach whom it is meant for, once, and nobody else?"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from boltbox.server.talk import KEPT
from tests.evening import Server, company, evening, sitting
from tests.online import Browser

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with evening(tmp_path) as begun:
        yield begun


async def test_what_is_said_reaches_all_and_those_who_come_later(server: Server) -> None:
    async with company(server, 2, start=False) as (table, _, (host, guest)):
        said = await guest.ask("say", text="  Hello   <b>all</b>  ")
        assert (said["t"], said["text"], said["seat"]) == ("said", "Hello <b>all</b>", 2)
        await host.catch_up()
        assert host.talk == [{**said, "for": None}]
        reacted = await host.ask("react", reaction="clap")
        assert (reacted["seat"], reacted["reaction"]) == (1, "clap")
        assert reacted["speaker"] != said["speaker"]
        stranger = await Browser(server.base).visit()
        async with sitting(stranger, table) as late:
            await late.catch_up()
            assert late.talk[0] == {"t": "talk", "said": [{**said, "for": None}]}
            own = await late.ask("say", text="me too")
            assert own["seat"] is None
        async with sitting(Browser(server.base), table) as nobody:
            assert (await nobody.ask("say", text="x"))["code"] == "nobody"
            assert [one["text"] for one in nobody.talk[0]["said"]] == ["Hello <b>all</b>", "me too"]


async def test_what_is_sent_twice_is_said_once(server: Server) -> None:
    """C11."""
    async with company(server, 2, start=False) as (_, _, (host, guest)):
        for _ in range(3):
            await guest.socket.send('{"t":"say","id":"once","text":"Hi"}')
            await guest.socket.send('{"t":"react","id":"too","reaction":"wow"}')
        await guest.catch_up()
        await host.catch_up()
        assert [message["t"] for message in host.talk] == ["said", "reacted"]
        assert [message["for"] for message in guest.talk] == ["once", "too"] * 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text_empty"),
        (" \u3000 ", "text_empty"),
        ("x" * 201, "text_long"),
        ("a\u202eb", "text_hidden"),
        ("a\nb", "text_hidden"),
        ("\u2800", "text_hidden"),
    ],
)
async def test_what_nobody_could_read_isn_t_said(server: Server, text: str, code: str) -> None:
    async with company(server, 1, start=False) as (_, _, (host,)):
        assert (await host.ask("say", text=text))["code"] == code
        joined = await host.ask("say", text="\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645")
        assert joined["t"] == "said"


async def test_a_reaction_is_one_of_eight(server: Server) -> None:
    async with company(server, 1, start=False) as (_, _, (host,)):
        assert (await host.ask("react", reaction="spit"))["code"] == "bad_message"


async def test_who_talks_too_much_waits(server: Server) -> None:
    async with company(server, 2, start=False) as (_, _, (host, guest)):
        answers = [await host.ask("react", reaction="wow") for _ in range(6)]
        assert {answer["t"] for answer in answers} == {"reacted"}
        assert (await host.ask("say", text="more"))["code"] == "talk_too_fast"
        assert (await guest.ask("say", text="fine"))["t"] == "said"
        server.now += 2000
        assert (await host.ask("say", text="more"))["t"] == "said"
        assert (await host.ask("say", text="more"))["code"] == "talk_too_fast"


async def test_the_host_switches_chat_off_also_during_the_game(server: Server) -> None:
    async with company(server, 2) as (table, (_, second), (host, guest)):
        await guest.ask("say", text="rude")
        await host.ask("arrange", settings={**host.lobby["settings"], "chat": False})
        assert (await guest.ask("say", text="more"))["code"] == "chat_off"
        assert (await guest.ask("react", reaction="laugh"))["t"] == "reacted"
        async with sitting(second, table) as late:
            await late.catch_up()
            assert late.talk == []


async def test_only_the_last_sayings_are_kept_and_none_survives_a_restart(server: Server) -> None:
    async with company(server, 1) as (table, (first,), (host,)):
        for number in range(KEPT + 5):
            server.now += 2000
            await host.ask("say", text=f"{number}")
        async with sitting(first, table) as late:
            await late.catch_up()
            kept = [one["text"] for one in late.talk[0]["said"]]
            assert kept == [str(number) for number in range(5, KEPT + 5)]
        await server.restart(1000)
        async with sitting(first, table) as late:
            await late.catch_up()
            assert late.talk == []
