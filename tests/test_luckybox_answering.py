"""Are draws answered as the rules say: crosses, lightning, passes, taking back, time-outs? LB-3."""

import pytest

from boltbox.rules.game import SPECTATOR, TimeUp
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.parts import steps
from tests.luckybox_play import Always, Playing


def test_a_cell_with_the_drawn_number_is_crossed() -> None:
    """LB-3.1: of any own unfinished box, and for nothing."""
    game = Playing("draw 1 5 | 1: L4 5 3:0123 | 2: 6")
    assert game.do("1 x3.8") == ["crossed 1 3 8 5 drawn"]
    assert game.seat(1) == "1: L4 5 3:0123 > L4 5 3:01238 answered"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("1 x6.4", "not_your_box box"),
        ("1 x-1.4", "not_your_box box"),
        ("1 x99.4", "not_your_box box"),
        ("1 x5.9", "no_such_cell cell"),
        ("1 x5.-1", "no_such_cell cell"),
        ("1 x3.0", "already_crossed cell"),
        ("1 x7.4", "not_your_box box"),
    ],
)
def test_no_other_cell_is_crossed(action: str, why: str) -> None:
    """LB-3.1, C15: boxes of others, finished ones, cells that aren't there, cells crossed before."""
    assert Playing("draw 1 5 | 1: L4 5 3:0123 7@1=15 | 2: 6 | pile 7").refused(action) == why


def test_one_cross_answers_a_draw() -> None:
    """LB-3.1."""
    game = Playing("draw 1 5 | 1: L4 5 6 | 2: 7")
    game.do("1 x5.4")
    assert game.refused("1 x6.4") == "already_answered action"
    assert game.refused("1 x6.5~") == "already_answered action"
    assert game.refused("1 pass") == "already_answered action"


def test_the_ring_is_walked_the_shorter_way() -> None:
    """LB-3.2: 1 and 9 are neighbours, and no way is longer than 4."""
    assert [steps(number, 1) for number in range(1, 10)] == [0, 1, 2, 3, 4, 4, 3, 2, 1]
    assert [steps(number, 5) for number in range(1, 10)] == [4, 3, 2, 1, 0, 1, 2, 3, 4]
    assert [steps(number, 8) for number in range(1, 10)] == [2, 3, 4, 4, 3, 2, 1, 0, 1]


@pytest.mark.parametrize(("cell", "price"), [(0, 2), (1, 3), (2, 4), (3, 4), (4, 3), (5, 2), (6, 1), (8, 1)])
def test_lightning_costs_a_token_a_step(cell: int, price: int) -> None:
    """LB-3.2: an 8 came; spent tokens are gone."""
    game = Playing("draw 1 8 | 1: L4 5 | 2: 6")
    assert game.do(f"1 x5.{cell}~") == [f"crossed 1 5 {cell} {cell + 1} lightning {price}"]
    assert game.state.places[0].now.lightning == 4 - price


def test_lightning_needs_its_tokens_and_a_word() -> None:
    """LB-3.2, LB-3.6: an answer names its way; a matching cell doesn't forbid lightning elsewhere."""
    game = Playing("draw 1 8 | 1: L1 5 | 2: 6")
    assert game.refused("1 x5.0~") == "needs_lightning cell"
    assert game.refused("1 x5.0") == "needs_lightning cell"
    assert game.refused("1 x5.8") == "say_lightning way"
    assert game.refused("1 x5.7~") == "no_lightning_needed way"
    assert game.do("1 x5.8~") == ["crossed 1 5 8 9 lightning 1"]


def test_lightning_never_changes_the_number_of_a_bonus() -> None:
    """LB-3.2."""
    game = Playing("draw 1 3 | 1: L4 1:01 5 | 2: 6")
    game.do("1 x1.2")
    assert game.refused("1 b1:5.1") == "bonus_differs cell"
    assert game.legal(1) == ["b1:5.0"]


def test_tokens_of_a_cross_can_be_spent_in_the_next_draw() -> None:
    """LB-3.2, LB-4.7."""
    game = Playing("draw 1 3 | 1: 0:01 5", Always(8))
    game.do("1 x0.2")
    assert game.state.head.drawn == (3, 5)
    assert game.do("1 x5.3~")[0] == "crossed 1 5 3 4 lightning 1"


