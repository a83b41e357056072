"""Do the environments of several seats keep to the rules: turns, moments, secrets, the end (C40e to C40i)?"""

from itertools import permutations
from typing import Any

import gymnasium
import numpy as np
import pytest
from msgspec.structs import replace

from boltbox.env import (
    LightningDiceAEC,
    LightningDiceParallel,
    LuckyBoxAEC,
    LuckyBoxParallel,
    Terms,
)
from boltbox.env.course import OVER
from boltbox.env.lightningdice.actions import BONUS, GOT, THUNDER
from boltbox.env.lightningdice.playing import DiceGame, LightningDice
from boltbox.env.luckybox.playing import LuckyBox, LuckyGame
from boltbox.rules.lightningdice.state import Called
from boltbox.rules.lightningdice.state import Hand as DiceHand
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.state import Hand
from tests.env_play import Chooser

CHENGDU = {"rule_set": "chengdu"}
ONES, TWOS = (1,) * 6, (2,) * 6


def play(env: Any, seed: int = 1) -> dict[str, float]:
    """Plays a whole game of turns by masks, and adds up what was paid."""
    chooser = Chooser(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut_off, info = env.last()
        totals[agent] += reward
        assert env.observation_space(agent).contains(observation)
        assert info["action_mask"].shape == (env.action_space(agent).n,)  # C40h
        env.step(None if ended or cut_off else chooser.choose(info["action_mask"]))
    return totals


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, CHENGDU), (4, {}), (12, {"rounds": 1})])
def test_rewards_of_lucky_box_add_up_to_the_result(seats: int, options: dict[str, Any]) -> None:
    for env in (LuckyBoxAEC(seats, options), LuckyBoxAEC(seats, options, terms=Terms("win"))):
        totals = play(env)
        game = env.table.course.game
        assert isinstance(game, LuckyGame)
        outcome = game.state.outcome
        assert outcome is not None
        if env.table.course.terms.reward == "points":
            assert tuple(totals.values()) == outcome.totals
        else:
            assert sum(totals.values()) == 1
            assert {agent for agent, share in totals.items() if share} == {
                f"player_{seat}" for seat, place in enumerate(outcome.places, 1) if place == 1
            }


@pytest.mark.parametrize("options", [{"mode": "quick", "cards": 10}, {"target": 5}])
def test_rewards_of_lightning_dice_add_up_to_the_points(options: dict[str, Any]) -> None:
    env = LightningDiceAEC(3, options, terms=Terms(max_steps=300))
    totals = play(env)
    game = env.table.course.game
    assert isinstance(game, DiceGame)
    assert tuple(totals.values()) == tuple(place.tally.points for place in game.state.places)


def test_who_has_nothing_to_do_can_only_pass() -> None:
    """C40h."""
    env, chooser = LuckyBoxParallel(3), Chooser(5)
    _, infos = env.reset(seed=5)
    waited = 0
    while env.agents:
        awaited = env.table.course.game.awaited
        for agent, info in infos.items():
            allowed = np.flatnonzero(info["action_mask"])
            if env.table.seats[agent] not in awaited:
                assert allowed.tolist() == [env.action_space(agent).n - 1]
                waited += 1
            assert info["action_mask"].shape == (env.action_space(agent).n,)
        actions = {agent: chooser.choose(infos[agent]["action_mask"]) for agent in env.agents}
        infos = env.step(actions)[4]
    assert waited > 10


@pytest.mark.parametrize("options", [{}, CHENGDU])
def test_the_order_of_steps_in_lucky_box_is_of_no_account(options: dict[str, Any]) -> None:
    """C40i: handed in together in any order, or done one by one in any order, the position is the same."""
    ruling, chooser = LuckyBox(options, 3), Chooser(2)
    game = ruling.begin(MixerLuck(2))
    for _ in range(60):
        if game.over:
            break
        actions = {seat: chooser.choose(game.mask(seat)) for seat in game.awaited}
        before, after = game.state, []
        for order in permutations(actions):
            game.take(before)
            game.step({seat: actions[seat] for seat in order})
            after.append(game.state)
            game.take(before)
            for seat in order:
                game.step({seat: actions[seat]})
            after.append(game.state)
        assert after.count(after[0]) == len(after)


