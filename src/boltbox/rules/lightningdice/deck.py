"""How is a deck of goals written and read, and which are built in (LD-7.1, LD-7.2, LD-7.6)?"""

from functools import cache
from typing import Final

from boltbox.rules import decks
from boltbox.rules.decks.reading import HEADER, DeckError, read_sheet, wrong_text
from boltbox.rules.lightningdice.goals import GoalError, parse
from boltbox.rules.lightningdice.parts import GoalDeck

KIND: Final = "goals"  # how the files of this game's decks end
FEWEST: Final = 10
MOST: Final = 200


@cache
def built_in(name: str) -> GoalDeck:
    """Reads a built-in deck. Raises KeyError for a name that isn't built in."""
    return read_deck(decks.text(name, KIND), f"{name}.{KIND}")


def names() -> tuple[str, ...]:
    """Lists the names of the built-in decks, sorted."""
    return decks.names(KIND)


def read_deck(text: str, file: str = "deck") -> GoalDeck:
    """Reads a deck. Raises DeckError, which names the file, the line and the cause."""
    sheet = read_sheet(text, file, "goal")
    goals: list[str] = []
    for number, line in sheet.lines:
        try:
            goals.append(parse(line).text)
        except GoalError as error:
            raise DeckError(file, number, str(error)) from None
    if not FEWEST <= len(goals) <= MOST:
        raise DeckError(file, sheet.end, _wrong_size(len(goals)))
    return GoalDeck(sheet.name, sheet.author, sheet.licence, tuple(goals))


def wrong_deck(deck: GoalDeck) -> str | None:
    """Tells why a deck that was no text can't be played, or None."""
    for key in HEADER:
        cause = wrong_text(getattr(deck, key))
        if cause is not None:
            return f"'{key}' {cause}"
    if not FEWEST <= len(deck.goals) <= MOST:
        return _wrong_size(len(deck.goals))
    for goal in deck.goals:
        try:
            plain = parse(goal).text
        except GoalError as error:
            return str(error)
        if plain != goal:
            return f"'{goal}' is written without spaces: {plain}"
    return None


def _wrong_size(goals: int) -> str:
    return f"a deck has {FEWEST} to {MOST} goals, this one {goals}"
