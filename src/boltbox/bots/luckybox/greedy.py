"""What does a bot do that takes what pays most now? It reckons what each choice brings, chains included."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.bots.bot import Work
from boltbox.bots.luckybox.outlook import Outlook, Side, without
from boltbox.bots.luckybox.prospects import WEIGHTS, Prospects, Weights
from boltbox.rules.game import Seat
from boltbox.rules.luck import Luck
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Decline, LuckyAction, Refill
from boltbox.rules.luckybox.refill import refills
from boltbox.rules.luckybox.view import AskPart, BoxView, Choice, HeadPart, OwnPart, RulesPart, SeatPart

BREADTH: Final = (4, 2, 1)  # how many ways to take a bonus are followed, by its place in the chain; then one


class Greedy:
    """Takes what pays most now by its estimates, the first of equals; follows chains within the budget."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        """Chooses the best that it sees. Raises ValueError when nothing is asked."""
        parts = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
        ask = msgspec.json.decode(parts["ask"], type=AskPart)
        if not ask.open:
            raise ValueError(f"no answer is awaited from seat {seat}")
        if len(ask.choices) == 1:
            return msgspec.json.encode(ask.choices[0].action)
        return msgspec.json.encode(self._best(parts, ask, seat, Work(budget)))

    def _best(self, parts: dict[str, msgspec.Raw], ask: AskPart, seat: Seat, work: Work) -> LuckyAction:
        head = msgspec.json.decode(parts["head"], type=HeadPart)
        seats = [
            msgspec.json.decode(part, type=SeatPart)
            for name, part in parts.items()
            if name.startswith("seat")
        ]
        mine = next(one for one in seats if one.seat == seat)
        rules = msgspec.json.decode(parts["rules"], type=RulesPart)
        others = [one for one in seats if one.seat != seat]
        weights = self._weights or WEIGHTS[rules.options.rule_set]
        prospects = Prospects(head, rules.options, (mine, others), weights)
        if ask.kind in ("choose", "refill"):
            own = msgspec.json.decode(parts["own"], type=OwnPart)
            if ask.kind == "choose":
                return _best_boxes(prospects, mine, own, work)
            known = Outlook(prospects, [box for one in seats for box in one.boxes] + [*own.reserve])
            wishes = refills(
                rules.options.kept, [box.id for box in mine.boxes], [box.id for box in own.reserve]
            )
            return _best_refill(tuple(wishes), known, mine, work)
        return self._answer(prospects, mine, ask.choices, work)

    def _answer(
        self, prospects: Prospects, mine: SeatPart, choices: tuple[Choice, ...], work: Work
    ) -> LuckyAction:
        ways = follow(Outlook(prospects, mine.boxes), mine, choices, work)
        return (max(ways, key=lambda way: way.value).choice if ways else choices[0]).action


def _side(mine: SeatPart, boxes: Sequence[BoxView]) -> Side:
    crossed = tuple(box.crossed for box in boxes)
    due = tuple(due.code for due in mine.due)
    return Side(crossed, mine.lightning, mine.stars, due=due, questions=mine.questions)


def _best_boxes(prospects: Prospects, mine: SeatPart, own: OwnPart, work: Work) -> Choose:
    """Chooses the boxes that go best with each other and with those in play."""
    best, most = own.offer[: own.keep], float("-inf")
    for kept in combinations(own.offer, own.keep):
        if not work.look():
            break
        boxes = (*mine.boxes, *kept)
        value = Outlook(prospects, boxes).value(_side(mine, boxes))
        if value > most:
            best, most = kept, value
    return Choose(tuple(box.id for box in best))


def _best_refill(wishes: Sequence[Refill], known: Outlook, mine: SeatPart, work: Work) -> Refill:
    """Chooses the boxes that are worth most together; one that comes blind is like those that are known."""
    best, most, unseen = wishes[0], float("-inf"), known.unseen()
    for wish in wishes:
        if not work.look():
            break
        boxes = known.some({box.id for box in mine.boxes}.difference(wish.discard).union(wish.take))
        side = replace(_side(mine, boxes.boxes), unknown=wish.blind > 0)
        value = boxes.value(side) + wish.blind * unseen
        if value > most:
            best, most = wish, value
    return best


class Way(msgspec.Struct, frozen=True):
    """Is a way to answer: a choice, the side after it and the best bonuses that are seen, and its value."""

    choice: Choice
    side: Side
    value: float


def follow(outlook: Outlook, mine: SeatPart, choices: tuple[Choice, ...], work: Work) -> list[Way]:
    """Follows each choice through the bonuses that it sets off, as far as the budget goes."""
    side = _side(mine, mine.boxes)
    indices = {box.id: index for index, box in enumerate(mine.boxes)}
    ways: list[Way] = []
    for choice in choices:
        if not work.look():
            break
        value, after = chain(outlook, _after(outlook, side, choice, indices), 0, work)
        ways.append(Way(choice, after, value))
    return ways


def _after(outlook: Outlook, side: Side, choice: Choice, indices: dict[int, int]) -> Side:
    action = choice.action
    if isinstance(action, Cross):
        paid = replace(
            side,
            lightning=side.lightning - choice.price,
            questions=side.questions - (action.way == "question"),
        )
        return outlook.cross(paid, indices[action.box], action.cell)
    if isinstance(action, Bonus):
        return outlook.cross(without(side, action.code), indices[action.box], action.cell)
    return without(side, action.code) if isinstance(action, Decline) else side


def chain(outlook: Outlook, side: Side, depth: int, work: Work) -> tuple[float, Side]:
    """Takes the waiting bonuses of a side in the best way that is seen, numbers before `?`, and values it."""
    if not side.due:
        return outlook.value(side), side
    code = min(side.due, key="123456789?".index)
    rest = without(side, code)
    found: list[tuple[float, Side]] = []
    for index, cell in outlook.ways(rest, code):
        if not work.look():
            break
        after = outlook.cross(rest, index, cell)
        found.append((outlook.value(after), after))
    if not found:
        return (outlook.value(side), side) if work.spent else chain(outlook, rest, depth, work)
    found.sort(key=_value, reverse=True)
    breadth = BREADTH[depth] if depth < len(BREADTH) else 1
    ends = [
        chain(outlook, after, depth + 1, work) if after.due else (value, after)
        for value, after in found[:breadth]
    ]
    return max(ends, key=_value)


def _value(end: tuple[float, Side]) -> float:
    return end[0]
