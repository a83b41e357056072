"""How is a deck of boxes written and read? A text file, one face a line (LB-9.1, LB-9.3)."""

from functools import cache
from typing import Final, cast

from boltbox.rules import decks
from boltbox.rules.decks.reading import DeckError, read_sheet
from boltbox.rules.luckybox.parts import CODES, BonusCode, Deck, Face

KIND: Final = "deck"  # how the files of this game's decks end
FEWEST: Final = 5
MOST: Final = 240


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
        raise DeckError(file, sheet.end, f"a deck has {FEWEST} to {MOST} faces, this one {len(faces)}")
    return Deck(sheet.name, sheet.author, sheet.licence, faces)


def write_face(face: Face) -> str:
    """Writes a face as its line in a deck: `grid rows columns`."""
    return f"{face.grid} {','.join(face.rows)} {','.join(face.columns)}"


def write_deck(deck: Deck) -> str:
    """Writes a deck as text that `read_deck` reads back."""
    header = f"name: {deck.name}\nauthor: {deck.author}\nlicence: {deck.licence}\n"
    return header + "".join(f"{write_face(face)}\n" for face in deck.faces)


def _read_face(line: str, file: str, number: int) -> Face:
    fields = line.split()
    if len(fields) != 3:
        raise DeckError(file, number, f"a face is 'grid rows columns', three fields, not {len(fields)}")
    grid, rows, columns = fields
    if len(grid) != 9 or any(digit not in "123456789" for digit in grid):
        raise DeckError(file, number, f"a grid is nine digits 1-9, not '{grid}'")
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
