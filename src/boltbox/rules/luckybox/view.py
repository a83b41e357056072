"""What may each audience see of Lucky Box? The parts of a view, built from an allow-list."""

from itertools import combinations
from typing import Final, Literal

from boltbox.rules import game
from boltbox.rules.game import Audience, Outcome, Part, Piece, Seat
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Decline, Done, LuckyAction, Pass
from boltbox.rules.luckybox.options import Options, house_rules
from boltbox.rules.luckybox.parts import FULL, PRICES, BonusCode, completed
from boltbox.rules.luckybox.play import complete
from boltbox.rules.luckybox.refill import every_refill
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import box_points, score_now
from boltbox.rules.luckybox.state import (
    Board,
    Box,
    Due,
    Finished,
    Phase,
    Place,
    Refilling,
    State,
)


class BoxView(Piece, frozen=True):
    """Shows a box: what is printed on it, and what is crossed."""

    id: int
    grid: str  # nine digits, row by row
    rows: tuple[BonusCode, BonusCode, BonusCode]  # from the top
    columns: tuple[BonusCode, BonusCode, BonusCode]  # from the left
    crossed: int = 0  # bit i is set when cell i is crossed


class HeadPart(Part, frozen=True):
    """Shows where the game stands: the part `head`, the same for everybody."""

    phase: Phase
    round: int  # 0 during the first choice; in a later choice or a refill the round before it
    rounds: int
    draw: int  # 1 to 9; 0 before the first of a round
    drawn: tuple[int, ...]  # the numbers of this round so far; the last one counts now
    box_points: int  # what a box finished now scores
    star_points: tuple[int, ...]  # for 1, 2, ... stars of a round; in `chengdu` one value a star
    deck_left: int  # boxes that weren't dealt
    house_rules: bool  # the options differ from the rule set's defaults
    outcome: Outcome | None
    moons_left: tuple[int, ...]  # values of the moon tokens in the supply, sorted (`chengdu`)


class RulesPart(Part, frozen=True):
    """Shows what was agreed before the start: the part `rules`, the same for everybody and all the game."""

    options: Options


class SeatPart(Part, frozen=True):
    """Shows a seat: the parts `seat1`, `seat2`, ..., the same for everybody."""

    seat: Seat
    boxes: tuple[BoxView, ...]  # unfinished
    finished: tuple[Finished, ...]
    lightning: int
    stars: int  # taken in this round; in `chengdu` in the whole game
    moons: int  # how many; in `chengdu` those of this draw have no value yet
    moon_values: tuple[int, ...]  # printed on the moon tokens, in the order drawn (`chengdu`)
    questions: int  # question marks held; each can be spent from the draw after (`chengdu`)
    star_points: int  # scored in earlier rounds (`classic`)
    score: int  # if the game ended now, moons that have no printed value aside
    due: tuple[Due, ...]  # bonus crosses that wait
    steps: int  # own steps in this draw
    ready: bool  # has answered, or chosen boxes or a refill
    played: bool  # somebody plays the seat


class OwnPart(Part, frozen=True):
    """Shows a seat its own secrets: the part `own`."""

    offer: tuple[BoxView, ...]  # boxes to choose from
    keep: int  # how many of them to keep
    chosen: tuple[int, ...] | None
    confirm: bool  # answers are confirmed by *Done*
    reserve: tuple[BoxView, ...]  # to refill from after a round (`chengdu`)
    refill: Refilling | None  # what was chosen in this refill


class Choice(Piece, frozen=True):
    """Is one thing that a seat may do now, with its price and its gain."""

    action: Cross | Bonus | Decline | Pass | Done | Choose
    price: int = 0  # lightning tokens; the way `question` costs a question mark instead
    lines: tuple[int, ...] = ()  # the lines of the box that it completes
    finishes: bool = False  # it finishes the box


class AskPart(game.Ask, frozen=True):
    """Shows a seat what it may do now: the part `ask`.

    Kinds: `choose` boxes out of the own offer (`choices` is empty: any `keep` of them), `refill` own boxes
    (`choices` is empty: any that `kept` has room for), `answer` a draw, take a `bonus`, `confirm` by *Done*,
    `wait` for others, `over`.
    """

    kind: Literal["choose", "refill", "answer", "bonus", "confirm", "wait", "over"]
    choices: tuple[Choice, ...] = ()
    back: int = 0  # how many own steps can be taken back; a choice of boxes or a refill counts as one


_SEATS: Final = {f"seat{seat}": seat for seat in range(1, 13)}
_SEAT_NAMES: Final = ("", *_SEATS)


def sources(state: State, audience: Audience) -> dict[str, tuple[object, ...]]:
    """Names the parts that an audience sees, and the frozen things that each is made of."""
    parts: dict[str, tuple[object, ...]] = {
        "head": (state.head, state.supply.deck, state.supply.moons, state.outcome),
        "rules": (state.options,),
    }
    for place in state.places:
        parts[_SEAT_NAMES[place.seat]] = (place,)
    if 1 <= audience <= len(state.places):
        hand = state.hands[audience - 1]
        parts["own"] = (hand,)
        parts["ask"] = (state.head, state.places[audience - 1], hand, state.outcome)
    return parts


def part(state: State, audience: Audience, name: str) -> Part:
    """Shows one part. Raises KeyError for a part that the audience doesn't see."""
    if name == "head":
        return _head(state)
    if name == "rules":
        return RulesPart(state.options)
    if name in ("own", "ask") and 1 <= audience <= len(state.places):
        return _own(state, audience) if name == "own" else ask(state, audience)
    seat = _SEATS[name]
    if seat > len(state.places):
        raise KeyError(name)
    return _seat(state, state.places[seat - 1])


