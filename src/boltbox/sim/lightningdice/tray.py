"""What do thrown dice show? Drawn as `play._rest` of the rules does, all dice of a roll at once."""

from typing import Final

import numpy as np

from boltbox.rules.lightningdice.goals import DICE, SIDES
from boltbox.sim import luck
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice.arrays import Record
from boltbox.sim.lightningdice.dice import BITS, spread

LANES: Final = 8  # of a processor's widest words; two of them say nothing
AGAIN: Final = np.uint64(2**64 - SIDES)  # values from here on may have to be drawn again
_0, _1, _2, _4, _16, _32, _34, _48 = (np.uint64(number) for number in (0, 1, 2, 4, 16, 32, 34, 48))
_SHORT: Final = np.uint64(0xFFFF)
_SIDES: Final = np.uint64(SIDES)
_THIRD: Final = np.uint64(0xAAAAAAAB)  # 2**33 / 3, rounded up


@inlined
def thrown(seat_key: np.uint64, roll: int, dice: int) -> int:
    """Draws what these dice show: each by a key (LD-2.4), of which a roll's dice share all but the end.

    Without a branch for a die, so that a compiler can take all of them side by side: one that isn't thrown is
    drawn for nothing. The remainder by six needs no division: 2**16, 2**32 and 2**48 leave 4, as 2**2 does.
    """
    key = luck.folded(seat_key, roll)
    values, highest = _0, _0
    for die in range(LANES):
        value = luck.mix(luck.folded(key, die))
        highest = max(highest, value)
        upper = (value >> _16 & _SHORT) + (value >> _32 & _SHORT) + (value >> _48)
        sum_ = (value & _SHORT) + (upper << _2)
        values |= (sum_ - _SIDES * (sum_ * _THIRD >> _34) + _1) << _4 * np.uint64(die)
    if highest >= AGAIN:
        return one_by_one(key, dice)
    return np.int64(values) & spread(dice)  # type: ignore[return-value]


@kernel
def one_by_one(key: np.uint64, dice: int) -> int:
    """Draws each die by itself: some values are too high to be divided evenly, once in 10**18 rolls."""
    values = 0
    for die in range(DICE):
        if dice >> die & 1:
            values |= luck.below(luck.folded(key, die), SIDES) + 1 << BITS * die
    return values


@inlined
def left_on_it(game: Record, seat: int, roll: int, rarity: int) -> int:
    """Is the set of dice that didn't leave the tray (LD-1.4); one in `rarity` does."""
    key = luck.folded(luck.folded(game["tray_key"], seat), roll)
    dice = 0
    for die in range(DICE):
        if luck.below(luck.folded(key, die), rarity):
            dice |= 1 << die
    return dice
