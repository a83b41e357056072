"""Are many games at once, in kernels, step by step what single environments on the rules are?"""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from boltbox.bots.lightningdice.solve import solve
from boltbox.env import (
    LightningDiceParallel,
    LightningDicePractice,
    LuckyBoxParallel,
    LuckyBoxSolo,
    Terms,
)
from boltbox.env.batch import Batch
from boltbox.env.lightningdice.batch import LightningDiceBatch
from boltbox.env.luckybox.batch import LuckyBoxBatch
from boltbox.env.vector import LightningDiceVector, LuckyBoxVector
from boltbox.rules.lightningdice.goals import parse
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.luckybox.parts import Deck, Face
from boltbox.sim.picking import pick
from tests.env_play import Chooser

CHENGDU = {"rule_set": "chengdu"}
# A deck that runs out, so that piles are shuffled in and offers shrink.
SMALL = Deck(
    "Small", "us", "none", tuple(Face("123456789", ("?", "1", "L"), ("M", "S", "LL")) for _ in range(6))
)
EASY = GoalDeck(
    "Easy", "us", "none", ("sum<=30", "sum>=10", "1*****", "AAAA**", "sum=21&AA****", "6*****") * 2
)
SOLO: list[tuple[dict[str, Any], int]] = [
    ({}, 1000),
    (CHENGDU, 1000),
    ({"bonus_optional": True, "pass_rule": "always", "rounds": 8, "offer": 5, "starting_lightning": 9}, 40),
    (CHENGDU | {"bonus_optional": True, "dealt": 6, "kept": 2, "rounds": 6}, 1000),
    ({"offer": 0, "rounds": 1, "dealt": 9, "kept": 4, "box_points": (-3, 99)}, 25),
    (CHENGDU | {"dealt": 3, "kept": 3, "rounds": 3}, 1000),
]
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, CHENGDU),
    (3, {"deck": SMALL, "dealt": 2, "kept": 1, "offer": 3, "decks": 1}),
    (5, CHENGDU | {"bonus_optional": True, "rounds": 3}),
    (7, {"rounds": 2, "bonus_optional": True}),
    (12, {"rounds": 1}),
]


PRACTICE: list[dict[str, Any]] = [
    {"goal": "even"},
    {"goal": "AAAAAA", "max_steps": 30},
    {"goal": "low&sum<=18", "options": {"off_table": 6, "roll_ms": 300}},
]
RACES: list[tuple[int, dict[str, Any]]] = [
    (1, {"mode": "quick", "cards": 10}),
    (2, {"target": 5, "allow_negative": True}),
    (3, {"mode": "quick", "cards": 10, "off_table": 6}),
    (6, {"roll_ms": 300, "deck": EASY}),
]


def agree(vector: Any, single: Any) -> int:
    """Plays both side by side, and counts the games that ended."""
    chooser, ended = Chooser(5), 0
    ours, info = vector.reset(seed=40)
    theirs, known = single.reset(seed=40)
    for step in range(260):
        assert np.array_equal(ours, theirs)
        assert np.array_equal(info["action_mask"], known["action_mask"])
        actions = np.array([chooser.choose(mask) for mask in info["action_mask"]])
        if isinstance(vector, LightningDiceVector):  # what is met is called, or no goal would ever end
            actions[(ours[:, 6] == 1) & (info["action_mask"][:, 63] == 1)] = 63
        if step % 9 == 8:  # whatever it is, allowed or not
            actions = (actions * 7 + step) % vector.batch.actions
        ours, *came, info = vector.step(actions)
        theirs, *comes, known = single.step(actions)
        for mine, yours in zip(came, comes, strict=True):
            assert np.array_equal(mine, yours)
        assert np.array_equal(info["illegal"], known.get("_refused", np.zeros(4, bool)))
        ended += int(came[1].sum() + came[2].sum())
    return ended


