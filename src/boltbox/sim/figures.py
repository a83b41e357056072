"""What is worth telling of a study? Figures: columns of what was played, with their words and units."""

from collections.abc import Callable

import msgspec

from boltbox.rules.game import Options


class Figure(msgspec.Struct, frozen=True):
    """Is a column of what was played, by seat or by game, as people read it."""

    name: str  # the column's name in small letters
    label: str  # what it is called
    unit: str = ""  # what it is counted in
    one: int = 1  # what the column counts a unit as: 1000 where it has milliseconds and people seconds
    spread: bool = True  # whether its distribution is told, in whole units
    of_all: bool = True  # whether it says anything of all seats together, as wins don't


class PieceFigure(msgspec.Struct, frozen=True):
    """Is what is told of a face or a goal: a ratio of two of its columns, or one ratio less another."""

    name: str
    label: str
    ratio: tuple[str, str]  # this column by that one
    less: tuple[str, str] | None = None
    unit: str = ""
    one: int = 1


class Told(msgspec.Struct, frozen=True):
    """Is all that is told of the games of a study, in the order in which it is told."""

    score: str  # the seats' figure that the game is about
    parts: tuple[str, ...]  # those that add up to the score
    seats: tuple[Figure, ...]
    games: tuple[Figure, ...]
    pieces: tuple[PieceFigure, ...]
    ranked: str  # the figure by which pieces are ranked
    titles: tuple[int, ...] = ()  # the totals from which a solo game has a title


class Figures(msgspec.Struct, frozen=True):
    """Is what a game says about its figures."""

    told: Callable[[Options, int], Told]  # (options, how many seats)
    pieces: Callable[[Options], tuple[str, ...]]  # the faces or goals of the deck, each as its line
