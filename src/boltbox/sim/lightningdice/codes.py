"""How does an action fit into one number, and what does a kernel answer to it?

A code has two bits for the kind, 30 for what is meant, then eight each for how long before its arrival it was
pressed, for the span of the line and for the wait: a line is trusted with 250 ms (LD-3.6), what lies outside
says no more than its nearer end.
"""

from typing import Final

from boltbox.rules.game import Instant, Timing
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.goals import DICE
from boltbox.rules.lightningdice.parts import MOST_SPAN_MS
from boltbox.sim.lightningdice.arrays import CALLS
from boltbox.sim.lightningdice.dice import listed, set_of

ROLL, KEEP, CLAIM = range(3)
KIND_BITS: Final = 2
KIND: Final = (1 << KIND_BITS) - 1
MEANT: Final = (1 << 30) - 1
BACK_AT, SPAN_AT, WAIT_AT = 32, 40, 48
BYTE: Final = 255
CALL: Final = 3  # the bits of what is meant by a claim that say which; then comes its number
MOST_NUMBER: Final = 31
MOST_LEGAL: Final = 1 + (1 << DICE) + 8  # a roll, what can be kept, and eight calls

# What a kernel answers: 0 when it is done, else which refusal it is.
DONE: Final = 0
REFUSALS: Final = (
    "", "game_over", "not_seated", "count_in", "goal_closed", "still_rolling", "all_kept", "no_die_rests",
    "not_at_rest", "no_such_call", "no_such_number", "number_without_thunder", "dice_in_hand",
    "claim_blocked", "claim_waits", "called_already", "already_decided", "no_such_seat", "crowded",
)  # fmt: skip
(
    _, GAME_OVER, NOT_SEATED, COUNT_IN, GOAL_CLOSED, STILL_ROLLING, ALL_KEPT, NO_DIE_RESTS,
    NOT_AT_REST, NO_SUCH_CALL, NO_SUCH_NUMBER, NUMBER_WITHOUT_THUNDER, DICE_IN_HAND,
    CLAIM_BLOCKED, CLAIM_WAITS, CALLED_ALREADY, ALREADY_DECIDED, NO_SUCH_SEAT, CROWDED,
) = range(len(REFUSALS))  # fmt: skip


def coded(action: DiceAction, arrival: Instant) -> int:
    """Turns an action that arrives now into its code. Raises ValueError for one that no code can say."""
    if isinstance(action, Keep):
        if len(set(action.dice)) < len(action.dice) or not set(action.dice) <= set(range(DICE)):
            raise ValueError(f"no code says which dice {action.dice} are")
        return KEEP | set_of(action.dice) << KIND_BITS
    if isinstance(action, Roll):
        if not 0 <= action.goal <= MEANT:
            raise ValueError(f"no code says which goal {action.goal} is")
        return ROLL | action.goal << KIND_BITS | _timed(action.timing, arrival)
    if not 0 <= action.number <= MOST_NUMBER:
        raise ValueError(f"no code says whom {action.number} names")
    meant = CALLS.index(action.call) | action.number << 2
    return CLAIM | meant << KIND_BITS | _timed(action.timing, arrival)


def action_of(code: int, arrival: Instant) -> DiceAction:
    """Turns a code back into the action."""
    kind, meant = code & KIND, code >> KIND_BITS & MEANT
    if kind == KEEP:
        return Keep(listed(meant))
    back, span, wait = (code >> at & BYTE for at in (BACK_AT, SPAN_AT, WAIT_AT))
    timing = Timing(arrival - back if back else None, span, wait)
    if kind == ROLL:
        return Roll(meant, timing)
    return Claim(CALLS[meant & CALL], meant >> 2, timing)


def _timed(timing: Timing, arrival: Instant) -> int:
    span, wait = (min(max(given, 0), MOST_SPAN_MS) for given in (timing.span, timing.wait))
    back = 0 if timing.pressed is None else min(max(arrival - timing.pressed, 0), span)
    return back << BACK_AT | span << SPAN_AT | wait << WAIT_AT
