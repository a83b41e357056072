"""How far is a study? A bar on a terminal, plain lines elsewhere; Ctrl-C keeps what is done."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.sim.result import StudyResult
    from boltbox.sim.study import Study

PATIENCE: Final = 2.5  # seconds after which somebody wonders what takes so long
LINES: Final = 10  # plain lines of a study


def lasting(seconds: float) -> str:
    """Writes how long something takes, in a unit that one can grasp."""
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


class Rate(ProgressColumn):
    """Is how many games are played a second."""

    def render(self, task: Task) -> Text:
        """Writes the rate, once there is one."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games a second" if speed else "", style="cyan")


class Course:
    """Is a study being played from a terminal: what is said meanwhile, and how long it took."""

    def __init__(self, study: "Study") -> None:
        self.study = study
        self.seconds = 0.0
        self._stop = Event()
        self._woken = Event()  # set when kernels are compiled, or when nobody waits for them any more
        self._console = Console(stderr=True, highlight=False, markup=False, emoji=False)

    @property
    def stopped(self) -> bool:
        """Tells whether Ctrl-C broke it off."""
        return self._stop.is_set()

    def on_threads(self, workers: int | None) -> "StudyResult | None":
        """Plays it on this machine."""
        from boltbox.sim.threads import simulate

        with self._interruptible():
            self._warm()
            return self._timed(lambda progress: simulate(self.study, workers, progress, self._stop))

    def on_cluster(self, address: str) -> "StudyResult | None":
        """Plays it on the cluster whose scheduler has an address. Raises click.ClickException."""
        from boltbox.sim.cluster import ClusterError, simulate

        with self._interruptible():
            try:
                return self._timed(lambda progress: simulate(self.study, address, progress, self._stop))
            except ClusterError as error:
                raise click.ClickException(harmless(str(error))) from error

    def _timed(self, play: "Callable[[Callable[[int], None]], StudyResult | None]") -> "StudyResult | None":
        start = time.monotonic()
        with self._progress() as progress:
            result = play(progress)
        self.seconds = time.monotonic() - start
        return result

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Lets Ctrl-C break the study off; a second one ends the command at once."""

        def stop(_: int, __: FrameType | None) -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            self._stop.set()
            self._woken.set()
            with suppress(OSError):
                self._console.show_cursor()
                self._console.print("Ending with the games that are done; Ctrl-C again drops them.")

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _warm(self) -> None:
        """Compiles the kernels where they aren't yet, and says so if that takes its time."""
        from boltbox.sim.study import warm

        def compile_all() -> None:
            try:
                warm(self.study)
            finally:
                self._woken.set()

        # A thread that needn't be waited for: a compiler can't be broken off.
        threading.Thread(target=compile_all, daemon=True).start()
        start = time.monotonic()
        said = not self._woken.wait(PATIENCE)
        if said:
            self._console.print("Getting the kernels ready; each version of them is compiled once ...")
            self._woken.wait()
        if said and not self._stop.is_set():
            self._console.print(f"Ready after {time.monotonic() - start:.0f} seconds.")

    @contextmanager
    def _progress(self) -> Iterator[Callable[[int], None]]:
        if not self._console.is_terminal:
            yield self._line()
            return
        columns = (
            TextColumn("Playing"),
            BarColumn(),
            TaskProgressColumn(),
            Rate(),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
        )
        with Progress(*columns, console=self._console, transient=True) as bar:
            task = bar.add_task("games", total=self.study.games)
            yield lambda games: bar.update(task, completed=games)

    def _line(self) -> Callable[[int], None]:
        """Writes a line for the first block, and for each tenth that is done."""
        start, told = time.monotonic(), [-1]

        def progress(games: int) -> None:
            tenth = LINES * games // self.study.games
            if tenth <= told[0]:
                return
            told[0] = tenth
            rate = games / max(time.monotonic() - start, 1e-9)
            left = lasting((self.study.games - games) / rate)
            print(
                f"{100 * tenth // LINES} %: {games} of {self.study.games} games,"
                f" {rate:.0f} a second, {left} left",
                file=sys.stderr,
                flush=True,
            )

        return progress
