"""Do the environments of one seat keep to the rules: actions, rewards, the end, refusals (C40e to C40h)?"""

from typing import Any

import gymnasium
import numpy as np
import pytest

from boltbox.env import LightningDicePractice, LuckyBoxAEC, LuckyBoxParallel, LuckyBoxSolo, Terms
from boltbox.env.course import OVER
from boltbox.env.lightningdice.actions import GOT
from boltbox.env.lightningdice.playing import DiceGame
from boltbox.env.luckybox.playing import LuckyGame
from boltbox.env.vector import LuckyBoxVector
from boltbox.rules.lightningdice.goals import parse
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options
from tests.env_play import Chooser

OPTIONS: list[dict[str, Any]] = [
    {},
    {"rule_set": "chengdu"},
    {"bonus_optional": True, "pass_rule": "always", "rounds": 6, "moon_points": {"solo": (9, -9)}},
    {"rule_set": "chengdu", "bonus_optional": True, "dealt": 6, "kept": 2},
    {"offer": 0, "rounds": 2, "starting_lightning": 9},
]


def game_of(env: LuckyBoxSolo) -> LuckyGame:
    game = env.course.game
    assert isinstance(game, LuckyGame)
    return game


@pytest.mark.parametrize("options", OPTIONS)
def test_the_mask_is_what_the_rules_allow_and_rewards_add_up_to_the_total(options: dict[str, Any]) -> None:
    env, chooser = LuckyBoxSolo(options), Chooser(3)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            mask, game = info["action_mask"], game_of(env)
            assert mask.shape == (env.action_space.n,)  # C40h
            legal = LUCKYBOX.legal(game.state, 1)
            # In `chengdu` extra marks are alike, so several codes are one action.
            alike = options.get("rule_set") == "chengdu" and len(game.state.places[0].now.due) > 1
            assert mask.sum() == len(legal) or (alike and mask.sum() < len(legal))
            number = chooser.choose(mask)
            decision = LUCKYBOX.decision(game.state, 1)
            observation, reward, over, cut_off, info = env.step(np.int64(number))
            assert observation in env.observation_space
            assert not cut_off
            assert LUCKYBOX.decision(game.state, 1) != decision or over
            total += reward
        outcome = game_of(env).state.outcome
        assert outcome is not None
        assert total == outcome.totals[0]


def test_a_cell_action_crosses_that_cell() -> None:
    env, chooser = LuckyBoxSolo({"rule_set": "chengdu"}), Chooser(8)
    _, info = env.reset(seed=8)
    crossed, over = 0, False
    while not over:
        board = game_of(env).state.places[0].now
        number = chooser.choose(info["action_mask"])
        _, _, over, _, info = env.step(np.int64(number))
        if number < 2 * 3 * 9:
            slot, cell = divmod(number % 27, 9)
            after = game_of(env).state.places[0].now.box(board.boxes[slot].id)
            assert after is None or after.crossed == board.boxes[slot].crossed | 1 << cell
            crossed += 1
    assert crossed > 20


