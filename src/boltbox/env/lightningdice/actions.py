"""Which number is which action in Lightning Dice? Sets of dice to keep, calls, and the pass."""

from collections.abc import Iterable
from typing import Final

from boltbox.rules.lightningdice.goals import DICE
from boltbox.rules.lightningdice.options import SEATS
from boltbox.rules.lightningdice.state import Called
from boltbox.rules.lightningdice.view import AskPart, OwnPart

GOT: Final = 63  # below it: the bits of the dice that are kept while all others are rolled
BONUS: Final = 64
THUNDER: Final = 65  # and five more, one for each number
CALLS: Final = (Called("got"), Called("bonus"), *(Called("thunder", number) for number in SEATS))


class Numbering:
    """Tells actions and numbers apart; where there are no points there is only one call."""

    def __init__(self, mode: str) -> None:
        self.calls = CALLS if mode == "standard" else CALLS[:1]
        self.idle = GOT + len(self.calls)
        self.count = self.idle + 1

    def answers(self, ask: AskPart, own: OwnPart) -> list[int]:
        """Lists what a seat may do: wait, roll with any dice kept, call what it hasn't called."""
        found = [self.idle]
        if ask.roll:
            found += _kept(ask.keep)
        for place, call in enumerate(self.calls):
            if call.call in ask.calls and call not in own.made:
                found.append(GOT + place)
        return found

    def call(self, number: int) -> Called | None:
        """Finds the call of a number; None for other actions."""
        return self.calls[number - GOT] if GOT <= number < self.idle else None

    def name(self, number: int) -> str:
        """Words an action."""
        if number == self.idle:
            return "pass"
        called = self.call(number)
        if called is not None:
            return f"{called.call} {called.number}" if called.number else called.call
        kept = " ".join(map(str, dice_of(number)))
        return f"roll, keeping {kept or 'none'}"


def dice_of(number: int) -> tuple[int, ...]:
    """Lists the dice that an action keeps."""
    return tuple(die for die in range(DICE) if number >> die & 1)


def _kept(resting: Iterable[int]) -> list[int]:
    """Lists the sets of dice at rest that leave at least one die to roll (LD-2.5)."""
    sets = [0]
    for die in resting:
        sets += [one | 1 << die for one in sets]
    return [one for one in sets if one != (1 << DICE) - 1]
