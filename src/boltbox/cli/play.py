"""How is a game played in a terminal? By short words, alone or against bots, to the score sheet."""

import hashlib
import re
import secrets
import shlex
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import click
from rich.console import Console, RenderableType
from rich.text import Text

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.bots import Bot
    from boltbox.rules.game import Action, Options, Part, Seat, Told
    from boltbox.rules.luck import Luck
    from boltbox.rules.shelf import AnyGame
    from boltbox.table.log import Entry
    from boltbox.table.record import Record
    from boltbox.table.table import Table

TERMINALS: Final = {  # game -> the module with its `GameTerminal`
    "luckybox": "boltbox.cli.luckybox",
    "lightningdice": "boltbox.cli.lightningdice",
}
WORDS: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit"}
YOU: Final = 1  # the seat of the person
MOST_SEATS: Final = 12  # of any game


class Terminal(Protocol):
    """Is how one game is drawn in a terminal, and how what a person types is read."""

    help: str  # what can be typed

    def __init__(self, names: tuple[str, ...], you: int = 1) -> None:
        """Takes the names of all seats, and the person's seat."""

    def before(self, confirm: bool) -> "tuple[Action, ...]":
        """Lists what the person asks for before anything else."""

    def board(self, view: "Mapping[str, Part]") -> RenderableType:
        """Draws what the person sees."""

    def prompt(self, view: "Mapping[str, Part]") -> str:
        """Words what is asked."""

    def read(self, text: str, view: "Mapping[str, Part]") -> "Action | str":
        """Reads an answer, or says in a sentence why it can't."""

    def say(self, told: "Told", view: "Mapping[str, Part]") -> str | None:
        """Words what happened, if it's worth a line; the view is the one before it."""

    def sheet(self, view: "Mapping[str, Part]") -> RenderableType:
        """Draws the end of a game."""


@dataclass(frozen=True)
class Wishes:
    """Is what was typed after `boltbox play`."""

    game: str
    seats: int | None
    bots: str
    seed: int | None
    rules: str | None
    changes: tuple[str, ...]
    deck: str | None
    name: str
    confirm: bool
    record: str | None
    color: bool


@click.command("play", short_help="Play here, alone or against bots.")
@click.argument("game")
@click.option(
    "--seats",
    type=int,
    metavar="NUMBER",
    help="How many play.  [default: you and your --bots, or the fewest]",
)
@click.option(
    "--bots", default="", metavar="BOT,BOT", help="Which bots play; greedy ones take further seats."
)
@click.option("--seed", type=int, metavar="NUMBER", help="The same seed deals the same game.  [default: any]")
@click.option("--rules", metavar="RULES", help="The rule set to play by.  [default: the game's own]")
@click.option("--deck", metavar="DECK", help="A deck of your own: its file.  [default: the built-in one]")
@click.option(
    "--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change a rule, as --set rounds=2."
)
@click.option("--name", default="You", metavar="NAME", show_default=True, help="What you are called.")
@click.option(
    "--confirm/--no-confirm",
    default=True,
    help="Whether Enter ends an answer, to mend slips.",
)
@click.option("--record", metavar="FILE", help="Where to write the game when it is over.")
@click.option("--color/--no-color", default=True, help="Whether to use colours; NO_COLOR is heeded too.")
def command(**given: Any) -> None:
    """Play GAME here, alone or against bots; help tells how."""
    wishes = Wishes(**given)
    if wishes.game not in TERMINALS:
        raise click.BadParameter(
            f"{wishes.game!r} can't be played here; try {', '.join(TERMINALS)}.", param_hint="GAME"
        )
    if wishes.record is not None and not Path(wishes.record).parent.is_dir():
        raise click.BadParameter("there is no such folder.", param_hint="--record")
    seed = secrets.randbelow(10**9) if wishes.seed is None else wishes.seed
    console = Console(no_color=True if not wishes.color else None, highlight=False, markup=False, emoji=False)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the signs shows ? in their place
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")  # what is no text is a slip like any other
    playing = _sit_down(wishes, seed, console)
    try:
        playing.play()
        if wishes.record is not None:
            playing.keep(wishes.record)
    except (EOFError, KeyboardInterrupt):
        console.print("\nYou get up from the table. Bye!")
        if wishes.record is not None and not playing.table.over:
            console.print("It isn't over, so it has no record.")
    console.print(f"This deal again: {_again(wishes, seed)}", style="dim", soft_wrap=True)


