"""Do the bots of Lucky Box choose as they say: uniform without liking anything, greedy what pays most?"""

from collections import Counter
from itertools import combinations
from math import sqrt
from statistics import mean

import pytest
from msgspec.structs import replace

from boltbox.bots import BUDGET, answer, bots_of
from boltbox.bots.luckybox.prospects import Prospects, Weights
from boltbox.rules.game import Outcome
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, LuckyAction, Pass, Refill
from boltbox.rules.luckybox.deck import read_deck
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import MoonPoints, Options, defaults
from boltbox.rules.luckybox.parts import BonusCode
from boltbox.rules.luckybox.state import Board, Box, Due, Hand, Head, Place, State, Supply
from boltbox.rules.luckybox.view import HeadPart, SeatPart
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from tests.luckybox_play import Playing

GAME = SHELF["luckybox"]
EMPTY = "-,-,- -,-,-"
HEADER = "name: Test\nauthor: Test\nlicence: CC0-1.0\n"


def mask(crossed: str) -> int:
    return sum(1 << int(cell) for cell in crossed)


def position(
    *boxes: tuple[str, str],
    drawn: int = 5,
    lightning: int = 0,
    due: tuple[BonusCode, ...] = (),
    head: Head | None = None,
    options: Options | None = None,
) -> State:
    """Makes a solo position: each box is a line of a deck and the cells that are crossed on it."""
    faces = [face for face, _ in boxes] + [f"123456789 {EMPTY}"] * 5
    mine = tuple(Box(number, mask(crossed)) for number, (_, crossed) in enumerate(boxes))
    waiting = tuple(Due(code, 0, 0) for code in due)
    board = Board(mine, lightning=lightning, due=waiting, answered=bool(due))
    return State(
        options or Options(),
        read_deck(HEADER + "\n".join(faces)),
        head or Head("draw", 2, 3, (1, 2, drawn)),
        (Place(1, board),),
        (Hand(),),
        Supply(),
    )


def greedy(state: State, budget: int = BUDGET) -> LuckyAction:
    action = answer(bots_of("luckybox")["greedy"], GAME, state, 1, MixerLuck(0), budget)
    assert action in LUCKYBOX.legal(state, 1)
    return action


def crossed(box: int, cell: int) -> Cross:
    return Cross(box, cell, "drawn")


def test_greedy_finishes_a_box() -> None:
    state = position((f"512345678 {EMPTY}", ""), (f"512345678 {EMPTY}", "12345678"))
    assert greedy(state) == crossed(1, 0)


@pytest.mark.parametrize("code", ["S", "M", "L", "LL", "7"])
def test_greedy_completes_the_line_that_pays(code: str) -> None:
    late = Head("draw", 4, 6, (1, 1, 2, 2, 3, 5))
    state = position((f"512377678 {EMPTY}", "12"), (f"512377678 {code},-,- -,-,-", "12"), head=late)
    assert greedy(state) == crossed(1, 0)


def test_greedy_goes_on_with_the_line_that_pays() -> None:
    state = position(("512346785 S,-,- -,-,-", "1"), lightning=0)
    assert greedy(state) == crossed(0, 0)


def test_greedy_takes_the_third_star_rather_than_a_fourth_first_one() -> None:
    """Stars score 1, 4, 9 and no more: a fourth one is worth nothing (LB-6.1)."""
    star, bolt = "512346789 S,-,- -,-,-", "512346789 L,-,- -,-,-"
    state = position((star, "12"), (bolt, "12"))
    assert greedy(with_stars(state, 2)) == crossed(0, 0)
    assert greedy(with_stars(state, 3)) == crossed(1, 0)


def with_stars(state: State, stars: int) -> State:
    (place,) = state.places
    return replace(state, places=(replace(place, board=replace(place.board, stars=stars)),))


def test_greedy_sees_what_a_chain_brings() -> None:
    """The 8 of the first box would finish the second one: worth more than the star at hand."""
    state = position(
        ("512346779 8,-,- -,-,-", "12"), (f"812345678 {EMPTY}", "12345678"), ("512346779 S,-,- -,-,-", "12")
    )
    assert greedy(state) == crossed(0, 0)


def test_greedy_takes_the_bonus_that_leads_on() -> None:
    state = position((f"888345678 {EMPTY}", ""), ("812345679 S,-,- -,-,-", "12"), due=("8",))
    assert greedy(state) == Bonus("8", 1, 0)


def test_greedy_spends_bolts_when_they_pay() -> None:
    late = Head("draw", 4, 6, (1, 1, 2, 2, 3, 5))
    state = position((f"512346789 {EMPTY}", ""), (f"712345678 {EMPTY}", "12345678"), lightning=3, head=late)
    assert greedy(state) == Cross(1, 0, "lightning")


def test_greedy_keeps_bolts_that_would_buy_little() -> None:
    state = position((f"123467899 {EMPTY}", ""), drawn=5, lightning=1)
    assert greedy(state) == Pass()


