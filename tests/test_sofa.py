"""Does one device go round a sofa? Several people on one screen, one at a time, secrets under a cover."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import CROSSED, DESKTOP, PHONE, Person, Served, chromium, served

OFFERS = """when => heard
    .slice(when === 'ever' ? 0 : heard.findLastIndex(text => text.includes('"you":null')))
    .filter(text => text.includes('"offer":[{')).length"""
# Keeps every frame that the page gets, and all that a live region is given to say.
LISTEN = """heard = [];
const Plain = WebSocket;
WebSocket = class extends Plain {
  constructor(...all) { super(...all); this.addEventListener('message', event => heard.push(event.data)); }
};
spoken = [];
new MutationObserver(changes => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof HTMLElement)
        for (const one of node.matches('[role=log] *') ? [node] : node.querySelectorAll('[role=log] p'))
          spoken.push(one.textContent);
}).observe(document, { childList: true, subtree: true })"""
QUICK = """async names => {
  await fetch('/api/me');
  const headers = { 'content-type': 'application/json' };
  const me = JSON.stringify({ name: names[0], suit: 0 });
  await fetch('/api/me', { method: 'PUT', headers, body: me });
  const guests = names.slice(1).map(name => ({ name }));
  const options = { rounds: 1 };
  const body = JSON.stringify({ game: 'luckybox', start: true, guests, options });
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).table;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("sofa") / "boltbox.sqlite") as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def sofa(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, PHONE, pressDone=True)
    person.page.add_init_script(LISTEN)
    yield person
    assert person.complaints == []
    person.leave()


def sit_round(sofa: Person, *names: str) -> None:
    """Starts a game on one device from the home page."""
    sofa.page.goto("/")
    sofa.button("Play now").click()
    sofa.button(re.compile("^Pass and play")).click()
    for at, name in enumerate(names, 1):
        if at > 2:
            sofa.button("One more").click()
        sofa.page.get_by_label(f"Player {at}", exact=True).fill(name)
    sofa.button("Start the game").click()
    expect(sofa.page.locator(".cover")).to_be_visible()


def covered_for(sofa: Person, name: str) -> None:
    """Checks that nothing of anybody's choice is on the screen, and that the device goes to somebody."""
    expect(sofa.page.get_by_role("heading", name=f"Pass to {name}")).to_be_visible()
    expect(sofa.page.locator(".pick")).to_have_count(0)
    expect(sofa.button(f"I'm {name}")).to_be_focused()


def take(sofa: Person, name: str) -> None:
    covered_for(sofa, name)
    sofa.button(f"I'm {name}").click()
    sofa.page.locator(".pick").first.wait_for()


def at_device(sofa: Person) -> str:
    return sofa.page.locator(".strip [aria-pressed=true] .name").text_content() or ""


def answers(sofa: Person) -> None:
    """Answers the number for whoever has the device, to the end of the turn."""
    before = (at_device(sofa), drawn(sofa))
    acting = sofa.page.locator(".strip .acts")
    while acting.count() and (at_device(sofa), drawn(sofa)) == before:
        if not sofa.act():
            sofa.page.wait_for_timeout(30)


def drawn(sofa: Person) -> str:
    holder = sofa.page.locator(".holder")
    return (holder.get_attribute("aria-label") or "") if holder.count() else ""


def test_three_people_choose_under_covers_and_answer_in_turn(sofa: Person, tmp_path: Path) -> None:
    """C16: no offer is in the page before its person says to hold the device."""
    sit_round(sofa, "Ann", "Mia", "Leo")
    sofa.check_access()
    for name in ("Ann", "Mia", "Leo"):
        covered_for(sofa, name)
        assert (
            sofa.page.evaluate(f'({OFFERS})(heard.slice(heard.findLastIndex(one => /"you":null/.test(one))))')
            == 0
        )
        take(sofa, name)
        if name == "Mia":
            sofa.check_access()
            sofa.page.reload()
            covered_for(sofa, "Mia")
            assert sofa.page.evaluate(OFFERS, "ever") == 0
            take(sofa, "Mia")
        sofa.choose()
    # The first number: who chose last has the device, then it goes round by itself.
    for name in ("Leo", "Ann", "Mia"):
        expect(sofa.page.locator(".strip [aria-pressed=true]")).to_contain_text(name)
        expect(sofa.page.locator(".turn")).to_contain_text(f"{name}'s turn")
        sofa.page.wait_for_function("name => spoken.some(one => one.includes(`${name}'s turn`))", arg=name)
        answers(sofa)
    assert at_device(sofa) == "Mia"
    sofa.check_access()


