"""How are boxes refilled after a round of `chengdu`? Wishes, and what comes of them (LB-6.2, LB-6.5)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from boltbox.rules.luckybox.actions import Refill
from boltbox.rules.luckybox.dealing import draw_boxes
from boltbox.rules.luckybox.events import BlindDealt, RefillChosen, Refilled
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.state import Board, Hand
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.refusals import Refusal


def why_not(options: Options, board: Board, hand: Hand, action: Refill) -> Refusal | None:
    """Tells why boxes can't be refilled so, or None if they can."""
    for field, boxes in (("discard", action.discard), ("take", action.take)):
        for box in boxes:
            if field == "discard" and board.box(box) is None:
                return Refusal("not_your_box", field, {"box": box})
            if field == "take" and box not in hand.reserve:
                return Refusal("not_in_reserve", field, {"box": box})
            if boxes.count(box) > 1:
                return Refusal("chosen_twice", field, {"box": box})
    if action.blind < 0:
        return Refusal("wrong_blind", "blind", {"given": action.blind})
    given = len(board.boxes) - len(action.discard) + len(action.take) + action.blind
    if given > options.kept and (action.take or action.blind):
        field = "blind" if action.blind else "take"
        return Refusal("too_many_boxes", field, {"given": given, "most": options.kept})
    return None


def every_refill(options: Options, board: Board, hand: Hand) -> tuple[Refill, ...]:
    """Lists every way to refill; first what falls to a seat that doesn't choose (LB-3.8)."""
    return tuple(refills(options.kept, [box.id for box in board.boxes], hand.reserve))


def refills(kept: int, boxes: Sequence[int], reserve: Sequence[int]) -> Iterator[Refill]:
    """Yields few discards before many, and fuller refills before others, from the reserve first."""
    for less in range(len(boxes) + 1):
        room = max(kept - len(boxes) + less, 0)
        for discard in combinations(boxes, less):
            for more in range(min(room, len(reserve)), -1, -1):
                for take in combinations(reserve, more):
                    for blind in range(room - more, -1, -1):
                        yield Refill(discard, take, blind)


def unasked(options: Options, board: Board, hand: Hand) -> Refill:
    """Is what falls to a seat that doesn't choose: every gap filled, from the reserve first (LB-3.8)."""
    return next(refills(options.kept, [box.id for box in board.boxes], hand.reserve))


def choose(turn: Turn, seat: int, action: Refill) -> None:
    """Notes a seat's wish, boxes in the order in which they lie: how they were tapped tells nothing."""
    hand, board = turn.state.hands[seat - 1], turn.place(seat).now
    discard = tuple(box.id for box in board.boxes if box.id in action.discard)
    take = tuple(box for box in hand.reserve if box in action.take)
    turn.emit(RefillChosen(seat, discard, take, action.blind, hand.refill is not None))


def refill_all(turn: Turn) -> None:
    """Does what all have chosen: discards, boxes out of reserves, then blind ones (LB-6.5)."""
    wishes = [hand.refill or Refill() for hand in turn.state.hands]
    for seat, wish in enumerate(wishes, 1):
        turn.emit(Refilled(seat, wish.discard, wish.take))
    blind = tuple(wish.blind for wish in wishes)
    if any(blind):
        boxes, deck, pile = draw_boxes(turn, blind)
        turn.emit(BlindDealt(boxes, deck, pile))
