"""How many tables of four can race at full pace? From a press to the last of the screens.

Each seat rolls 250 ms after its dice came to rest, and sets one aside before each roll: about 840 rolls a
second at 200 tables. A roll counts when all four seats of its table have its frame, from when it was due.
After that a bare echo sends as many texts, as long, to as many screens: what the network alone costs.
"""

import argparse
import heapq
import json
import os
import select
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.callers import call_tables
from bench.load import Counted, Load
from bench.process import allow_many_files, boltbox, cores, serving
from bench.wire import Address, Wire, ask

Json = dict[str, Any]

SEATS: Final = 4
THINK_SECONDS: Final = 0.25
WARM_SECONDS: Final = 5.0  # the count-in, and the first rolls
ROLLED: Final = b'"told":[{"t":"rolled","seat":'
RESTED: Final = b'"told":[{"t":"cameToRest","seat":'
PROBE: Final = b'{"t":"probe","n":'
MOST_MS: Final = 50.0
ECHO: Final = str(Path(__file__).with_name("echo.py"))


class Racer:
    """Is one person at a seat, who never calls; frames are told apart by a few bytes."""

    def __init__(self, address: Address, me: str) -> None:
        self._address, self._me = address, me
        _, self._cookie = ask(address, me, "GET", "/api/me", ("", b""))
        self.seat = 0
        self.goal = 0
        self.decision = 0
        self.asked = 0
        self.said = 0  # bytes

    def open_table(self) -> str:
        """Opens a table as its host."""
        body = json.dumps({"game": "lightningdice"}).encode()
        text, _ = ask(self._address, self._me, "POST", "/api/tables", (self._cookie, body))
        table: str = json.loads(text)["table"]
        return table

    def sit(self, table: str, request: str | None) -> None:
        """Connects, and asks for something; waits for the answer."""
        self.wire = Wire(self._address, f"/ws/{table}", self._me, self._cookie)
        self.wire.send(b'{"t":"hello","protocol":1}')
        if request is not None:
            self.say(request)

    def say(self, request: str) -> None:
        """Asks for something, and waits for the answer."""
        self.wire.send(json.dumps({"t": request, "id": request}).encode())
        while True:
            message: Json = json.loads(self.wire.hear())
            if message["t"] == "probe":
                self.wire.send(b'{"t":"echo","n":%d}' % message["n"])
            if message.get("for") == request:
                self.seat = message["you"] or self.seat
                return

    def press(self) -> None:
        """Sets a die aside if there is one, and rolls the others."""
        if self.asked:
            self._act(b'{"t":"keep","dice":[%d]}' % (self.asked % 6))
        self._act(b'{"t":"roll","goal":%d}' % self.goal)

    def _act(self, action: bytes) -> None:
        self.asked += 1
        now = time.time_ns() // 1_000_000
        head = b'{"t":"act","id":"%b-%d","decision":%d' % (self._me.encode(), self.asked, self.decision)
        text = head + b',"pressed":%d,"action":%b}' % (now, action)
        self.said += len(text)
        self.wire.send(text)