def test_passing_is_for_those_who_have_no_match() -> None:
    """LB-3.4: lightning is never forced, an open cell with the drawn number is."""
    game = Playing("draw 1 5 | 1: L4 5:0 | 2: L4 9@1=15 6:4 7:4 | 3: 3:01234567 | 4: L9 | pile 9")
    assert game.refused("1 pass") == "must_cross action"
    assert game.refused("3 pass") == "must_cross action"
    assert "pass" not in game.legal(1)
    assert "pass" in game.legal(2)
    assert game.do("2 pass") == ["passed 2"]
    assert game.legal(4) == ["pass"]  # no unfinished box


def test_passing_always_is_a_house_rule() -> None:
    """LB-3.4, LB-8.1."""
    game = Playing("draw 1 5 | 1: L4 5 | 2: 6 | options pass_rule=always")
    assert "pass" in game.legal(1)
    assert game.do("1 pass") == ["passed 1"]


def test_an_answer_can_be_taken_back_until_the_last_has_answered() -> None:
    """LB-3.5, LB-3.7, C21, C22: tokens, crosses and what they brought are as before; others' steps stay."""
    game = Playing("draw 1 4 | 1: L4 0:12 | 2: 5 | 3: 6", Always())
    before = game.seat(1)
    game.do("2 x5.3", "1 x0.0~")
    assert game.seat(1) == "1: L4 0:12 > L2 0:012 answered"
    second = game.seat(2)
    assert game.do("1 back 0") == ["takenBack 1 0"]
    assert game.seat(1) == before
    assert game.seat(2) == second
    game.do("1 x0.3")
    assert game.refused("1 back 1") == "no_such_step to"
    assert game.refused("1 back -1") == "no_such_step to"
    assert "numberDrawn 1 2 1" in game.do("3 x6.3")
    assert game.refused("1 back 0") == "nothing_to_take_back action"


def test_a_chain_is_taken_back_whole_or_step_by_step() -> None:
    """LB-3.5: with it the bonuses that it used up, those due, and those lost."""
    game = Playing("draw 1 7 | 1: 1:0124578 5 6 | 2: 7")
    first = game.do("1 x1.6")  # row 2 gives a 9, column 0 isn't whole
    assert first[1:] == ["lineCompleted 1 1 2 9", "bonusWaits 1 9 1 2"]
    assert game.do("1 b9:5.8") == ["crossed 1 5 8 9 bonus 0 9"]
    after_two = game.seat(1)
    assert game.refused("1 back 2") == "no_such_step to"
    game.do("1 back 1")
    assert game.seat(1) == after_two.rpartition(" > ")[0]
    assert game.legal(1) == ["b9:5.8", "b9:6.8"]
    game.do("1 b9:6.8", "1 back 0")
    assert game.seat(1) == "1: 1:0124578 5 6"


def test_lost_bonuses_come_back_with_the_step_that_lost_them() -> None:
    """LB-3.7, LB-4.7: one open cell for two bonuses; boxes finished on the way are unfinished again."""
    game = Playing("draw 1 3 | 1: 1:01345678 5:12345678 | 2: 7")
    assert game.do("1 x1.2") == [
        *("crossed 1 1 2 3 drawn", "lineCompleted 1 1 0 1", "bonusWaits 1 1 1 0"),
        *("lineCompleted 1 1 5 ?", "bonusWaits 1 ? 1 5", "boxFinished 1 1 1 15"),
    ]
    before = game.seat(1)
    assert before.endswith("> 5:12345678 1@1=15 b1@1r0 b?@1c2 answered")
    assert game.do("1 b1:5.0") == [
        *("crossed 1 5 0 1 bonus 0 1", "lineCompleted 1 5 0 -", "lineCompleted 1 5 3 -"),
        *("boxFinished 1 5 1 15", "bonusLost 1 ? 1 5"),
    ]
    assert game.seat(1).endswith("> 1@1=15 5@1=15 answered")
    game.do("1 back 1")
    assert game.seat(1) == before
    game.do("1 back 0")
    assert game.seat(1) == "1: 1:01345678 5:12345678"


