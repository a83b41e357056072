"""What does the person at a seat see of Lucky Box, and what is it called?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from boltbox.rules.game import Part
    from boltbox.rules.luckybox.view import AskPart, BoxView, Choice, HeadPart, OwnPart, SeatPart

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
BOLT, STAR, MOON = "ϟ", "★", "☾"
SIGNS: Final = {"L": BOLT, "LL": BOLT * 2, "S": STAR, "M": MOON, "-": "·"}  # other codes are their own signs
GAINS: Final = {
    "L": f"a bolt {BOLT}",
    "LL": f"two bolts {BOLT}{BOLT}",
    "S": f"a star {STAR}",
    "M": f"a moon {MOON}",
    "-": "nothing",
    "?": "cross any number",
}
TITLES: Final = ("A box of crayons", "Spark catcher", "Line weaver", "Stormbringer", "Lightning in a box")


@dataclass(frozen=True)
class Seen:
    """Is a view with its parts in their own types."""

    head: "HeadPart"
    seats: "tuple[SeatPart, ...]"
    own: "OwnPart"
    ask: "AskPart"
    names: tuple[str, ...]
    you: int = 1  # the seat of the person

    @staticmethod
    def of(view: "Mapping[str, Part]", names: tuple[str, ...], you: int = 1) -> "Seen":
        """Takes a view apart."""
        return Seen(
            cast("HeadPart", view["head"]),
            tuple(cast("SeatPart", view[f"seat{seat}"]) for seat in range(1, len(names) + 1)),
            cast("OwnPart", view["own"]),
            cast("AskPart", view["ask"]),
            names,
            you,
        )

    @property
    def mine(self) -> "SeatPart":
        """Is the person's own seat."""
        return self.seats[self.you - 1]

    @property
    def number(self) -> int:
        """Is the number that counts now; 0 while none does."""
        return self.head.drawn[-1] if self.head.phase == "draw" else 0

    @property
    def reach(self) -> "dict[tuple[int, int], Choice]":
        """Is what can be crossed now: box and cell -> the choice."""
        from boltbox.rules.luckybox.actions import Bonus, Cross

        choices = self.ask.choices
        return {
            (one.action.box, one.action.cell): one for one in choices if isinstance(one.action, Bonus | Cross)
        }

    def letter(self, box: int) -> str:
        """Names an own box by its letter, if it has one."""
        found = next((index for index, one in enumerate(self.mine.boxes) if one.id == box), None)
        return "a new box" if found is None else f"box {LETTERS[found]}"

    def key(self, box: int, cell: int) -> str:
        """Names a cell of an own box as one types it."""
        return f"{self.letter(box).removeprefix('box ')}{cell + 1}"


def code_of(box: "BoxView", line: int) -> str:
    """Names the bonus of a line."""
    return box.rows[line] if line < 3 else box.columns[line - 3]


def gain(code: str) -> str:
    """Words what a line pays."""
    return GAINS.get(code, f"cross {a_number(code)}")


def a_number(number: int | str) -> str:
    """Words a number with its article."""
    return f"{'an' if str(number).startswith('8') else 'a'} {number}"


def count(number: int, thing: str) -> str:
    """Words a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{'es' if thing.endswith('x') else 's'}"
