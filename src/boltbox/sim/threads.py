"""How is a study played on this machine? Blocks of games on threads: kernels let go of the interpreter."""

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event

from boltbox.sim.result import StudyResult
from boltbox.sim.study import Study, check, tally, warm
from boltbox.sim.summary import summary
from boltbox.sim.tally import Tally

Progress = Callable[[int], None]  # is told the games that are done so far


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
        progress: Is told after each block how many games are done.
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
    """Plays blocks until all are done or `stop` is set, and adds them up in the order in which they come."""
    blocks = iter(range(study.blocks))
    done: Tally | None = None
    waiting: set[Future[Tally]] = set()
    with ThreadPoolExecutor(workers, thread_name_prefix="study") as pool:
        try:
            while True:
                while len(waiting) < workers + 1 and not stop.is_set():
                    block = next(blocks, None)
                    if block is None:
                        break
                    waiting.add(pool.submit(tally, study, block))
                if not waiting:
                    return done
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for one in ready:
                    done = one.result() if done is None else done + one.result()
                progress(0 if done is None else done.games)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
