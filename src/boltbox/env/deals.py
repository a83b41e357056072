"""Which game does a reset deal? One after another, each from its own seed, as in a study."""

from collections.abc import Callable
from typing import Final

from boltbox.rules.luck import MixerLuck, mix, stream_number

_MASK: Final = (1 << 64) - 1
_GAMES: Final = stream_number("games")


def game_seed(seed: int, game: int) -> int:
    """Is the seed of the deal of one game of a seed: the same as `sim.luck.game_seed`."""
    return mix(mix(mix(seed & _MASK) ^ _GAMES) ^ game)


def checked_seed(seed: int) -> int:
    """Is a seed. Raises ValueError for one of more than 64 bits: it would deal the games of another."""
    if not 0 <= seed <= _MASK:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed


class Deals:
    """Deals the games 0, 1, 2, ... of a seed; a reset with a seed begins anew."""

    def __init__(self) -> None:
        self.seed: int | None = None  # None: nothing was dealt yet
        self.game = 0  # the number of the next game

    def next(self, seed: int | None, fresh: Callable[[], int]) -> MixerLuck:
        """Is the luck of the next game.

        Args:
            seed: What `reset` was given; None goes on with the seed before.
            fresh: Makes a seed where there was none yet.

        Raises:
            ValueError: The seed has more than 64 bits: it would deal the games of another.
        """
        if seed is not None or self.seed is None:
            self.seed, self.game = fresh() if seed is None else checked_seed(seed), 0
        self.game += 1
        return MixerLuck(game_seed(self.seed, self.game - 1))
