"""What is asked of a study, and how is it played? So many games of one or two variants, on the same luck.

A study is a value: game, options of each variant, bots, number of games and a seed. Its games are cut into
blocks by their number alone. Whoever plays them, with any number of workers and in any order, comes to the
same result to the last bit, for a game's luck is a function of seed and number, and blocks are added up in
whole numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from importlib import import_module
from typing import Final, Protocol, cast

import msgspec
import numpy as np
from msgspec.structs import replace

from boltbox.rules.game import Options
from boltbox.rules.shelf import SHELF
from boltbox.sim.figures import Figures, Told
from boltbox.sim.played import Played
from boltbox.sim.tally import Counted, Tally, count

GAMES: Final = ("luckybox", "lightningdice")
BLOCKS: Final = 100  # into so many a study is cut, that intervals of faces can be told,
MOST_GAMES: Final = 2048  # unless a block had more games than these
AT_ONCE: Final = 64  # games of a block that are played before it is looked up whether to go on
MOST: Final = 10**12  # games of a study
SEEDS: Final = 1 << 64
ALL: Final = "all"


class StudyError(ValueError):
    """Says in a sentence why a study can't be made."""


class Study(msgspec.Struct, frozen=True):
    """Is what is asked: who plays what how often, and from which seed."""

    game: str
    variants: tuple[Options, ...]  # one, or two to compare
    bots: tuple[str, ...]  # by seat
    games: int
    seed: int

    @property
    def seats(self) -> int:
        """Counts the seats."""
        return len(self.bots)

    @property
    def block(self) -> int:
        """Counts the games of a block; it depends on the number of games only."""
        return max(1, min(MOST_GAMES, self.games // BLOCKS))

    @property
    def blocks(self) -> int:
        """Counts the blocks."""
        return -(-self.games // self.block)


class Setup(Protocol):
    """Is a game ready to be played; what is in it is the game's own."""


class Playing(Protocol):
    """Is what each game's `playing.py` offers."""

    BOTS: tuple[str, ...]
    SeatColumn: type[IntEnum]
    GameColumn: type[IntEnum]
    PieceColumn: type[IntEnum]
    prepared: Callable[[Options, Sequence[str]], Setup]
    play: Callable[[Setup, int, int, int], Played]


def playing(game: str) -> Playing:
    """Imports what plays a game. Raises StudyError for a game that has no kernels."""
    if game not in GAMES:
        raise StudyError(f"There is no game {game!r} to simulate; there are {', '.join(GAMES)}.")
    return cast(Playing, import_module(f"boltbox.sim.{game}.playing"))


def figures(game: str) -> Figures:
    """Imports what is told of a game."""
    return cast(Figures, import_module(f"boltbox.sim.{game}.figures").FIGURES)


def told(study: Study) -> Told:
    """Is what is told of a study: of two variants all that either has."""
    one, *others = (figures(study.game).told(options, study.seats) for options in study.variants)
    for other in others:
        known = {figure.name for figure in one.seats}
        more = tuple(figure for figure in other.seats if figure.name not in known)
        one = replace(one, seats=(*one.seats, *more))
    return one


def check(study: Study) -> None:
    """Reads a study as its rules and kernels do. Raises StudyError with the sentence that refuses it."""
    kernels = playing(study.game)
    if not 1 <= len(study.variants) <= 2:
        raise StudyError(f"A study has one variant or two, not {len(study.variants)}.")
    if study.games < 2:
        raise StudyError(f"A study has at least 2 games, not {study.games}.")
    if study.games > MOST:
        raise StudyError(f"A study has at most {MOST} games, not {study.games}.")
    if not 0 <= study.seed < SEEDS:
        raise StudyError(f"A seed is a whole number from 0 to {SEEDS - 1}, not {study.seed}.")
    for bot in study.bots:
        if bot not in kernels.BOTS:
            raise StudyError(f"There is no bot {bot!r} to simulate; there are {', '.join(kernels.BOTS)}.")
    for options in study.variants:
        refusal = SHELF[study.game].check(options, study.seats)
        if refusal is not None:
            raise StudyError(refusal.sentence)
        try:
            kernels.prepared(options, study.bots)
        except ValueError as error:
            raise StudyError(str(error)) from error


@lru_cache(8)
def _ready(study: Study) -> tuple[Counted, tuple[Setup, ...]]:
    kernels, own = playing(study.game), told(study)
    pieces = [figures(study.game).pieces(options) for options in study.variants]
    counted = Counted(
        own.seats,
        tuple(kernels.SeatColumn[figure.name.upper()] for figure in own.seats),
        own.games,
        tuple(kernels.GameColumn[figure.name.upper()] for figure in own.games),
        tuple(seats for _, seats in groups(study.bots)),
        len(set(pieces)) == 1,
    )
    return counted, tuple(kernels.prepared(options, study.bots) for options in study.variants)


def groups(bots: Sequence[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names whose figures are told together: all, each kind of bot where there are several, and each seat."""
    yield ALL, tuple(range(len(bots)))
    kinds = tuple(dict.fromkeys(bots))
    if len(kinds) > 1:
        for kind in kinds:
            yield kind, tuple(seat for seat, bot in enumerate(bots) if bot == kind)
    for seat in range(len(bots)):
        yield f"seat {seat + 1}", (seat,)


def tally(study: Study, block: int) -> Tally:
    """Plays one block of a study's games by every variant and counts it; a function of nothing else."""
    whole = tally_unless(study, block, lambda: False, lambda _: None)
    if whole is None:
        raise RuntimeError("nothing stopped this block, and it has no tally")
    return whole


def tally_unless(
    study: Study, block: int, stopped: Callable[[], bool], told: Callable[[int], None]
) -> Tally | None:
    """Plays a block in small pieces; once `stopped` says so it is dropped, and there is no tally of it.

    `told` hears of the games of each piece.
    """
    counted, setups = _ready(study)
    play = playing(study.game).play
    start = block * study.block
    end = min(start + study.block, study.games)
    parts = list[list[Played]]()
    for first in range(start, end, AT_ONCE):
        if stopped():
            return None
        games = min(AT_ONCE, end - first)
        parts.append([play(setup, study.seed, first, games) for setup in setups])
        told(games)
    return count(counted, [_joined(own) for own in zip(*parts, strict=True)])


def _joined(parts: Sequence[Played]) -> Played:
    if len(parts) == 1:
        return parts[0]
    return Played(
        np.concatenate([one.seats for one in parts]),
        np.concatenate([one.games for one in parts]),
        np.sum([one.pieces for one in parts], axis=0),
    )


class Row:
    """Is blocks added up in their order, so that a study that is broken off is its first games."""

    def __init__(self) -> None:
        self.sum: Tally | None = None
        self._next = 0
        self._later: dict[int, tuple[int, Tally]] = {}  # by their first block, what came before its turn

    def add(self, block: int, many: int, part: Tally) -> None:
        """Takes what some blocks in a row came to, and adds up what has its turn."""
        self._later[block] = (many, part)
        while self._next in self._later:
            blocks, own = self._later.pop(self._next)
            self.sum = own if self.sum is None else self.sum + own
            self._next += blocks


def warm(study: Study) -> None:
    """Plays a game that isn't counted, so that all that it needs is compiled."""
    _, setups = _ready(study)
    for setup in setups:
        playing(study.game).play(setup, study.seed, 0, 1)
