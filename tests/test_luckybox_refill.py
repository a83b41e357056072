"""Does a round of `chengdu` end as the rules say: stars kept, boxes refilled, points, places? LB-6, LB-7."""

import pytest

from boltbox.rules.game import SPECTATOR, Outcome
from boltbox.rules.luckybox.actions import Refill
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options, defaults
from boltbox.rules.luckybox.view import AskPart, OwnPart, SeatPart
from tests.luckybox_play import Always, Playing

SET = " | options rule_set=chengdu"
LAST = "123456789"  # the numbers of a round, all drawn
REFILL = f"refill 1 {LAST} | 1: r3,4 5:8 6:01 7 | 2: r8,9 10 | pile 2{SET}"


def playing(position: str = REFILL) -> Playing:
    return Playing(position if SET in position else position + SET, Always())


def finish(*seats: str, options: str = "") -> Outcome:
    """Ends a game in which every seat passes the last draw."""
    sections = [f"draw 4 {LAST}", *(f"{seat}: {words}" for seat, words in enumerate(seats, 1))]
    game = playing(" | ".join(sections) + SET + options)
    for place in game.state.places:
        game.do(f"{place.seat} pass")
    assert game.state.outcome is not None
    return game.state.outcome


def test_a_round_scores_no_stars_and_opens_the_refill() -> None:
    """LB-6.1, LB-6.2: stars are kept."""
    game = playing(f"draw 2 {LAST} | 1: S2 5:8 | 2: S1 6")
    assert game.do("1 pass", "2 pass") == ["passed 1", "passed 2", "drawClosed 2 9", "refillBegan 2"]
    assert [place.board.stars for place in game.state.places] == [2, 1]
    assert game.state.head.phase == "refill"
    assert LUCKYBOX.to_act(game.state) == (1, 2)
    assert LUCKYBOX.question(game.state, 1) == 30


def test_after_the_last_round_nothing_is_refilled() -> None:
    """LB-6.2."""
    game = playing(f"draw 4 {LAST} | 1: r3 5:8 | 2: 6")
    assert [event.split()[0] for event in game.do("1 pass", "2 pass")][-2:] == ["drawClosed", "gameEnded"]


def test_discards_then_reserves_then_blind_boxes() -> None:
    """LB-6.5, LB-1.6: in that order; crosses are lost, and the next round begins."""
    game = playing()
    assert game.do("1 refill 6 5 / 4 / 1") == ["refillChosen 1 5,6 4 1 no"]
    happened = game.do("2 refill - / 9 8 / 0")
    assert happened[:4] == [
        "refillChosen 2 - 8,9 0 no",
        "refilled 1 5,6 4",
        "refilled 2 - 8,9",
        "blindDealt 0/- 1,11-19 2,5,6",
    ]
    assert happened[4:] == ["roundBegan 2 1-9", "numberDrawn 2 1 1"]
    assert (game.seat(1), game.seat(2)) == ("1: r3 7 4 0", "2: 10 8 9")
    assert game.pile() == [2, 5, 6]


def test_blind_boxes_come_one_at_a_time_round_the_table() -> None:
    """LB-1.6, LB-6.5: to those who still want one."""
    game = playing(f"refill 1 {LAST} | 1: 5 | 2: | 3: 6 | 4: 7 8 9{SET}")
    happened = game.do("1 refill - / - / 2", "2 refill - / - / 3", "3 refill - / - / 0", "4 refill - / - / 0")
    assert "blindDealt 0,2/1,3,4/-/- 10-19 -" in happened


def test_when_the_deck_runs_out_the_pile_is_shuffled_with_the_new_discards() -> None:
    """LB-6.3, LB-6.5: discards go to the pile before blind boxes are dealt."""
    game = playing(f"refill 1 {LAST} | 1: 5 6 | 2: 7 8 9 | boxes 1 | pile 2{SET}")
    happened = game.do("2 refill 7 8 / - / 2", "1 refill 5 / - / 2")
    assert "pileShuffled 4" in happened
    assert "blindDealt 1,5/2,7 8 -" in happened


def test_who_finds_nothing_left_goes_without() -> None:
    """LB-6.3, LB-6.5: until all are served or nothing is left, and an event says so."""
    game = playing(f"refill 1 {LAST} | 1: | 2: 5 | 3: 6 | boxes 1 | pile 2{SET}")
    happened = game.do("1 refill - / - / 3", "2 refill - / - / 1", "3 refill - / - / 1")
    assert [event for event in happened if event.startswith("wentWithout")] == [
        "wentWithout 1",
        "wentWithout 3",
    ]
    assert "blindDealt 1/2/- - -" in happened


