"""What may each audience see of Lightning Dice? The parts of a view, built from an allow-list."""

from itertools import combinations
from typing import Final, Literal

from boltbox.rules import game
from boltbox.rules.game import Audience, Instant, Outcome, Part, Piece, Seat
from boltbox.rules.lightningdice import claims, play
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.goals import Side
from boltbox.rules.lightningdice.options import SEATS, Mode, Options, bare, cards, house_rules
from boltbox.rules.lightningdice.parts import Call
from boltbox.rules.lightningdice.state import (
    Called,
    Hand,
    LastCall,
    Phase,
    Place,
    Rolling,
    State,
    Tally,
)


class HeadPart(Part, frozen=True):
    """Shows where the game stands: the part `head`, the same for everybody."""

    phase: Phase  # `count`: the count-in runs; `race`: everybody rolls
    mode: Mode  # which game
    goal: int  # the number of the goal, from 1 through the whole game; 0 before the first
    text: str  # what it asks for; empty when none is open
    sides: tuple[Side, ...]  # the same to draw it by: one thing, or two that the same dice must meet
    flips: Instant | None  # when the count-in is over
    flipped: Instant | None  # since when the goal is open
    spent: int  # milliseconds that it was open before time stood still
    cards_left: int | None  # goals that can still come before all are used; null in practice
    target: int | None  # points that win; None without points
    house_rules: bool  # the options differ from the usual ones
    outcome: Outcome | None  # how it ended; null before the end


class RulesPart(Part, frozen=True):
    """Shows what was agreed before the start: the part `rules`, the same for everybody and all the game."""

    options: Options  # of an own deck without its goals: those that weren't flipped are nobody's to know
    deck: str  # its name
    author: str  # who made it
    licence: str  # under which licence
    goals: int  # how many it has


class SeatPart(Part, frozen=True):
    """Shows a player: the parts `seat1`, `seat2`, ..., the same for everybody."""

    seat: Seat  # the player number too
    values: tuple[int, ...]  # of six dice; 0 for one that rolls or is in hand
    kept: tuple[int, ...]  # which dice are set aside, 0 to 5
    rolling: Rolling | None  # which dice roll, and until when; the other dice without a value are in hand
    rolls: int  # so far
    score: int  # points, or cards
    tally: Tally  # what the score is made of
    time: int  # milliseconds from flips to own valid claims, added up
    last: LastCall | None  # the call that was settled last
    played: bool  # hasn't left for good


class WaitingView(Piece, frozen=True):
    """Shows an own claim that isn't settled yet. How many came before it, nobody may know (LD-3.8)."""

    call: Call  # which one
    number: int  # whom it names; 0: nobody
    dice: tuple[int, ...]  # what the six dice showed
    moment: Instant  # when it was pressed, as far as it is trusted
    arrival: Instant  # when the server received it
    settles: Instant  # not before this


class OwnPart(Part, frozen=True):
    """Shows a seat its own secrets: the part `own`."""

    made: tuple[Called, ...]  # calls on the dice as they lie; none of them can be made again
    waiting: tuple[WaitingView, ...]  # own claims that aren't settled yet
    blocked: Instant | None  # until when nothing can be claimed


class AskPart(game.Ask, frozen=True):
    """Shows a seat what it may do now: the part `ask`.

    Kinds: `race` (roll, keep, claim, whenever one likes), `wait` for the end of the count-in, `out` after
    leaving for good, `over`.
    """

    kind: Literal["race", "wait", "out", "over"]
    roll: bool = False  # can roll now
    keep: tuple[int, ...] = ()  # which dice can be kept
    calls: tuple[Call, ...] = ()  # which calls can be made; of thunder not each number again


_SEATS: Final = {f"seat{seat}": seat for seat in SEATS}


def sources(state: State, audience: Audience) -> dict[str, tuple[object, ...]]:
    """Names the parts that an audience sees, and the frozen things that each is made of."""
    parts: dict[str, tuple[object, ...]] = {
        "head": (state.head, state.cards, state.outcome),
        "rules": (state.options, state.deck),
    }
    for place, hand in zip(state.places, state.hands, strict=True):
        parts[f"seat{place.seat}"] = (place,)
        if place.seat == audience:
            parts["own"] = (hand,)
            parts["ask"] = (state.head, place, hand, state.outcome)
    return parts


