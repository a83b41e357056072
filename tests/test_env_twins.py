"""Does the same seed bring the same game? Whole trajectories, step by step (C40a, C40b)."""

import hashlib
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from msgspec.structs import replace

from boltbox.env import (
    LightningDiceAEC,
    LightningDiceParallel,
    LightningDicePractice,
    LuckyBoxAEC,
    LuckyBoxParallel,
    LuckyBoxSolo,
    deals,
)
from boltbox.env.deals import game_seed
from boltbox.env.versions import VERSIONS, id_of, name_of
from boltbox.rules.luck import Draw, MixerLuck
from boltbox.sim import luck as sim_luck
from tests.env_play import first_difference, trajectory

CHENGDU = {"rule_set": "chengdu"}
QUICK = {"mode": "quick", "cards": 10}
ENVS: dict[str, Callable[[], Any]] = {
    "solo": LuckyBoxSolo,
    "solo chengdu": lambda: LuckyBoxSolo(CHENGDU),
    "solo house": lambda: LuckyBoxSolo({"bonus_optional": True, "pass_rule": "always", "offer": 1}),
    "practice": LightningDicePractice,
    "practice off": lambda: LightningDicePractice("low", {"off_table": 6}),
    "boxes in turn": lambda: LuckyBoxAEC(3, {"rounds": 2}),
    "boxes in turn chengdu": lambda: LuckyBoxAEC(2, CHENGDU | {"rounds": 2}),
    "boxes at once": lambda: LuckyBoxParallel(4),
    "boxes at once, 12": lambda: LuckyBoxParallel(12, {"rounds": 1}),
    "dice in turn": lambda: LightningDiceAEC(3, QUICK),
    "dice at once": lambda: LightningDiceParallel(6, {"target": 5}),
}
# What each version does. Where one changes: raise its number in `versions.py`, and note the new one here.
DIGESTS = {
    "boltbox/LuckyBoxSolo-v0": "e000d75ed85feddd",
    "boltbox/LightningDicePractice-v0": "e361a6c45188060c",
    "boltbox_luckybox_v0": "8b33f5806c49bd65",
    "boltbox_lightningdice_v0": "0718f067ae4ba26e",
}


@pytest.mark.parametrize("name", ENVS)
def test_the_same_seed_is_the_same_game_whatever_others_draw(name: str) -> None:
    """C40b: the global generators are used, and seeded, by others between steps."""

    def disturb() -> None:
        random.seed(1)
        np.random.seed(1)  # noqa: NPY002
        random.random()

    env = ENVS[name]()
    first = trajectory(env, 5)
    assert len(first) > 8
    random.seed(9)
    assert first_difference(first, trajectory(ENVS[name](), 5, disturb)) is None
    assert first_difference(first, trajectory(env, 5)) is None  # nothing is left of the game before
    assert first_difference(first, trajectory(env, 6)) is not None


class Twin(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Does something else at one step, and only then."""

    def __init__(self, env: Any, at: int, change: Callable[[list[Any]], object]) -> None:
        super().__init__(env)
        self._at = at
        self._change = change
        self._step = 0

    def reset(self, **given: Any) -> Any:
        self._step = 0
        return super().reset(**given)

    def step(self, action: Any) -> Any:
        self._step += 1
        came = list(super().step(action))
        if self._step == self._at:
            self._change(came)
        return tuple(came)


def _observe_one_more(came: list[Any]) -> None:
    came[0][-1] += 1


def _allow_one_more(came: list[Any]) -> None:
    came[4]["action_mask"][np.flatnonzero(came[4]["action_mask"] == 0)[-1]] = 1


@pytest.mark.parametrize(
    "change", [_observe_one_more, _allow_one_more, lambda came: came.__setitem__(1, came[1] + 1e-9)]
)
def test_a_twin_that_differs_at_step_7_only_is_noticed(change: Callable[[list[Any]], object]) -> None:
    """C40a."""
    first = trajectory(LuckyBoxSolo(), 11)
    assert first_difference(first, trajectory(Twin(LuckyBoxSolo(), 7, change), 11)) == 7
    assert first_difference(first, trajectory(Twin(LuckyBoxSolo(), 0, change), 11)) is None


class Late(MixerLuck):
    """Draws as ever, but for the sixtieth time, when the next result comes in its place."""

    drawn = 0

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        drew = super().draw(stream, a, b, c, size)
        self.drawn += 1
        return replace(drew, result=(drew.result + (self.drawn == 60)) % size)


def test_a_twin_whose_luck_differs_late_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """C40a, where all agents act at once: another die, and another number drawn."""
    for name in ("boxes at once", "dice at once"):
        first = trajectory(ENVS[name](), 2)
        with monkeypatch.context() as twin:
            twin.setattr(deals, "MixerLuck", Late)
            found = first_difference(first, trajectory(ENVS[name](), 2))
        assert found is not None
        assert found > 1


def test_resets_without_a_seed_deal_the_games_of_the_seed_before() -> None:
    env = LuckyBoxSolo()
    first, _ = env.reset(seed=7)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    env.reset(seed=8)
    assert np.array_equal(env.reset(seed=7)[0], first)
    assert np.array_equal(env.reset()[0], second)
    unseeded = [LuckyBoxSolo().reset()[0].tobytes() for _ in range(3)]
    assert len(set(unseeded)) == 3


def test_the_games_of_a_seed_are_those_of_a_study_of_it() -> None:
    for seed in (0, 7, 2**63 + 5):
        for game in (0, 1, 99):
            assert game_seed(seed, game) == int(sim_luck.game_seed(np.uint64(seed), game))


@pytest.mark.parametrize("name", DIGESTS)
def test_a_version_behaves_as_it_always_did(name: str) -> None:
    made: dict[str, list[Callable[[], Any]]] = {
        id_of("LuckyBoxSolo"): [LuckyBoxSolo, ENVS["solo chengdu"], ENVS["solo house"]],
        id_of("LightningDicePractice"): [LightningDicePractice, ENVS["practice off"]],
        name_of("luckybox"): [ENVS["boxes in turn"], ENVS["boxes in turn chengdu"], ENVS["boxes at once"]],
        name_of("lightningdice"): [ENVS["dice in turn"], ENVS["dice at once"]],
    }
    assert len(made) == len(VERSIONS)
    hashed = hashlib.sha256()
    for make in made[name]:
        for seed in (1, 2):
            for came in trajectory(make(), seed):
                hashed.update(came)
    assert hashed.hexdigest()[:16] == DIGESTS[name]
