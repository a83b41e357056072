"""What must every bot be able to do? Choose by what its seat sees, within a budget of counted work."""

from functools import cache, reduce
from operator import or_
from typing import Final, Protocol, runtime_checkable

import msgspec

from boltbox.rules.game import Action, Seat, State
from boltbox.rules.luck import Luck
from boltbox.rules.shelf import SHELF, AnyGame

STREAM: Final = "bot"  # the stream of luck that bots draw from; no deal uses it
PACE: Final = "pace"  # the stream that reaction times are drawn from
BUDGET: Final = 500  # what a table gives a bot for one decision, unless it says otherwise


class Bot(Protocol):
    """Chooses for a seat; keeps nothing in mind, so the same view and luck give the same answer."""

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        """Answers the open ask of a seat by an action.

        Args:
            view: The view of the seat: a JSON object of all its parts, as a client of that seat gets them.
            seat: The number of the seat.
            luck: Where to draw from, under STREAM by (seat, decision, 0, 1, ...); never the luck of the deal.
            budget: How much may be worked: a unit is one position looked at. Time plays no part.

        Returns:
            One legal action as JSON.

        Raises:
            ValueError: No answer is awaited from the seat.
        """
        ...  # pragma: no cover


@runtime_checkable
class Paced(Protocol):
    """Plays a game in real time as quickly as a person, and no quicker; what it chooses comes with a delay.

    Who plays such a bot asks it whenever the sources of its seat's `ask` are others than when it was asked
    last, and when its seat has something to do: after each flip, roll, rest and claim of its own, and after
    what it did itself, though the decision stays. It lets `pace` pass, counted from the instant of the
    entry that the view is of, and then plays the answer, unless it was asked anew meanwhile. `pacer.py`
    does so.
    """

    def pace(self, view: bytes, seat: Seat, luck: Luck, action: bytes) -> int:
        """Tells after how many milliseconds an action is pressed that `choose` answered to this view.

        It draws under PACE by (seat, decision, 0, 1, ...), so that the same view and luck give the same pace.
        """
        ...  # pragma: no cover


class Work:
    """Counts the positions that one decision looks at, up to its budget."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.done = 0

    @property
    def spent(self) -> bool:
        """Tells whether nothing more may be looked at."""
        return self.done >= self.budget

    def look(self) -> bool:
        """Looks at one more position if the budget allows it, and tells whether it does."""
        if self.spent:
            return False
        self.done += 1
        return True


def answer(bot: Bot, game: AnyGame, state: State, seat: Seat, luck: Luck, budget: int = BUDGET) -> Action:
    """Lets a bot answer for a seat in a position, of which it gets the seat's view and nothing else."""
    view = msgspec.json.encode(game.view(state, seat))
    return _actions(game.name).decode(bot.choose(view, seat, luck, budget))


@cache
def _actions(game: str) -> msgspec.json.Decoder[Action]:
    """Makes what reads the actions of a game."""
    types: tuple[type[Action], ...] = SHELF[game].action_types
    return msgspec.json.Decoder(reduce(or_, types))
