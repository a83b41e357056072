"""How long does a line take there and back? Probes tell, and what answers a frame sooner tells better.

A probe goes out twice: as a message that the page answers, and as a WebSocket's ping that the browser answers
by itself, busy or not. What is back first counts, so a script in a page makes no line longer than it is.
"""

from collections import deque
from statistics import median_low
from typing import Final

from boltbox.rules.game import Instant

PROBES: Final = 8  # so many of the last round trips count
QUICK: Final = 4  # probes one after the other at first
PROBE_SECONDS: Final = 2.0  # between the later ones, while the game runs
MOST_MS: Final = 250  # no line is trusted any further (LD-3.6)
MOST_WAIT_MS: Final = 320  # nor waited for any further: a line of 250 with some jitter
_FRAMES: Final = 16  # of which is remembered when they went out


class Trips:
    """Keeps the last round trips of one line, in whole milliseconds."""

    __slots__ = ("_asks", "_count", "_open", "_trips")

    def __init__(self) -> None:
        self._trips: deque[int] = deque(maxlen=PROBES)
        self._open: dict[int, Instant | None] = {}  # probe -> when it went out; None once it was measured
        self._asks: dict[int, Instant | None] = {}  # decision -> when its ask went out
        self._count = 0

    @property
    def span(self) -> int:
        """Is how far back the line is trusted: the least of the last round trips; 0 before the first."""
        return min(min(self._trips, default=0), MOST_MS)

    @property
    def usual(self) -> int:
        """Is the round trip that is to be expected of the line: the one in the middle."""
        return min(median_low(self._trips), MOST_WAIT_MS) if self._trips else 0

    @property
    def known(self) -> bool:
        """Tells whether enough round trips were measured to ask less often."""
        return len(self._trips) >= QUICK

    def probe(self, now: Instant) -> int:
        """Notes that a probe goes out, and numbers it; of those that nobody answers few are remembered."""
        self._count += 1
        _remember(self._open, self._count, now, PROBES)
        return self._count

    def echo(self, number: int, now: Instant) -> bool:
        """Notes that a probe is answered by page or browser, and tells whether that measured the line."""
        sent = self._open.get(number)
        if sent is None:
            return False
        self._open[number] = None
        self._trips.append(max(0, now - sent))
        return True

    @property
    def awaited(self) -> bool:
        """Tells whether the page still has a probe to answer."""
        return bool(self._open)

    def close(self, number: int) -> bool:
        """Notes that the page itself has answered a probe, and tells whether that was awaited."""
        if number not in self._open:
            return False
        del self._open[number]
        return True

    def asked(self, decision: int, now: Instant) -> None:
        """Notes that an ask went out."""
        if decision not in self._asks:
            _remember(self._asks, decision, now, _FRAMES)

    def answered(self, decision: int, now: Instant) -> None:
        """Notes that an ask was answered: the line takes no longer than that, whatever its probes say."""
        sent = self._asks.get(decision)
        if sent is not None and self._trips and now - sent < min(self._trips):
            self._trips.append(max(0, now - sent))


def _remember(sent: dict[int, Instant | None], number: int, now: Instant, most: int) -> None:
    sent[number] = now
    if len(sent) > most:
        del sent[next(iter(sent))]
