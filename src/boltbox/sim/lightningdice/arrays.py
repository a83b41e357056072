"""How does a game of Lightning Dice lie in memory? Rules, games and seats as records of small numbers.

A seat with the number n is the n-th of a game's places; who doesn't play has an empty one. Whole numbers are
signed unless they are keys or sets of bits with 64 of them.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.lightningdice.deck import MOST as MOST_GOALS
from boltbox.rules.lightningdice.goals import ROLLS, parse
from boltbox.rules.lightningdice.options import SEATS, Options, cards, check_values, deck_of
from boltbox.rules.lightningdice.parts import GoalDeck

Records = npt.NDArray[np.void]
Record = Any  # one of them; mypy knows no fields

MOST_SEATS: Final = len(SEATS)
WORD_BITS: Final = 64
MET_WORDS: Final = -(-len(ROLLS) // WORD_BITS)
BAG_BYTES: Final = -(-MOST_GOALS // 8)
# A line is trusted with 250 ms and a roll takes 300: while ticks come when they are due, no seat has a third.
MOST_WAITING: Final = 2 * MOST_SEATS

NEVER: Final = -1  # an instant that isn't set
NO_CARD: Final = -1  # no goal is open

STANDARD, QUICK, PRACTICE = range(3)
MODES: Final = ("standard", "quick", "practice")
COUNT, RACE, ENDED = range(3)
PHASES: Final = ("count", "race", "ended")
NO_CALL, GOT, BONUS, THUNDER = range(-1, 3)
CALLS: Final = ("got", "bonus", "thunder")
VALID, FALSE, LATE, NOBODY = range(4)
VERDICTS: Final = ("valid", "false", "late", "nobody")
OPEN, TARGET, CARDS, TIME, LEFT, STOPPED = range(6)
REASONS: Final = ("", "target", "cards", "time", "left", "stopped")  # why it ended; "": it didn't

# What is agreed, and the deck.
RULES: Final = np.dtype(
    [
        ("mode", "i4"),
        ("target", "i4"),
        ("cards", "i4"),  # of a quick game; no more than the deck has
        ("roll_ms", "i4"),
        ("allow_negative", "i4"),
        ("off_table", "i4"),
        ("goals", "i4"),  # of the deck
        ("met", "u8", (MOST_GOALS, MET_WORDS)),  # by goal: bit i is set when the roll ROLLS[i] meets it
    ],
    align=True,
)

# A claim that waits (`state.Waiting`).
WAITING: Final = np.dtype(
    [
        ("moment", "i8"),
        ("arrival", "i8"),
        ("settles", "i8"),
        ("seat", "i4"),
        ("order", "i4"),
        ("call", "i4"),
        ("number", "i4"),
        ("dice", "i4"),
        ("span", "i4"),
        ("roll", "i4"),
    ],
    align=True,
)

# A player (`state.Place`), and what only that seat knows (`state.Hand`). Sets of dice are six bits, dice that
# lie four bits each: see dice.py.
PLACE: Final = np.dtype(
    [
        ("since", "i8"),  # when the last roll came to rest, or all dice in hand
        ("started", "i8"),  # of a roll in motion; else 0
        ("rests", "i8"),  # when it stops; NEVER: no roll is in motion
        ("blocked", "i8"),  # until when nothing can be claimed, or NEVER
        ("time", "i8"),  # milliseconds from flips to valid claims, added up
        ("dice_key", "u8"),  # what the draws of its dice start from
        ("values", "i4"),  # of the six dice
        ("kept", "i4"),  # which are set aside
        ("rolling", "i4"),  # which are in motion
        ("rolls", "i4"),  # so far; the number of the roll in motion too
        ("decision", "i4"),
        ("made", "i4"),  # calls on these dice: bit 0 got, 1 bonus, 1 + n thunder n
        ("matches", "i4"),
        ("bonuses", "i4"),
        ("penalties", "i4"),
        ("thunders", "i4"),
        ("last_call", "i4"),  # that was settled, or NO_CALL
        ("last_number", "i4"),
        ("last_verdict", "i4"),
        ("last_scored", "i4"),
        ("out", "i4"),  # 1: left for good
        ("place", "i4"),  # 1: first; 0 before the end, and without a result
    ],
    align=True,
)

# A game (`state.State`).
GAME: Final = np.dtype(
    [
        ("flips", "i8"),  # when the count-in is over, or NEVER
        ("flipped", "i8"),
        ("spent", "i8"),
        ("closed_in", "i8"),  # milliseconds from the flip to the claim that closed a goal
        ("tray_key", "u8"),  # what the draws of a stream start from
        ("goals_key", "u8"),
        ("phase", "i4"),
        ("goal", "i4"),  # its number, from 1 through the whole game
        ("card", "i4"),  # which one of the deck it is, or NO_CARD
        ("seats", "i4"),  # who plays: bit n - 1 is the seat n
        ("asked", "i4"),  # the same of whose ask is another one since who plays bots looked at it
        ("claims", "i4"),  # how many were received
        ("waiting", "i4"),  # how many of `queue` wait
        ("reason", "i4"),  # why it ended; OPEN: it goes on
        ("closed", "i4"),  # who closed the last goal that was closed since this was set to 0
        ("left", "i4"),  # how many goals weren't flipped
        ("bag", "u1", BAG_BYTES),  # which: bit i % 8 of byte i // 8 is the goal i
        ("places", PLACE, MOST_SEATS),
        ("queue", WAITING, MOST_WAITING),  # in the order in which they are settled (LD-3.8)
    ],
    align=True,
)


def rules_of(options: Options) -> Records:
    """Turns options into the one record that kernels play by. Raises ValueError for what is refused."""
    refusal = check_values(options)
    if refusal is not None:
        raise ValueError(refusal.sentence)
    deck = deck_of(options)
    rules = np.zeros(1, RULES)
    one = rules[0]
    one["mode"] = MODES.index(options.mode)
    for name in ("target", "roll_ms", "allow_negative", "off_table"):
        one[name] = getattr(options, name)
    one["cards"] = cards(options, deck)
    one["goals"] = deck.size
    one["met"][: deck.size] = met_by(deck)
    return rules


def met_by(deck: GoalDeck) -> npt.NDArray[np.uint64]:
    """Lists which rolls meet each goal of a deck, a bit each."""
    words = np.zeros((deck.size, MET_WORDS), np.uint64)
    for index, text in enumerate(deck.goals):
        rolls = parse(text).rolls
        for word in range(MET_WORDS):
            words[index, word] = rolls >> WORD_BITS * word & (1 << WORD_BITS) - 1
    return words


def new_games(count: int) -> Records:
    """Makes room for so many games; each has to be started."""
    return np.zeros(count, GAME)
