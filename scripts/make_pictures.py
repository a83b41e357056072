"""What does Boltbox look like? Plays a game against two bots in a browser and takes the pictures of `docs/`.

Needs Debian's Chromium, as `scripts/setup --test` installs it.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update"]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ROUND, NUMBERS = 2, 6  # where the picture is taken: crosses, lines and tokens everywhere


def main() -> None:
    """Plays until the table has something to show, and takes its picture."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport=DESKTOP, color_scheme="dark")
        page.goto(address)
        page.get_by_role("button", name="Play now").click()
        page.get_by_role("button", name="2 bots").click()
        page.add_locator_handler(
            page.get_by_role("button", name="Choose a box"), lambda button: button.click()
        )
        rounds = 0
        while rounds < ROUND or came(page) < NUMBERS:
            rounds += choose(page)
            answer(page)
            page.wait_for_timeout(300)
        page.wait_for_timeout(1500)  # until what moves has come to rest
        page.screenshot(path=PICTURES / "game.png")


@contextmanager
def serving() -> Iterator[str]:
    """Serves on a free port from an empty store, and gives the address."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["boltbox", "serve", "--port", "0", "--database", f"{folder}/pictures.sqlite"]
        command = [sys.executable, "-m", *command]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                yield next(
                    found[0] for line in server.stdout or () if (found := re.search(r"http://\S+", line))
                )
            finally:
                server.terminate()


def came(page: Page) -> int:
    """Counts the numbers that came in this round."""
    numbers = page.get_by_role("img", name=re.compile("^Numbers of this round"))
    label = numbers.get_attribute("aria-label") if numbers.is_visible() else None
    return len(re.findall(r"\d", (label or "").split(".")[0]))


def choose(page: Page) -> bool:
    """Keeps the first boxes of those offered, when some are, and tells whether it did."""
    heading = page.get_by_role("heading", name=re.compile(r"^Keep \d"))
    keep = page.get_by_role("button", name=re.compile("^Keep th"))
    if not heading.is_visible():
        return False
    boxes = page.get_by_role("button", name=re.compile("^Box "))
    for number in range(int(re.findall(r"\d+", heading.inner_text())[0])):
        boxes.nth(number).click()
    keep.click()
    heading.wait_for(state="hidden")
    return True


def answer(page: Page) -> None:
    """Crosses the first cell that costs nothing, or passes; does nothing where nothing is asked."""
    cell = page.get_by_role("button", name=re.compile("can be crossed")).first
    for button in (cell, page.get_by_role("button", name=re.compile("^(Done|Pass)$"))):
        if button.is_visible() and button.is_enabled():
            button.click()
            return


if __name__ == "__main__":
    main()