def _head(state: State) -> HeadPart:
    head, options = state.head, state.options
    return HeadPart(
        phase=head.phase,
        round=head.round,
        rounds=options.rounds,
        draw=head.draw,
        drawn=head.drawn,
        box_points=box_points(options, max(head.round, 1)),
        star_points=options.star_points,
        deck_left=len(state.supply.deck),
        house_rules=house_rules(options, len(state.places)),
        outcome=state.outcome,
        moons_left=state.supply.moons,
    )


def _seat(state: State, place: Place) -> SeatPart:
    board = place.now
    return SeatPart(
        seat=place.seat,
        boxes=tuple(_box(state, box.id, box.crossed) for box in board.boxes),
        finished=board.finished,
        lightning=board.lightning,
        stars=board.stars,
        moons=board.moons,
        moon_values=board.moon_values,
        questions=board.questions,
        star_points=place.star_points,
        score=score_now(state.options, place),
        due=board.due,
        steps=len(place.trail),
        ready=place.ready or (board.answered and not board.due),
        played=place.played,
    )


def _box(state: State, box: int, crossed: int = 0) -> BoxView:
    face = state.deck.face(box)
    return BoxView(box, face.grid, face.rows, face.columns, crossed)


def _own(state: State, seat: Seat) -> OwnPart:
    hand = state.hands[seat - 1]
    return OwnPart(
        offer=tuple(_box(state, box) for box in hand.offer),
        keep=hand.keep,
        chosen=hand.chosen,
        confirm=hand.confirm,
        reserve=tuple(_box(state, box) for box in hand.reserve),
        refill=hand.refill,
    )


def decision(state: State, seat: Seat) -> int:
    """Numbers the ask of a seat: it rises with the seat's own steps and with each new question."""
    return state.places[seat - 1].decision


def question(state: State, _: Seat) -> int:
    """Numbers what all seats answer: the choices and refills 10, 20, ..., and the draws between them."""
    head = state.head
    return 10 * head.round + head.draw if head.phase == "draw" else 10 * (head.round + 1)


def ask(state: State, seat: Seat) -> AskPart:
    """Asks a seat what it wants to do now, with every choice, its price and its gain."""
    place, hand = state.places[seat - 1], state.hands[seat - 1]
    board = place.now
    if state.outcome is not None:
        return AskPart(place.decision, "over", open=False)
    if state.head.choosing:
        back = int(hand.settled and not place.locked)
        kind: Literal["choose", "refill"] = "choose" if state.head.phase == "choice" else "refill"
        return AskPart(place.decision, kind, open=not hand.settled, back=back)
    back = 0 if place.locked else len(place.trail)
    if board.due:
        return AskPart(place.decision, "bonus", open=True, choices=_bonus_choices(state, board), back=back)
    if not board.answered:
        return AskPart(place.decision, "answer", open=True, choices=_answer_choices(state, board), back=back)
    if hand.confirm and not place.done and not place.locked:
        return AskPart(place.decision, "confirm", open=True, choices=(Choice(Done()),), back=back)
    return AskPart(place.decision, "wait", open=False, back=back)


def _answer_choices(state: State, board: Board) -> tuple[Choice, ...]:
    """Lists crosses by box and cell, those by a question mark last, then the pass (LB-3.1 to LB-3.6)."""
    choices: list[Choice] = []
    by_question: list[Choice] = []
    matched = False
    prices, most = PRICES[state.number], min(board.lightning, rule_set(state.options).reach)
    for box in board.boxes:
        for cell, digit in enumerate(state.deck.face(box.id).grid):
            if box.crossed >> cell & 1:
                continue
            if board.questions:
                by_question.append(_crossing(Cross(box.id, cell, "question"), box, 0))
            if (price := prices[digit]) <= most:
                matched = matched or price == 0
                action = Cross(box.id, cell, "lightning" if price else "drawn")
                choices.append(_crossing(action, box, price))
    choices += by_question
    if state.options.pass_rule == "always" or not matched:
        choices.append(Choice(Pass()))
    return tuple(choices)


def _bonus_choices(state: State, board: Board) -> tuple[Choice, ...]:
    """Lists the crosses of each kind of waiting bonus, by kind, box and cell (LB-4.3)."""
    choices: list[Choice] = []
    anywhere = rule_set(state.options).anywhere
    for code in sorted({due.code for due in board.due}):
        for box in board.boxes:
            grid = state.deck.face(box.id).grid
            choices.extend(
                _crossing(Bonus(code, box.id, cell), box, 0)
                for cell in range(9)
                if not box.crossed >> cell & 1 and (code in anywhere or code == grid[cell])
            )
        if state.options.bonus_optional:
            choices.append(Choice(Decline(code)))
    return tuple(choices)


def _crossing(action: Cross | Bonus, box: Box, price: int) -> Choice:
    full = box.crossed | 1 << action.cell == FULL
    return Choice(action, price, completed(box.crossed, action.cell), full)


def legal(state: State, seat: Seat) -> tuple[LuckyAction, ...]:
    """Spells out what answers the ask of a seat, in a fixed order; nothing when no answer is awaited."""
    asked = ask(state, seat)
    if not asked.open:
        return ()
    hand = state.hands[seat - 1]
    if asked.kind == "choose":
        return tuple(Choose(boxes) for boxes in combinations(hand.offer, hand.keep))
    if asked.kind == "refill":
        return every_refill(state.options, state.places[seat - 1].now, hand)
    return tuple(choice.action for choice in asked.choices)


def to_act(state: State) -> tuple[Seat, ...]:
    """Lists the seats with an open ask."""
    if state.outcome is not None:
        return ()
    return tuple(place.seat for place in state.places if not complete(state, place.seat))
