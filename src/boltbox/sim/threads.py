"""How is a study played on this machine? Blocks of games on threads: kernels let go of the interpreter."""

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event, Lock
from typing import Final

from boltbox.sim.result import StudyResult
from boltbox.sim.study import Row, Study, check, tally_unless, warm
from boltbox.sim.summary import summary
from boltbox.sim.tally import Tally

BREATH: Final = 0.5  # seconds after which is told how far it is
Progress = Callable[[int], None]  # is told the games that are done so far


class Course:
    """Counts the games that threads have played, pieces of blocks among them, and tells of them."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._lock = Lock()
        self._games = self._told = 0

    def add(self, games: int) -> None:
        """Counts some games more; any thread may."""
        with self._lock:
            self._games += games

    def tell(self) -> None:
        """Tells how many there are, if there are more than were told."""
        if self._games > self._told:
            self._told = self._games
            self._progress(self._told)


def cores() -> int:
    """Counts the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    study: Study, workers: int | None = None, progress: Progress | None = None, stop: Event | None = None
) -> StudyResult | None:
    """Plays a study; once `stop` is set it ends with what is done, and with None if that is nothing.

    Args:
        study: What is asked.
        workers: How many threads play; all cores unless told.
        progress: Is told now and then how many games are done.
        stop: Breaks it off; the result is then marked as partial.

    Raises:
        StudyError: The rules or the kernels refuse the study.
    """
    check(study)
    stop = stop or Event()
    if stop.is_set():
        return None
    warm(study)
    done = played(study, workers or cores(), progress or (lambda _: None), stop)
    return None if done is None else summary(study, done)


def played(study: Study, workers: int, progress: Progress, stop: Event) -> Tally | None:
    """Plays blocks until all are done or `stop` is set, and adds up the first that are done without a gap."""
    blocks = iter(range(study.blocks))
    done = Row()
    waiting: dict[Future[Tally | None], int] = {}
    course = Course(progress)
    with ThreadPoolExecutor(workers, thread_name_prefix="study") as pool:
        try:
            while True:
                while len(waiting) < workers + 1 and not stop.is_set():
                    block = next(blocks, None)
                    if block is None:
                        break
                    waiting[pool.submit(tally_unless, study, block, stop.is_set, course.add)] = block
                if not waiting:
                    return done.sum
                ready, _ = wait(waiting, timeout=BREATH, return_when=FIRST_COMPLETED)
                for one in ready:
                    block, part = waiting.pop(one), one.result()
                    if part is not None:
                        done.add(block, 1, part)
                course.tell()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
