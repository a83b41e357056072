"""How is the server doing, in numbers? Counted where it happens, and read over HTTP by Prometheus."""

from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from boltbox.server.listen import CantListen
from boltbox.server.settings import address_of

COUNTED: Final = CollectorRegistry()  # what is counted as it happens, in this process

ROWS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SECONDS: Final = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)

ENTRIES: Final = Counter(
    "boltbox_entries", "Actions accepted, and ticks, once they are saved.", registry=COUNTED
)
REFUSALS: Final = Counter(
    "boltbox_refusals", "Refusals, on lines and over HTTP, by code.", ["code"], registry=COUNTED
)
COMMIT_ROWS: Final = Histogram(
    "boltbox_commit_rows", "Entries saved by one commit.", buckets=ROWS, registry=COUNTED
)
COMMIT_SECONDS: Final = Histogram(
    "boltbox_commit_seconds", "Time of one commit.", buckets=SECONDS, registry=COUNTED
)
COMMITS_FAILED: Final = Counter(
    "boltbox_commits_failed", "Batches of a table that couldn't be saved.", registry=COUNTED
)
BOT_CHOICES: Final = Counter(
    "boltbox_bot_choices",
    "What became of asking a bot: it chose, it was late, it failed, or what it chose was refused.",
    ["bot", "result"],
    registry=COUNTED,
)
_FRAMES: Final = Counter(
    "boltbox_frames", "Frames with a view, put on lines: whole, or a step.", ["kind"], registry=COUNTED
)
WHOLES: Final = _FRAMES.labels("whole")
STEPS: Final = _FRAMES.labels("step")
_OVERFLOWS: Final = Counter(
    "boltbox_queue_overflows",
    "Lines read too slowly: their steps became a whole view, or they were closed.",
    ["became"],
    registry=COUNTED,
)
SHRUNK: Final = _OVERFLOWS.labels("whole")
DROPPED: Final = _OVERFLOWS.labels("closed")
REQUESTS: Final = Counter(
    "boltbox_requests", "HTTP requests answered, by status.", ["status"], registry=COUNTED
)


class Now(Collector):
    """Reads what is so at this moment: the tables in memory and the connections."""

    def __init__(self, statuses: Callable[[], Iterable[str]], connections: Callable[[], int]) -> None:
        self._statuses = statuses
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        """Yields the numbers of this moment, then those that were counted."""
        tables = GaugeMetricFamily("boltbox_tables", "Tables in memory, by status.", labels=["status"])
        for status, count in sorted(Count(self._statuses()).items()):
            tables.add_metric([status], count)
        yield tables
        yield GaugeMetricFamily("boltbox_connections", "Open connections.", self._connections())
        yield from COUNTED.collect()


@contextmanager
def served(address: str, now: Now) -> Iterator[int | None]:
    """Serves /metrics at an address of its own while inside; yields its port. Raises CantListen."""
    wanted = address_of(address)
    if wanted is None:
        yield None
        return
    registry = CollectorRegistry()
    registry.register(now)
    ProcessCollector(registry=registry)
    try:
        server, thread = start_http_server(wanted[1], wanted[0], registry)
    except OSError as error:
        raise CantListen(f"The address of the metrics, {address}, can't be had: {error.strerror}.") from error
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
