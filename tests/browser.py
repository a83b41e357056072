"""How do tests look through a browser's eyes? A server of its own, Chromium, and a person who taps."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    sync_playwright,
)

from boltbox.server.listen import listen

ROOT = Path(__file__).resolve().parent.parent
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
# The second scheme changes nothing but colours.
SCHEMES: tuple[tuple[Any, list[str] | None], ...] = (("light", None), ("dark", ["color-contrast"]))

# Whatever a person at a table can do next; one of them shows as soon as it is their turn.
OPEN = "[data-thing=choose], [data-thing=refill], [data-kind=answer], [data-kind=bonus], [data-kind=confirm]"
NEXT = f".end, dialog[open] .main, {OPEN}"
# A finished box stays for the moment in which it bows and leaves, but nothing on it can be touched.
GLOWS = ".place:not([inert]) .cell.glows"
MARKED = ".place:not([inert]) .cell.marked"
PRICED = ".place:not([inert]) .cell.priced"
CROSSED = ".place:not([inert]) button.cell.crossed"
IDLE = "() => document.querySelector('[data-busy]') === null"
ASKED = """() => document.querySelector('dialog[open]') ? 'dialog'
    : document.querySelector('[data-thing=choose]') ? 'choose'
    : document.querySelector('[data-thing=refill]') ? 'refill'
    : document.querySelector('[data-kind]')?.dataset.kind ?? 'nothing'"""
# Asked again and again rather than waited for: an animation whose element goes away need never be finished.
STILL = """() => document.getAnimations().every(one =>
    one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
WRONG = """async rules => (await axe.run(rules ? { runOnly: rules } : {})).violations.map(one =>
    one.id + ': ' + one.nodes.map(node => node.target.join(' ') + ' ' + node.failureSummary).join(' | '))"""
OPENED = """async ([bots, options]) => {
  await fetch('/api/me');
  const body = JSON.stringify({ game: 'luckybox', bots: Array(bots).fill('greedy'), start: true, options });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).table;
}"""
TAP = "things => things[0]?.click()"


class Served:
    """Is a server in a process of its own, at an address that stays when it is killed and started again."""

    def __init__(self, database: Path) -> None:
        self._database = database
        free = listen("localhost", 0, fallback=False)
        self._port = free.port
        free.close()
        self.address = f"http://localhost:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Starts it, and returns when it answers."""
        flags = ["--port", str(self._port), "--database", str(self._database), "--log-level", "error"]
        command = [sys.executable, "-m", "boltbox", "serve", *flags]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert any("Ctrl-C" in line for line in self._process.stdout)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it, by default in peace."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.communicate(timeout=20)


@contextmanager
def served(database: Path) -> Iterator[Served]:
    server = Served(database)
    server.begin()
    try:
        yield server
    finally:
        server.end()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


class Person:
    """Is somebody with a browser of their own; what the page complains about is kept."""

    def __init__(
        self,
        browser: Browser,
        server: Served,
        size: ViewportSize = PHONE,
        *,
        moving: bool = False,
        touch: bool = False,
        language: str = "en-US",
        **kept: str | bool,
    ) -> None:
        self.swift = False  # taps by script: a whole game in a fraction of the time
        # Without motion by default: nothing has to be waited for, and what moves is the same code.
        motion: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
        self.context: BrowserContext = browser.new_context(
            viewport=size, base_url=server.address, reduced_motion=motion, locale=language, has_touch=touch
        )
        # What the browser remembers: somebody who has played before, unless a test says otherwise.
        remembered = json.dumps({"guided": True, "raced": True, **kept})
        self.context.add_init_script(f"localStorage.boltbox ??= {json.dumps(remembered)}")
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def settle(self) -> None:
        """Waits until the last tap was answered."""
        self.page.wait_for_function(IDLE)

    def play_alone(self) -> None:
        """Taps from the home page into a game: two taps."""
        self.page.goto("/")
        self.button("Play now").click()
        self.button(re.compile("^Alone")).click()
        self.page.locator(".pick").first.wait_for()

    def play_in(self, now: str, alone: str, **preferred: bool) -> None:
        """Taps into a game alone in another language, and keeps the first boxes."""
        self.page.goto("/")
        if preferred:
            change = "change => localStorage.boltbox = JSON.stringify({ guided: true, ...change })"
            self.page.evaluate(change, preferred)
            self.page.reload()
        self.button(now).click()
        self.button(re.compile(f"^{alone}")).click()
        self.page.locator(".pick").first.wait_for()
        self.choose()

    def play_by_house_rules(self, bots: int = 0, **options: int) -> None:
        """Goes to a new table that no page offers yet: by other options, or with many bots."""
        self.page.goto("/")
        self.page.goto(f"/t/{self.page.evaluate(OPENED, [bots, options])}")
        self.page.locator(".pick").first.wait_for()

    def open_table(self, name: str) -> str:
        """Invites from the home page, and gives the link to the table."""
        self.page.goto("/")
        self.button("Invite").click()
        self.name_oneself(name)
        return self.page.get_by_label("Link to this table").input_value()

    def sit_down(self, link: str, name: str) -> None:
        """Follows a link and sits down."""
        self.page.goto(link)
        self.button("Sit down").click()
        self.name_oneself(name)
        self.page.locator("li.you").wait_for()

    def name_oneself(self, name: str) -> None:
        """Fills the sheet that asks for a name and a colour."""
        self.page.get_by_label("Name", exact=True).fill(name)
        self.button("That's me").click()

    def step(self) -> bool:
        """Waits for the next thing that can be done, does it, and tells whether the game goes on."""
        self.page.locator(NEXT).first.wait_for()
        return self.act() or not self.page.locator(".end").count()

    def act(self) -> bool:
        """Does what can be done now, if anything, and tells whether it did."""
        self.settle()
        asked = self.asked()
        if asked == "dialog":
            self.tap(self.page.locator("dialog[open] .main"))
        elif asked == "choose":
            self.choose()
        elif asked == "refill":
            self.refill()
        elif asked in ("answer", "bonus"):
            self.answer()
        elif asked == "confirm":
            # Pressed or come by itself in the meantime, it is done.
            self.page.evaluate("document.querySelector('[data-thing=done]').click()")
        else:
            return False
        self.settle()
        return True

    def play_until_a_cell_glows(self) -> None:
        """Plays on until a number came that can be crossed as drawn."""
        while not (self.page.locator("[data-kind=answer]").count() and self.page.locator(GLOWS).count()):
            self.step()

    def choose(self) -> None:
        """Keeps the first boxes that are offered."""
        while self.page.locator("[data-thing=choose][aria-disabled=true]").count():
            self.page.locator(".pick[aria-pressed=false]").first.click()
        self.page.locator("[data-thing=choose]").click()

    def refill(self) -> None:
        """Fills own boxes up, from the reserve first."""
        for what in (".small[aria-pressed=false]", "[data-thing=blind-more]"):
            while self.page.locator(".count:not(.full)").count() and self.page.locator(what).count():
                self.page.locator(what).first.click()
        self.page.locator("[data-thing=refill]").click()

    def answer(self) -> None:
        """Crosses the first cell that glows, by a question mark, passes where none can, or spends bolts."""
        for what in (GLOWS, MARKED, "[data-thing=pass]", PRICED):
            found = self.page.locator(what)
            if found.count():
                self.tap(found)
                return

    def tap(self, found: Locator) -> None:
        """Taps the first of what was found."""
        if self.swift:
            found.evaluate_all(TAP)
        else:
            found.first.click()

    def asked(self) -> str:
        """Names what the page asks now: a number, a bonus, a choice of boxes, to look at a round's end."""
        return str(self.page.evaluate(ASKED))

    def crosses(self) -> int:
        """Counts the crossed cells on the own boxes."""
        return self.page.locator(CROSSED).count()

    def check_access(self) -> None:
        """Lets axe look at the page in both colour schemes."""
        for scheme, rules in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            self.page.wait_for_function(STILL)
            if not self.page.evaluate("'axe' in window"):
                self.page.evaluate(AXE.read_text(encoding="utf-8"))
            wrong = self.page.evaluate(WRONG, rules)
            assert wrong == [], f"{scheme}: {self.page.url}\n" + "\n".join(wrong)

    def leave(self) -> None:
        self.context.close()
