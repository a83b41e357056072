"""How does a game in real time go in steps? In each, all look at dice at rest and act at one moment."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from boltbox.env.agreement import agreed
from boltbox.env.layout import Layout, Numbers
from boltbox.env.lightningdice.actions import Numbering, dice_of
from boltbox.env.lightningdice.observing import (
    observe_practice,
    observe_race,
    practice_layout,
    race_layout,
)
from boltbox.env.steps import Mask, share_of
from boltbox.rules.game import TABLE, Part, Seat, TableAction, TimeUp, Timing
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.state import State
from boltbox.rules.lightningdice.view import AskPart, OwnPart
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal

ARRIVALS: Final = "arrivals"  # the stream that says which of equal moments came first
# Claims wait for a millisecond, so that all of one moment have come before the first is settled (LD-3.8).
_SETTLED: Final = Timing(wait=1)


class LightningDice:
    """Is Lightning Dice as agreed: its actions, its observations, and how a game begins."""

    in_turn = False

    def __init__(self, options: Options | Mapping[str, object] | None, seats: int) -> None:
        self.options = agreed(LIGHTNINGDICE, options, seats)
        self.seats = seats
        self.numbering = Numbering(self.options.mode)
        self.practice = self.options.mode == "practice"
        self.layout: Layout = practice_layout() if self.practice else race_layout(seats)
        self.actions = self.numbering.count

    def name(self, number: int) -> str:
        """Words an action."""
        return self.numbering.name(number)

    def begin(self, luck: MixerLuck) -> "DiceGame":
        """Begins a game: the first goal is flipped, all dice are in hand."""
        return DiceGame(self, luck)


class DiceGame:
    """Is one game of Lightning Dice in steps."""

    def __init__(self, ruling: LightningDice, luck: MixerLuck) -> None:
        self._ruling = ruling
        self._luck = luck
        self._seats = tuple(range(1, ruling.seats + 1))
        self.state: State = LIGHTNINGDICE.fold(
            None, LIGHTNINGDICE.start(ruling.options, self._seats, 0, luck)
        )
        self.now = LIGHTNINGDICE.due(self.state) or 0
        self.looks = 0  # steps so far
        self.spent = 0  # how many of them took the time of a roll
        self._pass_time(self.now)

    @property
    def over(self) -> bool:
        """Tells whether it has ended; practice does when its goal was met and called."""
        return self.state.outcome is not None or (self._ruling.practice and self.state.head.goal > 1)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Lists all seats: everybody looks in each step."""
        return () if self.over else self._seats

    def step(self, actions: Mapping[Seat, int]) -> dict[Seat, str]:
        """Lets all act at one moment, then lets time pass: to the flip of another goal, or until dice rest.

        Claims go first, in an order that is drawn; what isn't allowed isn't done, and told why.
        """
        if self.over:
            return dict.fromkeys(actions, "The game is over.")
        numbering, goal = self._ruling.numbering, self.state.head.goal
        allowed = {seat: self._answers_of(seat) for seat in actions}
        refused = {
            seat: f"Not possible now: {numbering.name(number)}."
            for seat, number in sorted(actions.items())
            if number not in allowed[seat]
        }
        done = {seat: number for seat, number in sorted(actions.items()) if seat not in refused}
        for seat in self._arrivals([seat for seat, number in done.items() if numbering.call(number)]):
            called = numbering.call(done[seat])
            if called is not None:
                self._act(seat, Claim(called.call, called.number, _SETTLED))
        for seat, number in done.items():
            if numbering.call(number) is None and number != numbering.idle:
                self._roll(seat, dice_of(number))
        self.looks += 1
        self._pass_time(self.now + 1)
        if self.state.outcome is None and self.state.head.goal == goal:
            self.spent += 1
            self._pass_time(self.now - 1 + self._ruling.options.roll_ms)
        return refused

    def observe(self, seat: Seat) -> Numbers:
        """Is what a seat sees."""
        layout, parts = self._ruling.layout, LIGHTNINGDICE.view(self.state, seat)
        if self._ruling.practice:
            return observe_practice(layout, parts, seat, over=self.over)
        return observe_race(layout, parts, seat, (self.now, self._ruling.options.roll_ms))

    def mask(self, seat: Seat) -> Mask:
        """Has 1 for each action that a seat may do now."""
        mask: Mask = np.zeros(self._ruling.actions, np.int8)
        mask[self._answers_of(seat)] = 1
        return mask

    def points(self, seat: Seat) -> float:
        """Is what a seat has: points, cards, or alone the time in rolls, less than 0."""
        if self._ruling.seats == 1:
            return -self.spent
        return self.state.places[seat - 1].tally.points

    def share(self, seat: Seat) -> float:
        """Is a seat's share of the win."""
        outcome = self.state.outcome
        return 0.0 if outcome is None else share_of(outcome.places, seat - 1)

    def render(self) -> str:
        """Draws what everybody sees."""
        head = self.state.head
        lines = [f"goal {head.goal}: {head.text or 'none'}"]
        for place in self.state.places:
            dice = " ".join(str(value) if value else "." for value in place.values)
            lines.append(f"seat {place.seat}: {dice}   {place.tally.points} points, {place.rolls} rolls")
        return "\n".join(lines)

    def _answers_of(self, seat: Seat) -> list[int]:
        numbering = self._ruling.numbering
        ask, own = self._part(seat, "ask"), self._part(seat, "own")
        if self.over or not (isinstance(ask, AskPart) and isinstance(own, OwnPart)):
            return [numbering.idle]
        return numbering.answers(ask, own)

    def _part(self, seat: Seat, name: str) -> Part:
        return LIGHTNINGDICE.part(self.state, seat, name)

    def _arrivals(self, callers: list[Seat]) -> list[Seat]:
        """Draws in which order claims of one moment arrive (LD-3.6), whoever handed them in first."""
        left = sorted(callers)
        return [
            left.pop(self._luck.draw(ARRIVALS, self.looks, place, 0, len(left)).result)
            for place in range(len(callers))
        ]

    def _roll(self, seat: Seat, keep: tuple[int, ...]) -> None:
        """Keeps some dice and rolls the others."""
        if self.state.places[seat - 1].kept != keep:
            self._act(seat, Keep(keep))
        self._act(seat, Roll(self.state.head.goal))

    def _pass_time(self, instant: int) -> None:
        """Lets all happen that is due by an instant."""
        while (due := LIGHTNINGDICE.due(self.state)) is not None and due <= instant:
            self.now = max(due, self.now)
            self._act(TABLE, TimeUp(TABLE))
        self.now = instant

    def _act(self, actor: int, action: DiceAction | TableAction) -> None:
        events = LIGHTNINGDICE.act(self.state, actor, action, self.now, self._luck)
        if isinstance(events, Refusal):
            raise RuntimeError(f"what the mask allowed was refused: {events.sentence}")
        self.state = LIGHTNINGDICE.fold(self.state, events)
