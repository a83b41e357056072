"""How does an event change a position of Lucky Box? It states its results; no rule is decided here."""

from typing import Final, TypeVar

from msgspec.structs import replace

from boltbox.rules.game import Drew, Event
from boltbox.rules.luckybox import events as e
from boltbox.rules.luckybox.state import (
    Board,
    Box,
    Due,
    Finished,
    Hand,
    Head,
    Place,
    Refilling,
    State,
    Supply,
)

# Tuples, for a union of types would be built anew for every event.
_STEPS: Final = (e.Crossed, e.Passed, e.BonusDeclined)
_NEWS: Final = (e.LineCompleted, e.OffersShrank, e.WentWithout, e.PileShuffled, Drew)  # they change nothing
_EFFECTS: Final = (e.TokensTaken, e.BonusWaits, e.BonusLost, e.BoxFinished)
_SEAT_EVENTS: Final = (e.TakenBack, e.DoneSaid, e.TimeRanOut, e.PlayedSet)
_CHOICE_EVENTS: Final = (e.Dealt, e.Chosen, e.ChoiceTakenBack, e.Kept, e.ConfirmAsked)
_REFILL_EVENTS: Final = (e.RefillBegan, e.RefillChosen, e.Refilled, e.BlindDealt)
_MOON_EVENTS: Final = (e.MoonsShuffled, e.MoonDrawn)


def apply(state: State | None, event: Event) -> State:
    """Applies one event to a position; None is the position before the first event.

    Raises ValueError for a first event that starts nothing, and for an event of another game.
    """
    if state is None:
        if not isinstance(event, e.Started):
            raise ValueError(f"a game begins with Started, not with {type(event).__name__}")
        return _started(event)
    if isinstance(event, _STEPS):
        return _step(state, event)
    if isinstance(event, _NEWS):
        return state
    if isinstance(event, _EFFECTS):
        return _effect(state, event)
    if isinstance(event, _SEAT_EVENTS):
        return _seat_event(state, event)
    if isinstance(event, _CHOICE_EVENTS):
        return _choice_event(state, event)
    if isinstance(event, _REFILL_EVENTS):
        return _refill_event(state, event)
    if isinstance(event, _MOON_EVENTS):
        return _moon_event(state, event)
    return _table_event(state, event)


def _started(event: e.Started) -> State:
    board = Board(lightning=event.options.starting_lightning)
    return State(
        options=event.options,
        deck=event.deck,
        head=Head(phase="choice", round=0),
        places=tuple(Place(seat=seat, board=board) for seat in range(1, event.seats + 1)),
        hands=(Hand(),) * event.seats,
        supply=Supply(deck=event.boxes),
    )


def _step(state: State, event: e.Crossed | e.Passed | e.BonusDeclined) -> State:
    """Adds a board to the seat's trail: one own step (LB-3.5)."""
    place = state.places[event.seat - 1]
    board = place.now
    if isinstance(event, e.Passed):
        board = replace(board, answered=True)
    elif isinstance(event, e.BonusDeclined):
        board = replace(board, due=_without(board.due, event.code))
    else:
        boxes = tuple(
            Box(box.id, box.crossed | 1 << event.cell) if box.id == event.box else box for box in board.boxes
        )
        board = replace(
            board,
            boxes=boxes,
            due=board.due if event.code is None else _without(board.due, event.code),
            answered=True,
            lightning=board.lightning - event.price,
            questions=board.questions - (event.way == "question"),
        )
    return _with_place(state, replace(place, trail=(*place.trail, board), decision=place.decision + 1))


def _effect(state: State, event: e.TokensTaken | e.BonusWaits | e.BonusLost | e.BoxFinished) -> State:
    """Changes the board of the latest step: what the step brought with it."""
    place = state.places[event.seat - 1]
    board = place.now
    if isinstance(event, e.TokensTaken):
        board = replace(
            board,
            lightning=board.lightning + event.lightning,
            stars=board.stars + event.stars,
            moons=board.moons + event.moons,
            questions=board.questions + event.questions,
        )
    elif isinstance(event, e.BonusWaits):
        board = replace(board, due=(*board.due, Due(event.code, event.box, event.line)))
    elif isinstance(event, e.BonusLost):
        lost = Due(event.code, event.box, event.line)
        board = replace(board, due=tuple(due for due in board.due if due != lost))
    else:
        board = replace(
            board,
            boxes=tuple(box for box in board.boxes if box.id != event.box),
            finished=(*board.finished, Finished(event.box, event.round, event.points)),
        )
    if place.trail:
        return _with_place(state, replace(place, trail=(*place.trail[:-1], board)))
    return _with_place(state, replace(place, board=board))


def _seat_event(state: State, event: e.TakenBack | e.DoneSaid | e.TimeRanOut | e.PlayedSet) -> State:
    place = state.places[event.seat - 1]
    if isinstance(event, e.TakenBack):
        place = replace(place, trail=place.trail[: event.to], decision=place.decision + 1, done=False)
    elif isinstance(event, e.DoneSaid):
        place = replace(place, done=True)
    elif isinstance(event, e.TimeRanOut):
        place = replace(place, locked=True, decision=place.decision + 1)
    else:
        place = replace(place, played=event.played)
    return _with_place(state, place)


