"""What is a face worth, how hard was a goal? Ratios of sums, with intervals from blocks of games.

A face is seen several times in a game, by seats of which one wins: single sights aren't independent, blocks
of games are. So the sums of each block, and their products two by two, are all that an interval needs.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from boltbox.sim import intervals
from boltbox.sim.figures import PieceFigure
from boltbox.sim.intervals import Estimate
from boltbox.sim.result import Piece, PieceDifference, PieceEstimate
from boltbox.sim.tally import Sums, Whole

FEWEST: Final = 30  # sights below which chance is no bell curve, and a ratio has no interval


class Slope(msgspec.Struct, frozen=True):
    """Is a figure at some sums, and how it changes with each of them."""

    value: float
    gradient: list[float]
    sights: int  # the fewest that it was taken over


def pieces(
    texts: Sequence[str], own: Sequence[PieceFigure], columns: Sequence[str], seen: Sums, blocks: int
) -> tuple[Piece, ...]:
    """Says what was seen of each face or goal."""
    return tuple(
        Piece(
            number + 1,
            text,
            {name: int(seen.sums[number, columns.index(name)]) for name in _counts(own, columns)},
            tuple(
                PieceEstimate(
                    figure.name,
                    figure.label,
                    figure.unit,
                    _estimate(_slope(figure, columns, seen.sums[number]), seen, number, blocks),
                )
                for figure in own
            ),
        )
        for number, text in enumerate(texts)
    )


def _counts(own: Sequence[PieceFigure], columns: Sequence[str]) -> list[str]:
    """Lists the columns that ratios are taken by: how often something was seen."""
    by = {ratio[1] for figure in own for ratio in (figure.ratio, figure.less) if ratio is not None}
    return [name for name in columns if name in by]


def _slope(figure: PieceFigure, columns: Sequence[str], sums: Whole) -> Slope | None:
    """Is a figure at these sums; None where the face never came up."""
    value, gradient, sights = 0.0, [0.0] * len(columns), []
    for ratio, sign in ((figure.ratio, 1), (figure.less, -1)):
        if ratio is None:
            continue
        part, whole = (columns.index(name) for name in ratio)
        if not sums[whole]:
            return None
        sights.append(int(sums[whole]))
        times = figure.one * sights[-1]
        value += sign * int(sums[part]) / times
        gradient[part] += sign / times
        gradient[whole] -= sign * int(sums[part]) / (times * sights[-1])
    return Slope(value, gradient, min(sights))


def _estimate(slope: Slope | None, seen: Sums, number: int, blocks: int) -> Estimate | None:
    if slope is None:
        return None
    enough = blocks if slope.sights >= FEWEST else 0
    sums, squares = seen.sums[number].tolist(), seen.squares[number].tolist()
    return intervals.blocked(enough, slope.value, slope.gradient, sums, squares)


def differences(
    texts: Sequence[str],
    own: Sequence[PieceFigure],
    columns: Sequence[str],
    seen: tuple[Sums, Sums, Whole],
    blocks: int,
) -> tuple[PieceDifference, ...]:
    """Says how the second of two variants differs by face; `seen` ends with the products across both."""
    first, second, across = seen
    found = []
    for number, text in enumerate(texts):
        both = _stacked(first, second, across, number)
        estimates = []
        for figure in own:
            before, after = (_slope(figure, columns, one.sums[number]) for one in (first, second))
            estimate = None
            if before is not None and after is not None:
                down = [-one for one in before.gradient]
                sights = min(before.sights, after.sights)
                apart = Slope(after.value - before.value, [*down, *after.gradient], sights)
                estimate = _estimate(apart, both, 0, blocks)
            estimates.append(PieceEstimate(figure.name, figure.label, figure.unit, estimate))
        found.append(PieceDifference(number + 1, text, tuple(estimates)))
    return tuple(found)


def _stacked(first: Sums, second: Sums, across: Whole, number: int) -> Sums:
    """Puts the columns of a face in two variants side by side, with all their products."""
    one, other, both = first.squares[number], second.squares[number], across[number]
    sums = np.concatenate([first.sums[number], second.sums[number]])
    return Sums(sums[None], np.block([[one, both], [both.T, other]])[None])
