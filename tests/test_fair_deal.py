"""Is a deal of two people's pages fair, and do the page and the command agree about it in a real browser?"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, WebSocket, expect

from boltbox.table.record import Record, read_record
from tests.browser import PHONE, Person, Served, chromium, served

OPENED = """async () => {
  await fetch('/api/me');
  const body = JSON.stringify({ game: 'luckybox', options: { rounds: 1 } });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).table;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("fair") / "boltbox.sqlite") as begun:
        yield begun


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as begun:
        yield begun


class Ear:
    """Keeps every frame that goes to and from a page."""

    def __init__(self, person: Person) -> None:
        self.came: list[str] = []
        self.went: list[str] = []
        person.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda text: self.came.append(str(text)))
        line.on("framesent", lambda text: self.went.append(str(text)))


def play(people: tuple[Person, ...]) -> None:
    while not all(person.page.locator(".end").count() for person in people):
        for person in people:
            person.act()


def verified(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "boltbox", "verify", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def checked(person: Person, file: Path) -> str:
    """Lets the page check a file, and gives its verdict."""
    person.page.goto("/verify")
    person.page.locator("input[type=file]").set_input_files(file)
    verdict = person.page.locator("[data-verdict]")
    verdict.wait_for()
    return str(verdict.get_attribute("data-verdict"))


def states(person: Person) -> dict[str, str]:
    found = person.page.locator("[data-check]").all()
    return {str(one.get_attribute("data-check")): str(one.get_attribute("data-state")) for one in found}


def memories(person: Person) -> list[str]:
    found = person.page.locator("[data-memory]").all()
    return [str(one.get_attribute("data-memory")) for one in found]


def test_two_pages_make_a_deal_that_both_checkers_believe(
    browser: Browser, server: Served, tmp_path: Path
) -> None:
    """C16, C28: both words are in it; nothing of the seed was in any frame; a changed byte is found."""
    ann, ben = Person(browser, server), Person(browser, server)
    ears = [Ear(ann), Ear(ben)]
    ann.page.goto("/")
    table = ann.page.evaluate(OPENED)
    ann.page.goto(f"/t/{table}")
    ben.sit_down(f"/t/{table}", "Ben")
    expect(ann.page.locator("li .seal")).to_have_count(2)
    ann.page.locator("[data-thing=start]").click()
    for person in (ann, ben):
        person.page.locator(".pick").first.wait_for()
        person.swift = True
    play((ann, ben))
    ann.page.wait_for_function("() => localStorage['boltbox.deals']?.includes('\"digest\":\"')")

    file = tmp_path / "night.txt"
    file.write_bytes(ann.context.request.get(f"/api/tables/{table}/record").body())
    record = read_record(file.read_bytes())
    assert_private(record, ears)
    assert verified(file).returncode == 0

    asked: list[str] = []
    ann.page.get_by_role("link", name="Check the deal").click()
    ann.page.locator("[data-verdict=fair]").wait_for()
    assert memories(ann) == ["seal", "seals", "word", "digest"]
    assert set(states(ann).values()) == {"good"}
    expect(ann.page.locator("[data-chance=number][data-state=good]")).to_have_count(9)
    ben.page.on("request", lambda request: asked.append(called(request)))
    assert checked(ben, file) == "fair"
    assert [path for path in asked if "/api/tables" in path] == []
    assert memories(ben) == ["seal", "seals", "word", "digest"]

    change_one_byte(file, record)
    said = verified(file)
    assert said.returncode != 0
    assert "draws" in said.stdout + said.stderr
    assert checked(ben, file) == "wrong"
    assert (states(ben)["digest"], states(ben)["draws"], states(ben)["words"]) == ("bad", "bad", "good")
    expect(ben.page.locator("[data-chance][data-state=bad]")).to_have_count(1)
    assert (ann.complaints, ben.complaints) == ([], [])
    for person in (ann, ben):
        person.leave()


def assert_private(record: Record, ears: list[Ear]) -> None:
    """Looks for secret, seed and words in all frames: a page says its own word, and nobody hears one."""
    words = [one.word for one in record.luck.words]
    assert [one.seat for one in record.luck.words] == [1, 2]
    assert None not in words
    for ear, word in zip(ears, words, strict=True):
        came, went = "".join(ear.came), "".join(ear.went)
        assert len(came) > 10_000
        for hidden in (record.luck.secret, record.luck.deal.seed.hex(), *words):
            assert hidden is not None
            assert hidden not in came
            assert (hidden in went) == (hidden == word)
        assert record.luck.commitment in came


def called(request: Request) -> str:
    return request.url


def change_one_byte(file: Path, record: Record) -> None:
    """Lets another number card have been drawn."""
    data = file.read_text("utf-8")
    found = re.search(r'\["numbers",1,3,0,16,(\d+)\]', data)
    assert found is not None
    last = found.end() - 2
    other = "0" if data[last] != "0" else "1"
    file.write_text(data[:last] + other + data[last + 1 :], "utf-8")


def test_a_game_alone_has_its_pages_word_and_so_has_the_next(browser: Browser, server: Served) -> None:
    """Opened and started in one request, the page reveals its word once it is connected."""
    zoe = Person(browser, server)
    ear = Ear(zoe)
    zoe.play_alone()
    assert sum('"t":"reveal"' in text for text in ear.went) == 1
    zoe.check_access()
    zoe.leave()


def test_strange_files_get_a_sentence_with_their_line(
    browser: Browser, server: Served, tmp_path: Path
) -> None:
    zoe = Person(browser, server, PHONE)
    zoe.page.goto("/verify")
    zoe.check_access()
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)) * 40)
    zoe.page.locator("input[type=file]").set_input_files(picture)
    expect(zoe.page.get_by_role("alert")).to_contain_text("This is no record of a game")
    zoe.page.goto("/verify/aaaaaaaaaa")
    expect(zoe.page.get_by_role("alert")).to_contain_text("table")
    zoe.leave()
