"""Does the page open without a network, and is it never changed under somebody's hands?"""

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import ROOT, Person, Served, chromium, served

KEPT = "navigator.serviceWorker.ready.then(() => true)"
WAITS = "navigator.serviceWorker.getRegistration().then(kept => kept.waiting !== null)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("shell") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitor(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, keeping=True)
    yield person
    person.leave()


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Is the built client as files that can be changed, and where they are served."""
    files = tmp_path / "client"
    shutil.copytree(ROOT / "web" / "dist", files)
    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(files))) as http:
        thread = Thread(target=http.serve_forever)
        thread.start()
        yield files, f"http://localhost:{http.server_port}"
        http.shutdown()
        thread.join()


def keep(page: Page, address: str) -> None:
    """Visits the home page until the browser keeps it."""
    page.goto(address)
    assert page.evaluate(KEPT)
    page.reload()
    page.get_by_role("heading", name="Lucky Box").wait_for()


def test_a_second_visit_without_a_network_shows_the_shell(visitor: Person) -> None:
    keep(visitor.page, "/")
    visitor.context.set_offline(True)
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("heading", name="Lucky Box")).to_be_visible()
    expect(visitor.page.get_by_text("a table needs a connection")).to_be_visible()
    visitor.check_access()
    visitor.page.goto("/t/abcdefghij")
    expect(visitor.page.get_by_role("alert")).to_contain_text("a table needs a connection")
    visitor.check_access()
    visitor.context.set_offline(False)
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("a table needs a connection")).to_have_count(0)


def test_a_newer_page_waits_for_the_word(visitor: Person, folder: tuple[Path, str]) -> None:
    files, address = folder
    page = visitor.page
    keep(page, address)
    with (files / "sw.js").open("a") as worker:
        worker.write("\n// newer\n")
    page.reload()
    expect(page.get_by_role("status").filter(has_text="A newer Boltbox is ready.")).to_be_visible()
    assert page.evaluate(WAITS)
    page.reload()  # that isn't the word yet
    expect(page.get_by_role("button", name="Use it now")).to_be_visible()
    visitor.check_access()
    with page.expect_navigation():
        page.get_by_role("button", name="Use it now").click()
    page.get_by_role("heading", name="Lucky Box").wait_for()
    expect(page.get_by_role("button", name="Use it now")).to_have_count(0)
    assert not page.evaluate(WAITS)


def test_browsers_may_install_it(visitor: Person) -> None:
    visitor.page.goto("/")
    link = visitor.page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = visitor.page.request.get(link)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert visitor.page.request.get(icon["src"]).headers["content-type"] == icon["type"]
    assert manifest["display"] == "standalone"
