"""What must a game be, for a learner to play it? Steps with numbered actions, and a mask of those allowed."""

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from boltbox.env.layout import Layout, Numbers
from boltbox.rules.game import Seat
from boltbox.rules.luck import MixerLuck

Mask = NDArray[np.int8]


class Steps(Protocol):
    """Is one game, from the deal to the end, in steps. What is observed comes from the seat's view alone."""

    @property
    def over(self) -> bool:
        """Tells whether it has ended."""
        ...  # pragma: no cover

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Lists the seats that have something to do; none after the end."""
        ...  # pragma: no cover

    def step(self, actions: Mapping[Seat, int]) -> dict[Seat, str]:
        """Does at once what some seats ask; the order in which they are given is of no account.

        Returns:
            For each seat whose action isn't allowed now why it wasn't done.
        """
        ...  # pragma: no cover

    def observe(self, seat: Seat) -> Numbers:
        """Is what a seat sees: a new array each time."""
        ...  # pragma: no cover

    def mask(self, seat: Seat) -> Mask:
        """Has 1 for each action that is allowed now: a new array each time."""
        ...  # pragma: no cover

    def points(self, seat: Seat) -> float:
        """Is what the seat has by now; in the end its result."""
        ...  # pragma: no cover

    def share(self, seat: Seat) -> float:
        """Is a seat's share of the win: 0 before the end, 1 for who won alone."""
        ...  # pragma: no cover

    def render(self) -> str:
        """Draws what everybody sees."""
        ...  # pragma: no cover


class Ruling(Protocol):
    """Is a game as agreed: how many actions and numbers it has, and how a game of it begins."""

    seats: int  # how many play
    actions: int  # how many numbers an action can be; the last one is the pass
    layout: Layout  # of an observation
    in_turn: bool  # a step needs one seat only; False: it takes what all awaited seats ask

    def name(self, number: int) -> str:
        """Words an action."""
        ...  # pragma: no cover

    def begin(self, luck: MixerLuck) -> Steps:
        """Begins a game."""
        ...  # pragma: no cover


def share_of(places: tuple[int, ...], index: int) -> float:
    """Is the share of the win of the seat at an index, given all places."""
    winners = places.count(1)
    return 1 / winners if places[index] == 1 else 0.0
