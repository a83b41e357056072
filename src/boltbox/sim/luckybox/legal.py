"""What may a seat do now? Its legal actions as codes, in the rules' order: counted, listed, the n-th."""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.sim.bits import count
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luckybox.answer import count_answers, count_bonuses, nth_answer, nth_bonus
from boltbox.sim.luckybox.arrays import CHOICE, DRAW, Games, Record, lent
from boltbox.sim.luckybox.codes import choose_code, refill_code
from boltbox.sim.luckybox.play import is_open
from boltbox.sim.luckybox.tables import COMBINATIONS, FIRST

MOST_LEGAL: Final = 2816  # refills with 9 boxes and no reserve: the sum of comb(9, n) * (n + 1)


@kernel
def legal(games: Games, g: int, seat: int, codes: npt.NDArray[np.int64]) -> int:
    """Repeats `view.legal`: writes the codes of all that the seat may do, in that order, and counts them.

    `codes` has room for `MOST_LEGAL`. None are written when no answer is awaited from the seat.
    """
    games = lent(games)
    game, mine = games.games[g], games.seats[g, seat]
    size = count_legal(games, g, seat)
    if size > 0 and game["phase"] != DRAW and game["phase"] != CHOICE:
        return refills(games.rules[0], mine, size, codes)
    for nth in range(size):
        codes[nth] = nth_legal(games, g, seat, nth)
    return size


@inlined
def count_legal(games: Games, g: int, seat: int) -> int:
    """Counts what the seat may do now."""
    rules, faces, game, mine = games.rules[0], games.faces, games.games[g], games.seats[g, seat]
    if not is_open(game, mine):
        return 0
    if game["phase"] == DRAW:
        if mine["dues"] > 0:
            return count_bonuses(rules, faces, mine)
        return count_answers(rules, faces, game["number"], mine)
    if game["phase"] == CHOICE:
        offered, keep = mine["offered"], mine["keep"]
        return int(FIRST[offered, keep + 1]) - int(FIRST[offered, keep])
    return count_refills(rules, mine)


@inlined
def nth_legal(games: Games, g: int, seat: int, nth: int) -> int:
    """Finds the n-th of what the seat may do, from 0 to less than `count_legal`, and is its code."""
    rules, faces, game, mine = games.rules[0], games.faces, games.games[g], games.seats[g, seat]
    if game["phase"] == DRAW:
        if mine["dues"] > 0:
            return nth_bonus(rules, faces, mine, nth)
        return nth_answer(rules, faces, game["number"], mine, nth)
    if game["phase"] == CHOICE:
        offered = mine["offered"]
        return choose_code(int(COMBINATIONS[offered, FIRST[offered, mine["keep"]] + nth]))
    return nth_refill(rules, mine, nth)


@inlined
def count_refills(rules: Record, seat: Record) -> int:
    """Counts the refills of `refill.refills` (LB-6.5)."""
    boxes, reserved, found = int(seat["boxes"]), int(seat["reserved"]), 0
    for less in range(boxes + 1):
        room = max(0, int(rules["kept"]) - boxes + less)
        ways = 0
        for more in range(min(room, reserved) + 1):
            ways += chosen_from(reserved, more) * (room - more + 1)
        found += chosen_from(boxes, less) * ways
    return found


@inlined
def chosen_from(things: int, size: int) -> int:
    """Counts the ways to choose so many of some things."""
    return int(FIRST[things, size + 1]) - int(FIRST[things, size])


@kernel
def nth_refill(rules: Record, seat: Record, nth: int) -> int:
    """Finds the n-th refill of `refill.refills`, from 0, and is its code (LB-6.5)."""
    boxes, reserved = int(seat["boxes"]), int(seat["reserved"])
    for place in range(FIRST[boxes, boxes + 1]):
        discard = int(COMBINATIONS[boxes, place])
        room = max(0, int(rules["kept"]) - boxes + count(discard))
        for more in range(min(room, reserved), -1, -1):
            blinds = room - more + 1
            here = chosen_from(reserved, more) * blinds
            if nth < here:
                take = int(COMBINATIONS[reserved, FIRST[reserved, more] + nth // blinds])
                return refill_code(discard, take, room - more - nth % blinds)
            nth -= here
    return -1


@kernel
def refills(rules: Record, seat: Record, size: int, codes: npt.NDArray[np.int64]) -> int:
    """Lists the refills of `refill.refills`, `size` of them (LB-6.5)."""
    for nth in range(size):
        codes[nth] = nth_refill(rules, seat, nth)
    return size
