"""How do boxes and moons reach the seats? Deals, offers, choices, shuffles (LB-1, LB-4.8, LB-6)."""

from boltbox.rules.luck import Draw
from boltbox.rules.luckybox.actions import Choose
from boltbox.rules.luckybox.events import (
    Chosen,
    Dealt,
    Kept,
    MoonDrawn,
    MoonsShuffled,
    OffersShrank,
    PileShuffled,
    WentWithout,
)
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.state import Hand, State
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.refusals import Refusal

Boxes = tuple[tuple[int, ...], ...]  # by seat


def deal_start(turn: Turn) -> None:
    """Deals the boxes of the start (LB-1.2)."""
    options = turn.state.options
    _deal(turn, options.dealt, options.kept)


def deal_offers(turn: Turn) -> None:
    """Deals the offers after a round, smaller ones if too few boxes are left (LB-6.2, LB-6.3)."""
    supply, wanted = turn.state.supply, turn.state.options.offer
    left = len(supply.deck) + len(supply.pile)
    size = max(1, min(wanted, left // len(turn.state.places)))
    if size < wanted:
        turn.emit(OffersShrank(size))
    _deal(turn, size, 1)


def _deal(turn: Turn, size: int, keep: int) -> None:
    """Deals boxes to choose from: to everybody the same number, while any are left."""
    offers, deck, pile = draw_boxes(turn, (size,) * len(turn.state.places))
    keeps = tuple(min(keep, len(offer)) for offer in offers)
    turn.emit(Dealt(offers, keeps, deck, pile))


def draw_boxes(turn: Turn, wanted: tuple[int, ...]) -> tuple[Boxes, tuple[int, ...], tuple[int, ...]]:
    """Draws for each seat what it wants, one box at a time round the table from seat 1 (LB-1.6).

    Returns the boxes by seat, and the deck and the discard pile as they are then.
    """
    bag, pile = list(turn.state.supply.deck), list(turn.state.supply.pile)
    given: list[list[int]] = [[] for _ in wanted]
    served = [seat for nth in range(max(wanted)) for seat, size in enumerate(wanted) if nth < size]
    draws: list[Draw] = []
    shuffled = 0
    for count, seat in enumerate(served[: len(bag) + len(pile)]):
        if not bag:  # LB-6.3, LB-6.4: the pile as it now is, sorted as ever, becomes the deck
            bag, pile, shuffled = pile, [], len(pile)
        draw = turn.draw("boxes", turn.state.head.round, count, len(bag))
        draws.append(draw)
        given[seat].append(bag.pop(draw.result))
    if draws:
        turn.drew(*draws)
    if shuffled:
        turn.emit(PileShuffled(shuffled))
    for seat, (boxes, size) in enumerate(zip(given, wanted, strict=True), 1):
        if len(boxes) < size:
            turn.emit(WentWithout(seat))
    return tuple(map(tuple, given)), tuple(bag), tuple(pile)


def why_not_choose(hand: Hand, action: Choose) -> Refusal | None:
    """Tells why these boxes can't be chosen, or None if they can."""
    for box in action.boxes:
        if box not in hand.offer:
            return Refusal("not_offered", "boxes", {"box": box})
        if action.boxes.count(box) > 1:
            return Refusal("chosen_twice", "boxes", {"box": box})
    if len(action.boxes) != hand.keep:
        return Refusal("wrong_count", "boxes", {"keep": hand.keep, "given": len(action.boxes)})
    return None


def choose(turn: Turn, seat: int, boxes: tuple[int, ...]) -> None:
    """Notes a seat's choice, in the order of the offer: how it was tapped tells nothing."""
    hand = turn.state.hands[seat - 1]
    turn.emit(Chosen(seat, tuple(box for box in hand.offer if box in boxes), hand.chosen is not None))


def choose_forced(turn: Turn) -> None:
    """Chooses for every seat that has nothing to choose: all of its offer is kept (LB-6.2, `offer` 1)."""
    for seat, hand in enumerate(turn.state.hands, 1):
        if len(hand.offer) == hand.keep:
            choose(turn, seat, hand.offer)


def all_chosen(state: State) -> bool:
    """Tells whether every seat has chosen."""
    return all(hand.chosen is not None for hand in state.hands)


def keep_chosen(turn: Turn) -> None:
    """Lays out what was chosen for everybody to see; the rest is discarded or a reserve (LB-1.2, LB-1.4)."""
    has_reserve = rule_set(turn.state.options).has_reserve
    for seat, hand in enumerate(turn.state.hands, 1):
        chosen = hand.chosen or ()
        rest = tuple(box for box in hand.offer if box not in chosen)
        turn.emit(Kept(seat, chosen, () if has_reserve else rest))


def shuffle_moons(turn: Turn) -> None:
    """Makes a full set of moon tokens the supply, where moons have printed values (LB-4.6)."""
    if moons := rule_set(turn.state.options).moon_tokens:
        turn.emit(MoonsShuffled(moons))


def draw_moons(turn: Turn) -> None:
    """Draws which moon tokens were taken, seat by seat and one by one, when a draw closes (LB-4.8)."""
    if not rule_set(turn.state.options).moon_tokens:
        return
    head, count = turn.state.head, 0
    for place in turn.state.places:
        for _ in range(place.board.moons - len(place.board.moon_values)):
            if not turn.state.supply.moons:
                shuffle_moons(turn)
            bag = turn.state.supply.moons
            draw = turn.draw_one("moons", (head.round, head.draw, count), len(bag))
            turn.drew(draw)
            turn.emit(MoonDrawn(place.seat, bag[draw.result]))
            count += 1
