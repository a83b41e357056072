"""How does Lucky Box look in a terminal? Boxes, tokens, numbers, the others in small, the score sheet."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from boltbox.cli.luckybox_seen import (
    BOLT,
    LETTERS,
    MOON,
    SIGNS,
    STAR,
    TITLES,
    Seen,
    code_of,
    count,
    signed,
)

if TYPE_CHECKING:
    from boltbox.rules.luckybox.view import BoxView, Choice

SMALL: Final = "₁₂₃₄₅₆₇₈₉"  # the cells as one types them
DRAWS: Final = 9  # in a round (LB-2.1)
LINE_MASKS: Final = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100)  # rows, columns
STYLES: Final = {"S": "magenta", "M": "cyan", "L": "yellow", "LL": "yellow", "-": "dim"}
FRAME: Final = "bright_black"


def draw_board(seen: Seen) -> RenderableType:
    """Draws everything that counts for the next answer."""
    parts: list[RenderableType] = [Text(), _heading(seen)]
    if seen.head.phase == "draw":
        parts.append(_numbers(seen))
    if len(seen.seats) > 1:
        parts.append(_others(seen))
    parts.append(_tokens(seen))
    if seen.ask.kind == "choose":
        parts += (
            [_boxes(seen.mine.boxes, {}, ""), Text("  To choose from:", style="bold")]
            if seen.mine.boxes
            else []
        )
        parts.append(_boxes(seen.own.offer, {}, LETTERS))
    elif seen.ask.kind == "refill":
        parts += _refill(seen)
    else:
        parts.append(_boxes(seen.mine.boxes, seen.reach, LETTERS))
        parts += _paying(seen)
    return Group(*parts)


def _heading(seen: Seen) -> Rule:
    head = seen.head
    pays = f"a box pays {head.box_points}"
    if head.phase == "refill":
        title = f"After round {head.round} of {head.rounds}: refill your boxes"
    elif head.phase == "choice":
        title = (
            "Choose your boxes"
            if head.round == 0
            else f"After round {head.round} of {head.rounds}: a new box"
        )
    else:
        title = f"Round {head.round} of {head.rounds}, number {head.draw} of {DRAWS}, {pays}"
    return Rule(title + (", house rules" if head.house_rules else ""), style="blue")


def _numbers(seen: Seen) -> Text:
    """Draws the number that counts, those before it, and what can still come: `8:` twice, `8` once."""
    drawn = seen.head.drawn
    text = Text("  ").append(f"  {seen.number}  ", style="bold reverse yellow")
    text.append(f"   came {' '.join(map(str, drawn[:-1])) or 'nothing yet'}   still to come ", style="dim")
    for number in range(1, 10):
        left = seen.rules.numbers.count(number) - drawn.count(number)
        text.append(*(("·  ", "dim") if left < 1 else (f"{number}{':' if left > 1 else ' '} ", "")))
    return text


def _tokens(seen: Seen) -> Text:
    mine = seen.mine
    text = Text().append(f"\n  {seen.names[seen.you - 1]}: ", style="bold")
    for sign, number, style in (
        (BOLT, mine.lightning, "yellow"),
        (STAR, mine.stars, "magenta"),
        (MOON, mine.moons, "cyan"),
        ("?", mine.questions, "green"),
    ):
        if sign != "?" or "?" in seen.rules.tokens:
            text.append(f" {sign} {number} ", style=style)
    if mine.moon_values:
        text.append(f"({signed(mine.moon_values)}) ", style="cyan")
    return text.append(f"  {count(len(mine.finished), 'finished box')}   {count(mine.score, 'point')}\n")


def _boxes(
    boxes: "Iterable[BoxView]", reach: "dict[tuple[int, int], Choice]", letters: str
) -> RenderableType:
    drawn = [_box(box, letters[index] if letters else " ", reach) for index, box in enumerate(boxes)]
    if not drawn:
        return Text("  No box is open; the next one comes after this round.")
    return Columns(drawn, padding=(0, 3))


def _refill(seen: Seen) -> list[RenderableType]:
    """Draws the own boxes, and those of the reserve with the letters after theirs."""
    mine, reserve = seen.mine.boxes, seen.own.reserve
    parts = [_boxes(mine, {}, LETTERS) if mine else Text("  No box of yours is open.")]
    if reserve:
        parts.append(Text("  Your reserve, which only you see:", style="bold"))
        parts.append(_boxes(reserve, {}, LETTERS[len(mine) :]))
    return parts


def _box(box: "BoxView", letter: str, reach: "dict[tuple[int, int], Choice]") -> Text:
    text = Text().append(f"  {letter} ", style="bold").append("┌─────┬─────┬─────┐    \n", style=FRAME)
    for row in range(3):
        text.append("    │", style=FRAME)
        for cell in range(3 * row, 3 * row + 3):
            text.append_text(_cell(box, cell, reach.get((box.id, cell)))).append("│", style=FRAME)
        text.append_text(_bonus(box, row, 4)).append("\n")
    text.append("    └─────┴─────┴─────┘    \n     ", style=FRAME)
    for line in range(3, 6):
        text.append_text(_bonus(box, line, 6))
    return text.append("\n")


def _cell(box: "BoxView", cell: int, choice: "Choice | None") -> Text:
    """Writes a cell: crossed as `✗5`, in reach as `5₂`, in reach for bolts as `5₂ϟ` and their number."""
    number = box.grid[cell]
    if box.crossed >> cell & 1:
        return Text(" ").append(f"✗{number}", style="dim strike").append("  ")
    if choice is None:
        return Text(f"  {number}  ")
    if choice.price == 0:
        return Text(f"  {number}{SMALL[cell]} ", style="bold reverse green")
    price = f"{BOLT}{choice.price if choice.price > 1 else ''}"
    return Text(f" {number}{SMALL[cell]}{price:<2}", style="yellow")


def _bonus(box: "BoxView", line: int, width: int) -> Text:
    """Writes what a line pays; a line that has paid is ticked off."""
    code = code_of(box, line)
    sign, style = SIGNS.get(code, code), STYLES.get(code, "bold green")
    if LINE_MASKS[line] & ~box.crossed == 0:
        sign, style = "✓", "dim"
    return Text(f"{sign:^{width}}", style=style)


def _paying(seen: Seen) -> list[RenderableType]:
    """Lists the crosses that pay at once, those that finish a box first."""
    boxes = {box.id: box for box in seen.mine.boxes}
    text = Text()
    paying = [(key, choice) for key, choice in seen.reach.items() if choice.lines]
    paying.sort(key=lambda one: (not one[1].finishes, -len(one[1].lines), one[1].price))
    for (box, cell), choice in paying[:8]:
        gains = [count(seen.head.box_points, "point")] if choice.finishes else []
        gains += [seen.gain(code_of(boxes[box], line)) for line in choice.lines]
        text.append(f"\n    {seen.key(box, cell)}", style="bold").append(f" pays {', '.join(gains)}")
        text.append(f" for {count(choice.price, 'bolt')}" if choice.price else "", style="yellow")
    return [Text("  These fill a line:").append_text(text).append("\n")] if text else []


def _others(seen: Seen) -> RenderableType:
    """Draws the others in small: name, points, tokens, and crosses as full squares."""
    table = Table.grid(padding=(0, 2))
    for seat in seen.seats:
        if seat is seen.mine:
            continue
        tokens = f"{BOLT}{seat.lightning} {STAR}{seat.stars} {MOON}{seat.moons}"
        if "?" in seen.rules.tokens:
            values = f" ({signed(seat.moon_values)})" if seat.moon_values else ""
            tokens += f"{values} ?{seat.questions}"
        boxes = f"{count(len(seat.finished), 'finished box')}"
        name = Text(f"  {seen.names[seat.seat - 1]}", style="bold").append(
            f"\n  {count(seat.score, 'point'):>10}", style="not bold"
        )
        table.add_row(name, f"{tokens}\n{boxes}", *(_small(box.crossed) for box in seat.boxes))
    return Group(Text(), table)


def _small(crossed: int) -> Text:
    rows = (
        "".join("■" if crossed >> cell & 1 else "·" for cell in range(3 * row, 3 * row + 3))
        for row in range(3)
    )
    return Text("\n".join((*rows, "")), style="dim")


def draw_sheet(seen: Seen) -> RenderableType:
    """Draws how the game ended: every part of every score, places, and alone the title."""
    outcome = seen.head.outcome
    if outcome is None:
        raise ValueError("the game isn't over")
    table = Table(title="Score sheet", title_style="bold")
    table.add_column("")
    for name in seen.names:
        table.add_column(name, justify="right")
    names = {"boxes": "Finished boxes", "stars": "Stars", "moons": "Moons", "cells": "Crosses left over"}
    for part in outcome.parts[0]:
        table.add_row(names.get(part, part), *(str(parts[part]) for parts in outcome.parts))
    table.add_section()
    table.add_row("Total", *map(str, outcome.totals), style="bold")
    if len(seen.names) > 1:
        table.add_row("Place", *map(str, outcome.places))
    return Group(Text(), table, Text(f"\n  {_verdict(seen)}\n", style="bold yellow"))


def _verdict(seen: Seen) -> str:
    outcome = seen.head.outcome
    if outcome is None:
        return ""
    if outcome.reason == "stopped":
        return "The game was stopped."
    if outcome.title is not None:
        return f"{count(outcome.totals[0], 'point')}: {TITLES[outcome.title]}!"
    first = [name for name, place in zip(seen.names, outcome.places, strict=True) if place == 1]
    if outcome.places[seen.you - 1] == 1:
        first.remove(seen.names[seen.you - 1])
        return f"You share the win with {', '.join(first)}!" if first else "You win!"
    return f"{' and '.join(first)} {'wins' if len(first) == 1 else 'share the win'}!"
