"""Does a browser let one race alone: with the own bests, another goal, and a phone that is shaken?"""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.asking import asked
from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served
from tests.days import Player, arrive
from tests.desk import Clock
from tests.test_dice_page import CAN_CALL, CAN_ROLL, LYING, OPEN
from tests.trials import race_alone

# A phone that asks its owner first, as some do, and is shaken by the test.
MOTION = """() => {
  window.asked = 0;
  DeviceMotionEvent.requestPermission = async () => { window.asked += 1; return window.answer ?? 'granted'; };
}"""
SHAKE = """strength => dispatchEvent(new DeviceMotionEvent('devicemotion',
  { acceleration: { x: strength, y: 0, z: 0 } }))"""
PRACTICE = {"mode": "practice", "goal": "sum>=7", "rollMs": 300}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("alone")


@pytest.fixture(scope="module")
def raced(folder: Path) -> tuple[str, str]:
    """Races two time trials on a clock of their own: the token of who did, and the table of the second."""

    async def race() -> tuple[str, str]:
        clock = Clock()
        clock.now = 1_764_000_000_000
        async with asked(folder, clock) as app:
            (ann,) = await arrive(app, "Ann")
            await race_alone(ann, clock, idle=900)
            mailbox = await race_alone(ann, clock, idle=200)
            return token_of(ann), mailbox.live.id

    # The browser has a loop in this thread already.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(race())).result()


def token_of(player: Player) -> str:
    (cookie,) = player.client.cookies.jar
    assert cookie.value is not None
    return f"{cookie.name}={cookie.value}"


@pytest.fixture(scope="module")
def server(folder: Path, raced: tuple[str, str]) -> Iterator[Served]:
    with served(folder / "boltbox.sqlite") as server:
        yield server


def test_own_time_trials_are_known_wherever_one_is(
    browser: Browser, server: Served, raced: tuple[str, str]
) -> None:
    """LD-5.5: from the server's results, by a browser that never raced."""
    token, table = raced
    ann = Person(browser, server, PHONE)
    (morsel,) = SimpleCookie(token).values()
    ann.context.add_cookies([{"name": morsel.key, "value": morsel.value, "url": server.address}])
    ann.page.goto(f"/t/{table}")
    ann.page.get_by_text(re.compile(r"New best! Until now it was \d+\.\d\d s\.")).wait_for()
    best = ann.page.locator(".total").inner_text()
    ann.check_access()
    ann.page.get_by_role("link", name="Your solo games").click()
    expect(ann.page.locator(".best .number")).to_have_text(best)
    expect(ann.page.locator("td.points")).to_have_count(2)
    expect(ann.page.locator("td.points").first).to_have_text(best)
    ann.check_access()
    ann.page.goto("/")
    ann.button("Roll now").click()
    expect(ann.button(re.compile("^Time trial"))).to_contain_text(f"Your best: {best}")
    ann.check_access()
    assert ann.complaints == []
    ann.leave()


def test_practice_keeps_the_best_time_and_goes_on_with_another_goal(browser: Browser, server: Served) -> None:
    """LD-5.5: without a result, so only this browser knows."""
    one = Person(browser, server, DESKTOP)
    one.page.goto("/")
    one.page.goto(f"/t/{one.page.evaluate(OPEN, [PRACTICE, True])}")
    for goal in range(2):
        one.page.locator(f"[data-goal='{goal + 1}']").wait_for()
        one.page.locator(CAN_ROLL).wait_for()
        one.page.keyboard.press("Space")
        one.page.locator(CAN_CALL).wait_for()
        one.page.keyboard.press("Enter")
    one.page.locator("[data-goal='3']").wait_for()
    expect(one.page.locator(".last")).to_contain_text(re.compile(r"in 1 roll \(best play: about 1\.0\)"))
    best = one.page.get_by_text(re.compile(r"^best \d"))
    shown = best.inner_text()
    one.page.reload()
    expect(best).to_have_text(shown)
    one.page.locator("[data-thing=another]").click()
    one.page.get_by_role("dialog").get_by_role("button", name="All odd").first.click()
    one.page.get_by_role("img", name="The goal: All odd").wait_for()
    expect(best).to_have_count(0)  # of another goal
    assert one.complaints == []
    one.leave()


def test_a_shaken_phone_rolls_once_its_owner_allows_it(browser: Browser, server: Served) -> None:
    """C37: asked after a tap only, and the buttons go on working whatever the answer is."""
    one = Person(browser, server, PHONE, touch=True)
    one.context.add_init_script(f"({MOTION})()")
    one.page.goto("/")
    one.page.goto(f"/t/{one.page.evaluate(OPEN, [PRACTICE, True])}")
    one.page.locator(CAN_ROLL).wait_for()
    one.page.evaluate(SHAKE, 40)
    assert one.page.evaluate("asked") == 0
    expect(one.page.locator("[data-thing=shake]")).to_have_text("Shaking rolls: off")
    one.page.locator("[data-thing=shake]").click()
    one.page.evaluate("window.answer = 'denied'")
    one.button("Shake to roll").click()
    one.page.get_by_role("alert").get_by_text("The phone didn't allow it.").wait_for()
    one.check_access()
    one.page.evaluate("window.answer = 'granted'")
    one.button("Shake to roll").click()
    expect(one.page.locator("[data-thing=shake]")).to_have_text("Shaking rolls: on")
    assert one.page.evaluate("asked") == 2
    one.page.evaluate(SHAKE, 9)  # a walk
    expect(one.page.get_by_text("0 rolls")).to_be_visible()
    one.page.evaluate(SHAKE, 40)
    one.page.locator(LYING).nth(5).wait_for()
    expect(one.page.get_by_text("1 roll", exact=True)).to_be_visible()
    # The page of a later day asks the phone again, at the first tap and not before.
    one.page.reload()
    one.page.locator(LYING).nth(5).wait_for()
    assert one.page.evaluate("asked") == 0
    one.page.locator("[data-thing=die-1]").click()
    expect(one.page.locator("[data-thing=shake]")).to_have_text("Shaking rolls: on")
    assert one.complaints == []
    one.leave()
