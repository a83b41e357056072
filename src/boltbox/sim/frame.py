"""How does a result become a table of pandas? A row a figure, of each variant and of their difference."""

from collections.abc import Iterable, Iterator

from boltbox.sim.intervals import Estimate
from boltbox.sim.result import (
    Comparison,
    Difference,
    Piece,
    PieceDifference,
    PieceEstimate,
    Spread,
    StudyResult,
)

try:
    import pandas as pd
except ImportError as error:
    raise ImportError("A table needs pandas: pip install pandas") from error

Row = tuple[str, str, str, str, str, float, float | None, float | None, float | None]
COLUMNS = ["variant", "of", "name", "figure", "unit", "value", "low", "high", "sd"]


def frame(result: StudyResult) -> pd.DataFrame:
    """Gives the figures of a result as a table.

    `variant` is 1, 2 or "2-1"; `of` is "seats", "games" or "pieces"; `name` is the group, or the number of
    the face or goal.
    """
    return pd.DataFrame(list(_rows(result)), columns=COLUMNS)


def _rows(result: StudyResult) -> Iterator[Row]:
    for number, variant in enumerate(result.variants, 1):
        for group in variant.groups:
            for one in group.figures:
                yield _row(f"{number} seats {group.name}", one, one.mean, one.sd)
        for one in variant.games:
            yield _row(f"{number} games", one, one.mean, one.sd)
        yield from _piece_rows(f"{number} pieces", variant.pieces)
    if result.comparison is not None:
        yield from _differences(result.comparison)


def _differences(comparison: Comparison) -> Iterator[Row]:
    for group in comparison.groups:
        for one in group.figures:
            yield _row(f"2-1 seats {group.name}", one, one.difference)
    for one in comparison.games:
        yield _row("2-1 games", one, one.difference)
    yield from _piece_rows("2-1 pieces", comparison.pieces)


def _piece_rows(where: str, pieces: Iterable[Piece | PieceDifference]) -> Iterator[Row]:
    for piece in pieces:
        for one in piece.figures:
            if one.estimate is not None:
                yield _row(f"{where} {piece.number}", one, one.estimate)


def _row(
    where: str, figure: Spread | Difference | PieceEstimate, estimate: Estimate, sd: float | None = None
) -> Row:
    variant, of, name = f"{where}  ".split(" ", 2)
    return (
        *(variant, of, name.strip(), figure.name, figure.unit),
        *(estimate.value, estimate.low, estimate.high, sd),
    )
