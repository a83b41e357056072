"""May a kernel work on arrays whose references nobody counts, as long as their owner lives?"""

import sys

import numpy as np
import numpy.typing as npt

from boltbox.sim.compiled import borrowed, kernel


@kernel
def doubled(numbers: npt.NDArray[np.int64]) -> int:
    lent = borrowed(numbers)
    total = 0
    for i in range(len(lent)):
        lent[i] *= 2
        total += lent[i]
    return total


def test_a_borrowed_array_is_the_same_array_and_its_references_stay_as_they_were() -> None:
    numbers = np.arange(5)
    before = sys.getrefcount(numbers)
    for _ in range(3):
        doubled(numbers)
    assert numbers.tolist() == [0, 8, 16, 24, 32]
    assert doubled(numbers[1::2]) == 64  # a view, too
    assert sys.getrefcount(numbers) == before