def test_nothing_needs_to_be_refilled() -> None:
    """LB-6.2: as many as they like, and none at all."""
    game = playing()
    happened = game.do("1 refill - / - / 0", "2 refill 10 / - / 0")
    assert not any(event.startswith(("blindDealt", "drew boxes")) for event in happened)
    assert (game.seat(1), game.seat(2)) == ("1: r3,4 5:8 6:01 7", "2: r8,9")


def test_at_most_kept_boxes_lie_in_front_of_a_seat() -> None:
    """LB-6.2: those discarded make room."""
    game = playing()
    assert game.refused("1 refill - / 3 / 0") == "too_many_boxes take"
    assert game.refused("1 refill 5 / 3 / 1") == "too_many_boxes blind"
    assert game.refused("2 refill - / 8 9 / 1") == "too_many_boxes blind"
    game.do("1 refill 5 / 3 / 0", "1 refill 5 6 7 / 3 / 2")
    many = Playing(f"refill 1 {LAST} | 1: 5 | 2: 6{SET} kept=5")
    assert many.refused("1 refill - / - / 5") == "too_many_boxes blind"
    many.do("1 refill - / - / 4")


def test_a_choice_is_private_and_can_be_changed_until_all_have_chosen() -> None:
    """LB-6.5, LB-2.4, C20."""
    game = playing()
    before = LUCKYBOX.view(game.state, 2), LUCKYBOX.view(game.state, SPECTATOR)
    events = game.try_to("1 refill 5 / 3 / 0")
    assert isinstance(events, tuple)
    told = [LUCKYBOX.tell(event, audience) for event in events for audience in (1, 2, SPECTATOR)]
    assert [type(one).__name__ for one in told] == ["RefillChanged", "Ready", "Ready"]
    game.do("1 refill 5 / 3 / 0")
    for audience, view in zip((2, SPECTATOR), before, strict=True):
        changed = {name for name, part in LUCKYBOX.view(game.state, audience).items() if part != view[name]}
        assert changed == {"seat1"}
    assert game.do("1 refill 6 / - / 1") == ["refillChosen 1 6 - 1 yes"]
    again = game.try_to("1 refill - / - / 0")
    assert isinstance(again, tuple)
    assert [LUCKYBOX.tell(event, 2) for event in again] == [None]
    assert game.do("1 back 0") == ["choiceTakenBack 1"]
    assert game.state.hands[0].refill is None
    assert not game.state.places[0].ready
    assert game.refused("1 back 0") == "nothing_to_take_back action"


def test_a_seat_sees_its_reserve_and_its_refill() -> None:
    """LB-1.2, LB-2.4."""
    game = playing()
    own, ask = LUCKYBOX.part(game.state, 1, "own"), LUCKYBOX.ask(game.state, 1)
    assert isinstance(own, OwnPart)
    assert isinstance(ask, AskPart)
    assert [box.id for box in own.reserve] == [3, 4]
    assert (own.refill, ask.kind, ask.open, ask.back, ask.choices) == (None, "refill", True, 0, ())
    game.do("1 refill 7 5 / 4 / 1")
    own, ask = LUCKYBOX.part(game.state, 1, "own"), LUCKYBOX.ask(game.state, 1)
    assert isinstance(own, OwnPart)
    assert own.refill is not None
    assert (own.refill.discard, own.refill.take, own.refill.blind) == ((5, 7), (4,), 1)
    assert (ask.open, LUCKYBOX.legal(game.state, 1)) == (False, ())
    assert "own" not in LUCKYBOX.view(game.state, SPECTATOR)


def test_every_refill_is_spelled_out_once() -> None:
    """LB-6.2: whatever is allowed, and first what falls to a seat without a choice (LB-3.8)."""
    game = playing()
    legal = LUCKYBOX.legal(game.state, 2)
    assert legal[0] == Refill((), (8, 9), 0)
    assert len(legal) == len(set(legal))
    allowed = {
        Refill(discard, take, blind)
        for discard in ((), (10,))
        for take in ((), (8,), (9,), (8, 9))
        for blind in range(-1, 5)
        if isinstance(game.try_to(f"2 {LUCKYBOX.write_action(Refill(discard, take, blind))}"), tuple)
    }
    assert set(legal) == allowed


