"""What does the person at a seat see of Lucky Box, and what is it called?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from boltbox.rules.game import Part
    from boltbox.rules.luckybox.options import Options
    from boltbox.rules.luckybox.rule_sets import RuleSet
    from boltbox.rules.luckybox.view import AskPart, BoxView, Choice, HeadPart, OwnPart, RulesPart, SeatPart

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
BOLT, STAR, MOON = "ϟ", "★", "☾"
SIGNS: Final = {"L": BOLT, "LL": BOLT * 2, "S": STAR, "M": MOON, "-": "·"}  # other codes are their own signs
GAINS: Final = {  # other codes are crosses of their number
    "L": f"a bolt {BOLT}",
    "LL": f"two bolts {BOLT}{BOLT}",
    "S": f"a star {STAR}",
    "M": f"a moon {MOON}",
    "-": "nothing",
    "?": "cross any number",
}
MARKS: Final = dict.fromkeys("123456789", "cross any cell") | {"?": "a question mark ?"}  # by `chengdu`
TITLES: Final = ("A box of crayons", "Spark catcher", "Line weaver", "Stormbringer", "Lightning in a box")


@dataclass(frozen=True)
class Seen:
    """Is a view with its parts in their own types."""

    head: "HeadPart"
    seats: "tuple[SeatPart, ...]"
    own: "OwnPart"
    ask: "AskPart"
    options: "Options"
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
            cast("RulesPart", view["rules"]).options,
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
    def may_pass(self) -> bool:
        """Tells whether the number can be passed for."""
        from boltbox.rules.luckybox.actions import Pass

        return any(isinstance(one.action, Pass) for one in self.ask.choices)

    @property
    def reach(self) -> "dict[tuple[int, int], Choice]":
        """Is what can be crossed now: box and cell -> the cheapest choice, never a question mark."""
        from boltbox.rules.luckybox.actions import Bonus, Cross

        found: dict[tuple[int, int], Choice] = {}
        for one in self.ask.choices:
            action = one.action
            if isinstance(action, Bonus) or (isinstance(action, Cross) and action.way != "question"):
                found.setdefault((action.box, action.cell), one)
        return found

    @property
    def rules(self) -> "RuleSet":
        """Is what the rule set says."""
        from boltbox.rules.luckybox.rule_sets import rule_set

        return rule_set(self.options)

    def gain(self, code: str) -> str:
        """Words what a line pays here."""
        return gain(code, self.options.rule_set)

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


def gain(code: str, rule_set: str = "classic") -> str:
    """Words what a line pays."""
    if rule_set == "chengdu" and code in MARKS:
        return MARKS[code]
    return GAINS.get(code, f"cross {a_number(code)}")


def a_number(number: int | str) -> str:
    """Words a number with its article."""
    return f"{'an' if str(number).startswith('8') else 'a'} {number}"


def signed(numbers: "Iterable[int]") -> str:
    """Writes numbers with their signs."""
    return " ".join(f"{number:+}" for number in numbers)


def count(number: int, thing: str) -> str:
    """Words a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{'es' if thing.endswith('x') else 's'}"
