"""Is Lightning Dice raced in browsers: two pages, one goal after the other, and everybody sees the same?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served

# Goals that all but one roll in 46,656 meet: the race is in the calls.
EASY = {
    "mode": "quick",
    "cards": 10,
    "rollMs": 300,
    "deck": {"name": "Easy", "author": "Tests", "licence": "CC0-1.0", "goals": ["sum>=7"] * 10},
}
OPEN = """async ([options, start]) => {
  await fetch('/api/me');
  const body = JSON.stringify({ game: 'lightningdice', start, options });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).table;
}"""
CAN_ROLL = "[data-thing=roll]:not([aria-disabled=true])"
CAN_CALL = "[data-thing=call-got]:not([aria-disabled=true])"
LYING = "[data-thing^=die-]:not([aria-disabled=true])"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("dice")) / "boltbox.sqlite") as server:
        yield server


def test_two_pages_race_for_ten_cards(browser: Browser, server: Served) -> None:
    ann, bea = Person(browser, server, PHONE), Person(browser, server, DESKTOP)
    ann.page.goto("/")
    link = f"/t/{ann.page.evaluate(OPEN, [EASY, False])}"
    ann.page.goto(link)
    bea.sit_down(link, "Bea")
    ann.button("Start the game").click()
    for card in range(10):
        winner, other = (ann, bea) if card % 3 else (bea, ann)
        winner.page.locator(CAN_ROLL).wait_for()
        winner.page.keyboard.press("Space")
        other.page.locator(CAN_ROLL).click()
        winner.page.locator(CAN_CALL).wait_for()
        winner.page.keyboard.press("Enter")
        if card < 9:
            winner.page.locator(f"[data-goal='{card + 2}']").wait_for()
            other.page.locator(f"[data-goal='{card + 2}']").wait_for()
    for one in (ann, bea):
        one.page.locator(".end").wait_for()
        assert one.page.locator(".sheet b").all_inner_texts() == ["6", "4"]
        one.check_access()
        assert one.complaints == []
        one.leave()


def test_dice_are_kept_by_touch_and_by_keys(browser: Browser, server: Served) -> None:
    one = Person(browser, server, PHONE)
    one.page.goto("/")
    one.page.goto(f"/t/{one.page.evaluate(OPEN, [EASY, True])}")
    one.page.locator(CAN_ROLL).click()
    one.page.locator(LYING).nth(5).wait_for()
    before = one.page.locator("[data-thing=die-2]").get_attribute("aria-label")
    one.page.locator("[data-thing=die-2]").click()
    one.page.keyboard.press("5")
    one.page.locator(".kept [data-thing=die-2]").wait_for()
    one.page.locator(".kept [data-thing=die-4]").wait_for()
    assert one.page.locator("[data-thing=die-2]").get_attribute("aria-label") == f"{before}, kept"
    assert one.button("Roll 4").is_visible()
    one.check_access()
    one.page.keyboard.press("Space")
    one.page.locator(LYING).nth(5).wait_for()
    # What was kept lies as it lay (LD-2.2).
    assert one.page.locator(".kept [data-thing=die-2]").get_attribute("aria-label") == f"{before}, kept"
    one.page.keyboard.press("3")
    one.page.locator(".free [data-thing=die-2]").wait_for()
    assert one.complaints == []
    one.leave()


def test_from_the_home_page_into_practice(browser: Browser, server: Served) -> None:
    one = Person(browser, server, DESKTOP)
    one.page.goto("/")
    one.button("Roll now").click()
    one.button(re.compile("^Practice")).click()
    one.button("Three pairs").wait_for()
    one.check_access()
    one.button("All odd").first.click()
    one.page.get_by_role("img", name="The goal: All odd").wait_for()
    one.page.get_by_text(re.compile("about [0-9]+ rolls")).first.wait_for()
    one.page.locator(CAN_ROLL).wait_for()
    one.check_access()
    assert one.complaints == []
    one.leave()
