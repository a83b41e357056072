"""Does the log say what happened, one line an event, and nothing that is nobody's business?"""

import ast
import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boltbox.server import logs
from boltbox.server.logs import JsonLines, Lines, short
from boltbox.server.settings import Settings
from boltbox.server.store_sqlite import SqliteStore
from boltbox.table.deal import Deal
from tests.asking import asked, browser
from tests.desk import Clock
from tests.online import Player, serving, visitor

SERVER = Path(logs.__file__).parent


def record(message: str, *values: Any, level: int = logging.WARNING) -> logging.LogRecord:
    made = logging.LogRecord("boltbox.server.tables", level, "", 1, message, values, None)
    made.created, made.msecs = 1_764_528_000.25, 250.0
    return made


def test_a_line_is_words_then_values() -> None:
    line = Lines().format(record("not saved table=%s rows=%s", "ab12", 3))
    assert line == "2025-11-30T18:40:00.250Z warning not saved table=ab12 rows=3"


def test_a_line_for_machines_is_json() -> None:
    line = json.loads(JsonLines().format(record("not saved table=%s rows=%s", "ab12", 3)))
    assert line == {
        "time": "2025-11-30T18:40:00.250Z",
        "level": "warning",
        "from": "boltbox.server.tables",
        "event": "not saved",
        "table": "ab12",
        "rows": 3,
    }


@pytest.mark.parametrize("value", ['two words"', "two\nlines", "a=b", ""])
def test_no_value_can_look_like_another_line_or_value(value: str) -> None:
    line = Lines().format(record("turned away why=%s", value))
    assert line.endswith(f" why={json.dumps(value)}")
    assert "\n" not in line
    assert json.loads(JsonLines().format(record("turned away why=%s", value)))["why"] == value


def test_lines_of_libraries_are_words() -> None:
    assert Lines().format(record("Started %s\nand %s", "one", "two")).endswith(" warning Started one and two")
    assert json.loads(JsonLines().format(record("100%")))["event"] == "100%"


def test_a_failure_brings_its_trace() -> None:
    made = record("game failed table=%s", "ab12")
    try:
        raise RuntimeError("the cellar is flooded")
    except RuntimeError as error:
        made.exc_info = (RuntimeError, error, error.__traceback__)
    first, *trace = Lines().format(made).splitlines()
    assert first.endswith("game failed table=ab12")
    assert trace[-1] == "    RuntimeError: the cellar is flooded"
    line = JsonLines().format(made)
    assert "\n" not in line
    assert json.loads(line)["trace"].endswith("RuntimeError: the cellar is flooded")


def test_lines_say_which_request_they_belong_to() -> None:
    token = logs.asked.set("")
    try:
        name = logs.new_request()
        assert re.fullmatch("[0-9a-f]{8}", name)
        assert f" asked={name}" in Lines().format(record("request failed method=%s", "GET"))
        assert json.loads(JsonLines().format(record("ended")))["asked"] == name
    finally:
        logs.asked.reset(token)


def test_a_link_is_shortened_to_what_nobody_can_follow() -> None:
    assert short("k7mwq2xnpa") == short("k7mwq2xnpa") != short("k7mwq2xnpb")
    assert "k7mw" not in short("k7mwq2xnpa")
    assert short("\ud800")


def calls() -> Iterator[tuple[str, str]]:
    for path in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id in ("log", "_log"):
                assert isinstance(node.args[0], ast.Constant), path
                yield path.name, str(node.args[0].value)


def test_every_line_of_ours_is_words_then_values() -> None:
    found = list(calls())
    assert len(found) > 10
    assert [
        (name, text) for name, text in found if not re.fullmatch(r"[a-z]+( [a-z]+)*( \w+=%[sr])*", text)
    ] == []


@pytest.mark.parametrize(("level", "most"), [("debug", 30), ("info", 30), ("error", 40)])
def test_the_libraries_that_name_links_are_kept_quiet(level: Any, most: int) -> None:
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    root.handlers.clear()
    try:
        logs.start(Settings(log_level=level, log_format="json"))
        assert logging.getLogger("uvicorn.error").getEffectiveLevel() == most
        assert isinstance(root.handlers[0].formatter, JsonLines)
    finally:
        root.level, root.handlers[:] = before
        for name in logs.NOISY:
            logging.getLogger(name).setLevel(logging.NOTSET)


async def test_a_whole_game_leaves_no_secret_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C16, as far as logs go: no cookie, secret, seed, name or whole link, even when things go wrong."""
    caplog.set_level(logging.DEBUG)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # as `start` does
    database = tmp_path / "boltbox.sqlite"
    save = SqliteStore._save
    failing = iter([False] * 12 + [True] * 3)

    def sometimes(store: SqliteStore, batches: Any) -> Any:
        if next(failing, False):
            raise OSError("the disk is full")
        return save(store, batches)

    async with serving(database) as base:
        anna, ben = await visitor(base), await visitor(base)
        table = await anna.open_table(bots=["greedy"])
        players = [Player(anna, table, Random(1), starts_with=3), Player(ben, table, Random(2))]
        monkeypatch.setattr(SqliteStore, "_save", sometimes)
        async with asyncio.timeout(60):
            await asyncio.gather(*(player.play() for player in players))
    store = SqliteStore(database)
    await store.open()
    row = await store.table(table)
    await store.close()
    assert row is not None
    ours = [one for one in caplog.records if not one.name.startswith(("http", "websockets.client"))]
    said = "\n".join(line.format(one) for one in ours for line in (Lines(), JsonLines()))
    assert "not saved" in said
    hidden = [anna.cookie.partition("=")[2], ben.cookie.partition("=")[2], table]
    hidden += [anna.me["name"], ben.me["name"], row.secret.hex(), Deal(row.secret).seed.hex()]
    hidden += [str(list(row.secret)), repr(row.secret)]
    assert [one for one in hidden if one in said] == []


async def test_an_answer_names_its_request(tmp_path: Path) -> None:
    async with asked(tmp_path, Clock()) as app, browser(app) as client:
        one, other = [(await client.get("/api/games")).headers["x-request-id"] for _ in range(2)]
        assert one != other
