"""Where does a kernel's luck come from? The counter mixer of `rules/luck.py` (`MixerLuck`), on 64-bit words.

Everything here is uint64: one signed number among them would make the whole expression signed. A compiled
function returns such a number to Python as an int, and takes an int as signed: hence the casts.
"""

from typing import Final

import numpy as np

from boltbox.rules.luck import stream_number
from boltbox.sim.compiled import inlined

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
ONE: Final = np.uint64(1)
NIL: Final = np.uint64(0)


def number_of(stream: str) -> np.uint64:
    """Turns a stream's name into the 64 bits that keys start from."""
    return np.uint64(stream_number(stream))


@inlined
def mix(value: np.uint64) -> np.uint64:
    """Scrambles 64 bits, as `rules.luck.mix` does."""
    value += STEP
    value = (value ^ (value >> _30)) * FIRST
    value = (value ^ (value >> _27)) * SECOND
    return value ^ (value >> _31)


@inlined
def folded(key: np.uint64, number: int) -> np.uint64:
    """Takes one more whole number into a key; none of a game's is below 0."""
    return mix(np.uint64(key) ^ np.uint64(number))


@inlined
def start_key(seed: np.uint64, stream: np.uint64) -> np.uint64:
    """Is what every key of a stream starts from, under a seed as it was given to `MixerLuck`."""
    return mix(mix(np.uint64(seed)) ^ stream)


@inlined
def below(key: np.uint64, size: int | np.uint64) -> int:
    """Draws 0 to size - 1 under a whole key: the last step of `MixerLuck.draw`."""
    most = np.uint64(size)
    value = mix(key)
    if value >= NIL - most:  # so far up it's seldom, and only there a value can be drawn again
        # 2**64 modulo size, without a number above 64 bits: values from that many below the top are.
        left = (NIL - most) % most
        block = NIL
        while value > NIL - ONE - left:
            block += ONE
            value = mix(key + block)
    return int(np.int64(value % most))  # `int` alone would leave it unsigned


@inlined
def draw(start: np.uint64, a: int, b: int, c: int, size: int | np.uint64) -> int:
    """Draws 0 to size - 1 under the key (a, b, c) of a stream that starts so."""
    return below(folded(folded(folded(start, a), b), c), size)


GAMES: Final = number_of("games")
BOTS: Final = number_of("bots")
BOT: Final = number_of("bot")  # the stream that bots draw from, as `bots.bot.STREAM`


@inlined
def game_seed(seed: np.uint64, game: int) -> np.uint64:
    """Is the seed of the deal of one game of a study: streams by game number, whoever plays it."""
    return folded(start_key(seed, GAMES), game)


@inlined
def bot_seed(seed: np.uint64, game: int) -> np.uint64:
    """Is the seed that the bots of one game of a study draw from: never that of its deal."""
    return folded(start_key(seed, BOTS), game)
