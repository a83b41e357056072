"""How does a game of Lucky Box go in steps? Each step is one of the rules' own, of one seat or of several."""

from collections.abc import Mapping

import numpy as np

from boltbox.env.agreement import agreed
from boltbox.env.layout import Layout, Numbers
from boltbox.env.luckybox.actions import Numbering, seen
from boltbox.env.luckybox.drawing import draw
from boltbox.env.luckybox.observing import Observing
from boltbox.env.steps import Mask, share_of
from boltbox.rules.game import SPECTATOR, Part, Seat
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import LuckyAction
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.state import Place, State
from boltbox.rules.luckybox.view import SeatPart
from boltbox.rules.refusals import Refusal


class LuckyBox:
    """Is Lucky Box as agreed: its actions, its observations, and how a game begins."""

    in_turn = True  # nobody's choice depends on another's (LB-1.1), so a step can be one seat's

    def __init__(self, options: Options | Mapping[str, object] | None, seats: int) -> None:
        self.options = agreed(LUCKYBOX, options, seats)
        self.seats = seats
        self.numbering = Numbering(self.options)
        self.observing = Observing(self.options, seats, self.numbering)
        self.actions = self.numbering.count
        self.layout: Layout = self.observing.layout

    def name(self, number: int) -> str:
        """Words an action."""
        return self.numbering.name(number)

    def begin(self, luck: MixerLuck) -> "LuckyGame":
        """Deals a game."""
        return LuckyGame(self, luck)


class LuckyGame:
    """Is one game of Lucky Box in steps."""

    def __init__(self, ruling: LuckyBox, luck: MixerLuck) -> None:
        self._ruling = ruling
        self._luck = luck
        events = LUCKYBOX.start(ruling.options, tuple(range(1, ruling.seats + 1)), 0, luck)
        self._blocks: dict[Seat, tuple[Place, Numbers]] = {}
        self.take(LUCKYBOX.fold(None, events))

    def take(self, state: State) -> None:
        """Goes on from a position."""
        self.state = state
        self._views: dict[Seat, dict[str, Part]] = {}
        self._answers: dict[Seat, Mapping[int, LuckyAction | None]] = {}

    @property
    def over(self) -> bool:
        """Tells whether it has ended."""
        return self.state.outcome is not None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Lists the seats whose answer is awaited."""
        return LUCKYBOX.to_act(self.state)

    def step(self, actions: Mapping[Seat, int]) -> dict[Seat, str]:
        """Takes a step of each of some seats; what isn't allowed isn't done, and told why.

        Steps of seats commute: a draw closes only when the last awaited seat has answered (LB-2.3).
        """
        asked = [(seat, number, self._answers_of(seat)) for seat, number in sorted(actions.items())]
        refused = {
            seat: f"Not possible now: {self._ruling.numbering.name(number)}."
            for seat, number, answers in asked
            if number not in answers
        }
        state = self.state
        for seat, number, answers in asked:
            action = answers.get(number)
            if action is not None:
                events = LUCKYBOX.act(state, seat, action, 0, self._luck)
                if isinstance(events, Refusal):
                    raise RuntimeError(f"what the mask allowed was refused: {events.sentence}")
                state = LUCKYBOX.fold(state, events)
        if state is not self.state:
            self.take(state)
        return refused

    def observe(self, seat: Seat) -> Numbers:
        """Is what a seat sees."""
        blocks = {place.seat: self._block(place) for place in self.state.places}
        return self._ruling.observing.observe(self._view(seat), seat, blocks)

    def mask(self, seat: Seat) -> Mask:
        """Has 1 for each action that a seat may do now."""
        mask: Mask = np.zeros(self._ruling.actions, np.int8)
        mask[list(self._answers_of(seat))] = 1
        return mask

    def points(self, seat: Seat) -> float:
        """Is what a seat would have if the game ended now; in the end its total, moons and all."""
        outcome = self.state.outcome
        if outcome is not None:
            return outcome.totals[seat - 1]
        part = LUCKYBOX.part(self.state, seat, f"seat{seat}")
        return part.score if isinstance(part, SeatPart) else 0

    def share(self, seat: Seat) -> float:
        """Is a seat's share of the win."""
        outcome = self.state.outcome
        return 0.0 if outcome is None else share_of(outcome.places, seat - 1)

    def render(self) -> str:
        """Draws what everybody sees, and alone what the seat sees."""
        return draw(LUCKYBOX.view(self.state, 1 if self._ruling.seats == 1 else SPECTATOR))

    def _view(self, seat: Seat) -> dict[str, Part]:
        if seat not in self._views:
            names = ("head", "own", "ask", f"seat{seat}")
            self._views[seat] = {name: LUCKYBOX.part(self.state, seat, name) for name in names}
        return self._views[seat]

    def _answers_of(self, seat: Seat) -> Mapping[int, LuckyAction | None]:
        if seat not in self._answers:
            self._answers[seat] = self._ruling.numbering.answers(*seen(self._view(seat), seat))
        return self._answers[seat]

    def _block(self, place: Place) -> Numbers:
        """Writes the part of a seat, anew only where the place is another than before."""
        known = self._blocks.get(place.seat)
        if known is not None and known[0] is place:
            return known[1]
        part = LUCKYBOX.part(self.state, place.seat, f"seat{place.seat}")
        if not isinstance(part, SeatPart):
            raise TypeError("that is no seat of Lucky Box")
        block = self._ruling.observing.block(part)
        self._blocks[place.seat] = (place, block)
        return block