def part(state: State, audience: Audience, name: str) -> Part:
    """Shows one part. Raises KeyError for a part that the audience doesn't see."""
    if name == "head":
        return _head(state)
    if name == "rules":
        deck = state.deck
        return RulesPart(bare(state.options), deck.name, deck.author, deck.licence, deck.size)
    if name in ("own", "ask"):
        index = state.index(audience)
        return _own(state.hands[index]) if name == "own" else ask(state, audience)
    return _seat(state.places[state.index(_SEATS[name])])


def _head(state: State) -> HeadPart:
    head, options = state.head, state.options
    left: int | None = None
    if options.mode == "quick":
        left = cards(options, state.deck) - head.goal
    elif options.mode == "standard":
        left = len(state.cards)
    return HeadPart(
        phase=head.phase,
        mode=options.mode,
        goal=head.goal,
        text=head.text,
        sides=state.goal.sides if head.text else (),
        flips=head.flips,
        flipped=head.flipped if head.phase == "race" else None,
        spent=head.spent,
        cards_left=left,
        target=options.target if options.mode == "standard" else None,
        house_rules=house_rules(options, len(state.places)),
        outcome=state.outcome,
    )


def _seat(place: Place) -> SeatPart:
    return SeatPart(
        seat=place.seat,
        values=place.values,
        kept=place.kept,
        rolling=place.rolling,
        rolls=place.rolls,
        score=place.tally.points,
        tally=place.tally,
        time=place.time,
        last=place.last,
        played=not place.out,
    )


def _own(hand: Hand) -> OwnPart:
    waiting = (
        WaitingView(one.call, one.number, one.dice, one.moment, one.arrival, one.settles)
        for one in hand.waiting
    )
    return OwnPart(hand.made, tuple(waiting), hand.blocked)


def decision(state: State, seat: Seat) -> int:
    """Numbers the ask of a seat: it rises with each roll, each rest and whenever dice come in hand.

    What is kept, and a claim, leave it: so a roll may follow at once.
    """
    return state.places[state.index(seat)].decision


def question(_: State, __: Seat) -> None:
    """Numbers no question: nobody waits for an answer, so none can come too late."""


def ask(state: State, seat: Seat) -> AskPart:
    """Tells a seat what it may do now."""
    index = state.index(seat)
    place, hand = state.places[index], state.hands[index]
    number = place.decision
    if state.outcome is not None:
        return AskPart(number, "over", open=False)
    if place.out:
        return AskPart(number, "out", open=False)
    if state.head.phase == "count":
        return AskPart(number, "wait", open=False)
    roll = play.why_not_roll(state, place, state.head.goal) is None
    calls = dict.fromkeys(claim.call for claim in _claims(state, place, hand))
    keep = place.resting
    return AskPart(number, "race", open=bool(roll or keep), roll=roll, keep=keep, calls=tuple(calls))


def _claims(state: State, place: Place, hand: Hand) -> tuple[Claim, ...]:
    """Lists the claims that wouldn't be refused, whether the dice bear them out or not."""
    numbers = (Claim("thunder", number) for number in SEATS)
    possible = (Claim("got"), Claim("bonus"), *numbers)
    return tuple(claim for claim in possible if claims.why_not(state, place, hand, claim) is None)


def legal(state: State, seat: Seat) -> tuple[DiceAction, ...]:
    """Spells out what a seat may do, in a fixed order: the roll, what can be kept, the calls."""
    asked = ask(state, seat)
    if not asked.open:
        return ()
    index = state.index(seat)
    rolls = (Roll(state.head.goal),) if asked.roll else ()
    keeps = (
        Keep(dice)
        for count in range(len(asked.keep) + 1)
        for dice in combinations(asked.keep, count)
        if asked.keep
    )
    return (*rolls, *keeps, *_claims(state, state.places[index], state.hands[index]))


def to_act(state: State) -> tuple[Seat, ...]:
    """Lists the seats that may do something."""
    if state.outcome is not None:
        return ()
    return tuple(place.seat for place in state.places if ask(state, place.seat).open)
