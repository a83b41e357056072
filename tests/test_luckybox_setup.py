"""Does a game of Lucky Box begin as the rules say, and do rounds and draws go their course? LB-1, LB-2."""

import re
from collections import Counter

import pytest

from boltbox.rules.game import SPECTATOR
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.deck import built_in
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options, check
from tests.luckybox_play import Always, Playing, begin, play_on


@pytest.mark.parametrize("seats", range(1, 13))
def test_one_to_twelve_play_and_the_deck_is_doubled_from_seven(seats: int) -> None:
    """LB-1.1, LB-9.3: copies are told apart, a copy has the face of its place in the file."""
    game, _ = begin(seats)
    boxes = sorted((*game.state.supply.deck, *(box for hand in game.state.hands for box in hand.offer)))
    assert boxes == list(range(60 if seats < 7 else 120))
    assert game.state.deck.face(60) is game.state.deck.face(0)


@pytest.mark.parametrize("seats", [0, 13, -1])
def test_fewer_and_more_do_not(seats: int) -> None:
    """LB-1.1."""
    refusal = check(Options(), seats)
    assert refusal is not None
    assert (refusal.code, refusal.params["given"]) == ("wrong_seats", seats)


def test_five_are_dealt_and_three_kept_and_the_others_lie_on_the_pile() -> None:
    """LB-1.2, LB-1.3, LB-1.6: one at a time round the table from seat 1; four tokens."""
    game, _ = begin(2, luck=Always())
    assert game.seat(1) == "1: o0,2,4,6,8/3 L4"
    assert game.seat(2) == "2: o1,3,5,7,9/3 L4"
    assert game.do("1 keep 0 2 8") == ["chosen 1 0,2,8 no"]
    assert game.do("2 keep 9 5 1")[:3] == ["chosen 2 1,5,9 no", "kept 1 0,2,8 4,6", "kept 2 1,5,9 3,7"]
    assert game.seat(1) == "1: L4 0 2 8"
    assert game.seat(2) == "2: L4 1 5 9"
    assert game.state.supply.pile == (3, 4, 6, 7)


@pytest.mark.parametrize(("dealt", "kept", "tokens"), [(1, 1, 0), (9, 9, 9), (9, 1, 4), (4, 2, 7)])
def test_the_numbers_of_the_deal_are_options(dealt: int, kept: int, tokens: int) -> None:
    """LB-1.2, LB-1.3, LB-8.1."""
    options = Options(dealt=dealt, kept=kept, starting_lightning=tokens)
    game, _ = begin(3, options)
    play_on(game, until="draw")
    assert [len(place.board.boxes) for place in game.state.places] == [kept] * 3
    assert [place.board.lightning for place in game.state.places] == [tokens] * 3
    assert len(game.state.supply.pile) == 3 * (dealt - kept)


def test_who_keeps_all_that_was_dealt_is_not_asked() -> None:
    """LB-1.2: with as many kept as dealt there is nothing to choose, and the first number comes at once."""
    _, events = begin(2, Options(dealt=3, kept=3), Always())
    assert [event for event in events if event.startswith(("chosen", "kept", "numberDrawn"))] == [
        "chosen 1 0,2,4 no",
        "chosen 2 1,3,5 no",
        "kept 1 0,2,4 -",
        "kept 2 1,3,5 -",
        "numberDrawn 1 1 1",
    ]


def test_nobody_begins() -> None:
    """LB-1.1, LB-1.5: every seat is awaited at once, in the choice and in each draw."""
    game, _ = begin(4)
    assert LUCKYBOX.to_act(game.state) == (1, 2, 3, 4)
    play_on(game, until="draw")
    assert LUCKYBOX.to_act(game.state) == (1, 2, 3, 4)


def test_a_choice_can_be_changed_until_the_last_has_chosen() -> None:
    """LB-1.4: by choosing anew or by thinking again; then all is public."""
    game = Playing("choice 0 | 1: o0,1,2/2 | 2: o3,4,5/2")
    assert game.do("1 keep 1 0") == ["chosen 1 0,1 no"]
    assert game.do("1 keep 1 2") == ["chosen 1 1,2 yes"]
    assert game.do("1 back 0") == ["choiceTakenBack 1"]
    assert game.seat(1) == "1: o0,1,2/2"
    assert game.do("2 keep 3 4") == ["chosen 2 3,4 no"]
    assert game.do("1 keep 0 2")[1:3] == ["kept 1 0,2 1", "kept 2 3,4 5"]
    assert game.refused("1 keep 0 1") == "nothing_to_choose action"
    assert game.refused("1 back 0") == "nothing_to_take_back action"


def test_the_order_in_which_boxes_are_named_tells_nothing() -> None:
    """LB-1.4: a choice lies in the order of the offer, however it was tapped."""
    games = [Playing("choice 0 | 1: o2,0,1/2 | 2: o3,4,5/2") for _ in range(2)]
    assert games[0].do("1 keep 2 1") == games[1].do("1 keep 1 2") == ["chosen 1 2,1 no"]
    assert games[0].state == games[1].state


