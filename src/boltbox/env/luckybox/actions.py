"""Which number is which action in Lucky Box? One table for given options, the same at every step."""

from collections.abc import Mapping
from itertools import combinations
from math import comb
from typing import Final

from boltbox.rules.game import Part
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Decline, LuckyAction, Refill
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.view import AskPart, OwnPart, SeatPart

CELLS: Final = 9
CODES: Final = "123456789?"  # bonuses that wait for a cross, in the order of their declines


def most_boxes(options: Options) -> int:
    """Counts the unfinished boxes that a seat can have at most: those kept, and one more after each round."""
    grows = not rule_set(options).has_reserve and options.offer > 0
    return options.kept + (options.rounds - 1 if grows else 0)


class Numbering:
    """Tells actions and numbers apart.

    A *slot* is the place of an unfinished box in the order they came: when one is finished, those behind it
    close up. In turn stand: for each slot nine cells, crossed as drawn or by lightning, or by a waiting bonus
    of their own number (`chengdu`: by an extra mark); the same cells by a question mark or a `?` bonus;
    declines; choices of boxes, in the order of `itertools.combinations`; refills; and last the pass.
    """

    def __init__(self, options: Options) -> None:
        rules = rule_set(options)
        self.rule_set = rules
        self.kept = options.kept
        self.slots = most_boxes(options)
        self.reserve = options.dealt - options.kept if rules.has_reserve else 0
        self.question = self.slots * CELLS
        self.decline = 2 * self.slots * CELLS
        declines = 0 if not options.bonus_optional else 1 if rules.has_reserve else len(CODES)
        self.choose = self.decline + declines
        self.choices = max(comb(options.dealt, options.kept), 0 if rules.has_reserve else options.offer)
        self.refill = self.choose + self.choices
        self.blinds = self.kept + 1
        refills = 2**self.kept * 2**self.reserve * self.blinds if rules.has_reserve else 0
        self.idle = self.refill + refills
        self.count = self.idle + 1

    def answers(self, own: OwnPart, mine: SeatPart, ask: AskPart) -> Mapping[int, LuckyAction | None]:
        """Lists what a seat may do now by its number; None is to wait, where nothing is asked."""
        if not ask.open:
            return {self.idle: None}
        if ask.kind == "choose":
            offer = [box.id for box in own.offer]
            return {self.choose + i: Choose(boxes) for i, boxes in enumerate(combinations(offer, own.keep))}
        if ask.kind == "refill":
            return self._refills(own, mine)
        slots = {box.id: slot for slot, box in enumerate(mine.boxes)}
        found: dict[int, LuckyAction | None] = {}
        for choice in ask.choices:
            # Extra marks are all alike, so of several codes the first in order is taken.
            found.setdefault(self._number(choice.action, slots), choice.action)
        return found

    def _number(self, action: LuckyAction, slots: Mapping[int, int]) -> int:
        if isinstance(action, Cross):
            first = self.question if action.way == "question" else 0
            return first + slots[action.box] * CELLS + action.cell
        if isinstance(action, Bonus):
            first = self.question if action.code == "?" else 0
            return first + slots[action.box] * CELLS + action.cell
        if isinstance(action, Decline):
            return self.decline + (0 if self.rule_set.has_reserve else CODES.index(action.code))
        return self.idle

    def _refills(self, own: OwnPart, mine: SeatPart) -> Mapping[int, LuckyAction | None]:
        """Lists refills: bits of slots discarded, bits of reserve boxes taken, how many blind (LB-6.5)."""
        boxes, reserve = [box.id for box in mine.boxes], [box.id for box in own.reserve]
        found: dict[int, LuckyAction | None] = {}
        for less in range(1 << len(boxes)):
            discard = tuple(box for i, box in enumerate(boxes) if less >> i & 1)
            room = self.kept - len(boxes) + len(discard)
            for more in range(1 << len(reserve)):
                take = tuple(box for i, box in enumerate(reserve) if more >> i & 1)
                for blind in range(room - len(take) + 1):
                    place = (less << self.reserve | more) * self.blinds + blind
                    found[self.refill + place] = Refill(discard, take, blind)
        return found

    def name(self, number: int) -> str:
        """Words an action."""
        if number < self.decline:
            slot, cell = divmod(number % self.question, CELLS)
            by = " by ?" if number >= self.question else ""
            return f"cross cell {cell} of slot {slot}{by}"
        if number < self.choose:
            return "decline" if self.rule_set.has_reserve else f"decline {CODES[number - self.decline]}"
        if number < self.refill:
            return f"choose combination {number - self.choose}"
        if number < self.idle:
            masks, blind = divmod(number - self.refill, self.blinds)
            less, more = divmod(masks, 1 << self.reserve)
            return f"refill: discard bits {less:b}, take bits {more:b}, {blind} blind"
        return "pass"


def seen(parts: Mapping[str, Part], seat: int) -> tuple[OwnPart, SeatPart, AskPart]:
    """Finds in a view what the actions of its seat depend on. Raises TypeError for a view without it."""
    own, mine, ask = parts["own"], parts[f"seat{seat}"], parts["ask"]
    if isinstance(own, OwnPart) and isinstance(mine, SeatPart) and isinstance(ask, AskPart):
        return own, mine, ask
    raise TypeError("that is no view of a seat of Lucky Box")
