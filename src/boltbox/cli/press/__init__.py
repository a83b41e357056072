"""How does a deck become pages to print? Typst sets them, in letters that lie here: the same anywhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
import typst

from boltbox.rules.luckybox.parts import Deck
from boltbox.rules.luckybox.rule_sets import RULE_SETS

Paper = Literal["a4", "letter"]

HERE: Final = Path(__file__).parent
PAPERS: Final[dict[Paper, str]] = {"a4": "a4", "letter": "us-letter"}
PAGE: Final = HERE / "luckybox.typ"


class Box(msgspec.Struct, frozen=True):
    """Is a box as it is printed."""

    name: str  # its place in the deck, with a letter for the second copy
    grid: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


class Given(msgspec.Struct, frozen=True):
    """Is what a page is set from."""

    paper: str
    seats: int
    deck: Deck
    boxes: tuple[Box, ...]
    moons: tuple[int, ...]


def inputs(deck: Deck, paper: Paper, seats: int) -> dict[str, str]:
    """Gives the page what it needs: for more than six seats every box twice (LB-1.1)."""
    boxes = tuple(_boxes(deck, copies=1 if seats <= 6 else 2))
    given = Given(PAPERS[paper], seats, deck, boxes, RULE_SETS["chengdu"].moon_tokens)
    return {"given": msgspec.json.encode(given).decode()}


def _boxes(deck: Deck, copies: int) -> Iterator[Box]:
    for letter in ("", "b")[:copies]:
        for place, face in enumerate(deck.faces, 1):
            yield Box(f"{place}{letter}", face.grid, face.rows, face.columns)


def pdf(deck: Deck, paper: Paper, seats: int) -> bytes:
    """Sets everything that a game of so many needs, as a PDF."""
    given = inputs(deck, paper, seats)
    made = typst.compile(PAGE, root=HERE, font_paths=[HERE], format="pdf", sys_inputs=given)
    if not isinstance(made, bytes):
        raise TypeError("typst made no PDF")
    return made