@pytest.mark.parametrize(
    ("seat", "wish"),
    [
        ("r3,4 5", "- 3,4 0"),
        ("r3 5", "- 3 1"),
        ("5", "- - 2"),
        ("r3,4 5 6 7", "- - 0"),
        ("r3,4,8 5 6", "- 3 0"),
    ],
)
def test_time_that_runs_out_fills_every_gap_from_the_reserve_first(seat: str, wish: str) -> None:
    """LB-3.8: nothing is discarded, and nothing can be taken back."""
    game = playing(f"refill 1 {LAST} | 1: {seat} | 2: 9{SET}")
    assert game.do("table timeUp 1") == ["timeRanOut 1", f"refillChosen 1 {wish} no"]
    assert game.refused("1 back 0") == "time_ran_out action"
    assert game.refused("1 refill - / - / 0") == "time_ran_out action"
    game.do("2 refill - / - / 0")
    assert not game.state.places[0].locked


def test_time_that_runs_out_leaves_a_choice_as_it_is() -> None:
    """LB-3.8."""
    game = playing()
    game.do("1 refill 5 / 3 / 0")
    assert game.do("table timeUp 1") == ["timeRanOut 1"]
    assert "refilled 1 5 3" in game.do("2 refill - / - / 0")


def test_a_seat_that_nobody_plays_is_refilled_for() -> None:
    """LB-3.8, LB-7.7."""
    game = playing()
    game.do("table played 2 no")
    assert "refilled 2 - 8,9" in game.do("1 refill - / - / 0")


def test_a_whole_sheet_worked_out() -> None:
    """LB-7.1 to LB-7.3: boxes, two points a star of the game, printed moons, cells; no reserve."""
    assert finish("S5 M3 m3,-1,2 5:0134678 6:268 0@1=15 1@3=10 r8", "M2 m-1,-2 7:01") == Outcome(
        reason="rounds",
        totals=(25 + 10 + 4 + 5, 0 + 0 - 3 + 1),
        parts=(
            {"boxes": 25, "stars": 10, "moons": 4, "cells": 5},
            {"boxes": 0, "stars": 0, "moons": -3, "cells": 1},
        ),
        places=(1, 2),
    )


def test_alone_moons_are_their_sum_and_there_is_no_title() -> None:
    """LB-7.3, LB-7.5, LB-7.6: totals may be negative."""
    outcome = finish("M2 m-2,-2")
    assert (outcome.totals, outcome.title) == ((-4,), None)


def test_tokens_left_over_are_worth_nothing() -> None:
    """LB-3.6."""
    assert finish("L9 Q9").totals == (0,)


def test_points_for_a_star_are_an_option() -> None:
    """LB-7.1, LB-8.3."""
    assert finish("S3", "", options=" star_points=-4").parts[0]["stars"] == -12


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (("S2 1@1=8", "M4 m3,3,3,3"), (1, 2)),  # 12 each: one finished box, and none
        (("S1 1@1=5 2@1=5", "S2 3@1=4 4@1=4"), (2, 1)),  # 12 each, two boxes each: more stars
        (("S1 1@1=10", "S1 2@1=10", "1@2=12"), (1, 1, 3)),
        (("1@1=12 M2 m1,-1", "2@1=12"), (1, 1)),  # how many moons there are decides nothing
    ],
)
def test_ties_go_to_finished_boxes_then_stars(seats: tuple[str, ...], places: tuple[int, ...]) -> None:
    """LB-7.4, LB-7.6."""
    outcome = finish(*seats)
    assert len(set(outcome.totals)) == 1
    assert outcome.places == places


def test_the_score_now_counts_stars_and_moons_that_are_drawn() -> None:
    """LB-7.1, LB-7.3: as far as they are known."""
    game = playing("draw 2 1 | 1: S3 M3 m3,-1 5:012 | 2:")
    part = LUCKYBOX.part(game.state, 2, "seat1")
    assert isinstance(part, SeatPart)
    assert (part.score, part.moons, part.moon_values) == (6 + 2 + 1, 3, (3, -1))


def test_defaults_are_no_house_rules() -> None:
    """LB-8.2: each rule set has its own."""
    assert not LUCKYBOX.house_rules(defaults("chengdu"), 6)
    assert LUCKYBOX.house_rules(Options(rule_set="chengdu"), 6)
    assert LUCKYBOX.usual(Options(rule_set="chengdu", rounds=8)) == defaults("chengdu")
