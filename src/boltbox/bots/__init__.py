"""Who chooses? The bots of each game, from the plainest to the best."""

from collections.abc import Mapping
from typing import Final

from boltbox.bots.bot import BUDGET, STREAM, Bot, answer
from boltbox.bots.lightningdice import players as dice
from boltbox.bots.lightningdice.uniform import Uniform as UniformDice
from boltbox.bots.luckybox.greedy import Greedy
from boltbox.bots.luckybox.lookahead import Lookahead
from boltbox.bots.luckybox.uniform import Uniform

__all__ = ["BOTS", "BUDGET", "STREAM", "Bot", "answer", "bots_of"]

BOTS: Final[Mapping[str, Mapping[str, Bot]]] = {
    "luckybox": {"greedy": Greedy(), "lookahead": Lookahead(), "uniform": Uniform()},
    "lightningdice": {
        "greedy": dice.Greedy(),
        "expert": dice.Expert(),
        "novice": dice.Novice(),
        "uniform": UniformDice(),
    },
}


def bots_of(game: str) -> Mapping[str, Bot]:
    """Lists the bots of a game by name; none for a game that has no bots."""
    return BOTS.get(game, {})