def test_greedy_keeps_no_bolt_beyond_the_end() -> None:
    last = Head("draw", 4, 9, (1, 1, 2, 2, 3, 3, 4, 4, 5))
    state = position((f"123467899 {EMPTY}", "0"), lightning=1, head=last)
    assert isinstance(greedy(state), Cross)


def test_greedy_without_a_budget_takes_the_first_choice() -> None:
    state = position((f"512345678 {EMPTY}", ""), (f"512345678 {EMPTY}", "12345678"))
    assert greedy(state, budget=0) == LUCKYBOX.legal(state, 1)[0]


def test_greedy_chooses_boxes_with_bonuses_over_blank_ones() -> None:
    state = position((f"123456789 {EMPTY}", ""), head=Head("choice", 0))
    faces = read_deck(HEADER + f"123456789 {EMPTY}\n123456789 LL,S,? M,S,LL\n" * 3)
    hand = Hand(offer=(0, 1, 2, 3, 4), keep=2)
    place = Place(1, Board(lightning=4))
    assert greedy(replace(state, deck=faces, hands=(hand,), places=(place,))) == Choose((1, 3))


def test_greedy_alone_averages_the_second_title() -> None:
    """LB-7.5, with the built-in deck; by chance the mean is off by 1 at most."""
    totals = []
    for seed in range(40):
        luck = MixerLuck(seed)
        state = GAME.fold(None, GAME.start(GAME.options(), (1,), 0, luck))
        while (outcome := GAME.outcome(state)) is None:
            action = answer(bots_of("luckybox")["greedy"], GAME, state, 1, luck)
            events = GAME.act(state, 1, action, 0, luck)
            assert not isinstance(events, Refusal)
            state = GAME.fold(state, events)
        totals.append(outcome.totals[0])
    assert 56 <= mean(totals) < 60


# Lookahead -------------------------------------------------------------------------------------------------


def lookahead(state: State, budget: int = BUDGET) -> LuckyAction:
    action = answer(bots_of("luckybox")["lookahead"], GAME, state, 1, MixerLuck(0), budget)
    assert action in LUCKYBOX.legal(state, 1)
    return action


def two_that_need_two(*drawn: int) -> State:
    """Makes a position of the last round: boxes that need the 5 that came and one more, a 1 or a 9."""
    head = Head("draw", 4, len(drawn) + 1, (*drawn, 5))
    return position((f"512346788 {EMPTY}", "2345678"), (f"592346788 {EMPTY}", "2345678"), head=head)


def test_lookahead_waits_for_a_number_that_can_come() -> None:
    state = two_that_need_two(1, 1, 2, 3, 4, 6, 7)
    assert (greedy(state), lookahead(state)) == (crossed(0, 0), crossed(1, 0))
    assert lookahead(two_that_need_two(9, 1, 2, 3, 4, 6, 7)) == crossed(0, 0)


def test_lookahead_does_as_greedy_does_when_nothing_comes_any_more() -> None:
    state = two_that_need_two(1, 1, 2, 3, 4, 6, 7, 8)
    assert lookahead(state) == greedy(state) == crossed(0, 0)


def test_lookahead_does_as_greedy_does_when_it_may_not_look_further() -> None:
    assert lookahead(two_that_need_two(1, 1, 2, 3, 4, 6, 7), budget=3) == crossed(0, 0)


def test_lookahead_counts_on_a_question_mark_for_the_next_number() -> None:
    """LB-3.6: a cross now leaves one cell, which the question mark fills whatever comes."""
    assert lookahead(Playing(f"draw 4 12345675 | 1: Q1 5:0123456 6 {REST}").state) != Pass()


def test_lookahead_alone_does_better_than_greedy() -> None:
    """LB-7.5: on the same deals; mostly in the second and third titles."""
    deals = range(40)
    mine = [play(("lookahead",), seed, Options()).totals[0] for seed in deals]
    theirs = [play(("greedy",), seed, Options()).totals[0] for seed in deals]
    assert mean(mine) > mean(theirs) + 1
    assert sum(45 <= total < 65 for total in mine) >= 0.6 * len(mine)


def test_lookahead_beats_greedy_by_chengdu() -> None:
    margins: list[int] = []
    for seed in range(12):
        for names in (("greedy", "lookahead"), ("lookahead", "greedy")):
            totals, mine = play(names, seed, CHENGDU).totals, names.index("lookahead")
            margins.append(totals[mine] - totals[1 - mine])
    assert mean(margins) > 0


# Uniform ---------------------------------------------------------------------------------------------------


def frequencies(state: State, times: int) -> Counter[object]:
    bot = bots_of("luckybox")["uniform"]
    return Counter(answer(bot, GAME, state, 1, MixerLuck(seed)) for seed in range(times))


def test_uniform_likes_every_choice_the_same() -> None:
    state = position((f"512346789 {EMPTY}", ""), (f"512346789 {EMPTY}", "12345678"), lightning=2)
    counts = frequencies(state, 6000)
    legal = LUCKYBOX.legal(state, 1)
    assert counts.keys() == set(legal)
    assert surprise(list(counts.values())) < 4


