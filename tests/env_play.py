"""How do tests play environments? Whole games by masks, with every byte that came kept step by step."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from gymnasium import Env
from pettingzoo import AECEnv

from boltbox.rules.luck import MixerLuck

MOST = 400  # steps of a trajectory; Lucky Box ends before, races needn't


class Chooser:
    """Draws allowed actions from luck of its own."""

    def __init__(self, seed: int) -> None:
        self._luck = MixerLuck(seed)
        self._drawn = 0

    def choose(self, mask: np.ndarray) -> int:
        allowed = np.flatnonzero(mask)
        self._drawn += 1
        return int(allowed[self._luck.draw("tests", self._drawn, 0, 0, len(allowed)).result])


def trajectory(env: Any, seed: int, between: Callable[[], object] = lambda: None) -> list[bytes]:
    """Plays a whole game, and keeps all that came at the reset and in each step."""
    play = _alone(env, seed) if isinstance(env, Env) else _play(env, seed)
    kept = []
    for came in play:
        kept.append(_bytes(came))
        between()
        if len(kept) > MOST:
            break
    return kept


def first_difference(one: list[bytes], other: list[bytes]) -> int | None:
    """Finds the first step at which two trajectories differ; None: they are the same."""
    for step, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine != yours:
            return step
    return None if len(one) == len(other) else min(len(one), len(other))


def _alone(env: Any, seed: int) -> Iterator[Any]:
    chooser = Chooser(seed)
    observation, info = env.reset(seed=seed)
    yield observation, info
    over = False
    while not over:
        observation, reward, ended, cut_off, info = env.step(chooser.choose(info["action_mask"]))
        yield observation, reward, ended, cut_off, info
        over = ended or cut_off


def _play(env: Any, seed: int) -> Iterator[Any]:
    return _turns(env, seed) if isinstance(env, AECEnv) else _together(env, seed)


def _turns(env: Any, seed: int) -> Iterator[Any]:
    chooser = Chooser(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        came = env.last()
        yield agent, *came
        env.step(None if came[2] or came[3] else chooser.choose(came[4]["action_mask"]))


def _together(env: Any, seed: int) -> Iterator[Any]:
    chooser = Chooser(seed)
    observations, infos = env.reset(seed=seed)
    yield observations, infos
    while env.agents:
        actions = {agent: chooser.choose(infos[agent]["action_mask"]) for agent in env.agents}
        came = env.step(actions)
        infos = came[4]
        yield came


def _bytes(came: Any) -> bytes:
    if isinstance(came, dict):
        return b"".join(key.encode() + _bytes(value) for key, value in came.items())
    if isinstance(came, tuple):
        return b"".join(map(_bytes, came))
    return came.tobytes() if isinstance(came, np.ndarray) else f"{came!r} ".encode()
