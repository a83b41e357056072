"""Do two names look alike? By what each looks like when its letters are taken for their look-alikes."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "lookalikes.txt"


def _table() -> dict[int, str]:
    table: dict[int, str] = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            like, _, others = line.partition(":")
            text = "".join(chr(int(point, 16)) for point in like.split())
            table.update(dict.fromkeys((int(point, 16) for point in others.split()), text))
    return table


TABLE: Final = _table()


@lru_cache(maxsize=4096)
def look(name: str) -> str:
    """Gives what a name looks like: the skeleton of UTS 39, and of that what is left without capitals."""
    return _skeleton(_skeleton(name).casefold())


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(TABLE))


def told_apart(names: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Words names, each with the number of its seat, so that no two look alike.

    All who look alike get their number, as none of them is the real one.
    """
    shown = [name for _, name in names]
    while True:
        looks = [look(name) for name in shown]
        counts = Counter(looks)
        if len(counts) == len(shown):
            return tuple(shown)
        shown = [
            f"{name} ({seat})" if counts[seen] > 1 else name
            for name, seen, (seat, _) in zip(shown, looks, names, strict=True)
        ]
