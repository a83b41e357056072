"""Is everybody who asks too often over HTTP told so, and nobody else?"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from tests.asking import asked, browser, problem
from tests.desk import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(tmp_path: Path, clock: Clock) -> AsyncIterator[Litestar]:
    settings = {"requests_per_second": 2, "people_per_hour": 3, "tables_per_hour": 5, "open_tables": 3}
    async with asked(tmp_path, clock, **settings) as made:
        yield made


async def test_an_address_asks_so_often_and_others_don_t_notice(app: Litestar, clock: Clock) -> None:
    async with browser(app) as client, browser(app, "192.0.2.2") as other:
        assert {(await client.get("/api/games")).status_code for _ in range(20)} == {200}
        refused = await client.get("/api/games")
        assert problem(refused, 429).code == "too_many_requests"
        assert (refused.headers["retry-after"], problem(refused, 429).params) == ("1", {"seconds": 1})
        assert (await other.get("/api/games")).status_code == 200
        for path in ("/api/health", "/api/ready", "/"):
            assert (await client.get(path)).status_code != 429
        clock.now += 1000
        assert [(await client.get("/api/games")).status_code for _ in range(3)] == [200, 200, 429]


async def test_an_address_makes_so_many_people(app: Litestar, clock: Clock) -> None:
    for _ in range(3):
        async with browser(app) as client:
            assert (await client.get("/api/me")).status_code == 200
    async with browser(app) as client, browser(app, "192.0.2.2") as other:
        refused = await client.get("/api/me")
        assert (problem(refused, 429).code, refused.headers["retry-after"]) == ("too_many_requests", "1200")
        assert "set-cookie" not in refused.headers
        assert (await other.get("/api/me")).status_code == 200
        clock.now += 1_200_000
        assert (await client.get("/api/me")).status_code == 200
        assert (await client.get("/api/me")).status_code == 200  # who is somebody already isn't counted


async def test_this_machine_isn_t_limited_by_address(app: Litestar) -> None:
    """It may be a proxy, through which everybody comes."""
    for _ in range(30):
        async with browser(app, "127.0.0.1") as client:
            assert (await client.get("/api/me")).status_code == 200


async def open_tables(client: httpx.AsyncClient, count: int) -> list[int]:
    bodies = [{"game": "luckybox"}] * count
    return [(await client.post("/api/tables", json=body)).status_code for body in bodies]


async def test_a_person_hosts_so_many_tables_and_opens_so_many_an_hour(app: Litestar, clock: Clock) -> None:
    """C13: whoever opens a thousand tables."""
    async with browser(app, "::1") as client:
        await client.get("/api/me")
        assert await open_tables(client, 5) == [201, 201, 201, 409, 409]
        assert set(await open_tables(client, 995)) == {429}
        clock.now += 720_000
        response = await client.post("/api/tables", json={"game": "luckybox"})
        assert problem(response, 409).params == {"most": 3}
        clock.now += 7 * 24 * 3_600_000  # by now they are laid away
        assert await open_tables(client, 1) == [201]
    async with browser(app, "::1") as other:
        await other.get("/api/me")
        assert await open_tables(other, 1) == [201]


async def test_many_at_once_are_no_way_past_the_limit(app: Litestar) -> None:
    async with browser(app, "::1") as client:
        await client.get("/api/me")
        tries = (client.post("/api/tables", json={"game": "luckybox"}) for _ in range(5))
        statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
    assert set(statuses) == {201, 409}
    assert 1 <= statuses.count(201) <= 3
