"""How does a command come to a deck? By the name of a built-in one, or by a file; `-` is what is piped in."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.rules.game import Deck
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
    from boltbox.rules.decks.reading import DeckError

    if game.decks is None:
        raise WrongDeck(f"{game.name} is played without a deck.")
    try:
        return game.decks.read(_text(file), "stdin" if file == PIPED else file)
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