def test_who_has_chosen_takes_it_back_and_who_has_answered_too(sofa: Person) -> None:
    sit_round(sofa, "Ann", "Mia")
    take(sofa, "Ann")
    sofa.choose()
    covered_for(sofa, "Mia")
    sofa.button(re.compile("^Ann")).click()
    take(sofa, "Ann")
    sofa.button("Think again").click()
    sofa.choose()
    take(sofa, "Mia")
    sofa.choose()
    first = at_device(sofa)
    while not sofa.page.locator(CROSSED).count():
        answers(sofa)
        sofa.page.keyboard.press("h")
        expect(sofa.page.locator("[data-kind]")).to_be_visible()
    assert {first, at_device(sofa)} <= {"Ann", "Mia"}


def test_the_device_is_handed_on_by_a_key_and_others_play_elsewhere(
    sofa: Person, browser: Browser, server: Served
) -> None:
    """A mixed table: guests join in the lobby, and somebody plays on a phone of their own."""
    link = sofa.open_table("Ann")
    sofa.button("Someone on this device").click()
    sofa.page.get_by_label("Name", exact=True).fill("a\u200bb")
    sofa.button("Sit down").click()
    expect(sofa.page.get_by_role("alert")).to_contain_text("invisible")
    sofa.page.get_by_label("Name", exact=True).fill("Mai")
    sofa.check_access()
    sofa.button("Sit down").click()
    sofa.button("Change Mai").click()
    sofa.page.get_by_label("Name", exact=True).fill("Mia")
    sofa.button("Save").click()
    expect(sofa.page.locator("[data-seat='2']")).to_contain_text("on this device")
    ben = Person(browser, server, DESKTOP, pressDone=True)
    ben.sit_down(link, "Ben")
    expect(ben.page.locator("[data-seat='2']")).to_contain_text("shares a device")
    sofa.check_access()
    sofa.button("Start the game").click()
    for name in ("Ann", "Mia"):
        take(sofa, name)
        sofa.choose()
    expect(sofa.page.get_by_role("heading", name="Everybody here has chosen")).to_be_visible()
    expect(sofa.page.locator(".cover")).to_contain_text("Waiting for Ben")
    sofa.check_access()
    ben.page.locator(".pick").first.wait_for()
    ben.choose()
    expect(sofa.page.locator(".strip [aria-pressed=true]")).to_contain_text("Ann")
    sofa.page.keyboard.press("h")
    expect(sofa.page.locator(".strip [aria-pressed=true]")).to_contain_text("Mia")
    answers(sofa)
    expect(sofa.page.locator(".strip [aria-pressed=true]")).to_contain_text("Ann")
    answers(sofa)
    expect(ben.page.locator("[data-kind=answer]")).to_be_visible()
    assert ben.complaints == []
    ben.leave()


def test_a_whole_game_on_one_device_names_the_winner_and_plays_again(sofa: Person) -> None:
    sofa.swift = True
    sofa.page.goto("/")
    sofa.page.goto(f"/t/{sofa.page.evaluate(QUICK, ['Ann', 'Mia', 'Leo'])}")
    for name in ("Ann", "Mia", "Leo"):
        take(sofa, name)
        sofa.choose()
    ends = sofa.page.locator(".end")
    while not ends.count():
        if sofa.page.locator("[data-thing=take]").count():
            sofa.tap(sofa.page.locator("[data-thing=take]"))
        elif not sofa.act():
            sofa.page.wait_for_timeout(20)
    heading = ends.get_by_role("heading").text_content() or ""
    assert re.search("Ann|Mia|Leo", heading)
    expect(ends.locator("tr.you")).to_have_count(3)
    expect(sofa.page.locator(".strip")).to_have_count(0)
    sofa.check_access()
    sofa.button("Again").click()
    covered_for(sofa, "Ann")
    expect(sofa.page.locator(".strip li")).to_have_count(3)
