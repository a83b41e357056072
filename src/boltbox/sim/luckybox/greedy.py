"""What does `greedy` choose? `bots/luckybox/greedy.py` choice for choice, on records.

Arguments have the same names in all policies: `mind` is the MIND that has pondered the position, `sides`
is room for SIDE, `seats` are the SEAT records of one game.
"""

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import kernel, woven
from boltbox.sim.luckybox.arrays import Games, Record, Records
from boltbox.sim.luckybox.codes import FIELD, choose_code
from boltbox.sim.luckybox.legal import count_refills, nth_refill
from boltbox.sim.luckybox.outlook import add_box, box_worth, lay_out, look, value, weigh_numbers
from boltbox.sim.luckybox.tables import COMBINATIONS, FIRST


@kernel
def open_own(mind: Record, faces: Records, seat: Record, side: Record) -> None:
    """Opens the outlook on a seat's own boxes, and lays out its side (`Outlook.__init__`, `_side`)."""
    add_own(mind, faces, seat)
    weigh_numbers(mind)
    lay_out(mind, side, seat)


@woven
def add_own(mind: Record, faces: Records, seat: Record) -> None:
    """Begins the outlook with a seat's own boxes."""
    mind["boxes"] = 0
    for slot in range(seat["boxes"]):
        add_box(mind, faces[seat["face"][slot]], seat["crossed"][slot])


@kernel
def best_boxes(mind: Record, sides: Records, faces: Records, seat: Record) -> int:
    """Chooses the boxes that go best with each other and with those in play (`_best_boxes`)."""
    offered, keep = seat["offered"], seat["keep"]
    first, end = FIRST[offered, keep], FIRST[offered, keep + 1]
    best = COMBINATIONS[offered, first]
    most = 0.0
    for nth in range(first, end):
        if not look(mind):
            break
        kept = COMBINATIONS[offered, nth]
        add_own(mind, faces, seat)
        for place in range(offered):
            if kept >> place & 1:
                add_box(mind, faces[seat["offer"][place] % len(faces)], 0)
        weigh_numbers(mind)
        lay_out(mind, sides[0], seat)
        worth = value(mind, sides[0])
        if nth == first or worth > most:
            best, most = kept, worth
    return choose_code(int(best))


@kernel
def best_refill(mind: Record, sides: Records, games: Games, g: int, seat: int) -> int:
    """Chooses the boxes that are worth most together; unseen ones are like those known (`_best_refill`).

    Where there are refills a number crosses any cell, so what it is worth doesn't depend on the boxes.
    """
    rules, faces, seats = games.rules[0], games.faces, games.seats[g]
    mine = seats[seat]
    boxes, reserve = int(mine["boxes"]), int(mine["reserved"])
    add_own(mind, faces, mine)
    for place in range(reserve):
        add_box(mind, faces[mine["reserve"][place] % len(faces)], 0)
    lay_out(mind, sides[0], mine)
    unseen = _unseen(mind, faces, seats, seat)
    best = nth_refill(rules, mine, 0)
    most = 0.0
    for nth in range(count_refills(rules, mine)):
        if not look(mind):
            break
        code = nth_refill(rules, mine, nth)
        field = code & FIELD
        discard, take, blind = field >> 12, field >> 4 & 0xFF, field & 15
        _pick(mind, sides[0], sides[1], (1 << boxes) - 1 & ~discard | take << boxes, boxes + reserve)
        sides[1]["unknown"] = 1 if blind else 0
        worth = value(mind, sides[1]) + blind * unseen
        if nth == 0 or worth > most:
            best, most = code, worth
    return best


@woven
def _pick(mind: Record, whole: Record, side: Record, picked: int, size: int) -> None:
    """Makes a side of some of the boxes of another (`Outlook.some`)."""
    mind["boxes"] = 0
    for index in range(size):
        if picked >> index & 1:
            side["worth"][mind["boxes"]] = whole["worth"][index]
            side["open"][mind["boxes"]] = whole["open"][index]
            mind["boxes"] += 1
    side["lightning"] = whole["lightning"]
    side["stars"] = whole["stars"]
    side["moons"] = whole["moons"]
    side["questions"] = whole["questions"]
    side["dues"] = 0


@kernel
def _unseen(mind: Record, faces: Records, seats: Records, seat: int) -> float:
    """Values a box that nobody knows: as an untouched one of those that a seat knows (`Outlook.unseen`)."""
    known = mind["boxes"]
    partials = np.empty(64)
    terms, count = 0, 0
    for other in range(len(seats)):
        for slot in range(seats[other]["boxes"]):
            add_box(mind, faces[seats[other]["face"][slot]], 0)
            mind["boxes"] = known
            terms = _add_exactly(partials, terms, box_worth(mind, known, 0))
            count += 1
    for place in range(seats[seat]["boxes"], known):  # the reserve
        terms = _add_exactly(partials, terms, box_worth(mind, place, 0))
        count += 1
    return _rounded(partials, terms) / count if count else mind["untouched"]


@woven
def _add_exactly(partials: npt.NDArray[np.float64], terms: int, number: float) -> int:
    """Adds a number to a sum that is kept exactly, in several terms, as `math.fsum` does; counts them."""
    kept = 0
    for term in range(terms):
        small = partials[term]
        if abs(number) < abs(small):
            number, small = small, number
        sum_ = number + small
        rest = small - (sum_ - number)
        if rest != 0:
            partials[kept] = rest
            kept += 1
        number = sum_
    partials[kept] = number
    return kept + 1


@woven
def _rounded(partials: npt.NDArray[np.float64], terms: int) -> float:
    """Rounds an exact sum once, half to even, as `math.fsum` does."""
    last = terms - 1
    total = partials[last]
    rest = 0.0
    while last > 0 and rest == 0:
        last -= 1
        sum_ = total + partials[last]
        rest = partials[last] - (sum_ - total)
        total = sum_
    if last > 0 and ((rest < 0 and partials[last - 1] < 0) or (rest > 0 and partials[last - 1] > 0)):
        doubled = rest * 2
        sum_ = total + doubled
        if doubled == sum_ - total:
            total = sum_
    return total  # type: ignore[no-any-return]
