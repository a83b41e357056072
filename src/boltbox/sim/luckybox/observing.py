"""What does a learner observe of a game in memory, and what may it do? Rows of numbers, written in place.

They are those of `env/luckybox`, which tells their order; a test compares both step by step.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.parts import LINE_MASKS
from boltbox.rules.luckybox.rule_sets import RULE_SETS
from boltbox.sim.bits import count
from boltbox.sim.compiled import inlined
from boltbox.sim.luckybox.answer import due_codes, fitting, open_cells, reach
from boltbox.sim.luckybox.arrays import ANY, CHOICE, DRAW, ENDED, REFILL, Games, Record, Records
from boltbox.sim.luckybox.legal import chosen_from
from boltbox.sim.luckybox.play import is_open
from boltbox.sim.luckybox.scoring import cell_points

Rows = npt.NDArray[np.int16]
Masks = npt.NDArray[np.int8]

BOX: Final = 16  # numbers of a box: whether it's here, nine cells, six lines
CHOOSES, REFILLS, ANSWERS, TAKES, WAITS, OVER = range(6)  # what is asked
CODES: Final = 10  # bonuses that wait for a cross
SET, HIDDEN = -1, 0


class Shape(NamedTuple):
    """Is how long a row is and where each kind of action begins, under given options."""

    slots: int  # unfinished boxes that a seat can have
    offers: int  # boxes that it can choose from
    reserves: int  # boxes of its reserve
    printed: int  # 1: moons have values
    question: int  # the first action of each kind; cells begin at 0
    decline: int
    choose: int
    refill: int
    idle: int  # the pass, which is last
    blinds: int  # how many numbers of blind boxes a refill can name


class Sheet(NamedTuple):
    """Is where observations and masks are written, and in which shape."""

    shape: Shape
    boxes: Rows  # `box_rows` of the faces
    rows: Rows  # observations: a row for each seat of each game
    masks: Masks  # in the same order


def box_rows(faces: Records) -> Rows:
    """Writes each face as an untouched box."""
    rows = np.ones((len(faces), BOX), np.int16)
    rows[:, 1:10] = faces["number"]
    rows[:, 10:] = faces["code"]
    return rows


def _open() -> Rows:
    table = np.full((512, BOX), SET, np.int16)
    for crossed in range(512):
        for cell in range(9):
            table[crossed, 1 + cell] = HIDDEN if crossed >> cell & 1 else SET
        for line, mask in enumerate(LINE_MASKS):
            table[crossed, 10 + line] = HIDDEN if crossed & mask == mask else SET
    return table


OPEN: Final = _open()  # cells crossed -> which numbers of a box are still to be seen, all bits or none

EXPANDED: Final = np.array([[cells >> cell & 1 for cell in range(9)] for cells in range(512)], np.int8)
_TOKENS: Final = RULE_SETS["chengdu"].moon_tokens
MOON_BITS: Final = np.array(
    [sum(1 << i for i, one in enumerate(_TOKENS) if one == value) for value in sorted(set(_TOKENS))], np.int64
)


@inlined
def put_box(sheet: Sheet, k: int, at: int, face: int, crossed: int) -> int:
    """Writes a box, and is where the next thing stands."""
    first = np.uint64(at)  # an unsigned index isn't looked at for counting from the end
    for i in range(np.uint64(BOX)):
        sheet.rows[k, first + i] = sheet.boxes[face, i] & OPEN[crossed, i]
    return at + BOX


@inlined
def blank(sheet: Sheet, k: int, at: int, end: int) -> int:
    """Writes nothing up to a place."""
    for i in range(np.uint64(at), np.uint64(end)):
        sheet.rows[k, i] = 0
    return end


@inlined
def points(rules: Record, game: Record, seat: Record) -> int:
    """Repeats `scoring.score_now`; after the end it is the total, as in `env` (LB-5.1, LB-6.1, LB-7)."""
    if game["phase"] == ENDED:
        return int(seat["total"])
    stars = int(rules["star_points"][min(int(seat["stars"]), 9)])
    stars += int(rules["star_value"]) * int(seat["stars"])
    scored = int(seat["box_points"]) + int(seat["star_points"]) + stars
    return scored + int(seat["moon_points"]) + cell_points(seat)


@inlined
def observe(games: Games, g: int, seat: int, sheet: Sheet, k: int) -> None:
    """Repeats `Observing.observe` of `env`, so the parts of `view` that a learner sees (LB-2.4)."""
    rules, game, mine, seats = games.rules[0], games.games[g], games.seats[g, seat], games.seats.shape[1]
    at = put_head(rules, game, mine, sheet, k)
    offered = int(mine["offered"]) if game["phase"] == CHOICE else 0
    sheet.rows[k, at] = mine["keep"] if offered else 0
    at += 1
    end = at + sheet.shape.offers * BOX
    for place in range(offered):
        at = put_box(sheet, k, at, face_of(rules, mine["offer"][place]), 0)
    at = blank(sheet, k, at, end)
    end = at + sheet.shape.reserves * BOX
    for place in range(min(int(mine["reserved"]), sheet.shape.reserves)):
        at = put_box(sheet, k, at, face_of(rules, mine["reserve"][place]), 0)
    at = blank(sheet, k, at, end)
    for turn in range(seats):
        other = seat + turn
        other -= seats if other >= seats else 0
        at = put_seat(rules, games.seats[g, other], sheet, k, at)


@inlined
def face_of(rules: Record, box: int) -> int:
    """Is the face of a box."""
    number = int(box)
    return number if number < rules["faces"] else number - int(rules["faces"])


@inlined
def put_head(rules: Record, game: Record, mine: Record, sheet: Sheet, k: int) -> int:
    """Writes what is asked, and where the game stands."""
    for kind in range(6):
        sheet.rows[k, kind] = 0
    sheet.rows[k, asked(game, mine)] = 1
    drawing = game["phase"] == DRAW
    sheet.rows[k, 6] = game["round"]
    sheet.rows[k, 7] = rules["rounds"]
    sheet.rows[k, 8] = game["draw"] if drawing else 0
    sheet.rows[k, 9] = game["number"] if drawing else 0
    cards = int(game["numbers"]) if drawing else int(rules["cards"])
    for number in range(9):
        two = cards >> 2 * number & 3
        sheet.rows[k, 10 + number] = two - (two >> 1)  # how many bits are set
    sheet.rows[k, 19] = rules["box_points"][max(int(game["round"]), 1)]
    sheet.rows[k, 20] = game["deck_left"]
    at = 21
    if sheet.shape.printed:
        for value in range(len(MOON_BITS)):
            sheet.rows[k, at + value] = count(int(game["moons"]) & MOON_BITS[value])
        at += len(MOON_BITS)
    return at


@inlined
def asked(game: Record, mine: Record) -> int:
    """Repeats the kinds of `view.ask`."""
    if game["phase"] == ENDED:
        return OVER
    if not is_open(game, mine):
        return WAITS
    if game["phase"] == CHOICE:
        return CHOOSES
    if game["phase"] == REFILL:
        return REFILLS
    return TAKES if mine["dues"] > 0 else ANSWERS


@inlined
def put_seat(rules: Record, seat: Record, sheet: Sheet, k: int, at: int) -> int:
    """Writes what everybody sees of a seat, and is where the next one stands."""
    sheet.rows[k, at] = seat["lightning"]
    sheet.rows[k, at + 1] = seat["stars"]
    sheet.rows[k, at + 2] = seat["moons"]
    at += 3
    if sheet.shape.printed:
        sheet.rows[k, at] = seat["moon_points"]
        sheet.rows[k, at + 1] = seat["questions"]
        at += 2
    sheet.rows[k, at] = seat["done"]
    stars = int(rules["star_points"][min(int(seat["stars"]), 9)]) + int(rules["star_value"]) * int(
        seat["stars"]
    )
    scored = int(seat["box_points"]) + int(seat["star_points"]) + stars
    sheet.rows[k, at + 1] = scored + int(seat["moon_points"]) + cell_points(seat)
    answered = seat["answered"] != 0 and seat["dues"] == 0
    sheet.rows[k, at + 2] = 1 if seat["settled"] or answered else 0
    at = blank(sheet, k, at + 3, at + 3 + CODES)
    for place in range(seat["dues"]):
        sheet.rows[k, at - CODES - 1 + (int(seat["due"][place]) >> 12)] += 1
    end = at + sheet.shape.slots * BOX
    for slot in range(seat["boxes"]):
        at = put_box(sheet, k, at, int(seat["face"][slot]), int(seat["crossed"][slot]))
    return blank(sheet, k, at, end)


@inlined
def allow(games: Games, g: int, seat: int, sheet: Sheet, k: int) -> None:
    """Repeats `env` `Numbering.answers`: sets what `view.legal` lists, by its number (LB-3, LB-4.3, LB-6)."""
    rules, faces, game, mine = games.rules[0], games.faces, games.games[g], games.seats[g, seat]
    for number in range(np.uint64(sheet.shape.idle + 1)):
        sheet.masks[k, number] = 0
    if not is_open(game, mine):
        sheet.masks[k, sheet.shape.idle] = 1
    elif game["phase"] == CHOICE:
        for nth in range(chosen_from(int(mine["offered"]), int(mine["keep"]))):
            sheet.masks[k, sheet.shape.choose + nth] = 1
    elif game["phase"] == REFILL:
        allow_refills(rules, mine, sheet, k)
    elif mine["dues"] > 0:
        allow_bonuses(rules, faces, mine, sheet, k)
    else:
        allow_answers(rules, faces, game, mine, sheet, k)


@inlined
def close(sheet: Sheet, k: int) -> None:
    """Allows nothing but the pass."""
    for number in range(np.uint64(sheet.shape.idle)):
        sheet.masks[k, number] = 0
    sheet.masks[k, sheet.shape.idle] = 1


@inlined
def put_cells(sheet: Sheet, k: int, at: int, cells: int) -> None:
    """Sets the actions of some cells of a box."""
    first = np.uint64(at)
    for cell in range(np.uint64(9)):
        sheet.masks[k, first + cell] = EXPANDED[cells, cell]


@inlined
def allow_answers(rules: Record, faces: Records, game: Record, mine: Record, sheet: Sheet, k: int) -> None:
    """Repeats `view._answer_choices` (LB-3.1 to LB-3.6)."""
    most, fits = reach(rules, mine), 0
    for slot in range(mine["boxes"]):
        put_cells(sheet, k, slot * 9, fitting(faces, mine, slot, game["number"], most))
        fits |= fitting(faces, mine, slot, game["number"], 0)
        if mine["questions"] > 0:
            put_cells(sheet, k, sheet.shape.question + slot * 9, open_cells(mine, slot))
    if rules["may_pass"] or fits == 0:
        sheet.masks[k, sheet.shape.idle] = 1


@inlined
def allow_bonuses(rules: Record, faces: Records, mine: Record, sheet: Sheet, k: int) -> None:
    """Repeats `view._bonus_choices` (LB-4.3, LB-4.5)."""
    codes = due_codes(mine)
    for slot in range(mine["boxes"]):
        cells = 0
        for bonus in range(1, ANY):
            if codes >> bonus & 1:
                cells |= (
                    open_cells(mine, slot)
                    if rules["anywhere"] >> bonus & 1
                    else fitting(faces, mine, slot, bonus, 0)
                )
        put_cells(sheet, k, slot * 9, cells)
        if codes >> ANY & 1:
            put_cells(sheet, k, sheet.shape.question + slot * 9, open_cells(mine, slot))
    if rules["optional"]:
        for bonus in range(1, ANY + 1):
            if codes >> bonus & 1:
                sheet.masks[k, sheet.shape.decline + (0 if rules["has_reserve"] else bonus - 1)] = 1


@inlined
def allow_refills(rules: Record, mine: Record, sheet: Sheet, k: int) -> None:
    """Repeats `refill.refills`, in the order of their bits (LB-6.5)."""
    boxes, reserved = int(mine["boxes"]), int(mine["reserved"])
    for discard in range(1 << boxes):
        room = int(rules["kept"]) - boxes + count(discard)
        for taken in range(1 << reserved):
            first = sheet.shape.refill + ((discard << sheet.shape.reserves) | taken) * sheet.shape.blinds
            for blind in range(room - count(taken) + 1):
                sheet.masks[k, first + blind] = 1
