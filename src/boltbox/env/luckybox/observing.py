"""What does a learner observe in Lucky Box? The view of its seat as a row of numbers."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from boltbox.env.layout import MOST, Field, Layout, Numbers
from boltbox.env.luckybox.actions import CODES, Numbering
from boltbox.rules.game import Part, Seat
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.parts import LINE_MASKS
from boltbox.rules.luckybox.view import AskPart, BoxView, HeadPart, OwnPart, SeatPart

ASKS: Final = ("choose", "refill", "answer", "bonus", "wait", "over")
MOONS: Final = (-2, -1, 1, 2, 3)  # what is printed on moon tokens (LB-4.6)
BOX: Final = (
    Field("here", 1, 0, 1, "1: there is such a box"),
    Field("numbers", 9, 0, 9, "the numbers of its cells, row by row; 0: crossed, or no box"),
    Field("lines", 6, 0, 14, "what its rows from the top and columns from the left still give"),
)
BOX_SIZE: Final = 16
# What a line gives, as a number; what is completed gives 0.
GIVES: Final = {"-": 0, **{sign: i for i, sign in enumerate(CODES, 1)}, "L": 11, "LL": 12, "S": 13, "M": 14}


def layout_of(options: Options, seats: int, numbering: Numbering) -> Layout:
    """Is the layout of an observation under given options."""
    layout = Layout()
    layout.add(
        Field("ask", 6, 0, 1, "what is asked of the seat, a 1 in its place: " + ", ".join(ASKS)),
        Field("round", 1, 0, 8, "the round; 0 in the first choice, later choices count to the round before"),
        Field("rounds", 1, 1, 8, "how many rounds there are"),
        Field("draw", 1, 0, 9, "the draw of the round; 0 where nothing is drawn"),
        Field("number", 1, 0, 9, "the number that was drawn; 0 where nothing is drawn"),
        Field("left", 9, 0, 2, "how many cards of each number 1 to 9 weren't drawn in this round"),
        Field("box_points", 1, -99, 99, "what a box finished now scores"),
        Field("deck", 1, 0, 480, "boxes that weren't dealt"),
    )
    if numbering.rule_set.moon_tokens:
        says = "moon tokens in the supply, by what is printed on them: -2, -1, 1, 2, 3"
        layout.add(Field("moons_left", len(MOONS), 0, 9, says))
    layout.add(Field("keep", 1, 0, 9, "how many boxes of the offer are to be kept"))
    layout.add_each("offer", max(options.dealt, options.offer), BOX)
    layout.add_each("reserve", numbering.reserve, BOX)
    for place in range(seats):
        layout.add(*_of_seat(_name(place), place, printed=bool(numbering.rule_set.moon_tokens)))
        layout.add_each(f"{_name(place)}.box", numbering.slots, BOX)
    return layout


def _name(place: int) -> str:
    """Names a seat as one at the table counts: itself, and those after it in turn."""
    return "me" if place == 0 else f"next{place}"


def _of_seat(name: str, place: int, *, printed: bool) -> tuple[Field, ...]:
    whose = "own: " if place == 0 else f"of the seat {place} after it: "
    moons = "; those of this draw have no value yet" if printed else ""
    fields = [
        Field(f"{name}.lightning", 1, 0, MOST, whose + "lightning tokens"),
        Field(
            f"{name}.stars", 1, 0, MOST, whose + "stars " + ("of the game" if printed else "of this round")
        ),
        Field(f"{name}.moons", 1, 0, MOST, whose + "moons" + moons),
    ]
    if printed:
        fields += [
            Field(f"{name}.moon_points", 1, -MOST, MOST, whose + "moon values so far, added up"),
            Field(f"{name}.questions", 1, 0, MOST, whose + "question marks"),
        ]
    return (
        *fields,
        Field(f"{name}.finished", 1, 0, MOST, whose + "finished boxes"),
        Field(
            f"{name}.score",
            1,
            -MOST,
            MOST,
            whose + "points if the game ended now, moons that are only counted aside",
        ),
        Field(f"{name}.ready", 1, 0, 1, "1: has answered"),
        Field(f"{name}.due", 10, 0, MOST, whose + "waiting bonus crosses, by number 1 to 9, then `?`"),
    )


class Observing:
    """Writes views as observations."""

    def __init__(self, options: Options, seats: int, numbering: Numbering) -> None:
        self.layout = layout_of(options, seats, numbering)
        self._printed = bool(numbering.rule_set.moon_tokens)
        self._numbers = numbering.rule_set.numbers
        self._seats = seats
        self._seat_starts = [self.layout.slice(f"{_name(i)}.lightning").start for i in range(seats)]
        self._seat_size = self.layout.size - self._seat_starts[-1]
        self._box_start = self.layout.slice("me.box.here").start - self._seat_starts[0]

    def observe(self, parts: Mapping[str, Part], seat: Seat, blocks: Mapping[Seat, Numbers]) -> Numbers:
        """Writes a view.

        Args:
            parts: The head, the seat's own part and its ask.
            seat: Whose view it is.
            blocks: What `block` made of the part of each seat.
        """
        head, own, ask = parts["head"], parts["own"], parts["ask"]
        if not (isinstance(head, HeadPart) and isinstance(own, OwnPart) and isinstance(ask, AskPart)):
            raise TypeError("that is no view of a seat of Lucky Box")
        row = np.zeros(self.layout.size, np.int16)
        self._put_head(row, head, ask)
        self._put(row, "keep", own.keep)
        for name, boxes in (("offer", own.offer), ("reserve", own.reserve)):
            if boxes:
                start = self.layout.slice(f"{name}.here").start
                put_boxes(row[start : start + len(boxes) * BOX_SIZE], boxes)
        for place, start in enumerate(self._seat_starts):
            row[start : start + self._seat_size] = blocks[(seat - 1 + place) % self._seats + 1]
        return row

    def block(self, part: SeatPart) -> Numbers:
        """Writes what everybody sees of a seat."""
        values: list[int] = [part.lightning, part.stars, part.moons]
        if self._printed:
            values += [sum(part.moon_values), part.questions]
        due = [str(one.code) for one in part.due]
        values += [len(part.finished), part.score, part.ready, *(due.count(code) for code in CODES)]
        block = np.zeros(self._seat_size, np.int16)
        block[: len(values)] = values
        put_boxes(block[self._box_start :], part.boxes)
        return block

    def _put_head(self, row: Numbers, head: HeadPart, ask: AskPart) -> None:
        # Who has chosen waits for the others, as who has answered does.
        kind = ask.kind if ask.open or ask.kind == "over" else "wait"
        row[ASKS.index(kind)] = 1
        drawing = head.phase == "draw"
        drawn = head.drawn if drawing else ()
        self._put(row, "round", head.round)
        self._put(row, "rounds", head.rounds)
        self._put(row, "draw", head.draw if drawing else 0)
        self._put(row, "number", drawn[-1] if drawn else 0)
        left = [self._numbers.count(number) - drawn.count(number) for number in range(1, 10)]
        row[self.layout.slice("left")] = left
        self._put(row, "box_points", head.box_points)
        self._put(row, "deck", head.deck_left)
        if self._printed:
            row[self.layout.slice("moons_left")] = [head.moons_left.count(value) for value in MOONS]

    def _put(self, row: Numbers, name: str, value: int) -> None:
        row[self.layout.ranges[name].start] = value


def put_boxes(row: Numbers, boxes: Sequence[BoxView]) -> None:
    """Writes boxes one after another: what is open on them, and what their open lines give."""
    for i, box in enumerate(boxes):
        numbers = [0 if box.crossed >> cell & 1 else int(box.grid[cell]) for cell in range(9)]
        lines = [
            0 if box.crossed & mask == mask else GIVES[code]
            for mask, code in zip(LINE_MASKS, (*box.rows, *box.columns), strict=True)
        ]
        row[i * BOX_SIZE : (i + 1) * BOX_SIZE] = [1, *numbers, *lines]
