"""How do many games take a step at once, each seat by the number of an action, and begin anew when they end?

`env/luckybox` says what the numbers mean; its `LuckyGame` does the same slowly, and a test compares both.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import borrowed, inlined, kernel
from boltbox.sim.luck import game_seed
from boltbox.sim.luckybox.answer import due_codes, lowest
from boltbox.sim.luckybox.arrays import ANY, CHOICE, ENDED, REFILL, Games, Record, Records
from boltbox.sim.luckybox.codes import (
    BY_LIGHTNING,
    BY_QUESTION,
    DRAWN,
    PASSES,
    bonus_code,
    choose_code,
    cross_code,
    decline_code,
    refill_code,
)
from boltbox.sim.luckybox.legal import chosen_from
from boltbox.sim.luckybox.observing import Shape, Sheet, allow, close, observe, points
from boltbox.sim.luckybox.play import allowed, is_open, start, take
from boltbox.sim.luckybox.tables import COMBINATIONS, FIRST
from boltbox.sim.notes import DEAL, NO_ACTION, NO_CODE, SKIP, Terms


class Desk(NamedTuple):
    """Is what a step reads and writes beside the games. Records, as they need no counting of references."""

    sheet: Sheet
    notes: Records  # NOTE, by game
    pays: Records  # PAY, by game and seat


@kernel
def step_all(games: Games, terms: Terms, desk: Desk, actions: npt.NDArray[np.int64]) -> None:
    """Takes a step in every game; in one that was over it deals the next game instead, and pays nothing.

    The action `DEAL` of the first seat deals at once, `SKIP` leaves a game as it is.
    """
    own = Games(borrowed(games.rules), borrowed(games.faces), borrowed(games.games), borrowed(games.seats))
    paper = desk.sheet
    sheet = Sheet(paper.shape, borrowed(paper.boxes), borrowed(paper.rows), borrowed(paper.masks))
    at = Desk(sheet, borrowed(desk.notes), borrowed(desk.pays))
    for g in range(len(games.games)):
        first = actions[g, 0]
        if first == SKIP:
            continue
        if first == DEAL or at.notes[g]["ended"] or at.notes[g]["cut_off"]:
            deal_next(own, g, at)
        else:
            step_one(own, g, terms, at, actions)
        put(own, g, at)


@inlined
def deal_next(games: Games, g: int, desk: Desk) -> None:
    """Repeats `Deals.next` and `LuckyBox.begin` of `env`."""
    note = desk.notes[g]
    start(games, g, game_seed(note["seed"], note["number"]))
    note["number"] += 1
    note["steps"] = 0
    note["ended"] = 0
    note["cut_off"] = 0
    for seat in range(games.seats.shape[1]):
        pay = desk.pays[g, seat]
        pay["paid"] = 0
        pay["reward"] = 0.0
        pay["illegal"] = 0


@inlined
def put(games: Games, g: int, desk: Desk) -> None:
    """Writes what each seat of a game sees, and may do."""
    seats = games.seats.shape[1]
    cut_off = desk.notes[g]["cut_off"]
    for seat in range(seats):
        k = g * seats + seat
        observe(games, g, seat, desk.sheet, k)
        if cut_off:
            close(desk.sheet, k)
        else:
            allow(games, g, seat, desk.sheet, k)


@inlined
def step_one(games: Games, g: int, terms: Terms, desk: Desk, actions: npt.NDArray[np.int64]) -> None:
    """Repeats `Course.step` of `env`: what isn't allowed isn't done; then every seat is paid (LB-2.3)."""
    rules, faces, game, seats = games.rules[0], games.faces, games.games[g], games.seats.shape[1]
    shape = desk.sheet.shape
    # Read before anything is done: who waits may pass, also where the last answer closes the draw.
    for seat in range(seats):
        mine = games.seats[g, seat]
        code = NO_ACTION if actions[g, seat] == shape.idle else NO_CODE
        if is_open(game, mine):
            code = code_of_number(rules, faces, game, mine, shape, actions[g, seat])
            if not allowed(rules, faces, game, mine, code):
                code = NO_CODE
        desk.pays[g, seat]["code"] = code
    for seat in range(seats):
        if desk.pays[g, seat]["code"] >= 0:
            take(games, g, seat, desk.pays[g, seat]["code"])
    for seat in range(seats):
        pay_seat(rules, game, games.seats[g, seat], terms, desk.pays[g, seat])
    note = desk.notes[g]
    note["steps"] += 1
    note["ended"] = 1 if game["phase"] == ENDED else 0
    note["cut_off"] = 1 if game["phase"] != ENDED and note["steps"] >= terms.max_steps else 0


@inlined
def pay_seat(rules: Record, game: Record, mine: Record, terms: Terms, pay: Record) -> None:
    """Pays a seat what it has more than before."""
    worth = points(rules, game, mine)
    illegal = pay["code"] == NO_CODE
    pay["reward"] = worth - pay["paid"] + (terms.illegal_reward if illegal else 0.0)
    pay["paid"] = worth
    pay["illegal"] = 1 if illegal else 0


@inlined
def code_of_number(
    rules: Record, faces: Records, game: Record, mine: Record, shape: Shape, number: int
) -> int:
    """Repeats `Numbering` of `env` backwards: is the code of a number, or one that `allowed` refuses."""
    if number < 0 or number > shape.idle:
        return NO_CODE
    if game["phase"] == CHOICE:
        nth = number - shape.choose
        offered, keep = int(mine["offered"]), int(mine["keep"])
        if nth < 0 or nth >= chosen_from(offered, keep):
            return NO_CODE
        return choose_code(int(COMBINATIONS[offered, FIRST[offered, keep] + nth]))
    if game["phase"] == REFILL:
        place = number - shape.refill
        if place < 0 or number == shape.idle:
            return NO_CODE
        bits = place // shape.blinds
        taken = bits & (1 << shape.reserves) - 1
        return refill_code(bits >> shape.reserves, taken, place % shape.blinds)
    if number == shape.idle:
        return PASSES
    if number >= shape.decline:
        bonus = lowest(due_codes(mine)) if rules["has_reserve"] else number - shape.decline + 1
        return decline_code(bonus) if number < shape.choose and mine["dues"] > 0 else NO_CODE
    return cell_code(rules, faces, game, mine, shape, number)


@inlined
def cell_code(rules: Record, faces: Records, game: Record, mine: Record, shape: Shape, number: int) -> int:
    """Is the code of the cross that a number means now (LB-3.1 to LB-3.6, LB-4.3)."""
    second = number >= shape.question
    place = number - shape.question if second else number
    slot, cell = place // 9, place % 9
    if slot >= mine["boxes"]:
        return NO_CODE
    printed = int(faces[mine["face"][slot]]["number"][cell])
    if mine["dues"] > 0:
        if second:
            return bonus_code(ANY, slot, cell)
        return bonus_code(lowest(due_codes(mine)) if rules["has_reserve"] else printed, slot, cell)
    if second:
        return cross_code(BY_QUESTION, slot, cell)
    return cross_code(DRAWN if printed == game["number"] else BY_LIGHTNING, slot, cell)
