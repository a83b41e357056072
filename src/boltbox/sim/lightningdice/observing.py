"""What does a learner observe of a game in memory, and what may it do? Rows of numbers, written in place.

They are those of `env/lightningdice`, which tells their order; a test compares both step by step.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.rules.lightningdice.goals import DICE
from boltbox.sim.compiled import inlined
from boltbox.sim.lightningdice.arrays import NO_CARD, OPEN, PRACTICE, QUICK, RACE, STANDARD, Record
from boltbox.sim.lightningdice.asking import asked
from boltbox.sim.lightningdice.claims import meets
from boltbox.sim.lightningdice.dice import ALL, BITS, resting
from boltbox.sim.lightningdice.scoring import points

MOST: Final = 0x7FFF  # a row holds no more
CALLS: Final = 8
FIRST_CALL: Final = ALL  # below it: the dice that are kept while the others are rolled


class Sheet(NamedTuple):
    """Is where observations and masks are written, and what a goal looks like there."""

    goals: npt.NDArray[np.int16]  # by goal of the deck: its two sides
    rows: npt.NDArray[np.int16]  # observations: a row for each seat of each game
    masks: npt.NDArray[np.int8]  # in the same order


@inlined
def is_over(rules: Record, game: Record) -> bool:
    """Repeats `DiceGame.over` of `env`: practice ends when its goal was met and called (LD-5.5)."""
    return bool(game["reason"] != OPEN or (rules["mode"] == PRACTICE and game["goal"] > 1))


@inlined
def met(rules: Record, game: Record, place: Record) -> bool:
    """Tells whether six dice lie and meet the goal that is open (LD-3.1)."""
    values = place["values"]
    return game["card"] != NO_CARD and resting(values) == ALL and meets(rules, game["card"], values)


@inlined
def observe(rules: Record, game: Record, seat: int, now: int, sheet: Sheet, k: int) -> None:
    """Repeats `observe_practice` and `observe_race` of `env`, so the parts of `view` that a learner sees."""
    place = game["places"][seat - 1]
    if rules["mode"] == PRACTICE:
        put_dice(place["values"], sheet, k, 0)
        sheet.rows[k, DICE] = 1 if met(rules, game, place) else 0
        sheet.rows[k, DICE + 1] = 1 if place["made"] else 0
        sheet.rows[k, DICE + 2] = 1 if is_over(rules, game) else 0
        return
    sheet.rows[k, 0] = 1 if game["reason"] != OPEN else 0
    sheet.rows[k, 1] = min(game["goal"], MOST)
    racing = game["phase"] == RACE
    sheet.rows[k, 2] = min((now - game["flipped"]) // rules["roll_ms"], MOST) if racing else 0
    sheet.rows[k, 3] = rules["cards"] - game["goal"] if rules["mode"] == QUICK else game["left"]
    sheet.rows[k, 4] = 1 if met(rules, game, place) else 0
    for call in range(CALLS):
        sheet.rows[k, 5 + call] = place["made"] >> call & 1
    put_goal(game["card"], sheet, k, 5 + CALLS)
    put_places(game, seat, sheet, k, 5 + CALLS + sheet.goals.shape[1])


@inlined
def put_goal(card: int, sheet: Sheet, k: int, at: int) -> None:
    """Writes the sides of a goal, or nothing where none is open."""
    for i in range(sheet.goals.shape[1]):
        sheet.rows[k, at + i] = 0 if card == NO_CARD else sheet.goals[card, i]


@inlined
def put_places(game: Record, seat: int, sheet: Sheet, k: int, at: int) -> None:
    """Writes what everybody sees of each seat, from this one on; seats have the numbers 1, 2, ..."""
    seats = 0
    while game["seats"] >> seats:
        seats += 1
    for turn in range(seats):
        number = seat + turn
        number -= seats if number > seats else 0
        place = game["places"][number - 1]
        sheet.rows[k, at] = number
        sheet.rows[k, at + 1] = points(place)
        sheet.rows[k, at + 2] = min(place["rolls"], MOST)
        put_dice(place["values"], sheet, k, at + 3)
        at += 3 + DICE


@inlined
def put_dice(values: int, sheet: Sheet, k: int, at: int) -> None:
    """Writes what six dice show."""
    for die in range(DICE):
        sheet.rows[k, at + die] = values >> BITS * die & 15


@inlined
def allow(rules: Record, game: Record, seat: int, sheet: Sheet, k: int) -> None:
    """Repeats `Numbering.answers` of `env`: sets what `view.legal` lists, by its number (LD-2, LD-3)."""
    roll, dice, calls = asked(rules, game, seat)
    if is_over(rules, game):
        roll, calls = 0, 0
    for kept in range(FIRST_CALL):
        sheet.masks[k, kept] = 1 if roll and not kept & ~dice else 0
    count = call_count(rules)
    for call in range(count):
        sheet.masks[k, FIRST_CALL + call] = calls >> call & 1
    sheet.masks[k, FIRST_CALL + count] = 1


@inlined
def call_count(rules: Record) -> int:
    """Counts the calls that there are: one where there are no points (LD-5.2)."""
    return CALLS if rules["mode"] == STANDARD else 1


@inlined
def close(rules: Record, sheet: Sheet, k: int) -> None:
    """Allows nothing but the pass."""
    idle = FIRST_CALL + call_count(rules)
    for number in range(idle):
        sheet.masks[k, number] = 0
    sheet.masks[k, idle] = 1
