"""Does looking back show every audience what it saw, position by position, and nothing before the end?"""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given, settings
from litestar import Litestar

from boltbox.rules.game import SPECTATOR
from boltbox.rules.shelf import SHELF
from boltbox.server import replays
from boltbox.server.past import Replay
from boltbox.server.replays import steps_of
from boltbox.server.tables import Tables
from boltbox.table.log import told
from boltbox.table.record import Record, entries, played
from tests.asking import asked, browser, problem
from tests.desk import Clock
from tests.recorded import GAMES, played_wildly, records
from tests.test_record_download import Night, night

SOLO = {"rounds": 1}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(tmp_path: Path, clock: Clock) -> AsyncIterator[Litestar]:
    async with asked(tmp_path, clock) as made:
        yield made


@pytest.fixture
async def ann(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        await client.put("/api/me", json={"name": "Zoë", "suit": 4})
        yield client


def audiences(record: Record) -> list[int]:
    return [*(one.seat for one in record.seats), SPECTATOR]


@given(records())
@settings(max_examples=25)
def test_the_parts_of_each_step_over_those_before_are_the_view_of_that_entry(record: Record) -> None:
    """C16, C20."""
    game, log = played(record, GAMES), list(entries(record, GAMES))
    for audience in audiences(record):
        steps = {step.at: step for step in steps_of(game, log, audience)}
        shown: dict[str, msgspec.Raw] = {}
        for entry in log:
            heard = told(game, entry, audience)
            assert (entry.version in steps) == bool(heard)
            if heard:
                step = steps[entry.version]
                shown |= step.parts
                assert list(map(bytes, step.told)) == list(map(msgspec.json.encode, heard))
                assert step.instant == entry.instant
            view = {
                name: msgspec.json.encode(part) for name, part in game.view(entry.after, audience).items()
            }
            assert {name: bytes(part) for name, part in shown.items()} == view


def test_a_position_means_the_same_in_every_view() -> None:
    """What everybody may see is the same for all at any entry, whether or not it told them something."""
    record = played_wildly(SHELF["luckybox"], 3, 4)
    game, log = played(record), list(entries(record))
    shown: dict[int, dict[int, dict[str, bytes]]] = {}
    for audience in audiences(record):
        at, parts = shown.setdefault(audience, {}), dict[str, bytes]()
        steps = {step.at: step for step in steps_of(game, log, audience)}
        for entry in log:
            if entry.version in steps:
                parts = parts | {name: bytes(part) for name, part in steps[entry.version].parts.items()}
            at[entry.version] = {name: part for name, part in parts.items() if name not in ("own", "ask")}
    assert all(one == shown[SPECTATOR] for one in shown.values())
    assert len(steps_of_nobody := {step.at for step in steps_of(game, log, SPECTATOR)}) < len(log)
    assert max(steps_of_nobody) == len(log)


def test_a_made_up_game_that_would_fill_the_memory_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played_wildly(SHELF["luckybox"], 2, 6)
    monkeypatch.setattr(replays, "MOST_BYTES", 20_000)
    with pytest.raises(ValueError, match="more than 20000 bytes"):
        list(steps_of(played(record), entries(record), 1))


async def looked(client: httpx.AsyncClient, door: str | None, seat: int | None = None) -> Replay:
    answer = await client.get(f"/api/tables/{door}/replay", params={} if seat is None else {"seat": seat})
    assert answer.status_code == 200
    return msgspec.json.decode(answer.content, type=Replay)


def frames(played: Night) -> list[dict[str, Any]]:
    return played.ear.of("step")


async def test_a_seat_looks_back_at_the_very_frames_that_it_got(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    """C16."""
    game = await night(app, ann, bots=["uniform"], options={"rounds": 2})
    await game.play()
    replay = await looked(ann, game.id, 1)
    row = game.mailbox.live.lobby.agreed.row
    steps = [{"parts": step.parts, "told": step.told} for step in replay.steps]
    got = [{"parts": one["parts"], "told": one["told"]} for one in frames(game)]
    assert json.loads(msgspec.json.encode(steps))[-len(got) :] == got
    assert len(replay.steps) - len(got) <= 1  # the start, which a late line gets as a whole
    assert (replay.share, replay.game, replay.audience, replay.status) == (row.watch, "luckybox", 1, "ended")
    assert (replay.notice, replay.rules, replay.card) == (None, 1, None)
    assert (replay.seats[0].seat, replay.seats[0].name, replay.seats[0].bot) == (1, "Zoë", None)
    assert replay.seats[1].bot == "uniform"
    assert replay.last == replay.steps[-1].at
    assert replay.commitment == row.commitment


async def test_every_seat_and_who_watches_have_a_view_of_their_own(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    game = await night(app, ann, bots=["uniform"], options=SOLO)
    await game.play()
    async with browser(app, "192.0.2.9") as stranger:
        watched = await looked(stranger, game.mailbox.live.lobby.agreed.row.watch)
        theirs = await looked(stranger, game.id, 2)
    own = await looked(ann, game.id, 1)
    assert watched.audience is None
    assert "own" not in watched.steps[0].parts
    offers = [json.loads(bytes(one.steps[0].parts["own"]))["offer"] for one in (own, theirs)]
    assert len(offers[0]) == len(offers[1]) == 5
    assert {box["id"] for box in offers[0]}.isdisjoint(box["id"] for box in offers[1])
    private = [one.at for one in own.steps if any(b"choiceChanged" in bytes(told) for told in one.told)]
    assert private
    assert all(
        b"choiceChanged" not in bytes(told) for one in watched.steps for told in one.told if one.at in private
    )


async def test_no_secret_and_no_id_is_in_it(app: Litestar, ann: httpx.AsyncClient) -> None:
    game = await night(app, ann, options=SOLO)
    await game.play()
    row = game.mailbox.live.lobby.agreed.row
    text = (await ann.get(f"/api/tables/{row.watch}/replay")).text
    assert game.ear.person is not None
    for hidden in (row.secret.hex(), row.id, game.ear.person.id, '"drew"'):
        assert hidden not in text


async def test_a_game_that_goes_on_isnt_looked_back_at(app: Litestar, ann: httpx.AsyncClient) -> None:
    running = await night(app, ann)
    for door in (running.id, running.mailbox.live.lobby.agreed.row.watch):
        assert problem(await ann.get(f"/api/tables/{door}/replay"), 409).code == "not_over"
        assert problem(await ann.get(f"/api/tables/{door}/replay?seat=1"), 409).code == "not_over"
    assert problem(await ann.get("/api/tables/aaaaaaaaaa/replay"), 404).code == "unknown_table"


async def test_a_seat_that_isnt_there_is_said(app: Litestar, ann: httpx.AsyncClient) -> None:
    game = await night(app, ann, options=SOLO)
    await game.play()
    for seat in (0, 2, -2, 99):
        refused = problem(await ann.get(f"/api/tables/{game.id}/replay?seat={seat}"), 422)
        assert (refused.code, refused.params) == ("no_such_seat", {"seat": seat})
    refused = problem(await ann.get(f"/api/tables/{game.id}/replay?seat=one"), 400)
    assert (refused.code, refused.thing) == ("bad_request", "query")


async def test_it_is_packed_for_who_can_unpack_and_wakes_no_table(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    game = await night(app, ann, options=SOLO)
    await game.play()
    tables: Tables = app.state["tables"]
    tables.lay_away(game.mailbox)
    path, wire = f"/api/tables/{game.id}/replay?seat=1", list[bytes]()
    async with ann.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "Accept-Encoding"
        wire += [chunk async for chunk in answer.aiter_raw()]
    plain = await ann.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(b"".join(wire)) == plain.content
    assert len(b"".join(wire)) * 5 < len(plain.content)
    assert tables.mailboxes == ()


async def test_who_looks_too_often_waits(app: Litestar, ann: httpx.AsyncClient, clock: Clock) -> None:
    game = await night(app, ann, options=SOLO)
    await game.play()
    path = f"/api/tables/{game.id}/replay"
    answers = await asyncio.gather(*(ann.get(path) for _ in range(31)))
    assert sorted({one.status_code for one in answers}) == [200, 429]
    assert problem(await ann.get(path), 429).code == "too_many_requests"
    async with browser(app, "192.0.2.77") as other:
        assert (await other.get(path)).status_code == 200
    clock.now += 1000
    assert (await ann.get(path)).status_code == 200
