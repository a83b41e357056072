"""Does a game come to the server as a file and leave it byte for byte, and does no file do it any harm?"""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from boltbox.rules.refusals import Refusal
from boltbox.server import imports
from boltbox.server.imports import RECORD_BYTES
from boltbox.server.past import RecordCard, Replay
from boltbox.server.vetting import SPENT, Unreadable, Vetted, look, vet
from tests.asking import asked, browser, problem
from tests.desk import Clock
from tests.recorded import resealed

GOLDEN = Path(__file__).parent / "golden" / "records"
CHENGDU = (GOLDEN / "luckybox-1-chengdu.txt").read_bytes()
OLDER = (GOLDEN / "luckybox-0-older.txt").read_bytes()
STOPPED = (GOLDEN / "luckybox-1-stopped.txt").read_bytes()


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
        await client.get("/api/me")
        yield client


async def bring(client: httpx.AsyncClient, text: bytes) -> httpx.Response:
    return await client.post("/api/records", content=text, headers={"content-type": "text/plain"})


async def brought(client: httpx.AsyncClient, text: bytes) -> RecordCard:
    answer = await bring(client, text)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=RecordCard)


async def looked(client: httpx.AsyncClient, record: str, seat: int | None = None) -> Replay:
    answer = await client.get(f"/api/records/{record}/replay", params={} if seat is None else {"seat": seat})
    assert answer.status_code == 200
    return msgspec.json.decode(answer.content, type=Replay)


def lines(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()[:-1]]


def written(changed: list[dict[str, Any]]) -> bytes:
    return resealed(b"".join(msgspec.json.encode(line) + b"\n" for line in changed))


def outcome(replay: Replay) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bytes(replay.steps[-1].parts["head"]))["outcome"]
    return found


# What is brought --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.stem)
async def test_a_record_comes_and_leaves_byte_for_byte(ann: httpx.AsyncClient, path: Path) -> None:
    card = await brought(ann, path.read_bytes())
    assert (card.clean, card.findings, card.game) == (True, (), "luckybox")
    back = await ann.get(f"/api/records/{card.record}")
    assert back.content == path.read_bytes()
    assert back.headers["content-type"] == "text/plain; charset=utf-8"
    assert back.headers["content-disposition"].startswith('attachment; filename="luckybox-')


async def test_the_card_says_who_played_and_how_it_ended(ann: httpx.AsyncClient) -> None:
    card = await brought(ann, CHENGDU)
    assert card.names == ("Zo\u00eb", "\u963f\u4e3d", "Volta")
    assert card.totals == (72, 58, 75)
    assert (card.rules, len(card.record)) == (1, 14)
    assert msgspec.json.decode((await ann.get("/api/records")).content, type=list[RecordCard]) == [card]


async def test_the_same_file_again_is_the_same_record(ann: httpx.AsyncClient, clock: Clock) -> None:
    first = await brought(ann, CHENGDU)
    clock.now += 1000
    assert await brought(ann, CHENGDU) == first
    second = await brought(ann, OLDER)
    listed = msgspec.json.decode((await ann.get("/api/records")).content, type=list[RecordCard])
    assert listed == [second, first]


async def test_a_record_is_looked_at_from_every_seat(ann: httpx.AsyncClient) -> None:
    card = await brought(ann, CHENGDU)
    replay = await looked(ann, card.record, 2)
    assert (replay.share, replay.audience, replay.notice, replay.card) == (card.record, 2, None, card)
    assert [(one.seat, one.name, one.suit, one.bot) for one in replay.seats] == [
        (1, "Zo\u00eb", 0, None),
        (2, "\u963f\u4e3d", 1, None),
        (3, "Volta", 2, "greedy"),
    ]
    assert outcome(replay)["totals"] == [72, 58, 75]
    assert "own" in replay.steps[0].parts
    watched = await looked(ann, card.record)
    assert "own" not in watched.steps[0].parts
    assert watched.last == replay.last == 179
    assert problem(await ann.get(f"/api/records/{card.record}/replay?seat=4"), 422).code == "no_such_seat"


