"""How are things found in small sets of bits? Counted, and the n-th one of them, without a loop."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic

from boltbox.sim.compiled import COMPILED, inlined

NO_BIT: Final = 15


def _places() -> npt.NDArray[np.uint8]:
    """Lists, for each set of nine bits, which they are."""
    places = np.full((512, 9), NO_BIT, np.uint8)
    for bits in range(512):
        found = [bit for bit in range(9) if bits >> bit & 1]
        places[bits, : len(found)] = found
    return places


PLACES: Final = _places()  # bits -> n -> the n-th of them that is set

if COMPILED and not TYPE_CHECKING:

    @intrinsic
    def count(_typing_context: Any, _bits: Any) -> Any:
        """Counts the bits that are set: one instruction of the processor."""

        def generate(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return builder.ctpop(given[0])

        return types.int64(types.int64), generate

else:

    def count(bits: int) -> int:
        """Counts the bits that are set."""
        return int(bits).bit_count()


@inlined
def nth_of_nine(bits: int, nth: int) -> int:
    """Finds the n-th bit that is set, from 0, among nine."""
    return int(PLACES[bits, nth])


@inlined
def nth_of_word(bits: int, nth: int) -> int:
    """Finds the n-th bit that is set, from 0, among 32."""
    first = 0
    low = count(bits & 0xFFFF)
    if nth >= low:
        nth -= low
        bits >>= 16
        first = 16
    low = count(bits & 0xFF)
    if nth >= low:
        nth -= low
        bits >>= 8
        first += 8
    return first + int(PLACES[bits & 0xFF, nth])
