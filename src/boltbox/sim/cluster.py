"""How is a study played by many machines? Blocks of games on the workers of a Dask cluster.

A worker gets the study and the numbers of some blocks and gives back whole-number sums, so neither the number
of workers nor their order shows in the result. What a lost worker was at is played again by another; what it
had given back is kept.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import reduce
from operator import add
from threading import Event
from typing import Any, Final

from distributed import Client, Future, wait
from distributed.scheduler import KilledWorker

from boltbox.sim.result import StudyResult
from boltbox.sim.sources import digest
from boltbox.sim.study import Row, Study, check, tally
from boltbox.sim.summary import summary
from boltbox.sim.tally import Tally

AHEAD: Final = 3  # chunks that a worker's thread is given before the first is back
CHUNKS: Final = 64  # a study is cut into about so many, and never so that a worker is at one for long:
MOST_BLOCKS: Final = 8  # blocks of a chunk
BREATH: Final = 1  # seconds after which it is looked up whether to go on
TRIES: Final = 5  # how often a chunk is given out before its losses are no accident
PATIENCE: Final = "20 s"
# What Dask raises when the scheduler, or a worker, is gone while one waits.
LOST: Final = (CancelledError, asyncio.CancelledError, OSError)


class ClusterError(RuntimeError):
    """Says in a sentence why a cluster can't play a study."""


class OtherSources(ClusterError):
    """Tells that a worker plays by other sources than whoever asks it."""


def simulate(
    study: Study, address: str, progress: Callable[[int], None] | None = None, stop: Event | None = None
) -> StudyResult | None:
    """Plays a study on the cluster whose scheduler has an address, to the same result as on one machine.

    Once `stop` is set it ends with what is done, and with None if that is nothing.

    Raises:
        StudyError: The rules or the kernels refuse the study.
        ClusterError: The scheduler can't be reached, or workers have no boltbox or another one.
    """
    check(study)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"There is no scheduler at {address} that answers.") from error
    with client, client.as_current():
        _check_workers(client)
        errand = Errand(client, study)
        errand.run(progress or (lambda _: None), stop or Event())
        gone = client.status != "running"
    if errand.done is None and gone:
        raise ClusterError(f"The scheduler at {address} is gone.")
    return None if errand.done is None else summary(study, errand.done)


def _check_workers(client: Client) -> None:
    """Compares the sources of all workers with ours before anything is played."""
    try:
        found: dict[str, Any] = client.run(digest, on_error="return")
    except OSError as error:
        raise ClusterError(f"The workers can't be asked: {error}.") from error
    if not found:
        raise ClusterError("The cluster has no workers yet.")
    for worker, answer in found.items():
        if isinstance(answer, ModuleNotFoundError):
            raise ClusterError(f"The worker {worker} has no {answer.name}; it needs boltbox[cluster].")
        if answer != digest():
            raise OtherSources(_other(worker, answer))


def _other(worker: str, answer: object) -> str:
    return (
        f"The worker {worker} has another boltbox, numba or numpy than you ({answer}, not {digest()});"
        " the same versions give the same result."
    )


def chunk(study: Study, blocks: tuple[int, ...], sources: str) -> Tally:
    """Plays some blocks on a worker, if it has the sources of whoever asks. Raises OtherSources."""
    if sources != digest():  # it may have come after all were asked
        raise OtherSources(_other("that came later", digest()))
    return reduce(add, (tally(study, block) for block in blocks))


def chunks(study: Study) -> Iterator[tuple[int, ...]]:
    """Cuts a study into the numbers of its blocks that are played in one go."""
    many = max(1, min(MOST_BLOCKS, study.blocks // CHUNKS))
    for first in range(0, study.blocks, many):
        yield tuple(range(first, min(first + many, study.blocks)))


class Errand:
    """Is a study under way: chunks given out, a few ahead for each thread, and what came back of them."""

    def __init__(self, client: Client, study: Study) -> None:
        self._client = client
        self._study = study
        self._left = chunks(study)
        # What is given out: the blocks, and how often they were.
        self._out: dict[Future[Tally], tuple[tuple[int, ...], int]] = {}
        self._row = Row()
        self._games = 0

    def run(self, progress: Callable[[int], None], stop: Event) -> None:
        """Plays until all is done, `stop` is set or the scheduler is gone."""
        self._give_more()
        while self._out and not stop.is_set() and self._client.status == "running":
            try:
                ready, _ = wait(list(self._out), timeout=BREATH, return_when="FIRST_COMPLETED")
            except TimeoutError:
                continue
            except LOST:
                break  # what was given out is lost with its scheduler
            for future in ready:
                self._take(future)
            if ready and self._games:
                progress(self._games)
            try:
                self._give_more()
            except LOST:
                break
        if self._client.status == "running":
            with suppress(*LOST):
                self._client.cancel(list(self._out))

    @property
    def done(self) -> Tally | None:
        """Is what the first blocks came to, as far as they are back without a gap."""
        return self._row.sum

    def _give(self, blocks: tuple[int, ...], tried: int) -> None:
        # Not pure: Dask names what is pure by its arguments, and would give the loss of a chunk again.
        future = self._client.submit(chunk, self._study, blocks, digest(), pure=False)
        self._out[future] = (blocks, tried)

    def _give_more(self) -> None:
        threads = sum(self._client.nthreads().values())
        while len(self._out) < AHEAD * max(1, threads):
            blocks = next(self._left, None)
            if blocks is None:
                return
            self._give(blocks, 1)

    def _take(self, future: Future[Tally]) -> None:
        blocks, tried = self._out.pop(future)
        try:
            part: Tally = future.result()
        except (KilledWorker, *LOST) as error:
            if self._client.status != "running":
                return
            if tried >= TRIES:
                raise ClusterError(f"Blocks {blocks} were lost with their workers {tried} times.") from error
            self._give(blocks, tried + 1)
            return
        self._games += part.games
        self._row.add(blocks[0], len(blocks), part)
