"""What may a goal ask of six dice, how is it written, and do these dice meet it (LD-7)?"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, Literal

import msgspec

from boltbox.rules.game import Piece

DICE: Final = 6
SIDES: Final = 6
LONGEST: Final = 40  # characters; the longest that says something has fewer
# Every roll of six dice, the order of the dice apart: 462 of them.
ROLLS: Final = tuple(combinations_with_replacement(range(1, SIDES + 1), DICE))
ALL: Final = (1 << len(ROLLS)) - 1
_INDEX: Final = {roll: index for index, roll in enumerate(ROLLS)}

_WORDS: Final[Mapping[str, Callable[[int], bool]]] = {
    "even": lambda die: die % 2 == 0,
    "odd": lambda die: die % 2 == 1,
    "low": lambda die: die <= 3,
    "high": lambda die: die >= 4,
}
_SUM: Final = re.compile(r"sum(=|<=|>=)(0|[1-9][0-9]{0,2})")
_LEAST, _MOST = DICE, DICE * SIDES
_FORMS: Final = "112233, 5555**, AABBCC, even, odd, low, high, sum=21, sum<=9, sum>=33"

Form = Literal["set", "shape", "word", "sum"]


class GoalError(ValueError):
    """Says what is wrong with a goal."""


class Side(Piece, frozen=True):
    """Is what a goal asks for, or one of two such things joined by `&` (LD-7.1)."""

    form: Form  # what kind of thing it is
    text: str  # six characters, or the word, or what stands between `sum` and its number
    number: int = 0  # of a sum


class Goal(msgspec.Struct, frozen=True):
    """Is a goal: what it asks for, and which of all rolls meet it. Equal ones are met alike (LD-7.6)."""

    text: str  # as it was written, without spaces
    sides: tuple[Side, ...]  # one, or two that the same dice must meet
    rolls: int  # bit i is set when the roll ROLLS[i] meets it

    def met(self, dice: tuple[int, ...]) -> bool:
        """Tells whether six dice at rest meet it, in whatever order they lie."""
        return bool(self.rolls >> _INDEX[tuple(sorted(dice))] & 1)

    def __eq__(self, other: object) -> bool:
        """Tells whether the same rolls meet both."""
        return isinstance(other, Goal) and self.rolls == other.rolls

    def __hash__(self) -> int:
        """Hashes what equal goals have alike."""
        return hash(self.rolls)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Goal:
    sides = tuple(_side(part.strip(" ")) for part in _parts(text))
    rolls = ALL
    for side in sides:
        rolls &= _rolls(side)
    if not rolls:
        raise GoalError(f"no six dice can meet '{text}'")
    if rolls == ALL:
        raise GoalError(f"every six dice meet '{text}'")
    return Goal("&".join(part.strip(" ") for part in _parts(text)), sides, rolls)


def parse(text: str) -> Goal:
    """Reads a goal. Raises GoalError, which says what is wrong."""
    text = text.strip()
    if len(text) > LONGEST:
        raise GoalError(f"a goal has at most {LONGEST} characters, this one {len(text)}")
    return _parsed(text)


def _parts(text: str) -> list[str]:
    parts = text.split("&")
    if len(parts) > 2:
        raise GoalError(f"'&' joins two things, but '{text}' has {len(parts)}")
    return parts


def _side(text: str) -> Side:
    if not text:
        raise GoalError("one side of '&' is empty")
    if text in _WORDS:
        return Side("word", text)
    if text.lower() in _WORDS or (text.lower().startswith("sum") and not text.startswith("sum")):
        raise GoalError(f"'{text}' is written in small letters: {text.lower()}")
    if text.startswith("sum"):
        return _sum(text)
    if not re.fullmatch(r"[0-9A-Za-z*]+", text):
        raise GoalError(f"'{text}' is no goal; goals look like {_FORMS}, two of them joined by &")
    return _six(text)


def _sum(text: str) -> Side:
    found = _SUM.fullmatch(text)
    if found is None:
        raise GoalError(f"'{text}' is no sum; sums look like sum=21, sum<=9, sum>=33")
    number = int(found[2])
    if not _LEAST <= number <= _MOST:
        raise GoalError(f"the sum of six dice is {_LEAST} to {_MOST}, not {number}")
    return Side("sum", found[1], number)


def _six(text: str) -> Side:
    """Reads a set or a shape: six characters, digits or letters, and stars (LD-7.4)."""
    wrong = next((sign for sign in text if sign not in "123456ABCDEF*"), None)
    if wrong is not None:
        can = "1 to 6" if wrong.isdigit() else "A to F"
        kind = "a number" if wrong.isdigit() else "a letter"
        if not re.search(r"[1-6A-F*]", text):
            raise GoalError(f"'{text}' is no goal; goals look like {_FORMS}, two of them joined by &")
        raise GoalError(f"{kind} in a set or shape is {can}, not '{wrong}'")
    if len(text) != DICE:
        raise GoalError(f"a set or shape has {DICE} characters, '{text}' has {len(text)}")
    signs = text.replace("*", "")
    if not signs:
        raise GoalError("at most five of the six can be '*'")
    if not signs.isdigit() and not signs.isalpha():
        raise GoalError(f"a goal has digits or letters, never both, as '{text}' has")
    return Side("set" if signs.isdigit() else "shape", text)


@lru_cache(maxsize=4096)
def _rolls(side: Side) -> int:
    test = _test(side)
    return sum(1 << index for index, roll in enumerate(ROLLS) if test(roll))


def _test(side: Side) -> Callable[[tuple[int, ...]], bool]:
    """Makes what tells whether sorted dice meet one side (LD-7.1, LD-7.4, LD-7.5)."""
    if side.form == "word":
        fits = _WORDS[side.text]
        return lambda roll: all(map(fits, roll))
    if side.form == "sum":
        number = side.number
        if side.text == "=":
            return lambda roll: sum(roll) == number
        return (lambda roll: sum(roll) <= number) if side.text == "<=" else (lambda roll: sum(roll) >= number)
    needed = Counter(side.text.replace("*", ""))
    if side.form == "set":
        return lambda roll: all(roll.count(int(digit)) >= count for digit, count in needed.items())
    groups = sorted(needed.values(), reverse=True)
    return lambda roll: _holds(roll, groups)


def _holds(roll: tuple[int, ...], groups: list[int]) -> bool:
    """Tells whether each group of equal letters finds a number of its own: the largest by the largest."""
    counts = sorted(Counter(roll).values(), reverse=True)
    return len(counts) >= len(groups) and all(
        count >= group for count, group in zip(counts, groups, strict=False)
    )
