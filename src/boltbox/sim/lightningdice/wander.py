"""How quick are the kernels by themselves? Seats that keep any dice and roll on, and call what is right.

Every action goes through `play.acted` as those of anybody, and all that falls due through `play.befall`.
"""

from typing import Final

import numpy as np

from boltbox.sim import luck
from boltbox.sim.compiled import borrowed, inlined, kernel
from boltbox.sim.lightningdice import claims, codes, play
from boltbox.sim.lightningdice.arrays import GOT, MOST_SEATS, OPEN, Record, Records
from boltbox.sim.lightningdice.dice import ALL, resting

ROLLS: Final = 1000  # with a keep before them: after these a game is left


@kernel
def wander(rules: Records, games: Records, seats: int, seed: np.uint64, first: int, count: int) -> int:
    """Plays the deals of a study's games from `first` on, in the room of one; counts rolls with a keep."""
    agreed, game, every = borrowed(rules)[0], borrowed(games)[0], 0
    for number in range(first, first + count):
        play.start(rules, games, 0, seats, 0, luck.game_seed(seed, number))
        chance = luck.start_key(luck.bot_seed(seed, number), luck.BOT)
        rolls = 0
        while game["reason"] == OPEN and rolls < ROLLS:
            now, kind, seat = play.next_due(game)
            play.befall(agreed, game, kind, seat, now)
            while game["asked"]:
                chance += luck.ONE
                rolls += look(agreed, game, int(np.int64(luck.mix(chance) & np.uint64(ALL))))
        every += rolls
    return every


@inlined
def look(rules: Record, game: Record, keep: int) -> int:
    """Lets one of those whose ask is new act at once; 1: it kept dice and rolled the others."""
    index = 0
    while index < MOST_SEATS - 1 and not game["asked"] >> index & 1:
        index += 1
    place, now = game["places"][index], game["places"][index]["since"]
    game["asked"] ^= 1 << index
    if game["reason"] != OPEN or place["rolling"] or game["flips"] > now:
        return 0
    lying = resting(place["values"])
    if lying == ALL and claims.meets(rules, game["card"], place["values"]):
        play.acted(rules, game, index + 1, codes.CLAIM | GOT << codes.KIND_BITS, now)
        return 0
    kept = 0
    if lying:
        keep &= lying
        keep = keep if keep != ALL else keep >> 1
        kept = 1 if play.acted(rules, game, index + 1, codes.KEEP | keep << codes.KIND_BITS, now) == 0 else 0
    code = codes.ROLL | game["goal"] << codes.KIND_BITS
    rolled = play.acted(rules, game, index + 1, code, now) == codes.DONE
    game["asked"] &= ~(1 << index)
    return kept if rolled else 0
