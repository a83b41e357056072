"""What does `lookahead` choose? `bots/luckybox/lookahead.py` choice for choice, on records."""

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import inlined, kernel, woven
from boltbox.sim.luckybox.arrays import Record, Records
from boltbox.sim.luckybox.chains import HELD, chain
from boltbox.sim.luckybox.outlook import cross, look, spent, value
from boltbox.sim.luckybox.prospects import TOKENS
from boltbox.sim.luckybox.tables import PRICES


@kernel
def best_hope(mind: Record, sides: Records, reach: Records, kept: int) -> int:
    """Takes of the best ways to answer that after which the next number brings most (`Lookahead._answer`)."""
    cards = 0
    for number in range(1, 10):
        cards += mind["coming"][number]
    best = mind["held_code"][0]
    most = 0.0
    for nth in range(kept if cards else 0):
        side = sides[HELD + mind["held"][nth]]
        cells = _reach(mind, sides, reach, side)
        stay = value(mind, side)
        if spent(mind):
            break
        total = 0.0
        for number in range(1, 10):
            if mind["coming"][number]:
                total += mind["coming"][number] * _best(mind, side, reach[:cells], number, stay)
        if nth == 0 or total / cards > most:
            best, most = mind["held_code"][nth], total / cards
    return best  # type: ignore[no-any-return]


@inlined
def _at(values: npt.NDArray[np.float64], count: int) -> float:
    return values[min(count, TOKENS - 1)]  # type: ignore[no-any-return]


@woven
def _reach(mind: Record, sides: Records, reach: Records, side: Record) -> int:
    """Crosses every open cell, bonuses included, as if it cost nothing, and counts them (`_reach`)."""
    cells = 0
    for index in range(mind["boxes"]):
        for cell in range(9):
            if side["crossed"][index] >> cell & 1:
                continue
            if not look(mind):
                return cells
            sides[1] = side
            cross(mind, sides[1], index, cell)
            worth = chain(mind, sides, 1, 1)
            one = reach[cells]
            one["number"] = mind["number"][index, cell]
            one["lightning"] = sides[1]["lightning"]
            one["questions"] = sides[1]["questions"]
            one["gain"] = (
                worth - _at(mind["lightning"], one["lightning"]) - _at(mind["questions"], one["questions"])
            )
            cells += 1
    return cells


@woven
def _best(mind: Record, side: Record, reach: Records, number: int, stay: float) -> float:
    """Values the best answer to a number: by its price in tokens, by a question mark, or a pass (LB-3)."""
    most = min(side["lightning"], mind["reach"])
    matched = False
    best = -np.inf
    for nth in range(len(reach)):
        one = reach[nth]
        price = int(PRICES[number, one["number"]])
        matched = matched or price == 0
        if price <= most:
            kept = _at(mind["questions"], one["questions"])
            best = max(best, one["gain"] + _at(mind["lightning"], one["lightning"] - price) + kept)
        if price and side["questions"]:
            kept = _at(mind["lightning"], one["lightning"])
            best = max(best, one["gain"] + kept + _at(mind["questions"], one["questions"] - 1))
    if mind["may_pass"] or not matched:
        best = max(best, stay)
    return best
