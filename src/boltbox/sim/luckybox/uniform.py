"""What does a bot do that wants nothing, fast? Any legal action, each equally likely."""

import numpy as np

from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luck import STEP, below, bot_seed, folded, game_seed, mix
from boltbox.sim.luckybox.arrays import CHOICE, ENDED, Games, Record, lent
from boltbox.sim.luckybox.codes import choose_code
from boltbox.sim.luckybox.legal import count_legal, nth_legal
from boltbox.sim.luckybox.play import is_open, start, take

_32 = np.uint64(32)


@kernel
def uniform(games: Games, g: int, seat: int, key: np.uint64) -> int:
    """Repeats `Uniform.choose`: is the code of an action of a seat that has one to choose.

    `key` is what its draws start from: `start_key(seed, BOT)` for `MixerLuck(seed)`.
    """
    games = lent(games)
    game, mine = games.games[g], games.seats[g, seat]
    own = folded(folded(key, seat + 1), mine["decision"])
    if game["phase"] == CHOICE:
        return choose_code(_combination(mine, own))
    return nth_legal(games, g, seat, below(folded(own, 0), count_legal(games, g, seat)))


@inlined
def _combination(seat: Record, key: np.uint64) -> int:
    """Repeats `_combination` of that bot: draws boxes one by one, without putting one back."""
    left, chosen = int(seat["offered"]), 0
    for nth in range(seat["keep"]):
        place = below(folded(key, nth), left)
        # Those that are chosen are passed over: the bot took them out of its list.
        box = 0
        while place > 0 or chosen >> box & 1:
            if not chosen >> box & 1:
                place -= 1
            box += 1
        chosen |= 1 << box
        left -= 1
    return chosen


@kernel
def wander(games: Games, g: int, seed: np.uint64, first: int, count: int) -> int:
    """Plays whole games by any legal actions, one after the other, and counts the decisions.

    The deals are those of a study with this seed; what is chosen comes from a generator that runs on, which
    is quicker than the keys of `uniform`.
    """
    games = lent(games)
    game, seats = games.games[g], games.seats[g]
    state, decisions = bot_seed(seed, first), 0
    for number in range(first, first + count):
        start(games, g, game_seed(seed, number))
        while game["phase"] != ENDED:
            for seat in range(len(seats)):
                while is_open(game, seats[seat]):
                    state += STEP
                    nth = scaled(mix(state), count_legal(games, g, seat))
                    take(games, g, seat, nth_legal(games, g, seat, nth))
                    decisions += 1
    return decisions


@inlined
def scaled(word: np.uint64, size: int) -> int:
    """Scales 64 random bits to 0 to size - 1, for a small size: no key, and no division."""
    return int(np.int64(((word >> _32) * np.uint64(size)) >> _32))
