"""Where does the luck of a table come from, so that nobody can choose it and everybody can check it?

`docs/luck.md` says how, for who wants to check: the commitment is shown when the table opens, the seed comes
from the same secret and the words of the people. Bots draw from another seed and change no deal.
"""

import hashlib
from dataclasses import dataclass, field

from boltbox.rules.luck import Luck, Sha256Luck

SECRET_BYTES = 32


@dataclass(frozen=True)
class Deal:
    """Is the secret behind the luck of one table, with what people added to it."""

    secret: bytes = field(repr=False)  # a log line must not tell it
    words: tuple[bytes, ...] = ()  # per seat that gave one: its word, or the word's hash

    def __post_init__(self) -> None:
        """Refuses what is no secret. Raises ValueError."""
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a deal's secret has {SECRET_BYTES} bytes, not {len(self.secret)}")

    @property
    def commitment(self) -> str:
        """Is the hash that binds the table to its secret before the start, hexadecimal."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def seed(self) -> bytes:
        """Is what every draw of the game comes from."""
        # Without its own beginning a seed without words would be the commitment, which everybody sees.
        return hashlib.sha256(b"boltbox deal 1\n" + self.secret + b"".join(self.words)).digest()

    def luck(self) -> Luck:
        """Makes the luck of the game."""
        return Sha256Luck(self.seed)

    def bot_luck(self) -> Luck:
        """Makes the luck that bots draw from, by seat and decision."""
        return Sha256Luck(hashlib.sha256(b"boltbox bots 1\n" + self.secret).digest())
