"""What came out of a study? Figures with their intervals, by seat and bot, of games, of faces or goals.

`to_dict` and JSON have the same fields; FORMAT is raised when one of them means something else. Times are in
seconds, shares of wins from 0 to 1.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec

from boltbox.sim.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd

FORMAT: Final = 1


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


_Named = TypeVar("_Named", bound=_HasName)


class Bars(msgspec.Struct, frozen=True):
    """Is a distribution: how many values lie in each bar, from `first` on, bars one unit wide."""

    first: int
    counts: tuple[int, ...]


class Quantiles(msgspec.Struct, frozen=True):
    """Says how far up so many of 100 values lie; of times whole seconds."""

    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


class Spread(msgspec.Struct, frozen=True):
    """Is a figure over the games: its mean with an interval, and how its values are spread."""

    name: str
    label: str
    unit: str
    mean: Estimate
    sd: float | None = None  # of the single values, not of the mean
    least: int | None = None
    most: int | None = None
    quantiles: Quantiles | None = None
    bars: Bars | None = None


class Group(msgspec.Struct, frozen=True):
    """Is the figures of a seat on average: of all seats, of those that a bot plays, or of one."""

    name: str  # "all", a bot, or "seat 1"
    seats: tuple[int, ...]  # numbers of seats, from 1
    figures: tuple[Spread, ...]

    def figure(self, name: str) -> Spread:
        """Finds a figure. Raises KeyError."""
        return _named(self.figures, name)


class PieceEstimate(msgspec.Struct, frozen=True):
    """Is a figure of a face or a goal; without an estimate where it never came up."""

    name: str
    label: str
    unit: str
    estimate: Estimate | None


class Piece(msgspec.Struct, frozen=True):
    """Is a face or a goal of the deck, and what was seen of it."""

    number: int  # its place in the deck, from 1
    text: str  # its line in the deck
    counts: dict[str, int]
    figures: tuple[PieceEstimate, ...]

    def figure(self, name: str) -> PieceEstimate:
        """Finds a figure. Raises KeyError."""
        return _named(self.figures, name)


class Title(msgspec.Struct, frozen=True):
    """Is how often a solo game earned a title: 0 is the lowest."""

    title: int
    least: int | None  # points from which it is earned
    share: Estimate


class VariantResult(msgspec.Struct, frozen=True):
    """Is what came out of one variant."""

    changed: dict[str, Any]  # options that differ from the rule set's own
    options: dict[str, Any]
    groups: tuple[Group, ...]
    games: tuple[Spread, ...]
    pieces: tuple[Piece, ...]
    titles: tuple[Title, ...] = ()

    def group(self, name: str) -> Group:
        """Finds the figures of "all", of a bot, or of "seat 1". Raises KeyError."""
        return _named(self.groups, name)


class Difference(msgspec.Struct, frozen=True):
    """Is a figure of the second variant less that of the first, game by game on the same luck."""

    name: str
    label: str
    unit: str
    difference: Estimate
    more: Estimate | None = None  # in what share of the games the second has more
    fewer: Estimate | None = None


class GroupDifference(msgspec.Struct, frozen=True):
    """Is the differences of a seat on average."""

    name: str
    figures: tuple[Difference, ...]

    def figure(self, name: str) -> Difference:
        """Finds a figure. Raises KeyError."""
        return _named(self.figures, name)


class PieceDifference(msgspec.Struct, frozen=True):
    """Is the differences of a face or goal that both variants have."""

    number: int
    text: str
    figures: tuple[PieceEstimate, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Is the second variant less the first."""

    groups: tuple[GroupDifference, ...]
    games: tuple[Difference, ...]
    pieces: tuple[PieceDifference, ...]  # none where the decks differ

    def group(self, name: str) -> GroupDifference:
        """Finds the differences of "all", of a bot, or of "seat 1". Raises KeyError."""
        return _named(self.groups, name)


class StudyResult(msgspec.Struct, frozen=True):
    """Is what came out of a study; the same study gives the same result wherever it is played."""

    format: int
    game: str
    rules: int  # the number of the game's rules
    bots: tuple[str, ...]  # by seat
    seed: int
    games: int  # of each variant, as far as they were played
    wanted: int  # games that were asked for; more than were played if it was broken off
    block: int  # games that were counted as one where it says "blocks"
    level: float  # how many of all intervals hold the truth
    score: str  # the figure that the game is about
    parts: tuple[str, ...]  # the figures that add up to it
    ranked: str  # the figure by which faces or goals are ranked
    variants: tuple[VariantResult, ...]
    comparison: Comparison | None = None

    @property
    def partial(self) -> bool:
        """Tells whether it was broken off."""
        return self.games < self.wanted

    def to_dict(self) -> dict[str, Any]:
        """Gives it as dicts, lists, texts and numbers."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def to_json(self) -> bytes:
        """Writes it as JSON, which `read_result` reads."""
        return msgspec.json.encode(self)

    def frame(self) -> "pd.DataFrame":
        """Gives its figures as a table, a row a figure. Raises ImportError where there is no pandas."""
        frame: pd.DataFrame = import_module("boltbox.sim.frame").frame(self)
        return frame


def read_result(data: bytes | str) -> StudyResult:
    """Reads a result out of JSON. Raises msgspec.DecodeError; ValueError for another format."""
    result = msgspec.json.decode(data, type=StudyResult)
    if result.format != FORMAT:
        raise ValueError(f"this is format {result.format} of a study's result; known is {FORMAT}")
    return result


def _named(among: tuple[_Named, ...], name: str) -> _Named:
    for one in among:
        if one.name == name:
            return one
    raise KeyError(f"there is no {name!r}; there are {', '.join(one.name for one in among)}")
