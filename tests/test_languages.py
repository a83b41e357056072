"""Is everything said in the language of whoever looks: pages, refusals, rules and the guide?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served

# Words of Latin letters that belong into a Chinese page: names, keys, ids of rules.
KNOWN = re.compile(r"boltbox|English|LB|Enter|Shift|Backspace|Esc|Ann|\bhttps?://\S+", re.IGNORECASE)
WORDS = "() => document.querySelector('dialog[open]')?.innerText ?? document.body.innerText"
COVERED = """() => {
  const rect = one => document.querySelector(one).getBoundingClientRect();
  const [bubble, ring] = [rect('.guide'), rect('.show rect')];
  return bubble.left < ring.right && ring.left < bubble.right
      && bubble.top < ring.bottom && ring.top < bubble.bottom;
}"""
SPOKEN = "() => [...document.querySelectorAll('[role=log] p')].map(one => one.textContent).join(' ')"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("languages") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def reader(browser: Browser, server: Served) -> Iterator[Person]:
    """Reads Chinese, on a phone."""
    person = Person(browser, server, PHONE, language="zh-CN")
    yield person
    assert person.complaints == []
    person.leave()


@pytest.fixture
def learner(browser: Browser, server: Served) -> Iterator[Person]:
    """Plays for the first time."""
    person = Person(browser, server, PHONE, guided=False)
    yield person
    assert person.complaints == []
    person.leave()


def check_chinese(person: Person) -> None:
    """Looks for words that were left in English; and axe looks too."""
    left = re.findall(r"[A-Za-z]{2,}", KNOWN.sub("", person.page.evaluate(WORDS)))
    assert left == []
    person.check_access()


def test_a_chinese_browser_meets_chinese_everywhere(reader: Person) -> None:
    reader.page.goto("/")
    expect(reader.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    check_chinese(reader)
    reader.button("菜单").click()
    check_chinese(reader)
    reader.button("按键").click()
    check_chinese(reader)
    reader.page.keyboard.press("Escape")
    reader.button("邀请").click()
    reader.page.get_by_label("名字", exact=True).fill("Ann")
    check_chinese(reader)
    reader.button("就用这个").click()
    reader.page.get_by_role("heading", name="牌桌摆好了").wait_for()

    reader.page.goto("/")
    reader.button("马上玩").click()
    check_chinese(reader)
    reader.play_by_house_rules(rounds=2)
    check_chinese(reader)
    reader.swift = True
    looked = set[str]()
    while reader.step():
        if (kind := reader.asked()) not in looked:
            looked.add(kind)
            check_chinese(reader)
    assert {"answer", "dialog", "choose"} <= looked
    check_chinese(reader)


def test_a_language_is_chosen_in_one_tap_and_remembered(reader: Person) -> None:
    reader.page.goto("/")
    reader.button("English").click()
    expect(reader.button("Play now")).to_be_visible()
    expect(reader.page.locator("html")).to_have_attribute("lang", "en")
    reader.page.reload()
    expect(reader.button("中文")).to_be_visible()
    reader.button("Menu").click()
    reader.page.get_by_role("group", name="Language").get_by_label("中文").check()
    expect(reader.page.get_by_role("dialog", name="菜单")).to_be_visible()
    reader.page.keyboard.press("Escape")
    expect(reader.button("菜单")).to_be_focused()


def test_a_refusal_is_worded_in_the_language_and_leads_to_its_rule(reader: Person) -> None:
    reader.play_in("马上玩", "自己玩", pressDone=True)
    reader.play_until_a_cell_glows()
    reader.answer()
    reader.settle()
    reader.page.locator("button.cell:not(.crossed)").first.click()
    bubble = reader.page.locator(".bubble")
    expect(bubble).to_contain_text("这个数字你已经回应过了")
    address = reader.page.url
    bubble.get_by_role("button", name="LB-3.7").click()
    rule = reader.page.locator("[id='LB-3.7']")
    expect(rule).to_be_focused()
    expect(rule).to_contain_text("撤回")
    check_chinese(reader)
    reader.page.keyboard.press("Escape")
    assert reader.page.url == address


def test_the_rules_have_a_page_with_an_address_for_each(learner: Person) -> None:
    learner.page.goto("/")
    learner.page.locator(".game.lucky").get_by_role("link", name="Rules").click()
    learner.page.get_by_role("heading", name="Final scoring").wait_for()
    learner.check_access()
    learner.page.get_by_role("link", name="Lines and bonuses").click()
    expect(learner.page.locator("[id='LB-4']")).to_be_focused()
    assert learner.page.url.endswith("/rules/luckybox#LB-4")
    learner.page.goto("/rules/luckybox#LB-7.3")
    expect(learner.page.locator("[id='LB-7.3']")).to_be_focused()
    expect(learner.page.locator("[id='LB-7.3']")).to_be_in_viewport()

    learner.page.get_by_label("Search the rules").fill("bolt")
    expect(learner.page.get_by_role("status")).to_contain_text("rules found")
    expect(learner.page.locator("[id='LB-7.3']")).to_have_count(0)
    expect(learner.page.locator("[id='LB-3.2']")).to_be_visible()
    learner.page.get_by_label("Search the rules").fill("dragon")
    expect(learner.page.get_by_role("status")).to_have_text("No rule speaks of that.")


def test_the_first_two_numbers_are_played_with_a_guide(learner: Person) -> None:
    learner.play_alone()
    learner.choose()
    steps: list[str] = []
    guide = learner.page.locator(".guide.placed")
    while True:
        guide.wait_for()
        step = guide.get_attribute("data-step") or ""
        steps.append(step)
        words = guide.locator("p").inner_text()
        assert not learner.page.evaluate(COVERED)
        learner.page.wait_for_function(f"words => ({SPOKEN})().includes(words)", arg=words)
        if step == "end":
            break
        if step in ("glow", "pass", "bonus"):
            learner.page.mouse.move(0, 0)
            learner.answer()
        elif step == "done":
            learner.page.locator("[data-thing=done]").click()
        else:
            guide.get_by_role("button", name="Next").click()
        expect(learner.page.locator(f".guide.placed[data-step={step}]")).to_have_count(0)
    assert steps[0] == "number"
    assert {"done", "end"} <= set(steps)
    assert {"price", "ring", "tile"} & set(steps)
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_have_count(0)

    learner.page.reload()
    learner.page.locator("[data-kind=answer]").wait_for()
    expect(guide).to_have_count(0)
    learner.button("Menu").click()
    learner.button("Show me how").click()
    guide.wait_for()
    learner.check_access()
    guide.get_by_role("button", name="Skip the guide").click()
    expect(guide).to_have_count(0)


def test_the_guide_stops_nobody_who_goes_on_without_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server, DESKTOP, guided=False, language="zh-CN")
    person.play_in("马上玩", "自己玩")
    guide = person.page.locator(".guide.placed")
    for _ in range(2):
        person.page.locator("[data-kind=answer]").wait_for()
        guide.wait_for()
        number = person.page.locator(".places").get_attribute("aria-label")
        while person.asked() in ("answer", "bonus", "confirm"):
            person.act()
            if person.page.locator(".places").get_attribute("aria-label") != number:
                break
    expect(person.page.locator(".guide[data-step=end]")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(guide).to_have_count(0)
    person.leave()
