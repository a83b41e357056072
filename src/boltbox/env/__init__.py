"""Where can a learner play? Environments of both games, for Gymnasium and PettingZoo (`boltbox[env]`)."""

from typing import Final

import gymnasium

from boltbox.env.course import Terms
from boltbox.env.solo import LightningDicePractice, LuckyBoxSolo
from boltbox.env.together import LightningDiceParallel, LuckyBoxParallel
from boltbox.env.turns import LightningDiceAEC, LuckyBoxAEC
from boltbox.env.versions import id_of

__all__ = [
    "LightningDiceAEC",
    "LightningDiceParallel",
    "LightningDicePractice",
    "LuckyBoxAEC",
    "LuckyBoxParallel",
    "LuckyBoxSolo",
    "Terms",
]

IDS: Final = tuple(map(id_of, ("LuckyBoxSolo", "LightningDicePractice")))

gymnasium.register(
    id=IDS[0],
    entry_point="boltbox.env.solo:LuckyBoxSolo",
    vector_entry_point="boltbox.env.vector:LuckyBoxVector",
)
gymnasium.register(
    id=IDS[1],
    entry_point="boltbox.env.solo:LightningDicePractice",
    vector_entry_point="boltbox.env.vector:LightningDiceVector",
)
