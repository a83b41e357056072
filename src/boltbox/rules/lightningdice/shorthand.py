"""How does a person type what a seat asks for, and how is a whole deck of goals written as one word?

`roll 3` rolls for goal 3; `keep 0 2 5` sets these dice aside, `keep` none; `got`, `bonus`, `thunder 4`.
After ` @` stands what the server knew of the time: `@1200/30/80` was pressed at 1200 over a line with a round
trip of 30 ms while the longest of the others had 80; `@-/30/80` where the client didn't say when.
"""

import re
from typing import Final, cast
from urllib.parse import quote, unquote

from msgspec.structs import replace

from boltbox.rules.decks.reading import DeckError
from boltbox.rules.game import Event, Timing
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll, stamp
from boltbox.rules.lightningdice.deck import built_in, names, read_deck
from boltbox.rules.lightningdice.events import EVENT_TYPES, Started
from boltbox.rules.lightningdice.goals import GoalError, parse
from boltbox.rules.lightningdice.options import Options, usual
from boltbox.rules.lightningdice.parts import Call, GoalDeck
from boltbox.rules.words import (
    NotationError,
    read_numbers,
    read_options,
    read_struct,
    write_options,
    write_struct,
    write_word,
)

OWN: Final = "own"  # stands for an own deck among options; the deck itself stands beside them
_ACTION: Final = re.compile(
    r"(?:(roll) (-?[0-9]{1,9})|(keep)((?: -?[0-9]{1,9})*)|(got|bonus)|(thunder) (-?[0-9]{1,9}))"
    r"(?: @(-|-?[0-9]{1,20})/(-?[0-9]{1,9})/(-?[0-9]{1,9}))?"
)


def write_action(action: DiceAction) -> str:
    """Writes an action in its short form."""
    if isinstance(action, Keep):
        return " ".join(["keep", *map(str, action.dice)])
    if isinstance(action, Roll):
        text = f"roll {action.goal}"
    else:
        text = f"{action.call} {action.number}" if action.call == "thunder" or action.number else action.call
    timing = action.timing
    if timing == Timing():
        return text
    return f"{text} @{'-' if timing.pressed is None else timing.pressed}/{timing.span}/{timing.wait}"


def read_action(text: str) -> DiceAction:
    """Reads an action in its short form. Raises NotationError."""
    text = " ".join(text.split())
    found = _ACTION.fullmatch(text)
    if found is None:
        known = "roll 3, keep 0 2 5, got, bonus, thunder 4"
        raise NotationError("action", f"'{text}' is none; actions look like {known}")
    if found[1]:
        action: DiceAction = Roll(int(found[2]))
    elif found[3]:
        action = Keep(tuple(map(int, found[4].split())))
    else:
        action = Claim(cast(Call, found[5] or found[6]), int(found[7] or 0))
    if found[8] is None:
        return action
    pressed = None if found[8] == "-" else int(found[8])
    return stamp(action, Timing(pressed, int(found[9]), int(found[10])))


def write_event(event: Event) -> str:
    """Writes an event as words; of a built-in deck only the name."""
    if isinstance(event, Started):
        words = (write_word(event.seats), str(event.flips), write_deck_word(event.deck))
        return " ".join(["started", *words, write_own_options(event.options)]).rstrip()
    return write_struct(event)


def read_event(text: str) -> Event:
    """Reads an event that `write_event` wrote. Raises NotationError."""
    tag, *words = text.split() or [""]
    if tag != "started":
        return read_struct(text, EVENT_TYPES)
    if len(words) < 3 or not re.fullmatch("[0-9]{1,15}", words[1]):
        raise NotationError(tag, "it is written 'started seats flips deck options...'")
    deck = read_deck_word(words[2])
    options = read_own_options(" ".join(words[3:]), deck)
    return Started(options, read_numbers(words[0], "seats"), deck, int(words[1]))


def write_own_options(options: Options) -> str:
    """Writes options as words; an own deck stands beside them."""
    own = isinstance(options.deck, GoalDeck)
    return write_options(replace(options, deck=OWN) if own else options, usual)


def read_own_options(text: str, deck: GoalDeck) -> Options:
    """Reads options that `write_own_options` wrote, with the deck that stands beside them."""
    options = read_options(text, Options, usual)
    return replace(options, deck=deck) if options.deck == OWN else options


def write_deck_word(deck: GoalDeck) -> str:
    """Writes a deck as one word: its name if it is built in, else all that is in it, with colons between."""
    known = next((name for name in names() if built_in(name) == deck), None)
    if known is not None:
        return known
    return ":".join(quote(text, safe="*&=<>") for text in (deck.name, deck.author, deck.licence, *deck.goals))


def read_deck_word(word: str) -> GoalDeck:
    """Reads a deck that `write_deck_word` wrote. Raises NotationError."""
    if ":" not in word:
        if word not in names():
            raise NotationError("deck", f"'{word}' is no built-in deck; there are {', '.join(names())}")
        return built_in(word)
    name, author, licence, *goals = (unquote(part, errors="replace") for part in f"{word}::".split(":")[:-2])
    if len(goals) == 1:  # what is practised needs no whole deck
        try:
            return GoalDeck(name, author, licence, (parse(goals[0]).text,))
        except GoalError as error:
            raise NotationError("deck", str(error)) from None
    try:
        return read_deck("\n".join([f"name: {name}", f"author: {author}", f"licence: {licence}", *goals]))
    except DeckError as error:
        raise NotationError("deck", error.cause) from None
