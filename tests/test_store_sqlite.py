"""What holds for the store in a file: who may open it, and what a kill leaves behind?"""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.exc import SQLAlchemyError

from boltbox.server.store import Person, StoreInUse, StoreUnreadable
from boltbox.server.store_sqlite import SqliteStore

STREAMS = 8
WRITER = f"""
import asyncio, sys
from pathlib import Path
from boltbox.server.committer import Committer
from boltbox.server.store import Batch, EntryRow
from boltbox.server.store_sqlite import SqliteStore

async def write(committer, stream, version):
    while True:
        version += 1
        row = EntryRow(stream, version, version, 1, None, None, None, b"[]")
        await committer.save(stream, Batch(entries=(row,)))
        print(stream, version, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    streams = [f"t{{number}}" for number in range({STREAMS})]
    last = [len(await store.entries(stream)) for stream in streams]
    committer = Committer(store)
    await asyncio.gather(*(write(committer, *one) for one in zip(streams, last)))

asyncio.run(main())
"""


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "boltbox.sqlite"
    first, second = SqliteStore(path), SqliteStore(path)
    await first.open()
    with pytest.raises(StoreInUse, match=rf"in use by another Boltbox server \(process {os.getpid()}\)"):
        await second.open()
    await second.close()
    with pytest.raises(StoreInUse):  # a refused one frees nothing
        await SqliteStore(path).open()
    await first.close()
    third = SqliteStore(path)
    await third.open()
    await third.close()


async def test_a_kill_loses_nothing_confirmed_and_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "boltbox.sqlite"
    random = Random(9)
    confirmed = dict.fromkeys((f"t{number}" for number in range(STREAMS)), 0)
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(random.randrange(20, 400)):
                stream, version = writer.stdout.readline().split()
                confirmed[stream] = int(version)
            writer.send_signal(signal.SIGKILL)
            for line in writer.stdout:  # what it had said before it died
                if line.endswith("\n"):
                    stream, version = line.split()
                    confirmed[stream] = int(version)
        store = SqliteStore(path)
        await store.open()
        for stream, last in confirmed.items():
            kept = [row.version for row in await store.entries(stream)]
            assert kept == list(range(1, len(kept) + 1))
            assert last <= len(kept) <= last + 1  # the one on its way may have got there
            confirmed[stream] = len(kept)
        await store.close()


async def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "new folder" / "boltbox.sqlite")
    await store.open()
    modes = {path.name: path.stat().st_mode & 0o777 for path in store.path.parent.iterdir()}
    await store.close()
    assert set(modes) == {"boltbox.sqlite", "boltbox.sqlite-lock", "boltbox.sqlite-shm", "boltbox.sqlite-wal"}
    assert set(modes.values()) == {0o600}


async def test_every_commit_is_on_disk_before_it_is_confirmed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "boltbox.sqlite")
    await store.open()
    with store._transaction() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "journal_mode", "foreign_keys")
        }
    await store.close()
    assert asked == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}  # 2 is FULL


async def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, this is no database. " * 40)
    with pytest.raises(StoreUnreadable, match="not a database"):
        await SqliteStore(path).open()
    assert path.read_text().startswith("Dear all")
    with pytest.raises(StoreUnreadable, match="can't be opened"):
        await SqliteStore(tmp_path).open()


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "boltbox.sqlite"
    store = SqliteStore(path)
    await store.open()
    await store.close()
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(StoreUnreadable, match="only a newer Boltbox knows"):
        await SqliteStore(path).open()


async def test_a_file_at_another_step_isnt_ready(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "boltbox.sqlite")
    await store.open()
    await store.check()
    with closing(sqlite3.connect(store.path)) as shell, shell:
        shell.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StoreUnreadable, match="at step 0001"):
        await store.check()
    await store.close()


async def test_errors_name_no_values(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "boltbox.sqlite")
    await store.open()
    person = Person("anna", "Anna's name", 3, created=1000)
    await store.new_person(person, b"a token")
    with pytest.raises(SQLAlchemyError) as failed:
        await store.new_person(person, b"a token")
    assert "Anna's" not in str(failed.value)
    await store.close()


async def test_two_tries_of_a_day_can_t_stand_in_the_file_whoever_writes_them(tmp_path: Path) -> None:
    """C32: the database itself refuses what two processes would both have found free."""
    path = tmp_path / "boltbox.sqlite"
    store = SqliteStore(path)
    await store.open()
    await store.close()
    row = "INSERT INTO tables (id, game, status, options, host, created, deal, day) VALUES"
    with closing(sqlite3.connect(path)) as file:
        for name, host, day in (("a", "ann", "2026-11-30"), ("b", "ben", "2026-11-30"), ("c", "ann", None)):
            file.execute(f"{row} (?, 'luckybox', 'running', x'', ?, 1, 'd', ?)", (name, host, day))
        file.execute(f"{row} ('e', 'luckybox', 'running', x'', 'ann', 1, 'd', NULL)")
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            file.execute(f"{row} ('f', 'luckybox', 'running', x'', 'ann', 1, 'd', '2026-11-30')")
