"""How is a draw answered, fast? Ways to answer, counted and found, and what a cross sets off."""

from boltbox.sim.bits import count, nth_of_nine
from boltbox.sim.compiled import inlined
from boltbox.sim.luckybox.arrays import Record, Records
from boltbox.sim.luckybox.codes import (
    BY_LIGHTNING,
    BY_QUESTION,
    DRAWN,
    PASSES,
    bonus_code,
    cross_code,
    decline_code,
)
from boltbox.sim.luckybox.tables import ALL_CELLS, LINES, PRICES


@inlined
def open_cells(seat: Record, slot: int) -> int:
    """Is the cells of a box that aren't crossed yet, as bits."""
    return ALL_CELLS & ~int(seat["crossed"][slot])


@inlined
def fitting(faces: Records, seat: Record, slot: int, number: int, most: int) -> int:
    """Is the open cells of a box at most so many steps from a number, as bits (LB-3.1, LB-3.2)."""
    return open_cells(seat, slot) & int(faces[seat["face"][slot]]["near"][number, most])


@inlined
def has_open(faces: Records, seat: Record, number: int) -> bool:
    """Repeats `answer.has_open`: tells whether any open cell has this number."""
    fits = 0
    for slot in range(seat["boxes"]):
        fits |= fitting(faces, seat, slot, number, 0)
    return fits != 0


@inlined
def reach(rules: Record, seat: Record) -> int:
    """Is how many steps lightning can go now (LB-3.2)."""
    return min(int(seat["lightning"]), int(rules["reach"]))


@inlined
def count_answers(rules: Record, faces: Records, number: int, seat: Record) -> int:
    """Counts the choices of `view._answer_choices`: ways to answer a draw (LB-3.1 to LB-3.6)."""
    most = reach(rules, seat)
    crosses, opens, fits = 0, 0, 0
    for slot in range(seat["boxes"]):
        cells = open_cells(seat, slot)
        near = faces[seat["face"][slot]]["near"]
        crosses += count(cells & int(near[number, most]))
        fits |= cells & int(near[number, 0])
        opens += count(cells)
    if seat["questions"] > 0:
        crosses += opens
    if rules["may_pass"] or fits == 0:
        crosses += 1
    return crosses


@inlined
def nth_answer(rules: Record, faces: Records, number: int, seat: Record, nth: int) -> int:
    """Finds the n-th of these choices, from 0, and is its code."""
    most = reach(rules, seat)
    for slot in range(seat["boxes"]):
        cells = fitting(faces, seat, slot, number, most)
        here = count(cells)
        if nth < here:
            cell = nth_of_nine(cells, nth)
            drawn = fitting(faces, seat, slot, number, 0) >> cell & 1
            return cross_code(DRAWN if drawn else BY_LIGHTNING, slot, cell)
        nth -= here
    if seat["questions"] > 0:
        for slot in range(seat["boxes"]):
            cells = open_cells(seat, slot)
            here = count(cells)
            if nth < here:
                return cross_code(BY_QUESTION, slot, nth_of_nine(cells, nth))
            nth -= here
    return PASSES


@inlined
def due_codes(seat: Record) -> int:
    """Is the codes of the waiting bonuses, as bits: sorted as the rules sort them, for `?` comes last."""
    codes = 0
    for place in range(seat["dues"]):
        codes |= 1 << (int(seat["due"][place]) >> 12)
    return codes


@inlined
def lowest(bits: int) -> int:
    """Is the lowest bit that is set."""
    return count((bits & -bits) - 1)


@inlined
def bonus_cells(rules: Record, faces: Records, seat: Record, slot: int, bonus: int) -> int:
    """Is the open cells of a box that a bonus allows, as bits (LB-4.3)."""
    if rules["anywhere"] >> bonus & 1:
        return open_cells(seat, slot)
    return fitting(faces, seat, slot, bonus, 0)


@inlined
def count_bonuses(rules: Record, faces: Records, seat: Record) -> int:
    """Counts the choices of `view._bonus_choices`: crosses by waiting bonuses, and declines (LB-4.3)."""
    codes, found = due_codes(seat), 0
    while codes:
        bonus = lowest(codes)
        codes &= codes - 1
        for slot in range(seat["boxes"]):
            found += count(bonus_cells(rules, faces, seat, slot, bonus))
        found += int(rules["optional"])
    return found


