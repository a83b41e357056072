"""What does a bot see of Lightning Dice? The parts of its view that it needs, read once."""

from typing import Literal

import msgspec

from boltbox.bots.bot import PACE
from boltbox.rules.game import Seat
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.goals import Goal, parse
from boltbox.rules.luck import Luck


class _Head(msgspec.Struct):
    goal: int
    text: str
    mode: str


class _Ask(msgspec.Struct):
    decision: int
    open: bool
    roll: bool
    keep: tuple[int, ...]
    calls: tuple[Literal["got", "bonus", "thunder"], ...]


class _Called(msgspec.Struct):
    call: str
    number: int


class _Own(msgspec.Struct):
    made: tuple[_Called, ...]
    waiting: tuple[msgspec.Raw, ...]


class _Seat(msgspec.Struct):
    seat: int
    values: tuple[int, ...]
    kept: tuple[int, ...]
    score: int
    played: bool


class _View(msgspec.Struct):
    head: _Head
    ask: _Ask
    own: _Own


class Seen:
    """Is what a seat sees, and what it can answer."""

    def __init__(self, view: bytes, seat: Seat) -> None:
        """Reads a view. Raises ValueError when no answer is awaited."""
        seen = _VIEW.decode(view)
        if not seen.ask.open:
            raise ValueError(f"no answer is awaited from seat {seat}")
        parts = _PARTS.decode(view)
        seats = (_SEAT.decode(part) for name, part in parts.items() if name.startswith("seat"))
        players = {one.seat: one for one in seats}
        self.seat = seat
        self.head, self.ask, self.own = seen.head, seen.ask, seen.own
        self.values, self.kept = players[seat].values, players[seat].kept
        self.others = {
            one.seat: one.score for one in players.values() if one.seat != seat and one.played
        }  # who can be thundered -> points

    @property
    def goal(self) -> Goal:
        """Is the goal that is open."""
        return parse(self.head.text)

    @property
    def rests(self) -> bool:
        """Tells whether all six dice lie."""
        return len(self.ask.keep) == len(self.values)

    def can_call(self, call: str, number: int = 0) -> bool:
        """Tells whether a call would be taken now."""
        known = any((one.call, one.number) == (call, number) for one in self.own.made)
        return call in self.ask.calls and not known

    def keep(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Finds dice at rest that show these numbers; those that are kept already come first."""
        left = list(numbers)
        found: list[int] = []
        for die in sorted(self.ask.keep, key=lambda die: die not in self.kept):
            if self.values[die] in left:
                left.remove(self.values[die])
                found.append(die)
        return tuple(sorted(found))

    def rolls(self, keep: tuple[int, ...]) -> DiceAction:
        """Sets these dice aside, or rolls the others if that is done."""
        if keep == self.kept and self.ask.roll:
            return Roll(self.head.goal)
        return Keep(keep)

    def waits(self) -> DiceAction:
        """Leaves all as it is."""
        return Keep(self.kept)


def encode(action: DiceAction) -> bytes:
    """Writes an action as a client does."""
    return msgspec.json.encode(action)


class Speed(msgspec.Struct, frozen=True):
    """Is how quickly somebody plays, in milliseconds; each time is drawn anew."""

    least: int  # between what comes to be seen and any press
    keep: int  # how much longer it takes on average to see which dice are good
    roll: int  # and to roll, when that is clear
    call: int  # and to be sure of a call

    def draw(self, seen: Seen, luck: Luck, action: DiceAction) -> int:
        """Draws the time until a press: the sum of three draws has a middle and two ends."""
        if isinstance(action, Keep) and action.dice == seen.kept:
            return PATIENCE
        kind = 0 if isinstance(action, Keep) else 1 if isinstance(action, Roll) else 2
        mean = (self.keep, self.roll, self.call)[kind]
        draws = (
            luck.draw(PACE, seen.seat, seen.ask.decision, 3 * kind + i, 2 * mean // 3 + 1) for i in range(3)
        )
        return self.least + sum(draw.result for draw in draws)


PATIENCE = 900  # until somebody who waits for dice or a verdict looks again

_VIEW = msgspec.json.Decoder(_View)
_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_SEAT = msgspec.json.Decoder(_Seat)
_ACTION: msgspec.json.Decoder[DiceAction] = msgspec.json.Decoder(Roll | Keep | Claim)


def decode(action: bytes) -> DiceAction:
    """Reads an action that `encode` wrote."""
    return _ACTION.decode(action)
