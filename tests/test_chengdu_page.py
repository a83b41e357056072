"""Is a game by the rules of chengdu played in a browser, from the home page to the score sheet?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import DESKTOP, NEXT, PHONE, Person, Served, chromium, served

PARTS = ["Boxes", "Stars", "Moons", "Crosses"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("chengdu")) / "boltbox.sqlite") as server:
        yield server


def begin(person: Person) -> None:
    """Taps from the home page into a game of chengdu, alone."""
    person.page.goto("/")
    person.button("Play now").click()
    person.page.get_by_role("radio", name=re.compile("^Chengdu")).check(force=True)
    person.button(re.compile("^Alone")).click()
    person.page.locator(".pick").first.wait_for()


@pytest.mark.timeout(240)
def test_a_whole_game_of_chengdu_from_home_to_the_score_sheet(browser: Browser, server: Served) -> None:
    phone = Person(browser, server, PHONE)
    phone.swift = True
    begin(phone)
    refills = 0
    while not phone.page.locator(".end").count():
        phone.page.locator(NEXT).first.wait_for()
        if phone.asked() == "refill":
            refills += 1
            if refills == 1:
                phone.check_access()
        phone.act()
    assert refills == 3
    headings = phone.page.locator(".sheet thead th").all_inner_texts()
    assert headings[1:-1] == PARTS
    assert phone.page.locator(".chip").all_inner_texts() == ["Chengdu"]
    *parts, total = phone.page.locator(".sheet tbody td").evaluate_all(
        "cells => cells.map(cell => parseInt(cell.innerText, 10))"
    )
    assert len(parts) == len(PARTS)
    assert sum(parts) == total
    phone.check_access()
    assert phone.complaints == []
    phone.leave()


def test_a_table_to_invite_to_says_which_rules_it_plays(browser: Browser, server: Served) -> None:
    host = Person(browser, server, DESKTOP)
    host.page.goto("/")
    host.button("Invite").click()
    host.page.get_by_role("radio", name=re.compile("^Chengdu")).check(force=True)
    host.name_oneself("Ann")
    host.page.get_by_text("Rules: Chengdu").wait_for()
    host.page.goto("/")
    host.button("Invite").click()
    host.button("Open the table").click()
    host.page.get_by_text("Rules: Classic").wait_for()
    assert host.complaints == []
    host.leave()