async def test_older_rules_are_shown_by_their_own_events_and_said(ann: httpx.AsyncClient) -> None:
    card = await brought(ann, OLDER)
    assert (card.clean, card.rules, card.totals) == (True, 0, (48, 37))
    assert "It was played by rules 0" in card.notices[0]
    for seat in (None, 1, 2):
        replay = await looked(ann, card.record, seat)
        assert (replay.notice, replay.rules) == ("older", 0)
        assert outcome(replay)["totals"] == [48, 37]
        finished = [json.loads(bytes(told)) for one in replay.steps for told in one.told]
        paid = {(one["round"], one["points"]) for one in finished if one["t"] == "boxFinished"}
        assert paid <= {(1, 20), (2, 17)}
        assert paid


async def test_a_game_that_everybody_left_is_looked_at(ann: httpx.AsyncClient) -> None:
    """LB-7.7."""
    replay = await looked(ann, (await brought(ann, STOPPED)).record)
    assert (replay.status, outcome(replay)["reason"]) == ("stopped", "stopped")


async def test_what_isnt_clean_is_kept_and_marked(ann: httpx.AsyncClient) -> None:
    forged = lines(CHENGDU)
    ended = forged[-1]["events"][-1]
    ended["outcome"]["totals"] = [99, 58, 75]
    card = await brought(ann, written(forged))
    assert not card.clean
    assert (card.findings[0].check, card.findings[0].line) == ("rules", len(forged))
    assert card.totals == (99, 58, 75)
    replay = await looked(ann, card.record)
    assert replay.card is not None
    assert not replay.card.clean
    changed = await brought(ann, CHENGDU.replace(b"greedy", b"greedi", 1))
    assert [one.check for one in changed.findings] == ["digest"]


async def test_names_are_shown_only_if_a_table_would_show_them(ann: httpx.AsyncClient) -> None:
    made = lines(CHENGDU)
    for seat, name in zip(made[0]["seats"], ("a\u202eb", "Ann (1)", "Ann (3)"), strict=True):
        seat["name"] = name
    assert (await brought(ann, written(made))).names == (None, "Ann (1)", "Ann (3)")
    for seat, name in zip(made[0]["seats"], ("Paul", "P\u0430ul", "x" * 5000), strict=True):
        seat["name"] = name
    assert (await brought(ann, written(made))).names == ("Paul (1)", "P\u0430ul (2)", None)


# Whose it is ------------------------------------------------------------------------------------------------


async def test_only_its_owner_removes_it_and_everybody_with_the_id_looks(
    app: Litestar, ann: httpx.AsyncClient
) -> None:
    card = await brought(ann, CHENGDU)
    path = f"/api/records/{card.record}"
    async with browser(app, "192.0.2.9") as ben:
        assert problem(await ben.delete(path), 401).code == "nobody"
        assert problem(await bring(ben, CHENGDU), 401).code == "nobody"
        assert (await ben.get("/api/records")).json() == []
        await ben.get("/api/me")
        assert problem(await ben.delete(path), 404).code == "unknown_record"
        assert (await ben.get(path)).content == CHENGDU
        assert await looked(ben, card.record, 1) == await looked(ann, card.record, 1)
        assert (await brought(ben, CHENGDU)).record != card.record
    assert (await ann.delete(path)).status_code == 204
    for gone in (path, f"{path}/replay"):
        assert problem(await ann.get(gone), 404).code == "unknown_record"
    assert (await ann.get("/api/records")).json() == []
    assert problem(await ann.get("/api/records/x/replay"), 404).params == {"record": "x"}


