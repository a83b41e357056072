"""Does the table fit every screen, letters of any size, and people who set their own colours and motion?"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser import GLOWS, PHONE, Person, Served, chromium, served

SMALLEST: ViewportSize = {"width": 320, "height": 568}
SCREENS: dict[str, tuple[ViewportSize, int, int]] = {  # size, pixels of a letter's height, bots
    "the smallest phone": (SMALLEST, 16, 5),
    "the smallest phone, 200 % text": (SMALLEST, 32, 5),
    "a phone, twelve seats": (PHONE, 16, 11),
    "a laptop at 200 % zoom": ({"width": 640, "height": 400}, 16, 5),
    "a laptop, 200 % text": ({"width": 1280, "height": 800}, 32, 5),
    "a laptop, twelve seats": ({"width": 1280, "height": 800}, 16, 11),
    "a desktop": ({"width": 1920, "height": 1080}, 16, 5),
}
# What sticks out at a side, and buttons that can't be scrolled to a place where a finger meets them.
BEYOND = """() => [document.documentElement, ...document.querySelectorAll('main, main *, dialog[open]')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'hidden')
  .filter(one => one === document.documentElement || getComputedStyle(one).overflowX !== 'visible')
  .map(one => one.className || one.tagName)"""
OUT_OF_REACH = """() => [...document.querySelectorAll('header button, header a, main button, main a')]
  .filter(one => {
    if (!one.checkVisibility()) return false;
    one.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !one.contains(top) && !top?.closest('label')?.contains(one);
  }).map(one => one.dataset.thing ?? one.textContent)"""
TOUCH = """() => [...document.querySelectorAll('button')]
  .every(one => getComputedStyle(one).touchAction === 'manipulation')"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("screens") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def letters(person: Person, pixels: int) -> None:
    """Sets the text's size as a person would in the browser."""
    person.page.evaluate("pixels => document.documentElement.style.fontSize = `${pixels}px`", pixels)


def check_fit(person: Person) -> None:
    assert person.page.evaluate(BEYOND) == []
    assert person.page.evaluate(OUT_OF_REACH) == []
    assert person.page.evaluate(TOUCH)


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_is_in_reach_on(screen: str, browser: Browser, server: Served) -> None:
    """C38: six boxes, six or twelve people, and nothing scrolls sideways."""
    size, pixels, bots = SCREENS[screen]
    ann = Person(browser, server, size, language="zh-CN" if pixels > 16 else "en-US")
    ann.page.goto("/")
    letters(ann, pixels)
    check_fit(ann)
    ann.page.goto("/rules/luckybox")
    letters(ann, pixels)
    ann.page.locator("[id='LB-9.2']").wait_for()
    assert ann.page.evaluate(BEYOND) == []
    ann.play_by_house_rules(bots, dealt=7, kept=6)
    letters(ann, pixels)
    ann.page.locator(".pick").nth(6).wait_for()
    check_fit(ann)
    ann.swift = True
    ann.choose()
    ann.page.locator("[data-kind=answer]").wait_for()
    check_fit(ann)
    ann.page.locator("[data-thing=menu]").click()
    assert ann.page.evaluate(BEYOND) == []
    assert ann.complaints == []
    ann.leave()


def test_what_a_person_sets_holds_everywhere_and_is_remembered(browser: Browser, server: Served) -> None:
    ann = Person(browser, server, moving=True)
    root: Any = ann.page.locator("html")
    ann.page.goto("/")
    ann.button("Menu").click()
    ann.page.get_by_role("group", name="Colours").get_by_label("Light").check()
    ann.page.get_by_role("group", name="Contrast").get_by_label("High").check()
    ann.page.get_by_role("group", name="Motion").get_by_label("Little").check()
    ann.page.get_by_label("Sound").uncheck()
    ann.page.get_by_label("I press Done myself").check()
    ann.page.reload()
    for name, value in (("scheme", "light"), ("contrast", "more"), ("motion", "still")):
        expect(root).to_have_attribute(f"data-{name}", value)
    ann.check_access()
    ann.play_alone()
    expect(ann.button("Sound on")).to_have_attribute("aria-pressed", "false")
    ann.choose()
    ann.play_until_a_cell_glows()
    ann.check_access()
    ann.page.locator(GLOWS).first.click()
    expect(ann.page.locator("[data-kind=confirm]")).to_contain_text("Good?")
    ann.leave()


def test_what_the_device_prefers_holds_where_nothing_is_set(browser: Browser, server: Served) -> None:
    ann = Person(browser, server, moving=True)
    root: Any = ann.page.locator("html")
    ann.page.goto("/")
    expect(root).not_to_have_attribute("data-contrast", re.compile(".*"))
    ann.page.emulate_media(contrast="more", reduced_motion="reduce")
    expect(root).to_have_attribute("data-contrast", "more")
    expect(root).to_have_attribute("data-motion", "still")
    ann.page.emulate_media(contrast="no-preference", reduced_motion="no-preference", forced_colors="active")
    expect(root).not_to_have_attribute("data-motion", re.compile(".*"))
    ann.play_alone()
    ann.choose()
    ann.play_until_a_cell_glows()
    widths = [
        ann.page.locator(what).first.evaluate("one => getComputedStyle(one).borderTopWidth")
        for what in (GLOWS, "button.cell.priced", ".tile:not(.none)")
    ]
    assert widths == ["4px", "3px", "2px"]
    ann.leave()
