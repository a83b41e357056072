"""Can people play a whole game on their screens, and is nothing lost when something breaks?"""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from boltbox.table.record import read_record
from boltbox.table.verify import verify
from tests.browser import CROSSED, DESKTOP, GLOWS, PHONE, Person, Served, chromium, served

PARTS = ("Boxes", "Stars", "Moons", "Crosses", "Total")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("browser") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def phone(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, PHONE)
    yield person
    person.leave()


@pytest.fixture
def desktop(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, DESKTOP)
    yield person
    person.leave()


def sheet(person: Person) -> list[list[str]]:
    """Reads the score sheet, row by row."""
    rows = person.page.locator(".sheet tbody tr")
    return [rows.nth(i).locator("th .name, td").all_inner_texts() for i in range(rows.count())]


def test_alone_from_home_to_the_score_sheet(browser: Browser, server: Served) -> None:
    phone = Person(browser, server, PHONE, moving=True)
    phone.play_alone()
    while phone.step():
        pass
    headings = phone.page.locator(".sheet thead th").all_inner_texts()
    assert tuple(headings[1:]) == PARTS
    ((_, *points),) = sheet(phone)
    *parts, total = map(int, points)
    assert sum(parts) == total
    phone.check_access()
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Save the record").click()
    assert verify(read_record(download.value.path().read_bytes())).clean
    assert phone.complaints == []
    first = phone.page.url
    phone.button("Again").click()
    phone.page.wait_for_url(re.compile("/t/(?!" + first.rsplit("/", 1)[1] + ")"))
    phone.page.locator(".pick").first.wait_for()  # alone, it has begun already
    phone.leave()


@pytest.mark.timeout(240)
def test_two_people_play_a_whole_game_at_once(phone: Person, desktop: Person) -> None:
    phone.page.goto("/")
    phone.check_access()
    phone.button("Invite").click()
    phone.check_access()
    phone.name_oneself("Ann")
    phone.page.get_by_role("heading", name="The table is set").wait_for()
    link = phone.page.get_by_label("Link to this table").input_value()
    phone.check_access()

    desktop.page.goto(link)
    desktop.button("Sit down").click()
    desktop.name_oneself("Ben")
    expect(desktop.page.get_by_text("Waiting for Ann to start.")).to_be_visible()
    desktop.check_access()
    expect(phone.page.get_by_text("Ben", exact=False).first).to_be_visible()
    phone.button("Start the game").click()

    looked = set[str]()
    desktop.swift = True
    people = (phone, desktop)
    while not all(person.page.locator(".end").count() for person in people):
        for person in people:
            while person.act():
                if (kind := person.asked()) not in looked:
                    looked.add(kind)
                    person.check_access()
    assert {"answer", "bonus", "choose", "dialog", "nothing"} <= looked
    assert sheet(phone) == sheet(desktop)
    assert {row[0] for row in sheet(phone)} == {"Ann", "Ben"}
    desktop.check_access()

    phone.button("Again").click()
    desktop.page.get_by_role("link", name="To the next table").click()
    desktop.page.wait_for_url(phone.page.url)
    expect(desktop.page.get_by_text("Waiting for Ann to start.")).to_be_visible()
    assert phone.complaints == desktop.complaints == []


def test_a_reload_and_a_killed_server_lose_nothing(phone: Person, server: Served) -> None:
    """C1: the page comes back by itself, and a cross counts once."""
    phone.play_alone()
    while phone.crosses() < 3:
        phone.step()
    before = phone.crosses()
    number = phone.page.locator(".holder").get_attribute("aria-label")
    phone.page.reload()
    phone.page.locator(CROSSED).first.wait_for()
    assert phone.crosses() == before
    expect(phone.page.locator(".holder")).to_have_attribute("aria-label", number or "")

    while not phone.page.locator("[data-kind=answer]").count() or not phone.page.locator(GLOWS).count():
        phone.step()
    before = phone.crosses()
    server.end(signal.SIGKILL)
    expect(phone.page.get_by_role("alert")).to_contain_text("Connection lost")
    phone.page.locator(GLOWS).first.click()
    expect(phone.page.locator(".cell.pressed")).to_have_count(1)
    assert phone.crosses() == before
    server.begin()
    expect(phone.page.locator(CROSSED)).to_have_count(before + 1)
    expect(phone.page.get_by_role("alert")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator(CROSSED)).to_have_count(before + 1)


