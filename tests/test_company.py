"""Do people come together at a table, trust it, and lose nothing when somebody goes or something breaks?"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser import CROSSED, DESKTOP, GLOWS, PHONE, Person, Served, chromium, served

AWAY_MS = 15_000  # who has no connection is away after ten seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database: Path = tmp_path_factory.mktemp("company") / "boltbox.sqlite"
    with served(database) as server:
        yield server


# As long as this module only: while Playwright runs, no other event loop can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def ann(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, DESKTOP)
    yield person
    person.leave()


@pytest.fixture
def ben(browser: Browser, server: Served) -> Iterator[Person]:
    person = Person(browser, server, PHONE)
    yield person
    person.leave()


def arrange(host: Person, *choices: str) -> None:
    """Lets the host choose how they play."""
    host.page.get_by_role("button", name="Change", exact=True).click()
    for choice in choices:
        host.page.get_by_label(choice, exact=True).check()
    host.button("Play like this").click()
    expect(host.page.get_by_role("dialog")).to_have_count(0)


def start(host: Person, *others: Person) -> None:
    """Starts the game, and lets everybody choose their boxes."""
    host.button("Start the game").click()
    for person in (host, *others):
        person.page.locator("[data-thing=choose]").wait_for()
        person.choose()
    for person in (host, *others):
        person.page.locator("[data-kind=answer]").wait_for()


def from_menu(person: Person, name: str) -> None:
    """Takes something from the menu of the table."""
    person.button("Menu").click()
    person.page.get_by_role("dialog").get_by_role("button", name=name).click()


def paths(page: Page) -> str:
    """Is where a page is."""
    return str(page.evaluate("location.pathname"))


# Coming together --------------------------------------------------------------------------------------------


def test_a_code_brings_people_together_and_they_agree(ann: Person, ben: Person) -> None:
    link = ann.open_table("Ann")
    code = ann.page.locator(".typed b").inner_text().replace("\n", "").replace(" ", "")
    assert re.fullmatch("[A-Z]{6}", code)

    ben.page.goto("/")
    ben.page.get_by_label("Have a code?").press_sequentially(f" {code[:3].lower()}-{code[3:].lower()}")
    ben.button("Sit down").click()
    ben.name_oneself("Ben")
    assert link.endswith(paths(ben.page))

    row = ann.page.locator("[data-seat='2']")
    expect(row).to_contain_text("ready")
    expect(ben.page.get_by_text("Waiting for Ann to start.")).to_be_visible()
    ben.button("Wait for me").click()
    expect(row).to_contain_text("not ready")
    expect(ann.page.get_by_text("Waiting for Ben to be ready.")).to_be_visible()
    ann.check_access()
    ann.button("Start the game").click(force=True)  # it says why not
    expect(ann.page.locator(".bubble")).to_contain_text("hasn't agreed yet")
    ben.button("I'm ready").click()

    arrange(ann, "45 seconds", "Passed for them")
    expect(ben.page.get_by_role("alert")).to_contain_text("Ann changed how you play")
    expect(ben.page.get_by_text("45 seconds")).to_be_visible()
    expect(row).to_contain_text("not ready")
    ben.check_access()
    ben.button("I'm ready").click()
    start(ann, ben)
    expect(ben.page.get_by_role("timer")).to_be_visible()
    ben.check_access()
    assert ann.complaints == ben.complaints == []


def test_a_code_that_is_wrong_says_so(ben: Person) -> None:
    ben.page.goto("/")
    box = ben.page.get_by_label("Have a code?")
    box.fill("abc")
    box.press("Enter")
    expect(ben.page.locator("#code-problem")).to_have_text("A code has six letters.")
    box.fill("QQQQQQ")
    expect(ben.page.locator("#code-problem")).to_contain_text("No table has this code")
    ben.check_access()


def test_a_listed_table_is_found_on_the_home_page(ann: Person, ben: Person) -> None:
    ann.open_table("Ann the listed")
    arrange(ann, "Everybody can find it")
    ben.page.goto("/")
    ben.page.get_by_role("link", name=re.compile("Ann the listed")).click()
    expect(ben.button("Sit down")).to_be_visible()


def test_the_host_leaves_and_the_table_passes_on(ann: Person, ben: Person) -> None:
    """C9, before the start."""
    ben.sit_down(ann.open_table("Ann"), "Ben")
    ann.button("Leave the table").click()
    expect(ben.page.locator(".changes")).to_contain_text("You host this table now.")
    expect(ben.button("Start the game")).to_be_visible()
    ann.button("Sit down").click()
    expect(ann.page.get_by_text("Waiting for Ben to start.")).to_be_visible()


def test_who_leaves_and_comes_again_has_one_seat(ann: Person, ben: Person) -> None:
    """C8."""
    ben.sit_down(ann.open_table("Ann"), "Ben")
    ben.button("Change name or colour").click()
    ben.name_oneself("Benedikt")
    ben.button("Leave the table").click()
    expect(ann.page.locator("li[data-seat]")).to_have_count(1)
    ben.button("Sit down").click()
    expect(ann.page.locator("li[data-seat]")).to_have_count(2)
    expect(ann.page.locator("li[data-seat]").last).to_contain_text("Benedikt")


def test_two_tabs_of_one_person_show_one_seat(ann: Person) -> None:
    """C7."""
    ann.play_alone()
    ann.play_until_a_cell_glows()
    before = ann.crosses()
    other = ann.context.new_page()
    other.goto(ann.page.url)
    other.locator(GLOWS).first.wait_for()
    ann.page.evaluate(f"document.querySelectorAll('{GLOWS}')[0].click()")
    other.evaluate(f"document.querySelectorAll('{GLOWS}')[0]?.click()")
    expect(ann.page.locator(CROSSED)).to_have_count(before + 1)
    expect(other.locator(CROSSED)).to_have_count(before + 1)


# At the table -----------------------------------------------------------------------------------------------


def test_a_pause_holds_for_everybody_over_a_reload(ann: Person, ben: Person) -> None:
    """C30."""
    ben.sit_down(ann.open_table("Ann"), "Ben")
    arrange(ann, "90 seconds")
    ben.button("I'm ready").click()
    start(ann, ben)
    from_menu(ann, "Pause")
    expect(ben.page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(ben.page.get_by_text("Ann lets it go on.")).to_be_visible()
    left = ben.page.get_by_role("timer").get_attribute("aria-label")
    ben.page.evaluate("document.querySelector('button.cell').click()")
    expect(ben.page.locator(".bubble")).to_contain_text("The game is paused")
    ben.check_access()

    ben.page.reload()
    expect(ben.page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(ben.page.get_by_role("timer")).to_have_attribute("aria-label", left or "")
    ann.button("Go on").click()
    expect(ben.page.get_by_role("heading", name="Paused")).to_have_count(0)
    assert ben.act()


def test_who_is_away_is_played_for_and_comes_back(ann: Person, ben: Person) -> None:
    link = ann.open_table("Ann")
    ben.sit_down(link, "Ben")
    arrange(ann, "Keen bot plays for them")
    ben.button("I'm ready").click()
    start(ann, ben)
    ben.page.goto("about:blank")
    board = ann.page.locator(".others [data-seat='2']")
    expect(board).to_contain_text("a bot plays", timeout=AWAY_MS)
    number = ann.page.locator(".holder").get_attribute("aria-label") or ""
    while ann.page.locator(".holder").get_attribute("aria-label") == number:
        ann.step()
    ben.page.goto(link)
    expect(board).not_to_contain_text("a bot plays", timeout=2_000)
    expect(board).not_to_contain_text("away")


def test_who_leaves_a_game_may_take_the_seat_back(ann: Person, ben: Person) -> None:
    """C9, during the game: the host leaves, and comes back as anybody else."""
    ben.sit_down(ann.open_table("Ann"), "Ben")
    start(ann, ben)
    from_menu(ann, "Leave the table")
    ann.check_access()
    ann.button("Stay").click()
    from_menu(ann, "Leave the table")
    ann.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(ann.page.get_by_text("You left this game.")).to_be_visible()
    expect(ann.page.get_by_text("You watch")).to_be_visible()
    ann.check_access()
    expect(ben.page.locator(".others [data-seat='1']")).to_contain_text("left")
    ben.button("Menu").click()
    expect(ben.button("Pause")).to_be_visible()
    ben.button("Close").click()
    ann.button("Take my seat back").click()
    ann.page.locator("[data-kind=answer]").wait_for()
    ann.button("Menu").click()
    expect(ann.button("Pause")).to_have_count(0)


def test_who_watches_sees_no_offer_and_cannot_sit_down(
    ann: Person, ben: Person, browser: Browser, server: Served
) -> None:
    """C17."""
    ben.sit_down(ann.open_table("Ann"), "Ben")
    ann.page.get_by_text("Link for watching", exact=True).click()
    link = ann.page.get_by_role("textbox", name="Link for watching").input_value()
    cem = Person(browser, server, PHONE)
    heard: list[str] = []
    cem.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    cem.page.goto(link)
    expect(cem.page.get_by_text("You watch this table.")).to_be_visible()
    expect(cem.button("Sit down")).to_have_count(0)
    cem.check_access()
    ann.button("Start the game").click()
    ben.page.locator(".pick").first.wait_for()
    expect(cem.page.get_by_text("Everybody chooses boxes.")).to_be_visible()
    ben.page.goto(link)  # who sits there sees no more by this link
    expect(ben.page.get_by_text("Everybody chooses boxes.")).to_be_visible()
    expect(ben.page.locator(".pick")).to_have_count(0)
    assert heard
    assert not any('"offer":[' in frame for frame in heard)
    ben.page.goto(ann.page.url)
    for person in (ann, ben):
        person.page.locator("[data-thing=choose]").wait_for()
        person.choose()
    expect(cem.page.get_by_text("Boxes of Ann")).to_be_visible()
    cem.button("Next player").click()
    expect(cem.page.get_by_text("Boxes of Ben")).to_be_visible()
    cem.check_access()
    assert cem.complaints == []
    cem.leave()


def test_people_talk_in_text_and_can_be_muted(ann: Person, ben: Person) -> None:
    ben.sit_down(ann.open_table("Ann"), "Ben")
    said = "<b>hi</b> <img src=x onerror=alert(1)>"
    ann.button("Reactions and chat").click()
    ann.page.get_by_label("Say something").fill(said)
    ann.button("Send").click()
    expect(ann.page.locator(".said .mine")).to_have_text(said)
    ben.button("Reactions and chat, 1 unread").click()
    expect(ben.page.locator(".words", has_text=said)).to_be_visible()
    assert ben.page.locator(".said b", has_text="hi").count() == ben.page.locator(".said img").count() == 0
    ben.check_access()
    ben.button("Mute Ann").click()
    expect(ben.page.locator(".words", has_text=said)).to_have_count(0)
    ben.button("Close").click()

    ann.page.get_by_label("Say something").fill("are you there?")
    ann.button("Send").click()
    expect(ann.page.locator(".said .mine")).to_have_count(2)
    ben.page.reload()
    ben.button("Reactions and chat").click()
    expect(ben.page.get_by_text("Ann is muted.")).to_be_visible()
    expect(ben.page.locator(".said .words")).to_have_count(0)
    ben.button("Hear Ann again").click()
    expect(ben.page.locator(".said .words")).to_have_count(2)
    ann.button("Well done!").click()
    expect(ben.page.locator("[data-reaction=clap]").last).to_be_visible()
    expect(ann.page.locator(".float[data-reaction=clap]")).to_contain_text("Ann")
    assert ann.complaints == ben.complaints == []


# When things go wrong ---------------------------------------------------------------------------------------


def test_only_the_first_tap_counts_while_the_line_is_cut(ann: Person) -> None:
    """C2."""
    ann.play_alone()
    ann.play_until_a_cell_glows()
    before, number = ann.crosses(), ann.page.locator(".holder").get_attribute("aria-label")
    first = ann.page.locator(GLOWS).first
    thing = first.get_attribute("data-thing")
    ann.context.set_offline(True)
    expect(ann.page.get_by_role("alert")).to_contain_text("Connection lost")
    first.click()
    first.click()
    ann.page.locator(f"button.cell:not(.crossed):not([data-thing='{thing}'])").last.click()
    expect(ann.page.locator(".bubble")).to_contain_text("Only your first tap counts")
    expect(ann.page.get_by_role("alert")).to_contain_text("isn't sent yet")
    assert ann.crosses() == before
    ann.context.set_offline(False)
    expect(ann.page.locator(CROSSED)).to_have_count(before + 1)
    expect(ann.page.locator(f"[data-thing='{thing}'].crossed")).to_have_count(1)
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    assert ann.page.locator(".holder").get_attribute("aria-label") == number


def mend(said: str, change: tuple[str, str]) -> str:
    """Is a message of a server that isn't this one."""
    return re.sub(change[0], change[1], said) if '"t":"welcome"' in said else said


