"""How is a game played in a terminal? By short words, alone or against bots, to the score sheet."""

import json
import re
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

import click
from rich.console import Console, RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from boltbox.bots import Bot
    from boltbox.rules.game import Action, Options, Part, Seat, Told
    from boltbox.rules.luck import Luck
    from boltbox.rules.shelf import AnyGame
    from boltbox.table.log import Entry
    from boltbox.table.table import Table

TERMINALS: Final = {"luckybox": "boltbox.cli.luckybox"}  # game -> the module with its `GameTerminal`
WORDS: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit"}
YOU: Final = 1  # the seat of the person


class Terminal(Protocol):
    """Is how one game is drawn in a terminal, and how what a person types is read."""

    help: str  # what can be typed

    def __init__(self, names: tuple[str, ...]) -> None:
        """Takes the names of all seats; the person sits at the first."""

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
    name: str
    confirm: bool
    color: bool


@click.command("play")
@click.argument("game")
@click.option(
    "--seats", type=click.IntRange(1), help="How many play; you and bots.  [default: you and --bots]"
)
@click.option(
    "--bots", default="", metavar="BOT,BOT", help="Which bots play; further seats go to greedy ones."
)
@click.option("--seed", type=int, help="The same seed deals the same game.  [default: a new one]")
@click.option("--rules", help="The rule set to play by.  [default: the game's own]")
@click.option(
    "--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change a rule: --set rounds=2."
)
@click.option("--name", default="You", show_default=True, help="What you are called.")
@click.option(
    "--confirm/--no-confirm",
    default=True,
    help="Whether Enter ends your answers, so that slips can be mended.",
)
@click.option(
    "--color/--no-color", default=True, help="Whether to use colours; NO_COLOR switches them off too."
)
def command(**given: Any) -> None:
    """Play GAME here: alone, or against bots. Type help at any time."""
    wishes = Wishes(**given)
    if wishes.game not in TERMINALS:
        raise click.BadParameter(
            f"{wishes.game!r} can't be played here; try {', '.join(TERMINALS)}.", param_hint="GAME"
        )
    seed = secrets.randbelow(10**9) if wishes.seed is None else wishes.seed
    console = Console(no_color=True if not wishes.color else None, highlight=False)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without the signs shows ? in their place
    playing = _sit_down(wishes, seed, console)
    try:
        playing.play()
    except (EOFError, KeyboardInterrupt):
        console.print("\nYou get up from the table. Bye!")
    console.print(f"This deal again: boltbox play {wishes.game} --seed {seed}", style="dim")


def _sit_down(wishes: Wishes, seed: int, console: Console) -> "Playing":
    from boltbox.bots import bots_of
    from boltbox.rules.luck import Sha256Luck
    from boltbox.rules.shelf import SHELF
    from boltbox.table.seats import BOT_NAMES
    from boltbox.table.table import Table

    game, known = SHELF[wishes.game], bots_of(wishes.game)
    chosen = [name for name in re.split(r"[\s,]+", wishes.bots) if name]
    for name in chosen:
        if name not in known:
            raise click.BadParameter(
                f"there is no bot {name!r}; there are {', '.join(known)}.", param_hint="--bots"
            )
    seats = wishes.seats or 1 + len(chosen)
    chosen = (chosen + ["greedy"] * seats)[: seats - 1]
    table = Table(game, Sha256Luck(f"boltbox play {seed}".encode()))
    answer = table.start(_options(wishes, game), tuple(range(1, seats + 1)), 0)
    if answer.refusal is not None:
        raise click.UsageError(answer.refusal.sentence)
    names = (wishes.name, *BOT_NAMES[: seats - 1])
    terminal: Terminal = import_module(TERMINALS[wishes.game]).GameTerminal(names)
    bots = {seat: known[name] for seat, name in enumerate(chosen, YOU + 1)}
    return Playing(
        table, bots, Sha256Luck(f"boltbox play bots {seed}".encode()), terminal, console, wishes.confirm
    )


def _options(wishes: Wishes, game: "AnyGame") -> "Options":
    """Reads the rules that were wished for. Raises click.UsageError for what can't be read."""
    from boltbox.rules.refusals import Refusal
    from boltbox.table.codec import Codec

    values: dict[str, object] = {} if wishes.rules is None else {"ruleSet": wishes.rules}
    for change in wishes.changes:
        option, _, text = change.partition("=")
        *path, last = (
            re.sub("_(.)", lambda found: found[1].upper(), part) for part in option.strip().split(".")
        )
        inner = values
        for part in path:
            found = inner.setdefault(part, {})
            if not isinstance(found, dict):
                raise click.BadParameter(f"{change!r} changes {part!r} twice.", param_hint="--set")
            inner = found
        inner[last] = _value(text.strip())
    options = Codec(game).options(json.dumps(values).encode())
    if isinstance(options, Refusal):
        raise click.BadParameter(options.sentence, param_hint="--set")
    return options


def _value(text: str) -> object:
    """Reads a value as JSON, or numbers between commas, or a word."""
    for written in (text, f"[{text}]" if "," in text else text):
        try:
            return json.loads(written)
        except ValueError:
            continue
    return text


@dataclass
class Playing:
    """Is one playing of a game between a person and bots."""

    table: "Table"
    bots: "Mapping[Seat, Bot]"
    luck: "Luck"
    terminal: Terminal
    console: Console
    confirm: bool
    news: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Plays to the end. Raises EOFError when the person leaves."""
        for action in self.terminal.before(self.confirm):
            self._submit(YOU, action)
        while not self.table.over:
            if not self._let_bots_act():
                self._let_person_act()
        self._show(self.terminal.sheet(self._view()))

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
            text = self.console.input(Text(self.terminal.prompt(view), style="bold")).strip().lower()
            if not sys.stdin.isatty():
                self.console.print(text)  # so that a piped game reads like a typed one
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
        answer = self.table.submit(Request(seat, action), 0)
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