@dataclass
class Raced:
    """Is what one load came to."""

    tables: int
    seconds: float
    latencies: list[float] = field(default_factory=list)  # seconds, of each roll
    lost: int = 0  # rolls that never came to everybody
    busy: float = 0.0  # of the server's core
    client: float = 0.0  # of ours
    sizes: tuple[int, int] = (0, 0)  # bytes of a press and of what is told, on the average
    told: float = 0.0  # texts a second, each to all four
    echo: Counted = field(default_factory=Counted)  # as many texts without a game
    echo_busy: float = 0.0

    def percentile(self, share: float) -> float:
        """Is the time that this share of the rolls stays under, in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000 if ordered else 0.0

    @property
    def holds(self) -> bool:
        """Tells whether every roll came to everybody, and p99 is under the goal."""
        return not self.lost and bool(self.latencies) and self.percentile(0.99) < MOST_MS

    def __str__(self) -> str:
        """Words it."""
        return (
            f"{self.tables} tables: {len(self.latencies) / self.seconds:.0f} rolls a second,"
            f" p50 {self.percentile(0.5):.1f} ms, p99 {self.percentile(0.99):.1f} ms, lost {self.lost},"
            f" server {self.busy:.0%}, client {self.client:.0%}\n"
            f"  bare echo of {self.told:.0f} texts a second to four: p50 {self.echo.percentile(0.5):.1f} ms,"
            f" p99 {self.echo.percentile(0.99):.1f} ms, server {self.echo_busy:.0%}:"
            f" {self.echo_busy / self.busy if self.busy else 0:.0%} of a race's"
        )


class Races:
    """Drives all seats from one thread."""

    def __init__(self, tables: list[list[Racer]]) -> None:
        self._poll = select.epoll()
        self._by_fd: dict[int, tuple[int, Racer]] = {}
        self._presses: list[tuple[float, int]] = []  # when, of which line
        self._open: dict[tuple[int, int, bytes], tuple[float, int]] = {}  # roll -> its press, who has it
        self._pressed: dict[tuple[int, int], float] = {}  # table, seat -> when the latest press was due
        self.latencies: list[float] = []
        self.heard = [0, 0]  # texts, bytes
        for number, racers in enumerate(tables):
            for racer in racers:
                racer.wire.free()
                fd = racer.wire.sock.fileno()
                self._by_fd[fd] = (number, racer)
                self._poll.register(fd, select.EPOLLIN)

    def run(self, seconds: float) -> int:
        """Races on, and tells how many rolls are on their way at the end."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            while self._presses and self._presses[0][0] <= now:
                due, fd = heapq.heappop(self._presses)
                number, racer = self._by_fd[fd]
                self._pressed[number, racer.seat] = due
                racer.press()
            until = self._presses[0][0] if self._presses else end
            for fd, _ in self._poll.poll(max(0.0, min(until, end) - now)):
                number, racer = self._by_fd[fd]
                for data, start, stop in racer.wire.read():
                    self.heard[0] += 1
                    self.heard[1] += stop - start
                    self._hear(fd, number, racer, data[start:stop])
        return sum(now - due > 1 for due, _ in self._open.values())

    def close(self) -> None:
        """Ends all lines."""
        self._poll.close()
        for _, racer in self._by_fd.values():
            racer.wire.close()

    def _hear(self, fd: int, number: int, racer: Racer, text: bytes) -> None:
        now = time.perf_counter()
        if (at := text.rfind(ROLLED)) > 0:
            rest = text[at + len(ROLLED) :]
            seat = int(rest[:1])
            key = (number, seat, rest[1 : rest.index(b",", 3)])
            due, seen = self._open.pop(key, (self._pressed.get((number, seat), now), 0))
            if seen + 1 < SEATS:
                self._open[key] = (due, seen + 1)
            else:
                self.latencies.append(now - due)
        elif (at := text.rfind(RESTED)) > 0:
            if int(text[at + len(RESTED) : at + len(RESTED) + 1]) == racer.seat:
                self._note(racer, text)
                heapq.heappush(self._presses, (now + THINK_SECONDS, fd))
        elif text.startswith(PROBE):
            racer.wire.send(b'{"t":"echo","n":%b' % text[len(PROBE) :])
        elif b'"t":"flipped"' in text:
            message = json.loads(text)
            racer.goal = message["parts"]["head"]["goal"]
            racer.decision = message["parts"]["ask"]["decision"]
            # Not all at once: people differ.
            heapq.heappush(self._presses, (now + THINK_SECONDS + hash((fd, number)) % 950 / 1000, fd))
        elif text.startswith(b'{"t":"refused"'):
            raise RuntimeError(text.decode())

    @staticmethod
    def _note(racer: Racer, text: bytes) -> None:
        at = text.index(b'"decision":') + len(b'"decision":')
        racer.decision = int(text[at : text.index(b",", at)])


def seat_tables(address: Address, tables: Iterable[int]) -> list[list[Racer]]:
    """Opens tables of four, each person at an address of their own, and starts all games."""
    seated = []
    for number in tables:
        first = number * SEATS
        mine = [
            f"127.{1 + (first + i) // 62500}.{(first + i) // 250 % 250}.{1 + (first + i) % 250}"
            for i in range(SEATS)
        ]
        racers = [Racer(address, me) for me in mine]
        table = racers[0].open_table()
        for racer in racers:
            racer.sit(table, None if racer is racers[0] else "join")
        racers[0].say("start")
        seated.append(racers)
    return seated


def measure(tables: int, seconds: float) -> Raced:
    """Lets so many tables race for a while, against a new server on a core of its own."""
    allow_many_files()
    server_core, client_core = cores()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, client_core)
    try:
        with (
            tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".run-") as folder,
            boltbox(Path(folder) / "boltbox.sqlite", server_core) as ours,
        ):
            seated = seat_tables(ours.address, range(tables))
            races = Races(seated)
            races.run(WARM_SECONDS)
            races.latencies.clear()
            races.heard = [0, 0]
            busy, mine = ours.seconds(), time.process_time()
            lost = races.run(seconds)
            raced = Raced(tables, seconds, races.latencies, lost)
            raced.busy = (ours.seconds() - busy) / seconds
            raced.client = (time.process_time() - mine) / seconds
            texts, heard = races.heard
            racers = [racer for table in seated for racer in table]
            presses = sum(racer.asked for racer in racers)
            raced.sizes = sum(racer.said for racer in racers) // max(1, presses), heard // max(1, texts)
            raced.told = texts / SEATS / seconds
            races.close()
        _echo(raced, server_core)
        return raced
    finally:
        os.sched_setaffinity(0, before)


def _echo(raced: Raced, core: set[int]) -> None:
    """Sends as many texts, as long, to as many screens, without a game."""
    with serving([ECHO], "/", core) as theirs:
        load = Load(call_tables(theirs.address, raced.tables, raced.sizes, lambda: None))
        busy = theirs.seconds()
        raced.echo = load.paced(raced.seconds, max(1.0, raced.told))
        raced.echo_busy = (theirs.seconds() - busy) / raced.seconds
        load.close()


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[200])
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    for tables in given.tables:
        print(measure(tables, given.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
