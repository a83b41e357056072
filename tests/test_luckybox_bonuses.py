"""Do completed lines pay, do bonuses chain, do finished boxes score, as the rules say? LB-4, LB-5."""

import pytest

from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.parts import LINES, completed
from boltbox.rules.luckybox.view import AskPart
from tests.luckybox_play import Always, Playing


def test_the_lines_of_a_box_are_its_rows_and_columns() -> None:
    """LB-4.1: rows from the top, columns from the left."""
    assert LINES[:3] == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert LINES[3:] == ((0, 3, 6), (1, 4, 7), (2, 5, 8))


@pytest.mark.parametrize("line", range(6))
def test_the_third_cross_completes_a_line_in_any_order(line: int) -> None:
    """LB-4.1."""
    for last in LINES[line]:
        before = sum(1 << cell for cell in LINES[line] if cell != last)
        assert completed(before, last) == (line,)
        assert all(completed(before & ~(1 << cell), last) == () for cell in LINES[line] if cell != last)


def test_a_line_pays_once() -> None:
    """LB-4.1: with row 0 whole, cell 3 completes the first column and not the row again."""
    game = Playing("draw 1 4 | 1: 0:0126 | 2: 6")
    assert game.do("1 x0.3") == ["crossed 1 0 3 4 drawn", "lineCompleted 1 0 3 M", "tokensTaken 1 0 0 1"]


@pytest.mark.parametrize(
    ("crossed", "number", "paid"),
    [
        ("01", 3, ["lineCompleted 1 0 0 L", "tokensTaken 1 1"]),
        ("34", 6, ["lineCompleted 1 0 1 LL", "tokensTaken 1 2"]),
        ("67", 9, ["lineCompleted 1 0 2 S", "tokensTaken 1 0 1"]),
        ("03", 7, ["lineCompleted 1 0 3 M", "tokensTaken 1 0 0 1"]),
        ("14", 8, ["lineCompleted 1 0 4 -"]),
    ],
)
def test_tokens_stars_and_moons_are_taken_at_once(crossed: str, number: int, paid: list[str]) -> None:
    """LB-4.3, LB-4.7: one or two of lightning, one star, one moon, and nothing for nothing."""
    game = Playing(f"draw 1 {number} | 1: 0:{crossed} | 2: 6")
    assert game.do(f"1 x0.{number - 1}")[1:] == paid
    assert LUCKYBOX.to_act(game.state) == (2,)


def test_a_number_crosses_that_number_on_any_own_unfinished_box() -> None:
    """LB-4.3: the same box included, and no other number."""
    game = Playing("draw 1 9 | 1: 4:12 3:8 6 | 2: 7")
    assert game.do("1 x4.0")[1:] == ["lineCompleted 1 4 0 5", "bonusWaits 1 5 4 0"]
    assert game.legal(1) == ["b5:4.4", *(f"b5:3.{cell}" for cell in range(8)), "b5:6.4"]
    assert game.refused("1 b5:6.5") == "bonus_differs cell"
    assert game.refused("1 b5:7.4") == "not_your_box box"
    assert game.refused("1 b5:3.8") == "already_crossed cell"
    assert game.do("1 b5:4.4") == ["crossed 1 4 4 5 bonus 0 5"]


def test_a_question_mark_crosses_any_open_cell() -> None:
    """LB-4.3: the same box included."""
    game = Playing("draw 1 9 | 1: 0:25 5:01234567 | 2: 7")
    assert game.do("1 x0.8")[1:] == ["lineCompleted 1 0 5 ?", "bonusWaits 1 ? 0 5"]
    assert game.legal(1) == [*(f"b?:0.{cell}" for cell in (0, 1, 3, 4, 6, 7)), "b?:5.8"]
    assert game.do("1 b?:0.4") == ["crossed 1 0 4 5 bonus 0 ?"]


def test_a_question_mark_is_no_token() -> None:
    """LB-3.3, LB-4.5: it is used at once or lost; there is no way to answer a draw by one later."""
    game = Playing("draw 1 9 | 1: 0:25 5 | 2: 7", Always())
    game.do("1 x0.8", "1 b?:5.8", "2 x7.8")
    assert game.state.head.draw == 2
    assert game.refused("1 b?:5.0") == "no_such_bonus code"
    assert {action[0] for action in game.legal(1)} == {"x"}


