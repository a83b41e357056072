"""Do kernels draw as the rules do? The same mixer, draw for draw."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules.luck import MixerLuck
from boltbox.sim import luck
from boltbox.sim.compiled import kernel

SMALL = st.integers(0, 2**31 - 1)


@kernel
def drawn(seed: np.uint64, stream: np.uint64, key: tuple[int, int, int], size: int | np.uint64) -> int:
    a, b, c = key
    return luck.draw(luck.start_key(seed, stream), a, b, c, size)


@given(seed=st.integers(0, 2**64 - 1), key=st.tuples(SMALL, SMALL, SMALL), size=st.integers(1, 2**62))
def test_a_kernel_draws_what_the_mixer_of_the_rules_draws(
    seed: int, key: tuple[int, int, int], size: int
) -> None:
    ours = drawn(np.uint64(seed), luck.number_of("boxes"), key, size)
    assert ours == MixerLuck(seed).draw("boxes", *key, size).result


def test_sizes_that_draw_again_agree_too() -> None:
    size = 2**63 + 1  # nearly half of all values are drawn again
    for seed in range(200):
        ours = drawn(np.uint64(seed), luck.number_of("dice"), (1, 2, 3), np.uint64(size))
        assert ours % 2**64 == MixerLuck(seed).draw("dice", 1, 2, 3, size).result
