"""Is luck fair, and the same everywhere? The vectors are read from docs/luck.md."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules import luck
from boltbox.rules.luck import Draw, Luck, MixerLuck, Sha256Luck, mix, stream_number

PAGE = (Path(__file__).parent.parent / "docs" / "luck.md").read_text()
ROW = re.compile(
    r"^\| `?(\w+)`? \| `(\w+)` \| (-?\d+) \| (-?\d+) \| (-?\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE
)
SOURCES = (Sha256Luck(bytes(32)), MixerLuck(0))


def rows(heading: str) -> list[tuple[str, ...]]:
    """Reads the table of vectors of one section of the page."""
    section = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    found = ROW.findall(section)
    assert len(found) >= 20
    return found


def draw(source: Luck, row: tuple[str, ...]) -> Draw:
    stream, (a, b, c, size) = row[1], map(int, row[2:6])
    return source.draw(stream, a, b, c, size)


@pytest.mark.parametrize("row", rows("SHA-256"))
def test_sha256_draws_as_the_page_says(row: tuple[str, ...]) -> None:
    assert draw(Sha256Luck(bytes.fromhex(row[0])), row).result == int(row[7])


@pytest.mark.parametrize("row", rows("The mixer"))
def test_the_mixer_draws_as_the_page_says(row: tuple[str, ...]) -> None:
    assert draw(MixerLuck(int(row[0])), row).result == int(row[7])


def test_the_page_has_a_vector_that_throws_blocks_away() -> None:
    assert any(int(row[6]) for row in rows("SHA-256"))
    assert any(int(row[6]) > 1 for row in rows("The mixer"))


@pytest.mark.parametrize("row", rows("SHA-256"))
def test_sha256_follows_from_the_page_alone(row: tuple[str, ...]) -> None:
    """Written again from the text of the page, as somebody in another language would."""
    size, top = int(row[5]), 1 << 64
    limit = top - top % size
    block = int(row[6])
    values = []
    for one in range(block + 1):
        text = f"{row[1]} {row[2]} {row[3]} {row[4]} {one}".encode()
        digest = hashlib.sha256(b"boltbox luck 1\n" + bytes.fromhex(row[0]) + text)
        values.append(int(digest.hexdigest()[:16], 16))
    assert all(value >= limit for value in values[:-1])
    assert values[-1] < limit
    assert values[-1] % size == int(row[7])


def test_the_page_shows_a_whole_hash() -> None:
    digest = hashlib.sha256(b"boltbox luck 1\n" + bytes(range(32)) + b"numbers 1 1 0 0").hexdigest()
    assert f"\n    {digest}\n" in PAGE


def test_the_parts_of_the_mixer_are_as_the_page_says() -> None:
    assert f"mix(0) = {mix(0):X}" in PAGE
    assert f"name(`numbers`) = {stream_number('numbers'):X}" in PAGE


class FakeHash:
    """Answers with blocks that were laid ready, whatever is hashed."""

    def __init__(self, blocks: list[int]) -> None:
        self.blocks = blocks

    def copy(self) -> "FakeHash":
        return self

    def update(self, text: bytes) -> None:
        self.text = text

    def digest(self) -> bytes:
        return self.blocks.pop(0).to_bytes(8, "big") + bytes(24)


def test_sha256_throws_away_blocks_above_the_last_whole_multiple(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**64 is 3 * 6148914691236517205 + 1: only the very last block is too high for a die of three."""
    source = Sha256Luck(b"")
    fake = FakeHash([2**64 - 1, 2**64 - 1, 2**64 - 2])
    monkeypatch.setattr(source, "_start", fake)
    assert source.draw("dice", 1, 2, 3, 3).result == 2
    assert fake.blocks == []
    assert fake.text == b"dice 1 2 3 2"


def test_the_mixer_throws_away_blocks_above_the_last_whole_multiple(monkeypatch: pytest.MonkeyPatch) -> None:
    source = MixerLuck(0)
    blocks = [0, 0, 0, 0, 2**64 - 1, 2**64 - 1, 7]  # four for the key, then as above
    monkeypatch.setattr(luck, "mix", lambda _: blocks.pop(0))
    assert source.draw("dice", 1, 2, 3, 3).result == 1
    assert blocks == []


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("size", [1, 2, 6, 7, 18])
def test_every_result_is_equally_likely(source: Luck, size: int) -> None:
    """Chi-square at 0.1 permille for 17 degrees of freedom and fewer; the draws are the same every time."""
    count = 500 * size
    found = Counter(source.draw("dice", i, 0, 0, size).result for i in range(count))
    assert sum((found[result] - 500) ** 2 / 500 for result in range(size)) < 46
    assert sum(found.values()) == count


@pytest.mark.parametrize("source", SOURCES)
def test_other_keys_give_other_luck(source: Luck) -> None:
    keys = [("dice", 1, 2, 3), ("dice", 2, 1, 3), ("dice", 1, 3, 2), ("dice", 1, 2, 4), ("boxes", 1, 2, 3)]
    assert len({source.draw(*key, 2**60).result for key in keys}) == len(keys)


@pytest.mark.parametrize("source", SOURCES)
@given(
    numbers=st.tuples(st.integers(), st.integers(), st.integers()),
    size=st.integers(1, 2**64 - 1),
)
def test_a_draw_is_in_range_and_repeats(source: Luck, numbers: tuple[int, int, int], size: int) -> None:
    first = source.draw("dice", *numbers, size)
    assert 0 <= first.result < size
    assert first == source.draw("dice", *numbers, size)
    assert first == Draw("dice", *numbers, size, first.result)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("size", [0, -1, 2**64])
def test_a_draw_of_nothing_or_of_too_much_is_an_error(source: Luck, size: int) -> None:
    with pytest.raises(ValueError, match="possible results"):
        source.draw("dice", 0, 0, 0, size)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("stream", ["", "a 1", "dice2"])
def test_a_stream_is_a_word(source: Luck, stream: str) -> None:
    with pytest.raises(ValueError, match="stream"):
        source.draw(stream, 0, 0, 0, 6)


def test_other_seeds_give_other_luck() -> None:
    """C24: a hundred tables have a hundred deals."""
    assert len({Sha256Luck(bytes([i] * 32)).draw("boxes", 0, 0, 0, 2**60) for i in range(100)}) == 100
    assert len({MixerLuck(i).draw("boxes", 0, 0, 0, 2**60) for i in range(100)}) == 100
