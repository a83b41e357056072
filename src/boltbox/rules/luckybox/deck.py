"""How is a deck of boxes written and read? A text file, one face a line (LB-9.1, LB-9.3)."""

import re
from functools import cache
from typing import Final, cast

from boltbox.rules import decks
from boltbox.rules.decks.reading import HEADER, DeckError, read_sheet, wrong_text
from boltbox.rules.luckybox.parts import CODES, BonusCode, Deck, Face

KIND: Final = "deck"  # how the files of this game's decks end
FEWEST: Final = 5
MOST: Final = 240
_GRID: Final = re.compile("[1-9]{9}")


@cache
def built_in(name: str) -> Deck:
    """Reads a built-in deck. Raises KeyError for a name that isn't built in."""
    return read_deck(decks.text(name, KIND), f"{name}.{KIND}")


def names() -> tuple[str, ...]:
    """Lists the names of the built-in decks, sorted."""
    return decks.names(KIND)


def read_deck(text: str, file: str = "deck") -> Deck:
    """Reads a deck. Raises DeckError, which names the file, the line and the cause."""
    sheet = read_sheet(text, file, "face")
    faces = tuple(_read_face(line, file, number) for number, line in sheet.lines)
    if not FEWEST <= len(faces) <= MOST:
        raise DeckError(file, sheet.end, _wrong_size(faces))
    return Deck(sheet.name, sheet.author, sheet.licence, faces)


def wrong_deck(deck: Deck) -> str | None:
    """Tells why a deck that came as a value can't be played, or None (LB-9.3)."""
    for key in HEADER:
        cause = wrong_text(getattr(deck, key))
        if cause is not None:
            return f"'{key}' {cause}"
    if not FEWEST <= len(deck.faces) <= MOST:
        return _wrong_size(deck.faces)
    return next((cause for face in deck.faces if (cause := _wrong_grid(face.grid)) is not None), None)


def _wrong_size(faces: tuple[Face, ...]) -> str:
    return f"a deck has {FEWEST} to {MOST} faces, this one {len(faces)}"


def _wrong_grid(grid: str) -> str | None:
    return None if _GRID.fullmatch(grid) else f"a grid is nine digits 1-9, not '{grid}'"


def _read_face(line: str, file: str, number: int) -> Face:
    fields = line.split()
    if len(fields) != 3:
        raise DeckError(file, number, f"a face is 'grid rows columns', three fields, not {len(fields)}")
    grid, rows, columns = fields
    cause = _wrong_grid(grid)
    if cause is not None:
        raise DeckError(file, number, cause)
    return Face(grid, _read_codes(rows, "row", file, number), _read_codes(columns, "column", file, number))


def _read_codes(text: str, of: str, file: str, number: int) -> tuple[BonusCode, BonusCode, BonusCode]:
    codes = text.split(",")
    if len(codes) != 3:
        raise DeckError(file, number, f"a face has three {of} codes, not {len(codes)} in '{text}'")
    for code in codes:
        if code not in CODES:
            raise DeckError(file, number, f"'{code}' is no bonus; bonuses are 1-9 ? L LL S M -")
    first, second, third = (cast(BonusCode, code) for code in codes)
    return first, second, third
