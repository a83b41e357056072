"""Do rounds end as the rules say: stars, new boxes, a deck that runs out? LB-6."""

import pytest

from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.scoring import star_points
from tests.luckybox_play import Always, Playing, begin, play_on

LAST = "715263849"  # the numbers of a round whose last draw is open; a 9 is to be answered


@pytest.mark.parametrize(("stars", "points"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 9), (9, 9)])
def test_stars_score_by_the_round(stars: int, points: int) -> None:
    """LB-6.1: 1, 4, 9 for 1, 2, 3 or more; the counts restart."""
    game = Playing(f"draw 2 {LAST} | 1: p4 S{stars} 5:8 | 2: S1 6:8")
    assert f"roundScored 2 {stars},1 {points},1" in game.do("1 pass", "2 pass")
    assert [(place.star_points, place.board.stars) for place in game.state.places] == [
        (4 + points, 0),
        (1, 0),
    ]


def test_star_points_are_an_option() -> None:
    """LB-6.1, LB-8.1, LB-8.3: the last value repeats, and no star scores 0."""
    assert [star_points(Options(star_points=(-2, 5)), stars) for stars in range(5)] == [0, -2, 5, 5, 5]


def test_after_a_round_each_is_dealt_three_and_keeps_one() -> None:
    """LB-6.2: one at a time from seat 1; the others are discarded."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | pile 0", Always())
    assert game.do("1 pass", "2 pass")[-1] == "dealt 1,3,7/2,4,8 1,1 9-19 0"
    assert game.refused("1 x5.0") == "choose_first action"
    assert game.refused("1 done") == "choose_first action"
    assert game.refused("1 keep 1 3") == "wrong_count boxes"
    assert game.refused("1 keep") == "wrong_count boxes"
    assert game.refused("1 keep 2") == "not_offered boxes"
    assert game.refused("1 keep 1 1") == "chosen_twice boxes"
    game.do("2 keep 4", "2 keep 8")
    assert game.do("1 keep 3")[1:4] == [
        "kept 1 3 1,7",
        "kept 2 8 2,4",
        f"roundBegan 2 {'1,1,2,2,3,3,4,4,5,5'},6,6,7,7,8,8,9,9",
    ]
    assert game.seat(1) == "1: 5:8 3"
    assert game.seat(2) == "2: 6:8 8"
    assert game.pile() == [0, 1, 2, 4, 7]


def test_after_the_last_round_no_box_is_dealt() -> None:
    """LB-6.2."""
    game = Playing(f"draw 4 {LAST} | 1: 5:8 | 2: 6:8")
    assert [event.split()[0] for event in game.do("1 pass", "2 pass")] == [
        *("passed", "passed", "drawClosed", "roundScored", "gameEnded"),
    ]
    assert game.refused("1 pass") == "game_over action"
    assert game.refused("table timeUp 1") == "game_over action"
    assert (LUCKYBOX.to_act(game.state), game.legal(1)) == ((), [])


def test_an_offer_of_one_is_gained() -> None:
    """LB-6.2: nobody is asked, and the next number comes at once."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | options offer=1", Always())
    assert game.do("1 pass", "2 pass")[4:9] == [
        *("dealt 0/1 1,1 2-4,7-19 -", "chosen 1 0 no", "chosen 2 1 no", "kept 1 0 -", "kept 2 1 -"),
    ]
    assert game.state.head.round == 2
    assert game.seat(1) == "1: 5:8 0"
    assert game.seat(2) == "2: 6:8 1"


def test_with_no_offer_the_next_round_begins() -> None:
    """LB-6.2."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | options offer=0", Always())
    assert [event.split()[0] for event in game.do("1 pass", "2 pass")] == [
        *("passed", "passed", "drawClosed", "roundScored", "roundBegan", "numberDrawn"),
    ]
    assert game.seat(1) == "1: 5:8"


def test_the_pile_is_shuffled_in_when_the_deck_runs_out() -> None:
    """LB-6.3, LB-6.4: finished boxes included; in the order of the deck's file; dealing goes on."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:01234567 | boxes 11,14 | pile 0,3,9", Always())
    assert game.do("1 pass", "2 x6.8")[-2:] == ["pileShuffled 4", "dealt 11,0,6/14,3,9 1,1 - -"]