def test_a_choice_is_private_until_all_have_chosen() -> None:
    """LB-1.4, LB-2.4, C20: others learn that a seat is ready, not what or that it changed its mind."""
    game = Playing("choice 0 | 1: o0,1,2/2 | 2: o3,4,5/2")
    for text, told in (("1 keep 0 1", "Ready"), ("1 keep 0 2", None), ("1 back 0", "ChoiceTakenBack")):
        events = game.try_to(text)
        assert isinstance(events, tuple)
        for audience in (2, SPECTATOR):
            heard = [type(one).__name__ for event in events if (one := LUCKYBOX.tell(event, audience))]
            assert heard == ([] if told is None else [told])
        before = {audience: LUCKYBOX.view(game.state, audience) for audience in (2, SPECTATOR)}
        game.do(text)
        for audience, view in before.items():
            unchanged = LUCKYBOX.view(game.state, audience) == view
            assert unchanged == (told is None)


def test_four_rounds_of_nine_draws() -> None:
    """LB-2.1, LB-5.3: always the full length."""
    game, _ = begin(2)
    draws = Counter[int]()
    while game.state.outcome is None:
        for seat in LUCKYBOX.to_act(game.state):
            happened = game.do(f"{seat} {game.legal(seat)[0]}") if seat in LUCKYBOX.to_act(game.state) else []
            draws.update(int(event.split()[1]) for event in happened if event.startswith("drawClosed"))
    assert draws == {1: 9, 2: 9, 3: 9, 4: 9}
    assert (game.state.head.phase, game.state.head.round, game.state.head.draw) == ("ended", 4, 9)


@pytest.mark.parametrize("rounds", [1, 2, 8])
def test_the_number_of_rounds_is_an_option(rounds: int) -> None:
    """LB-2.1, LB-8.1."""
    game, _ = begin(1, Options(rounds=rounds))
    play_on(game)
    assert game.state.head.round == rounds


def test_a_round_has_two_cards_of_each_number_and_shows_nine() -> None:
    """LB-2.2: no number comes three times, and what comes differs from round to round."""
    shown: list[tuple[int, ...]] = []
    for seed in range(30):
        game, _ = begin(1, Options(rounds=1), MixerLuck(seed))
        play_on(game, until="draw")
        assert game.do(f"1 {game.legal(1)[0]}")
        play_on(game)
        shown.append(game.state.head.drawn)
        left = Counter(game.state.supply.numbers)
        left.update(game.state.head.drawn)
        assert left == dict.fromkeys(range(1, 10), 2)
        assert len(game.state.head.drawn) == 9
    assert len(set(shown)) == 30
    assert any(max(Counter(drawn).values()) == 2 for drawn in shown)


def test_all_cards_come_back_for_the_next_round() -> None:
    """LB-2.2."""
    game = Playing("draw 1 715263849 | 1: L4 5", Always())
    assert game.state.supply.numbers == tuple(range(1, 10))
    game.do("1 x5.8")
    game.do(f"1 {game.legal(1)[0]}")
    assert game.state.head.drawn == (1,)
    assert game.state.supply.numbers == (1, *(number for number in range(2, 10) for _ in range(2)))


def test_the_next_number_waits_for_every_answer_and_every_bonus() -> None:
    """LB-2.3."""
    game = Playing("draw 1 3 | 1: 0:01 | 2: 1:01 6 | 3: 5", Always())
    assert "drawClosed 1 1" not in game.do("1 x0.2", "2 x1.2")
    assert game.seat(2).endswith("b1@1r0 answered")
    assert "drawClosed 1 1" not in game.do("3 x5.2")
    assert LUCKYBOX.to_act(game.state) == (2,)


def test_the_next_number_comes_with_the_last_bonus() -> None:
    """LB-2.3."""
    game = Playing("draw 1 3 | 1: 2 | 2: 4 6:0 | 3: 1:01 7", Always(8))
    game.do("1 x2.6", "2 x4.6", "3 x1.2")
    assert game.state.head.drawn == (3,)
    assert game.refused("3 b1:1.0") == "already_crossed cell"
    lone = Playing("draw 1 3 | 1: 1:01 6", Always())
    lone.do("1 x1.2")
    assert lone.do("1 b1:6.0")[-2:] == ["drawClosed 1 1", "numberDrawn 1 2 1"]


def test_unrevealed_things_are_in_no_view() -> None:
    """LB-2.4, C16, C17: neither bags nor offers of others, in words of a view, for seats and spectators."""
    game, _ = begin(3)
    for audience in (1, 2, 3, SPECTATOR):
        view = LUCKYBOX.view(game.state, audience)
        assert {"own", "ask"} & set(view) == ({"own", "ask"} if audience > 0 else set())
        own = view.pop("own", None)
        offer = game.state.hands[audience - 1].offer if audience > 0 else ()
        assert [int(found) for found in re.findall(r"BoxView\(id=(\d+)", repr(own))] == list(offer)
        assert "BoxView" not in repr(view)


def test_crosses_and_tokens_are_public_as_they_happen() -> None:
    """LB-2.4."""
    game = Playing("draw 1 3 | 1: L4 0:01 | 2: 5")
    events = game.try_to("1 x0.2")
    assert isinstance(events, tuple)
    assert all(
        repr(LUCKYBOX.tell(event, audience)) == repr(event)
        for event in events
        for audience in (1, 2, SPECTATOR)
    )
    game.do("1 x0.2")
    assert repr(LUCKYBOX.part(game.state, SPECTATOR, "seat1")).count("lightning=5") == 1


def test_the_built_in_deck_is_called_boltbox() -> None:
    """LB-9.2."""
    game, _ = begin(1)
    assert game.state.deck is built_in("boltbox")
