"""Does a draw go by the rules of `chengdu`? Bolts, question marks, extra marks, moons: LB-1 to LB-5."""

import pytest
from msgspec.structs import replace

from boltbox.rules.luckybox.events import Crossed, TokensTaken
from boltbox.rules.luckybox.options import defaults
from boltbox.rules.luckybox.rule_sets import RULE_SETS
from boltbox.rules.shelf import SHELF
from boltbox.table.codec import Codec
from tests.luckybox_play import Always, Playing, begin, play_on

SET = " | options rule_set=chengdu"
MOONS = RULE_SETS["chengdu"].moon_tokens


def playing(position: str) -> Playing:
    return Playing(position + SET, Always())


def test_the_usual_options() -> None:
    """LB-1.3, LB-3.4, LB-7.1, LB-8.3."""
    options = defaults("chengdu")
    assert (options.dealt, options.kept, options.rounds) == (5, 3, 4)
    assert (options.starting_lightning, options.star_points, options.pass_rule) == (0, (2,), "always")
    assert options.box_points == (15, 12, 10, 8)


def test_boxes_not_kept_stay_as_a_reserve() -> None:
    """LB-1.2, LB-1.3: with the seat, not on the pile; and nobody starts with a bolt."""
    game, _ = begin(2, defaults("chengdu"))
    offers = [hand.offer for hand in game.state.hands]
    happened = [event for seat in (1, 2) for event in game.do(f"{seat} {game.legal(seat)[0]}")]
    kept = [",".join(map(str, offer[:3])) for offer in offers]
    assert f"kept 1 {kept[0]} -" in happened
    assert f"kept 2 {kept[1]} -" in happened
    assert [hand.reserve for hand in game.state.hands] == [offer[3:] for offer in offers]
    assert game.pile() == []
    assert all(place.board.lightning == 0 for place in game.state.places)


def test_an_event_of_before_is_read_as_it_was() -> None:
    """A log written when there were no question marks."""
    codec = Codec(SHELF["luckybox"])
    old = b'[{"t":"tokensTaken","seat":2,"lightning":1,"stars":0,"moons":0}]'
    assert codec.events(old) == (TokensTaken(2, lightning=1),)
    crossed = b'[{"t":"crossed","seat":1,"box":5,"cell":8,"number":9,"way":"drawn","price":0,"code":null}]'
    assert codec.events(crossed) == (Crossed(1, 5, 8, 9, "drawn"),)


def test_each_number_comes_once_a_round() -> None:
    """LB-2.2: nine cards, all of them revealed."""
    game, _ = begin(1, defaults("chengdu"))
    happened = play_on(game)
    drawn = [event.split() for event in happened if event.startswith("numberDrawn")]
    for round_ in range(1, 5):
        assert sorted(words[3] for words in drawn if words[1] == str(round_)) == list("123456789")
    assert next(event for event in happened if event.startswith("roundBegan")) == "roundBegan 1 1-9"


def test_passing_is_always_allowed() -> None:
    """LB-3.4: with the drawn number open, and without a box."""
    assert playing("draw 1 5 | 1: 5").legal(1)[-1] == "pass"
    assert playing("draw 1 5 | 1:").legal(1) == ["pass"]
    game = Playing("draw 1 5 | 1: 5 | options rule_set=chengdu pass_rule=no_match")
    assert game.refused("1 pass") == "must_cross action"


@pytest.mark.parametrize(("drawn", "reached"), [(5, "456"), (1, "129"), (9, "189")])
def test_lightning_goes_one_step_round_the_ring(drawn: int, reached: str) -> None:
    """LB-3.2: however many bolts there are, and the drawn number being open forbids nothing."""
    crosses = playing(f"draw 1 {drawn} | 1: L9 5").legal(1)[:-1]
    assert crosses == [f"x5.{int(n) - 1}{'' if n == str(drawn) else '~'}" for n in reached]