@pytest.mark.parametrize(("options", "max_steps"), SOLO)
def test_every_step_is_that_of_single_environments(options: dict[str, Any], max_steps: int) -> None:
    given: dict[str, Any] = {"options": options, "illegal_reward": -2.0, "max_steps": max_steps}
    single = SyncVectorEnv([lambda: LuckyBoxSolo(**given)] * 4)
    assert agree(LuckyBoxVector(4, **given), single) >= 4


@pytest.mark.parametrize("given", PRACTICE)
def test_every_step_is_that_of_single_practice(given: dict[str, Any]) -> None:
    single = SyncVectorEnv([lambda: LightningDicePractice(**given)] * 4)
    assert agree(LightningDiceVector(4, **given), single) >= 4


@pytest.mark.parametrize(
    ("game", "seats", "options"), [(0, *one) for one in TABLES] + [(1, *one) for one in RACES]
)
def test_every_step_is_that_of_tables_with_all_at_once(
    game: int, seats: int, options: dict[str, Any]
) -> None:
    terms, chooser = Terms(max_steps=120), Chooser(seats)
    kinds = ((LuckyBoxBatch, LuckyBoxParallel), (LightningDiceBatch, LightningDiceParallel))
    of_batch, of_table = kinds[game]
    batch: Batch = of_batch(2, seats, options, terms=terms)
    tables: list[Any] = [of_table(seats, options, terms=terms) for _ in range(2)]
    seen: list[Any] = [env.reset(seed=seed) for env, seed in zip(tables, (3, 4), strict=True)]
    batch.deal([3, 4])
    crowds = 0
    for step in range(170):
        actions = np.array([[chooser.choose(mask) for mask in masks] for masks in batch.masks])
        if game:
            # Who can call does so often, true or false, so that many call at one moment.
            calling = batch.masks[..., 63].astype(bool) & (actions % 3 > 0)
            actions[calling] = 63
            crowds += int((calling.sum(axis=1) > 1).sum())
        if step % 8 == 5:
            actions[:, step % seats] = step % batch.actions
        for g, env in enumerate(tables):
            observations, infos = seen[g]
            for seat, agent in enumerate(env.possible_agents):
                assert np.array_equal(batch.rows[g, seat], observations[agent])
                assert np.array_equal(batch.masks[g, seat], infos[agent]["action_mask"])
        batch.step(actions)
        for g, env in enumerate(tables):
            if not env.agents:
                seen[g] = env.reset()
                assert not batch.rewards[g].any()
                continue
            given = dict(zip(env.possible_agents, actions[g].tolist(), strict=True))
            observations, rewards, ended, cut_off, infos = env.step(given)
            seen[g] = observations, infos
            assert list(rewards.values()) == batch.rewards[g].tolist()
            assert [set(ended.values()), set(cut_off.values())] == [{batch.ended[g]}, {batch.cut_off[g]}]
            assert ["refused" in info for info in infos.values()] == batch.illegal[g].tolist()
    assert crowds > 0 or not game or seats == 1


def test_it_can_be_made_by_its_name() -> None:
    env: Any = gymnasium.make_vec("boltbox/LuckyBoxSolo-v0", num_envs=3, options=CHENGDU)
    assert isinstance(env.unwrapped, LuckyBoxVector)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rows, info = env.reset(seed=1)
    assert rows in env.observation_space
    assert env.action_space.sample().shape == (3,)
    rows, *_, info = env.step(info["action_mask"].argmax(axis=1))
    assert rows in env.observation_space
    assert info["action_mask"].shape == (3, env.single_action_space.n)
    env.close()


def test_practice_by_the_thousand_can_be_made_by_its_name() -> None:
    env: Any = gymnasium.make_vec("boltbox/LightningDicePractice-v0", num_envs=3, goal="even")
    rows, info = env.reset(seed=1)
    assert rows in env.observation_space
    assert rows.shape == (3, 9)
    assert info["action_mask"].sum() == 6  # to roll all six, or to pass


def test_arrays_are_new_unless_one_asks_for_the_same() -> None:
    for copy in (True, False):
        env = LuckyBoxVector(2, copy=copy)
        first, info = env.reset(seed=1)
        second, *_ = env.step(info["action_mask"].argmax(axis=1))
        assert np.shares_memory(first, second) is not copy
        assert np.array_equal(first, second) is not copy


