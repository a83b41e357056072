"""What can happen in Lightning Dice? Every event of a log, with its results, and what is told of it."""

from boltbox.rules.game import Drew, Event, Instant, Outcome, Piece, Public, Seat, Told
from boltbox.rules.lightningdice.goals import Side
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.parts import Call, GoalDeck, Verdict


class Started(Event, frozen=True):
    """The game began: with its options, its seats and its whole deck, so that the log needs nothing else."""

    options: Options
    seats: tuple[Seat, ...]
    deck: GoalDeck
    flips: Instant  # when the first goal is flipped


class GameStarted(Told, frozen=True):
    """The game began, and the count-in runs."""

    seats: tuple[Seat, ...]  # the player numbers
    flips: Instant  # when the first goal is flipped


class CardsShuffled(Public, frozen=True):
    """All goals were flipped: the played ones are shuffled again, and are the pile (LD-1.2)."""

    cards: int  # how many


class Flipped(Event, frozen=True):
    """A goal was flipped: from now on everybody rolls for it (LD-2.1)."""

    goal: int  # its number, from 1 through the whole game
    card: int  # which one of the deck
    text: str  # what it asks for
    instant: Instant  # since when it is open


class GoalFlipped(Told, frozen=True, tag="flipped"):
    """A goal was flipped: from now on everybody rolls for it (LD-2.1)."""

    goal: int  # its number, from 1 through the whole game
    card: int  # which one of the deck
    text: str  # what it asks for
    sides: tuple[Side, ...]  # the same to draw or say it by, as in `head`
    instant: Instant  # since when it is open


class CountBegan(Public, frozen=True):
    """Time stood still: all dice are in hand, and the race goes on after a new count-in (LD-2.7)."""

    instant: Instant  # when
    flips: Instant  # when the same goal is open again, or the next one is flipped
    spent: int  # milliseconds that the goal was open before


class GoalReopened(Public, frozen=True):
    """The count-in is over, and the same goal goes on (LD-2.7)."""

    goal: int  # its number
    instant: Instant  # since when it is open again


class Rolled(Public, frozen=True):
    """A player threw dice; what they show, nobody knows before they rest (LD-2.3)."""

    seat: Seat  # the player number
    roll: int  # of that player, from 1 through the whole game
    dice: tuple[int, ...]  # which, 0 to 5
    started: Instant  # the moment it was pressed
    rests: Instant  # when they stop


class CameToRest(Public, frozen=True):
    """A roll came to rest, and this is what it shows (LD-2.3, LD-2.4)."""

    seat: Seat  # the player number
    roll: int  # which roll of that player
    dice: tuple[int, ...]  # which, 0 to 5
    values: tuple[int, ...]  # of these dice; 0: it left the tray and is in hand (LD-1.4)
    instant: Instant  # when


class Kept(Public, frozen=True):
    """A player set exactly these dice aside (LD-2.2)."""

    seat: Seat  # the player number
    dice: tuple[int, ...]  # which, 0 to 5


class Claimed(Event, frozen=True):
    """A claim arrived and waits until nobody can have been earlier (LD-3.6, LD-3.8)."""

    seat: Seat
    order: int  # the how manieth claim that the server received
    call: Call
    number: int
    dice: tuple[int, ...]  # what all six showed
    moment: Instant  # when it was pressed, as far as it is trusted
    arrival: Instant
    span: int  # milliseconds that the line was trusted with
    settles: Instant  # not before this


class ClaimWaits(Told, frozen=True):
    """The own claim arrived and waits; only the seat itself is told."""

    call: Call  # which one
    number: int  # whom it names; 0: nobody
    dice: tuple[int, ...]  # what the six dice show
    moment: Instant  # when it was pressed, as far as it is trusted
    arrival: Instant  # when the server received it
    settles: Instant  # not before this


class PickedUp(Public, frozen=True):
    """A player has all six dice in hand, and goes on with the same goal (LD-3.9)."""

    seat: Seat  # the player number
    instant: Instant  # when


class ClaimSettled(Public, frozen=True):
    """A claim was settled: whether it counts, what it scores, and when it was pressed (LD-3)."""

    seat: Seat  # who called
    call: Call  # which one
    number: int  # whom it named; 0: nobody
    dice: tuple[int, ...]  # what the six dice showed
    verdict: Verdict  # `late`: the goal was closed before; `nobody`: it named no other player
    scored: int  # points, or a card; less than 0 for a penalty
    lost: int  # points that the named player lost
    moment: Instant  # when it was pressed, as far as it is trusted
    arrival: Instant  # when the server received it
    span: int  # milliseconds that the line was trusted with


class Dated(Piece, frozen=True):
    """Is when a claim was pressed and arrived; what lies between is the line."""

    seat: Seat  # who called
    call: Call  # which one
    number: int  # whom it named; 0: nobody
    moment: Instant  # when it was pressed, as far as it is trusted
    arrival: Instant  # when the server received it
    span: int  # milliseconds that the line was trusted with


class GoalClosed(Public, frozen=True):
    """The goal is met: all dice are in hand, rolls in motion are void (LD-3.1, LD-2.5)."""

    goal: int  # its number
    seat: Seat  # who was first
    instant: Instant  # when
    time: int  # milliseconds from the flip to the moment of the claim
    claims: tuple[Dated, ...]  # the first one, and those that came too late, in the order of their moments


class NotYet(Event, frozen=True):
    """A false claim in a quick game: that player can't claim for a while (LD-5.2)."""

    seat: Seat
    call: Call
    until: Instant


class ClaimBlocked(Told, frozen=True):
    """Not yet: the own dice don't meet the goal, and nothing can be claimed for a while (LD-5.2)."""

    until: Instant  # until when


class BlockEnded(Event, frozen=True):
    """A player can claim again (LD-5.2)."""

    seat: Seat


class ClaimFreed(Told, frozen=True):
    """The seat itself can claim again."""


class PlayedSet(Public, frozen=True):
    """A player left for good, or came back before the end (LD-4.3)."""

    seat: Seat  # the player number
    played: bool  # plays again; false: left for good


class GameEnded(Public, frozen=True):
    """The game is over (LD-4, LD-5)."""

    outcome: Outcome  # places and points


EVENT_TYPES: tuple[type[Event], ...] = (
    Drew, Started, CardsShuffled, Flipped, CountBegan, GoalReopened, Rolled, CameToRest, Kept, Claimed,
    PickedUp, ClaimSettled, GoalClosed, NotYet, BlockEnded, PlayedSet, GameEnded,
)  # fmt: skip
TOLD_TYPES: tuple[type[Told], ...] = (
    GameStarted, CardsShuffled, GoalFlipped, CountBegan, GoalReopened, Rolled, CameToRest, Kept, ClaimWaits,
    PickedUp, ClaimSettled, GoalClosed, ClaimBlocked, ClaimFreed, PlayedSet, GameEnded,
)  # fmt: skip
