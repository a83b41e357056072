"""Do the environments pass the field's own tests, without a warning and without an excuse?"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from boltbox.env import (
    LightningDiceAEC,
    LightningDiceParallel,
    LightningDicePractice,
    LuckyBoxAEC,
    LuckyBoxParallel,
    LuckyBoxSolo,
    Terms,
)

BOXES = "boltbox/LuckyBoxSolo-v0"
PRACTICE = "boltbox/LightningDicePractice-v0"
ALONE: list[tuple[str, dict[str, Any]]] = [
    (BOXES, {}),
    (BOXES, {"options": {"rule_set": "chengdu"}}),
    (BOXES, {"options": {"rounds": 1, "dealt": 1, "kept": 1, "offer": 0}}),
    (BOXES, {"options": {"rule_set": "chengdu", "bonus_optional": True, "rounds": 8, "dealt": 7, "kept": 4}}),
    (PRACTICE, {}),
    (PRACTICE, {"goal": "sum>=33", "options": {"off_table": 6}}),
]
HOUSE = {"bonus_optional": True, "pass_rule": "always", "starting_lightning": 9, "offer": 5}
BOXES_TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {}),
    (3, {"rule_set": "chengdu"}),
    (6, HOUSE),
    (12, {"rounds": 2}),
]
DICE_TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"mode": "quick", "cards": 10}),
    (2, {}),
    (3, {"mode": "quick"}),
    (6, {"allow_negative": True, "off_table": 6, "target": 5}),
]
TABLES = [(0, *one) for one in BOXES_TABLES] + [(1, *one) for one in DICE_TABLES]
AEC = (LuckyBoxAEC, LightningDiceAEC)
PARALLEL = (LuckyBoxParallel, LightningDiceParallel)


@pytest.mark.parametrize(("name", "given"), ALONE)
def test_gymnasiums_checker_has_nothing_to_say(name: str, given: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **given).unwrapped)
    env = gymnasium.make(name, **given)  # with the passive checker around it
    _, info = env.reset(seed=1)
    over = False
    for _ in range(300):
        if over:
            _, info = env.reset()
        action = env.action_space.sample(info["action_mask"])
        _, _, ended, cut_off, info = env.step(action)
        over = ended or cut_off


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_pettingzoos_test_of_turns_passes(game: int, seats: int, options: dict[str, Any]) -> None:
    make: Callable[[], Any] = lambda: AEC[game](seats, options)  # noqa: E731
    api_test(make(), num_cycles=150 // seats)
    seed_test(make, num_cycles=20)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_pettingzoos_test_of_all_at_once_passes(game: int, seats: int, options: dict[str, Any]) -> None:
    # With the mask among the observations the test plays by it, without it plays what isn't allowed, too.
    for observe_mask in (True, False):
        make: Callable[[], Any] = lambda: PARALLEL[game](seats, options, observe_mask=observe_mask)  # noqa: B023, E731
        parallel_api_test(make(), num_cycles=100 // seats)
        parallel_seed_test(make, num_cycles=5)


def test_the_fields_wrappers_fit() -> None:
    env = OrderEnforcingWrapper(TerminateIllegalWrapper(LuckyBoxAEC(2), illegal_reward=-5.0))
    api_test(env, num_cycles=30)
    env.reset(seed=3)
    env.step(LuckyBoxAEC(2).action_space("player_1").n - 1)  # to pass where boxes are to be chosen
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": -5.0, "player_2": 0.0}


def test_spaces_hold_what_comes_for_all_seat_counts() -> None:
    for seats in range(1, 13):
        env = LuckyBoxAEC(seats, {"rule_set": "chengdu" if seats % 2 else "classic"}, terms=Terms("win"))
        env.reset(seed=seats)
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
            assert env.infos[agent]["action_mask"].shape == (env.action_space(agent).n,)


def test_masks_are_what_spaces_sample_by() -> None:
    env = gymnasium.make(BOXES)
    _, info = env.reset(seed=1)
    assert info["action_mask"].dtype == np.int8
    assert info["action_mask"][env.action_space.sample(info["action_mask"])] == 1


def test_the_page_about_environments_has_the_layouts_as_they_are() -> None:
    page = (Path(__file__).parent.parent / "docs" / "environments.md").read_text()
    for env in (LuckyBoxSolo(), LightningDicePractice(), LightningDiceAEC(2)):
        assert "\n".join(env.layout.table()) in page
    for block in page.split("```python\n")[1:]:
        exec(compile(block.split("```")[0], "environments.md", "exec"), {})  # noqa: S102


def test_ranges_and_actions_have_names() -> None:
    env = LuckyBoxSolo({"rule_set": "chengdu", "bonus_optional": True})
    names = [env.action_name(number) for number in range(env.action_space.n)]
    assert len(set(names)) == len(names)
    observation, _ = env.reset(seed=1)
    assert observation[env.layout.slice("keep")].tolist() == [3]
    assert observation[env.layout.slice("offer.here", 4)].tolist() == [1]
    with pytest.raises(IndexError, match="5 times"):
        env.layout.slice("offer.here", 5)
    assert LightningDiceAEC(2).action_name(5) == "roll, keeping 0 2"
    assert LightningDiceParallel(2).action_name(67) == "thunder 3"
