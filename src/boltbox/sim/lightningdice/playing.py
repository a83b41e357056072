"""How do whole races between bots go? Numbered games of a study, played and counted by a kernel."""

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from boltbox.rules.lightningdice.options import Options, check
from boltbox.rules.lightningdice.parts import COUNT_IN_MS
from boltbox.sim import luck
from boltbox.sim.compiled import borrowed, inlined, kernel
from boltbox.sim.lightningdice import play as playing
from boltbox.sim.lightningdice import scoring
from boltbox.sim.lightningdice.arrays import MOST_SEATS, OPEN, Record, Records, new_games, rules_of
from boltbox.sim.lightningdice.bots import BOTS, RACER
from boltbox.sim.lightningdice.race import seat_bots, stepped
from boltbox.sim.lightningdice.tables import kept_by
from boltbox.sim.played import WHOLE, Played, check_bots, seed_bits

__all__ = ["BOTS", "GameColumn", "PieceColumn", "SeatColumn", "Setup", "play", "prepared"]

LONGEST_MS: Final = 6 * 3_600_000  # a race that has no end by then is stopped: no result


class SeatColumn(IntEnum):
    """Is what is counted of each seat in each game."""

    POINTS = 0  # all together; cards in a quick game, goals met in practice
    MATCHES = 1  # of these, for matches: 2 each, or a card (LD-3.1, LD-5.1)
    BONUSES = 2  # for bonuses (LD-3.3)
    PENALTIES = 3  # for false calls: 0 or less (LD-3.2)
    THUNDERS = 4  # what others' thunder took: 0 or less (LD-3.4)
    ROLLS = 5  # thrown, void ones included
    TIME = 6  # milliseconds from flips to own valid claims, added up: the result of a time trial (LD-5.5)
    PLACE = 7  # 1 is first; 0: no result, as in practice, or none after LONGEST_MS
    WIN = 8  # the share of the win, of WHOLE


class GameColumn(IntEnum):
    """Is what is counted of each game."""

    LENGTH = 0  # milliseconds from the end of the count-in to the end of the game
    GOALS = 1  # flipped
    WINNERS = 2  # seats that are first


class PieceColumn(IntEnum):
    """Is what is counted of each goal of the deck, over all games."""

    PLAYED = 0  # how often somebody met it and called first
    ROLLS = 1  # how often that one had rolled since the flip, added up
    TIME = 2  # milliseconds from the flip to the moment of that call, added up


class Setup(msgspec.Struct, frozen=True):
    """Is what is played, by whom; `prepared` makes one that can start."""

    options: Options
    bots: tuple[str, ...]  # by seat, each one of BOTS; the seats are numbered from 1 without gaps

    @property
    def seats(self) -> int:
        """Counts the seats."""
        return len(self.bots)


class _Race(NamedTuple):
    """Is all that the games of a study have alike."""

    rules: Records
    keeps: npt.NDArray[np.int64]  # what bots keep, see tables.py
    bots: npt.NDArray[np.int64]  # by seat


class _Numbers(NamedTuple):
    """Is which games are played, and for how long in practice, which has no end of its own."""

    seed: np.uint64
    first: int
    goals: int


def prepared(options: Options, bots: Sequence[str]) -> Setup:
    """Makes a setup. Raises ValueError, with a sentence, for unknown bots or what the rules refuse."""
    check_bots(bots, BOTS)
    refusal = check(options, len(bots))
    if refusal is not None:
        raise ValueError(refusal.sentence)
    return Setup(options, tuple(bots))


def play(setup: Setup, seed: int, first: int, count: int) -> Played:
    """Plays the games of a study with the numbers `first`, `first` + 1, ...

    The deal of a game depends on the seed and its number only, as what its bots draw does. In practice a game
    is over when as many goals were met as the option `cards` says.
    """
    race = _race(setup)
    played = Played(
        np.zeros((count, setup.seats, len(SeatColumn)), np.int32),
        np.zeros((count, len(GameColumn)), np.int64),
        np.zeros((int(race.rules[0]["goals"]), len(PieceColumn)), np.int64),
    )
    goals = setup.options.cards if setup.options.mode == "practice" else 0
    numbers = _Numbers(seed_bits(seed), first, goals)
    _play(race, new_games(1), np.zeros(MOST_SEATS, RACER), numbers, played)
    return played


@lru_cache(8)
def _race(setup: Setup) -> _Race:
    rules = rules_of(setup.options)
    bots = np.array([BOTS.index(bot) for bot in setup.bots], np.int64)
    return _Race(rules, kept_by(rules, exact="expert" in setup.bots), bots)


@kernel
def _play(race: _Race, games: Records, racers: Records, numbers: _Numbers, played: Played) -> None:
    """Plays games one after another in the room of one."""
    own, lent = _Race(borrowed(race.rules), borrowed(race.keeps), borrowed(race.bots)), borrowed(racers)
    told = Played(borrowed(played.seats), borrowed(played.games), borrowed(played.pieces))
    game = borrowed(games)[0]
    seats = (1 << len(race.bots)) - 1
    for nth in range(len(played.games)):
        number = numbers.first + nth
        playing.start(own.rules, games, 0, seats, 0, luck.game_seed(numbers.seed, number))
        seat_bots(lent, own.bots, seats, luck.bot_seed(numbers.seed, number))
        now = _race_on(own, game, lent, numbers.goals, told.pieces)
        _tell(game, now, told.seats[nth], told.games[nth])


@inlined
def _race_on(race: _Race, game: Record, racers: Records, goals: int, pieces: npt.NDArray[np.int64]) -> int:
    """Lets bots race until the end, notes what each goal took, and tells when the end was."""
    rules, now, met = race.rules[0], int(game["flips"]) - COUNT_IN_MS, 0
    while game["reason"] == OPEN and (goals == 0 or met < goals):
        goal, card = game["goal"], game["card"]
        now, _ = stepped(rules, game, racers, race.keeps, now)
        if game["closed"]:
            first = game["closed"] - 1
            pieces[card, PieceColumn.PLAYED] += 1
            pieces[card, PieceColumn.ROLLS] += game["places"][first]["rolls"] - racers[first]["rolls"]
            pieces[card, PieceColumn.TIME] += game["closed_in"]
            game["closed"] = 0
            met += 1
        if game["goal"] != goal:
            for index in range(len(race.bots)):
                racers[index]["rolls"] = game["places"][index]["rolls"]
        if now > LONGEST_MS and game["reason"] == OPEN:
            scoring.stopped(game)
    return now


@kernel
def _tell(game: Record, now: int, seats: npt.NDArray[np.int32], told: npt.NDArray[np.int64]) -> None:
    """Writes down what came of a game."""
    winners = 0
    for index in range(len(seats)):
        winners += 1 if game["places"][index]["place"] == 1 else 0
    told[GameColumn.LENGTH] = now - COUNT_IN_MS
    told[GameColumn.GOALS] = game["goal"]
    told[GameColumn.WINNERS] = winners
    for index in range(len(seats)):
        place, own = game["places"][index], seats[index]
        own[SeatColumn.POINTS] = scoring.points(place)
        own[SeatColumn.MATCHES] = place["matches"]
        own[SeatColumn.BONUSES] = place["bonuses"]
        own[SeatColumn.PENALTIES] = place["penalties"]
        own[SeatColumn.THUNDERS] = place["thunders"]
        own[SeatColumn.ROLLS] = place["rolls"]
        own[SeatColumn.TIME] = place["time"]
        own[SeatColumn.PLACE] = place["place"]
        own[SeatColumn.WIN] = WHOLE // winners if place["place"] == 1 else 0
