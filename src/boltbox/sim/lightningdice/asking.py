"""What may a seat do now? As `ask` and `legal` of `rules/lightningdice/view.py` say, in sets and codes."""

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import claims, codes, play
from boltbox.sim.lightningdice.arrays import COUNT, GOT, OPEN, STANDARD, Record, Records
from boltbox.sim.lightningdice.dice import SETS, resting

EVERY_CALL = 0xFF  # got, bonus, thunder 1 to 6: bits as those of the calls that were made


@inlined
def callable_now(rules: Record, game: Record, seat: int) -> int:
    """Is the set of calls that wouldn't be refused (`view._claims`; LD-3.7)."""
    place = game["places"][seat - 1]
    if claims.cant_call(game, place, seat) != codes.DONE:
        return 0
    every = EVERY_CALL if rules["mode"] == STANDARD else 1 << GOT
    left: int = every & ~place["made"]
    return left


@inlined
def asked(rules: Record, game: Record, seat: int) -> tuple[int, int, int]:
    """Is what a seat may do: 1 if it can roll, which dice it can keep, which calls it can make (`view.ask`).

    Nothing of it before a race, after the game, and after leaving for good.
    """
    place = game["places"][seat - 1]
    if game["reason"] != OPEN or place["out"] or game["phase"] == COUNT:
        return 0, 0, 0
    roll = 1 if play.why_not_roll(game, place, game["goal"]) == codes.DONE else 0
    return roll, resting(place["values"]), callable_now(rules, game, seat)


@kernel
def ask(rules: Records, games: Records, g: int, seat: int) -> tuple[int, int, int]:
    """Is `asked` of one game of many."""
    return asked(rules[0], games[g], seat)


@kernel
def legal(rules: Records, games: Records, g: int, seat: int, out: npt.NDArray[np.int64]) -> int:
    """Writes the codes of what a seat may do, in the order of `view.legal`, and counts them."""
    roll, dice, calls = asked(rules[0], games[g], seat)
    if not roll and not dice:
        return 0
    count = 0
    if roll:
        out[0] = codes.ROLL | games[g]["goal"] << codes.KIND_BITS
        count = 1
    if dice:
        for kept in SETS:
            if not kept & ~dice:
                out[count] = codes.KEEP | kept << codes.KIND_BITS
                count += 1
    for index in range(8):
        if calls >> index & 1:
            out[count] = call_code(index)
            count += 1
    return count


@inlined
def call_code(index: int) -> int:
    """Is the code of a call by its bit: got, bonus, thunder 1 to 6."""
    meant = index if index < 2 else 2 | index - 1 << 2
    return codes.CLAIM | meant << codes.KIND_BITS
