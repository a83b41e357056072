"""Does plain HTTP answer as it should, whatever comes?"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar

from boltbox.server import http, static
from boltbox.server.app import CONTENT, make_app, wall_clock
from boltbox.server.messages import GameCard, Me, Problem, TableCard
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore

HOST = "http://table.test"


@pytest.fixture(scope="module")
async def store(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path_factory.mktemp("app") / "boltbox.sqlite")
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def app(store: SqliteStore) -> AsyncIterator[Litestar]:
    made = make_app(Settings(public_url="https://play.example.org"), store)
    async with made.lifespan():
        yield made


def browser(app: Litestar, base: str = HOST) -> httpx.AsyncClient:
    asgi: Any = app  # httpx and Litestar describe the same protocol in types that don't meet
    return httpx.AsyncClient(transport=httpx.ASGITransport(asgi, raise_app_exceptions=False), base_url=base)


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app, "https://table.test") as opened:
        yield opened


async def me(client: httpx.AsyncClient) -> Me:
    return msgspec.json.decode((await client.get("/api/me")).content, type=Me)


def problem(response: httpx.Response) -> Problem:
    found = msgspec.json.decode(response.content, type=Problem)
    assert found.code
    assert found.text.endswith((".", "!", "?"))
    return found


# Who one is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("public", "room", "address"),
    [
        ("", (), None),
        ("", ("http://192.0.2.5:8000", "http://198.51.100.7:8000"), "http://192.0.2.5:8000"),
        ("https://play.example.org/", ("http://192.0.2.5:8000",), "https://play.example.org"),
    ],
)
async def test_a_page_on_this_computer_learns_where_others_find_it(
    store: SqliteStore, public: str, room: tuple[str, ...], address: str | None
) -> None:
    async with browser(make_app(Settings(public_url=public), store, room=room)) as client:
        assert (await client.get("/api/address")).json() == {"address": address}


async def test_a_first_visit_makes_a_person_and_later_ones_find_it(client: httpx.AsyncClient) -> None:
    first = await me(client)
    assert re.fullmatch(r"Guest \d{4}", first.name)
    assert await me(client) == first


async def test_each_browser_is_somebody_else(app: Litestar, client: httpx.AsyncClient) -> None:
    async with browser(app, "https://table.test") as other:
        assert (await me(other)).person != (await me(client)).person


async def test_the_token_is_nowhere_on_the_server(client: httpx.AsyncClient, store: SqliteStore) -> None:
    person = await me(client)
    token = client.cookies["boltbox_person"]
    kept = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert person.person.encode() in kept
    assert token.encode() not in kept


async def test_the_cookie_travels_in_the_clear_only_if_it_must(store: SqliteStore) -> None:
    for public, base, secure in (
        ("", "http://table.test", False),
        ("", "https://table.test", True),
        ("https://play.example.org", "http://table.test", True),
    ):
        async with browser(make_app(Settings(public_url=public), store), base) as client:
            cookie = (await client.get("/api/me")).headers["set-cookie"]
        assert ("Secure" in cookie) is secure
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


async def test_an_unknown_token_is_a_new_person(client: httpx.AsyncClient) -> None:
    client.cookies.set("boltbox_person", "stale", domain="table.test")
    response = await client.get("/api/me")
    assert response.status_code == 200
    assert "boltbox_person=stale" not in response.headers["set-cookie"]


async def test_a_person_changes_name_and_colour(client: httpx.AsyncClient) -> None:
    before = await me(client)
    changed = await client.put("/api/me", json={"name": "  Zoë ", "suit": 7})
    assert changed.json() == {"person": before.person, "name": "Zoë", "suit": 7, "replaced": None}
    assert (await me(client)).name == "Zoë"


async def test_a_first_visit_may_bring_its_name(client: httpx.AsyncClient) -> None:
    first = await client.put("/api/me", json={"name": "Ben", "suit": 2})
    assert (await me(client)).person == first.json()["person"]


@pytest.mark.parametrize(
    ("body", "code", "thing"),
    [
        ({"name": ""}, "name_empty", "name"),
        ({"name": "x" * 25}, "name_long", "name"),
        ({"name": "An\u202ena"}, "name_hidden", "name"),
        ({"name": "Anna", "suit": 12}, "no_such_suit", "suit"),
    ],
)
async def test_a_bad_name_or_colour_changes_nothing(
    client: httpx.AsyncClient, body: dict[str, object], code: str, thing: str
) -> None:
    before = await me(client)
    response = await client.put("/api/me", json=body)
    assert response.status_code == 422
    assert (problem(response).code, problem(response).thing) == (code, thing)
    assert await me(client) == before


# Games and tables -------------------------------------------------------------------------------------------


async def test_the_shelf_is_listed(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/games")
    games = msgspec.json.decode(response.content, type=list[GameCard])
    (lucky,) = (game for game in games if game.game == "luckybox")
    assert (lucky.least, lucky.most) == (1, 12)
    assert {"uniform", "greedy"} <= set(lucky.bots)
    assert json.loads(bytes(lucky.options))["rounds"] == 4


async def test_a_table_is_opened_listed_and_found(app: Litestar, client: httpx.AsyncClient) -> None:
    await client.put("/api/me", json={"name": "Anna"})
    made = await client.post(
        "/api/tables", json={"game": "luckybox", "options": {"rounds": 2}, "bots": ["greedy"], "start": True}
    )
    assert made.status_code == 201
    card = msgspec.json.decode(made.content, type=TableCard)
    assert (card.game, card.status, card.names[0], len(card.names)) == ("luckybox", "running", "Anna", 2)
    assert [one["table"] for one in (await client.get("/api/tables")).json()] == [card.table]
    async with browser(app) as stranger:
        assert (await stranger.get("/api/tables")).json() == []
        seen = (await stranger.get(f"/api/tables/{card.table}")).json()
    assert (seen["table"], seen["yourTurn"]) == (card.table, False)


async def test_a_new_name_shows_at_the_tables(client: httpx.AsyncClient) -> None:
    await client.put("/api/me", json={"name": "Anna"})
    table = (await client.post("/api/tables", json={"game": "luckybox"})).json()["table"]
    await client.put("/api/me", json={"name": "Änne"})
    assert (await client.get(f"/api/tables/{table}")).json()["names"] == ["Änne"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "luckybox", "bots": ["oracle"]}, "no_such_bot"),
        ({"game": "luckybox", "options": {"rounds": 99}}, "option_range"),
        ({"game": "luckybox", "options": {"round": 4}}, "unknown_option"),
        ({"game": "luckybox", "options": [[[]]]}, "unknown_option"),
    ],
)
async def test_a_table_that_can_t_be_is_refused(
    client: httpx.AsyncClient, body: dict[str, object], code: str
) -> None:
    await me(client)
    response = await client.post("/api/tables", json=body)
    assert (response.status_code, problem(response).code) == (422, code)
    assert (await client.get("/api/tables")).json() == []


async def test_only_somebody_can_open_a_table(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/tables", json={"game": "luckybox"})
    assert (response.status_code, problem(response).code) == (401, "nobody")


# What can't be done -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/tables/nothing", 404, "unknown_table"),
        ("GET", "/api/tables/" + "x" * 5000, 404, "unknown_table"),
        ("DELETE", "/api/me", 405, "wrong_method"),
        ("POST", "/", 405, "wrong_method"),
        ("GET", "/ws", 404, "not_found"),
    ],
)
async def test_every_error_is_a_problem(
    client: httpx.AsyncClient, method: str, path: str, status: int, code: str
) -> None:
    response = await client.request(method, path)
    assert (response.status_code, problem(response).code) == (status, code)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"name": 3}',
        b'{"name": "Anna", "suit": 1.5}',
        b'{"name": "Anna", "suit": NaN}',
        b'{"name": "Anna", "suit": 1e400}',
        b'{"name": "Anna", "more": 1}',
        b'{"name": "\xff"}',
        b'{"name": ' + b"[" * 20_000,
    ],
)
async def test_a_body_that_can_t_be_read_is_answered(client: httpx.AsyncClient, body: bytes) -> None:
    response = await client.put("/api/me", content=body)
    assert (response.status_code, problem(response).code) == (400, "bad_request")


async def test_a_huge_body_is_turned_away(client: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 1024

    for body in (b" " * 65537, endless()):
        response = await client.put("/api/me", content=body)
        assert (response.status_code, problem(response).code) == (413, "too_large")


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("http://table.test", 200),
        ("https://TABLE.test:443", 200),
        ("https://play.example.org", 200),
        ("http://table.test:3000", 403),  # another program on the same machine
        ("https://evil.example", 403),
        ("https://table.test.evil.example", 403),
        ("null", 403),
        ("https://table.test:http", 403),
    ],
)
async def test_pages_of_other_sites_change_nothing(
    client: httpx.AsyncClient, origin: str | None, status: int
) -> None:
    headers = {} if origin is None else {"Origin": origin}
    response = await client.put("/api/me", json={"name": "Anna"}, headers=headers)
    assert response.status_code == status
    if status == 403:
        assert problem(response).code == "foreign_origin"
        assert "set-cookie" not in response.headers


async def test_a_mistake_of_the_server_s_is_noted_and_tells_nothing(
    client: httpx.AsyncClient,
    store: SqliteStore,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await me(client)

    async def fail(_: bytes) -> None:
        raise RuntimeError("the cellar is flooded")

    monkeypatch.setattr(store, "person_of", fail)
    with caplog.at_level(logging.ERROR):
        response = await client.get("/api/me")
    assert (response.status_code, problem(response).code) == (500, "server_error")
    assert "cellar" not in response.text
    assert "the cellar is flooded" in caplog.text
    assert client.cookies["boltbox_person"] not in caplog.text


# Headers, pages and papers ----------------------------------------------------------------------------------


@pytest.fixture
def client_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Boltbox</title>")
    (folder / "assets" / "index-3fa9.js").write_text("0")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.html").write_text("the cellar's key")
    monkeypatch.setattr(static, "client_folder", lambda: folder)
    return folder


@pytest.mark.usefixtures("client_files")
@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/nothing", "/assets/index-3fa9.js", "/t/abc", "/no.js"]
)
async def test_every_answer_is_guarded(client: httpx.AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    assert headers["content-security-policy"] == CONTENT
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert (headers.get("cache-control") == "no-store") is path.startswith("/api")


@pytest.mark.usefixtures("client_files")
@pytest.mark.parametrize(
    ("path", "kind", "caching"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/t/k7mwq2xnpa", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/assets/index-3fa9.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
    ],
)
async def test_the_web_client_is_sent(client: httpx.AsyncClient, path: str, kind: str, caching: str) -> None:
    for method in ("GET", "HEAD"):
        response = await client.request(method, path)
        assert response.status_code == 200
        assert response.headers["content-type"] == kind
        assert response.headers["cache-control"] == caching
        assert bool(response.content) is (method == "GET")


@pytest.mark.usefixtures("client_files")
@pytest.mark.parametrize(
    "path", ["/", "/t/k7mwq2xnpa", "/assets/index-3fa9.js", "/icon.svg", "/assets/a-1.woff2"]
)
async def test_what_is_there_already_isnt_sent_again(
    client: httpx.AsyncClient, client_files: Path, path: str
) -> None:
    (client_files / "assets" / "a-1.woff2").write_bytes(b"letters")
    first = await client.get(path)
    for tag in (
        first.headers["etag"],
        first.headers["etag"].removeprefix("W/"),
        f'"x", {first.headers["etag"]}',
    ):
        again = await client.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert again.headers["etag"] == first.headers["etag"]
    changed = client_files / ("assets/index-3fa9.js" if path.endswith("js") else "index.html")
    changed.write_text("something else")
    if path != "/icon.svg" and "woff2" not in path:
        new = await client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (new.status_code, new.text) == (200, "something else")


async def test_texts_are_packed_for_who_can_unpack_them(
    client: httpx.AsyncClient, client_files: Path
) -> None:
    text = "let box = 'a lucky one'; " * 400
    (client_files / "assets" / "long-1.js").write_text(text)
    (client_files / "assets" / "a-1.woff2").write_bytes(b"letters")
    sizes = []
    for encoding in ("gzip, br", "identity"):
        response = await client.get("/assets/long-1.js", headers={"Accept-Encoding": encoding})
        assert response.text == text
        assert response.headers["vary"] == "Accept-Encoding"
        assert response.headers["content-type"] == "text/javascript; charset=utf-8"
        assert response.headers["cache-control"] == static.FOREVER
        assert response.headers.get("content-encoding") == ("gzip" if "gzip" in encoding else None)
        sizes.append(int(response.headers["content-length"]))
    assert sizes[0] * 20 < sizes[1] == len(text)
    letters = await client.get("/assets/a-1.woff2")
    assert "content-encoding" not in letters.headers
    assert "vary" not in letters.headers


@pytest.mark.usefixtures("client_files")
@pytest.mark.parametrize(
    "path",
    [
        "/missing.js",
        "/assets/old-1.js",
        "/%2e%2e/secret.html",
        "/a%00b",
        "/" + "x" * 5000,
        "/..%2fsecret.html",
    ],
)
async def test_nothing_else_is_sent(client: httpx.AsyncClient, path: str) -> None:
    for method in ("GET", "HEAD"):
        response = await client.request(method, path)
        assert response.status_code == 404
        assert "cellar" not in response.text


async def test_a_checkout_without_a_built_client_says_what_to_do(
    client: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "client_folder", lambda: tmp_path / "nothing")
    response = await client.get("/")
    assert response.status_code == 503
    assert "make play" in response.text
    assert (await client.get("/api/health")).status_code == 200


async def test_ready_is_a_server_whose_database_answers(
    client: httpx.AsyncClient, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await client.get("/api/ready")).json() == (await client.get("/api/health")).json()

    async def broken() -> None:
        raise OSError("the cellar is flooded")

    async def stuck() -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(http, "READY_SECONDS", 0.01)
    for check in (broken, stuck):
        monkeypatch.setattr(store, "check", check)
        response = await client.get("/api/ready")
        assert (response.status_code, problem(response).code) == (503, "not_ready")
        assert response.headers["retry-after"] == "5"
        assert "cellar" not in response.text
        assert (await client.get("/api/health")).status_code == 200


async def test_health_says_which_build_it_is(client: httpx.AsyncClient) -> None:
    assert re.fullmatch(r"\d+\.\d+.*", (await client.get("/api/health")).json()["build"])


async def test_the_papers_are_json_and_name_every_route(client: httpx.AsyncClient) -> None:
    papers = (await client.get("/api/schema/openapi.json")).json()
    assert set(papers["paths"]) == {
        "/api/address",
        "/api/codes/{code}",
        "/api/days/{day}",
        "/api/games",
        "/api/solo",
        "/api/solo/trials",
        "/api/today",
        "/api/today/practice",
        "/api/games/{game}/deck",
        "/api/games/{game}/options",
        "/api/goals",
        "/api/goals/{goal}",
        "/api/tables/open",
        "/api/health",
        "/api/me",
        "/api/move",
        "/api/move/{code}",
        "/api/presets",
        "/api/presets/{preset}",
        "/api/ready",
        "/api/records",
        "/api/records/{record}",
        "/api/records/{record}/replay",
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/deck",
        "/api/tables/{table}/options",
        "/api/tables/{table}/record",
        "/api/tables/{table}/replay",
    }
    answers = papers["paths"]["/api/tables"]["post"]["responses"]
    assert set(answers) == {"201", "400", "401", "403", "409", "413", "422", "429"}
    assert "Problem" in answers["422"]["content"]["application/json"]["schema"]["$ref"]
    for page in ("swagger", "redoc", "elements"):
        response = await client.get(f"/api/schema/{page}")
        assert (response.status_code, problem(response).code) == (404, "not_found")


def test_the_clock_starts_at_the_wall_s_time_and_never_runs_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_764_528_000_000_000_000)
    clock = wall_clock()
    monkeypatch.setattr("time.time_ns", lambda: 0)
    first, second = clock(), clock()
    assert 1_764_528_000_000 <= first <= second < 1_764_528_010_000
