"""How does a race stay even between lines near and far? What lands waits for the far ones (LD-2.6).

A goal or a roll that comes to rest reaches a near page sooner; so there it waits for half of what the longest
round trip has more, and lands everywhere at the same time. Presses are dated by each line's own round trip.
"""

from collections import deque
from typing import Final, Generic, NamedTuple, TypeVar

from boltbox.rules.game import Instant, Seat, Timing
from boltbox.server.listeners import Listener
from boltbox.server.live import LiveTable
from boltbox.table.log import Entry

T = TypeVar("T")

MOST_INSTANT: Final = 2**53 - 1

_NONE: Final[dict[Listener, int]] = {}


class Pressed(NamedTuple):
    """Is who pressed, over which line, and when by the page's own reckoning; a bot has no line."""

    seat: Seat
    asker: Listener | None = None
    stated: Instant | None = None


def timing(live: LiveTable, press: Pressed) -> Timing:
    """Says what the server knows of when somebody pressed."""
    stated = press.stated
    if stated is not None and not 0 <= stated <= MOST_INSTANT:
        stated = None  # no clock shows that, and no browser could read it in a record
    spans = (one.trips.span for one, seat in live.listeners.seated if seat != press.seat)
    own = 0 if press.asker is None else press.asker.trips.span
    return Timing(stated, own, max(spans, default=0))


def waits(live: LiveTable, entry: Entry) -> dict[Listener, int]:
    """Tells how many milliseconds an entry waits for each line; nothing, if it needn't."""
    lands = live.game.lands
    if not lands or not any(isinstance(event, lands) for event in entry.events):
        return _NONE
    usual = _usual(live)
    longest = max(usual.values(), default=0)
    return {one: _wait(longest, usual.get(seat)) for one, seat in live.listeners} if longest else _NONE


def wait(live: LiveTable, listener: Listener) -> int:
    """Tells how many milliseconds a whole view waits: whoever asks for one must not see anything sooner."""
    usual = _usual(live)
    return _wait(max(usual.values(), default=0), usual.get(live.listeners.seat(listener)))


def lag(live: LiveTable) -> int:
    """Tells how many milliseconds after something happened it lands on all pages: before, no bot sees it."""
    return max(_usual(live).values(), default=0) // 2


def _wait(longest: int, own: int | None) -> int:
    """Tells how long one line waits. Who watches waits as long as if there was no way at all.

    Else a player could watch over another line, or with another browser, and see all sooner.
    """
    return (longest - (own or 0)) // 2


def _usual(live: LiveTable) -> dict[Seat | None, int]:
    """Tells how long the line of each seat is; with several pages at one seat the nearest counts.

    Else one that answers its probes late would be shown everything sooner, for the other to act on.
    """
    lines: dict[Seat | None, int] = {}
    if live.game.lands and live.lobby.saved.settings.even_lines:
        for one, seat in live.listeners.seated:
            lines[seat] = min(lines.get(seat, one.trips.usual), one.trips.usual)
    return lines


class Held(Generic[T]):
    """Holds what goes to one line until its time has come; what comes later waits behind it."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: deque[tuple[Instant, T]] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def next(self) -> Instant | None:
        """Is when the first of them may go."""
        return self._waiting[0][0] if self._waiting else None

    def put(self, thing: T, until: Instant) -> None:
        """Takes one more thing, not to go before an instant."""
        if self._waiting:
            until = max(until, self._waiting[-1][0])
        self._waiting.append((until, thing))

    def take(self, now: Instant | None = None) -> list[T]:
        """Lets go whose time has come by now, or everything."""
        gone: list[T] = []
        while self._waiting and (now is None or self._waiting[0][0] <= now):
            gone.append(self._waiting.popleft()[1])
        return gone
