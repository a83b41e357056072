"""How is a server started on a core of its own, and what does it cost? Its time, memory and commits."""

import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.wire import Address

HOST: Final = "127.0.0.1"
TICKS: Final = os.sysconf("SC_CLK_TCK")
START_SECONDS: Final = 20.0


def cores() -> tuple[set[int], set[int]]:
    """Names a core for the server and one for the clients; the same one where there is only one."""
    have = sorted(os.sched_getaffinity(0))
    return {have[0]}, {have[-1]}


def allow_many_files() -> None:
    """Lets this process and its children open as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Process:
    """Is a server that runs beside us."""

    def __init__(self, command: list[str], address: Address) -> None:
        self.command = command
        self.address = address
        self.began = time.perf_counter()
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    @property
    def pid(self) -> int:
        """Is the number of the process."""
        return self._process.pid

    def wait_until_ready(self, path: str) -> float:
        """Waits until it answers, and returns the seconds since it was started."""
        while time.perf_counter() < self.began + START_SECONDS:
            line = http.client.HTTPConnection(*self.address, timeout=5)
            try:
                line.request("GET", path)
                if line.getresponse().status == 200:
                    return time.perf_counter() - self.began
            except OSError:
                time.sleep(0.002)
            finally:
                line.close()
            if self._process.poll() is not None:
                break
        raise RuntimeError(f"{self.command} didn't come up")

    def seconds(self) -> float:
        """Is the processor time that it has taken so far, all threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def private_bytes(self) -> int:
        """Is the memory that would be free without it."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))

    def end(self) -> None:
        """Ends it in peace."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)


def commits(database: Path) -> int:
    """Reads how many transactions SQLite has written since the file was opened.

    The counter is a documented field of the index of its write-ahead log, the third number in it.
    """
    with database.with_name(database.name + "-shm").open("rb") as index:
        return int.from_bytes(index.read(12)[8:], sys.byteorder)


def free_port() -> int:
    """Finds a port that nobody listens on."""
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def serving(command: list[str], ready: str, core: set[int] | None = None) -> Iterator[Process]:
    """Runs a Python server whose command ends with its port, on one core if told, and ends it afterwards."""
    address = Address(HOST, free_port())
    mine = os.sched_getaffinity(0)
    if core is not None:
        os.sched_setaffinity(0, core)  # a child stays where its parent was when it was born
    try:
        process = Process([sys.executable, *command, str(address.port)], address)
    finally:
        os.sched_setaffinity(0, mine)
    try:
        process.wait_until_ready(ready)
        yield process
    finally:
        process.end()


@contextmanager
def boltbox(database: Path, core: set[int] | None = None) -> Iterator[Process]:
    """Runs a server of ours on a database."""
    command = [
        "-m",
        "boltbox",
        "serve",
        "--host",
        HOST,
        "--database",
        str(database),
        "--log-level",
        "warning",
    ]
    # As strict as ever about how often somebody may speak, only that nobody here speaks too often.
    command += ["--messages-per-second", "100000"]
    with serving([*command, "--port"], "/api/health", core) as process:
        yield process