def dice(game: DiceGame, *values: tuple[int, ...]) -> None:
    """Lays the dice of the seats as a test wants them."""
    places = tuple(
        replace(place, values=shown, rolls=1) for place, shown in zip(game.state.places, values, strict=True)
    )
    game.state = replace(game.state, places=places, head=replace(game.state.head, text="low"))


def test_calls_of_one_moment_are_taken_in_a_drawn_order_not_as_handed_in() -> None:
    """C40i, LD-3.6, LD-3.8: the others come too late, which costs nothing."""
    first, ruling = set(), LightningDice(None, 3)
    for seed in range(12):
        seen = []
        for order in permutations((1, 2, 3)):
            game = ruling.begin(MixerLuck(seed))
            dice(game, ONES, (1, 2, 3, 1, 2, 3), (3,) * 6)
            assert game.step(dict.fromkeys(order, GOT)) == {}
            seen.append((game.state, game.now))
        assert seen.count(seen[0]) == 6
        state = seen[0][0]
        points = [place.tally.points for place in state.places]
        assert sorted(points) == [0, 0, 2]
        lasts = [place.last.verdict for place in state.places if place.last]
        assert sorted(lasts) == ["late", "late", "valid"]
        assert (state.head.goal, state.head.phase) == (2, "race")
        first.add(points.index(2))
    assert first == {0, 1, 2}


def test_rolls_of_the_moment_when_a_goal_closes_are_void() -> None:
    """LD-2.5, and LD-2.4: they have their numbers."""
    game = LightningDice(None, 2).begin(MixerLuck(3))
    dice(game, ONES, (4,) * 6)
    game.step({1: GOT, 2: 0})
    assert [place.rolls for place in game.state.places] == [1, 2]
    assert game.observe(2)[-6:].tolist() == [0] * 6
    assert game.mask(2)[:63].tolist() == [1] + [0] * 62


def test_bonus_and_thunder_take_the_step_of_their_caller() -> None:
    game = LightningDice({"allow_negative": True}, 2).begin(MixerLuck(3))
    dice(game, ONES, ONES)
    now = game.now
    game.step({1: BONUS, 2: THUNDER + 0})
    assert sorted(game.points(seat) for seat in (1, 2)) == [0, 0]  # a point won, a point lost again
    assert game.now == now + 700
    assert [place.tally.bonuses for place in game.state.places] == [1, 0]
    assert [place.tally.thunders for place in game.state.places] == [-1, 0]
    dice(game, ONES, TWOS)
    game.step({1: THUNDER + 4, 2: GOT})  # nobody has number 5; "low" is met by twos
    assert game.points(2) == 2


def test_what_a_seat_cannot_know_changes_no_observation_of_lucky_box() -> None:
    for options in ({}, CHENGDU):
        game = LuckyBox(options, 3).begin(MixerLuck(4))
        state = game.state
        mine = (game.observe(1), game.mask(1))
        theirs = game.observe(2)
        deck = list(state.supply.deck)
        offer, deck[:5] = tuple(deck[:5]), state.hands[1].offer
        other = replace(state.hands[1], offer=offer)
        chosen = Hand(state.hands[2].offer, 3, chosen=state.hands[2].offer[:3], confirm=False)
        third = replace(chosen, chosen=chosen.offer[-3:])
        hands = (state.hands[0], other, state.hands[2])
        game.take(replace(state, hands=hands, supply=replace(state.supply, deck=tuple(sorted(deck)))))
        assert np.array_equal(game.observe(1), mine[0])
        assert np.array_equal(game.mask(1), mine[1])
        assert not np.array_equal(game.observe(2), theirs)
        seen = []
        for hand in (chosen, third):
            game.take(replace(state, hands=(*state.hands[:2], hand)))
            seen.append(game.observe(1).tobytes())
        assert seen[0] == seen[1]


