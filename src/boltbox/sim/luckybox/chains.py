"""Which of the bonuses that wait are best taken where? `chain` and `follow` of `bots/luckybox/greedy.py`.

A side is named by its place among `sides`. Behind a side `at` there is room for a chain: `at + 1` is what is
left without the bonus that is taken, `at + 2` the best side so far, `at + 3` the one on trial.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import kernel, woven
from boltbox.sim.luckybox.arrays import Record, Records
from boltbox.sim.luckybox.codes import BONUS, BY_QUESTION, CROSS, DECLINE, FIELD, kind_of
from boltbox.sim.luckybox.outlook import WIDTH, cross, fits, look, spent, take_due, value
from boltbox.sim.luckybox.tables import PRICES

BREADTH: Final = np.array([4, 2, 1], np.int64)  # how many ways to take a bonus are followed, as in the bots
LAST: Final = 2  # the depth from which on only one is
# The sides in hand: the own one, one to follow, at each of three depths the rest, the best and one on trial;
# then those after the best ways to answer.
HELD: Final = 12
SIDES: Final = HELD + WIDTH


@woven
def _least_due(side: Record) -> int:
    """Is the bonus that is taken first: numbers before question marks."""
    code = side["due"][0]
    for nth in range(1, side["dues"]):
        code = min(code, side["due"][nth])
    return code  # type: ignore[no-any-return]


@woven
def _note_way(mind: Record, depth: int, found: int, way: int, worth: float) -> None:
    """Keeps the best ways in the order of a stable sort, the best first; `found` ways came before."""
    values, ways = mind["values"], mind["ways"]
    last = BREADTH[depth] - 1
    place = min(found, last)
    if found > last and not worth > values[depth, last]:
        return
    while place > 0 and worth > values[depth, place - 1]:
        values[depth, place] = values[depth, place - 1]
        ways[depth, place] = ways[depth, place - 1]
        place -= 1
    values[depth, place] = worth
    ways[depth, place] = way


@woven
def _try_ways(mind: Record, sides: Records, rest: int, code: int, depth: int) -> int:
    """Tries every way to take a bonus that the budget allows, and counts them."""
    found = 0
    for index in range(mind["boxes"]):
        for cell in range(9):
            if sides[rest]["crossed"][index] >> cell & 1 or not fits(mind, index, cell, code):
                continue
            if not look(mind):
                return found
            sides[rest + 2] = sides[rest]
            cross(mind, sides[rest + 2], index, cell)
            _note_way(mind, depth, found, index << 4 | cell, value(mind, sides[rest + 2]))
            found += 1
    return found


@woven
def _open_ways(mind: Record, sides: Records, at: int, depth: int) -> int:
    """Finds the best ways to take the first bonus that waits, and counts them: up to as many as are followed.

    What no open cell is left for is gone. None are found where nothing waits, or the budget is spent.
    """
    while sides[at]["dues"]:
        code = _least_due(sides[at])
        sides[at + 1] = sides[at]
        take_due(sides[at + 1], code)
        found = _try_ways(mind, sides, at + 1, code, depth)
        if found:
            return min(found, BREADTH[depth])  # type: ignore[no-any-return]
        if spent(mind):
            return 0
        sides[at] = sides[at + 1]
    return 0


@kernel
def chain(mind: Record, sides: Records, at: int, first: int) -> float:
    """Takes the waiting bonuses of side `at` in the best way that is seen, and values it (`chain`).

    The side becomes the one after these bonuses. This is a loop that goes down and up from depth `first`, for
    Numba's cache can't keep functions that call themselves. From the third bonus on there is one way only.
    """
    depth, worth = first, 0.0
    on = True  # side `at` is to be followed on; else the one on trial has come to its end, which is `worth`
    while True:
        if on:
            mind["found"][depth] = _open_ways(mind, sides, at, depth)
            mind["tried"][depth] = 0
            mind["most"][depth] = 0.0 if mind["found"][depth] else value(mind, sides[at])
        elif mind["tried"][depth] == 1 or worth > mind["most"][depth]:
            mind["most"][depth] = worth
            sides[at + 2] = sides[at + 3]
        nth = mind["tried"][depth]
        if nth < mind["found"][depth]:
            way, worth = mind["ways"][depth, nth], mind["values"][depth, nth]
            mind["tried"][depth] += 1
            sides[at + 3] = sides[at + 1]
            cross(mind, sides[at + 3], way >> 4, way & 15)
            on = sides[at + 3]["dues"] > 0
            if on and depth == LAST:
                sides[at] = sides[at + 3]
            elif on:
                depth += 1
                at += 3
            continue
        if mind["found"][depth]:
            sides[at] = sides[at + 2]
        worth = mind["most"][depth]
        if depth == first:
            return worth  # type: ignore[no-any-return]
        depth -= 1
        at -= 3
        on = False


@woven
def _follow(mind: Record, sides: Records, at: int, code: int, drawn: int) -> float:
    """Values side `at` after one choice and the best of its bonuses (`follow`); the side becomes that one."""
    side, kind = sides[at], kind_of(code)
    index, cell, high = code >> 4 & 15, code & 15, (code & FIELD) >> 8
    if kind == CROSS:
        if high == BY_QUESTION:
            side["questions"] -= 1
        else:
            side["lightning"] -= int(PRICES[mind["number"][index, cell], drawn])
        cross(mind, side, index, cell)
    elif kind == BONUS:
        take_due(side, high)
        cross(mind, side, index, cell)
    elif kind == DECLINE:
        take_due(side, high)
    return chain(mind, sides, at, 0)


@kernel
def follow_all(mind: Record, sides: Records, codes: npt.NDArray[np.int64], count: int, drawn: int) -> int:
    """Follows each choice as far as the budget goes (`follow`), and counts those kept, at most WIDTH.

    The best come first, as a stable sort puts them; the very first is what `greedy` takes.
    """
    held, values = mind["held"], mind["held_value"]
    kept = 0
    mind["held_code"][0] = codes[0]
    for nth in range(count):
        if not look(mind):
            break
        sides[1] = sides[0]
        worth = _follow(mind, sides, 1, codes[nth], drawn)
        if kept == WIDTH and not worth > values[WIDTH - 1]:
            continue
        place = min(kept, WIDTH - 1)
        free = held[place] if kept == WIDTH else kept
        kept = min(kept + 1, WIDTH)
        while place > 0 and worth > values[place - 1]:
            values[place] = values[place - 1]
            held[place] = held[place - 1]
            mind["held_code"][place] = mind["held_code"][place - 1]
            place -= 1
        values[place] = worth
        held[place] = free
        mind["held_code"][place] = codes[nth]
        sides[HELD + free] = sides[1]
    return kept
