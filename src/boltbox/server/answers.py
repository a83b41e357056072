"""Was this request answered before? A repeat gets the first answer again."""

from typing import Final, Generic, TypeVar

from boltbox.rules.game import Seat
from boltbox.rules.refusals import Refusal

Who = Seat | str  # a seat acts, a person asks for a seat
Key = tuple[Who, str]  # and the id that the client made
MOST: Final = 1000  # refusals, and requests of the lobby, that are remembered of one table

W = TypeVar("W")


class Answers(Generic[W]):
    """Remembers what was answered at one table: waiting, accepted at a version, or refused."""

    def __init__(self, accepted: dict[tuple[Seat, str], int]) -> None:
        self._waiting: dict[Key, W] = {}
        self._accepted: dict[Key, int] = dict(accepted.items())  # the version of the seat's view
        self._others: dict[Key, Refusal | None] = {}  # None: the lobby changed

    def waiting(self, key: Key) -> W | None:
        """Finds a request that was decided but not answered yet."""
        return self._waiting.get(key)

    def version(self, key: Key) -> int | None:
        """Finds at which version of its seat's view an action was accepted."""
        return self._accepted.get(key)

    def refusal(self, key: Key) -> Refusal | None:
        """Finds why a request was refused."""
        return self._others.get(key)

    def was_lobby(self, key: Key) -> bool:
        """Tells whether the answer was the lobby."""
        return key in self._others and self._others[key] is None

    def wait(self, key: Key, decided: W) -> None:
        """Notes a request that was decided."""
        self._waiting[key] = decided

    def forget(self, key: Key) -> None:
        """Forgets a request that couldn't be saved: it is judged afresh."""
        self._waiting.pop(key, None)

    def accept(self, key: Key, version: int) -> None:
        """Notes an accepted action; all of a game are kept, as its log is."""
        self.forget(key)
        self._accepted[key] = version

    def note(self, key: Key, refusal: Refusal | None) -> None:
        """Notes a refusal, or with None that the lobby was the answer; the oldest give way."""
        self.forget(key)
        self._others[key] = refusal
        while len(self._others) > MOST:
            del self._others[next(iter(self._others))]