def test_what_a_seat_cannot_know_changes_no_observation_of_lightning_dice() -> None:
    game = LightningDice(None, 2).begin(MixerLuck(4))
    dice(game, ONES, TWOS)
    state, mine, theirs = game.state, (game.observe(1), game.mask(1)), game.mask(2)
    cards = tuple(card + 1 for card in state.cards if card < 49)
    called = DiceHand(made=(Called("got"),), blocked=game.now + 99)
    game.state = replace(state, cards=(0, *cards)[: len(state.cards)], hands=(state.hands[0], called))
    assert game.state.cards != state.cards
    assert np.array_equal(game.observe(1), mine[0])
    assert np.array_equal(game.mask(1), mine[1])
    assert not np.array_equal(game.mask(2), theirs)


def test_an_illegal_action_of_one_leaves_the_rewards_of_the_others() -> None:
    """C40e."""
    env, twin = LuckyBoxParallel(2), LuckyBoxParallel(2)
    for one in (env, twin):
        one.reset(seed=6)
        one.step(dict.fromkeys(one.agents, 108))  # the first three boxes are kept
    _, rewards, _, _, infos = env.step({"player_1": 118, "player_2": 0})
    legal = twin.table.course.game.step({2: 0})
    assert rewards["player_1"] == -1.0
    assert "refused" in infos["player_1"]
    assert env.table.course.game.awaited == twin.table.course.game.awaited
    assert ("refused" in infos["player_2"]) == (2 in legal)
    assert rewards["player_2"] == (-1.0 if legal else twin.table.course.game.points(2))
    dice_env = LightningDiceParallel(2)
    dice_env.reset(seed=6)
    _, rewards, _, _, infos = dice_env.step({"player_1": GOT, "player_2": 0})  # with dice in hand
    assert rewards == {"player_1": -1.0, "player_2": 0.0}
    assert "got" in infos["player_1"]["refused"]


def test_an_illegal_action_in_turn_is_asked_anew() -> None:
    """C40e."""
    env = LuckyBoxAEC(2)
    env.reset(seed=1)
    observation = env.observe("player_1")
    env.step(0)
    assert env.agent_selection == "player_1"
    assert env.rewards == {"player_1": -1.0, "player_2": 0.0}
    assert str(env.observe("player_1")) == str(observation)


def test_after_the_end_nothing_changes_and_the_answer_is_clear(caplog: pytest.LogCaptureFixture) -> None:
    """C40f."""
    env, chooser = LuckyBoxParallel(2, {"rounds": 1}), Chooser(1)
    _, infos = env.reset(seed=1)
    while env.agents:
        actions = {agent: chooser.choose(infos[agent]["action_mask"]) for agent in env.agents}
        infos = env.step(actions)[4]
    position = env.render()
    for _ in range(100):
        assert env.step({}) == ({}, {}, {}, {}, {"everybody": {"refused": OVER}})
    assert env.render() == position
    turns = LightningDiceAEC(2, terms=Terms(max_steps=4))
    play(turns)
    for _ in range(100):
        turns.step(None)
    assert turns.agents == []
    assert turns.rewards == {}
    assert "terminated or truncated" in caplog.text


def test_agents_look_at_one_moment_even_where_they_are_asked_in_turn() -> None:
    env = LightningDiceAEC(3)
    env.reset(seed=2)
    seen = [str(env.observe(agent)) for agent in env.agents]
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        assert [str(env.observe(one)) for one in env.agents] == seen
        env.step(0)
    assert [str(env.observe(one)) for one in env.agents] != seen


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LuckyBoxAEC(13), "12"),
        (lambda: LightningDiceParallel(1), "2"),
        (lambda: LightningDiceAEC(2, {"target": 4}), "target"),
        (lambda: LuckyBoxParallel(12, {"dealt": 9, "decks": 1}), "108"),
        (lambda: LuckyBoxParallel(2, terms=Terms(max_steps=0)), "max_steps"),
        (lambda: LuckyBoxParallel(2, terms=Terms("gold")), "gold"),  # type: ignore[arg-type]
    ],
)
def test_seats_and_options_are_refused_in_words(make: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


def test_a_step_of_all_takes_an_action_of_each() -> None:
    env = LuckyBoxParallel(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="one action of each agent"):
        env.step({"player_1": 0})
    with pytest.raises(gymnasium.error.InvalidAction, match="a whole number"):
        env.step({"player_1": 0, "player_2": 7.5})
