"""Which goal comes next? One of those that are left in the bag, as `claims.flip_next` of the rules says."""

from typing import Final

import numpy as np

from boltbox.sim import luck
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import changes, scoring
from boltbox.sim.lightningdice.arrays import BAG_BYTES, CARDS, PRACTICE, QUICK, Record

BYTE: Final = 8
COUNTS: Final = np.array([byte.bit_count() for byte in range(1 << BYTE)], np.int64)


@inlined
def full(rules: Record, game: Record) -> None:
    """Puts every goal of the deck into the bag (`events.CardsShuffled`; LD-1.2)."""
    goals = rules["goals"]
    for byte in range(BAG_BYTES):
        game["bag"][byte] = (1 << min(max(goals - BYTE * byte, 0), BYTE)) - 1
    game["left"] = goals


@inlined
def take(game: Record, number: int) -> int:
    """Takes the n-th goal that is left out of the bag, counted from 0."""
    byte = 0
    while number >= COUNTS[game["bag"][byte]]:
        number -= COUNTS[game["bag"][byte]]
        byte += 1
    bit = 0
    while True:
        if game["bag"][byte] >> bit & 1:
            if number == 0:
                break
            number -= 1
        bit += 1
    game["bag"][byte] ^= 1 << bit
    game["left"] -= 1
    return BYTE * byte + bit


@inlined
def last_card(rules: Record, game: Record) -> bool:
    """Tells whether a quick game is at its last goal (`claims._last_card`; LD-5.3)."""
    return bool(rules["mode"] == QUICK and game["goal"] == rules["cards"])


@kernel
def flip_next(rules: Record, game: Record, instant: int) -> None:
    """Flips a goal, or ends a quick game (`claims.flip_next`; LD-1.2, LD-5.3, LD-5.5)."""
    if last_card(rules, game):
        if game["seats"] & game["seats"] - 1:
            scoring.final(game, CARDS, 0)
        else:
            scoring.time_trial(game)
        return
    if rules["mode"] == PRACTICE:  # the same goal again and again
        if game["left"]:
            take(game, 0)
        changes.opened(game, 0, instant)
        return
    if not game["left"]:
        full(rules, game)
    drawn = luck.draw(game["goals_key"], game["goal"] + 1, 0, 0, game["left"])
    changes.opened(game, take(game, drawn), instant)