def test_resets_without_a_seed_go_on_with_the_seeds_before() -> None:
    env = LuckyBoxVector(3)
    first = env.reset(seed=[7, 8, 2**64 - 1])[0]
    second = env.reset()[0]
    assert not np.array_equal(first, second)
    assert np.array_equal(env.reset(seed=np.array([7, 8, 2**64 - 1], np.uint64))[0], first)
    assert np.array_equal(env.reset(seed=np.int64(8))[0][0], first[1])
    env.reset(seed=[7, 8, 2**64 - 1])
    assert np.array_equal(env.reset()[0], second)
    alone = LuckyBoxSolo()
    assert np.array_equal(alone.reset(seed=8)[0], first[1])
    assert np.array_equal(alone.reset()[0], second[1])
    assert not np.array_equal(LuckyBoxVector(3).reset()[0], LuckyBoxVector(3).reset()[0])


@pytest.mark.parametrize("actions", [[0, 1, 2], [0, -1], [0, 119], [0.0, 1.0], 0])
def test_what_are_no_actions_is_an_error(actions: Any) -> None:
    env = LuckyBoxVector(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="2 whole numbers from 0 to 118"):
        env.step(np.array(actions))


def test_what_a_batch_cannot_do_is_said() -> None:
    for make in (
        lambda: LuckyBoxBatch(0),
        lambda: LuckyBoxBatch(2, 13),
        lambda: LightningDiceBatch(2, 1),
        lambda: LightningDiceVector(2, "sum>=37"),
        lambda: LuckyBoxBatch(2, terms=Terms("win")),
        lambda: LuckyBoxBatch(2).deal([1]),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            make()


def test_picks_are_spread_evenly_over_what_is_allowed() -> None:
    masks = np.zeros((900, 7), np.int8)
    masks[:, [1, 4, 6]] = 1
    masks[0, :] = [0, 0, 0, 0, 0, 0, 1]
    picked = np.zeros(900, np.int64)
    pick(masks, np.uint64(3), 0, picked)
    assert picked[0] == 6
    counts = np.bincount(picked, minlength=7)
    assert counts[[0, 2, 3, 5]].sum() == 0
    assert counts[[1, 4, 6]].min() > 250
    again = np.zeros(900, np.int64)
    pick(masks, np.uint64(3), 0, again)
    assert np.array_equal(picked, again)
    pick(masks, np.uint64(3), 1, again)
    assert not np.array_equal(picked, again)


def kept_bits(dice: tuple[int, ...], keep: tuple[int, ...]) -> int:
    """Finds dice that show what is kept, as the number of the action."""
    left, bits = list(keep), 0
    for die, value in enumerate(dice):
        if value in left:
            left.remove(value)
            bits |= 1 << die
    return bits


@pytest.mark.parametrize("goal", ["AABBCC", "sum=21&AA****", "high"])
def test_best_keeping_costs_what_the_goal_is_said_to_cost(goal: str) -> None:
    """LD-7.3: the mean of many first games is the exact number of rolls, as far as chance lets one see."""
    best, count = solve(parse(goal)), 2000
    env = LightningDiceVector(count, goal)
    rows, _ = env.reset(seed=3)
    totals, going = np.zeros(count), np.ones(count, bool)
    choices: dict[tuple[int, ...], int] = {(0,) * 6: 0}
    while going.any():
        shown = [tuple(row) for row in rows[:, :6].tolist()]
        for dice in set(shown) - choices.keys():
            choices[dice] = kept_bits(dice, best.keep(dice))  # all six kept is to call
        rows, rewards, ended, *_ = env.step(np.array([choices[dice] for dice in shown]))
        totals[going] += rewards[going]
        going &= ~ended
    error = totals.std() / np.sqrt(count)
    assert abs(-totals.mean() - best.expected) < 3 * error < 0.2 * best.expected
