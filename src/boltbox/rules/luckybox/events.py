"""What can happen in Lucky Box? Every event of a log, with its results, and what is told of it."""

from typing import Literal

from boltbox.rules.game import Drew, Event, Outcome, Public, Seat, Told
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.parts import BonusCode, Deck


class Started(Event, frozen=True):
    """The game began: with its options, its seats and its whole deck, so that the log needs nothing else."""

    options: Options
    seats: int
    deck: Deck
    boxes: tuple[int, ...]  # all boxes in play, sorted


class Dealt(Event, frozen=True):
    """Boxes were dealt to choose from (LB-1.2, LB-6.2, LB-6.3)."""

    offers: tuple[tuple[int, ...], ...]  # by seat, in the order dealt
    keep: tuple[int, ...]  # by seat: how many to keep
    deck: tuple[int, ...]  # the deck afterwards, sorted
    pile: tuple[int, ...]  # the discard pile afterwards, sorted


class Chosen(Event, frozen=True):
    """A seat chose boxes, or chose otherwise than before (LB-1.4)."""

    seat: Seat
    boxes: tuple[int, ...]
    again: bool  # whether it had chosen before


class RefillChosen(Event, frozen=True):
    """A seat chose how to refill its boxes, or chose otherwise than before (LB-6.5)."""

    seat: Seat
    discard: tuple[int, ...]
    take: tuple[int, ...]
    blind: int
    again: bool  # whether it had chosen before


class BlindDealt(Event, frozen=True):
    """Boxes that were wanted blind were dealt and laid out (LB-6.5)."""

    boxes: tuple[tuple[int, ...], ...]  # by seat, in the order dealt
    deck: tuple[int, ...]  # the deck afterwards, sorted
    pile: tuple[int, ...]  # the discard pile afterwards, sorted


class ConfirmAsked(Event, frozen=True):
    """A seat asked to confirm its answers from now on, or not to (LB-3.7)."""

    seat: Seat
    on: bool


class BoxesOffered(Told, frozen=True):
    """Boxes were dealt: how many each seat has to choose from; each sees only its own."""

    counts: tuple[int, ...]  # by seat
    keep: tuple[int, ...]  # by seat


class Ready(Told, frozen=True):
    """A seat has chosen; what, only the seat itself sees (C20)."""

    seat: Seat


class ChoiceChanged(Told, frozen=True):
    """The seat's own choice is another now; only the seat itself is told."""

    boxes: tuple[int, ...]


class RefillChanged(Told, frozen=True):
    """The seat's own refill is another now; only the seat itself is told."""

    discard: tuple[int, ...]  # ids of boxes to give away
    take: tuple[int, ...]  # ids of boxes out of the reserve
    blind: int  # how many from the deck


class BlindTaken(Told, frozen=True):
    """Boxes came blind from the deck, and lie open now (LB-6.5)."""

    boxes: tuple[tuple[int, ...], ...]  # by seat


class ConfirmSet(Told, frozen=True):
    """The seat's own wish to confirm answers is noted; only the seat itself is told."""

    on: bool


class GameStarted(Told, frozen=True):
    """The game began."""

    seats: int


class ChoiceTakenBack(Public, frozen=True):
    """A seat thinks again about its choice of boxes (LB-1.4, LB-6.5)."""

    seat: Seat


class Kept(Public, frozen=True):
    """All have chosen: what a seat kept, and what it discarded (LB-1.4)."""

    seat: Seat
    boxes: tuple[int, ...]
    discarded: tuple[int, ...]


class OffersShrank(Public, frozen=True):
    """Too few boxes were left: no offer is larger than this (LB-6.3)."""

    size: int


class WentWithout(Public, frozen=True):
    """Nothing was left for a seat (LB-6.3)."""

    seat: Seat


class RefillBegan(Public, frozen=True):
    """A round of `chengdu` is over: boxes can be refilled (LB-6.2)."""

    round: int


class Refilled(Public, frozen=True):
    """All have chosen: what a seat discarded, and what it laid out from its reserve (LB-6.5)."""

    seat: Seat
    discarded: tuple[int, ...]
    taken: tuple[int, ...]  # ids of boxes out of the reserve


class MoonsShuffled(Public, frozen=True):
    """A full new set of moon tokens is the supply from now on (LB-4.6)."""

    moons: tuple[int, ...]  # their values, sorted


class MoonDrawn(Public, frozen=True):
    """The draw closed, and a moon token that a seat took turned out to be this one (LB-4.8)."""

    seat: Seat
    value: int  # printed on it


class PileShuffled(Public, frozen=True):
    """The deck ran out, and the discard pile became the new one (LB-6.3)."""

    boxes: int  # how many


