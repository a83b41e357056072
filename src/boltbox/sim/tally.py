"""What is counted over the games of a study? Whole numbers only, so that they add up alike in any order.

A block of games is played and counted as one; tallies of blocks are added by threads, processes or machines,
whoever is ready first, and come to the same numbers to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from boltbox.sim.figures import Figure
from boltbox.sim.played import Played

Whole = NDArray[Any]  # whole numbers: int64 while they are counted, Python's own once they are added up

_SAFE: Final = 1 << 62


@dataclass(frozen=True)
class Histogram:
    """Counts values: how many lie in each bar; bar 0 begins at `first` times the width of a bar."""

    first: int
    counts: NDArray[np.int64]

    def __add__(self, other: "Histogram") -> "Histogram":
        first = min(self.first, other.first)
        last = max(one.first + len(one.counts) for one in (self, other))
        counts = np.zeros(last - first, np.int64)
        for one in (self, other):
            counts[one.first - first :][: len(one.counts)] += one.counts
        return Histogram(first, counts)


def histogram(values: NDArray[Any], width: int = 1) -> Histogram:
    """Counts how many values lie in each bar of a width."""
    bars = values if width == 1 else values // width
    first = int(bars.min())
    return Histogram(first, np.bincount(bars - first).astype(np.int64))


@dataclass(frozen=True)
class Sums:
    """Is columns added up over games: their sums, and the sums of their squares."""

    sums: Whole
    squares: Whole

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.sums + other.sums, self.squares + other.squares)


@dataclass(frozen=True)
class Variant:
    """Is what is counted of one variant."""

    seats: tuple[tuple[Histogram | None, ...], ...]  # by seat and figure
    groups: Sums  # by group and figure: of a group's seats the sum in each game
    games: Sums  # by figure
    lengths: tuple[Histogram | None, ...]  # by figure of a game
    pieces: Sums  # by face or goal: sums by column, squares by two columns, over blocks

    def __add__(self, other: "Variant") -> "Variant":
        return Variant(
            tuple(tuple(map(_both, *pair)) for pair in zip(self.seats, other.seats, strict=True)),
            self.groups + other.groups,
            self.games + other.games,
            tuple(map(_both, self.lengths, other.lengths)),
            self.pieces + other.pieces,
        )


def _both(one: Histogram | None, other: Histogram | None) -> Histogram | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True)
class Pairs:
    """Is what is counted of two variants, game by game on the same luck: the second less the first."""

    groups: Whole  # by group and figure: squares of the differences, added up
    games: Whole  # by figure: the same
    more: Whole  # by group and figure: in how many games the second has more
    fewer: Whole  # by group and figure: in how many it has less
    pieces: Whole | None  # by face: products within blocks, a column of the first by one of the second

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(
            self.groups + other.groups,
            self.games + other.games,
            self.more + other.more,
            self.fewer + other.fewer,
            None if self.pieces is None or other.pieces is None else self.pieces + other.pieces,
        )


@dataclass(frozen=True)
class Tally:
    """Is everything counted over some blocks of games; adding needs no order."""

    games: int
    blocks: int
    variants: tuple[Variant, ...]
    pairs: Pairs | None

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            self.blocks + other.blocks,
            tuple(map(Variant.__add__, self.variants, other.variants)),
            None if self.pairs is None or other.pairs is None else self.pairs + other.pairs,
        )


@dataclass(frozen=True)
class Counted:
    """Is what shall be counted: which columns, and which seats together."""

    seats: tuple[Figure, ...]
    seat_columns: tuple[int, ...]
    games: tuple[Figure, ...]
    game_columns: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]  # seats from 0, each group of them
    same_pieces: bool  # whether two variants have the same deck


def count(counted: Counted, played: Sequence[Played]) -> Tally:
    """Counts one block of games, as played by each variant."""
    members = np.zeros((len(counted.groups), played[0].seats.shape[1]), np.int64)
    for group, of in enumerate(counted.groups):
        members[group, list(of)] = 1
    seats = [one.seats[:, :, list(counted.seat_columns)].astype(np.int64) for one in played]
    groups = [members @ one for one in seats]
    games = [one.games[:, list(counted.game_columns)].astype(np.int64) for one in played]
    variants = tuple(
        Variant(
            tuple(_histograms(seats[i][:, seat], counted.seats) for seat in range(members.shape[1])),
            _sums(groups[i]),
            _sums(games[i]),
            _histograms(games[i], counted.games),
            _pieces(played[i].pieces),
        )
        for i in range(len(played))
    )
    pairs = None
    if len(played) == 2:
        apart = groups[1] - groups[0]
        own, others = (_objects(one.pieces) for one in played)
        pairs = Pairs(
            _squares(apart),
            _squares(games[1] - games[0]),
            (apart > 0).sum(0),
            (apart < 0).sum(0),
            own[:, :, None] * others[:, None, :] if counted.same_pieces else None,
        )
    return Tally(len(seats[0]), 1, variants, pairs)


def _histograms(columns: NDArray[np.int64], figures: tuple[Figure, ...]) -> tuple[Histogram | None, ...]:
    return tuple(
        histogram(columns[:, i], figure.one) if figure.spread else None for i, figure in enumerate(figures)
    )


def _objects(numbers: NDArray[Any]) -> Whole:
    """Turns numbers into Python's own, which have no largest one."""
    return numbers.astype(object)


def _sums(values: NDArray[np.int64]) -> Sums:
    return Sums(_objects(values.sum(0)), _squares(values))


def _squares(values: NDArray[np.int64]) -> Whole:
    """Adds up squares over games; in 64 bits as long as they can't overflow there."""
    most = int(np.abs(values).max(initial=0))
    if most * most * len(values) < _SAFE:
        return _objects((values * values).sum(0))
    own = _objects(values)
    return np.asarray((own * own).sum(0), object)


def _pieces(sums: NDArray[np.int64]) -> Sums:
    own = _objects(sums)
    return Sums(own, own[:, :, None] * own[:, None, :])
