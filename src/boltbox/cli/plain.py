"""How is a text of somebody else shown, so that it does nothing to a terminal?"""

from typing import Final

SPACES: Final = "\N{NARROW NO-BREAK SPACE}"  # does nothing, and stands before units and between thousands


def harmless(text: str) -> str:
    """Writes signs that would do something to a terminal, or can't be seen, as what they are."""
    return "".join(
        sign
        if sign.isprintable() or sign in SPACES
        else sign.encode("unicode_escape", "surrogatepass").decode()
        for sign in text
    )
