"""What did a run of the server bench come to, and in which words is it told?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bench.disk import Floor
from bench.load import Counted

LEAST_SHARE: Final = 0.25  # of the bare echo
AIM_SHARE: Final = 0.40
P99_MS: Final = 25.0


@dataclass
class Stretch:
    """Is one stretch of load with what it cost."""

    counted: Counted
    seconds: float
    server_seconds: float  # of its core's time
    client_seconds: float  # of the other's
    commits: int = 0

    @property
    def cost(self) -> float:
        """Is the server's time for one action in microseconds: other work on the machine hardly shakes it."""
        return 1e6 * self.server_seconds / max(1, self.counted.done)

    @property
    def group(self) -> float:
        """Is how many entries were saved at once, on the average."""
        return self.counted.done / max(1, self.commits)


@dataclass
class Result:
    """Is what one run came to."""

    tables: int
    load: float  # of the machine, before
    echo: list[Stretch] = field(default_factory=list)
    top: list[Stretch] = field(default_factory=list)
    half: list[Stretch] = field(default_factory=list)
    disk: list[Floor] = field(default_factory=list)
    sizes: tuple[int, int] = (0, 0)  # bytes of a request and of a step
    entries: int = 0  # in the database


def best(stretches: list[Stretch]) -> Stretch:
    """Finds the stretch with the most actions a second."""
    return max(stretches, key=lambda stretch: stretch.counted.rate)


def report(result: Result) -> Iterator[str]:
    """Words the figures."""
    says, hears = result.sizes
    yield f"{result.tables} tables of 4 seats; load of the machine before: {result.load:.1f}"
    yield f"a request has {says} bytes, a step {hears}, on the average"
    yield f"checked: {result.entries:,} entries in the database, as many as were confirmed; no gaps"
    yield ""
    yield f"{'':20}{'a second':>10}{'server':>10}{'server':>8}{'client':>8}   all rounds"
    yield _row("bare echo to 4", result.echo)
    yield _row("actions", result.top)
    echo, top = best(result.echo), best(result.top)
    share, costs = top.counted.rate / echo.counted.rate, echo.cost / top.cost
    yield (
        f"{'actions / echo':20}{share:>10.1%}{costs:>10.1%}"
        f"   (at least {LEAST_SHARE:.0%}, aim {AIM_SHARE:.0%})"
    )
    yield _commits(top)
    yield ""
    yield from _half(result.half)
    yield ""
    for floor in result.disk:
        rows = floor.rows * floor.commits
        yield (
            f"disk, {floor.rows:2} rows a commit: {floor.commits:>7,.0f} commits, {rows:>8,.0f} rows a second"
            f"; actions are {top.counted.rate / rows:.0%}"
        )


def _row(name: str, stretches: list[Stretch]) -> str:
    top = best(stretches)
    rounds = " ".join(f"{stretch.counted.rate:,.0f}" for stretch in stretches)
    server, client = top.server_seconds / top.seconds, top.client_seconds / top.seconds
    return f"{name:20}{top.counted.rate:>10,.0f}{top.cost:>7.1f} us{server:>8.0%}{client:>8.0%}   {rounds}"


def _commits(stretch: Stretch) -> str:
    return f"{'commits':20}{stretch.commits / stretch.seconds:>10,.0f}   {stretch.group:.1f} entries each"


def _half(stretches: list[Stretch]) -> Iterator[str]:
    half = min(stretches, key=lambda stretch: stretch.counted.percentile(0.99))
    rounds = " ".join(f"{stretch.counted.percentile(0.99):.1f}" for stretch in stretches)
    counted = half.counted
    yield "at half of that, open load:"
    yield f"{'actions':20}{counted.rate:>10,.0f}   server {half.server_seconds / half.seconds:.0%}"
    yield (
        f"{'latency':20}{counted.percentile(0.5):>7.1f} ms p50, {counted.percentile(0.99):.1f} ms p99"
        f" (under {P99_MS:.0f} ms); p99 of all rounds {rounds}; client late by {counted.late * 1000:.1f} ms"
    )
    yield _commits(half)