class RoundBegan(Public, frozen=True):
    """A round began with all its number cards (LB-2.1, LB-2.2)."""

    round: int
    numbers: tuple[int, ...]  # all of them, sorted; how they come, nobody knows


class NumberDrawn(Public, frozen=True):
    """A number came (LB-2.2, LB-2.3)."""

    round: int
    draw: int
    number: int


class Crossed(Public, frozen=True):
    """A seat crossed a cell: as drawn, by lightning, a question mark or a bonus (LB-3.1, LB-3.2, LB-4.3)."""

    seat: Seat
    box: int
    cell: int
    number: int
    way: Literal["drawn", "lightning", "question", "bonus"]
    price: int = 0  # lightning tokens spent
    code: BonusCode | None = None  # the bonus it was crossed by


class Passed(Public, frozen=True):
    """A seat answered by crossing nothing (LB-3.4), or its time ran out (LB-3.8)."""

    seat: Seat
    late: bool = False


class LineCompleted(Public, frozen=True):
    """A line was completed (LB-4.1)."""

    seat: Seat
    box: int
    line: int  # 0-2 rows from the top, 3-5 columns from the left
    code: BonusCode


class TokensTaken(Public, frozen=True):
    """A seat took what a line gave: lightning, a star, a moon or a question mark (LB-4.3, LB-4.7)."""

    seat: Seat
    lightning: int = 0
    stars: int = 0
    moons: int = 0
    questions: int = 0  # question marks; `chengdu` only


class BonusWaits(Public, frozen=True):
    """A bonus cross is due (LB-4.2)."""

    seat: Seat
    code: BonusCode
    box: int
    line: int


class BonusLost(Public, frozen=True):
    """A waiting bonus has no possible cell any more, or its time ran out (LB-4.5, LB-4.7, LB-3.8)."""

    seat: Seat
    code: BonusCode
    box: int
    line: int
    late: bool = False


class BonusDeclined(Public, frozen=True):
    """A seat declined a waiting bonus (LB-4.5)."""

    seat: Seat
    code: BonusCode


class BoxFinished(Public, frozen=True):
    """A box has nine crosses and scores (LB-5.1)."""

    seat: Seat
    box: int
    round: int
    points: int


class TakenBack(Public, frozen=True):
    """A seat took back own steps; so many are left (LB-3.5)."""

    seat: Seat
    to: int


class DoneSaid(Public, frozen=True):
    """A seat confirmed its answer (LB-3.7)."""

    seat: Seat


class TimeRanOut(Public, frozen=True):
    """The time of a seat ran out: what it did in this draw stands (LB-3.8)."""

    seat: Seat


class PlayedSet(Public, frozen=True):
    """Somebody plays a seat from now on, or nobody does (LB-7.7)."""

    seat: Seat
    played: bool


class DrawClosed(Public, frozen=True):
    """All answers are complete: the draw is closed for good (LB-3.7)."""

    round: int
    draw: int


class RoundScored(Public, frozen=True):
    """The stars of a round scored (LB-6.1)."""

    round: int
    stars: tuple[int, ...]  # by seat
    points: tuple[int, ...]  # by seat


class GameEnded(Public, frozen=True):
    """The game is over (LB-7)."""

    outcome: Outcome


EVENT_TYPES: tuple[type[Event], ...] = (
    Drew, Started, Dealt, Chosen, ConfirmAsked, ChoiceTakenBack, Kept, OffersShrank, WentWithout,
    PileShuffled, RoundBegan, NumberDrawn, Crossed, Passed, LineCompleted, TokensTaken, BonusWaits, BonusLost,
    BonusDeclined, BoxFinished, TakenBack, DoneSaid, TimeRanOut, PlayedSet, DrawClosed, RoundScored,
    GameEnded, MoonsShuffled, MoonDrawn, RefillBegan, RefillChosen, Refilled, BlindDealt,
)  # fmt: skip
TOLD_TYPES: tuple[type[Told], ...] = (
    BoxesOffered, Ready, ChoiceChanged, ConfirmSet, GameStarted, ChoiceTakenBack, Kept, OffersShrank,
    WentWithout, PileShuffled, RoundBegan, NumberDrawn, Crossed, Passed, LineCompleted, TokensTaken,
    BonusWaits, BonusLost, BonusDeclined, BoxFinished, TakenBack, DoneSaid, TimeRanOut, PlayedSet, DrawClosed,
    RoundScored, GameEnded, MoonsShuffled, MoonDrawn, RefillBegan, RefillChanged, Refilled, BlindTaken,
)  # fmt: skip
