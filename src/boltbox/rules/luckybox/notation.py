"""How is a position of Lucky Box written as text, and read back?"""

import msgspec

from boltbox.rules.luckybox.state import State


def write(state: State) -> str:
    """Writes a position as one line."""
    return msgspec.json.encode(state).decode()


def read(text: str) -> State:
    """Reads a position that `write` wrote."""
    return msgspec.json.decode(text, type=State)
