"""How often may somebody do something, and how many connections may they have? By person and by address."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from boltbox.rules.game import Instant
from boltbox.server.settings import Settings

HOUR: Final = 3_600_000
MOST_KEYS: Final = 10_000  # people or addresses that one limit remembers


@dataclass(frozen=True)
class Pace:
    """Is how often something may be done: so many at once, and as many more in each span of milliseconds."""

    count: int  # 0: as often as one likes
    span: int
    at_once: int

    @property
    def step(self) -> float:
        """Is the time between two, when all that was allowed at once is used up."""
        return self.span / self.count if self.count else 0.0


class Tempo:
    """Keeps one pace: a bucket of tokens, written as the instant when it will be full again."""

    __slots__ = ("_full", "_room", "_step")

    def __init__(self, pace: Pace) -> None:
        self._step = pace.step
        self._room = pace.at_once * pace.step
        self._full = 0.0

    def take(self, now: Instant) -> float:
        """Takes a token, or returns how many milliseconds are missing until there is one."""
        full = max(self._full, now) + self._step
        wait = full - now - self._room
        if wait > 0:
            return wait
        self._full = full
        return 0.0

    def is_full(self, now: Instant) -> bool:
        """Tells whether nothing would be lost by forgetting it."""
        return self._full <= now


class Tempos:
    """Keeps one pace for each of many people or addresses, and remembers only those who did something."""

    def __init__(self, pace: Pace, clock: Callable[[], Instant]) -> None:
        self._pace = pace
        self._clock = clock
        self._tempos: dict[str, Tempo] = {}

    def take(self, key: str | None) -> int:
        """Takes a token of somebody, or returns how many whole seconds to wait for one."""
        if key is None or not self._pace.count:
            return 0
        now = self._clock()
        tempo = self._tempos.get(key)
        if tempo is None:
            self._make_room(now)
            tempo = self._tempos[key] = Tempo(self._pace)
        return math.ceil(tempo.take(now) / 1000)

    def _make_room(self, now: Instant) -> None:
        if len(self._tempos) < MOST_KEYS:
            return
        self._tempos = {key: tempo for key, tempo in self._tempos.items() if not tempo.is_full(now)}
        while len(self._tempos) >= MOST_KEYS:
            del self._tempos[next(iter(self._tempos))]


class Crowd:
    """Counts the connections of each person and each address."""

    def __init__(self, per_person: int, per_address: int) -> None:
        self._most = (per_person or math.inf, per_address or math.inf)
        self._counts = (Counter[str](), Counter[str]())
        self.size = 0  # how many connections there are

    def enter(self, person: str | None, address: str | None) -> bool:
        """Counts a connection, or tells that there are too many already."""
        pairs = tuple(zip((person, address), self._counts, self._most, strict=True))
        if any(key is not None and counts[key] >= most for key, counts, most in pairs):
            return False
        for key, counts, _ in pairs:
            if key is not None:
                counts[key] += 1
        self.size += 1
        return True

    def leave(self, person: str | None, address: str | None) -> None:
        """Counts a connection no more."""
        self.size -= 1
        for key, counts in zip((person, address), self._counts, strict=True):
            if key is not None:
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]


class Limits:
    """Is all that is limited on one server."""

    def __init__(self, settings: Settings, clock: Callable[[], Instant]) -> None:
        each = settings.requests_per_second
        self.requests = Tempos(Pace(each, 1000, 10 * each), clock)  # by address
        self.people = Tempos(_hourly(settings.people_per_hour), clock)  # by address
        self.tables = Tempos(_hourly(settings.tables_per_hour), clock)  # by person
        self.presets = Tempos(Pace(60, HOUR, 20), clock)  # kept, by person
        self.codes = Tempos(Pace(30, HOUR, 10), clock)  # made, by person
        self.guesses = Tempos(Pace(10, 60_000, 10), clock)  # codes that were said, by address
        self.replays = Tempos(Pace(60, 60_000, 30), clock)  # made, by address
        self.records = Tempos(Pace(60, HOUR, 20), clock)  # brought, by person
        self.open_tables = settings.open_tables
        self.messages = Pace(settings.messages_per_second, 1000, 3 * settings.messages_per_second)
        self.crowd = Crowd(settings.connections_per_person, settings.connections_per_address)
        self._opening = Counter[str]()

    @contextmanager
    def opening(self, person: str) -> Iterator[int]:
        """Counts how many tables a person opens just now, this one too: no store knows of them yet."""
        self._opening[person] += 1
        try:
            yield self._opening[person]
        finally:
            self._opening[person] -= 1
            if not self._opening[person]:
                del self._opening[person]


def _hourly(count: int) -> Pace:
    return Pace(count, HOUR, count)


def far(host: str | None) -> str | None:
    """Names the address that limits go by; None on this machine, which may be a proxy for everybody.

    Of an IPv6 address only the network counts, as one house has all addresses of it.
    """
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return None
    if address.version == 6 and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))
