"""Can a whole game be played by keys alone, and is everything heard once while focus stays where it was?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import DESKTOP, GLOWS, PHONE, Person, Served, chromium, served

# Keeps what a live region is given to say, in order, however often the page is changed around it.
LISTEN = """heard = [];
new MutationObserver(changes => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof HTMLElement)
        for (const one of node.matches('[role=log] *') ? [node] : node.querySelectorAll('[role=log] p'))
          heard.push(one.textContent);
}).observe(document, { childList: true, subtree: true })"""
BEN_SAID = "heard_before => heard.slice(heard_before).some(words => words.includes('Ben '))"
FOCUSED = "document.activeElement.dataset.thing ?? document.activeElement.tagName"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("keyboard") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def ann(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, DESKTOP, pressDone=True)
    person.page.add_init_script(LISTEN)
    yield person
    person.leave()


@pytest.fixture
def ben(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, PHONE, pressDone=True)
    yield person
    person.leave()


def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def focused(person: Person) -> str:
    """Names the thing that has focus, or its element."""
    return str(person.page.evaluate(FOCUSED))


def tab_to(person: Person, words: str) -> None:
    """Tabs to a button."""
    for _ in range(30):
        press(person, "Tab")
        if words in person.page.evaluate("document.activeElement.textContent"):
            return
    raise AssertionError(f"no way to {words}")


def choose(person: Person) -> None:
    """Picks the first boxes, and keeps them."""
    for box in range(1, 10):
        if not person.page.locator("[data-thing=choose][aria-disabled=true]").count():
            break
        press(person, str(box), "Enter")
    press(person, "d")


def answer(person: Person) -> None:
    """Crosses the next cell that glows, or passes, or spends bolts."""
    if person.page.locator("[data-thing=pass]").count():
        press(person, "p")
    else:
        press(person, "n", "Enter")


def act(person: Person) -> bool:
    """Does by keys what can be done now, and tells whether anything could."""
    person.settle()
    asked = person.asked()
    if asked == "dialog":
        tab_to(person, "Choose a box")
        press(person, "Enter")
    elif asked == "choose":
        choose(person)
    elif asked in ("answer", "bonus"):
        answer(person)
    elif asked == "confirm":
        press(person, "d")
    else:
        return False
    person.settle()
    return True


def to_a_number(*people: Person) -> None:
    """Does all that comes before the next number: looking at a round's end, a choice of boxes."""
    while any(person.asked() != "answer" for person in people):
        for person in people:
            if person.asked() in ("dialog", "choose"):
                person.act()


def news(person: Person) -> list[str]:
    """Reads the latest news for the eyes, oldest first."""
    return list(reversed(person.page.locator(".feed li span").all_inner_texts()))


def test_a_whole_game_by_keys_alone(ann: Person) -> None:
    ann.page.goto("/")
    tab_to(ann, "Play now")
    press(ann, "Enter")
    tab_to(ann, "Alone")
    press(ann, "Enter")
    ann.page.locator(".pick").first.wait_for()
    while not ann.page.locator(".end").count():
        if act(ann) and ann.asked() != "nothing":
            assert focused(ann) != "BODY"
    expect(ann.page.locator(".end")).to_be_visible()
    ann.page.wait_for_function("() => document.activeElement !== document.body")
    assert ann.complaints == []


def test_arrows_lead_from_box_to_box_and_letters_can_be_switched_off(ann: Person) -> None:
    ann.play_alone()
    choose(ann)
    ann.page.locator("[data-kind=answer]").wait_for()
    boxes = ann.page.locator(".place .box")
    first, second = (boxes.nth(i).locator("button.cell") for i in (0, 1))
    press(ann, "1", "ArrowUp", "ArrowUp", "ArrowDown", "End")
    expect(first.nth(5)).to_be_focused()
    press(ann, "ArrowRight")
    expect(second.nth(3)).to_be_focused()
    press(ann, "ArrowLeft", "ArrowUp")
    expect(first.nth(2)).to_be_focused()
    press(ann, "ArrowUp")  # nothing lies above
    expect(first.nth(2)).to_be_focused()

    press(ann, "Tab", "Shift+Tab")
    expect(first.nth(2)).to_be_focused()
    press(ann, "?")
    ann.page.get_by_label("Letters and digits are keys too").uncheck()
    press(ann, "Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(first.nth(2)).to_be_focused()
    press(ann, "2", "n", "r")
    expect(first.nth(2)).to_be_focused()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_what_is_asked_is_said_and_a_step_is_taken_back(ann: Person) -> None:
    ann.play_alone()
    choose(ann)
    ann.play_until_a_cell_glows()
    before = ann.crosses()
    press(ann, "n", "Enter")
    ann.settle()
    assert ann.crosses() == before + 1
    at = focused(ann)
    press(ann, "Backspace")
    ann.settle()
    assert ann.crosses() == before
    assert focused(ann) == at
    number = ann.page.locator(".holder").get_attribute("aria-label")
    ann.page.evaluate("heard = []")
    press(ann, "a")
    ann.page.wait_for_function("number => heard.join(' ').includes(`${number}. Cross any `)", arg=number)


def test_focus_stays_and_each_event_is_said_once_in_order(ann: Person, ben: Person) -> None:
    """C37."""
    ben.swift = True
    link = ann.open_table("Ann")
    ben.sit_down(link, "Ben")
    ann.button("Start the game").click()
    for person in (ann, ben):
        person.page.locator("[data-thing=choose]").wait_for()
    choose(ann)
    ben.choose()

    updates, lines, looked = 0, 0, False
    while updates < 20 or lines == 0:
        to_a_number(ann, ben)
        press(ann, "2")
        cell = focused(ann)
        assert re.fullmatch(r"cell-\d+-\d", cell)
        before = ann.page.evaluate("heard.length")
        if not looked:
            press(ann, "?")
            expect(ann.page.get_by_role("dialog")).to_be_visible()
        while ben.asked() in ("answer", "bonus", "confirm"):
            ben.act()
        ann.page.wait_for_function(BEN_SAID, arg=before)  # in the dialog too
        if not looked:
            looked = True
            press(ann, "Escape")
            expect(ann.page.get_by_role("dialog")).to_have_count(0)
        assert focused(ann) == cell
        said = ann.page.evaluate("before => heard.slice(before).join(' ')", before)
        updates += said.count("Ben ")
        lines += said.count("Ben fills a line")
        drawn = ann.page.locator(".places .came").count()
        while ann.asked() in ("answer", "bonus", "confirm"):
            act(ann)
            if ann.page.locator(".places .came").count() != drawn:
                break

    ann.page.wait_for_function("words => heard.at(-1)?.includes(words)", arg=news(ann)[-1])
    heard = ann.page.evaluate("heard.join(' ')")
    seen = [words for words in news(ann) if words.startswith("Ben ")]
    assert re.findall(r"Ben [^.]*\.", heard)[-len(seen) :] == seen
    assert ann.complaints == []


def test_focus_moves_on_when_its_box_leaves(ann: Person) -> None:
    """The finished box takes the focused cell along."""
    ann.play_alone()
    ann.swift = True
    choose(ann)
    ann.page.locator("[data-kind=answer]").wait_for()
    boxes = ann.page.locator(".place:not([inert])").count()
    while ann.page.locator(".place:not([inert])").count() == boxes:
        ann.page.locator(GLOWS).or_(
            ann.page.locator("[data-thing=pass], [data-kind=confirm], .pick")
        ).first.wait_for()
        if not act(ann):
            break
        boxes = max(boxes, ann.page.locator(".place:not([inert])").count())
    assert focused(ann) != "BODY"