def test_an_answer_given_is_final_once_the_next_number_came() -> None:
    """LB-3.5, LB-3.7: the last answer closes the draw at once."""
    game = Playing("draw 1 5 | 1: 5", Always())
    assert game.do("1 x5.4") == ["crossed 1 5 4 5 drawn", "drawClosed 1 1", "numberDrawn 1 2 1"]
    assert game.refused("1 back 0") == "nothing_to_take_back action"


def test_done_is_said_by_who_asked_to_confirm() -> None:
    """LB-3.7: then an answer counts when *Done* was said, and can be mended before, even alone."""
    game = Playing("draw 1 5 | 1: 5 6", Always())
    assert game.do("1 confirm on") == ["confirmAsked 1 yes"]
    assert game.refused("1 done") == "answer_first action"
    game.do("1 x5.4")
    assert game.legal(1) == ["done"]
    assert LUCKYBOX.to_act(game.state) == (1,)
    game.do("1 back 0", "1 x6.4")
    assert game.do("1 done") == ["doneSaid 1", "drawClosed 1 1", "numberDrawn 1 2 1"]
    assert game.seat(1) == "1: confirm 5 6:4"


def test_done_can_be_taken_back_too() -> None:
    """LB-3.7: while others are awaited; and it isn't said twice, or by who didn't ask to confirm."""
    game = Playing("draw 1 5 | 1: confirm 5 6 | 2: 7", Always())
    game.do("1 x5.4", "1 done")
    assert game.refused("1 done") == "already_done action"
    assert game.legal(1) == []
    game.do("1 back 0", "1 x6.4")
    assert game.legal(1) == ["done"]
    assert "drawClosed 1 1" not in game.do("2 x7.4")
    assert "drawClosed 1 1" in game.do("1 done")
    other = Playing("draw 1 5 | 1: 5 | 2: 6")
    other.do("1 x5.4")
    assert other.refused("1 done") == "nothing_to_confirm action"


def test_done_waits_for_bonuses() -> None:
    """LB-3.7."""
    game = Playing("draw 1 3 | 1: confirm 1:01 6 | 2: 7")
    game.do("1 x1.2")
    assert game.refused("1 done") == "answer_first action"


def test_who_stops_confirming_has_answered() -> None:
    """LB-3.7."""
    game = Playing("draw 1 5 | 1: confirm 5", Always())
    game.do("1 x5.4")
    assert game.do("1 confirm off")[:2] == ["confirmAsked 1 no", "drawClosed 1 1"]


def test_the_wish_to_confirm_is_told_to_the_seat_alone() -> None:
    """LB-2.4, LB-3.7."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6")
    events = game.try_to("1 confirm on")
    assert isinstance(events, tuple)
    assert LUCKYBOX.tell(events[0], 1) is not None
    assert LUCKYBOX.tell(events[0], 2) is LUCKYBOX.tell(events[0], SPECTATOR) is None


def test_out_of_time_no_answer_is_a_pass() -> None:
    """LB-3.8: even against LB-3.4, and nothing can be taken back."""
    game = Playing("draw 1 5 | 1: L4 5 | 2: 6")
    assert game.do("table timeUp 1") == ["timeRanOut 1", "passed 1 yes"]
    assert game.refused("1 back 0") == "time_ran_out action"
    assert game.refused("1 x5.4") == "time_ran_out action"
    assert game.refused("1 done") == "time_ran_out action"
    assert game.refused("table timeUp 1") == "time_ran_out seat"
    assert "back=0" in repr(LUCKYBOX.ask(game.state, 1))
    game.do("2 x6.4")
    assert game.seat(1) == "1: L4 5"


def test_out_of_time_crosses_stand_and_bonuses_are_lost() -> None:
    """LB-3.8: also for who hasn't said *Done*; and the draw closes with it."""
    game = Playing("draw 1 3 | 1: confirm 1:01 6", Always())
    game.do("1 x1.2")
    assert game.do("table timeUp 1") == [
        "timeRanOut 1",
        "bonusLost 1 1 1 0 yes",
        "drawClosed 1 1",
        "numberDrawn 1 2 1",
    ]
    assert game.seat(1) == "1: confirm 1:012 6"
    game.do("1 x6.0", "1 back 0")  # and in the next draw all is as ever


