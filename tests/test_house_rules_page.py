"""Can people agree on house rules in a browser, with a deck of their own, and share them (LB-8, LB-9.1)?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served

FACE = "123456789 4,5,? LL,M,S\n"
HEAD = "name: Kitchen table\nauthor: Ann\nlicence: CC0\n"
# What a browser says of a deck that can't be read: the answer has a status of its own.
REFUSED = "the server responded with a status of 400"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("house")) / "boltbox.sqlite") as server:
        yield server


def thing(page: Page, name: str) -> None:
    page.locator(f"[data-thing={name}]").click()


def edit(person: Person) -> None:
    """Opens the editor as the host."""
    thing(person.page, "house")
    person.page.locator("[data-thing=house-save]").wait_for()


def save(person: Person) -> None:
    thing(person.page, "house-save")
    person.page.locator("dialog").wait_for(state="detached")


def card(person: Person) -> str:
    """Is what the table's rules say in the lobby."""
    return person.page.locator("section[aria-labelledby=rules]").inner_text()


def complaints(person: Person) -> list[str]:
    return [one for one in person.complaints if REFUSED not in one]


@pytest.mark.timeout(240)
def test_friends_agree_on_house_rules_and_play_by_them(browser: Browser, server: Served) -> None:
    """LB-8.1, LB-8.2: the host edits, the guest sees what changed and is asked anew, the result says so."""
    ann, ben = Person(browser, server, PHONE), Person(browser, server, DESKTOP)
    link = ann.open_table("Ann")
    ben.sit_down(link, "Ben")
    expect(ben.page.get_by_text("Waiting for Ann to start.")).to_be_visible()
    assert "House rules" not in card(ben)

    edit(ann)
    for _ in range(3):
        thing(ann.page, "rounds-less")
    for _ in range(3):
        thing(ann.page, "kept-more")
    start = ann.page.locator("[data-rule=start]")
    expect(start.get_by_role("alert")).to_have_text("You can't keep 6 of 5 boxes.")
    saving = ann.page.locator("[data-thing=house-save]")
    expect(saving).to_have_attribute("aria-disabled", "true")
    saving.click(force=True)
    expect(ann.page.locator("dialog")).to_be_visible()
    thing(ann.page, "start-reset")
    expect(start.get_by_role("alert")).to_have_count(0)
    expect(saving).to_have_attribute("aria-disabled", "false")
    ann.page.get_by_role("switch", name="Always allow passing").check(force=True)
    save(ann)

    asked = ben.page.locator(".asked")
    expect(asked).to_contain_text("Ann changed how you play.")
    expect(asked.get_by_role("listitem")).to_have_text(["1 round.", "Passing is always allowed."])
    expect(ben.page.locator("[data-topic].new")).to_have_count(2)
    expect(ben.page.get_by_role("log")).to_contain_text("Ann changed the rules. 1 round.")
    assert "House rules" in card(ben)
    assert "usually: 4 rounds" in card(ben)
    expect(ann.page.get_by_text("Waiting for Ben to be ready.")).to_be_visible()
    ben.check_access()
    ben.button("I'm ready").click()
    expect(ben.page.locator("[data-topic].new")).to_have_count(0)

    watch = ann.page.get_by_label("Link for watching").input_value()
    ann.button("Start the game").click()
    cem = Person(browser, server, PHONE)
    cem.page.goto(watch)
    expect(cem.page.locator(".watch em")).to_have_text("House rules")
    cem.leave()
    for person in (ann, ben):
        person.swift = True
        person.page.locator(".pick").first.wait_for()
    while not ann.page.locator(".end").count():
        if not any([ann.act(), ben.act()]):
            ann.page.wait_for_timeout(50)
    for person in (ann, ben):
        person.page.locator(".end").wait_for()
        assert "House rules" in person.page.locator(".end header").inner_text()
    ann.button("Menu").click()
    ann.button("Rules of this table").click()
    expect(ann.page.locator("dialog [data-topic=rounds]")).to_contain_text("1 round")
    assert ann.complaints == ben.complaints == []
    ann.leave()
    ben.leave()