def test_one_bolt_goes_one_step_at_most_one_a_draw() -> None:
    """LB-3.2."""
    game = playing("draw 1 5 | 1: L3 5 | 2:")
    assert game.refused("1 x5.6~") == "too_far cell"
    assert game.refused("1 x5.0") == "too_far cell"
    assert game.refused("1 x5.5") == "say_lightning way"
    assert game.do("1 x5.5~") == ["crossed 1 5 5 6 lightning 1"]
    assert game.refused("1 x5.3~") == "already_answered action"
    assert "L2" in game.seat(1)
    assert playing("draw 1 5 | 1: 5").refused("1 x5.5~") == "needs_lightning cell"


def test_a_question_mark_crosses_any_open_cell_instead_of_the_number() -> None:
    """LB-3.6: any of them, even one that another way reaches; one a draw."""
    game = playing("draw 1 5 | 1: Q2 L1 5:0 | 2:")
    crosses = game.legal(1)
    assert crosses[:3] == ["x5.3~", "x5.4", "x5.5~"]
    assert crosses[3:-1] == [f"x5.{cell}?" for cell in range(1, 9)]
    assert crosses[-1] == "pass"
    assert game.do("1 x5.8?") == ["crossed 1 5 8 9 question"]
    assert game.seat(1).endswith("> L1 Q1 5:08 answered")
    assert game.refused("1 x5.7?") == "already_answered action"
    game.do("1 back 0", "1 x5.4?")
    assert game.seat(1).endswith("> L1 Q1 5:04 answered")


def test_a_question_mark_is_taken_and_spent_from_the_next_draw_on() -> None:
    """LB-3.6, LB-4.3: kept over draws and rounds; the cross that brought it can be taken back."""
    game = playing("draw 1 9 | 1: 0:25 5 | 2: 6")
    assert game.do("1 x0.8") == [
        "crossed 1 0 8 9 drawn",
        "lineCompleted 1 0 5 ?",
        "tokensTaken 1 0 0 0 1",
    ]
    assert game.refused("1 x5.0?") == "already_answered action"
    game.do("1 back 0")
    assert "Q" not in game.seat(1)
    game.do("1 x0.8", "2 pass")
    assert [word for word in game.legal(1) if word.endswith("?")]
    late = playing("draw 1 123456789 | 1: Q1 answered 5 | 2: 6")
    late.do("2 pass", "1 refill - / - / 0", "2 refill - / - / 0")
    assert (late.state.head.round, late.state.places[0].now.questions) == (2, 1)


def test_a_number_is_an_extra_mark() -> None:
    """LB-4.3: it crosses any open cell, whatever its digit; chains go on."""
    game = playing("draw 1 3 | 1: 1:01 5:8 | 2:")
    assert game.do("1 x1.2") == ["crossed 1 1 2 3 drawn", "lineCompleted 1 1 0 1", "bonusWaits 1 1 1 0"]
    marks = game.legal(1)
    assert marks == [f"b1:1.{cell}" for cell in range(3, 9)] + [f"b1:5.{cell}" for cell in range(8)]
    assert game.refused("1 b2:5.1") == "no_such_bonus code"
    assert game.do("1 b1:5.6") == ["crossed 1 5 6 7 bonus 0 1"]


def test_an_extra_mark_is_lost_only_without_any_open_cell() -> None:
    """LB-4.5, LB-4.7."""
    full = "1:01345678"
    game = playing(f"draw 1 3 | 1: {full} 5:8 | 2:")
    assert [event for event in game.do("1 x1.2") if event.startswith("bonusLost")] == []
    game = playing(f"draw 1 3 | 1: {full} | 2:")
    lost = [event for event in game.do("1 x1.2") if event.startswith("bonusLost")]
    assert lost == ["bonusLost 1 1 1 0"]  # its column gives a question mark, which needs no cell


def test_a_question_mark_needs_no_open_cell() -> None:
    """LB-4.7: tokens are taken at once."""
    game = playing("draw 1 3 | 1: 1:01345678 | 2:")
    assert "tokensTaken 1 0 0 0 1" in game.do("1 x1.2")
    assert "Q1" in game.seat(1)


