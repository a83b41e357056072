"""Is today's deal tried, compared, shared and practised in a browser, and do games alone have their page?"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESKTOP, Person, Served, chromium, served

CLOCK = """const real = Date.now; Date.now = () => real() + 40 * 86400000;
Date = class extends Date { constructor(...given) { given.length ? super(...given) : super(Date.now()); } }"""
COPIED = "navigator.clipboard.writeText = async text => { window.copied = text; }"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("day") / "boltbox.sqlite") as one:
        yield one


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def board(page: Page) -> list[str]:
    return page.locator("#board + ol b").all_inner_texts()


def play(person: Person) -> None:
    """Plays whatever is open to the end, by script."""
    person.swift = True
    person.page.locator(".pick").first.wait_for()
    while person.step():
        pass
    person.page.locator(".alone").wait_for()


def try_today(person: Person, name: str) -> None:
    person.page.locator("[data-thing=try]").click()
    person.name_oneself(name)
    play(person)


def check_summary(person: Person) -> None:
    """Looks at the squares of a try, and at what is copied: four rounds of nine, and no number that came."""
    person.page.locator(".round").first.wait_for()
    assert [
        rows.count("svg")
        for rows in person.page.locator(".round").evaluate_all(
            "rounds => rounds.map(round => [...round.children].map(one => one.tagName))"
        )
    ] == [9] * 4
    person.check_access()

    person.page.evaluate(COPIED)
    person.page.locator("[data-thing=copy]").click()
    person.page.get_by_text("Copied").wait_for()
    head, score, *rows, link = person.page.evaluate("window.copied").split("\n")
    assert re.fullmatch(r"Boltbox · Lucky Box · \w+ \d+, \d{4}", head)
    assert re.fullmatch(r"-?\d+ points? · .+", score)
    assert link.endswith("/today")
    assert len(rows) == 4
    assert all(re.fullmatch("[⬜🟦⚡🔗📦]{9}", row) for row in rows)


def test_today_s_deal_from_the_home_page_to_the_day_s_table(browser: Browser, server: Served) -> None:
    """C32: a device whose clock is weeks ahead sees the server's day."""
    ann, ben = Person(browser, server), Person(browser, server, DESKTOP)
    ben.context.add_init_script(CLOCK)
    days = []
    for person in (ann, ben):
        person.page.goto("/")
        strip = person.page.get_by_role("link", name="Today's deal")
        expect(strip).to_contain_text(re.compile(r"(\d+ h )?\d+ min left"))
        strip.click()
        person.page.locator("[data-thing=try]").wait_for()
        days.append(person.page.locator(".leaf").inner_text())
        assert person.page.locator("#board").count() == 0
    assert days[0] == days[1]
    ann.check_access()

    try_today(ann, "Ann")
    expect(ann.page.locator(".alone")).to_contain_text("Place 1 of 1")
    expect(ann.page.locator(".alone")).to_contain_text("Your first result")
    ann.check_access()
    ann.page.get_by_role("link", name="See the day's table").click()
    expect(ann.page.locator("#board + ol li")).to_have_count(1)
    ann.check_access()

    # Ben hasn't tried: Ann's way would spoil it.
    way = ann.page.locator("#board + ol a").get_attribute("href")
    assert way is not None
    # The server keeps back the record of a day that isn't over, so none is offered.
    ann.page.goto(way)
    ann.page.locator("[data-thing=line]").wait_for()
    ann.button("Menu").click()
    ann.page.get_by_role("dialog").get_by_text("Arrow keys step").wait_for()
    assert ann.page.get_by_role("link", name="Save the record").count() == 0
    ben.page.goto(way.replace("/look/", "/w/"))
    ben.page.get_by_role("heading", name=re.compile("Play your own try first")).wait_for()
    ben.page.locator("main").get_by_role("link", name="Today's deal").click()
    try_today(ben, "Ben")
    ben.page.goto("/today")
    ben.page.locator("#board").wait_for()
    assert sorted(board(ben.page)) == ["Ann", "Ben"]
    check_summary(ben)

    ben.page.locator("[data-thing=practise]").click()
    play(ben)
    expect(ben.page.locator(".alone")).to_contain_text("This was practice")
    ben.page.get_by_role("link", name="See the day's table").click()
    ben.page.locator("#board").wait_for()
    assert sorted(board(ben.page)) == ["Ann", "Ben"]
    for person in (ann, ben):
        # The browser itself notes the line that the server ended, and the day that isn't over.
        assert [one for one in person.complaints if "Failed to load" not in one] == []
        person.leave()


def test_a_try_waits_and_games_alone_are_listed(browser: Browser, server: Served) -> None:
    """LB-7.5, LB-8.2."""
    cem = Person(browser, server)
    cem.page.goto("/solo")
    cem.page.get_by_text("No solo game yet").wait_for()
    cem.check_access()
    cem.page.goto("/today")
    cem.page.locator("[data-thing=try]").click()
    cem.name_oneself("Cem")
    cem.page.locator(".pick").first.wait_for()
    cem.page.get_by_role("link", name="Home").click()
    expect(cem.page.get_by_role("link", name="Today's deal")).to_contain_text("Your try waits")
    cem.page.goto("/today")
    cem.page.get_by_role("button", name="Go on with your try").click()
    play(cem)
    cem.play_alone()
    play(cem)
    cem.page.get_by_role("link", name="Your solo games").click()
    cem.page.locator("#games").wait_for()
    assert cem.page.locator("tbody tr").count() == 2
    totals = [int(one) for one in cem.page.locator("td.points").all_inner_texts()]
    assert int(cem.page.locator(".number").inner_text()) == max(totals)
    chart = cem.page.get_by_role("img", name=re.compile(r"2 games: -?\d+, -?\d+"))
    assert chart.get_attribute("aria-label") == f"2 games: {totals[1]}, {totals[0]}"
    cem.check_access()
    cem.page.goto("/days/1999-12-31")
    cem.page.get_by_text("Nobody asked for a deal on December 31, 1999.").wait_for()
    cem.check_access()
    cem.leave()


def test_days_in_chinese_and_in_large_letters_fit_a_small_phone(browser: Browser, server: Served) -> None:
    dan = Person(browser, server, {"width": 320, "height": 640}, language="zh-CN")
    for way in ("/today", "/solo", "/days/1999-12-31", "/"):
        dan.page.goto(way)
        dan.page.locator("h1").first.wait_for()
        for size in ("100%", "200%"):
            dan.page.evaluate("size => document.documentElement.style.fontSize = size", size)
            wide = dan.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 320, (way, size)
    dan.leave()