@inlined
def nth_bonus(rules: Record, faces: Records, seat: Record, nth: int) -> int:
    """Finds the n-th of these choices, from 0, and is its code."""
    codes = due_codes(seat)
    while codes:
        bonus = lowest(codes)
        codes &= codes - 1
        for slot in range(seat["boxes"]):
            cells = bonus_cells(rules, faces, seat, slot, bonus)
            here = count(cells)
            if nth < here:
                return bonus_code(bonus, slot, nth_of_nine(cells, nth))
            nth -= here
        if rules["optional"]:
            if nth == 0:
                return decline_code(bonus)
            nth -= 1
    return -1


@inlined
def answer(rules: Record, faces: Records, game: Record, seat: Record, code: int) -> None:
    """Repeats `answer.take` for a cross that answers the draw (LB-3.1 to LB-3.6)."""
    way, slot, cell = code >> 8 & 3, code >> 4 & 15, code & 15
    if way == BY_LIGHTNING:
        number = faces[seat["face"][slot]]["number"][cell]
        seat["lightning"] -= int(PRICES[number, game["number"]])
    elif way == BY_QUESTION:
        seat["questions"] -= 1
    seat["answered"] = 1
    cross(rules, faces, game, seat, slot, cell)


@inlined
def spend_due(seat: Record, bonus: int) -> None:
    """Repeats `fold._without`: takes away the first waiting bonus with this code."""
    gone = 0
    for place in range(seat["dues"]):
        if gone:
            seat["due"][place - 1] = seat["due"][place]
        elif seat["due"][place] >> 12 == bonus:
            gone = 1
    seat["dues"] -= gone


@inlined
def cross(rules: Record, faces: Records, game: Record, seat: Record, slot: int, cell: int) -> None:
    """Repeats what a cross sets off in `answer.take`: lines, a finished box, lost bonuses (LB-4, LB-5)."""
    before = int(seat["crossed"][slot])
    after = before | 1 << cell
    seat["crossed"][slot] = after
    lines = int(LINES[before, cell])
    if lines:
        pay(rules, faces, seat, slot, lines)
        if after == ALL_CELLS:
            finish(rules, game, seat, slot)
    if seat["dues"] > 0:
        lose_impossible(rules, faces, seat)


@inlined
def pay(rules: Record, faces: Records, seat: Record, slot: int, lines: int) -> None:
    """Repeats `answer._complete`: tokens at once, crosses wait (LB-4.1, LB-4.2, LB-4.7)."""
    face = faces[seat["face"][slot]]
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        bonus = int(face["code"][line])
        if rules["waits"] >> bonus & 1:
            seat["due"][seat["dues"]] = bonus << 12 | line << 9 | int(seat["box"][slot])
            seat["dues"] += 1
        else:
            gives = rules["gives"]
            seat["lightning"] += gives[bonus, 0]
            seat["stars"] += gives[bonus, 1]
            seat["moons"] += gives[bonus, 2]
            seat["questions"] += gives[bonus, 3]


@inlined
def finish(rules: Record, game: Record, seat: Record, slot: int) -> None:
    """Repeats the `BoxFinished` of `answer.take`: it scores and leaves play (LB-5.1, LB-5.2)."""
    done = int(seat["done"])
    seat["done_box"][done] = seat["box"][slot]
    seat["done_round"][done] = game["round"]
    seat["done"] = done + 1
    seat["box_points"] += rules["box_points"][game["round"]]
    seat["boxes"] -= 1
    for place in range(slot, seat["boxes"]):
        seat["crossed"][place] = seat["crossed"][place + 1]
        seat["face"][place] = seat["face"][place + 1]
        seat["box"][place] = seat["box"][place + 1]


@inlined
def lose_impossible(rules: Record, faces: Records, seat: Record) -> None:
    """Repeats `answer.lose_impossible`: drops bonuses that no open cell is left for (LB-4.5, LB-4.7)."""
    kept = 0
    for place in range(seat["dues"]):
        due = int(seat["due"][place])
        bonus = due >> 12
        # An unfinished box has an open cell.
        possible = seat["boxes"] > 0 if rules["anywhere"] >> bonus & 1 else has_open(faces, seat, bonus)
        if possible:
            seat["due"][kept] = due
            kept += 1
    seat["dues"] = kept