def test_an_old_page_of_a_newer_server_asks_to_be_reloaded(ann: Person) -> None:
    changes = [("", ""), (r'"build":"[^"]*"', '"build":"of tomorrow"'), (r'"protocol":\d+', '"protocol":99')]
    at = 0
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(lambda said: line.send(mend(str(said), changes[at])))

    ann.page.route_web_socket(re.compile("/ws/"), between)
    ann.open_table("Ann")
    expect(ann.page.get_by_text("There is a newer Boltbox")).to_have_count(0)
    at = 1
    lines[-1].close()
    expect(ann.page.get_by_role("status").filter(has_text="There is a newer Boltbox")).to_be_visible()
    ann.check_access()
    expect(ann.button("Start the game")).to_be_visible()
    at = 2
    lines[-1].close()
    expect(ann.page.get_by_role("alert")).to_contain_text("Reload to go on")
    ann.check_access()
    at = 0
    ann.button("Reload").click()
    expect(ann.button("Start the game")).to_be_visible()


def test_a_full_server_says_so_and_is_tried_again(ann: Person) -> None:
    full = '{"t":"refused","code":"too_many_connections","text":"","params":{},"thing":"","for":null}'
    turned: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        turned.append(line)
        if len(turned) > 2:
            line.connect_to_server()
            return
        line.send(full)
        line.close(code=1013)

    link = ann.open_table("Ann")
    ann.page.route_web_socket(re.compile("/ws/"), between)
    ann.page.goto(link)
    expect(ann.page.get_by_role("alert")).to_contain_text("The server is full")
    expect(ann.button("Start the game")).to_be_visible()


def test_a_person_goes_on_on_another_device(ann: Person, ben: Person) -> None:
    ann.open_table("Ann")
    from_menu(ann, "Continue on another device")
    link = ann.page.get_by_label("Link for your other device").input_value()
    ann.check_access()
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", name="Continue here as Ann?")).to_be_visible()
    expect(ben.page.get_by_text("On this device you are")).to_have_count(0)
    ben.check_access()
    ben.button("Continue here").click()
    expect(ben.page.get_by_role("heading", name="Hello, Ann!")).to_be_visible()
    ben.check_access()
    ben.page.get_by_role("link", name=re.compile("Lucky Box")).click()
    expect(ben.button("Start the game")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_text("On this device you are Ann now.")).to_be_visible()
    ben.button("Continue here").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("This link doesn't work any more.")
