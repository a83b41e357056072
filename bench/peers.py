"""How quick are other people's games? Random play of OpenSpiel's backgammon and pgx's 2048, on request.

Runs by any Python that has the two (`pip install open_spiel pgx`), by itself: it needs nothing of ours. A
line with a name and seconds comes in, a line of JSON goes out: how many decisions in how many seconds.
"""

import importlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

BATCHES: Final = (256, 1024, 4096)
STEPS: Final = 64  # of a whole batch at a call


class Backgammon:
    """Plays OpenSpiel's backgammon, which is C++ called from Python; chance decides nothing here."""

    def __init__(self) -> None:
        self._game: Any = importlib.import_module("pyspiel").load_game("backgammon")
        self._state = self._game.new_initial_state()

    def play(self, seconds: float) -> int:
        """Plays for a while, and counts the players' decisions."""
        rng = random.Random(1)  # noqa: S311 - it keeps no secret
        state, done = self._state, 0
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for _ in range(100):
                if state.is_terminal():
                    state = self._game.new_initial_state()
                done += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        self._state = state
        return done


class Twenty48:
    """Plays pgx's 2048, compiled by JAX, as many games at once as is best."""

    def __init__(self) -> None:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        self._jax: Any = importlib.import_module("jax")
        env = importlib.import_module("pgx").make("2048")
        step = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)
        self._many = self._jax.jit(self._compiled(step))
        found = []
        for size in BATCHES:
            keys = self._jax.random.split(self._jax.random.PRNGKey(1), size)
            self._size, self._at = size, (self._jax.jit(self._jax.vmap(env.init))(keys), keys[0])
            self.play(0.1)  # compiles
            found.append((self.play(0.5), size, self._at))
        _, self._size, self._at = max(found, key=lambda one: one[0])

    def play(self, seconds: float) -> int:
        """Plays for a while, and counts the decisions."""
        done, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            self._at = self._jax.block_until_ready(self._many(*self._at))
            done += STEPS * self._size
        return done

    def _compiled(self, step: Any) -> Callable[[Any, Any], Any]:
        jax = self._jax

        def once(at: Any, _: Any) -> Any:
            states, key = at
            key, choice, luck = jax.random.split(key, 3)
            size = states.legal_action_mask.shape[0]
            likely = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(choice, likely, axis=1)
            return (jax.vmap(step)(states, actions, jax.random.split(luck, size)), key), None

        def many(states: Any, key: Any) -> Any:
            return jax.lax.scan(once, (states, key), None, length=STEPS)[0]

        return many


PEERS: Final[dict[str, type[Backgammon | Twenty48]]] = {
    "OpenSpiel's backgammon": Backgammon,
    "pgx's 2048": Twenty48,
}


def main() -> int:
    """Answers lines until there are no more."""
    ready: dict[str, Backgammon | Twenty48] = {}
    for line in sys.stdin:
        name, seconds = json.loads(line)
        try:
            if name not in ready:
                ready[name] = PEERS[name]()
            began = time.perf_counter()
            answer: dict[str, float | str] = {"done": ready[name].play(seconds)}
            answer["seconds"] = time.perf_counter() - began
        except ImportError as error:
            answer = {"missing": str(error)}
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
