"""What does a bot do that thinks of the next number, too? It asks what that will bring after each answer."""

from collections.abc import Mapping
from typing import Final

import msgspec

from boltbox.bots.bot import Work
from boltbox.bots.luckybox.greedy import Greedy, Way, chain, follow
from boltbox.bots.luckybox.outlook import Outlook, Side
from boltbox.bots.luckybox.prospects import Prospects, at
from boltbox.rules.luckybox.actions import LuckyAction
from boltbox.rules.luckybox.parts import PRICES
from boltbox.rules.luckybox.view import Choice, SeatPart

WIDTH: Final = 6  # how many ways to answer are thought on, the best by what they bring now


class Lookahead(Greedy):
    """Takes the answer after which the next number brings the most on average, as Greedy values it.

    At the end of a round nobody knows the next box, so there it does as Greedy does.
    """

    def _answer(
        self, prospects: Prospects, mine: SeatPart, choices: tuple[Choice, ...], work: Work
    ) -> LuckyAction:
        outlook = Outlook(prospects, mine.boxes)
        ways = sorted(follow(outlook, mine, choices, work), key=_value, reverse=True)
        if not ways:
            return choices[0].action
        best, most = ways[0], float("-inf")
        for way in ways[:WIDTH] if prospects.coming else ():
            value = _hoped(outlook, way.side, prospects.coming, work)
            if work.spent:
                break
            if value > most:
                best, most = way, value
        return best.choice.action


class _Reach(msgspec.Struct, frozen=True):
    """Is an open cell that the next number may reach."""

    digit: str
    gain: float  # value after crossing it, tokens to spend aside
    lightning: int  # tokens then
    questions: int  # question marks then


def _value(way: Way) -> float:
    return way.value


def _hoped(outlook: Outlook, side: Side, coming: Mapping[int, int], work: Work) -> float:
    """Values a side by the best answers to the numbers that can come next; no use once the work is spent."""
    cells = _reach(outlook, side, work)
    stay = outlook.value(side)
    total = 0.0
    for number, cards in coming.items():  # one by one: from Python 3.12 on `sum` rounds otherwise
        total += cards * _best(outlook, side, cells, number, stay)
    return total / sum(coming.values())


def _reach(outlook: Outlook, side: Side, work: Work) -> list[_Reach]:
    """Crosses every open cell, bonuses included, as if it cost nothing."""
    prospects, found = outlook.prospects, list[_Reach]()
    for index, box in enumerate(outlook.boxes):
        for cell in range(9):
            if side.crossed[index] >> cell & 1:
                continue
            if not work.look():
                return found
            value, end = chain(outlook, outlook.cross(side, index, cell), 1, work)
            gain = value - at(prospects.lightning, end.lightning) - at(prospects.questions, end.questions)
            found.append(_Reach(box.grid[cell], gain, end.lightning, end.questions))
    return found


def _best(outlook: Outlook, side: Side, cells: list[_Reach], number: int, stay: float) -> float:
    """Values the best answer to a number: by its price in tokens, by a question mark, or a pass (LB-3)."""
    prospects, prices = outlook.prospects, PRICES[number]
    most = min(side.lightning, outlook.rules.reach)
    found: list[float] = []
    for one in cells:
        price = prices[one.digit]
        if price <= most:
            kept = at(prospects.questions, one.questions)
            found.append(one.gain + at(prospects.lightning, one.lightning - price) + kept)
        if price and side.questions:
            kept = at(prospects.lightning, one.lightning)
            found.append(one.gain + kept + at(prospects.questions, one.questions - 1))
    if prospects.may_pass or all(prices[one.digit] for one in cells):
        found.append(stay)
    return max(found)