def test_the_pile_stays_while_the_deck_lasts() -> None:
    """LB-6.3: a deck that is dealt to the last box is filled up with the next deal, not before."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | boxes 1,2,3,4,7,8 | pile 0,9", Always())
    assert game.do("1 pass", "2 pass")[-1] == "dealt 1,3,7/2,4,8 1,1 - 0,9"


def test_offers_shrink_together_when_too_few_are_left() -> None:
    """LB-6.3: five boxes for two seats: two each, and one stays."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | boxes 1,2,3 | pile 0,9", Always())
    assert game.do("1 pass", "2 pass")[-3:] == [
        *("offersShrank 2", "pileShuffled 2", "dealt 1,3/2,0 1,1 9 -"),
    ]


def test_offers_shrink_to_one_box_that_is_gained() -> None:
    """LB-6.2, LB-6.3."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | boxes 1,2,3", Always())
    happened = game.do("1 pass", "2 pass")
    assert "offersShrank 1" in happened
    assert "dealt 1/2 1,1 3 -" in happened
    assert game.state.head.round == 2


def test_a_seat_goes_without_only_when_nothing_is_left() -> None:
    """LB-6.3: fewer boxes than players: one each from seat 1."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | 3: 7:8 | boxes 1 | pile 4", Always())
    happened = game.do("1 pass", "2 pass", "3 pass")
    assert [event for event in happened if not event.startswith(("passed", "drawClosed", "roundScored"))] == [
        *("offersShrank 1", "pileShuffled 1", "wentWithout 3", "dealt 1/4/- 1,1,0 - -"),
        *("chosen 1 1 no", "chosen 2 4 no", "chosen 3 - no", "kept 1 1 -", "kept 2 4 -", "kept 3 - -"),
        *("roundBegan 2 1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9", "numberDrawn 2 1 1"),
    ]
    assert game.seat(3) == "3: 7:8"


def test_the_game_goes_on_when_no_box_is_left_at_all() -> None:
    """LB-6.3, LB-5.3."""
    game = Playing(f"draw 1 {LAST} | 1: 5:8 | 2: 6:8 | boxes -", Always())
    happened = game.do("1 pass", "2 pass")
    assert [event for event in happened if event.startswith("wentWithout")] == [
        "wentWithout 1",
        "wentWithout 2",
    ]
    assert game.state.head.round == 2


@pytest.mark.parametrize(
    ("seats", "round_"), [(1, None), (4, None), (5, 3), (6, 2), (7, None), (9, 3), (11, 2), (12, 2)]
)
def test_no_offer_shrinks_by_the_defaults(seats: int, round_: int | None) -> None:
    """LB-6.4: and after which round the pile is first shuffled in."""
    game, _ = begin(seats)
    happened = play_on(game)
    assert not [event for event in happened if event.startswith(("offersShrank", "wentWithout"))]
    scored = [i for i, event in enumerate(happened) if event.startswith("roundScored")]
    shuffled = [i for i, event in enumerate(happened) if event.startswith("pileShuffled")]
    assert len(scored) == 4
    assert (sum(i < shuffled[0] for i in scored) if shuffled else None) == round_


def test_a_box_comes_back_with_a_clean_face() -> None:
    """LB-6.3: it can be finished again, by the same seat too; it has scored before."""
    game = Playing(f"draw 1 {LAST} | 1: 6:01234567 | boxes - | options offer=1", Always())
    game.do("1 x6.8")
    assert game.seat(1) == "1: 6 6@1=15"
    again = Playing("draw 2 9 | 1: 6:01234567 6@1=15")
    assert again.do("1 x6.8")[3:4] == ["boxFinished 1 6 2 12"]
    assert again.seat(1) == "1: 6@1=15 6@2=12"
