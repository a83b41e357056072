"""Does a code take a person to another device, once and in time, and nobody else?"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from boltbox.server.devices import VALID_MS
from tests.asking import asked, browser, problem
from tests.desk import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(tmp_path: Path, clock: Clock) -> AsyncIterator[Litestar]:
    async with asked(tmp_path, clock) as made:
        yield made


@pytest.fixture
async def laptop(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        await client.put("/api/me", json={"name": "Anna", "suit": 4})
        yield client


@pytest.fixture
async def phone(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, "192.0.2.2") as client:
        yield client


async def new_code(device: httpx.AsyncClient) -> str:
    made = await device.post("/api/move")
    assert made.status_code == 201
    code: str = made.json()["code"]
    return code


async def test_a_person_comes_to_a_new_device_and_keeps_the_old_one(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient
) -> None:
    me = (await laptop.get("/api/me")).json()
    table = (await laptop.post("/api/tables", json={"game": "luckybox"})).json()["table"]
    moved = await phone.post(f"/api/move/{await new_code(laptop)}")
    assert (moved.status_code, moved.json()) == (200, me)
    assert {"HttpOnly", "SameSite=lax", "Secure"} <= set(moved.headers["set-cookie"].split("; "))
    assert phone.cookies["boltbox_person"] != laptop.cookies["boltbox_person"]
    for device in (laptop, phone):
        assert (await device.get("/api/me")).json() == me
        assert [card["table"] for card in (await device.get("/api/tables")).json()] == [table]


async def test_the_answer_says_whose_device_it_was(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient
) -> None:
    await phone.put("/api/me", json={"name": "Ben"})
    me = (await laptop.get("/api/me")).json()
    assert (await phone.post(f"/api/move/{await new_code(laptop)}")).json() == {**me, "replaced": "Ben"}
    assert (await phone.get("/api/me")).json() == me
    assert (await phone.post(f"/api/move/{await new_code(laptop)}")).json() == me  # Anna's own already


async def test_a_code_works_once_and_looking_doesn_t_use_it(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient
) -> None:
    code = await new_code(laptop)
    for method in ("GET", "HEAD", "PUT"):
        assert (await phone.request(method, f"/api/move/{code}")).status_code == 405
    assert (await phone.get(f"/move/{code}")).status_code != 404  # a page of the web client
    assert (await phone.post(f"/api/move/{code}")).status_code == 200
    again = problem(await phone.post(f"/api/move/{code}"), 404)
    assert (again.code, again.thing) == ("unknown_code", "code")


async def test_only_the_last_code_counts_and_only_for_ten_minutes(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient, clock: Clock
) -> None:
    first, second = await new_code(laptop), await new_code(laptop)
    assert problem(await phone.post(f"/api/move/{first}"), 404).code == "unknown_code"
    clock.now += VALID_MS + 1
    assert problem(await phone.post(f"/api/move/{second}"), 404).code == "unknown_code"
    made = (await laptop.post("/api/move")).json()
    assert made["until"] == clock.now + VALID_MS
    clock.now = made["until"]
    assert (await phone.post(f"/api/move/{made['code']}")).status_code == 200


async def test_a_wrong_code_changes_nothing(phone: httpx.AsyncClient) -> None:
    ben = (await phone.put("/api/me", json={"name": "Ben"})).json()
    for code in ("wrong", "x" * 3000, "%00", "%F0%9F%8E%B2"):
        response = await phone.post(f"/api/move/{code}")
        assert "set-cookie" not in response.headers
        assert problem(response, 404).code == "unknown_code"
    assert (await phone.get("/api/me")).json() == ben


async def test_nobody_has_no_code(phone: httpx.AsyncClient) -> None:
    assert problem(await phone.post("/api/move"), 401).code == "nobody"


async def test_pages_of_other_sites_neither_make_nor_use_codes(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient
) -> None:
    code, evil = await new_code(laptop), {"Origin": "https://evil.example"}
    assert problem(await laptop.post("/api/move", headers=evil), 403).code == "foreign_origin"
    assert problem(await phone.post(f"/api/move/{code}", headers=evil), 403).code == "foreign_origin"
    assert (await phone.post(f"/api/move/{code}")).status_code == 200


async def test_only_a_hash_of_a_code_is_kept(laptop: httpx.AsyncClient, tmp_path: Path) -> None:
    code = await new_code(laptop)
    assert len(code) >= 22  # 128 bits
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert code.encode() not in kept
    with closing(sqlite3.connect(tmp_path / "boltbox.sqlite")) as shell:
        assert len(shell.execute("SELECT * FROM codes").fetchall()) == 1


async def test_guessing_and_making_are_limited(
    laptop: httpx.AsyncClient, phone: httpx.AsyncClient, app: Litestar, clock: Clock
) -> None:
    for _ in range(10):
        problem(await phone.post("/api/move/guess"), 404)
    response = await phone.post(f"/api/move/{await new_code(laptop)}")
    assert problem(response, 429).code == "too_many_requests"
    assert response.headers["retry-after"] == "6"
    async with browser(app, "192.0.2.3") as tablet:  # others aren't concerned
        problem(await tablet.post("/api/move/guess"), 404)
    codes = [await new_code(laptop) for _ in range(9)]
    assert problem(await laptop.post("/api/move"), 429).code == "too_many_requests"
    clock.now += 6000
    assert (await phone.post(f"/api/move/{codes[-1]}")).status_code == 200
