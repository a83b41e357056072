"""How do four lines use the bare echo? Each says what is as long as an action."""

from collections.abc import Callable

from bench.load import ANSWER, STEP
from bench.wire import Address, Wire


class Caller:
    """Is one line at a table of the bare echo; its texts begin with its number."""

    counts = True

    def __init__(self, address: Address, place: tuple[int, int], sizes: tuple[int, int]) -> None:
        """Sits at (table, number), says texts of the first size, hears such of the second."""
        table, self._number = place
        says, hears = sizes
        self._text = (b"%d" % self._number).ljust(says, b"-")
        self.wire = Wire(address, f"/{table}?pad={max(0, hears - says)}")

    def next(self) -> bytes | None:
        """Says the same as ever."""
        return self._text

    def hear(self, data: bytes, start: int, _: int) -> int:
        """Tells its own text from those of the others."""
        return ANSWER if data[start] == 48 + self._number else STEP


def call_tables(
    address: Address, tables: int, sizes: tuple[int, int], meanwhile: Callable[[], None]
) -> list[list[Caller]]:
    """Connects so many tables of four, and does something else after each."""
    connected: list[list[Caller]] = []
    for table in range(tables):
        connected.append([Caller(address, (table, number), sizes) for number in range(4)])
        meanwhile()
    return connected
