"""How do boxes reach the seats? Deals, offers, choices, a discard pile that becomes the deck (LB-1, LB-6)."""

from boltbox.rules.luck import Draw
from boltbox.rules.luckybox.actions import Choose
from boltbox.rules.luckybox.events import Chosen, Dealt, Kept, OffersShrank, PileShuffled, WentWithout
from boltbox.rules.luckybox.state import Hand, State
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.refusals import Refusal


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
    """Deals one box at a time round the table from seat 1 (LB-1.6), while any is left."""
    seats = len(turn.state.places)
    bag, pile = list(turn.state.supply.deck), list(turn.state.supply.pile)
    offers: list[list[int]] = [[] for _ in range(seats)]
    draws: list[Draw] = []
    shuffled = 0
    for count in range(min(size * seats, len(bag) + len(pile))):
        if not bag:  # LB-6.3, LB-6.4: the pile as it now is, sorted as ever, becomes the deck
            bag, pile, shuffled = pile, [], len(pile)
        draw = turn.draw("boxes", turn.state.head.round, count, len(bag))
        draws.append(draw)
        offers[count % seats].append(bag.pop(draw.result))
    if draws:
        turn.drew(*draws)
    if shuffled:
        turn.emit(PileShuffled(shuffled))
    for seat, offer in enumerate(offers, 1):
        if not offer:
            turn.emit(WentWithout(seat))
    keeps = tuple(min(keep, len(offer)) for offer in offers)
    turn.emit(Dealt(tuple(map(tuple, offers)), keeps, tuple(bag), tuple(pile)))


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
    """Lays out what was chosen and discards the rest, for everybody to see (LB-1.4)."""
    for seat, hand in enumerate(turn.state.hands, 1):
        chosen = hand.chosen or ()
        turn.emit(Kept(seat, chosen, tuple(box for box in hand.offer if box not in chosen)))