def test_the_supply_of_tokens_is_unlimited() -> None:
    """LB-4.6."""
    game = Playing("draw 1 6 | 1: L9999 S99 M99 0:34 | 2: 6")
    assert game.do("1 x0.5")[-1] == "tokensTaken 1 2"
    assert "> L10001 S99 M99 " in game.seat(1)


def test_one_cross_completes_a_row_and_a_column() -> None:
    """LB-4.2: both bonuses are due, and the player takes them in any order."""
    for first, second in (("b1:6.0", "b?:7.8"), ("b?:7.8", "b1:6.0")):
        game = Playing("draw 1 3 | 1: 1:0158 6 7 | 2: 9", Always())
        assert game.do("1 x1.2")[1:] == [
            *("lineCompleted 1 1 0 1", "bonusWaits 1 1 1 0", "lineCompleted 1 1 5 ?", "bonusWaits 1 ? 1 5"),
        ]
        assert game.refused("1 x6.2") == "bonus_first action"
        assert game.refused("1 pass") == "bonus_first action"
        assert game.refused("1 b5:6.4") == "no_such_bonus code"
        game.do(f"1 {first}")
        assert game.legal(1)[0].startswith(second[:2])
        game.do(f"1 {second}")
        assert game.seat(1).endswith("> 1:01258 6:0 7:8 answered")


def test_bonuses_old_and_new_lie_together() -> None:
    """LB-4.2: a bonus that a bonus sets off can be taken before the older one."""
    game = Playing("draw 1 3 | 1: 1:0158 4:12 6 | 2: 9")
    game.do("1 x1.2")  # 1 and ? are due
    assert game.do("1 b?:4.0") == ["crossed 1 4 0 9 bonus 0 ?", "lineCompleted 1 4 0 5", "bonusWaits 1 5 4 0"]
    assert {word[:2] for word in game.legal(1)} == {"b1", "b5"}
    game.do("1 b5:6.4", "1 b1:6.0")
    assert LUCKYBOX.to_act(game.state) == (2,)


def test_equal_bonuses_are_taken_one_by_one() -> None:
    """LB-4.2: two of 4 are due."""
    game = Playing("draw 1 2 | 1: b4@4c0 b4@4c1 answered 4:0346 6 7 | 2: 9")
    game.do("1 b4:6.3")
    assert game.seat(1).endswith("> 4:0346 6:3 7 b4@4c1 answered")
    game.do("1 b4:7.3")
    assert game.seat(1).endswith("> 4:0346 6:3 7:3 answered")


def test_a_bonus_cross_completes_further_lines() -> None:
    """LB-4.4: six crosses with one number; bonuses chain until none is due."""
    game = Playing("draw 1 3 | 1: 1:0134 4:13567 6 | 2: 9", Always())
    chain = ["x1.2", "b1:4.8", "b?:1.5", "b5:4.4", "b5:6.4", "b4:6.3"]
    due = []
    for action in chain:
        assert LUCKYBOX.to_act(game.state) == (1, 2)
        game.do(f"1 {action}")
        due.append("".join(one.code for one in game.state.places[0].now.due))
    assert due == ["1", "?", "5", "54", "4", ""]
    assert LUCKYBOX.to_act(game.state) == (2,)
    assert game.seat(1).endswith("> 1:012345 4:1345678 6:34 answered")


def test_a_bonus_that_can_be_used_must_be_used() -> None:
    """LB-4.5."""
    game = Playing("draw 1 3 | 1: 1:01 6 | 2: 9")
    game.do("1 x1.2")
    assert game.refused("1 b1-") == "must_take_bonus action"
    assert game.refused("1 b2-") == "no_such_bonus code"
    assert game.legal(1) == ["b1:6.0"]


def test_a_bonus_may_be_declined_by_house_rules() -> None:
    """LB-4.5: that is a step, and can be taken back."""
    game = Playing("draw 1 3 | 1: 1:01 6 | 2: 9 | options bonus_optional=yes")
    game.do("1 x1.2")
    before = game.seat(1)
    assert game.legal(1) == ["b1:6.0", "b1-"]
    assert game.do("1 b1-") == ["bonusDeclined 1 1"]
    assert game.seat(1).endswith("> 1:012 6 answered")
    game.do("1 back 1")
    assert game.seat(1) == before
    assert game.refused("1 b2-") == "no_such_bonus code"