def test_moons_are_drawn_when_the_draw_closes() -> None:
    """LB-4.8: seat by seat, one by one; nothing random happens in an answer, and it can be taken back."""
    game = playing("draw 1 1 | 1: 0:36 | 2: 6")
    assert game.do("1 x0.0") == ["crossed 1 0 0 1 drawn", "lineCompleted 1 0 3 M", "tokensTaken 1 0 0 1"]
    assert game.state.supply.moons == MOONS
    game.do("1 back 0", "1 x0.0")
    happened = game.do("2 pass")
    assert happened[:3] == ["passed 2", "drawClosed 1 1", "moonDrawn 1 -2"]
    assert game.state.places[0].board.moon_values == (-2,)
    assert game.state.supply.moons == MOONS[1:]


def test_moons_come_seat_by_seat() -> None:
    """LB-4.8: also when the later seat answered first; each draw has its own key."""
    game = playing("draw 2 1 | 1: M3 m3 answered | 2: M1 answered | 3: M2 m1,1 0:36")
    events = game.try_to("3 x0.0")
    assert isinstance(events, tuple)
    keys = [(draw.a, draw.b, draw.c) for event in events for draw in getattr(event, "draws", ())]
    assert keys[:-1] == [(2, 1, count) for count in range(4)]
    drawn = [event for event in game.do("3 x0.0") if event.startswith("moonDrawn")]
    assert drawn == ["moonDrawn 1 -2", "moonDrawn 1 -2", "moonDrawn 2 -1", "moonDrawn 3 -1"]
    assert [place.board.moon_values for place in game.state.places] == [(3, -2, -2), (-1,), (1, 1, -1)]


def test_after_the_last_moon_a_new_set_is_shuffled() -> None:
    """LB-4.6: 24 tokens, and an event says so."""
    assert (len(MOONS), sum(MOONS)) == (24, 3 * 3 + 6 * 2 + 9 - 4 - 2 * 2)
    game = Playing(f"draw 1 1 | 1: M2 | 2: 5 | moons 3{SET}", Always())
    happened = game.do("1 pass", "2 pass")
    told = [event for event in happened if event.startswith("moon")]
    assert told[0] == "moonDrawn 1 3"
    assert told[1].startswith("moonsShuffled -2,-2,-1")
    assert told[2] == "moonDrawn 1 -2"
    assert len(game.state.supply.moons) == 23


def test_the_supply_of_moons_is_there_from_the_start() -> None:
    """LB-4.6: and `classic` has none."""
    game, happened = begin(2, defaults("chengdu"))
    assert any(event.startswith("moonsShuffled") for event in happened)
    assert game.state.supply.moons == MOONS
    game, happened = begin(2)
    assert not any(event.startswith("moonsShuffled") for event in happened)
    assert game.state.supply.moons == ()


def test_a_finished_box_scores_and_leaves() -> None:
    """LB-5.1, LB-5.2: as in `classic`."""
    game = playing("draw 2 5 | 1: 5:01235678 | 2: 6")
    assert "boxFinished 1 5 2 12" in game.do("1 x5.4")
    game.do("2 pass")
    assert game.pile() == [5]


def test_time_that_runs_out_is_a_pass_and_loses_marks() -> None:
    """LB-3.8: question marks and bolts stay."""
    game = playing("draw 1 3 | 1: Q1 L2 1:01 5 | 2: 6")
    assert game.do("table timeUp 1") == ["timeRanOut 1", "passed 1 yes"]
    game = playing("draw 1 3 | 1: Q1 L2 1:01 5 | 2: 6")
    game.do("1 x1.2")
    assert game.do("table timeUp 1") == ["timeRanOut 1", "bonusLost 1 1 1 0 yes"]
    assert "L2 Q1" in game.seat(1)
    assert game.refused("1 back 0") == "time_ran_out action"


def test_a_mark_may_be_declined_by_house_rules() -> None:
    """LB-4.5."""
    options = replace(defaults("chengdu"), bonus_optional=True)
    game = Playing(f"draw 1 3 | 1: 1:01 | 2:{SET} bonus_optional=yes")
    assert game.state.options == options
    game.do("1 x1.2")
    assert game.do("1 b1-") == ["bonusDeclined 1 1"]