def _sit_down(wishes: Wishes, seed: int, console: Console) -> "Playing":
    from boltbox.bots import bots_of
    from boltbox.cli.options import read_options
    from boltbox.rules.luck import Sha256Luck
    from boltbox.rules.refusals import Refusal
    from boltbox.rules.shelf import SHELF
    from boltbox.table.deal import Deal
    from boltbox.table.record import Record, Sitter, revealed
    from boltbox.table.seats import BOT_NAMES
    from boltbox.table.table import Table

    game, known = SHELF[wishes.game], bots_of(wishes.game)
    chosen = [name for name in re.split(r"[\s,]+", wishes.bots) if name]
    for name in chosen:
        if name not in known:
            raise click.BadParameter(
                f"there is no bot {name!r}; there are {', '.join(known)}.", param_hint="--bots"
            )
    if not wishes.name.isprintable():
        raise click.BadParameter(Refusal("name_hidden", "name").sentence, param_hint="--name")
    changes = wishes.changes if wishes.deck is None else (*wishes.changes, f"deck={wishes.deck}")
    options = read_options(game, wishes.rules, changes)
    seats = _fewest(game, options, 1 + len(chosen)) if wishes.seats is None else wishes.seats
    refusal = game.check(options, seats)
    if refusal is not None:
        raise click.UsageError(refusal.sentence)
    if len(chosen) >= seats:
        raise click.UsageError(f"You and these bots need {len(chosen) + 1} seats, not {seats}.")
    chosen += ["greedy"] * (seats - 1 - len(chosen))
    deal = Deal(hashlib.sha256(f"boltbox play {seed}".encode()).digest())
    table = Table(game, deal.luck())
    start = table.start(options, tuple(range(1, seats + 1)), _now())
    names = (wishes.name, *BOT_NAMES[: seats - 1])
    sitters = tuple(map(Sitter, range(1, seats + 1), names, (None, *chosen)))
    record = Record(game.name, game.rules, options, sitters, revealed(deal), ())
    terminal: Terminal = import_module(TERMINALS[wishes.game]).GameTerminal(names)
    bots = {seat: known[name] for seat, name in enumerate(chosen, YOU + 1)}
    luck = Sha256Luck(f"boltbox play bots {seed}".encode())
    kind: type[Playing] = Playing
    if game.real_time:  # by its name, for it imports this file
        kind = import_module("boltbox.cli.racing").Racing
    playing = kind(table, bots, luck, terminal, console, wishes.confirm, record)
    playing.log += start.entries
    return playing


def _fewest(game: "AnyGame", options: "Options", seats: int) -> int:
    """Counts how many play when nobody said it: you, the bots that are named, and more where a game asks."""
    for more in range(seats, MOST_SEATS + 1):
        refusal = game.check(options, more)
        if refusal is None or refusal.code != "wrong_seats":
            return more
    return seats


def _now() -> int:
    return time.time_ns() // 1_000_000


def _again(wishes: Wishes, seed: int) -> str:
    """Words the command that deals the same game to the same bots, as a shell reads it."""
    words = ["boltbox", "play", wishes.game, "--seed", str(seed)]
    if wishes.seats is not None:
        words += ["--seats", str(wishes.seats)]
    if wishes.bots:
        words += ["--bots", wishes.bots]
    if wishes.rules is not None:
        words += ["--rules", wishes.rules]
    if wishes.deck is not None:
        words += ["--deck", wishes.deck]
    for change in wishes.changes:
        words += ["--set", change]
    return shlex.join(words)


@dataclass
class Playing:
    """Is one playing of a game between a person and bots."""

    table: "Table"
    bots: "Mapping[Seat, Bot]"
    luck: "Luck"
    terminal: Terminal
    console: Console
    confirm: bool
    record: "Record"  # without its entries
    log: "list[Entry]" = field(default_factory=list)
    news: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Plays to the end. Raises EOFError when the person leaves."""
        for action in self.terminal.before(self.confirm):
            self._submit(YOU, action)
        while not self.table.over:
            if not self._let_bots_act():
                self._let_person_act()
        self._show(self.terminal.sheet(self._view()))

    def keep(self, file: str) -> None:
        """Writes the whole game into a file."""
        from msgspec.structs import replace

        from boltbox.cli.records import write_file
        from boltbox.table.record import lines_of

        write_file(file, replace(self.record, lines=lines_of(self.log)))
        self.console.print(f"The game is in {harmless(file)}.", soft_wrap=True)

    def _view(self) -> "Mapping[str, Part]":
        if self.table.state is None:
            raise ValueError("the game hasn't started")
        return self.table.game.view(self.table.state, YOU)

    def _let_bots_act(self) -> bool:
        """Lets every bot act that is awaited; tells whether any was."""
        from boltbox.bots import answer

        state, game = self.table.state, self.table.game
        if state is None:
            return False
        acting = [seat for seat in game.to_act(state) if seat in self.bots]
        for seat in acting:
            self._submit(seat, answer(self.bots[seat], game, state, seat, self.luck))
        return bool(acting)

    def _let_person_act(self) -> None:
        """Asks the person until an answer is done; every refusal is a sentence."""
        view = self._view()
        self._show(self.terminal.board(view))
        while True:
            if sys.stdin is None or sys.stdout is None:
                raise EOFError
            text = self.console.input(Text(self.terminal.prompt(view), style="bold")).strip().lower()
            if not sys.stdin.isatty():
                self.console.print(harmless(text))  # so that a piped game reads like a typed one
            text = WORDS.get(text, text)
            if text == "quit":
                raise EOFError
            if text == "help":
                self.console.print(self.terminal.help)
                continue
            action = self.terminal.read(text, view)
            problem = action if isinstance(action, str) else self._submit(YOU, action)
            if problem is None:
                return
            self.console.print(problem, style="red")

    def _submit(self, seat: "Seat", action: "Action") -> str | None:
        """Submits an action and gathers what is told of it; the sentence when it is refused."""
        from boltbox.table.table import Request

        view = self._view()
        answer = self.table.submit(Request(seat, action), _now())
        self.log += answer.entries
        for entry in answer.entries:
            self._hear(entry, view)
        return None if answer.refusal is None else answer.refusal.sentence

    def _hear(self, entry: "Entry", view: "Mapping[str, Part]") -> None:
        from boltbox.table.log import told

        said = (self.terminal.say(one, view) for one in told(self.table.game, entry, YOU))
        self.news.extend(line for line in said if line)

    def _show(self, picture: RenderableType) -> None:
        if self.console.is_terminal:
            self.console.clear()
        for line in self.news:
            self.console.print(f"  {line}", style="cyan")
        self.news.clear()
        self.console.print(picture)