def test_a_deck_of_ones_own_is_mended_by_its_lines_and_then_lies_on_the_table(
    browser: Browser, server: Served
) -> None:
    """LB-9.1: an error names the line and the cause, the line is marked, and the table shows the deck."""
    ann = Person(browser, server, PHONE)
    ann.open_table("Ann")
    edit(ann)
    ann.page.get_by_role("radio", name=re.compile("^Deck of your own")).check(force=True)
    text = ann.page.locator("[data-thing=deck-text]")
    text.fill(HEAD + FACE * 3 + "12345678 4,5,? LL,M,S\n" + FACE * 4)
    wrong = ann.page.locator(".wrong[role=status]")
    expect(wrong).to_have_text("Line 7: nine digits from 1 to 9 make the numbers, not “12345678”.")
    expect(ann.page.locator(".gutter .bad")).to_have_text("7")
    expect(ann.page.locator("[data-thing=house-save]")).to_have_attribute("aria-disabled", "true")
    ann.check_access()
    text.fill(HEAD + FACE * 8)
    expect(ann.page.locator(".read")).to_contain_text("Kitchen table · 8 boxes")
    expect(wrong).to_have_text("")
    ann.check_access()
    for _ in range(4):
        thing(ann.page, "dealt-more")
    start = ann.page.locator("[data-rule=start]").get_by_role("alert")
    expect(start).to_have_text("9 boxes are needed at the start, but the deck has 8.")
    thing(ann.page, "start-reset")
    expect(start).to_have_count(0)
    save(ann)
    deck = ann.page.get_by_role("button", name="Deck: Kitchen table")
    expect(deck).to_contain_text("8 boxes")
    deck.click()
    expect(ann.page.get_by_role("dialog").get_by_role("img")).to_have_count(8)
    expect(ann.page.get_by_role("dialog")).to_contain_text("by Ann, CC0")
    ann.check_access()
    assert complaints(ann) == []
    ann.leave()


def test_a_deck_comes_out_of_a_file_and_its_faults_are_told_in_chinese(
    browser: Browser, server: Served, tmp_path: Path
) -> None:
    ann = Person(browser, server, PHONE, language="zh-CN")
    ann.page.goto("/")
    ann.button("邀请").click()
    ann.page.get_by_label("名字").fill("安")
    ann.page.locator("dialog .main").click()
    thing(ann.page, "house")
    ann.page.get_by_role("radio", name=re.compile("^自己的牌库")).check(force=True)
    file = tmp_path / "mine.deck"
    file.write_text(HEAD + FACE * 5 + "123456789 4,5 LL,M,S\n", encoding="utf-8")
    ann.page.locator("input[type=file]").set_input_files(file)
    expect(ann.page.locator(".wrong[role=status]")).to_contain_text("第9行：横行要有三个奖励")
    file.write_text(HEAD + FACE * 5, encoding="utf-8")
    ann.page.locator("input[type=file]").set_input_files(file)
    expect(ann.page.locator(".read")).to_contain_text("Kitchen table")
    assert complaints(ann) == []
    ann.leave()


def test_kept_rules_are_shared_by_a_link_that_opens_a_table(browser: Browser, server: Served) -> None:
    ann = Person(browser, server, PHONE)
    ann.open_table("Ann")
    edit(ann)
    thing(ann.page, "rounds-more")
    thing(ann.page, "rounds-more")
    ann.page.get_by_label("A name for these rules").fill("Friday night")
    thing(ann.page, "preset-keep")
    ann.button("Share Friday night").click()
    link = ann.page.get_by_label("Link to Friday night").input_value()
    ann.check_access()
    thing(ann.page, "house-reset")
    expect(ann.page.locator("[data-thing=rounds]")).to_have_text("4")
    ann.button("Take Friday night").click()
    expect(ann.page.locator("[data-thing=rounds]")).to_have_text("6")

    cem = Person(browser, server, PHONE)
    cem.page.goto(link)
    cem.page.get_by_role("heading", name="Friday night").wait_for()
    expect(cem.page.get_by_text("Kept by Ann")).to_be_visible()
    expect(cem.page.locator("section[aria-labelledby=rules]")).to_contain_text("6 rounds")
    cem.check_access()
    thing(cem.page, "preset-own")
    expect(cem.page.get_by_text("You keep these rules.")).to_be_visible()
    thing(cem.page, "preset-invite")
    cem.name_oneself("Cem")
    cem.page.get_by_text("The table is set").wait_for()
    expect(cem.page.locator("section[aria-labelledby=rules]")).to_contain_text("6 rounds")

    ann.button("Let Friday night go").click()
    ann.button("Let them go").click()
    expect(ann.page.locator("[data-preset]")).to_have_count(0)
    cem.page.goto(link)
    cem.page.get_by_text("These rules are kept no more").wait_for()
    assert ann.complaints == []
    ann.leave()
    cem.leave()


