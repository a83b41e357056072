"""Where does luck come from? A source, a stream and three small integers in, a draw out.

`docs/luck.md` says the same for readers who write it again in another language.
"""

import hashlib
from typing import Protocol

import msgspec

_TOP = 1 << 64
_MASK = _TOP - 1


class Draw(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Is one draw of luck: its key, how many results were possible, and the one that came."""

    stream: str
    a: int
    b: int
    c: int
    size: int
    result: int  # 0 to size - 1


class Luck(Protocol):
    """Is a source of draws: the same key and size always give the same draw."""

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        """Draws one of `size` equally likely results, numbered from 0."""
        ...  # pragma: no cover


class Sha256Luck:
    """Draws from a secret seed by SHA-256: the luck of every real table."""

    def __init__(self, seed: bytes) -> None:
        self._start = hashlib.sha256(b"boltbox luck 1\n" + seed)

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        """Draws by hashing key and counter until a block falls below the last whole multiple of size."""
        limit = _TOP - _TOP % _checked(stream, size)
        key = f"{stream} {a} {b} {c} ".encode()
        block = 0
        while True:
            digest = self._start.copy()
            digest.update(key + str(block).encode())
            value = int.from_bytes(digest.digest()[:8], "big")
            if value < limit:
                return Draw(stream, a, b, c, size, value % size)
            block += 1


class MixerLuck:
    """Draws from a 64-bit seed by a counter mixer: quick, repeatable, and no secret."""

    def __init__(self, seed: int) -> None:
        self._seed = mix(seed & _MASK)

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        """Draws by mixing key and counter until a block falls below the last whole multiple of size."""
        limit = _TOP - _TOP % _checked(stream, size)
        key = mix(self._seed ^ stream_number(stream))
        for number in (a, b, c):
            key = mix(key ^ (number & _MASK))
        block = 0
        while True:
            value = mix((key + block) & _MASK)
            if value < limit:
                return Draw(stream, a, b, c, size, value % size)
            block += 1


def mix(value: int) -> int:
    """Scrambles 64 bits: one step of SplitMix64 (Steele, Lea and Flood, 2014), increment included."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def stream_number(stream: str) -> int:
    """Turns a stream's name into 64 bits: FNV-1a of its UTF-8 bytes."""
    number = 0xCBF29CE484222325
    for byte in stream.encode():
        number = ((number ^ byte) * 0x100000001B3) & _MASK
    return number


def _checked(stream: str, size: int) -> int:
    if not stream.isalpha():  # a space or a digit could make two keys the same text
        raise ValueError(f"the name of a stream is a word of letters, not {stream!r}")
    if not 1 <= size < _TOP:
        raise ValueError(f"a draw has 1 to 2**64 - 1 possible results, not {size}")
    return size
