"""How is a deck checked, shown and printed in a terminal?"""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from boltbox.cli.decks import WrongDeck, read_any
from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.cli.press import Paper
    from boltbox.rules.game import Deck as AnyDeck
    from boltbox.rules.lightningdice.parts import GoalDeck
    from boltbox.rules.luckybox.parts import Deck

PIP: Final = "pip install 'boltbox[print]'"
MOST_SEATS: Final = 12
LUCKY: Final = "luckybox"
DICE: Final = "lightningdice"

_of_game = click.option(
    "--game", type=click.Choice([LUCKY, DICE]), help="Whose deck it is; without it the file tells."
)


@click.group("deck", short_help="Check, show and print decks of your own.")
def command() -> None:
    """Check, show and print decks; docs/decks.md tells how to write one."""


@command.command("check", short_help="Tell whether a deck can be played.")
@click.argument("file")
@_of_game
def check(file: str, game: str | None) -> None:
    """Read the deck in FILE, - for what is piped in, and say what is in it, or what is wrong and where.

    A deck is boxes of Lucky Box or goals of Lightning Dice.
    """
    from boltbox.rules.lightningdice.parts import GoalDeck
    from boltbox.rules.luckybox.parts import Deck

    deck = read_any(file, game)
    if isinstance(deck, Deck):
        _describe(deck)
    elif isinstance(deck, GoalDeck):
        _describe_goals(deck)


def _describe(deck: "Deck") -> None:
    codes = Counter[str](code for face in deck.faces for code in (*face.rows, *face.columns))
    numbers = Counter("".join(face.grid for face in deck.faces))
    click.echo(harmless(f"{deck.name}, by {deck.author}, {deck.licence}: {deck.size} faces."))
    click.echo(f"Numbers on cells: {_counts(numbers, '123456789')}")
    click.echo(f"Bonuses: {_counts(codes, (*'123456789?', 'L', 'LL', 'S', 'M', '-'))}")
    again = deck.size - len(set(deck.faces))
    if again:
        click.echo(f"Faces that stand there again: {again}")


def _describe_goals(deck: "GoalDeck") -> None:
    from boltbox.bots.lightningdice.solve import solve
    from boltbox.rules.lightningdice.goals import parse

    goals = [parse(text) for text in deck.goals]
    rolls = [solve(goal).expected for goal in goals]
    click.echo(harmless(f"{deck.name}, by {deck.author}, {deck.licence}: {deck.size} goals."))
    mean = sum(rolls) / len(rolls)
    click.echo(f"Rolls under the best keeping: {min(rolls):.1f} to {max(rolls):.1f}, {mean:.1f} on average")
    again = deck.size - len(set(goals))
    if again:
        click.echo(f"Goals that stand there again: {again}")


@command.command("show", short_help="Write a deck as its file has it.")
@click.argument("deck", default="boltbox")
@_of_game
def show(deck: str, game: str | None) -> None:
    """Write DECK, a built-in one or a file, without its comments: a start for one of your own."""
    click.echo(_named(deck, game).write(), nl=False)


@command.command("print", short_help="Write a PDF to print, cut out and play.")
@click.argument("deck", default="boltbox")
@click.option("-o", "--output", metavar="FILE", required=True, help="Where to write the PDF.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="What you print on."
)
@click.option(
    "--seats",
    type=click.IntRange(1, MOST_SEATS),
    default=6,
    metavar="NUMBER",
    show_default=True,
    help="How many play: a sheet for each; above six every box twice.",
)
def print_(deck: str, **given: Any) -> None:
    """Write DECK, a built-in one or a file, as a PDF: boxes, number cards, moons, sheets and the rules."""
    from boltbox.rules.luckybox.parts import Deck

    chosen = _named(deck, None)
    if not isinstance(chosen, Deck):
        raise WrongDeck(f"{harmless(deck)} has goals of Lightning Dice; cards are printed of boxes only.")
    try:
        from boltbox.cli import press
    except ModuleNotFoundError as error:
        if error.name != "typst":
            raise
        raise click.ClickException(f"Printing needs typst, which comes with {PIP}") from None
    pages = press.pdf(chosen, cast("Paper", given["paper"]), given["seats"])
    try:
        Path(given["output"]).write_bytes(pages)
    except OSError as error:
        raise WrongDeck(f"{harmless(given['output'])}: {error.strerror}") from error
    click.echo(harmless(f"{chosen.name}: {chosen.size} boxes, written to {given['output']}."))


def _named(deck: str, game: str | None) -> "AnyDeck":
    """Finds a built-in deck, of Lucky Box unless a game is named, or reads a file."""
    from boltbox.rules.lightningdice import deck as goals
    from boltbox.rules.luckybox import deck as boxes

    decks = goals if game == DICE else boxes
    return decks.built_in(deck) if deck in decks.names() else read_any(deck, game)


def _counts(counts: Counter[str], order: tuple[str, ...] | str) -> str:
    return "  ".join(f"{code}:{counts[code]}" for code in order)
