"""How do events gather while one action is decided? Each is applied at once, so the next one sees it."""

from boltbox.rules.game import Drew, Event
from boltbox.rules.luck import Draw, Luck
from boltbox.rules.luckybox.fold import apply
from boltbox.rules.luckybox.state import Place, State


class Turn:
    """Is one decision in the making: the position so far, the events that led there, and the luck."""

    def __init__(self, state: State, luck: Luck) -> None:
        self.state = state
        self.events: list[Event] = []
        self._luck = luck

    def emit(self, event: Event) -> None:
        """Adds an event and applies it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def draw(self, stream: str, round_: int, count: int, size: int) -> Draw:
        """Draws luck by a key from the state; the caller records the draw by `drew`."""
        return self.draw_one(stream, (round_, count, 0), size)

    def draw_one(self, stream: str, key: tuple[int, int, int], size: int) -> Draw:
        """Draws luck by a key of three numbers; the caller records the draw by `drew`."""
        return self._luck.draw(stream, *key, size)

    def drew(self, *draws: Draw) -> None:
        """Records draws, so that whoever gets the seed can check them."""
        self.emit(Drew(draws))

    def place(self, seat: int) -> Place:
        """Is a seat as it stands."""
        return self.state.places[seat - 1]
