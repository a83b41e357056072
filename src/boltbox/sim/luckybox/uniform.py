"""What does a bot do that wants nothing, fast? Any legal action, each equally likely."""

import numpy as np

from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luck import below, folded
from boltbox.sim.luckybox.arrays import CHOICE, Games, Record
from boltbox.sim.luckybox.codes import choose_code
from boltbox.sim.luckybox.legal import count_legal, nth_legal


@kernel
def uniform(games: Games, g: int, seat: int, key: np.uint64) -> int:
    """Repeats `Uniform.choose`: is the code of an action of a seat that has one to choose.

    `key` is what its draws start from: `start_key(seed, BOT)` for `MixerLuck(seed)`.
    """
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
