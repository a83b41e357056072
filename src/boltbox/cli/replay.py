"""How is a finished game looked at in a terminal? Draw by draw, from any seat, forth and back."""

import sys
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from boltbox.cli.plain import harmless
from boltbox.cli.play import TERMINALS, Terminal
from boltbox.cli.records import names_of, read_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boltbox.rules.game import Part, State, Told
    from boltbox.rules.shelf import AnyGame
    from boltbox.table.log import Entry

PROMPT: Final = "Enter goes on, b goes back, a number goes to that entry, q ends: "


@click.command("replay", short_help="Show a finished game in a file.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--seat", type=int, help="From whose seat it is seen.  [default: the first]")
@click.option("--to", type=int, metavar="ENTRY", help="Which entry to show, or to begin with.")
@click.option("--all", "whole", is_flag=True, help="Print all of it and ask nothing.")
@click.option("--color/--no-color", default=True, help="Whether to use colours; NO_COLOR is heeded too.")
def command(file: str, seat: int | None, to: int | None, whole: bool, color: bool) -> None:
    """Show the game in FILE, draw by draw, as it was played."""
    from boltbox.table.record import entries, notice_of, played

    record = read_file(file)
    seats = [one.seat for one in record.seats]
    if seat is None:
        seat = seats[0]
    if seat not in seats:
        numbers = f"1 to {len(seats)}" if seats[-1] == len(seats) else ", ".join(map(str, seats))
        raise click.BadParameter(f"it has seats {numbers}, not {seat}.", param_hint="--seat")
    if to is not None and not 1 <= to <= len(record.lines):
        raise click.BadParameter(f"it has entries 1 to {len(record.lines)}, not {to}.", param_hint="--to")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the signs shows ? in their place
    console = Console(no_color=True if not color else None, highlight=False, markup=False, emoji=False)
    names = names_of(record)
    terminal: Terminal = import_module(TERMINALS[record.game]).GameTerminal(names, seat)
    showing = Showing(played(record), tuple(entries(record)), terminal, console, names, seat)
    for notice in (notice_of(record), None if record.whole else "The digest is wrong: it was changed."):
        if notice is not None:
            console.print(notice, style="yellow")
    if whole or not console.is_terminal or not sys.stdin or not sys.stdin.isatty():
        showing.print(to, whole)
    else:
        showing.step(to)


@dataclass
class Showing:
    """Is one look at a game."""

    game: "AnyGame"
    entries: "tuple[Entry, ...]"
    terminal: Terminal
    console: Console
    names: tuple[str, ...]
    seat: int

    def print(self, to: int | None, whole: bool) -> None:
        """Prints the whole game, up to an entry if need be, or that entry alone."""
        if to is not None and not whole:
            self._show(to - 1, to)
            return
        last = 0
        for stop in self._stops(to):
            self._show(last, stop)
            last = stop

    def step(self, to: int | None) -> None:
        """Shows one draw after the other, as the person wishes."""
        stops = self._stops(None)
        at, last = to or stops[0], 0
        while True:
            self.console.clear()
            self._show(max(last if last < at else at - 1, 0), at)
            last = at
            try:
                word = self.console.input(Text(PROMPT, style="bold")).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return
            if word in ("q", "quit", "exit") or (not word and at == len(self.entries)):
                return
            at = self._next(word, at, stops)

    def _next(self, word: str, at: int, stops: list[int]) -> int:
        """Finds the entry to go to; what can't be read stays where it is."""
        if word.isdecimal():
            return min(max(int(word[:9]), 1), len(self.entries))
        if word in ("b", "back"):
            return max((stop for stop in stops if stop < at), default=at)
        return at if word else min(stop for stop in stops if stop > at)

    def _stops(self, to: int | None) -> list[int]:
        """Lists the entries after which luck showed something new, and the last one."""
        from boltbox.rules.game import Drew

        end = to or len(self.entries)
        drawn = [
            entry.version
            for entry in self.entries[: end - 1]
            if any(isinstance(event, Drew) for event in entry.events)
        ]
        return [*drawn, end]

    def _show(self, after: int, at: int) -> None:
        """Shows a position, and what happened on the way to it."""
        entry = self.entries[at - 1]
        seconds = (entry.instant - self.entries[0].instant) // 1000
        when = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        title = f"Entry {at} of {len(self.entries)}, {when}, seen by {self.names[self.seat - 1]}"
        self.console.print(Rule(Text(title), style="dim"))
        for one in self.entries[after:at]:
            for line in self._news(one):
                self.console.print(f"  {line}", style="cyan")
        view = self._view(entry.after)
        over = self.game.outcome(entry.after) is not None
        self.console.print(self.terminal.sheet(view) if over else self.terminal.board(view))

    def _news(self, entry: "Entry") -> list[str]:
        from boltbox.table.log import told

        if entry.before is None:
            return ["The game begins."]
        view = self._view(entry.before)
        said = [
            _said(one, self.names) or self.terminal.say(one, view)
            for one in told(self.game, entry, self.seat)
        ]
        return [line for line in said if line]

    def _view(self, state: "State") -> "Mapping[str, Part]":
        return self.game.view(state, self.seat)


def _said(told: "Told", names: tuple[str, ...]) -> str | None:
    """Words what happened at the table itself."""
    from boltbox.table import clock

    if isinstance(told, clock.Paused):
        return "The game is paused." if told.by is None else f"{names[told.by - 1]} pauses the game."
    if isinstance(told, clock.Resumed):
        return "The game goes on."
    if isinstance(told, clock.TakenOver):
        by = "The table passes" if told.by == clock.PASS else f"A bot ({harmless(told.by)}) plays"
        return f"{by} for {names[told.seat - 1]}."
    words: dict[type[Any], str] = {
        clock.Away: "is away",
        clock.Back: "is back",
        clock.Left: "has left the table",
        clock.GivenBack: "plays again",
    }
    if isinstance(told, clock.Away | clock.Back | clock.Left | clock.GivenBack):
        return f"{names[told.seat - 1]} {words[type(told)]}."
    return None
