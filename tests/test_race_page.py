"""Is a race of Lightning Dice shown truly: what calls bring and cost, to eyes, ears and keys alike?"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served
from tests.test_dice_page import CAN_CALL, CAN_ROLL, EASY, LYING

OPEN = """async ([options, bots, start]) => {
  await fetch('/api/me');
  const body = JSON.stringify({ game: 'lightningdice', start, bots, options });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).table;
}"""
HEARD = """() => {
  window.heard = [];
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) if (textContent.trim()) window.heard.push(textContent.trim());
  }).observe(document.querySelector('[role=log]'), { childList: true, subtree: true });
}"""
SAID_FOUR_TIMES = "() => heard.join(' ').split('Bea called too early and loses 2.').length === 5"
FOCUS = "document.activeElement.dataset.thing"


def deck(*goals: str) -> dict[str, Any]:
    return {"name": "Few", "author": "Tests", "licence": "CC0-1.0", "goals": list(goals * 10)[:10]}


# No goal that dice meet by chance: what counts is bonus, thunder, and calls in vain.
HARD = {"mode": "standard", "rollMs": 300, "allowNegative": True, "deck": deck("666666")}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("race")) / "boltbox.sqlite") as server:
        yield server


def sit(browser: Browser, server: Served, options: dict[str, Any]) -> tuple[Person, Person]:
    """Sits two people down at a table, and starts it."""
    ann, bea = Person(browser, server, PHONE), Person(browser, server, DESKTOP)
    ann.page.goto("/")
    link = f"/t/{ann.page.evaluate(OPEN, [options, [], False])}"
    ann.page.goto(link)
    bea.sit_down(link, "Bea")
    ann.button("Start the game").click()
    for one in (ann, bea):
        one.page.locator(CAN_ROLL).wait_for()
    return ann, bea


def roll_six(person: Person, number: int) -> None:
    """Rolls and keeps until all dice show a number."""
    page = person.page
    while True:
        page.locator(CAN_ROLL).wait_for()
        page.keyboard.press("Space")
        page.locator(LYING).nth(5).wait_for()
        for die in range(6):
            label = page.locator(f"[data-thing=die-{die}]").get_attribute("aria-label") or ""
            if f": {number}" in label and "kept" not in label:
                page.keyboard.press(str(die + 1))
        if page.locator(f"[data-thing^=die-][aria-label*=': {number}']").count() == 6:
            return


def test_bonus_thunder_and_false_calls_are_seen_by_all(browser: Browser, server: Served) -> None:
    """LD-3.2, LD-3.3, LD-3.4."""
    ann, bea = sit(browser, server, HARD)
    ann.page.keyboard.press("Space")
    ann.page.locator(CAN_CALL).click()
    ann.page.get_by_text("Not it: you lose 2.").last.wait_for()
    bea.page.locator(".note.bad", has_text="False call −2").wait_for()
    roll_six(ann, 1)
    ann.page.keyboard.press("b")
    bea.page.locator(".note.good", has_text="Bonus +1").wait_for()
    ann.page.locator("[data-thing=die-0][aria-label='Die 1, in hand']").wait_for()
    roll_six(ann, 2)
    ann.button("Thunder 2!").click()
    bea.page.locator(".strip .bad", has_text="Thunder strikes you").wait_for()
    ann.page.locator(".note.bad", has_text="Struck −1").wait_for()
    for one in (ann, bea):
        expect(one.page.locator(".pawn[aria-label$=': -1 point']")).to_have_count(2)
        assert one.complaints == []
        one.leave()


def test_focus_stays_and_each_verdict_is_said_once(browser: Browser, server: Served) -> None:
    """C37: whatever others do, and though a sheet opens and closes."""
    ann, bea = sit(browser, server, HARD)
    ann.page.keyboard.press("Space")
    ann.page.locator(LYING).nth(5).wait_for()
    ann.page.locator("[data-thing=die-3]").focus()
    ann.page.evaluate(HEARD)
    for _ in range(4):
        bea.page.locator(CAN_ROLL).wait_for()
        bea.page.keyboard.press("Space")
        bea.page.locator(CAN_CALL).wait_for()
        bea.page.keyboard.press("Enter")
        bea.page.locator("[data-thing=call-got][aria-disabled=true]").wait_for()
        bea.page.locator(".strip .bad").wait_for()
    ann.page.wait_for_function(SAID_FOUR_TIMES)
    assert ann.page.evaluate(FOCUS) == "die-3"
    ann.page.keyboard.press("?")
    ann.page.get_by_role("dialog").get_by_text("Keep a die, or let it go").wait_for()
    ann.check_access()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("dialog").wait_for(state="detached")
    assert ann.page.evaluate(FOCUS) == "die-3"
    assert ann.page.evaluate(SAID_FOUR_TIMES)
    for one in (ann, bea):
        assert one.complaints == []
        one.leave()


def test_a_race_against_a_bot_is_won_by_keys_alone(browser: Browser, server: Served) -> None:
    one = Person(browser, server, DESKTOP)
    one.page.goto("/")
    one.page.goto(f"/t/{one.page.evaluate(OPEN, [EASY, ['novice'], True])}")
    ended = one.page.locator(".end")
    ready = one.page.locator(f"{CAN_ROLL}, {CAN_CALL}, .end").first
    while not ended.count():
        ready.wait_for()
        one.page.keyboard.press("Enter" if one.page.locator(CAN_CALL).count() else "Space")
    one.page.locator(".sheet b").first.wait_for()
    cards = [int(text) for text in one.page.locator(".sheet b").all_inner_texts()]
    assert len(cards) == 2
    assert sum(cards) == 10
    one.check_access()
    one.page.locator("a", has_text="Look back").click()
    one.page.locator("main[aria-label='Goal 1']").wait_for()
    one.page.keyboard.press("PageDown")
    one.page.keyboard.press("PageDown")
    one.page.locator("main[aria-label='Goal 2']").wait_for()
    assert one.page.locator(".track .match").count() == 10
    one.button("Goal 4").click()
    one.page.locator("main[aria-label='Goal 4']").wait_for()
    one.check_access()
    one.page.keyboard.press("End")
    one.page.locator("[data-thing=sheet]").click()
    sheet = one.page.get_by_role("dialog").locator(".sheet b")
    assert [int(text) for text in sheet.all_inner_texts()] == cards
    one.check_access()
    one.page.keyboard.press("Escape")
    assert one.complaints == []
    one.leave()


def test_not_yet_blocks_the_next_call_of_a_quick_game(browser: Browser, server: Served) -> None:
    """LD-5.2: for as long as a roll takes, and it is shown for so long."""
    one = Person(browser, server, {"width": 320, "height": 568})
    one.page.goto("/")
    options = HARD | {"mode": "quick", "cards": 10, "rollMs": 2000, "allowNegative": False}
    one.page.goto(f"/t/{one.page.evaluate(OPEN, [options, ['novice'] * 5, True])}")
    one.page.locator(CAN_ROLL).click()
    one.page.locator(CAN_CALL).click()
    one.page.locator(".strip .block").wait_for()
    one.page.locator("[data-thing=call-got][aria-disabled=true]").wait_for()
    one.page.locator(CAN_ROLL).click()  # a roll is never blocked (LD-5.4)
    one.page.locator(".strip .block").wait_for(state="detached")
    one.page.locator(CAN_CALL).wait_for()
    assert one.page.evaluate("document.documentElement.scrollWidth") == 320
    one.page.set_viewport_size({"width": 360, "height": 640})  # all six fit, and what is pressed is in sight
    box = one.page.locator("[data-thing=roll]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640
    one.check_access()
    assert one.complaints == []
    one.leave()


def race_by_kept_rules(ann: Person, bea: Person) -> None:
    """Takes kept rules back as the host, and races by their link as somebody else."""
    ann.page.locator("[data-thing=house]").click()
    ann.page.get_by_role("radio", name="The built-in goals").check()
    ann.page.get_by_role("radio", name="None").check()
    ann.button("Take Even Friday").click()
    expect(ann.page.get_by_role("radio", name="One in 20")).to_be_checked()
    expect(ann.page.locator("[data-thing=deck-text]")).to_have_value(re.compile("^name: Our goals\n"))
    ann.button("Share Even Friday").click()
    bea.page.goto(ann.page.get_by_label("Link to Even Friday").input_value())
    bea.page.get_by_role("heading", name="Even Friday").wait_for()
    bea.page.get_by_text("One die in 20 leaves the table").wait_for()
    bea.check_access()
    bea.page.locator("[data-thing=preset-play]").click()
    bea.button(re.compile("^Time trial")).click()
    bea.page.get_by_role("img", name="The goal: All even").wait_for()


def test_the_host_changes_how_a_race_is_played(browser: Browser, server: Served) -> None:
    """LD-1.4, LD-5.3, LD-7.1: who is ready is asked again."""
    ann, bea = Person(browser, server, PHONE, named=True), Person(browser, server, DESKTOP)
    ann.page.goto("/")
    link = f"/t/{ann.page.evaluate(OPEN, [{'mode': 'standard'}, [], False])}"
    ann.page.goto(link)
    bea.sit_down(link, "Bea")
    bea.page.get_by_role("heading", name="Race to 20").wait_for()
    assert bea.page.locator("[data-thing=house], [data-thing=seatGuest]").count() == 0
    ann.page.locator("[data-thing=house]").click()
    ann.page.get_by_role("radio", name="Quick game").check()
    ann.page.get_by_role("radio", name="25").check()
    ann.page.get_by_role("radio", name="Own goals").check()
    goals = ann.page.locator("[data-thing=deck-text]")
    goals.fill("even\n" * 9 + "AABBCX")
    wrong = ann.page.locator(".wrong[role=status]")
    expect(wrong).to_have_text("Line 10: letters go from A to F; “X” is none of them.")
    expect(ann.page.locator(".gutter .bad")).to_have_text("10")
    expect(ann.page.locator("[data-thing=house-save]")).to_have_attribute("aria-disabled", "true")
    ann.check_access()
    goals.fill("even\n" * 10)
    expect(ann.page.locator(".read")).to_contain_text("Our goals · 10 goals")
    ann.page.get_by_role("radio", name="One in 20").check()
    ann.page.get_by_label("A name for these rules").fill("Even Friday")
    ann.page.locator("[data-thing=preset-keep]").click()
    kept = ann.page.locator("[data-preset]")
    expect(kept).to_contain_text("Quick game, 25 cards")
    ann.page.locator("[data-thing=house-save]").click()
    ann.page.get_by_role("dialog").wait_for(state="detached")
    bea.page.get_by_role("heading", name="Quick game, 25 cards").wait_for()
    bea.page.get_by_text("Goals: Our goals").wait_for()
    bea.page.get_by_text("One die in 20 leaves the table").wait_for()
    bea.page.get_by_text("House rules").first.wait_for()
    bea.page.locator("[data-thing=readyUp]").click()
    race_by_kept_rules(ann, bea)
    for one in (ann, bea):
        one.check_access()
        assert [said for said in one.complaints if "400" not in said] == []
        one.leave()
