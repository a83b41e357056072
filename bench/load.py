"""How many actions a second can tables take, and how long does each one? Drives seats and counts frames.

An action counts when all seats of its table have its frame. There are two kinds of load. *Closed*: each seat
asks again as soon as it is answered, for the most that a server can do. *Open*: actions come at set instants,
whether or not the server keeps up, and the time of each counts from the instant it was due.
"""

import select
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bench.wire import Wire

NOTHING, STEP, ANSWER = 0, 1, 2  # what a frame is to a seat: a step of its table, and of its own asking
DRAIN_SECONDS = 20.0


class Seat(Protocol):
    """Is who asks, and knows its frames."""

    wire: Wire
    counts: bool  # whether what was asked last is one of the actions that are counted

    def next(self) -> bytes | None:
        """Names what to ask now, or nothing while it is for others to act."""

    def hear(self, data: bytes, start: int, end: int) -> int:
        """Tells what a frame is to this seat."""


class Table:
    """Counts the frames of one table: an action is done when every seat has the frame of that number."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.lines = [Line(seat, self) for seat in seats]
        self.asked: dict[int, tuple[float, bool]] = {}  # frame -> when its action was due, whether it counts
        self.seen: dict[int, int] = {}  # frame -> how many seats have it


class Line:
    """Is a seat's connection under load."""

    __slots__ = ("busy", "due", "pending", "seat", "steps", "table")

    def __init__(self, seat: Seat, table: Table) -> None:
        self.seat = seat
        self.table = table
        self.steps = 0  # frames of steps so far
        self.busy = False  # waits for an answer
        self.due = 0.0
        self.pending: deque[float] = deque()  # instants at which it should have asked (open load)


@dataclass
class Counted:
    """Is what one stretch of load came to."""

    seconds: float = 0.0
    actions: int = 0  # in this time
    latencies: list[float] = field(default_factory=list)  # seconds, of all that were asked in this time
    late: float = 0.0  # the most that the client itself was behind, seconds

    @property
    def done(self) -> int:
        """Counts all that were asked in this time, those answered just after it too."""
        return len(self.latencies)

    @property
    def rate(self) -> float:
        """Is actions a second."""
        return self.actions / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """Is the latency that this share of the actions stays under, in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000 if ordered else 0.0


class Load:
    """Drives the seats of many tables from one thread."""

    def __init__(self, tables: Sequence[Sequence[Seat]]) -> None:
        self.tables = [Table(seats) for seats in tables]
        self.lines = [line for table in self.tables for line in table.lines]
        self.actions = 0  # counted ones since the beginning
        self.others = 0  # passes, choices and the like
        self._poll = select.epoll()
        self._by_fd: dict[int, Line] = {}
        self._latencies: list[float] = []
        self._open = False
        self._stopped = True
        for line in self.lines:
            line.seat.wire.free()
            self._by_fd[line.seat.wire.sock.fileno()] = line
            self._poll.register(line.seat.wire.sock.fileno(), select.EPOLLIN)

    def closed(self, seconds: float) -> Counted:
        """Lets every seat ask again as soon as it is answered."""
        self._begin(is_open=False)
        began = time.perf_counter()
        before = self.actions
        for line in self.lines:
            self._ask(line)
        while (now := time.perf_counter()) < began + seconds:
            self._wait(0.1)
        counted = Counted(now - began, self.actions - before)
        self._drain()
        counted.latencies = self._latencies
        return counted

    def paced(self, seconds: float, rate: float) -> Counted:
        """Lets the seats ask in turn, so many actions a second."""
        self._begin(is_open=True)
        began, before, asked, late = time.perf_counter(), self.actions, 0, 0.0
        while (now := time.perf_counter()) < began + seconds:
            while began + asked / rate <= now:
                line = self.lines[asked % len(self.lines)]
                line.pending.append(began + asked / rate)
                late = max(late, now - began - asked / rate)
                asked += 1
                if not line.busy:
                    self._ask(line)
            self._wait(0)
        counted = Counted(now - began, self.actions - before, late=late)
        self._drain()
        counted.latencies = self._latencies
        return counted

    def idle(self) -> None:
        """Answers pings while nobody asks anything."""
        self._wait(0)

    def close(self) -> None:
        """Ends all lines."""
        self._poll.close()
        for line in self.lines:
            line.seat.wire.close()

    def _begin(self, *, is_open: bool) -> None:
        self._open, self._stopped, self._latencies = is_open, False, []

    def _wait(self, seconds: float) -> None:
        for fd, _ in self._poll.poll(seconds):
            self._hear(self._by_fd[fd])

    def _hear(self, line: Line) -> None:
        seat = line.seat
        for data, start, end in seat.wire.read():
            what = seat.hear(data, start, end)
            if what:
                self._step(line, what)
        if not line.busy and not self._stopped:
            self._ask(line)

    def _step(self, line: Line, what: int) -> None:
        table, number = line.table, line.steps
        line.steps = number + 1
        if what == ANSWER:
            line.busy = False
            table.asked[number] = (line.due, line.seat.counts)
        seen = table.seen.get(number, 0) + 1
        if seen < len(table.lines):
            table.seen[number] = seen
            return
        table.seen.pop(number, None)
        due, counts = table.asked.pop(number, (0.0, False))
        if counts:
            self.actions += 1
            self._latencies.append(time.perf_counter() - due)
        else:
            self.others += 1

    def _ask(self, line: Line) -> None:
        if self._open and not line.pending:
            return
        message = line.seat.next()
        if message is None:
            line.pending.clear()  # the instants of a seat that waits for others are nobody's
            return
        line.due = line.pending.popleft() if self._open else time.perf_counter()
        line.busy = True
        line.seat.wire.send(message)

    def _drain(self) -> None:
        """Asks nothing more, and waits until all that was asked has reached everybody."""
        self._stopped = True
        end = time.perf_counter() + DRAIN_SECONDS
        while any(line.busy for line in self.lines) or any(table.seen for table in self.tables):
            if time.perf_counter() > end:
                raise RuntimeError("some actions were never answered to everybody")
            self._wait(0.1)
        for line in self.lines:
            line.pending.clear()