def test_a_bonus_without_a_cell_is_lost_and_said_so() -> None:
    """LB-4.5: it can't be saved."""
    game = Playing("draw 1 3 | 1: 1:01 6:0 | 2: 9")
    assert game.do("1 x1.2")[1:] == [
        *("lineCompleted 1 1 0 1", "bonusWaits 1 1 1 0", "bonusLost 1 1 1 0"),
    ]
    assert game.seat(1).endswith("answered")


def test_a_bonus_is_lost_by_the_own_order_of_taking() -> None:
    """LB-4.7: the question mark takes the last 1."""
    game = Playing("draw 1 3 | 1: 1:0158 6 | 2: 9")
    game.do("1 x1.2")
    assert game.do("1 b?:6.0") == ["crossed 1 6 0 1 bonus 0 ?", "bonusLost 1 1 1 0"]


def test_a_finished_box_takes_its_open_bonuses_first() -> None:
    """LB-5.2: all its bonuses become due, then it leaves play; it is no target any more."""
    game = Playing("draw 1 9 | 1: 1:01234567 6 | 2: 7", Always())
    assert game.do("1 x1.8") == [
        *("crossed 1 1 8 9 drawn", "lineCompleted 1 1 2 9", "bonusWaits 1 9 1 2"),
        *("lineCompleted 1 1 5 ?", "bonusWaits 1 ? 1 5", "boxFinished 1 1 1 15"),
    ]
    assert game.refused("1 b9:1.8") == "not_your_box box"
    game.do("1 b9:6.8", "1 b?:6.7")
    assert game.pile() == []  # it can still be taken back
    game.do("2 x7.8")
    assert game.pile() == [1]
    assert game.seat(1) == "1: 6:78 1@1=15"


@pytest.mark.parametrize(("round_", "points"), [(1, 15), (2, 12), (3, 10), (4, 8), (5, 8), (8, 8)])
def test_a_box_scores_for_the_round_it_was_finished_in(round_: int, points: int) -> None:
    """LB-5.1: after the fourth the last value repeats."""
    game = Playing(f"draw {round_} 9 | 1: 5:01234567 | 2: 7 | options rounds=8")
    assert game.do("1 x5.8")[-1] == f"boxFinished 1 5 {round_} {points}"


def test_a_box_scores_by_the_options() -> None:
    """LB-5.1, LB-8.1."""
    game = Playing("draw 3 9 | 1: 5:01234567 | 2: 7 | options box_points=20,-3")
    assert game.do("1 x5.8")[-1] == "boxFinished 1 5 3 -3"


def test_several_boxes_are_finished_in_one_draw() -> None:
    """LB-5.3: each scores; then the player passes."""
    game = Playing("draw 1 9 | 1: 1:01234567 5:01234567 6:12345678 | 2: 7", Always())
    happened = game.do("1 x1.8", "1 b9:5.8", "1 b?:6.0")
    assert [event for event in happened if "boxFinished" in event] == [
        *("boxFinished 1 1 1 15", "boxFinished 1 5 1 15", "boxFinished 1 6 1 15"),
    ]
    game.do("2 x7.8")
    assert game.legal(1) == ["pass"]
    assert game.pile() == [1, 5, 6]


def test_the_last_box_can_leave_a_bonus_without_a_cell() -> None:
    """LB-4.7, LB-5.3."""
    game = Playing("draw 1 9 | 1: 1:01234567 | 2: 7")
    assert game.do("1 x1.8")[-3:] == ["boxFinished 1 1 1 15", "bonusLost 1 9 1 2", "bonusLost 1 ? 1 5"]


def test_a_choice_says_what_it_costs_and_brings() -> None:
    """LB-3.2, LB-4.1, LB-5.1: the price in tokens, the lines completed, whether the box is finished."""
    game = Playing("draw 1 8 | 1: L2 0:0145 5:01234567 | 2: 7")
    asked = LUCKYBOX.ask(game.state, 1)
    assert isinstance(asked, AskPart)
    assert [(LUCKYBOX.write_action(c.action), c.price, c.lines, c.finishes) for c in asked.choices] == [
        ("x0.6~", 1, (), False),
        ("x0.7", 0, (4,), False),
        ("x0.8~", 1, (), False),
        ("x5.8~", 1, (2, 5), True),
    ]
