"""How do whole games of Lucky Box go between bots? The games of a study, played and counted by a kernel."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.options import Options, check, deck_of
from boltbox.sim.compiled import kernel, woven
from boltbox.sim.luck import BOT, bot_seed, game_seed, start_key
from boltbox.sim.luckybox.arrays import ENDED, Games, Record, games_of
from boltbox.sim.luckybox.codes import BONUS, CHOOSE, CROSS, FIELD, PASS, REFILLS, kind_of
from boltbox.sim.luckybox.play import act, is_open, start
from boltbox.sim.luckybox.policies import BOTS, Thoughts, choice, thoughts_of
from boltbox.sim.played import WHOLE, Played, check_bots, seed_bits

__all__ = ["BOTS", "GameColumn", "PieceColumn", "SeatColumn", "Setup", "play", "prepared"]

_MOST: Final = 96  # boxes that a seat is offered and that it keeps, each counted once


class SeatColumn(IntEnum):
    """Is what is counted of each seat in each game."""

    TOTAL = 0  # points
    BOXES = 1  # of these, for finished boxes (LB-5.1)
    STARS = 2  # for stars (LB-6.1)
    MOONS = 3  # for moons (LB-7.3)
    CELLS = 4  # for cells of unfinished boxes (LB-7.2)
    FINISHED = 5  # boxes
    LIGHTNING = 6  # tokens that are left at the end
    QUESTIONS = 7  # question marks that are left
    PASSES = 8
    DECISIONS = 9  # crosses, passes, bonuses taken or declined, choices of boxes, refills
    PLACE = 10  # 1 is first
    WIN = 11  # the share of the win, of WHOLE


class GameColumn(IntEnum):
    """Is what is counted of each game."""

    DECISIONS = 0  # of all seats
    STEPS = 1  # crosses, those by bonuses too
    WINNERS = 2  # seats that are first


class PieceColumn(IntEnum):
    """Is what is counted of each face of the deck, over all games.

    A face is offered when its box is one that a seat chooses from; a refill out of the reserve offers nothing
    anew, but keeps. Alone, a seat's points stand for its share of the win.
    """

    OFFERED = 0  # times
    OFFERED_WIN = 1  # the sum of the win shares
    KEPT = 2
    KEPT_WIN = 3


class Setup(msgspec.Struct, frozen=True):
    """Is what is played, by whom; `prepared` makes one that can start."""

    options: Options
    bots: tuple[str, ...]  # by seat, each one of BOTS

    @property
    def seats(self) -> int:
        """Counts the seats."""
        return len(self.bots)


class _Notes(NamedTuple):
    """Is what is noted while one game goes on, by seat."""

    counts: npt.NDArray[np.int64]  # decisions, passes, crosses, boxes that are noted
    boxes: npt.NDArray[np.int64]  # faces that were offered, and with _KEPT those that were kept


_DECISIONS, _PASSES, _CROSSES, _NOTED = range(4)
_KEPT: Final = 1 << 16


def prepared(options: Options, bots: Sequence[str]) -> Setup:
    """Makes a setup. Raises ValueError, a sentence, for unknown bots and for what the rules refuse."""
    check_bots(bots, BOTS)
    refusal = check(options, len(bots))
    if refusal is not None:
        raise ValueError(refusal.sentence)
    return Setup(options, tuple(bots))


def play(setup: Setup, seed: int, first: int, count: int) -> Played:
    """Plays the games of a study with the numbers `first`, `first` + 1, ...

    The deal of a game depends on the seed and its number only, and so does what its bots draw. Seats answer a
    draw one after another, seat 1 first.
    """
    seats = setup.seats
    games = games_of(setup.options, seats)
    played = Played(
        np.zeros((count, seats, len(SeatColumn)), np.int32),
        np.zeros((count, len(GameColumn)), np.int64),
        np.zeros((deck_of(setup.options).size, len(PieceColumn)), np.int64),
    )
    thoughts = thoughts_of(setup.options, games.rules)
    bots = np.array([BOTS.index(bot) for bot in setup.bots], np.int64)
    _play(games, thoughts, bots, (seed_bits(seed), first), played)
    return played


@kernel
def _play(
    games: Games,
    thoughts: Thoughts,
    bots: npt.NDArray[np.int64],
    numbers: tuple[np.uint64, int],
    played: Played,
) -> None:
    """Plays games one after another; `numbers` are the seed of the study and the number of the first game.

    Of those who are asked, the first by seat answers.
    """
    game, seats = games.games[0], games.seats[0]
    notes = _Notes(np.zeros((len(seats), 4), np.int64), np.zeros((len(seats), _MOST), np.int64))
    for nth in range(len(played.games)):
        deal, luck = game_seed(numbers[0], numbers[1] + nth), bot_seed(numbers[0], numbers[1] + nth)
        key = start_key(luck, BOT)
        notes.counts[:] = 0
        seat = 0
        start(games, 0, deal)
        while game["phase"] != ENDED:
            if not is_open(game, seats[seat]):
                seat += 1
                continue
            asked = game["round"], game["draw"], game["phase"]
            code = choice(thoughts, games, 0, seat, (bots[seat], key))
            _note(games, seat, code, notes)
            act(games, 0, seat, code)
            if asked != (game["round"], game["draw"], game["phase"]):
                seat = 0
        _tell(games, notes, played, nth)


@woven
def _note(games: Games, seat: int, code: int, notes: _Notes) -> None:
    """Notes a decision before it is done, and which boxes were offered and kept by it."""
    kind, field, mine = kind_of(code), code & FIELD, games.seats[0, seat]
    counts = notes.counts[seat]
    counts[_DECISIONS] += 1
    if kind == PASS:
        counts[_PASSES] += 1
    elif kind in (CROSS, BONUS):
        counts[_CROSSES] += 1
    elif kind == CHOOSE:
        for place in range(mine["offered"]):
            face = mine["offer"][place] % len(games.faces)
            _note_box(notes, seat, face)
            if field >> place & 1:
                _note_box(notes, seat, face | _KEPT)
    elif kind == REFILLS:
        for place in range(mine["reserved"]):
            if field >> 4 >> place & 1:
                _note_box(notes, seat, mine["reserve"][place] % len(games.faces) | _KEPT)


@woven
def _note_box(notes: _Notes, seat: int, box: int) -> None:
    notes.boxes[seat, notes.counts[seat, _NOTED]] = box
    notes.counts[seat, _NOTED] += 1


@woven
def _tell(games: Games, notes: _Notes, played: Played, nth: int) -> None:
    """Writes down what came of a game that has ended."""
    winners = 0
    for mine in games.seats[0]:
        winners += 1 if mine["place"] == 1 else 0
    told = played.games[nth]
    told[GameColumn.WINNERS] = winners
    for seat in range(len(games.seats[0])):
        mine = games.seats[0, seat]
        counts = notes.counts[seat]
        win = WHOLE // winners if mine["place"] == 1 else 0
        _tell_seat(mine, counts, win, played.seats[nth, seat])
        told[GameColumn.DECISIONS] += counts[_DECISIONS]
        told[GameColumn.STEPS] += counts[_CROSSES]
        worth = int(mine["total"]) if len(games.seats[0]) == 1 else win
        for place in range(counts[_NOTED]):
            box = notes.boxes[seat, place]
            column = PieceColumn.KEPT if box & _KEPT else PieceColumn.OFFERED
            played.pieces[box & ~_KEPT, column] += 1
            played.pieces[box & ~_KEPT, column + 1] += worth


@woven
def _tell_seat(mine: Record, counts: npt.NDArray[np.int64], win: int, told: npt.NDArray[np.int32]) -> None:
    told[SeatColumn.TOTAL] = mine["total"]
    told[SeatColumn.BOXES] = mine["box_points"]
    told[SeatColumn.STARS] = mine["stars_scored"]
    told[SeatColumn.MOONS] = mine["moons_scored"]
    told[SeatColumn.CELLS] = mine["cells_scored"]
    told[SeatColumn.FINISHED] = mine["done"]
    told[SeatColumn.LIGHTNING] = mine["lightning"]
    told[SeatColumn.QUESTIONS] = mine["questions"]
    told[SeatColumn.PASSES] = counts[_PASSES]
    told[SeatColumn.DECISIONS] = counts[_DECISIONS]
    told[SeatColumn.PLACE] = mine["place"]
    told[SeatColumn.WIN] = win