def _choice_event(
    state: State, event: e.Dealt | e.Chosen | e.ChoiceTakenBack | e.Kept | e.ConfirmAsked
) -> State:
    if isinstance(event, e.Dealt):
        hands = zip(state.hands, event.offers, event.keep, strict=True)
        return replace(
            state,
            head=replace(state.head, phase="choice"),
            places=tuple(replace(place, decision=place.decision + 1) for place in state.places),
            hands=tuple(replace(hand, offer=offer, keep=keep, chosen=None) for hand, offer, keep in hands),
            supply=replace(state.supply, deck=event.deck, pile=event.pile),
        )
    place, hand = state.places[event.seat - 1], state.hands[event.seat - 1]
    if isinstance(event, e.Chosen):
        hand = replace(hand, chosen=event.boxes)
        if not event.again:
            state = _with_place(state, replace(place, ready=True))
    elif isinstance(event, e.ChoiceTakenBack):
        hand = replace(hand, chosen=None, refill=None)
        state = _with_place(state, replace(place, ready=False))
    elif isinstance(event, e.ConfirmAsked):
        hand = replace(hand, confirm=event.on)
    else:
        rest = tuple(box for box in hand.offer if box not in (*event.boxes, *event.discarded))
        hand = replace(hand, offer=(), keep=0, chosen=None, reserve=(*hand.reserve, *rest))
        board = _laid_out(place.board, event.boxes)
        place = replace(place, board=board, ready=False, locked=False, decision=place.decision + 1)
        state = _with_place(state, place)
        state = _discarded(state, event.discarded)
    return replace(state, hands=_with(state.hands, event.seat - 1, hand))


def _refill_event(state: State, event: e.RefillBegan | e.RefillChosen | e.Refilled | e.BlindDealt) -> State:
    if isinstance(event, e.RefillBegan):
        places = tuple(replace(place, decision=place.decision + 1) for place in state.places)
        return replace(state, head=replace(state.head, phase="refill"), places=places)
    if isinstance(event, e.BlindDealt):
        for place, boxes in zip(state.places, event.boxes, strict=True):
            if boxes:
                state = _with_place(state, replace(place, board=_laid_out(place.board, boxes)))
        return replace(state, supply=replace(state.supply, deck=event.deck, pile=event.pile))
    place, hand = state.places[event.seat - 1], state.hands[event.seat - 1]
    if isinstance(event, e.RefillChosen):
        hand = replace(hand, refill=Refilling(event.discard, event.take, event.blind))
        if not event.again:
            state = _with_place(state, replace(place, ready=True))
    else:
        left = tuple(box for box in hand.reserve if box not in event.taken)
        hand = replace(hand, refill=None, reserve=left)
        left_over = tuple(box for box in place.board.boxes if box.id not in event.discarded)
        board = _laid_out(replace(place.board, boxes=left_over), event.taken)
        place = replace(place, board=board, ready=False, locked=False, decision=place.decision + 1)
        state = _discarded(_with_place(state, place), event.discarded)
    return replace(state, hands=_with(state.hands, event.seat - 1, hand))


def _laid_out(board: Board, boxes: tuple[int, ...]) -> Board:
    return replace(board, boxes=(*board.boxes, *map(Box, boxes)))


def _discarded(state: State, boxes: tuple[int, ...]) -> State:
    pile = tuple(sorted((*state.supply.pile, *boxes)))
    return replace(state, supply=replace(state.supply, pile=pile))


def _moon_event(state: State, event: e.MoonsShuffled | e.MoonDrawn) -> State:
    if isinstance(event, e.MoonsShuffled):
        return replace(state, supply=replace(state.supply, moons=event.moons))
    moons = list(state.supply.moons)
    moons.remove(event.value)
    place = state.places[event.seat - 1]
    board = replace(place.board, moon_values=(*place.board.moon_values, event.value))
    state = _with_place(state, replace(place, board=board))
    return replace(state, supply=replace(state.supply, moons=tuple(moons)))


def _table_event(state: State, event: Event) -> State:
    if isinstance(event, e.NumberDrawn):
        numbers = list(state.supply.numbers)
        numbers.remove(event.number)
        head = Head("draw", event.round, event.draw, (*state.head.drawn, event.number))
        return replace(state, head=head, supply=replace(state.supply, numbers=tuple(numbers)))
    if isinstance(event, e.DrawClosed):
        return _closed(state)
    if isinstance(event, e.RoundBegan):
        head = Head("draw", event.round)
        return replace(state, head=head, supply=replace(state.supply, numbers=event.numbers))
    if isinstance(event, e.RoundScored):
        places = tuple(
            replace(place, board=replace(place.board, stars=0), star_points=place.star_points + points)
            for place, points in zip(state.places, event.points, strict=True)
        )
        return replace(state, places=places)
    if isinstance(event, e.GameEnded):
        return replace(state, head=replace(state.head, phase="ended"), outcome=event.outcome)
    raise ValueError(f"Lucky Box has no event {type(event).__name__}")


def _closed(state: State) -> State:
    """Drops all trails: every answer is for good now, and finished boxes go to the pile (LB-3.7, LB-5.2)."""
    pile = list(state.supply.pile)
    places: list[Place] = []
    for place in state.places:
        board = place.now
        pile.extend(done.box for done in board.finished[len(place.board.finished) :])
        places.append(
            replace(
                place,
                board=replace(board, answered=False),
                trail=(),
                decision=place.decision + 1,
                done=False,
                locked=False,
            )
        )
    return replace(state, places=tuple(places), supply=replace(state.supply, pile=tuple(sorted(pile))))


def _without(due: tuple[Due, ...], code: str) -> tuple[Due, ...]:
    """Takes away the first waiting bonus with this code: equal ones are worth the same."""
    first = next(i for i, one in enumerate(due) if one.code == code)
    return (*due[:first], *due[first + 1 :])


def _with_place(state: State, place: Place) -> State:
    return replace(state, places=_with(state.places, place.seat - 1, place))


T = TypeVar("T")


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