async def test_a_person_keeps_so_many(ann: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_RECORDS", 2)
    await brought(ann, CHENGDU)
    await brought(ann, OLDER)
    refused = problem(await bring(ann, STOPPED), 409)
    assert (refused.code, refused.params) == ("too_many_records", {"most": 2})
    await brought(ann, OLDER)


async def test_records_may_be_long_and_nothing_else(ann: httpx.AsyncClient) -> None:
    refused = problem(await bring(ann, b" " * (RECORD_BYTES + 1)), 413)
    assert (refused.code, refused.params) == ("too_large", {"most": RECORD_BYTES})
    assert problem(await bring(ann, b"\n" * RECORD_BYTES), 400).code == "bad_record"
    refused = problem(await ann.put("/api/me", content=b" " * 70_000), 413)
    assert refused.params == {"most": 65_536}


async def test_who_brings_too_much_waits(ann: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unread(_: bytes) -> Refusal:
        return Refusal("bad_record", "body", {"line": 1, "cause": "no"})

    monkeypatch.setattr(imports, "vet", unread)
    assert {(await bring(ann, b"x")).status_code for _ in range(20)} == {400}
    assert problem(await bring(ann, b"x"), 429).code == "too_many_requests"


async def test_another_sites_page_brings_nothing(ann: httpx.AsyncClient) -> None:
    headers = {"content-type": "text/plain", "origin": "https://elsewhere.test"}
    refused = await ann.post("/api/records", content=CHENGDU, headers=headers)
    assert problem(refused, 403).code == "foreign_origin"


# What can't be read -----------------------------------------------------------------------------------------

HEAD = CHENGDU.split(b"\n", 1)[0]


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        (b"<!doctype html>\n", 1, "no record of a game"),
        (CHENGDU[:5000], 2, "some of it is missing"),
        (resealed(b"[" * 100_000 + b"\n"), 1, "no record of a game"),
        (resealed(b'{"format":2}\n'), 1, "format 2"),
        (CHENGDU.replace(b'"game":"luckybox"', b'"game":"chess"', 1), 1, "there is no game"),
        (resealed(HEAD + b"\n"), 1, "there is no entry"),
        (b"\xff\xfe" + CHENGDU, 1, "no record of a game"),
        (CHENGDU.replace(b'"version":9,', b'"version":8,', 1), 10, "is missing"),
    ],
    ids=["page", "torn", "deep", "format", "game", "head", "bytes", "gap"],
)
async def test_no_record_is_refused_by_line_and_cause(
    ann: httpx.AsyncClient, text: bytes, line: int, cause: str
) -> None:
    refused = problem(await bring(ann, text), 400)
    assert (refused.code, refused.params["line"]) == ("bad_record", line)
    assert cause in str(refused.params["cause"])
    assert len(refused.text) < 500


def test_a_cause_quotes_little_of_the_file() -> None:
    found = look(CHENGDU.replace(b'"game":"luckybox"', b'"game":"%s"' % (b"x" * 100_000), 1))
    assert isinstance(found, Unreadable)
    assert len(found.cause) < 400


# What would do harm -----------------------------------------------------------------------------------------


def with_events(*events: dict[str, Any]) -> bytes:
    """Adds an entry with some events after the start."""
    made = lines(CHENGDU)[:2]
    made.append({**made[1], "version": 2, "events": list(events)})
    return written(made)


def started(**fields: object) -> bytes:
    made = lines(CHENGDU)[:2]
    made[1]["events"][0] |= fields
    return written(made)


def hostile(which: str) -> bytes:
    if which == "a billion seats":
        return started(seats=10**9)
    if which == "a cell far away":
        kept = {"t": "kept", "seat": 1, "boxes": [0], "discarded": []}
        far = {"t": "crossed", "seat": 1, "box": 0, "cell": 10**11, "number": 1, "way": "drawn"}
        return with_events(kept, far)
    if which == "time for a hundred thousand seats":
        return with_events({"t": "timeBegan", "seats": list(range(100_000)), "question": 1, "until": 1})
    if which == "a round without an end":
        draws = [{"t": "numberDrawn", "round": 1, "draw": 1, "number": 1}] * 20_000
        return with_events({"t": "roundBegan", "round": 1, "numbers": [1] * 200_000}, *draws)
    return with_events(*[{"t": "kept", "seat": 1, "boxes": [0] * 300_000, "discarded": []}] * 2)


@pytest.mark.parametrize(
    ("which", "cause"),
    [
        ("a billion seats", SPENT),
        ("a cell far away", SPENT),
        ("time for a hundred thousand seats", SPENT),
        ("a round without an end", SPENT),
        ("a view without an end", "too long to be shown"),
    ],
)
async def test_a_file_that_would_do_harm_harms_only_who_reads_it(which: str, cause: str) -> None:
    text = hostile(which)
    assert len(text) <= RECORD_BYTES
    found = await vet(text, 1)
    assert isinstance(found, Refusal)
    assert found.code == "bad_record"
    assert cause in str(found.params["cause"])


async def test_time_that_runs_out_is_said() -> None:
    found = await vet(hostile("time for a hundred thousand seats"), 1)
    assert isinstance(found, Refusal)
    assert found.params == {"line": 1, "cause": SPENT}
    assert isinstance(await vet(CHENGDU, 5), Vetted)