@pytest.mark.parametrize("options", OPTIONS)
def test_an_illegal_action_is_not_done_and_costs_what_is_said(options: dict[str, Any]) -> None:
    """C40e."""
    env, chooser = LuckyBoxSolo(options, illegal_reward=-3.0), Chooser(1)
    before, info = env.reset(seed=1)
    over = False
    while not over:
        state = game_of(env).state
        for number in np.flatnonzero(info["action_mask"] == 0)[:: max(1, env.action_space.n // 7)]:
            after, reward, ended, cut_off, said = env.step(np.int64(number))
            assert (reward, ended, cut_off) == (-3.0, False, False)
            assert game_of(env).state is state
            assert np.array_equal(after, before)
            assert np.array_equal(said["action_mask"], info["action_mask"])
            assert said["refused"].startswith("Not possible now: ")
        before, _, over, _, info = env.step(np.int64(chooser.choose(info["action_mask"])))
        assert "refused" not in info


def test_a_hundred_steps_after_the_end_change_and_pay_nothing() -> None:
    """C40f."""
    for env in (LuckyBoxSolo({"rounds": 1}), LightningDicePractice("low", max_steps=5)):
        chooser = Chooser(2)
        last, info = env.reset(seed=2)
        ended = cut_off = False
        while not (ended or cut_off):
            last, _, ended, cut_off, info = env.step(np.int64(chooser.choose(info["action_mask"])))
        for number in range(100):
            after, reward, *ends, info = env.step(np.int64(number % env.action_space.n))
            assert np.array_equal(after, last)
            assert reward == 0.0
            assert ends == [ended, cut_off]
            assert info["refused"] == OVER
            assert np.flatnonzero(info["action_mask"]).tolist() == [env.action_space.n - 1]


def test_a_game_is_cut_off_after_so_many_steps() -> None:
    env = LuckyBoxSolo(max_steps=3)
    env.reset(seed=1)
    assert [env.step(np.int64(118))[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    env.reset()
    assert env.step(np.int64(118))[3] is False


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 9}, "rounds"),
        ({"rule_set": "chengdu", "offer": 2}, "offer"),
        ({"dealt": 2, "kept": 3}, "3"),
        ({"bolts": 3}, "bolts"),
        ({"rounds": "many"}, "int"),
        ({"deck": "nowhere"}, "nowhere"),
        ("classic", "names and values"),
    ],
)
def test_options_are_refused_as_the_rules_refuse_them(options: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        LuckyBoxSolo(options)


def test_options_can_be_the_rules_own() -> None:
    assert LuckyBoxSolo(Options(rounds=2)).action_space == LuckyBoxSolo({"rounds": 2}).action_space


def test_a_goal_that_nobody_can_meet_is_refused() -> None:
    for given in ({"goal": "sum>=37"}, {"options": {"rounds": 3}}, {"options": {"off_table": 3}}):
        with pytest.raises(ValueError, match=r"\w"):
            LightningDicePractice(**given)


def test_practice_costs_a_point_for_each_roll_until_it_is_called() -> None:
    env = LightningDicePractice("even")
    observation, info = env.reset(seed=4)
    assert np.flatnonzero(info["action_mask"]).tolist() == [0, env.action_space.n - 1]  # all dice are in hand
    total, rolls = 0.0, 0
    while not observation[6]:
        keep = sum(1 << die for die in range(6) if observation[die] and observation[die] % 2 == 0)
        kept = observation[:6].copy()
        observation, reward, over, _, info = env.step(np.int64(keep))
        assert not over
        assert all(observation[die] == kept[die] for die in range(6) if keep >> die & 1)
        assert observation[:6].all()
        total, rolls = total + reward, rolls + 1
    assert parse("even").met(tuple(observation[:6].tolist()))
    _, reward, over, _, _ = env.step(np.int64(GOT))
    assert (reward, over, total) == (0.0, True, -rolls)
    game = env.course.game
    assert isinstance(game, DiceGame)
    assert game.state.places[0].time == rolls * 700  # LD-5.5


def test_a_false_call_in_practice_costs_the_time_of_a_roll() -> None:
    env = LightningDicePractice("AAAAAA")
    env.reset(seed=1)
    observation, _, _, _, info = env.step(np.int64(0))
    assert info["action_mask"].sum() == 63 + 2
    after, reward, over, _, info = env.step(np.int64(GOT))
    assert (reward, over) == (-1.0, False)
    assert after[:6].tolist() == observation[:6].tolist()
    assert after[7] == 1  # called, so not to be called again on these dice
    assert not info["action_mask"][GOT]


def test_positions_are_drawn_as_text() -> None:
    env = gymnasium.make("boltbox/LuckyBoxSolo-v0", render_mode="ansi")
    env.reset(seed=1)
    assert "keep 3 of" in str(env.render())
    with pytest.raises(ValueError, match="human"):
        LuckyBoxSolo(render_mode="human")


def test_before_the_first_reset_there_is_nothing_to_step() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        LuckyBoxSolo().step(np.int64(0))


@pytest.mark.parametrize("action", [1.0, True, np.float32(1), np.bool_(True), "1", None, -1, 119])
def test_what_is_no_number_of_an_action_is_an_error(action: Any) -> None:
    env = LuckyBoxSolo()
    before, _ = env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="a whole number from 0 to 118, not"):
        env.step(action)
    with pytest.raises(gymnasium.error.InvalidAction, match="a whole number from 0 to 118, not"):
        env.action_name(action)
    assert np.array_equal(env.course.observe(1), before)


def test_a_seed_has_at_most_64_bits() -> None:
    """One more bit would deal the games of another seed."""
    env = LuckyBoxSolo()
    env.reset(seed=2**64 - 1)
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1, not"):
        env.reset(seed=2**64)


@pytest.mark.parametrize("terms", [{"max_steps": 1.5}, {"max_steps": 0}, {"illegal_reward": float("nan")}])
def test_terms_that_make_no_sense_are_refused_everywhere(terms: dict[str, Any]) -> None:
    for make in (LuckyBoxSolo, LuckyBoxVector):
        with pytest.raises(ValueError, match=f"{next(iter(terms))} is a"):
            make(**terms)
    for several in (LuckyBoxAEC, LuckyBoxParallel):
        with pytest.raises(ValueError, match=f"{next(iter(terms))} is a .*not {next(iter(terms.values()))}"):
            several(2, terms=Terms(**terms))


def test_a_way_to_draw_that_there_is_not_is_refused_everywhere() -> None:
    for make in (LuckyBoxSolo, LuckyBoxAEC, LuckyBoxParallel):
        with pytest.raises(ValueError, match="render_mode is ansi or None, not 'human'"):
            make(render_mode="human")


def test_seeds_of_many_games_have_at_most_64_bits_too() -> None:
    env = LuckyBoxVector(2)
    for seed in (2**64, 2**64 - 1, [1, 2**64], [1, -1]):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            env.reset(seed=seed)
