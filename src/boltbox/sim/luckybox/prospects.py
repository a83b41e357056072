"""What may the rest of a game still bring? The estimates of `bots/luckybox/prospects.py`, in tables.

All that needs an exponential or an error function depends on few whole numbers, so Python reckons it once for
each game's options, by the bots' formulas; kernels look it up, and get the bots' floats to the last bit.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import erf, exp, factorial, sqrt
from typing import Final

import msgspec
import numpy as np

from boltbox.rules.luckybox.options import Options, RuleSetName
from boltbox.rules.luckybox.parts import DRAWS
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.sim.luckybox.arrays import Record, Records

CELL_POINTS: Final = 0.5  # of a crossed cell on an unfinished box (LB-7.2)
MORE: Final = 8  # so many more tokens of a kind are thought possible
MANY: Final = 100  # nobody has so many stars
TOKENS: Final = 12  # values of 0, 1, ... tokens to spend; the last repeats
LEADS: Final = 48  # a lead in moons above this is as good as won: its chance is 1 to the last bit


class Weights(msgspec.Struct, frozen=True):
    """Is what the estimates take for granted, as the bots' `Weights` say why."""

    cross: float = 1.6
    question: float = 2.2
    mark: float = 0.8
    lonely: float = 0.5
    lightning: float = 1.2
    fade: float = 0.9
    use: float = 1.4
    stars: float = 0.12
    moons: float = 0.1
    pace: float = 0.1
    spread: float = 1.5
    line_pace: float = 0.12
    line_spread: float = 0.8
    later: float = 1.0
    chance: float = 0.2
    cover: float = 0.2


WEIGHTS: Final[Mapping[RuleSetName, Weights]] = {
    "classic": Weights(),
    "chengdu": Weights(lightning=0.6, use=0.5),
}

# One row for each number of draws to come in a game; round and draw follow from it.
PROSPECTS: Final = np.dtype(
    [
        ("now", np.float64),  # the share of the draws to come that are of this round
        ("later_points", np.float64),  # of a box finished later
        ("box_points", np.float64),  # of a box finished now
        ("box", np.float64, 10),  # of an unfinished box with 0, 1, ... crosses, its lines aside
        ("untouched", np.float64),  # of a box that nobody knows, where there is none to compare with
        ("line", np.float64, 3),  # how likely a line with 0, 1, 2 crosses gets all of them
        ("lightning", np.float64, TOKENS),  # of 0, 1, ... tokens
        ("questions", np.float64, TOKENS),  # of 0, 1, ... question marks
        ("stars", np.float64, MANY),  # of 0, 1, ... stars
        ("solo", np.float64, (10, MORE)),  # of 0, 1, ... more moons, by the moons that a lone seat has
        ("most", np.float64, 2 * LEADS + 1),  # how likely one has no fewer moons than another, by the lead
        ("fewest", np.float64, 2 * LEADS + 1),  # how likely one has no more
    ]
)


@lru_cache(maxsize=16)
def tables(options: Options) -> Records:
    """Reckons the PROSPECTS of every number of draws to come in a game by these options."""
    rows = np.zeros(DRAWS * options.rounds + 1, PROSPECTS)
    for total, row in enumerate(rows):
        _fill(row, options, WEIGHTS[options.rule_set], total)
    return rows


def first_star(options: Options) -> float:
    """Is what the first star of a whole round is worth."""
    stars = _stars(options, WEIGHTS[options.rule_set].stars * DRAWS)
    return at(stars, 1) - at(stars, 0)


def _fill(row: Record, options: Options, weights: Weights, total: int) -> None:
    """Fills one row, as `Prospects` begins."""
    left, round_ = total % DRAWS, options.rounds - total // DRAWS
    now = at(options.box_points, max(round_, 1) - 1)
    then = at(options.box_points, max(round_, 1)) if round_ < options.rounds else now
    later = weights.later * (now + then) / 2
    finish = _chances(9, weights.pace * total, weights.spread)
    gain = later - 9 * CELL_POINTS
    row["now"] = left / max(total, 1)
    row["box_points"], row["later_points"], row["untouched"] = now, later, later * finish[0]
    row["box"] = [CELL_POINTS * count + gain * finish[count] for count in range(10)]
    row["line"] = _chances(3, weights.line_pace * total, weights.line_spread)[:3]
    row["lightning"] = _spendable(weights.lightning, weights, total)
    row["questions"] = _spendable(weights.mark, weights, total)
    stars = _stars(options, weights.stars * left)
    row["stars"] = [at(stars, count) for count in range(MANY)]
    mean = weights.moons * total
    for mine in range(10):
        row["solo"][mine] = _hoped(options.moon_points.solo, mean, mine)
    spread = sqrt(2 * mean) + 0.5
    for lead in range(-LEADS, LEADS + 1):
        row["most"][lead + LEADS] = _below((lead + 0.5) / spread)
        row["fewest"][lead + LEADS] = _below((0.5 - lead) / spread)


def _stars(options: Options, mean: float) -> Sequence[float]:
    if rule_set(options).keeps_stars:
        return [options.star_points[0] * count for count in range(MANY)]
    return _hoped((0, *options.star_points), mean, 0)


def at(values: Sequence[float], count: int) -> float:
    """Reads a list of points for 0, 1, ... things; the last value repeats."""
    return values[min(count, len(values) - 1)]


def _chances(size: int, hoped: float, spread: float) -> list[float]:
    if not hoped:
        return [0.0] * size + [1.0]
    return [1 / (1 + exp((size - crosses - hoped) / spread)) for crosses in range(size + 1)]


def _hoped(points: Sequence[float], mean: float, first: int) -> list[float]:
    chances = [exp(-mean) * mean**more / factorial(more) for more in range(MORE)]
    return [
        sum(chance * at(points, have + more) for more, chance in enumerate(chances))
        for have in range(first, first + MORE)
    ]


def _below(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2


def _spendable(first: float, weights: Weights, total: int) -> list[float]:
    values = [0.0]
    for count in range(1, TOKENS):
        needed = 1 / (1 + exp(count - weights.use * total)) if total else 0.0
        values.append(values[-1] + first * weights.fade ** (count - 1) * needed)
    return values
