"""Which position of the rules is a game of the simulator? Its records, read back as `rules.luckybox.state`.

A position read here has no trails: the simulator takes nothing back, so every step is for good at once.
"""

from functools import lru_cache
from typing import cast

from boltbox.rules.game import Outcome
from boltbox.rules.luckybox.options import Options, deck_of
from boltbox.rules.luckybox.parts import BonusCode
from boltbox.rules.luckybox.scoring import box_points
from boltbox.rules.luckybox.state import (
    Board,
    Box,
    Due,
    Finished,
    Hand,
    Head,
    Place,
    Refilling,
    State,
    Supply,
)
from boltbox.sim.luckybox.arrays import (
    CHOICE,
    CODE_NAMES,
    ENDED,
    PHASES,
    REFILL,
    WORD_BITS,
    Games,
    Record,
)


def state_of(games: Games, g: int, options: Options) -> State:
    """Reads a whole position; the options are those that the games were made with."""
    seats = range(len(games.seats[g]))
    return State(
        options,
        deck_of(options),
        head_of(games, g),
        tuple(place_of(games, g, seat, options) for seat in seats),
        tuple(hand_of(games, g, seat) for seat in seats),
        supply_of(games, g),
        outcome_of(games, g),
    )


def head_of(games: Games, g: int) -> Head:
    """Reads where the game stands."""
    game = games.games[g]
    draw = int(game["draw"])
    return Head(PHASES[game["phase"]], int(game["round"]), draw, tuple(game["drawn"][:draw].tolist()))


def place_of(games: Games, g: int, seat: int, options: Options) -> Place:
    """Reads a seat as everybody sees it; `seat` counts from 0."""
    mine = games.seats[g, seat]
    board = board_of(mine, options)
    return Place(
        seat + 1,
        board,
        star_points=int(mine["star_points"]),
        decision=int(mine["decision"]),
        ready=bool(mine["settled"]),
    )


def board_of(mine: Record, options: Options) -> Board:
    """Reads what lies before a seat."""
    boxes, done, dues = int(mine["boxes"]), int(mine["done"]), int(mine["dues"])
    rounds = mine["done_round"][:done].tolist()
    return Board(
        tuple(map(Box, mine["box"][:boxes].tolist(), mine["crossed"][:boxes].tolist())),
        tuple(
            Finished(box, round_, box_points(options, round_))
            for box, round_ in zip(mine["done_box"][:done].tolist(), rounds, strict=True)
        ),
        int(mine["lightning"]),
        int(mine["stars"]),
        int(mine["moons"]),
        int(mine["questions"]),
        tuple(mine["moon"][: mine["moons_drawn"]].tolist()),
        tuple(map(_due, mine["due"][:dues].tolist())),
        bool(mine["answered"]),
    )


def _due(due: int) -> Due:
    return Due(cast(BonusCode, CODE_NAMES[due >> 12]), due & 0x1FF, due >> 9 & 7)


def hand_of(games: Games, g: int, seat: int) -> Hand:
    """Reads what only the seat itself knows; `seat` counts from 0."""
    phase, mine = games.games[g]["phase"], games.seats[g, seat]
    offer = tuple(mine["offer"][: mine["offered"]].tolist())
    reserve = tuple(mine["reserve"][: mine["reserved"]].tolist())
    chosen, refill = None, None
    if mine["settled"] and phase == CHOICE:
        chosen = _some(offer, int(mine["chosen"]))
    if mine["settled"] and phase == REFILL:
        boxes = tuple(mine["box"][: mine["boxes"]].tolist())
        refill = Refilling(
            _some(boxes, int(mine["discard"])), _some(reserve, int(mine["take"])), int(mine["blind"])
        )
    return Hand(offer, int(mine["keep"]), chosen, reserve=reserve, refill=refill)


def _some(things: tuple[int, ...], bits: int) -> tuple[int, ...]:
    return tuple(thing for place, thing in enumerate(things) if bits >> place & 1)


def supply_of(games: Games, g: int) -> Supply:
    """Reads what can still come."""
    game, rules = games.games[g], games.rules[0]
    return Supply(
        tuple(bit // 2 + 1 for bit in _set(int(game["numbers"]))),
        _boxes(game["deck"][: rules["words"]].tolist()),
        _boxes(game["pile"][: rules["words"]].tolist()),
        tuple(int(rules["moon_value"][bit]) for bit in _set(int(game["moons"]))),
    )


def _boxes(words: list[int]) -> tuple[int, ...]:
    return _set(sum(word << WORD_BITS * place for place, word in enumerate(words)))


@lru_cache(maxsize=1000)  # most bags stay as they are from one step to the next
def _set(bits: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(bits.bit_length()) if bits >> bit & 1)


def outcome_of(games: Games, g: int) -> Outcome | None:
    """Reads how the game ended; None while it goes on."""
    game, seats = games.games[g], games.seats[g]
    if game["phase"] != ENDED:
        return None
    parts = tuple(
        {
            "boxes": int(mine["box_points"]),
            "stars": int(mine["stars_scored"]),
            "moons": int(mine["moons_scored"]),
            "cells": int(mine["cells_scored"]),
        }
        for mine in seats
    )
    title = int(game["title"])
    totals, places = tuple(seats["total"].tolist()), tuple(seats["place"].tolist())
    return Outcome("rounds", totals, parts, places, title if title >= 0 else None)