def test_a_double_click_applies_once(phone: Person) -> None:
    """C11."""
    phone.play_alone()
    while not phone.page.locator("[data-kind=answer]").count() or not phone.page.locator(GLOWS).count():
        phone.step()
    before = phone.crosses()
    sent: list[str] = []
    phone.page.reload()  # so that the socket opens under the test's eyes
    phone.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    phone.page.reload()
    phone.page.locator(GLOWS).first.dblclick()
    expect(phone.page.locator(CROSSED)).to_have_count(before + 1)
    assert sum('"cross"' in frame for frame in sent) == 1
    expect(phone.page.locator(".bubble")).to_have_count(0)


def test_a_tap_that_does_nothing_says_why_and_a_slip_is_taken_back(phone: Person) -> None:
    phone.play_alone()
    phone.page.get_by_label("Menu").click()
    phone.page.get_by_label(re.compile("I press Done myself")).check()
    phone.button("Close").click()
    while not phone.page.locator("[data-kind=answer]").count() or not phone.page.locator(GLOWS).count():
        phone.step()
    before = phone.crosses()
    phone.page.locator(GLOWS).first.click()
    expect(phone.page.locator(CROSSED)).to_have_count(before + 1)
    phone.page.locator("button.cell:not(.crossed)").first.click()
    expect(phone.page.locator(".bubble")).to_contain_text("You've answered this number already")
    phone.page.locator("[data-thing=takeBack]").click()
    expect(phone.page.locator(CROSSED)).to_have_count(before)


def test_done_comes_by_itself_only_where_the_step_was_made(phone: Person) -> None:
    """A second tab, or a page that was loaded anew, says nothing for anybody."""
    phone.play_alone()
    phone.play_until_a_cell_glows()
    other = phone.context.new_page()
    other.goto(phone.page.url)
    other.locator("[data-kind=answer]").wait_for()
    phone.page.get_by_label("Menu").click()
    phone.page.get_by_label(re.compile("I press Done myself")).check()
    phone.button("Close").click()
    phone.page.locator(GLOWS).first.click()
    phone.settle()
    while phone.asked() == "bonus":
        phone.act()
    expect(other.get_by_text("Good? Or take it back.")).to_be_visible()
    other.wait_for_timeout(1_500)
    assert phone.asked() == "confirm"
    # Where nobody asked for it, it comes; but not after a reload.
    other.evaluate(
        "localStorage.boltbox = JSON.stringify({ ...JSON.parse(localStorage.boltbox), pressDone: false })"
    )
    phone.page.reload()
    phone.page.locator("[data-kind=confirm]").wait_for()
    phone.page.wait_for_timeout(1_500)
    assert phone.asked() == "confirm"


@pytest.mark.parametrize("path", ["/nope", "/t/", "/rules/chess"])
def test_an_address_without_a_page_says_so_and_leads_home(phone: Person, path: str) -> None:
    phone.page.goto(path)
    phone.page.get_by_role("heading", name="Nothing here").wait_for()
    phone.check_access()
    phone.page.get_by_role("link", name="To the games").click()
    phone.button("Play now").wait_for()


def test_the_menu_leads_to_the_rules_and_the_keys(phone: Person) -> None:
    """A sheet that takes another's place stays, whatever the first one's late farewell says."""
    phone.play_alone()
    for name in ("Rules", "Keys"):
        phone.page.locator("[data-thing=menu]").click()
        phone.page.locator("dialog[open]").get_by_role("button", name=name, exact=True).click()
        sheet_of = phone.page.get_by_role("dialog", name=name, exact=True)
        expect(sheet_of.locator("h3, dt, kbd").first).to_be_visible()
        phone.page.keyboard.press("Escape")
        expect(sheet_of).to_have_count(0)
        expect(phone.page.locator("[data-thing=menu]")).to_be_focused()


def test_an_unknown_table_says_so(phone: Person) -> None:
    phone.page.goto("/t/nosuchtable")
    expect(phone.page.get_by_role("link", name="Home").last).to_be_visible()
