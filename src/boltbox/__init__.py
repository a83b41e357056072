"""What is Boltbox, seen from Python? The public names, sorted, and nothing else."""

from boltbox.rules.game import Game
from boltbox.rules.luck import Luck, MixerLuck, Sha256Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.table.deal import Deal
from boltbox.table.log import Entry
from boltbox.table.table import Answer, Request, Table

__all__ = [
    "SHELF",
    "Answer",
    "Deal",
    "Entry",
    "Game",
    "Luck",
    "MixerLuck",
    "Refusal",
    "Request",
    "Sha256Luck",
    "Table",
]
