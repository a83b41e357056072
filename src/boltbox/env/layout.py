"""Where in an observation does what stand? Ranges with names, bounds and a meaning each."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

Numbers = NDArray[np.int16]

MOST: Final = int(np.iinfo(np.int16).max)  # where the rules set no bound


class Range(NamedTuple):
    """Is some numbers that mean the same kind of thing."""

    name: str  # what it is called
    start: int  # where it begins, the first time
    size: int  # how many numbers it has
    low: int  # the least that each can be
    high: int  # the most
    says: str  # what they mean
    times: int = 1  # how many times it comes, as for each of some boxes
    stride: int = 0  # how far from one time to the next


class Field(NamedTuple):
    """Is a range that isn't placed yet."""

    name: str
    size: int
    low: int
    high: int
    says: str


class Layout:
    """Is the order of all ranges of an observation, which is one row of 16-bit numbers."""

    def __init__(self) -> None:
        self.ranges: dict[str, Range] = {}
        self.size = 0

    def add(self, *fields: Field) -> None:
        """Places ranges one after another."""
        for field in fields:
            self._place(field, self.size, 1, 0)
            self.size += field.size

    def add_each(self, name: str, count: int, fields: tuple[Field, ...]) -> None:
        """Places the same ranges for each of some things, as for boxes: all of the first, then the next's."""
        stride = sum(field.size for field in fields)
        start = self.size
        for field in fields:
            self._place(field._replace(name=f"{name}.{field.name}"), start, count, stride)
            start += field.size
        self.size += stride * count

    def slice(self, name: str, which: int = 0) -> slice:
        """Finds a range. Raises KeyError, or IndexError for a thing that isn't there."""
        one = self.ranges[name]
        if not 0 <= which < one.times:
            raise IndexError(f"{name} comes {one.times} times; there is none with the number {which}")
        start = one.start + which * one.stride
        return slice(start, start + one.size)

    def space(self) -> Box[np.int16]:
        """Makes the space of such observations."""
        low, high = np.zeros(self.size, np.int16), np.zeros(self.size, np.int16)
        for one in self.ranges.values():
            for which in range(one.times):
                low[self.slice(one.name, which)] = one.low
                high[self.slice(one.name, which)] = one.high
        return Box(low, high, dtype=np.int16)

    def table(self) -> Iterator[str]:
        """Writes it as a table in Markdown."""
        yield "| name | where | values | meaning |"
        yield "|---|---|---|---|"
        for one in self.ranges.values():
            last = one.start + one.size - 1
            where = str(one.start) if one.size == 1 else f"{one.start}-{last}"
            if one.times > 1:
                where += f", +{one.stride} for each of {one.times}"
            values = f"{one.low} to {one.high}"
            if one.high == MOST:
                values = "any" if one.low == -MOST else f"{one.low} and more"
            yield f"| `{one.name}` | {where} | {values} | {one.says} |"

    def _place(self, field: Field, start: int, count: int, stride: int) -> None:
        if count:
            self.ranges[field.name] = Range(
                field.name, start, field.size, field.low, field.high, field.says, count, stride
            )
