"""Does a cluster over TCP come to the same result, lose no more than a chunk, and refuse other sources?"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner
from distributed import Client

import boltbox
from boltbox.cli import main
from boltbox.rules.luckybox.options import Options
from boltbox.sim import cluster, threads
from boltbox.sim.cluster import ClusterError, OtherSources, chunk, chunks
from boltbox.sim.result import read_result
from boltbox.sim.study import Study

# Who comes first compiles all kernels, where nobody has.
pytestmark = pytest.mark.timeout(600)
STUDY = Study("luckybox", (Options(), Options(offer=4)), ("greedy", "uniform"), 400, 7)
FLAGS = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]


@contextmanager
def running(*words: str, sources: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Runs a part of Dask in a process of its own, by other sources of ours if told."""
    environment = dict(os.environ)
    if sources is not None:
        environment["PYTHONPATH"] = str(sources)
    process = subprocess.Popen(
        [sys.executable, "-m", *words], stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def scheduler() -> Iterator[str]:
    """Runs a scheduler on a port that the system chooses, and gives its address."""
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with running(*words) as process:
        assert process.stderr is not None
        yield next(line.split()[-1] for line in process.stderr if "Scheduler at:" in line)


def workers(address: str, number: int, folder: Path, sources: Path | None = None) -> ExitStack:
    """Runs workers, and waits until the scheduler knows them."""
    with ExitStack() as stack:
        words = ["distributed.cli.dask_worker", address, *FLAGS, "--local-directory", str(folder)]
        for _ in range(number):
            stack.enter_context(running(*words, sources=sources))
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=60)
        return stack.pop_all()


def test_a_killed_worker_costs_only_its_chunk_and_changes_nothing(tmp_path: Path) -> None:
    alone = threads.simulate(STUDY, 2)
    assert alone is not None
    with scheduler() as address, workers(address, 2, tmp_path):
        with Client(address, set_as_default=False) as client:
            pids: dict[str, int] = client.run(os.getpid)
            told = list[int]()

            def progress(games: int) -> None:
                told.append(games)
                if len(told) == 1:
                    busy = next(worker for worker, keys in client.processing().items() if keys)
                    os.kill(pids[busy], signal.SIGKILL)

            result = cluster.simulate(STUDY, address, progress)
            assert result is not None
            assert result.to_json() == alone.to_json()
            assert told == sorted(set(told))
            assert told[-1] == STUDY.games
            assert len(client.run(os.getpid)) == 1
        ended = Event()
        part = cluster.simulate(STUDY, address, lambda _: ended.set(), ended)
        assert part is not None
        assert part.partial
        words = ["luckybox", "--bots", "greedy,uniform", "--games", "400", "--seed", "7"]
        done = CliRunner().invoke(
            main, ["simulate", *words, "--against", "offer=4", "--json", "--cluster", address]
        )
        assert read_result(done.stdout) == alone


def test_a_killed_scheduler_leaves_the_first_games(tmp_path: Path) -> None:
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with running(*words) as process:
        assert process.stderr is not None
        address = next(line.split()[-1] for line in process.stderr if "Scheduler at:" in line)
        with workers(address, 1, tmp_path):
            told = list[int]()

            def progress(games: int) -> None:
                told.append(games)
                if len(told) == 1:
                    process.kill()

            result = cluster.simulate(STUDY, address, progress)
    assert result is not None
    assert result.partial
    assert 0 < result.games <= told[-1] < STUDY.games


def test_workers_with_other_sources_are_refused(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    ours = Path(boltbox.__file__).parent
    shutil.copytree(
        ours, sources / "boltbox", ignore=shutil.ignore_patterns("__pycache__", "static", "server")
    )
    with (sources / "boltbox" / "rules" / "luckybox" / "scoring.py").open("a") as file:
        file.write("# another word\n")
    with scheduler() as address:
        with pytest.raises(ClusterError, match="The cluster has no workers yet"):
            cluster.simulate(STUDY, address)
        with (
            workers(address, 1, tmp_path, sources),
            pytest.raises(OtherSources, match="has another boltbox, numba or numpy than you"),
        ):
            cluster.simulate(STUDY, address)


def test_a_worker_that_came_later_looks_for_itself() -> None:
    with pytest.raises(OtherSources, match="that came later"):
        chunk(STUDY, (0,), "other sources")


def test_nobody_at_an_address_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", "0.2 s")
    done = CliRunner().invoke(
        main, ["simulate", "luckybox", "--games", "10", "--cluster", "tcp://127.0.0.1:9"]
    )
    assert done.exit_code == 1
    assert "There is no scheduler at tcp://127.0.0.1:9 that answers." in " ".join(done.output.split())


@pytest.mark.parametrize("games", [2, 99, 400, 10**6, 10**8])
def test_chunks_hold_every_block_once_and_are_never_long(games: int) -> None:
    study = Study("luckybox", (Options(),), ("greedy",), games, 1)
    cut = list(chunks(study))
    assert [block for one in cut for block in one] == list(range(study.blocks))
    assert max(map(len, cut)) <= 8
