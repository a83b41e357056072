"""Does a finished game leave the server as a file that verifies, and not before its end, with nobody's id?"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Again, Hello, Leave, Reveal
from boltbox.server.reconnect import greet
from boltbox.server.store import Person
from boltbox.server.tables import Tables
from boltbox.table.record import Record, Sitter, Word, outcome_of, read_record
from boltbox.table.verify import verify
from tests.asking import asked, browser, problem
from tests.desk import Clock, Ear, act, legal


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Litestar]:
    async with asked(tmp_path, Clock()) as made:
        yield made


@pytest.fixture
async def ann(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        await client.put("/api/me", json={"name": "Zoë", "suit": 4})
        yield client


class Night:
    """Is a game of one person with a bot, and all that the person's line was sent."""

    def __init__(self, mailbox: Mailbox, ear: Ear) -> None:
        self.mailbox, self.ear = mailbox, ear

    @property
    def id(self) -> str:
        return self.mailbox.live.id

    async def play(self) -> None:
        """Plays to the end, the first of all that may be done each time."""
        live = self.mailbox.live
        while (state := live.table.state) is not None and not live.table.over:
            if 1 in live.game.to_act(state):
                act(self.mailbox, self.ear, next(legal(self.mailbox, 1)))
            await self.mailbox.empty()
            await asyncio.sleep(0)
        await self.mailbox.empty()


async def night(app: Litestar, client: httpx.AsyncClient, **new: object) -> Night:
    me = (await client.get("/api/me")).json()
    opened = await client.post("/api/tables", json={"game": "luckybox", "start": True, **new})
    tables: Tables = app.state["tables"]
    mailbox = await tables.find(opened.json()["table"])
    assert mailbox is not None
    ear = Ear(Person(me["person"], me["name"], me["suit"], 0))
    greet(mailbox, ear, Hello(1))
    return Night(mailbox, ear)


def read(answer: httpx.Response) -> Record:
    assert answer.status_code == 200
    return read_record(answer.content)


async def test_a_finished_game_is_a_record_that_verifies(app: Litestar, ann: httpx.AsyncClient) -> None:
    """C28."""
    played = await night(app, ann, bots=["uniform"], options={"rounds": 2})
    await played.play()
    answer = await ann.get(f"/api/tables/{played.id}/record")
    record = read(answer)
    verdict = verify(record)
    assert (verdict.findings, verdict.notices, verdict.draws > 18) == ((), (), True)
    name = played.mailbox.live.lobby.names()[1]
    assert record.seats == (Sitter(1, "Zoë"), Sitter(2, name, "uniform"))
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    file = f"luckybox-1970-01-01-{record.luck.commitment[:8]}.txt"
    assert answer.headers["content-disposition"] == f'attachment; filename="{file}"'
    outcome = outcome_of(record)
    assert outcome is not None
    assert played.ear.of("step")[-1]["parts"]["head"]["outcome"]["totals"] == list(outcome.totals)


async def test_a_record_keeps_its_names_and_its_digest(app: Litestar, ann: httpx.AsyncClient) -> None:
    """Whoever has another name afterwards changes no byte; a new table with the same people has it."""
    played = await night(app, ann, bots=["uniform"], options={"rounds": 1})
    await played.play()
    before = await ann.get(f"/api/tables/{played.id}/record")
    async with asyncio.timeout(10):
        while played.ear.of("lobby")[-1]["digest"] is None:
            await asyncio.sleep(0.002)
    await ann.put("/api/me", json={"name": "Anna", "suit": 4})
    shown = played.ear.of("lobby")[-1]
    assert shown["seats"][0]["name"] == "Zoë"
    assert f'{{"sha256":"{shown["digest"]}"}}' == before.text.splitlines()[-1]
    assert (await ann.get(f"/api/tables/{played.id}/record")).content == before.content
    tables: Tables = app.state["tables"]
    tables.lay_away(played.mailbox)
    loaded = await tables.find(played.id)
    assert loaded is not None
    assert loaded.live.lobby.names()[0] == "Zoë"
    assert played.ear.person is not None
    back = Ear(played.ear.person)
    greet(loaded, back, Hello(1))
    assert back.of("lobby")[0]["digest"] == shown["digest"]
    loaded.post(back, Again("again"))
    await loaded.empty()
    following = await tables.find(back.answer("again")["next"])
    assert following is not None
    assert following.live.lobby.names()[0] == "Anna"


async def test_words_of_pages_are_in_the_record(app: Litestar, ann: httpx.AsyncClient) -> None:
    """C28."""
    word = "5e" * 32
    hash_ = hashlib.sha256(bytes.fromhex(word)).hexdigest()
    played = await night(app, ann, bots=["uniform"], options={"rounds": 1}, seal=hash_)
    played.mailbox.post(played.ear, Reveal("word", word))
    await played.mailbox.empty()
    await played.play()
    record = read(await ann.get(f"/api/tables/{played.id}/record"))
    assert record.luck.words == (Word(1, hash_, word),)
    verdict = verify(record)
    assert (verdict.findings, verdict.draws > 9) == ((), True)
    assert [text for text in played.ear.texts if word in text or record.luck.secret in text] == []


async def test_a_record_has_nobodys_id_and_its_secret_was_told_to_nobody(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    played = await night(app, ann, options={"rounds": 1})
    await played.play()
    row = played.mailbox.live.lobby.agreed.row
    text = (await ann.get(f"/api/tables/{played.id}/record")).text
    assert played.ear.person is not None
    for hidden in (played.ear.person.id, row.id, row.watch, '"id"'):
        assert hidden is not None
        assert hidden not in text
    luck = read_record(text.encode()).luck
    assert played.ear.of("lobby")[0]["commitment"] == luck.commitment
    for secret in (luck.secret, luck.deal.seed.hex()):
        assert secret not in "".join(played.ear.texts)


async def test_who_watches_gets_it_too_and_a_laid_away_table_is_not_woken(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    played = await night(app, ann, options={"rounds": 1})
    await played.play()
    tables: Tables = app.state["tables"]
    tables.lay_away(played.mailbox)
    async with browser(app, "192.0.2.9") as stranger:
        watched = await stranger.get(f"/api/tables/{played.mailbox.live.lobby.agreed.row.watch}/record")
        joined = await stranger.get(f"/api/tables/{played.id}/record")
    assert watched.content == joined.content
    assert verify(read(watched)).clean
    assert tables.mailboxes == ()


async def test_a_game_that_goes_on_keeps_its_secret(app: Litestar, ann: httpx.AsyncClient) -> None:
    running = await night(app, ann)
    opened = await night(app, ann, start=False)
    for one in (running, opened):
        refused = problem(await ann.get(f"/api/tables/{one.id}/record"), 409)
        assert (refused.code, refused.thing) == ("not_over", "table")
    for nowhere in ("aaaaaaaaaa", "aaaaaaaaaaaa", "x"):
        unknown = problem(await ann.get(f"/api/tables/{nowhere}/record"), 404)
        assert unknown.code == "unknown_table"


async def test_a_game_that_everybody_left_is_a_record(app: Litestar, ann: httpx.AsyncClient) -> None:
    """LB-7.7."""
    left = await night(app, ann, settings={"absent": "pass"})
    left.mailbox.post(left.ear, Leave("bye"))
    await left.mailbox.empty()
    record = read(await ann.get(f"/api/tables/{left.id}/record"))
    outcome = outcome_of(record)
    assert outcome is not None
    assert outcome.reason == "stopped"
    assert verify(record).clean
