"""How do events gather while one action is decided? Each is applied at once, so the next one sees it."""

from boltbox.rules.game import Drew, Event, Instant, Seat
from boltbox.rules.lightningdice.fold import apply
from boltbox.rules.lightningdice.state import Hand, Place, State
from boltbox.rules.luck import Draw, Luck


class Turn:
    """Is one decision in the making: the position so far, the events that led there, time and luck."""

    def __init__(self, state: State, instant: Instant, luck: Luck) -> None:
        self.state = state
        self.instant = instant
        self.events: list[Event] = []
        self._luck = luck

    def emit(self, event: Event) -> None:
        """Adds an event and applies it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def draw(self, stream: str, key: tuple[int, int, int], size: int) -> Draw:
        """Draws luck by a key from the state; the caller records the draw by `drew`."""
        return self._luck.draw(stream, *key, size)

    def drew(self, *draws: Draw) -> None:
        """Records draws, so that whoever gets the seed can check them."""
        self.emit(Drew(draws))

    def place(self, seat: Seat) -> Place:
        """Is a player as everybody sees them."""
        return self.state.places[self.state.index(seat)]

    def hand(self, seat: Seat) -> Hand:
        """Is what only the seat knows."""
        return self.state.hands[self.state.index(seat)]