def test_uniform_likes_every_combination_of_boxes_the_same() -> None:
    state = position(head=Head("choice", 0))
    state = replace(state, hands=(Hand(offer=(4, 2, 0, 3, 1), keep=3),))
    counts = frequencies(state, 6000)
    assert counts.keys() == {Choose(boxes) for boxes in combinations((4, 2, 0, 3, 1), 3)}
    assert surprise(list(counts.values())) < 4


def surprise(counts: list[int]) -> float:
    """Tells by how many of its standard deviations chi-square is above its mean."""
    expected, freedom = mean(counts), len(counts) - 1
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    return (chi_square - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize(("solo", "box"), [((0,) * 7, 1), ((0, 50, 90, 99), 0)])
def test_greedy_reads_what_was_agreed_about_moons(solo: tuple[int, ...], box: int) -> None:
    """LB-8.1: a line that gives a moon, or one that gives a star."""
    options = Options(moon_points=MoonPoints(solo=solo))
    moon, star = "512346789 M,-,- -,-,-", "512346789 S,-,- -,-,-"
    assert greedy(position((moon, "12"), (star, "12"), options=options)) == crossed(box, 0)


@pytest.mark.parametrize(("points", "pays"), [((15, 12, 10, 8), 11.0), ((5, 12, 50, 8), 31.0)])
def test_a_box_finished_later_is_worth_what_the_next_round_pays(points: tuple[int, ...], pays: float) -> None:
    """LB-8.1, LB-5.1."""
    state = position(("512346789 -,-,- -,-,-", "12"), options=Options(box_points=points))
    view = LUCKYBOX.view(state, 1)
    head, seat = view["head"], view["seat1"]
    assert isinstance(head, HeadPart)
    assert isinstance(seat, SeatPart)
    assert Prospects(head, state.options, (seat, []), Weights()).later_points == pays


CHENGDU = defaults("chengdu")
REST = "| options rule_set=chengdu"


def seen(position: str, budget: int = BUDGET) -> LuckyAction:
    return greedy(Playing(f"{position} {REST}").state, budget)


def test_greedy_spends_a_question_mark_when_it_pays() -> None:
    """LB-3.6: to finish a box, and no box is as near."""
    assert seen("draw 2 12 | 1: Q1 5:01234567 6") == Cross(5, 8, "question")


def test_greedy_keeps_a_question_mark_where_the_number_will_do() -> None:
    assert seen("draw 2 19 | 1: Q1 5:01234567 6") == Cross(5, 8, "drawn")


def test_greedy_lets_an_extra_mark_finish_a_box() -> None:
    """LB-4.3: whatever its digit."""
    assert seen("draw 2 19 | 1: b2@1r0 answered 5:01234567 6 1") == Bonus("2", 5, 8)


def test_greedy_keeps_a_box_that_is_nearly_full_and_fills_the_gaps() -> None:
    """LB-6.2."""
    wish = seen("refill 2 123456789 | 1: r2 5:01234567 3:8")
    assert isinstance(wish, Refill)
    assert 5 not in wish.discard
    assert 2 in wish.take
    assert 2 - len(wish.discard) + len(wish.take) + wish.blind == 3


def test_greedy_without_a_budget_refills_like_who_is_late() -> None:
    assert seen("refill 2 123456789 | 1: r2 5:01 6:8", budget=0) == Refill(take=(2,))


def test_greedy_takes_blind_boxes_when_it_knows_of_none() -> None:
    assert seen("refill 2 123456789 | 1:") == Refill(blind=3)


def test_uniform_draws_every_refill_as_often() -> None:
    """LB-6.2: each of all that are legal."""
    state = Playing(f"refill 2 123456789 | 1: r8 5 6 {REST}").state
    counts = frequencies(state, 6000)
    assert counts.keys() == set(LUCKYBOX.legal(state, 1))
    assert surprise(list(counts.values())) < 4


def test_greedy_beats_uniform_by_chengdu() -> None:
    """By far, seats swapped on the same deals."""
    margins: list[int] = []
    for seed in range(6):
        for names in (("greedy", "uniform"), ("uniform", "greedy")):
            totals, mine = play(names, seed, CHENGDU).totals, names.index("greedy")
            margins.append(totals[mine] - totals[1 - mine])
    assert min(margins) > 0
    assert mean(margins) > 45


def play(names: tuple[str, ...], seed: int, options: Options) -> Outcome:
    luck = MixerLuck(seed)
    state = GAME.fold(None, GAME.start(options, tuple(range(1, len(names) + 1)), 0, luck))
    while (outcome := GAME.outcome(state)) is None:
        seat = GAME.to_act(state)[0]
        action = answer(bots_of("luckybox")[names[seat - 1]], GAME, state, seat, MixerLuck(~seed))
        events = GAME.act(state, seat, action, 0, luck)
        assert not isinstance(events, Refusal)
        state = GAME.fold(state, events)
    return outcome
