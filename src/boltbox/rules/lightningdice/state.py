"""What is a position of Lightning Dice? Frozen structs; events change them (see fold.py), nothing else."""

from typing import Literal

from boltbox.rules import game
from boltbox.rules.game import Instant, Outcome, Piece, Seat
from boltbox.rules.lightningdice.goals import Goal, parse
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.parts import IN_HAND, Call, GoalDeck, Verdict

Phase = Literal["count", "race", "ended"]


class Rolling(Piece, frozen=True):
    """Is a roll in motion."""

    roll: int  # its number, of all rolls of that player (LD-2.4)
    dice: tuple[int, ...]  # which ones, 0 to 5
    started: Instant  # the moment it was pressed
    rests: Instant  # when they stop


class LastCall(Piece, frozen=True):
    """Is the call of a player that was settled last."""

    call: Call  # which one
    number: int  # whom it named; 0: nobody
    verdict: Verdict  # what became of it
    scored: int  # points or cards; less than 0 for a penalty


class Tally(Piece, frozen=True):
    """Is what the score of a player is made of."""

    matches: int = 0  # 2 points each; in the quick game and in practice a card each
    bonuses: int = 0  # points
    penalties: int = 0  # at most 0
    thunders: int = 0  # at most 0

    @property
    def points(self) -> int:
        """Adds up."""
        return self.matches + self.bonuses + self.penalties + self.thunders


class Place(Piece, frozen=True):
    """Is a player as everybody sees them."""

    seat: Seat
    since: Instant  # when the last roll came to rest, or all dice in hand
    values: tuple[int, ...] = IN_HAND  # of the six dice; 0: in hand or rolling
    kept: tuple[int, ...] = ()  # dice set aside
    rolling: Rolling | None = None
    rolls: int = 0  # so far, void ones included
    tally: Tally = Tally()  # what was scored
    time: int = 0  # milliseconds from flips to valid claims, added up
    last: LastCall | None = None
    decision: int = 0  # the number of the seat's ask
    out: bool = False  # left for good (LD-4.3)

    @property
    def resting(self) -> tuple[int, ...]:
        """Lists the dice at rest, kept ones too."""
        return tuple(die for die, value in enumerate(self.values) if value)

    @property
    def thrown(self) -> tuple[int, ...]:
        """Lists the dice that the next roll takes (LD-2.5)."""
        return tuple(die for die in range(len(self.values)) if die not in self.kept)


class Called(Piece, frozen=True):
    """Is a call that was made on the dice as they lie."""

    call: Call  # which one
    number: int = 0  # whom it names; 0: nobody


class Waiting(Piece, frozen=True):
    """Is a claim that isn't settled yet (LD-3.8)."""

    seat: Seat
    order: int  # the how manieth claim that the server received
    call: Call
    number: int
    dice: tuple[int, ...]  # what the six dice showed as it arrived
    moment: Instant  # when it was pressed, as far as it is trusted (LD-3.6)
    arrival: Instant
    span: int  # milliseconds that the line was trusted with
    settles: Instant  # not before this
    roll: int  # after which roll of that player it was made

    @property
    def turn(self) -> tuple[Instant, int]:
        """Is by what claims are settled in order: the moment, then the arrival."""
        return self.moment, self.order


class Hand(Piece, frozen=True):
    """Is what only the seat itself knows."""

    made: tuple[Called, ...] = ()  # on these dice, not rolled since (LD-3.7)
    waiting: tuple[Waiting, ...] = ()  # in the order they arrived
    blocked: Instant | None = None  # until when nothing can be claimed (LD-5.2)


class Head(Piece, frozen=True):
    """Is where the game stands, the same for everybody."""

    phase: Phase
    goal: int = 0  # the number of the goal, from 1 through the whole game; 0 before the first flip
    text: str = ""  # what it asks for; empty where the count-in ends with another flip
    flips: Instant | None = None  # when the count-in is over
    flipped: Instant = 0  # since when this goal is open
    spent: int = 0  # milliseconds that it was open before time stood still


class State(game.State, frozen=True):
    """Is a whole position of Lightning Dice."""

    options: Options
    deck: GoalDeck
    head: Head
    places: tuple[Place, ...]  # in the order of the seats
    hands: tuple[Hand, ...]  # in the same order
    cards: tuple[int, ...]  # goals of the deck that weren't flipped, sorted: what comes next, nothing tells
    claims: int = 0  # how many the server received
    outcome: Outcome | None = None

    def index(self, seat: Seat) -> int:
        """Finds where a seat stands in `places` and `hands`. Raises KeyError for one that doesn't play."""
        for index, place in enumerate(self.places):
            if place.seat == seat:
                return index
        raise KeyError(seat)

    @property
    def goal(self) -> Goal:
        """Is the goal that is open."""
        return parse(self.head.text)

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """Lists the claims that wait, in the order in which they are settled (LD-3.8)."""
        claims = (claim for hand in self.hands for claim in hand.waiting)
        return tuple(sorted(claims, key=lambda claim: claim.turn))
