"""How does an event change a position of Lightning Dice? It states its results; no rule is decided here."""

from typing import Final

from msgspec.structs import replace

from boltbox.rules.game import Drew, Event, Instant
from boltbox.rules.lightningdice import events as e
from boltbox.rules.lightningdice.parts import IN_HAND
from boltbox.rules.lightningdice.state import (
    Called,
    Hand,
    Head,
    LastCall,
    Place,
    Rolling,
    State,
    Waiting,
)

# Tuples, for a union of types would be built anew for every event.
_DICE_EVENTS: Final = (e.Rolled, e.CameToRest, e.Kept, e.PickedUp)
_CLAIM_EVENTS: Final = (e.Claimed, e.ClaimSettled, e.NotYet, e.BlockEnded)


def apply(state: State | None, event: Event) -> State:
    """Applies one event to a position; None is the position before the first event.

    Raises ValueError for a first event that starts nothing, and for an event of another game.
    """
    if state is None:
        if not isinstance(event, e.Started):
            raise ValueError(f"a game begins with Started, not with {type(event).__name__}")
        return _started(event)
    if isinstance(event, Drew):
        return state
    if isinstance(event, _DICE_EVENTS):
        return _dice_event(state, event)
    if isinstance(event, _CLAIM_EVENTS):
        return _claim_event(state, event)
    return _table_event(state, event)


def _started(event: e.Started) -> State:
    return State(
        options=event.options,
        deck=event.deck,
        head=Head("count", flips=event.flips),
        places=tuple(Place(seat, 0) for seat in event.seats),
        hands=(Hand(),) * len(event.seats),
        cards=tuple(range(event.deck.size)),
    )


def _dice_event(state: State, event: e.Rolled | e.CameToRest | e.Kept | e.PickedUp) -> State:
    index = state.index(event.seat)
    place = state.places[index]
    if isinstance(event, e.Kept):
        return _with(state, index, replace(place, kept=event.dice))
    if isinstance(event, e.PickedUp):
        return _with(state, index, _in_hand(place, event.instant), _anew(state.hands[index]))
    values = list(place.values)
    if isinstance(event, e.Rolled):
        for die in event.dice:
            values[die] = 0
        rolling = Rolling(event.roll, event.dice, event.started, event.rests)
        place = replace(place, rolls=event.roll, rolling=rolling)
        hand = _anew(state.hands[index])
    else:
        for die, value in zip(event.dice, event.values, strict=True):
            values[die] = value
        place = replace(place, since=event.instant, rolling=None)
        hand = state.hands[index]
    return _with(state, index, replace(place, values=tuple(values), decision=place.decision + 1), hand)


def _claim_event(state: State, event: e.Claimed | e.ClaimSettled | e.NotYet | e.BlockEnded) -> State:
    index = state.index(event.seat)
    place, hand = state.places[index], state.hands[index]
    if isinstance(event, e.Claimed):
        claim = Waiting(
            *(event.seat, event.order, event.call, event.number, event.dice),
            *(event.moment, event.arrival, event.span, event.settles, place.rolls),
        )
        made = (*hand.made, Called(event.call, event.number))
        state = replace(state, claims=event.order)
        return _with(state, index, place, replace(hand, made=made, waiting=(*hand.waiting, claim)))
    if isinstance(event, e.ClaimSettled):
        settled = (event.call, event.number, event.moment, event.arrival)
        left = tuple(
            claim
            for claim in hand.waiting
            if (claim.call, claim.number, claim.moment, claim.arrival) != settled
        )
        state = _with(state, index, _scored(place, event), replace(hand, waiting=left))
        return _lost(state, event) if event.lost else state
    if isinstance(event, e.NotYet):
        made = (*hand.made, Called(event.call))
        return _with(state, index, place, replace(hand, made=made, blocked=event.until))
    return _with(state, index, place, replace(hand, blocked=None))


def _scored(place: Place, event: e.ClaimSettled) -> Place:
    """Adds what a claim scored for its caller."""
    tally, scored = place.tally, event.scored
    if event.call == "bonus":
        tally = replace(tally, bonuses=tally.bonuses + scored)
    elif scored < 0:
        tally = replace(tally, penalties=tally.penalties + scored)
    else:
        tally = replace(tally, matches=tally.matches + scored)
    last = LastCall(event.call, event.number, event.verdict, scored)
    return replace(place, tally=tally, last=last)


def _lost(state: State, event: e.ClaimSettled) -> State:
    """Takes what a thunder cost from whom it named."""
    index = state.index(event.number)
    place = state.places[index]
    tally = replace(place.tally, thunders=place.tally.thunders - event.lost)
    return _with(state, index, replace(place, tally=tally))


def _table_event(state: State, event: Event) -> State:
    if isinstance(event, e.CardsShuffled):
        return replace(state, cards=tuple(range(event.cards)))
    if isinstance(event, e.Flipped):
        cards = tuple(card for card in state.cards if card != event.card)
        state = replace(
            state,
            head=Head("race", event.goal, event.text, flipped=event.instant),
            cards=cards,
        )
        return _all_in_hand(state, event.instant)
    if isinstance(event, e.GoalReopened):
        head = replace(state.head, phase="race", flips=None, flipped=event.instant)
        return _all_in_hand(replace(state, head=head), event.instant)
    if isinstance(event, e.CountBegan):
        head = replace(state.head, phase="count", flips=event.flips, spent=event.spent)
        return _all_in_hand(replace(state, head=head), event.instant)
    if isinstance(event, e.GoalClosed):
        index = state.index(event.seat)
        place = state.places[index]
        place = replace(place, time=place.time + event.time)
        head = replace(state.head, text="", spent=0)
        return _all_in_hand(_with(replace(state, head=head), index, place), event.instant)
    if isinstance(event, e.PlayedSet):
        index = state.index(event.seat)
        place = state.places[index]
        place = replace(place, out=not event.played, decision=place.decision + 1)
        return _with(state, index, place)
    if isinstance(event, e.GameEnded):
        return replace(state, head=replace(state.head, phase="ended", flips=None), outcome=event.outcome)
    raise ValueError(f"Lightning Dice has no event {type(event).__name__}")


def _all_in_hand(state: State, instant: Instant) -> State:
    """Puts all dice of all players in hand; what rolls is void (LD-2.5, LD-2.7)."""
    places = tuple(_in_hand(place, instant) for place in state.places)
    return replace(state, places=places, hands=tuple(map(_unblocked, state.hands)))


def _in_hand(place: Place, instant: Instant) -> Place:
    return replace(place, values=IN_HAND, kept=(), rolling=None, since=instant, decision=place.decision + 1)


def _anew(hand: Hand) -> Hand:
    """Forgets which calls were made: the dice are others now (LD-3.7)."""
    return replace(hand, made=()) if hand.made else hand


def _unblocked(hand: Hand) -> Hand:
    return replace(hand, made=(), blocked=None) if hand.made or hand.blocked is not None else hand


def _with(state: State, index: int, place: Place, hand: Hand | None = None) -> State:
    places = (*state.places[:index], place, *state.places[index + 1 :])
    if hand is None or hand is state.hands[index]:
        return replace(state, places=places)
    hands = (*state.hands[:index], hand, *state.hands[index + 1 :])
    return replace(state, places=places, hands=hands)
