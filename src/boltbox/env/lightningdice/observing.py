"""What does a learner observe in Lightning Dice? The view of its seat as a row of numbers."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from boltbox.env.layout import MOST, Field, Layout, Numbers
from boltbox.env.lightningdice.actions import CALLS
from boltbox.rules.game import Instant, Part, Seat
from boltbox.rules.lightningdice.goals import DICE, SIDES, Side, parse
from boltbox.rules.lightningdice.view import HeadPart, OwnPart, SeatPart

FORMS: Final = ("set", "shape", "word", "sum")
WORDS: Final = ("even", "odd", "low", "high")
RELATIONS: Final = ("=", "<=", ">=")
SIDE: Final = (
    Field("form", 4, 0, 1, "a 1 in its place: set, shape, word, sum; all 0: there is no such side"),
    Field("digits", 6, 0, 6, "of a set: how many dice of each number 1 to 6 it needs"),
    Field("groups", 6, 0, 6, "of a shape: how many dice each letter needs, the most first"),
    Field("free", 1, 0, 5, "of a set or shape: dice that can be anything"),
    Field("word", 4, 0, 1, "a 1 in its place: even, odd, low, high"),
    Field("relation", 3, 0, 1, "of a sum, a 1 in its place: =, <=, >="),
    Field("sum", 1, 0, 36, "of a sum: its number"),
)
GOAL_SIZE: Final = 2 * sum(field.size for field in SIDE)
_DIE: Final = "what six dice show; 0: in hand"


def race_layout(seats: int) -> Layout:
    """Is the layout of an observation at a table."""
    layout = Layout()
    layout.add(
        Field("over", 1, 0, 1, "1: the game has ended"),
        Field("goal", 1, 0, MOST, "the number of the goal, from 1 through the whole game"),
        Field("looks", 1, 0, MOST, "how many rolls' time the goal is open"),
        Field("cards", 1, 0, 200, "goals that can still come before all are used"),
        Field("met", 1, 0, 1, "1: the own dice lie and meet the goal"),
        Field("made", len(CALLS), 0, 1, "calls made on the dice as they lie: got, bonus, thunder 1 to 6"),
    )
    layout.add_each("side", 2, SIDE)
    for place in range(seats):
        name, whose = ("me", "own:") if place == 0 else (f"next{place}", f"of the seat {place} after it:")
        layout.add(
            Field(f"{name}.number", 1, 1, 6, f"{whose} player number"),
            Field(f"{name}.score", 1, -MOST, MOST, f"{whose} points or cards"),
            Field(f"{name}.rolls", 1, 0, MOST, f"{whose} rolls so far"),
            Field(f"{name}.dice", DICE, 0, SIDES, f"{whose} {_DIE}"),
        )
    return layout


def practice_layout() -> Layout:
    """Is the layout of an observation in practice, where the goal is always the same."""
    layout = Layout()
    layout.add(
        Field("dice", DICE, 0, SIDES, _DIE),
        Field("met", 1, 0, 1, "1: the dice lie and meet the goal"),
        Field("called", 1, 0, 1, "1: they were called out as they lie"),
        Field("over", 1, 0, 1, "1: the goal was met and called"),
    )
    return layout


def observe_race(layout: Layout, parts: Mapping[str, Part], seat: Seat, at: tuple[Instant, int]) -> Numbers:
    """Writes a view of a game at an instant, where a roll takes so many milliseconds."""
    head, own = _known(parts)
    now, roll_ms = at
    row = np.zeros(layout.size, np.int16)
    mine = _place(parts, seat)
    looks = 0 if head.flipped is None else (now - head.flipped) // roll_ms
    row[:3] = head.outcome is not None, min(head.goal, MOST), min(looks, MOST)
    row[3:5] = head.cards_left or 0, _met(head, mine)
    row[layout.slice("made")] = [call in own.made for call in CALLS]
    if head.text:
        start = layout.slice("side.form").start
        row[start : start + GOAL_SIZE] = goal_row(head.text)
    places = [part for part in parts.values() if isinstance(part, SeatPart)]
    first = places.index(mine)
    start = layout.slice("me.number").start
    for part in (*places[first:], *places[:first]):
        row[start : start + 3 + DICE] = part.seat, part.score, min(part.rolls, MOST), *part.values
        start += 3 + DICE
    return row


def observe_practice(layout: Layout, parts: Mapping[str, Part], seat: Seat, *, over: bool) -> Numbers:
    """Writes a view of practice."""
    head, own = _known(parts)
    mine = _place(parts, seat)
    row = np.zeros(layout.size, np.int16)
    row[:DICE] = mine.values
    row[DICE:] = _met(head, mine), bool(own.made), over
    return row


def _known(parts: Mapping[str, Part]) -> tuple[HeadPart, OwnPart]:
    head, own = parts["head"], parts["own"]
    if isinstance(head, HeadPart) and isinstance(own, OwnPart):
        return head, own
    raise TypeError("that is no view of a seat of Lightning Dice")


def _place(parts: Mapping[str, Part], seat: Seat) -> SeatPart:
    part = parts[f"seat{seat}"]
    if isinstance(part, SeatPart):
        return part
    raise TypeError("that is no view of a seat of Lightning Dice")


def _met(head: HeadPart, mine: SeatPart) -> bool:
    return bool(head.text) and all(mine.values) and parse(head.text).met(mine.values)


@lru_cache(maxsize=4096)
def goal_row(text: str) -> tuple[int, ...]:
    """Writes both sides of a goal; where there is only one, the other is nothing."""
    row = [value for side in parse(text).sides for value in _side(side)]
    return (*row, *(0,) * (GOAL_SIZE - len(row)))


def _side(side: Side) -> list[int]:
    """Writes one side of a goal, in the order of SIDE."""
    form = [int(side.form == one) for one in FORMS]
    digits, groups, free = [0] * SIDES, [0] * DICE, 0
    word, relation = [0] * len(WORDS), [0] * len(RELATIONS)
    if side.form in ("set", "shape"):
        free = side.text.count("*")
        counts = Counter(side.text.replace("*", ""))
        if side.form == "set":
            digits = [counts[str(number)] for number in range(1, SIDES + 1)]
        else:
            sizes = sorted(counts.values(), reverse=True)
            groups = sizes + groups[len(sizes) :]
    elif side.form == "word":
        word = [int(side.text == one) for one in WORDS]
    else:
        relation = [int(side.text == one) for one in RELATIONS]
    return [*form, *digits, *groups, free, *word, *relation, side.number]
