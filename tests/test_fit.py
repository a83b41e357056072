"""Does everything fit the screens that people have, from the smallest phone to the desk?"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser import DESKTOP, PHONE, PRICED, Person, Served, chromium, served

SMALLEST: ViewportSize = {"width": 320, "height": 568}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SCREENS: tuple[ViewportSize, ...] = (SMALLEST, {"width": 360, "height": 640}, PHONE, DESKTOP)

# The boxes hear of another size a frame later.
LAID_OUT = """() => new Promise(done => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
  })"""
# What reaches over an edge of the page; what nobody sees, and pictures, may.
OUTSIDE = """() => [...document.querySelectorAll('body *')].filter(one => {
    if (one.closest('.unseen, .picture, .bubble')) return false;
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  }).map(one => `${one.tagName} ${one.className}`)"""
# Prices that hide a digit: the upper fifth of a letter's line is empty.
HIDING = """() => [...document.querySelectorAll('.priced')].filter(cell => {
    const digit = cell.querySelector('.digit').getBoundingClientRect();
    return cell.querySelector('.price').getBoundingClientRect().bottom > digit.top + digit.height / 4;
  }).length"""
# Words and buttons of the home page that lie on a picture.
ON_PICTURES = """() => {
    const drawn = (x, y) => document.elementsFromPoint(x, y)
        .some(one => one.closest('.picture .paper, .picture svg'));
    return [...document.querySelectorAll('.game .words > *, .game .soon, .game .button')].filter(one => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const rects = one.matches('.button') ? [one.getBoundingClientRect()] : [...range.getClientRects()];
      return rects.some(({ right, top, bottom }) => [top + 2, bottom - 2].some(y => drawn(right - 1, y)));
    }).map(one => one.textContent);
  }"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("screens") / "boltbox.sqlite"
    with served(database) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def person(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, PHONE)
    person.swift = True
    yield person
    assert person.complaints == []
    person.leave()


def play(person: Person, bots: int) -> None:
    """Opens a table, alone or with bots, where the game begins at once."""
    person.context.request.get("/api/me")
    wanted = {"game": "luckybox", "bots": ["greedy"] * bots, "start": True}
    opened = person.context.request.post("/api/tables", data=wanted)
    person.page.goto(f"/t/{opened.json()['table']}")
    person.page.locator(".pick").first.wait_for()


def look(person: Person) -> None:
    """Looks at the page on every screen."""
    for screen in SCREENS:
        person.page.set_viewport_size(screen)
        person.settle()
        person.page.evaluate(LAID_OUT)
        assert person.page.evaluate(OUTSIDE) == [], screen
        assert person.page.evaluate(HIDING) == 0, screen
    person.page.set_viewport_size(PHONE)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("bots", [0, 5])
def test_a_whole_game_fits_every_screen(person: Person, bots: int) -> None:
    play(person, bots)
    look(person)
    seen = set[str]()
    while person.step():
        asked = person.asked()
        if asked == "choose":
            asked += str(person.page.locator(".yours .small").count())
        elif asked == "answer" and person.page.locator(PRICED).count() > 3:
            asked += " for bolts"
        if asked not in seen:
            seen.add(asked)
            look(person)
    assert {"answer for bolts", "dialog"} <= seen
    assert any(one.startswith("choose") for one in seen)
    look(person)
    person.page.set_viewport_size(SMALLEST)
    totals = person.page.locator(".sheet .sum b")
    assert totals.count() == bots + 1
    for i in range(bots + 1):
        box = totals.nth(i).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= SMALLEST["width"]


def test_the_home_page_fits_every_screen(person: Person) -> None:
    person.page.goto("/")
    person.button("Play now").wait_for()
    for screen in (*SCREENS, TABLET):
        person.page.set_viewport_size(screen)
        assert person.page.evaluate(OUTSIDE) == [], screen
        assert person.page.evaluate(ON_PICTURES) == [], screen
