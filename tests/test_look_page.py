"""Is a finished game looked back at in a browser, by a shared link too, and a record opened from a file?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import DESKTOP, PHONE, Person, Served, chromium, served
from tests.recorded import resealed

GOLDEN = Path(__file__).parent / "golden" / "records"
CHENGDU = GOLDEN / "luckybox-1-chengdu.txt"
OLDER = GOLDEN / "luckybox-0-older.txt"
SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(Path(tmp_path_factory.mktemp("look")) / "boltbox.sqlite") as server:
        yield server


def shown(person: Person) -> dict[str, Any]:
    """Reads off the page which position it shows, and what lies on the stage."""
    stage = person.page.locator(".board .stage .box").all_inner_texts()
    crossed = person.page.locator(".board .stage .crossed").count()
    thumb = person.page.locator("[data-thing=line]")
    return {
        "at": thumb.input_value(),
        "place": thumb.get_attribute("aria-valuetext"),
        "drawn": person.page.locator(".board .places").get_attribute("aria-label"),
        "stage": (stage, crossed),
        "eyes": person.page.locator(".eyes [aria-pressed=true]").inner_text(),
    }


def bring(person: Person, file: Path) -> None:
    person.page.goto("/look")
    person.page.locator("input[type=file]").set_input_files(str(file))


def at(person: Person, position: int) -> None:
    expect(person.page.locator("[data-thing=line]")).to_have_value(str(position))


@pytest.mark.timeout(240)
def test_a_game_is_looked_back_at_from_its_score_sheet_and_a_position_is_shared(
    browser: Browser, server: Served
) -> None:
    ann = Person(browser, server, PHONE)
    ann.swift = True
    ann.play_by_house_rules(rounds=1)
    while not ann.page.locator(".end").count():
        ann.step()
    total = ann.page.locator(".end .sum b").inner_text()
    ann.page.locator("[data-thing=look]").click()
    ann.page.locator(".board").wait_for()
    assert re.search(r"/look/\w{12}", ann.page.url)
    at(ann, 1)
    assert shown(ann)["place"].startswith("Choosing boxes. 1 of ")

    # Keys: step by step, from number to number, to both ends.
    ann.page.keyboard.press("PageDown")
    first = shown(ann)
    assert first["place"].startswith("Round 1, draw 1: ")
    ann.page.keyboard.press("ArrowRight")
    assert int(shown(ann)["at"]) > int(first["at"])
    ann.page.keyboard.press("ArrowLeft")
    assert shown(ann) == first
    ann.page.keyboard.press("End")
    ann.page.locator("[data-thing=sheet]").click()
    assert ann.page.locator("dialog .sum b").inner_text() == total
    ann.page.keyboard.press("ArrowLeft")  # in the sheet keys aren't the time line's
    ann.page.keyboard.press("Escape")
    last = int(shown(ann)["at"])

    here = drag(ann, last)
    # The link is the position: somebody else sees the very same.
    ann.page.wait_for_url(re.compile(f"seat=1&at={here['at']}$"))
    ann.page.locator("[data-thing=share]").click()
    expect(ann.page.locator("[data-thing=share]")).to_have_text("Link copied")
    share(ann, Person(browser, server, DESKTOP), here)
    ann.leave()


def drag(ann: Person, last: int) -> dict[str, Any]:
    """Drags the thumb to the middle of the game, then goes to a number by its card."""
    line = ann.page.locator("[data-thing=line]").bounding_box()
    assert line is not None
    y = line["y"] + line["height"] / 2
    ann.page.mouse.move(line["x"] + line["width"] - 14, y)
    ann.page.mouse.down()
    ann.page.mouse.move(line["x"] + line["width"] / 2, y, steps=8)
    ann.page.mouse.up()
    assert abs(int(shown(ann)["at"]) - last / 2) <= 2
    ann.page.get_by_role("button", name=re.compile("^Draw 5: ")).click()
    here = shown(ann)
    assert here["place"].startswith("Round 1, draw 5: ")
    return here


def share(ann: Person, ben: Person, here: dict[str, Any]) -> None:
    """Follows the link to a position in another browser, looks through other eyes, and takes the record."""
    ben.page.goto(ann.page.url)
    ben.page.locator(".board .stage .box").first.wait_for()
    assert shown(ben) == here
    ben.button("Everybody").click()
    expect(ben.page.locator(".eyes [aria-pressed=true]")).to_have_text("Everybody")
    theirs = shown(ben)  # the same boards, but nothing of what the seat could do
    assert theirs["stage"][1] == here["stage"][1]
    assert {**theirs, "eyes": here["eyes"], "stage": here["stage"]} == here
    with ben.page.expect_download() as download:
        ben.page.locator("[data-thing=menu]").click()
        ben.page.get_by_role("link", name="Save the record").click()
    assert download.value.suggested_filename.startswith("luckybox-")
    assert ann.complaints == ben.complaints == []
    ben.leave()


def test_it_plays_by_itself_and_stops_at_the_end(browser: Browser, server: Served) -> None:
    person = Person(browser, server, DESKTOP, moving=True)
    bring(person, OLDER)
    person.page.get_by_role("link", name="Look back").click()
    person.page.locator(".board").wait_for()
    person.button("Speed: 1 times").click()
    person.button("Speed: 2 times").click()
    person.page.keyboard.press("End")
    last = int(shown(person)["at"])
    for _ in range(3):
        person.button("One step back").click()
    person.page.keyboard.press(" ")  # the button has focus, and is pressed
    person.page.locator("main").click(position={"x": 5, "y": 5})
    person.page.keyboard.press(" ")
    at(person, last)
    expect(person.page.locator("[data-thing=play]")).to_have_attribute("aria-label", "Play")
    assert person.complaints == []
    person.leave()


def test_a_record_of_older_rules_is_opened_and_ends_as_it_ended(browser: Browser, server: Served) -> None:
    person = Person(browser, server, PHONE)
    bring(person, OLDER)
    row = person.page.locator("article").first
    expect(row).to_contain_text("Checked")
    expect(row).to_contain_text("It was played by rules 0")
    assert row.locator("li b").all_inner_texts() == ["48", "37"]
    person.check_access()
    row.get_by_role("link", name="Look back").click()
    person.page.locator(".board").wait_for()
    expect(person.page.locator(".note")).to_contain_text("older rules (version 0)")
    person.page.keyboard.press("End")
    person.page.locator("[data-thing=sheet]").click()
    assert person.page.locator("dialog .sum b").all_inner_texts() == ["48", "37"]
    person.check_access()
    person.page.goto("/look")
    person.button("Remove").first.click()
    person.button("Remove it for good").click()
    expect(person.page.get_by_text("The records that you open are kept here.")).to_be_visible()
    assert person.complaints == []
    person.leave()


def test_what_is_wrong_is_said_where_one_opens_it_and_where_one_looks(
    browser: Browser, server: Served, tmp_path: Path
) -> None:
    forged = [json.loads(line) for line in CHENGDU.read_bytes().splitlines()[:-1]]
    forged[-1]["events"][-1]["outcome"]["totals"] = [99, 58, 75]
    dense = {"separators": (",", ":"), "ensure_ascii": False}
    lines = [json.dumps(line, **dense).encode() + b"\n" for line in forged]  # type: ignore[arg-type]
    (tmp_path / "forged.txt").write_bytes(resealed(b"".join(lines)))
    (tmp_path / "letter.txt").write_text("Dear Boltbox,\n")
    person = Person(browser, server, PHONE)
    bring(person, tmp_path / "letter.txt")
    expect(person.page.get_by_role("alert")).to_contain_text("This is no record of a game: line 1: ")
    person.page.locator("input[type=file]").set_input_files(str(tmp_path / "forged.txt"))
    row = person.page.locator("article").first
    expect(row).to_contain_text("Not to be trusted")
    row.get_by_role("link", name="Look back").click()
    person.page.locator("summary").click()
    expect(person.page.locator(".wrong li")).to_contain_text("Line 180: event ")
    assert [one for one in person.complaints if "400" not in one] == []
    person.leave()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_phase_of_a_look_back_fits_and_axe_finds_nothing(
    browser: Browser, server: Served, width: int
) -> None:
    """Choosing, a draw, a refill, the end; through the eyes of a seat and of everybody."""
    person = Person(browser, server, {"width": width, "height": 568 if width == 320 else 844})
    bring(person, CHENGDU)
    person.page.get_by_role("link", name="Look back").click()
    person.page.locator(".board").wait_for()
    path = person.page.url.split("?", maxsplit=1)[0]
    log = [json.loads(line) for line in CHENGDU.read_bytes().splitlines()[1:-1]]
    refill = next(one["version"] for one in log if any(e["t"] == "refillChosen" for e in one["events"]))
    for seat, position in ((2, 1), (2, 60), (2, refill), (2, 179), (None, refill), (None, 90)):
        person.page.goto(f"{path}?{'' if seat is None else f'seat={seat}&'}at={position}")
        person.page.locator(".board").wait_for()
        assert not person.page.evaluate(SIDEWAYS), (seat, position)
        play = person.page.locator("[data-thing=play]").bounding_box()
        assert play is not None
        assert play["y"] + play["height"] <= person.page.viewport_size["height"]  # type: ignore[index]
        if width != 320:
            person.check_access()
    assert person.complaints == []
    person.leave()


def test_a_game_that_goes_on_leads_to_its_table(browser: Browser, server: Served) -> None:
    person = Person(browser, server, PHONE)
    person.play_alone()
    table = person.page.url.rsplit("/", 1)[1]
    person.page.goto(f"/look/{table}")
    expect(person.page.get_by_text("This game isn’t over yet.")).to_be_visible()
    person.page.get_by_role("link", name="To the table").click()
    person.page.locator(".pick").first.wait_for()
    person.page.goto("/look/aaaaaaaaaaaaaa?seat=3")
    expect(person.page.get_by_role("alert")).to_contain_text("There is no record")
    person.leave()