def test_a_stranger_plays_at_once_by_the_rules_of_a_link(browser: Browser, server: Served) -> None:
    ann = Person(browser, server, DESKTOP)
    ann.open_table("Ann")
    edit(ann)
    thing(ann.page, "rounds-more")
    ann.page.get_by_label("A name for these rules").fill("Long")
    thing(ann.page, "preset-keep")
    ann.button("Share Long").click()
    link = ann.page.get_by_label("Link to Long").input_value()
    cem = Person(browser, server, PHONE)
    cem.page.goto(link)
    thing(cem.page, "preset-play")
    cem.button(re.compile("^Alone")).click()
    cem.page.locator(".pick").first.wait_for()
    cem.choose()
    cem.page.locator("[data-kind=answer]").wait_for()
    expect(cem.page.locator(".round")).to_contain_text("of 5")
    assert ann.complaints == cem.complaints == []
    ann.leave()
    cem.leave()


def test_house_rules_are_made_by_keys_alone(browser: Browser, server: Served) -> None:
    """C37: every part of the editor is reached and worked without a pointer."""
    ann = Person(browser, server, DESKTOP)
    ann.open_table("Ann")
    keys = ann.page.keyboard

    def press(name: str, key: str = "Enter") -> None:
        ann.page.locator(f"[data-thing={name}]").focus()
        keys.press(key)

    press("house")
    ann.page.locator("[data-thing=house-save]").wait_for()
    press("rounds-more")
    expect(ann.page.locator("[data-thing=rounds]")).to_have_text("5")
    press("boxPoints-edit", "Space")
    keys.press("Tab")
    keys.press("Tab")  # the way back of this rule isn't there yet: from the pen on to the points
    strip = ann.page.locator("[data-strip=boxPoints]")
    first = strip.get_by_role("spinbutton").first
    first.focus()
    keys.press("ArrowUp")
    expect(first).to_have_value("16")
    keys.press("Tab")
    expect(strip.get_by_role("spinbutton").nth(1)).to_be_focused()
    press("passRule", "Space")
    expect(ann.page.locator("[data-rule=passRule]")).to_contain_text("Passing is always allowed")
    press("house-save")
    ann.page.locator("dialog").wait_for(state="detached")
    expect(ann.page.locator("[data-thing=house]")).to_be_focused()
    assert "3 things are different here" in card(ann)
    assert ann.complaints == []
    ann.leave()


def test_the_editor_fits_the_smallest_phone_and_large_text(browser: Browser, server: Served) -> None:
    ann = Person(browser, server, {"width": 320, "height": 568})
    ann.open_table("Ann")
    for pixels in (16, 32):
        ann.page.evaluate("px => document.documentElement.style.fontSize = `${px}px`", pixels)
        edit(ann)
        for topic in ("boxPoints", "starPoints", "solo"):
            thing(ann.page, f"{topic}-edit")
        wide = "one => one.scrollWidth - one.clientWidth"
        assert ann.page.locator("dialog").evaluate(wide) <= 0
        assert ann.page.locator("html").evaluate(wide) <= 0
        ann.page.keyboard.press("Escape")
        ann.page.locator("dialog").wait_for(state="detached")
    assert ann.complaints == []
    ann.leave()
