"""How does a game in real time go in a terminal? The clock runs while one types, and bots don't wait."""

import select
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, cast

from rich.text import Text

from boltbox.cli.plain import harmless
from boltbox.cli.play import WORDS, YOU, Playing, Terminal

if TYPE_CHECKING:
    from boltbox.bots.pacer import Pacer, Press
    from boltbox.rules.game import Action, Instant, Part, State
    from boltbox.table.log import Entry

THINK_MS: Final = 600  # how long a line of a pipe takes to be typed
LONG_MS: Final = 3_600_000  # nothing comes by itself


class RacingTerminal(Terminal, Protocol):
    """Is a terminal of a game in real time: a line may ask for several things at once."""

    def actions(self, text: str, view: "Mapping[str, Part]") -> "tuple[Action, ...] | str":
        """Reads all that is asked for in one line, or says in a sentence why it can't."""


class Watch(Protocol):
    """Tells the time, and waits for what a person types."""

    @property
    def now(self) -> "Instant":
        """Is the instant."""

    def line(self, until: "Instant", asked: bool) -> str | None:
        """Waits for a line until an instant. Raises EOFError at the end of the input."""


class TypedWatch:
    """Is the clock of a person who types."""

    @property
    def now(self) -> "Instant":
        """Is the instant."""
        return time.time_ns() // 1_000_000

    def line(self, until: "Instant", asked: bool) -> str | None:
        """Waits for a line until an instant. Raises EOFError at the end of the input."""
        wait = max(0, until - self.now) / 1000
        return _read_line() if select.select([sys.stdin], [], [], wait)[0] else None


@dataclass
class PipedWatch:
    """Is the clock of a pipe: it jumps to what comes next, or a little on where a line is to be typed."""

    now: "Instant" = field(default_factory=lambda: time.time_ns() // 1_000_000)

    def line(self, until: "Instant", asked: bool) -> str | None:
        """Takes the next line where something is asked. Raises EOFError at the end of the input."""
        if not asked or until <= self.now + THINK_MS:
            self.now = max(self.now, until)
            return None
        self.now += THINK_MS
        return _read_line()


def _read_line() -> str:
    text = sys.stdin.readline()
    if not text:
        raise EOFError
    return text.strip().lower()


@dataclass
class Racing(Playing):
    """Is one playing of a game in real time between a person and bots."""

    shown: int = -1  # which decision the board was drawn for

    def play(self) -> None:
        """Plays to the end. Raises EOFError when the person leaves."""
        from boltbox.bots.pacer import Pacer

        if sys.stdin is None or sys.stdout is None:
            raise EOFError
        watch: Watch = TypedWatch() if sys.stdin.isatty() else PipedWatch(self.table.position.instant)
        pacer = Pacer(self.table.game, self.bots, self.luck)
        self.console.print(self.terminal.help)
        for entry in self.log:
            self._tell(entry)
        while not self.table.over:
            coming = self._catch_up(pacer, watch.now)
            self._print_news()
            if not self.table.over:
                self._type(watch, coming)
        self._show(self.terminal.sheet(self._view()))

    def _catch_up(self, pacer: "Pacer", now: "Instant") -> "Instant":
        """Lets everything happen that is due by now, and tells when the next thing comes by itself."""
        while not self.table.over:
            pacer.look(self._state, self.table.position.instant)
            press, due = pacer.next, self.table.due
            presses = None if press is None else press.instant
            coming = min((one for one in (due, presses) if one is not None), default=now + LONG_MS)
            if coming > now:
                return coming
            if press is None or coming == due:
                self._note(self.table.tick(coming))
            else:
                pacer.take(press)
                self._press(press)
        return now

    def _press(self, press: "Press") -> None:
        from boltbox.table.codec import Codec
        from boltbox.table.table import Request

        action = Codec(self.table.game).stored_action(press.action)
        request = Request(press.seat, action, press.decision)
        self._note(self.table.submit(request, press.instant).entries)

    def _type(self, watch: Watch, coming: "Instant") -> None:
        """Asks the person for a line while nothing else happens, and does what it says."""
        view = self._view()
        ask = self.table.game.ask(self._state, YOU)
        asked = ask.open and bool(getattr(ask, "roll", False))
        if asked and ask.decision != self.shown:
            self.shown = ask.decision
            self.console.print(self.terminal.board(view))
            self.console.print(Text(self.terminal.prompt(view), style="bold"), end="")
        text = watch.line(coming, asked)
        if text is None:
            return
        if not sys.stdin.isatty():
            self.console.print(harmless(text))
        text = WORDS.get(text, text)
        if text == "quit":
            raise EOFError
        if text == "help":
            self.console.print(self.terminal.help)
            return
        actions = cast(RacingTerminal, self.terminal).actions(text, view)
        problem = actions if isinstance(actions, str) else self._do(actions, watch.now)
        if problem is not None:
            self.console.print(problem, style="red")

    def _do(self, actions: "tuple[Action, ...]", now: "Instant") -> str | None:
        """Does one thing after the other, until one is refused: then why."""
        from boltbox.table.table import Request

        for action in actions:
            answer = self.table.submit(Request(YOU, action), now)
            self._note(answer.entries)
            if answer.refusal is not None:
                return answer.refusal.sentence
        return None

    @property
    def _state(self) -> "State":
        if self.table.state is None:
            raise ValueError("the game hasn't started")
        return self.table.state

    def _note(self, entries: "tuple[Entry, ...]") -> None:
        self.log += entries
        for entry in entries:
            self._tell(entry)

    def _tell(self, entry: "Entry") -> None:
        """Words what is told of an entry, as it looks after it."""
        self._hear(entry, self.table.game.view(entry.after, YOU))

    def _print_news(self) -> None:
        for line in self.news:
            self.console.print(f"  {line}", style="cyan")
        self.news.clear()
