"""Which decks are built in? Text files that a person can read; each game reads its own kind (LB-9, LD-7)."""

from importlib.resources import files
from typing import Final

_HERE: Final = files(__package__)


def names(kind: str) -> tuple[str, ...]:
    """Lists the names of the built-in decks of a kind, which is how their files end, sorted."""
    found = (file.name for file in _HERE.iterdir() if file.name.endswith(f".{kind}"))
    return tuple(sorted(name.removesuffix(f".{kind}") for name in found))


def text(name: str, kind: str) -> str:
    """Gives the text of a built-in deck. Raises KeyError for a name that isn't built in."""
    if name not in names(kind):
        raise KeyError(name)
    return _HERE.joinpath(f"{name}.{kind}").read_text("utf-8")
