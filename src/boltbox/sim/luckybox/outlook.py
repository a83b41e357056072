"""What is a seat's side of the table worth, and how does a cross change it? Outlooks of bots, on records.

The same as `bots/luckybox/outlook.py`: every kernel adds the same floats in the same order as the bots do, so
that ties fall the same way.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.parts import FULL, LINE_MASKS, LINES, LINES_OF_CELL
from boltbox.sim.compiled import kernel, woven
from boltbox.sim.luckybox.arrays import CODE_COUNT, MOST_DUE, MOST_HELD, NOTHING, Record
from boltbox.sim.luckybox.prospects import MANY, MORE, TOKENS

ALL: Final = FULL << 1  # as `open` below: every number can be crossed

WIDTH: Final = 6  # how many ways to answer `lookahead` thinks on, the best by what they bring now

# What a bot knows and reckons at one decision.
MIND: Final = np.dtype(
    [
        ("budget", "i8"),
        ("looked", "i8"),  # positions looked at
        # of the options and the rule set
        ("rounds", "i8"),
        ("reach", "i8"),
        ("may_pass", "i8"),
        ("waits", "i8"),  # as in RULES
        ("anywhere", "i8"),
        ("gives", "i8", (CODE_COUNT, 4)),
        ("moons_most", "i8"),
        ("moons_fewest", "i8"),
        # weights, and the first star of a whole round
        ("cross", "f8"),
        ("question", "f8"),
        ("lonely", "f8"),
        ("chance", "f8"),
        ("cover", "f8"),
        ("star", "f8"),
        # the boxes of the outlook
        ("boxes", "i8"),
        ("number", "i8", (MOST_HELD, 9)),
        ("code", "i8", (MOST_HELD, 6)),
        ("crossed", "i8", MOST_HELD),
        # estimates
        ("box_points", "f8"),
        ("untouched", "f8"),
        ("box", "f8", 10),
        ("line", "f8", 3),
        ("last", "f8", 10),  # how likely a line gets its last cross, by the number that it waits for
        ("likely", "f8", 10),  # how much likelier than usual a number is to come
        ("coming", "i8", 10),  # cards of it that can come next in this round
        ("codes", "f8", CODE_COUNT),  # what a bonus is worth
        ("lightning", "f8", TOKENS),
        ("questions", "f8", TOKENS),
        ("stars", "f8", MANY),
        ("moons", "f8", MORE),
        ("covers", "f8", ALL + 1),  # by open numbers, where `covered`
        ("covered", "u1", ALL + 1),
        # the best ways to take a bonus, by how deep a chain is
        ("found", "i8", 3),
        ("tried", "i8", 3),
        ("most", "f8", 3),
        ("values", "f8", (3, 4)),
        ("ways", "i8", (3, 4)),
        # the best ways to answer: where the sides after them are, what they are worth, their codes
        ("held", "i8", WIDTH),
        ("held_value", "f8", WIDTH),
        ("held_code", "i8", WIDTH),
    ],
    align=True,
)
# What a seat would have in front of it.
SIDE: Final = np.dtype(
    [
        ("lightning", "i8"),
        ("stars", "i8"),
        ("moons", "i8"),  # more than now
        ("questions", "i8"),
        ("unknown", "i8"),  # 1: with boxes that nobody knows yet
        ("dues", "i8"),
        ("worth", "f8", MOST_HELD),  # of each box
        ("crossed", "i2", MOST_HELD),
        ("open", "i2", MOST_HELD),  # bit n is set when an open cell of the box has the number n
        ("due", "u1", MOST_DUE),  # bonus crosses that wait
    ],
    align=True,
)

# An open cell that the next number may reach (`_Reach` of lookahead.py).
REACH: Final = np.dtype(
    [
        ("number", "i8"),
        ("gain", "f8"),  # value after crossing it, tokens to spend aside
        ("lightning", "i8"),  # tokens then
        ("questions", "i8"),  # question marks then
    ],
    align=True,
)

_MASKS: Final = np.array(LINE_MASKS, np.int64)
_ROW: Final = np.array([lines[0] for lines in LINES_OF_CELL], np.int64)
_COLUMN: Final = np.array([lines[1] for lines in LINES_OF_CELL], np.int64)
_COUNT: Final = np.array([mask.bit_count() for mask in range(FULL + 1)], np.int64)


def _gaps() -> npt.NDArray[np.int64]:
    """Tells of a line under a mask: -1 is full, 10 + how many are crossed, or the one cell that is left."""
    gaps = np.zeros((FULL + 1, 6), np.int64)
    for mask in range(FULL + 1):
        for line, cells in enumerate(LINES):
            missing = [cell for cell in cells if not mask >> cell & 1]
            gaps[mask, line] = -1 if not missing else missing[0] if len(missing) == 1 else 13 - len(missing)
    return gaps


_GAPS: Final = _gaps()


@woven
def look(mind: Record) -> bool:
    """Looks at one more position if the budget allows it (`bots.bot.Work.look`)."""
    if mind["looked"] >= mind["budget"]:
        return False
    mind["looked"] += 1
    return True


@woven
def spent(mind: Record) -> bool:
    """Tells whether nothing more may be looked at (`bots.bot.Work.spent`)."""
    return mind["looked"] >= mind["budget"]  # type: ignore[no-any-return]


@woven
def box_worth(mind: Record, index: int, crossed: int) -> float:
    """Values a box (`Outlook._box`)."""
    if crossed == FULL:
        return mind["box_points"]  # type: ignore[no-any-return]
    value = mind["box"][_COUNT[crossed]]
    for line in range(6):
        gap = _GAPS[crossed, line]
        if gap >= 10:
            value += mind["line"][gap - 10] * mind["codes"][mind["code"][index, line]]
        elif gap >= 0:
            value += mind["last"][mind["number"][index, gap]] * mind["codes"][mind["code"][index, line]]
    return value  # type: ignore[no-any-return]


@woven
def open_numbers(mind: Record, index: int, crossed: int) -> int:
    """Notes the open numbers of a box, bit 1 to 9 (`Outlook._box`)."""
    numbers = 0
    for cell in range(9):
        if not crossed >> cell & 1:
            numbers |= 1 << mind["number"][index, cell]
    return numbers


@woven
def cover(mind: Record, numbers: int) -> float:
    """Values how many of the numbers that can come find an open cell (`Outlook._cover`)."""
    if not mind["covered"][numbers]:
        total = 0.0
        for number in range(1, 10):
            if numbers >> number & 1:
                total += 1 + mind["likely"][number]
        mind["covers"][numbers] = mind["cover"] * total
        mind["covered"][numbers] = 1
    return mind["covers"][numbers]  # type: ignore[no-any-return]


@kernel
def value(mind: Record, side: Record) -> float:
    """Values a side in points (`Outlook.value`)."""
    total = (
        mind["lightning"][min(side["lightning"], TOKENS - 1)]
        + mind["stars"][min(side["stars"], MANY - 1)]
        + mind["moons"][min(side["moons"], MORE - 1)]
        + mind["questions"][min(side["questions"], TOKENS - 1)]
    )
    for nth in range(side["dues"]):
        total += mind["codes"][side["due"][nth]]
    numbers = 0
    for index in range(mind["boxes"]):
        total += side["worth"][index]
        numbers |= side["open"][index]
    return total + cover(mind, ALL if side["unknown"] else numbers)  # type: ignore[no-any-return]


@kernel
def lay(mind: Record, side: Record, index: int, crossed: int) -> None:
    """Puts a box of the outlook into a side, with such crosses."""
    side["crossed"][index] = crossed
    side["worth"][index] = box_worth(mind, index, crossed)
    side["open"][index] = open_numbers(mind, index, crossed)


@woven
def fits(mind: Record, index: int, cell: int, code: int) -> bool:
    """Tells whether a bonus may cross a cell that is open (`Outlook.ways`, LB-4.3)."""
    if mind["anywhere"] >> code & 1:
        return True
    return mind["number"][index, cell] == code  # type: ignore[no-any-return]


@woven
def _complete(mind: Record, side: Record, code: int) -> None:
    """Pays a completed line: tokens at once, crosses wait (`Outlook.cross`, LB-4.7)."""
    if mind["waits"] >> code & 1:
        side["due"][side["dues"]] = code
        side["dues"] += 1
    else:
        side["lightning"] += mind["gives"][code, 0]
        side["stars"] += mind["gives"][code, 1]
        side["moons"] += mind["gives"][code, 2]
        side["questions"] += mind["gives"][code, 3]


@kernel
def cross(mind: Record, side: Record, index: int, cell: int) -> None:
    """Crosses a cell of a box (`Outlook.cross`)."""
    after = side["crossed"][index] | 1 << cell
    lay(mind, side, index, after)
    row, column = _ROW[cell], _COLUMN[cell]
    if after & _MASKS[row] == _MASKS[row]:
        _complete(mind, side, mind["code"][index, row])
    if after & _MASKS[column] == _MASKS[column]:
        _complete(mind, side, mind["code"][index, column])


@woven
def take_due(side: Record, code: int) -> None:
    """Takes away a bonus that waits, the first of equals (`without`)."""
    first = 0
    while side["due"][first] != code:
        first += 1
    side["dues"] -= 1
    for nth in range(first, side["dues"]):
        side["due"][nth] = side["due"][nth + 1]


@kernel
def add_box(mind: Record, face: Record, crossed: int) -> None:
    """Adds a box to those of the outlook."""
    index = mind["boxes"]
    mind["boxes"] += 1
    mind["crossed"][index] = crossed
    for cell in range(9):
        mind["number"][index, cell] = face["number"][cell]
    for line in range(6):
        mind["code"][index, line] = face["code"][line]


@kernel
def weigh_numbers(mind: Record) -> None:
    """Tells what crosses of numbers are worth with the boxes of the outlook (`Outlook.__init__`)."""
    once = 0
    oftener = 0
    for index in range(mind["boxes"]):
        for cell in range(9):
            if not mind["crossed"][index] >> cell & 1:
                bit = 1 << mind["number"][index, cell]
                oftener |= once & bit
                once |= bit
    for number in range(1, 10):
        if not mind["anywhere"] >> number & 1:
            factor = 1.0 if oftener >> number & 1 else mind["lonely"]
            mind["codes"][number] = mind["cross"] * factor
    mind["codes"][NOTHING] = 0.0


@kernel
def lay_out(mind: Record, side: Record, seat: Record) -> None:
    """Is the side of a seat with all boxes of the outlook (`_side` of greedy.py)."""
    for index in range(mind["boxes"]):
        lay(mind, side, index, mind["crossed"][index])
    side["lightning"] = seat["lightning"]
    side["stars"] = seat["stars"]
    side["moons"] = 0
    side["questions"] = seat["questions"]
    side["unknown"] = 0
    side["dues"] = seat["dues"]
    for nth in range(seat["dues"]):
        side["due"][nth] = seat["due"][nth] >> 12
