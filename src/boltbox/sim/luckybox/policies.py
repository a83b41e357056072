"""Who chooses in a kernel? The bots of `bots/luckybox`, choice for choice, by the number of their name."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.options import Options
from boltbox.sim.compiled import kernel
from boltbox.sim.luckybox.arrays import CHOICE, DRAW, MOST_HELD, Games, Records
from boltbox.sim.luckybox.chains import SIDES, follow_all
from boltbox.sim.luckybox.greedy import best_boxes, best_refill, open_own
from boltbox.sim.luckybox.legal import MOST_LEGAL, count_legal, legal, nth_legal
from boltbox.sim.luckybox.lookahead import best_hope
from boltbox.sim.luckybox.outlook import REACH, SIDE
from boltbox.sim.luckybox.pondering import BUDGET, mind_of, ponder
from boltbox.sim.luckybox.prospects import tables
from boltbox.sim.luckybox.uniform import uniform

UNIFORM, GREEDY, LOOKAHEAD = range(3)
BOTS: Final = ("uniform", "greedy", "lookahead")


class Thoughts(NamedTuple):
    """Is the room that bots think in, and what they know before a game of their rules begins."""

    mind: Records  # MIND, one
    prospects: Records  # PROSPECTS
    sides: Records  # SIDE
    reach: Records  # REACH
    codes: npt.NDArray[np.int64]  # of legal actions


def thoughts_of(options: Options, rules: Records, budget: int = BUDGET) -> Thoughts:
    """Makes room for the thoughts of bots; `rules` are the RULES of these options."""
    return Thoughts(
        mind_of(options, rules, budget),
        tables(options),
        np.zeros(SIDES, SIDE),
        np.zeros(9 * MOST_HELD, REACH),
        np.zeros(MOST_LEGAL, np.int64),
    )


@kernel
def choice(thoughts: Thoughts, games: Games, g: int, seat: int, who: tuple[int, np.uint64]) -> int:
    """Repeats `Bot.choose` of one of BOTS for a seat that is asked: is the code of an action.

    `who` is the number of the bot, and what the draws of its luck start from: `start_key(seed, BOT)`.
    """
    bot, key = who
    if bot == UNIFORM:
        return uniform(games, g, seat, key)
    game, seats = games.games[g], games.seats[g]
    if game["phase"] == DRAW and count_legal(games, g, seat) == 1:
        return nth_legal(games, g, seat, 0)
    mind, sides, rules = thoughts.mind[0], thoughts.sides, games.rules[0]
    ponder(mind, thoughts.prospects, rules, game, seats, seat)
    if game["phase"] == CHOICE:
        return best_boxes(mind, sides, games.faces, seats[seat])
    if game["phase"] != DRAW:
        return best_refill(mind, sides, games, g, seat)
    open_own(mind, games.faces, seats[seat], sides[0])
    count = legal(games, g, seat, thoughts.codes)
    kept = follow_all(mind, sides, thoughts.codes, count, game["number"])
    if bot == GREEDY or kept == 0:
        return mind["held_code"][0]  # type: ignore[no-any-return]
    return best_hope(mind, sides, thoughts.reach, kept)
