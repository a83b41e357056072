"""Which decks are built in? Text files that a person can read, one face a line (LB-9)."""

from functools import cache
from importlib.resources import files

from boltbox.rules.luckybox.deck import read_deck
from boltbox.rules.luckybox.parts import Deck

_HERE = files(__package__)


@cache
def built_in(name: str) -> Deck:
    """Reads a built-in deck. Raises KeyError for a name that isn't built in."""
    if name not in names():
        raise KeyError(name)
    return read_deck(_HERE.joinpath(f"{name}.deck").read_text("utf-8"), f"{name}.deck")


def names() -> tuple[str, ...]:
    """Lists the names of the built-in decks, sorted."""
    return tuple(
        sorted(file.name.removesuffix(".deck") for file in _HERE.iterdir() if file.name.endswith(".deck"))
    )
