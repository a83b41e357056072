"""How sure is a figure? Intervals that hold the truth in 95 of 100 studies, out of whole-number sums.

Everything comes from counts, sums and products of whole numbers, so the last bit doesn't depend on the order
in which they were added; a float appears only where a figure leaves the tally.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, Literal

import msgspec

LEVEL: Final = 0.95
Z: Final = 1.959963984540054  # half of 5 % of the normal distribution lies above

# How an interval was made: Student's on per-game values; Wilson's for plain shares; Student's on the
# differences game by game of two variants; the delta method on blocks of games, for ratios of sums.
How = Literal["mean", "wilson", "paired", "blocks"]


class Estimate(msgspec.Struct, frozen=True):
    """Is a figure with its interval; no bounds where too little was played to tell."""

    value: float
    low: float | None
    high: float | None
    how: How

    def by(self, size: int) -> "Estimate":
        """Is the same for one of so many alike."""
        bounds = [None if one is None else one / size for one in (self.low, self.high)]
        return Estimate(self.value / size, bounds[0], bounds[1], self.how)

    @property
    def margin(self) -> float | None:
        """Is half of its width: what stands after ±."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def differs(self) -> bool:
        """Tells whether 0 lies outside: for a difference, whether there is one that shows."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def student(freedom: int) -> float:
    """Is how many standard errors an interval of Student's reaches (Hill's expansion; 1 and 2 exactly)."""
    if freedom <= 2:
        return (12.706204736432095, 4.302652729911275)[freedom - 1]
    # Abramowitz and Stegun, 26.7.5: within 1 % from three degrees on, within 0.001 % from twelve.
    z, n = Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + float(sum(term / n ** (power + 1) for power, term in enumerate(terms)))


def variance(games: int, total: int, squares: int) -> float | None:
    """Is the variance of a column, from its sum and the sum of its squares; None for fewer than two games."""
    if games < 2:
        return None
    return (games * squares - total * total) / (games * (games - 1))


def mean(games: int, total: int, squares: int, one: int = 1, how: How = "mean") -> Estimate:
    """Estimates the mean of a column over games, in units of `one`."""
    value = total / (games * one)
    spread = variance(games, total, squares)
    if spread is None:
        return Estimate(value, None, None, how)
    reach = student(games - 1) * sqrt(spread / games) / one
    return Estimate(value, value - reach, value + reach, how)


def share(games: int, hits: int) -> Estimate:
    """Estimates how often something happens that happened in `hits` games (Wilson, 1927)."""
    value, square = hits / games, Z * Z
    middle = (hits + square / 2) / (games + square)
    reach = Z * sqrt(value * (1 - value) * games + square / 4) / (games + square)
    # Rounding must not push a bound past the value where all or none are hits.
    low, high = max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach))
    return Estimate(value, low, high, "wilson")


def win_share(games: int, total: int, squares: int, whole: int) -> Estimate:
    """Estimates a share of wins: Wilson's where every win was whole or none, else on each game's share."""
    if squares == total * whole:
        return share(games, total // whole)
    return mean(games, total, squares, whole)


def blocked(
    blocks: int,
    value: float,
    gradient: Sequence[float],
    sums: Sequence[int],
    squares: Sequence[Sequence[int]],
) -> Estimate:
    """Estimates a function of sums over blocks of games, by its value and its gradient there.

    Args:
        blocks: How many blocks were played.
        value: The function of the sums.
        gradient: Its derivative by each sum.
        sums: Each sum, over all blocks.
        squares: For each pair of sums, the products of the two within each block, added up.
    """
    if blocks < 2:
        return Estimate(value, None, None, "blocks")
    # What an added-up product exceeds its expectation by is whole: nothing cancels in floats.
    spread = sum(
        gradient[i] * gradient[j] * (blocks * squares[i][j] - sums[i] * sums[j])
        for i in range(len(sums))
        for j in range(len(sums))
        if gradient[i] and gradient[j]
    )
    reach = student(blocks - 1) * sqrt(max(0.0, spread / (blocks - 1)))
    return Estimate(value, value - reach, value + reach, "blocks")
