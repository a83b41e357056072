"""How is a deck of boxes written and read? A text file, one face a line (LB-9.1, LB-9.3)."""

from typing import Final, cast

from boltbox.rules.luckybox.parts import CODES, BonusCode, Deck, Face

FEWEST: Final = 5
MOST: Final = 240
_HEADER: Final = ("name", "author", "licence")


class DeckError(ValueError):
    """Says in which line of which file a deck is wrong, and how."""

    def __init__(self, file: str, line: int, cause: str) -> None:
        super().__init__(f"{file}:{line}: {cause}")
        self.file = file
        self.line = line
        self.cause = cause


def read_deck(text: str, file: str = "deck") -> Deck:
    """Reads a deck. Raises DeckError, which names the file, the line and the cause."""
    header: dict[str, str] = {}
    faces: list[Face] = []
    number = 0
    for number, raw in enumerate(text.removesuffix("\n").split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if ":" in line:
            _read_header(line, header, bool(faces), file, number)
        else:
            faces.append(_read_face(line, file, number))
    missing = [key for key in _HEADER if key not in header]
    if missing:
        raise DeckError(file, max(number, 1), f"the header has no line '{missing[0]}: ...'")
    if not FEWEST <= len(faces) <= MOST:
        raise DeckError(file, max(number, 1), f"a deck has {FEWEST} to {MOST} faces, this one {len(faces)}")
    return Deck(header["name"], header["author"], header["licence"], tuple(faces))


def write_face(face: Face) -> str:
    """Writes a face as its line in a deck: `grid rows columns`."""
    return f"{face.grid} {','.join(face.rows)} {','.join(face.columns)}"


def write_deck(deck: Deck) -> str:
    """Writes a deck as text that `read_deck` reads back."""
    header = f"name: {deck.name}\nauthor: {deck.author}\nlicence: {deck.licence}\n"
    return header + "".join(f"{write_face(face)}\n" for face in deck.faces)


def _read_header(line: str, header: dict[str, str], too_late: bool, file: str, number: int) -> None:
    key, _, value = (part.strip() for part in line.partition(":"))
    if key not in _HEADER:
        raise DeckError(file, number, f"a header line is one of {', '.join(_HEADER)}, not '{key}'")
    if too_late:
        raise DeckError(file, number, f"'{key}' must stand before the first face")
    if key in header:
        raise DeckError(file, number, f"'{key}' stands twice")
    if not value:
        raise DeckError(file, number, f"'{key}' is empty")
    header[key] = value


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
