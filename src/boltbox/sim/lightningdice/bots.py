"""What do bots answer, and after how long? As those in `bots/lightningdice` do, draw for draw."""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.lightningdice.goals import DICE
from boltbox.sim import bits, luck
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import asking, codes, scoring
from boltbox.sim.lightningdice.arrays import BONUS, THUNDER, Record
from boltbox.sim.lightningdice.claims import bit_of, meets, thunders
from boltbox.sim.lightningdice.dice import ALL, BITS, heap, shows
from boltbox.sim.lightningdice.tables import total

UNIFORM, NOVICE, GREEDY, EXPERT = range(4)
BOTS: Final = ("uniform", "novice", "greedy", "expert")
MISTAKE, FALSE_CALL = 5, 40  # a novice forgets a die once in so many looks, and calls in vain
PATIENCE: Final = 900  # milliseconds until somebody who waits looks again
# By bot: the least time until a press, then how much longer on average to keep, to roll, to call.
LEAST: Final = np.array([180, 350, 260, 180], np.int64)
LONGER: Final = np.array([[300, 300, 300], [750, 450, 600], [450, 260, 330], [240, 140, 160]], np.int64)

PACE_STREAM: Final = luck.number_of("pace")
NOTHING: Final = -1  # no answer is awaited

# Who plays a seat, and what is pressed next.
RACER: Final = np.dtype(
    [
        ("press", "i8"),  # when
        ("code", "i8"),  # the action, or NOTHING
        ("bot_key", "u8"),  # what the draws of its choices start from
        ("pace_key", "u8"),
        ("bot", "i4"),
        ("rolls", "i4"),  # of the seat at the last flip
    ],
    align=True,
)


@kernel
def think(rules: Record, game: Record, seat: int, racer: Record, keeps: npt.NDArray[np.int64]) -> int:
    """Chooses for a seat, or nothing where nothing is asked (`Bot.choose`)."""
    roll, dice, calls = asking.asked(rules, game, seat)
    if not roll and not dice:
        return NOTHING
    place = game["places"][seat - 1]
    key = luck.folded(racer["bot_key"], place["decision"])
    if racer["bot"] == UNIFORM:
        return uniform(game, place, key, dice, calls)
    lying = heap(place["values"])
    if dice != ALL:  # `players._Player._action` and `_partly`
        if roll and dice:
            return rolls(game, place, chosen(place, keeps[0, game["card"], lying]))
        return roll_code(game) if roll else keep_code(place["kept"])
    if meets(rules, game["card"], place["values"]):
        # A right call that waits for its verdict is nothing to roll away.
        return asking.call_code(0) if calls & 1 else keep_code(place["kept"])
    call = other_call(game, seat, racer["bot"], calls, key)
    if call != NOTHING:
        return call
    exact = 1 if racer["bot"] == EXPERT else 0
    numbers = keeps[exact, game["card"], lying]
    if racer["bot"] == NOVICE:
        numbers = forgetful(numbers, key)
    return rolls(game, place, chosen(place, numbers))


@inlined
def roll_code(game: Record) -> int:
    """Is the code of a roll for the open goal."""
    code: int = codes.ROLL | game["goal"] << codes.KIND_BITS
    return code


@inlined
def keep_code(dice: int) -> int:
    """Is the code of setting dice aside."""
    return codes.KEEP | dice << codes.KIND_BITS


@inlined
def rolls(game: Record, place: Record, dice: int) -> int:
    """Sets these dice aside, or rolls the others if that is done (`Seen.rolls`)."""
    if dice == place["kept"] and not place["rolling"] and dice != ALL:
        return roll_code(game)
    return keep_code(dice)


@inlined
def chosen(place: Record, numbers: int) -> int:
    """Finds dice that show these numbers; those that are kept already come first (`Seen.keep`)."""
    dice = 0
    for later in range(2):
        for die in range(DICE):
            value = place["values"] >> BITS * die & 15
            if value and (place["kept"] >> die & 1) != later and numbers >> BITS * (value - 1) & 15:
                numbers -= 1 << BITS * (value - 1)
                dice |= 1 << die
    return dice


@inlined
def other_call(game: Record, seat: int, bot: int, calls: int, key: np.uint64) -> int:
    """Makes another call than the right one, or none (`_call` of the novice, `greedy` and `expert`)."""
    if bot == NOVICE:
        vain = luck.below(luck.folded(key, 0), FALSE_CALL) == 0
        return asking.call_code(0) if vain and calls & 1 else NOTHING
    shown = shows(game["places"][seat - 1]["values"])
    if shown == seat:
        return asking.call_code(BONUS) if calls & bit_of(BONUS, 0) else NOTHING
    if bot != EXPERT or not shown or not calls & bit_of(THUNDER, shown) or not thunders(game, seat, shown):
        return NOTHING
    return asking.call_code(1 + shown) if scoring.points(game["places"][shown - 1]) > 0 else NOTHING


@inlined
def forgetful(numbers: int, key: np.uint64) -> int:
    """Forgets a die now and then (`Novice._keep`)."""
    if not numbers or luck.below(luck.folded(key, 1), MISTAKE):
        return numbers
    forgotten = luck.below(luck.folded(key, 2), total(numbers))
    at = 0
    while forgotten >= numbers >> at & 15:
        forgotten -= numbers >> at & 15
        at += BITS
    return numbers - (1 << at)


@inlined
def uniform(game: Record, place: Record, key: np.uint64, dice: int, calls: int) -> int:
    """Does the next of what it has drawn (`uniform.Uniform._action`)."""
    mask = luck.below(luck.folded(key, 0), 1 << bits.count(dice))
    keep = 0
    for die in range(DICE):
        if dice >> die & 1:
            keep |= (mask & 1) << die
            mask >>= 1
    if calls and luck.below(luck.folded(key, 1), 2):
        which = luck.below(luck.folded(key, 2), bits.count(calls))
        if not place["made"]:  # one call is enough for dice as they lie
            return asking.call_code(bits.nth_of_nine(calls, which))
    return rolls(game, place, keep if keep != ALL else keep & ~1)


@inlined
def pace(place: Record, racer: Record, code: int) -> int:
    """Draws how long seeing and pressing takes (`Speed.draw`)."""
    kind = code & codes.KIND
    if kind == codes.KEEP and code >> codes.KIND_BITS == place["kept"]:
        return PATIENCE
    row = 0 if kind == codes.KEEP else 1 if kind == codes.ROLL else 2
    most = 2 * LONGER[racer["bot"], row] // 3 + 1
    key = luck.folded(racer["pace_key"], place["decision"])
    time: int = LEAST[racer["bot"]]
    for index in range(3):
        time += luck.below(luck.folded(key, 3 * row + index), most)
    return time
