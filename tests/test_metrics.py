"""Is what happens counted, and told at the address that was set and nowhere else?"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from boltbox.rules.refusals import SENTENCES
from boltbox.server import metrics
from boltbox.server.listen import CantListen
from boltbox.server.metrics import COUNTED, Now, served
from tests.asking import asked, browser
from tests.desk import Clock, guess, make_hall
from tests.online import Player, free_port, serving, visitor
from tests.test_serve import served as served_process

pytestmark = pytest.mark.anyio


class Change:
    """Tells by how much a number has grown since the last time."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], float] = {}

    def of(self, name: str, **labels: str) -> float:
        key = name, str(labels)
        now = COUNTED.get_sample_value(name, labels) or 0.0
        grown = now - self._seen.get(key, 0.0)
        self._seen[key] = now
        return grown


async def test_what_happens_at_a_table_is_counted(anyio_backend: str) -> None:
    hall, change = make_hall(), Change()
    mailbox, (ann, bob) = await hall.open()
    for name in ("boltbox_entries_total", "boltbox_commit_rows_sum", "boltbox_commit_seconds_count"):
        change.of(name)
    change.of("boltbox_refusals_total", code="already_decided")
    change.of("boltbox_frames_total", kind="step")
    guess(mailbox, ann)
    guess(mailbox, ann, decision=99)
    await mailbox.empty()
    assert change.of("boltbox_entries_total") == 1
    assert change.of("boltbox_commit_rows_sum") == 1
    assert change.of("boltbox_commit_seconds_count") == 1
    assert change.of("boltbox_refusals_total", code="already_decided") == 1
    assert change.of("boltbox_frames_total", kind="step") == len([ann, bob])
    change.of("boltbox_frames_total", kind="whole")
    hall.enter(mailbox, None)
    assert change.of("boltbox_frames_total", kind="whole") == 1
    change.of("boltbox_commits_failed_total")
    hall.store.failure = OSError("full")
    guess(mailbox, ann, decision=0)
    guess(mailbox, bob)
    await mailbox.empty()
    assert change.of("boltbox_commits_failed_total") == 1
    assert change.of("boltbox_refusals_total", code="not_saved") >= 1


async def test_requests_are_counted_by_status(tmp_path: Path) -> None:
    change = Change()
    async with asked(tmp_path, Clock()) as app, browser(app) as client:
        change.of("boltbox_requests_total", status="404")
        change.of("boltbox_refusals_total", code="unknown_table")
        await client.get("/api/tables/nothing")
        assert change.of("boltbox_requests_total", status="404") == 1
        assert change.of("boltbox_refusals_total", code="unknown_table") == 1
        assert (await client.get("/metrics")).headers["content-type"].startswith("text/html")  # a page


async def test_a_whole_game_with_a_bot_shows_in_the_numbers(tmp_path: Path) -> None:
    change = Change()
    change.of("boltbox_bot_choices_total", bot="uniform", result="chose")
    async with serving(tmp_path / "boltbox.sqlite") as base:
        person = await visitor(base)
        table = await person.open_table(bots=["uniform"], start=True)
        async with asyncio.timeout(60):
            await Player(person, table, Random(1)).play()
    assert change.of("boltbox_bot_choices_total", bot="uniform", result="chose") > 30


async def test_they_are_served_at_an_address_of_their_own() -> None:
    now = Now(lambda: ["open", "running", "open"], lambda: 7)
    free = free_port()
    with served(f"127.0.0.1:{free}", now) as port:
        assert port == free
        text = await asyncio.to_thread(lambda: httpx.get(f"http://127.0.0.1:{free}/metrics").text)
        with pytest.raises(CantListen, match="can't be had"), served(f"127.0.0.1:{free}", now):
            pass
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert samples["boltbox_tables", "open"] == 2
    assert samples["boltbox_tables", "running"] == 1
    assert samples["boltbox_connections",] == 7
    assert ("boltbox_entries_total",) in samples
    assert ("process_resident_memory_bytes",) in samples
    with served(f"127.0.0.1:{free}", now):  # the address is free again
        pass


async def test_nothing_is_served_unless_it_was_set() -> None:
    with served("", Now(list, int)) as port:
        assert port is None


def test_there_are_only_so_many_series() -> None:
    """Nothing that somebody sends becomes a label."""
    codes = {
        sample.labels["code"]
        for family in COUNTED.collect()
        for sample in family.samples
        if sample.name == "boltbox_refusals_total"
    }
    assert codes <= set(SENTENCES)
    assert tuple(sorted(metrics.SECONDS)) == metrics.SECONDS


def test_a_server_serves_its_numbers_and_writes_its_log_as_it_was_told(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    flags = ("--port", "0", "--metrics", address, "--log-format", "json", "--log-level", "debug")
    with served_process(tmp_path / "one.sqlite", *flags) as server:
        table = opened(server.url)
        text = httpx.get(f"http://{address}/metrics").text
        assert 'boltbox_tables{status="open"} 1.0' in text
        assert "boltbox_connections 0.0" in text
        command = [sys.executable, "-m", "boltbox", "serve", "--database", str(tmp_path / "two.sqlite")]
        taken = subprocess.run([*command, *flags[:4]], capture_output=True, text=True, check=False)
        assert taken.returncode == 1
        assert f"The address of the metrics, {address}, can't be had" in taken.stderr
        status, log = server.end()
    assert status == 0
    lines = [json.loads(line) for line in log.splitlines()]
    events = [line["event"] for line in lines]
    assert events[-1] == "ended"
    assert {"starting", "answered", "opened"} <= set(events)
    assert {line["route"] for line in lines if line["event"] == "answered"} == {"/api/me", "/api/tables"}
    assert table not in log


def opened(url: str) -> str:
    with httpx.Client(base_url=url) as client:
        client.get("/api/me")
        table: str = client.post("/api/tables", json={"game": "luckybox"}).json()["table"]
        return table
