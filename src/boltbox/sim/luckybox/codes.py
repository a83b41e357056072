"""How is an action of Lucky Box one whole number? Its kind, then small fields; boxes by their slots.

A *slot* is the place of a box among a seat's unfinished ones, in the order they came, as in the rules'
boards; boxes of an offer and of a reserve go by their place in it, too.
"""

from collections.abc import Iterable
from typing import Final

from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Decline, LuckyAction, Pass, Refill
from boltbox.rules.luckybox.state import State
from boltbox.sim.compiled import inlined
from boltbox.sim.luckybox.arrays import CODE_NAMES

CHOOSE, REFILLS, CROSS, BONUS, DECLINE, PASS = range(6)
KIND_SHIFT: Final = 28
FIELD: Final = (1 << KIND_SHIFT) - 1
DRAWN, BY_LIGHTNING, BY_QUESTION = range(3)  # the ways of a cross
WAYS: Final = ("drawn", "lightning", "question")
PASSES: Final = PASS << KIND_SHIFT


@inlined
def kind_of(code: int) -> int:
    """Is the kind of an action: `CHOOSE`, `REFILLS`, ..."""
    return code >> KIND_SHIFT


@inlined
def choose_code(chosen: int) -> int:
    """Is the choice of the boxes of the offer whose bits are set."""
    return CHOOSE << KIND_SHIFT | chosen


@inlined
def refill_code(discard: int, take: int, blind: int) -> int:
    """Is a refill: slots to discard, boxes of the reserve to take (sets of bits), how many from the deck."""
    return REFILLS << KIND_SHIFT | discard << 12 | take << 4 | blind


@inlined
def cross_code(way: int, slot: int, cell: int) -> int:
    """Is the cross of a cell in one of the ways."""
    return CROSS << KIND_SHIFT | way << 8 | slot << 4 | cell


@inlined
def bonus_code(bonus: int, slot: int, cell: int) -> int:
    """Is the cross of a cell by a waiting bonus."""
    return BONUS << KIND_SHIFT | bonus << 8 | slot << 4 | cell


@inlined
def decline_code(bonus: int) -> int:
    """Is the decline of a waiting bonus."""
    return DECLINE << KIND_SHIFT | bonus << 8


def code_of(state: State, seat: int, action: LuckyAction) -> int:
    """Writes an action of a seat of the rules (1, 2, ...) as a number.

    Raises ValueError for boxes that the seat has not, and for what the simulator leaves out: taking back
    and *Done*.
    """
    board, hand = state.places[seat - 1].now, state.hands[seat - 1]
    held = tuple(box.id for box in board.boxes)
    match action:
        case Choose():
            return choose_code(_bits(hand.offer, action.boxes))
        case Refill():
            return refill_code(_bits(held, action.discard), _bits(hand.reserve, action.take), action.blind)
        case Cross():
            return cross_code(WAYS.index(action.way), held.index(action.box), action.cell)
        case Bonus():
            return bonus_code(CODE_NAMES.index(action.code), held.index(action.box), action.cell)
        case Decline():
            return decline_code(CODE_NAMES.index(action.code))
        case Pass():
            return PASSES
    raise ValueError(f"the simulator knows no {type(action).__name__}")


def action_of(state: State, seat: int, code: int) -> LuckyAction:
    """Reads a number as an action of a seat of the rules (1, 2, ...), the opposite of `code_of`.

    Raises ValueError for a number of no kind, IndexError for boxes that the seat has not.
    """
    board, hand = state.places[seat - 1].now, state.hands[seat - 1]
    field, slot, cell = code & FIELD, code >> 4 & 15, code & 15
    kind, high = code >> KIND_SHIFT, field >> 8
    if kind == CHOOSE:
        return Choose(_things(hand.offer, field))
    if kind == REFILLS:
        held = tuple(box.id for box in board.boxes)
        return Refill(_things(held, field >> 12), _things(hand.reserve, field >> 4 & 0xFF), field & 15)
    if kind == CROSS:
        return Cross(board.boxes[slot].id, cell, WAYS[high])
    if kind == BONUS:
        return Bonus(CODE_NAMES[high], board.boxes[slot].id, cell)
    if kind == DECLINE:
        return Decline(CODE_NAMES[high])
    if kind == PASS:
        return Pass()
    raise ValueError(f"no action has the code {code}")


def _bits(things: tuple[int, ...], chosen: Iterable[int]) -> int:
    return sum(1 << things.index(thing) for thing in chosen)


def _things(things: tuple[int, ...], bits: int) -> tuple[int, ...]:
    return tuple(thing for place, thing in enumerate(things) if bits >> place & 1)
