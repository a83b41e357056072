"""How is a deck of any game read? A header, then one thing a line, and comments anywhere (LB-9.3, LD-7.6)."""

from typing import Final

import msgspec

HEADER: Final = ("name", "author", "licence")
LONGEST: Final = 60  # characters that a header's text may have


class DeckError(ValueError):
    """Says in which line of which file a deck is wrong, and how."""

    def __init__(self, file: str, line: int, cause: str) -> None:
        super().__init__(f"{file}:{line}: {cause}")
        self.file = file
        self.line = line
        self.cause = cause


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """Is the text of a deck taken apart; what its lines mean is the game's to say."""

    file: str
    name: str
    author: str
    licence: str
    lines: tuple[tuple[int, str], ...]  # number and text of each line that is neither header nor comment
    end: int  # the number of the last line, for what is wrong with the deck as a whole


def read_sheet(text: str, file: str, thing: str) -> Sheet:
    """Reads the header of a deck, and lists its things: faces, goals. Raises DeckError."""
    header: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    number = 1
    for number, raw in enumerate(text.removeprefix("\ufeff").removesuffix("\n").split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if ":" not in line:
            lines.append((number, line))
            continue
        key, value = _read_header(line, header, file, number)
        if lines:
            raise DeckError(file, number, f"'{key}' must stand before the first {thing}")
        header[key] = value
    missing = [key for key in HEADER if key not in header]
    if missing:
        raise DeckError(file, number, f"the header has no line '{missing[0]}: ...'")
    name, author, licence = (header[key] for key in HEADER)
    return Sheet(file, name, author, licence, tuple(lines), number)


def _read_header(line: str, header: dict[str, str], file: str, number: int) -> tuple[str, str]:
    key, _, value = (part.strip() for part in line.partition(":"))
    if key not in HEADER:
        raise DeckError(file, number, f"a header line is one of {', '.join(HEADER)}, not '{key}'")
    if key in header:
        raise DeckError(file, number, f"'{key}' stands twice")
    cause = wrong_text(value)
    if cause is not None:
        raise DeckError(file, number, f"'{key}' {cause}")
    return key, value


def wrong_text(text: str) -> str | None:
    """Tells why a text can't stand in a header, or None: it is one line that people can read."""
    if not text.strip():
        return "is empty"
    if len(text) > LONGEST:
        return f"has {len(text)} characters, {LONGEST} at most"
    if not text.isprintable():
        return "has signs that can't be seen"
    return None if text == text.strip() else "begins or ends with a blank"
