"""How does a position of Lucky Box look in plain text? What a view shows, boxes side by side."""

from collections.abc import Iterator, Mapping, Sequence

from boltbox.rules.game import Part
from boltbox.rules.luckybox.view import BoxView, HeadPart, OwnPart, SeatPart


def draw(parts: Mapping[str, Part]) -> str:
    """Draws the parts of a view."""
    return "\n".join(_lines(parts))


def _lines(parts: Mapping[str, Part]) -> Iterator[str]:
    head, own = parts["head"], parts.get("own")
    if isinstance(head, HeadPart):
        drawn = " ".join(map(str, head.drawn)) if head.phase == "draw" else ""
        yield f"round {head.round} of {head.rounds}, {head.phase} {drawn}".rstrip()
    for part in parts.values():
        if isinstance(part, SeatPart):
            due = " ".join(one.code for one in part.due)
            yield (
                f"seat {part.seat}: {part.score} points, {len(part.finished)} finished,"
                f" lightning {part.lightning}, stars {part.stars}, moons {part.moons}, due {due or 'none'}"
            )
            yield from _boxes(part.boxes)
    if isinstance(own, OwnPart) and own.offer:
        yield f"keep {own.keep} of"
        yield from _boxes(own.offer)


def _boxes(boxes: Sequence[BoxView]) -> Iterator[str]:
    """Draws boxes: three rows with what each gives, then what the columns give; x is crossed."""
    for row in range(3):
        yield "   ".join(f"{_row(box, row)} {box.rows[row]:2}" for box in boxes).rstrip()
    yield "   ".join(f"{' '.join(f'{code:2}' for code in box.columns)}   " for box in boxes).rstrip()


def _row(box: BoxView, row: int) -> str:
    cells = range(3 * row, 3 * row + 3)
    return " ".join("x " if box.crossed >> cell & 1 else f"{box.grid[cell]} " for cell in cells)