def test_out_of_time_a_choice_falls_on_the_boxes_dealt_first() -> None:
    """LB-3.8: a choice that was made stands; neither can be changed."""
    game = Playing("choice 0 | 1: o9,2,5/2 | 2: o3,4,6/2 | 3: o7,8,0/2")
    game.do("2 keep 4 6")
    assert game.do("table timeUp 1") == ["timeRanOut 1", "chosen 1 9,2 no"]
    assert game.do("table timeUp 2") == ["timeRanOut 2"]
    for seat, boxes in ((1, "2 5"), (2, "3 4")):
        assert game.refused(f"{seat} keep {boxes}") == "time_ran_out action"
        assert game.refused(f"{seat} back 0") == "time_ran_out action"
    assert game.do("3 keep 7 8")[1:4] == ["kept 1 9,2 5", "kept 2 4,6 3", "kept 3 7,8 0"]


def test_a_choice_of_boxes_is_one_step() -> None:
    """LB-3.5, LB-3.7."""
    game = Playing("choice 0 | 1: o9,2,5/2 | 2: o3,4,6/2")
    assert game.refused("1 back 0") == "nothing_to_take_back action"
    game.do("1 keep 9 2")
    assert game.refused("1 back 1") == "no_such_step to"


def test_a_seat_that_nobody_plays_passes_at_once() -> None:
    """LB-3.8, LB-7.7: also in the draws to come."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6", Always())
    assert game.do("table played 2 no") == ["playedSet 2 no", "timeRanOut 2", "passed 2 yes"]
    assert game.do("1 x5.4") == [
        *("crossed 1 5 4 5 drawn", "drawClosed 1 1", "numberDrawn 1 2 1", "timeRanOut 2", "passed 2 yes"),
    ]
    assert game.seat(2) == "2: left locked 6 > 6 answered"
    assert game.refused("2 x6.0") == "not_seated seat"
    assert game.refused("2 back 0") == "not_seated seat"


def test_a_seat_that_nobody_plays_takes_the_boxes_dealt_first() -> None:
    """LB-3.8."""
    game = Playing("choice 0 | 1: o9,2/1 | 2: o3,4/1")
    assert game.do("table played 1 no") == ["playedSet 1 no", "timeRanOut 1", "chosen 1 9 no"]


def test_who_comes_back_acts_from_the_next_draw() -> None:
    """LB-3.8: the pass of the meantime stays; said twice it changes nothing."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6", Always())
    game.do("table played 2 no", "table played 2 yes")
    assert game.refused("2 back 0") == "time_ran_out action"
    before = game.seat(2)
    assert game.do("table played 2 yes") == ["playedSet 2 yes"]
    assert game.seat(2) == before
    game.do("1 x5.4")
    assert game.legal(2) == ["x6.0"]


def test_who_had_answered_before_leaving_can_come_back_to_it() -> None:
    """LB-3.7, LB-3.8: nothing ran out for an answer that was complete."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6", Always())
    game.do("2 x6.4", "table played 2 no", "table played 2 yes", "2 back 0")
    assert game.seat(2) == "2: 6"


@pytest.mark.parametrize("action", ["timeUp 1", "played 1 no"])
def test_time_and_seats_are_the_tables_to_say(action: str) -> None:
    """LB-3.8, C15: no seat does what the table does."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6")
    refusal = LUCKYBOX.act(game.state, 2, TimeUp(1), 0, game.luck)
    assert getattr(refusal, "code", None) == "not_yours"
    assert game.refused(f"table {action.replace('1', '3')}") == "no_such_seat seat"


def test_only_who_sits_acts() -> None:
    """C15."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6")
    assert [game.refused(f"{who} pass") for who in (0, 3, -2)] == ["not_seated seat"] * 3


def test_the_number_of_the_ask_rises_with_own_steps_and_new_questions() -> None:
    """LB-3.5, C11: so a late copy of an answer never counts for another number or another step."""
    game = Playing("draw 1 5 | 1: 5 | 2: 6", Always())
    asks = [LUCKYBOX.decision(game.state, 1)]
    for text in ("2 x6.4", "1 confirm on", "1 x5.4", "1 back 0", "1 x5.4", "1 done"):
        game.do(text)
        asks.append(LUCKYBOX.decision(game.state, 1))
    assert asks == [0, 0, 0, 1, 2, 3, 4]
    game.do("table timeUp 1")
    assert LUCKYBOX.decision(game.state, 1) == 6  # out of time, and passed for
