"""What does the person at a seat see of Lightning Dice, and how is it drawn in a terminal?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from boltbox.rules.game import Part
    from boltbox.rules.lightningdice.view import AskPart, HeadPart, OwnPart, SeatPart

PARTS: Final = ("matches", "bonuses", "penalties", "thunders", "cards", "time", "rolls")


@dataclass(frozen=True)
class Seen:
    """Is a view with its parts in their own types."""

    head: "HeadPart"
    seats: "tuple[SeatPart, ...]"
    own: "OwnPart"
    ask: "AskPart"
    names: tuple[str, ...]  # by seat number; numbers may have gaps
    you: int

    @staticmethod
    def of(view: "Mapping[str, Part]", names: tuple[str, ...], you: int) -> "Seen":
        """Takes a view apart."""
        seats = (part for name, part in view.items() if name.startswith("seat"))
        return Seen(
            cast("HeadPart", view["head"]),
            tuple(cast("SeatPart", part) for part in seats),
            cast("OwnPart", view["own"]),
            cast("AskPart", view["ask"]),
            names,
            you,
        )

    @property
    def mine(self) -> "SeatPart":
        """Is the person's own seat."""
        return next(seat for seat in self.seats if seat.seat == self.you)

    def name(self, seat: int) -> str:
        """Names a player."""
        return self.names[seat - 1]


def draw_board(seen: Seen) -> RenderableType:
    """Draws the goal, and everybody's dice."""
    head = seen.head
    goal = f"Goal {head.goal}: {head.text}" if head.text else "Wait for the flip"
    goal += " - count-in" if head.phase == "count" and head.text else ""
    left = "" if head.cards_left is None or head.mode != "quick" else f", {head.cards_left} cards to come"
    aim = f"{head.target} points win" if head.target is not None else head.mode
    rows = Table(box=None, show_header=False, pad_edge=True)
    for _ in range(5):
        rows.add_column()
    for seat in seen.seats:
        style = "bold" if seat.seat == seen.you else ""
        unit = "points" if head.mode == "standard" else "cards"
        words = (
            str(seat.seat),
            seen.name(seat.seat),
            f"{seat.score} {unit}",
            dice(seat),
            f"{seat.rolls} rolls",
        )
        rows.add_row(*(Text(word, style=style) for word in words))
    return Group(Rule(Text(f"{goal}  ({aim}{left})", style="bold"), style="bright_black"), rows)


def dice(seat: "SeatPart") -> str:
    """Words six dice: kept ones in brackets, ~ rolls, . is in hand."""
    rolling = () if seat.rolling is None else seat.rolling.dice
    words = []
    for die, value in enumerate(seat.values):
        sign = str(value) if value else "~" if die in rolling else "."
        words.append(f"[{sign}]" if die in seat.kept else f" {sign} ")
    return "".join(words)


def draw_sheet(seen: Seen) -> RenderableType:
    """Draws the end of a game: places, points and what they are made of."""
    outcome = seen.head.outcome
    if outcome is None:
        return Text()
    if outcome.reason == "stopped":
        return Group(Rule("The end"), Text("The game was stopped: no result."))
    table = Table(box=None)
    table.add_column("")
    for seat in seen.seats:
        table.add_column(seen.name(seat.seat), justify="right")
    table.add_row("Place", *map(str, outcome.places))
    by_time = outcome.reason == "time"
    table.add_row("Total", *(seconds(total) if by_time else str(total) for total in outcome.totals))
    for name in PARTS:
        values = [
            {**part, **beside}.get(name) for part, beside in zip(outcome.parts, outcome.counts, strict=True)
        ]
        if any(value is not None for value in values):
            shown = (seconds(value or 0) if name == "time" else str(value or 0) for value in values)
            table.add_row(name.capitalize(), *shown)
    return Group(Rule("The end"), table)


def seconds(milliseconds: int) -> str:
    """Words a time."""
    return f"{milliseconds // 60_000}:{milliseconds % 60_000 / 1000:05.2f}"
