"""How does a command come to a deck? By the name of a built-in one, or by a file; `-` is what is piped in."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.rules.game import Deck, Decks
    from boltbox.rules.shelf import AnyGame

PIPED: Final = "-"
MOST_BYTES: Final = 1 << 20


class WrongDeck(click.ClickException):
    """Ends a command whose deck can't be read: file, line and cause."""

    def show(self, file: object = None) -> None:
        """Says it as compilers do, so that editors find the place."""
        click.echo(self.format_message(), err=True)


def read_deck(game: "AnyGame", file: str) -> "Deck":
    """Reads the deck in a file. Raises WrongDeck."""
    if game.decks is None:
        raise WrongDeck(f"{game.name} is played without a deck.")
    return _read(game.decks, _text(file), file)


def read_any(file: str, game: str | None = None) -> "Deck":
    """Reads the deck of any game in a file: of the one that is named, or else of the one it looks like."""
    from boltbox.rules.shelf import SHELF

    text = _text(file)
    named = "lightningdice" if file.endswith(".goals") else None
    decks = SHELF[game or named or _looks_like(text)].decks
    if decks is None:
        raise WrongDeck(f"{game} is played without a deck.")
    return _read(decks, text, file)


def _looks_like(text: str) -> str:
    """Names the game of most lines: boxes have commas between their bonuses, goals none (LB-9.1, LD-7.1)."""
    lines = [line.strip() for line in text.splitlines()]
    things = [line for line in lines if line and ":" not in line and not line.startswith("#")]
    boxes = sum("," in line for line in things)
    return "luckybox" if not things or 2 * boxes >= len(things) else "lightningdice"


def _read(decks: "Decks[Any]", text: str, file: str) -> "Deck":
    from boltbox.rules.decks.reading import DeckError

    try:
        return decks.read(text, "stdin" if file == PIPED else file)
    except DeckError as error:
        raise WrongDeck(harmless(str(error))) from error


def _text(file: str) -> str:
    """Reads a text file, or what is piped in."""
    try:
        if file == PIPED:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise WrongDeck(f"{harmless(file)}: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise WrongDeck(f"{harmless(file)}: too large for a deck")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WrongDeck(f"{harmless(file)}:{line}: this is no UTF-8 text") from error
