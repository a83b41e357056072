"""How does a person type what a seat asks for, and how is a face or a whole deck written as one word?

`x12.3` crosses cell 3 of box 12, `x12.3~` by lightning, `x12.3?` by a question mark; `b5:12.3` takes a bonus
5 there, `b5-` declines it; `keep 3 17 40`; `refill 3 / 17 40 / 1` gives box 3 away, takes 17 and 40 out of
the reserve and one blind; `pass`, `back 1` (or `back`, all of them), `done`, `confirm on`, `confirm off`.
"""

import re
from typing import Final, cast
from urllib.parse import quote, unquote

from msgspec.structs import replace

from boltbox.rules.decks.reading import DeckError
from boltbox.rules.game import Event
from boltbox.rules.luckybox.actions import (
    Bonus,
    Choose,
    Confirm,
    Cross,
    Decline,
    Done,
    LuckyAction,
    Pass,
    Refill,
    TakeBack,
)
from boltbox.rules.luckybox.deck import built_in, names, read_deck
from boltbox.rules.luckybox.events import EVENT_TYPES, Started
from boltbox.rules.luckybox.options import Options, usual
from boltbox.rules.luckybox.parts import CODES, BonusCode, Deck, Way
from boltbox.rules.words import (
    NotationError,
    read_numbers,
    read_options,
    read_struct,
    write_options,
    write_struct,
    write_word,
)

OWN: Final = "own"  # in place of an own deck's name
_WORDS: Final[dict[str, LuckyAction]] = {
    "pass": Pass(),
    "done": Done(),
    "back": TakeBack(),
    "confirm on": Confirm(on=True),
    "confirm off": Confirm(on=False),
}
_WAYS: Final[dict[Way, str]] = {"drawn": "", "lightning": "~", "question": "?"}
_CROSS: Final = re.compile(r"x(-?[0-9]{1,9})\.(-?[0-9]{1,9})([~?]?)")
_BONUS: Final = re.compile(r"b([^:]{1,2}):(-?[0-9]{1,9})\.(-?[0-9]{1,9})")
_DECLINE: Final = re.compile(r"b([^:]{1,2})-")
_REFILL: Final = re.compile(r"refill (-|[0-9 ]+?) ?/ ?(-|[0-9 ]+?) ?/ ?(-?[0-9]{1,9})")
_NUMBERS: Final = re.compile(r"(keep|back)((?: -?[0-9]{1,9})*)")


def write_action(action: LuckyAction) -> str:
    """Writes an action in its short form."""
    if isinstance(action, Cross):
        return f"x{action.box}.{action.cell}{_WAYS[action.way]}"
    if isinstance(action, Bonus):
        return f"b{action.code}:{action.box}.{action.cell}"
    if isinstance(action, Decline):
        return f"b{action.code}-"
    if isinstance(action, Choose):
        return " ".join(["keep", *map(str, action.boxes)])
    if isinstance(action, Refill):
        parts = (action.discard, action.take, (action.blind,))
        return "refill " + " / ".join(" ".join(map(str, part)) or "-" for part in parts)
    if isinstance(action, TakeBack):
        return f"back {action.to}"
    return next(word for word, one in _WORDS.items() if one == action)


def read_action(text: str) -> LuckyAction:
    """Reads an action in its short form. Raises NotationError."""
    text = " ".join(text.split())
    if text in _WORDS:
        return _WORDS[text]
    if found := _CROSS.fullmatch(text):
        return Cross(
            int(found[1]), int(found[2]), next(way for way, sign in _WAYS.items() if sign == found[3])
        )
    if found := _BONUS.fullmatch(text):
        return Bonus(_code(found[1]), int(found[2]), int(found[3]))
    if found := _DECLINE.fullmatch(text):
        return Decline(_code(found[1]))
    if found := _REFILL.fullmatch(text):
        discard, take = (tuple(map(int, part.replace("-", "").split())) for part in found.groups()[:2])
        return Refill(discard, take, int(found[3]))
    found = _NUMBERS.fullmatch(text)
    numbers = tuple(map(int, found[2].split())) if found else ()
    if found and found[1] == "keep":
        return Choose(numbers)
    if found and len(numbers) == 1:
        return TakeBack(numbers[0])
    raise NotationError(
        "action", f"'{text}' is none; actions look like x12.3 x12.3~ b5:12.3 pass keep 3 17 40"
    )


def _code(text: str) -> BonusCode:
    if text not in CODES:
        raise NotationError("action", f"'{text}' is no bonus; bonuses are 1-9 ? L LL S M -")
    return cast(BonusCode, text)


def write_event(event: Event) -> str:
    """Writes an event as words; of a built-in deck only the name."""
    if isinstance(event, Started):
        words = (str(event.seats), write_word(event.boxes), write_deck_word(event.deck))
        return " ".join(["started", *words, write_agreed(event.options)]).rstrip()
    return write_struct(event)


def read_event(text: str) -> Event:
    """Reads an event that `write_event` wrote. Raises NotationError."""
    tag, *words = text.split() or [""]
    if tag != "started":
        return read_struct(text, EVENT_TYPES)
    if len(words) < 3 or not re.fullmatch("[0-9]{1,2}", words[0]):
        raise NotationError(tag, "it is written 'started seats boxes deck options...'")
    options, deck = read_agreed(" ".join(words[3:]), words[2])
    return Started(options, int(words[0]), deck, read_numbers(words[1], "boxes"))


def write_agreed(options: Options) -> str:
    """Writes options as words; an own deck, which stands beside them, only as `deck=own`."""
    own = isinstance(options.deck, Deck)
    return write_options(replace(options, deck=OWN) if own else options, usual)


def read_agreed(text: str, deck_word: str | None) -> tuple[Options, Deck]:
    """Reads options and the deck that is played with: the one given, or that of the options."""
    options = read_options(text, Options, usual)
    deck = read_deck_word(str(options.deck) if deck_word is None else deck_word)
    return replace(options, deck=deck) if options.deck == OWN else options, deck


def write_deck_word(deck: Deck) -> str:
    """Writes a deck as one word: its name if it is built in, else all that is in it, with colons between."""
    known = next((name for name in names() if built_in(name) == deck), None)
    if known is not None:
        return known
    header = (quote(text, safe="") for text in (deck.name, deck.author, deck.licence))
    return ":".join([*header, *(face.write().replace(" ", "/") for face in deck.faces)])


def read_deck_word(word: str) -> Deck:
    """Reads a deck that `write_deck_word` wrote. Raises NotationError."""
    if ":" not in word:
        if word not in names():
            raise NotationError("deck", f"'{word}' is no built-in deck; there are {', '.join(names())}")
        return built_in(word)
    name, author, licence = (unquote(part, errors="replace") for part in f"{word}::".split(":")[:3])
    faces = (part.replace("/", " ") for part in word.split(":")[3:])
    try:
        return read_deck("\n".join([f"name: {name}", f"author: {author}", f"licence: {licence}", *faces]))
    except DeckError as error:
        raise NotationError("deck", error.cause) from None
