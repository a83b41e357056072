"""How is a draw answered? Crosses, bonuses, passes and what they set off (LB-3, LB-4, LB-5)."""

from boltbox.rules.luckybox.actions import Bonus, Cross, Decline, Pass
from boltbox.rules.luckybox.events import (
    BonusDeclined,
    BonusLost,
    BonusWaits,
    BoxFinished,
    Crossed,
    LineCompleted,
    Passed,
    TokensTaken,
)
from boltbox.rules.luckybox.parts import FULL, completed, steps
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import box_points
from boltbox.rules.luckybox.state import Board, Due, Place, State
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.refusals import Refusal


def why_not(state: State, place: Place, action: Cross | Bonus | Decline | Pass) -> Refusal | None:
    """Tells why a seat can't answer so, or None; who has no box left can pass (LB-3.4, LB-5.3)."""
    if place.locked:
        return Refusal("time_ran_out", "action")
    board = place.now
    if isinstance(action, Bonus):
        return _why_no_bonus(state, board, action)
    if isinstance(action, Decline):
        return _why_no_decline(state, board, action)
    if board.due:
        return Refusal("bonus_first", "action", {"code": board.due[0].code})
    if board.answered:
        return Refusal("already_answered", "action")
    if isinstance(action, Pass):
        blocked = state.options.pass_rule == "no_match" and has_open(state, board, str(state.number))
        return Refusal("must_cross", "action", {"number": state.number}) if blocked else None
    return _why_no_cross(state, board, action)


def _why_no_cross(state: State, board: Board, action: Cross) -> Refusal | None:
    wrong = _why_no_cell(state, board, action)
    if wrong is not None:
        return wrong
    number = state.deck.face(action.box).number(action.cell)
    if action.way == "question":  # LB-3.6: even where another way reaches the same cell
        return None if board.questions else Refusal("needs_question", "way")
    price, reach = steps(number, state.number), rule_set(state.options).reach
    if price > reach:
        params: dict[str, int | str] = {
            "number": number,
            "price": price,
            "drawn": state.number,
            "most": reach,
        }
        return Refusal("too_far", "cell", params)
    if action.way == "lightning" and price == 0:
        return Refusal("no_lightning_needed", "way", {"number": number})
    if price > board.lightning:
        params = {"number": number, "price": price, "have": board.lightning, "drawn": state.number}
        return Refusal("needs_lightning", "cell", params)
    if action.way == "drawn" and price:
        return Refusal("say_lightning", "way", {"number": number, "price": price, "drawn": state.number})
    return None


def _why_no_bonus(state: State, board: Board, action: Bonus) -> Refusal | None:
    if all(due.code != action.code for due in board.due):
        return Refusal("no_such_bonus", "code", {"code": action.code})
    wrong = _why_no_cell(state, board, action)
    if wrong is not None:
        return wrong
    number = state.deck.face(action.box).number(action.cell)
    if action.code != str(number) and action.code not in rule_set(state.options).anywhere:
        return Refusal("bonus_differs", "cell", {"code": action.code, "number": number})
    return None


def _why_no_decline(state: State, board: Board, action: Decline) -> Refusal | None:
    if all(due.code != action.code for due in board.due):
        return Refusal("no_such_bonus", "code", {"code": action.code})
    return None if state.options.bonus_optional else Refusal("must_take_bonus", "action")


def _why_no_cell(state: State, board: Board, action: Cross | Bonus) -> Refusal | None:
    box = board.box(action.box)
    if box is None:
        return Refusal("not_your_box", "box", {"box": action.box})
    if not 0 <= action.cell <= 8:
        return Refusal("no_such_cell", "cell", {"cell": action.cell})
    if box.crossed >> action.cell & 1:
        return Refusal("already_crossed", "cell", {"number": state.deck.face(box.id).number(action.cell)})
    return None


def take(turn: Turn, seat: int, action: Cross | Bonus | Decline | Pass) -> None:
    """Takes a step that `why_not` allows; the bonuses that it sets off are due next (LB-4.4, LB-5.2)."""
    if isinstance(action, Pass):
        turn.emit(Passed(seat))
        return
    if isinstance(action, Decline):
        turn.emit(BonusDeclined(seat, action.code))
        return
    number = turn.state.deck.face(action.box).number(action.cell)
    box = turn.place(seat).now.box(action.box)
    before = 0 if box is None else box.crossed
    if isinstance(action, Bonus):
        turn.emit(Crossed(seat, action.box, action.cell, number, "bonus", code=action.code))
    else:
        price = 0 if action.way == "question" else steps(number, turn.state.number)
        turn.emit(Crossed(seat, action.box, action.cell, number, action.way, price))
    _complete(turn, seat, action.box, completed(before, action.cell))
    if before | 1 << action.cell == FULL:
        round_ = turn.state.head.round
        turn.emit(BoxFinished(seat, action.box, round_, box_points(turn.state.options, round_)))
    lose_impossible(turn, seat)


def _complete(turn: Turn, seat: int, box: int, lines: tuple[int, ...]) -> None:
    """Pays completed lines: tokens at once, crosses wait (LB-4.1, LB-4.2, LB-4.7)."""
    face, rules = turn.state.deck.face(box), rule_set(turn.state.options)
    for line in lines:
        code = face.code(line)
        turn.emit(LineCompleted(seat, box, line, code))
        if code in rules.waiting:
            turn.emit(BonusWaits(seat, code, box, line))
        elif code in rules.tokens:
            given = rules.tokens[code]
            turn.emit(TokensTaken(seat, given.lightning, given.stars, given.moons, given.questions))


def lose_impossible(turn: Turn, seat: int) -> None:
    """Loses every waiting bonus that no open cell is left for (LB-4.5, LB-4.7)."""
    board, anywhere = turn.place(seat).now, rule_set(turn.state.options).anywhere
    for due in board.due:
        if not (board.boxes if due.code in anywhere else has_open(turn.state, board, due.code)):
            lose(turn, seat, due)


def lose(turn: Turn, seat: int, due: Due, *, late: bool = False) -> None:
    """Loses one waiting bonus."""
    turn.emit(BonusLost(seat, due.code, due.box, due.line, late))


def has_open(state: State, board: Board, number: str) -> bool:
    """Tells whether any open cell has this number."""
    for box in board.boxes:
        grid = state.deck.face(box.id).grid
        for cell in range(9):
            if not box.crossed >> cell & 1 and number == grid[cell]:
                return True
    return False
