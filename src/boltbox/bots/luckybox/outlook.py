"""What is a seat's side of the table worth in Lucky Box, and how does a cross change it?"""

from collections.abc import Container, Sequence
from statistics import fmean
from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.bots.luckybox.prospects import NUMBERS, Prospects, at
from boltbox.rules.luckybox.parts import FULL, LINE_MASKS, BonusCode, completed
from boltbox.rules.luckybox.view import BoxView

ALL: Final = sum(1 << int(number) for number in NUMBERS)  # as `numbers` below
CELL_POINTS: Final = 0.5  # of a crossed cell on an unfinished box (LB-7.2)


class Side(msgspec.Struct, frozen=True):
    """Is what a seat would have in front of it."""

    crossed: tuple[int, ...]  # a mask for each box of the outlook
    lightning: int
    stars: int  # in this round, or in the game where they are kept
    moons: int = 0  # more than now
    due: tuple[str, ...] = ()  # bonus crosses that wait
    questions: int = 0  # question marks to spend (`chengdu`)
    unknown: bool = False  # with boxes that nobody knows yet, which may have any number


class Outlook:
    """Values sides with some boxes, as the game stands."""

    def __init__(self, prospects: Prospects, boxes: Sequence[BoxView]) -> None:
        self.boxes = boxes
        self.prospects = prospects
        self.rules = prospects.rules
        weights = prospects.weights
        anywhere = prospects.rules.anywhere
        printed = [box.grid[cell] for box in boxes for cell in range(9) if not box.crossed >> cell & 1]
        numbers = {n: weights.cross * (1 if printed.count(n) > 1 else weights.lonely) for n in NUMBERS}
        numbers = {number: worth for number, worth in numbers.items() if number not in anywhere}
        self._codes: dict[str, float] = {**prospects.codes, **numbers, "-": 0.0}
        self._boxes: list[dict[int, tuple[float, int]]] = [{} for _ in boxes]  # by mask
        self._covers: dict[int, float] = {}

    def value(self, side: Side) -> float:
        """Values a side in points."""
        prospects = self.prospects
        value = (
            at(prospects.lightning, side.lightning)
            + at(prospects.stars, side.stars)
            + at(prospects.moons, side.moons)
            + at(prospects.questions, side.questions)
        )
        for code in side.due:
            value += self._codes[code]
        numbers = 0
        for index, crossed in enumerate(side.crossed):
            known = self._boxes[index].get(crossed)
            if known is None:
                known = self._boxes[index][crossed] = self._box(self.boxes[index], crossed)
            value += known[0]
            numbers |= known[1]
        return value + self._cover(ALL if side.unknown else numbers)

    def some(self, ids: Container[int]) -> "Outlook":
        """Values sides with some of these boxes."""
        return Outlook(self.prospects, [box for box in self.boxes if box.id in ids])

    def unseen(self) -> float:
        """Values a box that nobody knows yet: as much as an untouched one of these on average."""
        if not self.boxes:
            return self.prospects.later_points * self.prospects.finish[0]
        return fmean(self._box(box, 0)[0] for box in self.boxes)

    def _box(self, box: BoxView, crossed: int) -> tuple[float, int]:
        """Values a box, and notes its open numbers: bit 1 to 9."""
        prospects, count = self.prospects, crossed.bit_count()
        if crossed == FULL:
            return prospects.box_points, 0
        gain = prospects.later_points - 9 * CELL_POINTS
        value = CELL_POINTS * count + gain * prospects.finish[count]
        for line, mask in enumerate(LINE_MASKS):
            missing = mask & ~crossed
            if missing:
                likely = prospects.line[3 - missing.bit_count()]
                if missing & (missing - 1) == 0:  # one cell is left
                    number = box.grid[missing.bit_length() - 1]
                    likely *= 1 + prospects.weights.chance * prospects.number[number]
                value += likely * self._codes[code_of(box, line)]
        numbers = 0
        for cell in range(9):
            if not crossed >> cell & 1:
                numbers |= 1 << int(box.grid[cell])
        return value, numbers

    def _cover(self, numbers: int) -> float:
        """Values how many of the numbers that can come find an open cell."""
        if numbers not in self._covers:
            covered = 0.0
            for one in NUMBERS:  # one by one: from Python 3.12 on `sum` rounds otherwise
                if numbers >> int(one) & 1:
                    covered += 1 + self.prospects.number[one]
            self._covers[numbers] = self.prospects.weights.cover * covered
        return self._covers[numbers]

    def cross(self, side: Side, index: int, cell: int) -> Side:
        """Crosses a cell of a box: lines pay tokens at once, crosses wait (LB-4.7)."""
        before = side.crossed[index]
        crossed = (*side.crossed[:index], before | 1 << cell, *side.crossed[index + 1 :])
        codes = [code_of(self.boxes[index], line) for line in completed(before, cell)]
        return Side(
            crossed,
            side.lightning + codes.count("L") + 2 * codes.count("LL"),
            side.stars + codes.count("S"),
            side.moons + codes.count("M"),
            (*side.due, *(code for code in codes if code in self.rules.waiting)) if codes else side.due,
            side.questions + (0 if "?" in self.rules.waiting else codes.count("?")),
        )

    def ways(self, side: Side, code: str) -> list[tuple[int, int]]:
        """Lists the boxes and cells that a bonus can cross."""
        return [
            (index, cell)
            for index, (box, crossed) in enumerate(zip(self.boxes, side.crossed, strict=True))
            for cell in range(9)
            if not crossed >> cell & 1 and (code in self.rules.anywhere or code == box.grid[cell])
        ]


def code_of(box: BoxView, line: int) -> BonusCode:
    """Names the bonus of a line of a box."""
    return box.rows[line] if line < 3 else box.columns[line - 3]


def without(side: Side, code: str) -> Side:
    """Takes away a bonus that waits."""
    first = side.due.index(code)
    return replace(side, due=(*side.due[:first], *side.due[first + 1 :]))
