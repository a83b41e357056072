"""What may the rest of a game of Lucky Box still bring to a seat? Estimates from the parts of its view."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import erf, exp, factorial, sqrt
from statistics import fmean
from typing import Final

import msgspec

from boltbox.rules.luckybox.options import MoonPoints, Options, RuleSetName
from boltbox.rules.luckybox.rule_sets import RuleSet, rule_set
from boltbox.rules.luckybox.view import HeadPart, SeatPart

DRAWS: Final = 9  # in a round (LB-2.1)
NUMBERS: Final = "123456789"
_MORE: Final = 8  # so many more tokens of a kind are thought possible
_MANY: Final = 100  # nobody has so many stars


class Weights(msgspec.Struct, frozen=True):
    """Is what the estimates take for granted; found by playing many games with other values."""

    cross: float = 1.6  # points of a bonus cross, before one sees which
    question: float = 2.2  # points of a bonus cross of any number
    mark: float = 0.8  # points of the first question mark to hold (`chengdu`)
    lonely: float = 0.5  # how much of it is left when at most one cell has its number
    lightning: float = 1.2  # points of the first token
    fade: float = 0.9  # each further token, of the one before
    use: float = 1.4  # tokens that a draw can use
    stars: float = 0.12  # stars to come in a draw
    moons: float = 0.1  # moons to come in a draw
    pace: float = 0.1  # crosses to come in a draw on one box
    spread: float = 1.5  # how unsure it is that these are enough
    line_pace: float = 0.12  # the same for a line
    line_spread: float = 0.8
    later: float = 1.0  # points of a box finished later, of what one finishes for in this round and the next
    chance: float = 0.2  # how much it matters which number a line waits for
    cover: float = 0.2  # points of a number that can be crossed when it comes


WEIGHTS: Final[Mapping[RuleSetName, Weights]] = {
    "classic": Weights(),
    "chengdu": Weights(lightning=0.6, use=0.5),
}


class Prospects:
    """Says what tokens are worth as the game stands, and how likely boxes and lines are to be completed."""

    def __init__(
        self,
        head: HeadPart,
        options: Options,
        seats: tuple[SeatPart, Sequence[SeatPart]],  # the own one and the others
        weights: Weights,
    ) -> None:
        mine, others = seats
        self.rules = rule_set(options)
        left = DRAWS - head.draw if head.phase == "draw" else 0
        total = left + DRAWS * (head.rounds - head.round)
        self.weights = weights
        self.box_points = head.box_points
        next_points = (
            at(options.box_points, max(head.round, 1)) if head.round < head.rounds else head.box_points
        )
        self.later_points = weights.later * (head.box_points + next_points) / 2  # of a box finished later
        self.stars = self._stars(options, weights.stars * left)  # points of 0, 1, ... stars
        self.moons = self._moons(head, options, (mine, others), weights.moons * total)  # more than now
        self.lightning = _spendable(weights.lightning, weights, total)  # points of 0, 1, ... tokens
        self.questions = _spendable(weights.mark, weights, total)  # points of 0, 1, ... question marks
        self.finish = _chances(9, weights.pace * total, weights.spread)  # with 0, 1, ... crosses
        self.line = _chances(3, weights.line_pace * total, weights.line_spread)  # with 0, 1, 2 crosses
        self.coming = _coming(head, self.rules)  # number -> cards with it that can come next in this round
        self.number = _numbers(self.coming, total)  # number -> how much likelier than usual it is to come
        self.may_pass = options.pass_rule == "always"
        later = self._stars(options, weights.stars * DRAWS)
        now = left / max(total, 1)
        star = now * step(self.stars, mine.stars) + (1 - now) * step(later, 0)
        light = step(self.lightning, mine.lightning)
        any_number = weights.question if "?" in self.rules.waiting else step(self.questions, mine.questions)
        self.codes = {"?": any_number, "L": light, "LL": 2 * light, "S": star, "M": step(self.moons, 0)}
        self.codes |= dict.fromkeys(self.rules.anywhere, weights.question)

    def _stars(self, options: Options, mean: float) -> Sequence[float]:
        """Values 0, 1, ... stars: of a round with so many more hoped for, or of a game (LB-6.1, LB-7.1)."""
        if self.rules.keeps_stars:
            return [options.star_points[0] * count for count in range(_MANY)]
        return _hoped((0, *options.star_points), mean, 0)

    def _moons(
        self, head: HeadPart, options: Options, seats: tuple[SeatPart, Sequence[SeatPart]], mean: float
    ) -> Sequence[float]:
        """Values 0, 1, ... more moons than now: by those that the supply has left, or as many (LB-7.3)."""
        mine, others = seats
        if tokens := head.moons_left or self.rules.moon_tokens:
            return [count * fmean(tokens) for count in range(_MORE)]
        return _moons(options.moon_points, mine.moons, [one.moons for one in others], mean)


def at(values: Sequence[float], count: int) -> float:
    """Reads a list of points for 0, 1, ... things; the last value repeats."""
    return values[min(count, len(values) - 1)]


def step(values: Sequence[float], count: int) -> float:
    """Tells what one more thing adds."""
    return at(values, count + 1) - at(values, count)


def _chances(size: int, hoped: float, spread: float) -> list[float]:
    """Estimates how likely something of so many cells gets all of them, by the crosses that it has."""
    if not hoped:  # nothing comes any more
        return [0.0] * size + [1.0]
    return [1 / (1 + exp((size - crosses - hoped) / spread)) for crosses in range(size + 1)]


def _coming(head: HeadPart, rules: RuleSet) -> dict[int, int]:
    """Counts the cards of each number that can come next; none when no number comes in this round."""
    if head.phase != "draw" or head.draw == DRAWS:
        return {}
    left = Counter(rules.numbers)
    left.subtract(head.drawn)
    return {number: cards for number, cards in left.items() if cards}


def _numbers(coming: Mapping[int, int], total: int) -> dict[str, float]:
    if not coming:  # the next round has all, if there is one
        return dict.fromkeys(NUMBERS, 0.0 if total else -1.0)
    cards = sum(coming.values())
    return {number: coming.get(int(number), 0) * 9 / cards - 1 for number in NUMBERS}


def _moons(points: MoonPoints, mine: int, others: Sequence[int], mean: float) -> list[float]:
    """Values 0, 1, ... more moons than now (LB-7.3)."""
    if not others:
        return _hoped(points.solo, mean, mine)
    spread = sqrt(2 * mean) + 0.5  # of the lead over one other seat at the end
    values: list[float] = []
    for more in range(_MORE):
        most = fewest = 1.0
        for other in others:
            lead = mine + more - other
            most *= _below((lead + 0.5) / spread)
            fewest *= _below((0.5 - lead) / spread)
        values.append(points.most * most + (points.fewest * fewest if len(others) > 1 else 0))
    return values


def _hoped(points: Sequence[float], mean: float, first: int) -> list[float]:
    """Values `first`, `first` + 1, ... things when more come as rare things do (Poisson)."""
    chances = [exp(-mean) * mean**more / factorial(more) for more in range(_MORE)]
    return [
        sum(chance * at(points, have + more) for more, chance in enumerate(chances))
        for have in range(first, first + _MORE)
    ]


def _below(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2


def _spendable(first: float, weights: Weights, total: int) -> list[float]:
    """Values tokens to spend: each further one is less likely to be needed before the end."""
    values = [0.0]
    for count in range(1, 12):
        needed = 1 / (1 + exp(count - weights.use * total)) if total else 0.0
        values.append(values[-1] + first * weights.fade ** (count - 1) * needed)
    return values
