"""How is a figure spread over the games? Mean, deviation, quantiles and bars out of whole-number sums."""

from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from math import sqrt
from operator import add
from typing import Final

import msgspec

from boltbox.sim import intervals
from boltbox.sim.figures import Figure
from boltbox.sim.intervals import Estimate
from boltbox.sim.played import WHOLE
from boltbox.sim.result import Bars, Quantiles, Spread, Title
from boltbox.sim.tally import Histogram

QUANTILES: Final = (5, 25, 50, 75, 95)  # of 100


class Column(msgspec.Struct, frozen=True):
    """Is the sums of a figure over games: of a game's length, or of some seats in each game together."""

    games: int
    seats: int  # that are added up in each game
    total: int
    squares: int
    singles: int  # squares of each seat's own value, added up
    histogram: Histogram | None  # of each seat's own values


def spread(figure: Figure, column: Column) -> Spread:
    """Says how a figure is spread, for a seat on average."""
    values = column.games * column.seats
    deviation = intervals.variance(values, column.total, column.singles)
    sd = None if deviation is None else sqrt(deviation) / figure.one
    plain = Spread(figure.name, figure.label, figure.unit, mean(figure, column), sd)
    if column.histogram is None:
        return plain
    first, counts = column.histogram.first, column.histogram.counts.tolist()
    return msgspec.structs.replace(
        plain,
        least=first,
        most=first + len(counts) - 1,
        quantiles=Quantiles(*(quantile(first, counts, percent) for percent in QUANTILES)),
        bars=Bars(first, tuple(counts)),
    )


def mean(figure: Figure, column: Column) -> Estimate:
    """Estimates the mean of a figure for a seat; shares of wins by Wilson's interval where wins are whole."""
    if figure.one == WHOLE:
        own = intervals.win_share(column.games, column.total, column.squares, WHOLE)
        return own.by(column.seats)
    return intervals.mean(column.games, column.total, column.squares, figure.one * column.seats)


def quantile(first: int, counts: list[int], percent: int) -> int:
    """Is the least value that at least so many of 100 values don't exceed."""
    left = -(-sum(counts) * percent // 100)
    for value, number in enumerate(counts, first):
        left -= number
        if left <= 0:
            return value
    raise ValueError("there are no values")


def pooled(histograms: Iterable[Histogram | None]) -> Histogram | None:
    """Adds up histograms of several seats."""
    there = [one for one in histograms if one is not None]
    return reduce(add, there) if there else None


def titles(levels: tuple[int, ...], totals: Histogram) -> tuple[Title, ...]:
    """Says how often each title is earned, the lowest first."""
    games, counts = int(totals.counts.sum()), totals.counts
    edges = [0, *(min(max(level - totals.first, 0), len(counts)) for level in levels), len(counts)]
    return tuple(
        Title(
            title, levels[title - 1] if title else None, intervals.share(games, int(counts[low:high].sum()))
        )
        for title, (low, high) in enumerate(pairwise(edges))
    )
