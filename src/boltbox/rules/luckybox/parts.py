"""What lies on the table in Lucky Box? Faces, decks, lines, bonus codes and the ring of numbers."""

from functools import cache
from typing import Final, Literal

from boltbox.rules import game
from boltbox.rules.game import Piece

BonusCode = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "?", "L", "LL", "S", "M", "-"]
Way = Literal["drawn", "lightning", "question"]

DRAWS: Final = 9  # in a round (LB-2.1)

# The six lines of a box: rows 0-2 from the top, columns 3-5 from the left; a cell is 0-8, row by row.
LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
LINE_MASKS: Final = tuple(sum(1 << cell for cell in line) for line in LINES)
LINES_OF_CELL: Final = tuple(tuple(i for i in range(6) if cell in LINES[i]) for cell in range(9))
FULL: Final = 0b111111111
CODES: Final = frozenset((*"123456789?", "L", "LL", "S", "M", "-"))  # LB-4.3


class Face(Piece, frozen=True):
    """Is what is printed on a box: nine numbers, row by row, and a bonus at the end of each line."""

    grid: str  # nine digits 1-9
    rows: tuple[BonusCode, BonusCode, BonusCode]  # from the top
    columns: tuple[BonusCode, BonusCode, BonusCode]  # from the left

    def number(self, cell: int) -> int:
        """Names the number on a cell."""
        return ord(self.grid[cell]) - 48

    def code(self, line: int) -> BonusCode:
        """Names the bonus of a line."""
        return self.rows[line] if line < 3 else self.columns[line - 3]

    def write(self) -> str:
        """Writes it as its line in a deck: `grid rows columns` (LB-9.1)."""
        return f"{self.grid} {','.join(self.rows)} {','.join(self.columns)}"


class Deck(game.Deck, frozen=True):
    """Is a set of faces that boxes are dealt from (LB-9)."""

    faces: tuple[Face, ...]  # in the order of its file

    @property
    def size(self) -> int:
        """Counts its faces."""
        return len(self.faces)

    def write(self) -> str:
        """Writes it as text that `read_deck` reads back (LB-9.3)."""
        header = f"name: {self.name}\nauthor: {self.author}\nlicence: {self.licence}\n"
        return header + "".join(f"{face.write()}\n" for face in self.faces)

    def face(self, box: int) -> Face:
        """Finds the face of a box. Box `i` of the second copy of the deck is `i + len(faces)` (LB-9.3)."""
        return self.faces[box % len(self.faces)]


def steps(number: int, drawn: int) -> int:
    """Counts the steps between two numbers the shorter way round the ring 1-2-...-9-1 (LB-3.2)."""
    way = abs(number - drawn)
    return min(way, 9 - way)


# The number that came -> a digit -> its price in lightning tokens.
PRICES: Final = tuple({str(number): steps(number, drawn) for number in range(1, 10)} for drawn in range(10))


@cache
def completed(before: int, cell: int) -> tuple[int, ...]:
    """Lists the lines that crossing a cell completes, given the mask of cells crossed before (LB-4.1)."""
    after = before | 1 << cell
    return tuple(i for i in LINES_OF_CELL[cell] if after & LINE_MASKS[i] == LINE_MASKS[i])
