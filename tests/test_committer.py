"""Are batches saved in groups, in order, and does each waiter hear what became of its own?"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from boltbox.server.committer import Committer
from boltbox.server.store import Batch, Conflict, EntryRow
from boltbox.server.store_sqlite import SqliteStore


def batch(stream: str, version: int) -> Batch:
    return Batch(entries=(EntryRow(stream, version, version, 1, None, None, None, b"[]"),))


class Watched(SqliteStore):
    """Is a store that notes the groups, and can be held up or broken."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.groups: list[list[str]] = []
        self.go = asyncio.Event()
        self.go.set()
        self.broken = False

    async def save(self, batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        self.groups.append([f"{table}.{one.entries[0].version}" for table, one in batches])
        await self.go.wait()
        if self.broken:
            raise OSError("the disk is gone")
        return await super().save(batches)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Watched]:
    opened = Watched(tmp_path / "boltbox.sqlite")
    await opened.open()
    yield opened
    await opened.close()


async def versions(store: Watched, stream: str) -> list[int]:
    return [row.version for row in await store.entries(stream)]


async def test_what_waits_goes_together_and_the_next_group_gathers_meanwhile(store: Watched) -> None:
    committer = Committer(store)
    store.go.clear()
    first = [asyncio.create_task(committer.save(name, batch(name, 1))) for name in ("a", "b")]
    while not store.groups:
        await asyncio.sleep(0)
    later = [asyncio.create_task(committer.save("a", batch("a", version))) for version in (2, 3, 4)]
    await asyncio.sleep(0)
    store.go.set()
    await asyncio.gather(*first, *later)
    assert store.groups == [["a.1", "b.1"], ["a.2", "a.3", "a.4"]]
    assert await versions(store, "a") == [1, 2, 3, 4]


async def test_it_is_on_disk_when_the_waiter_hears(store: Watched) -> None:
    await Committer(store).save("a", batch("a", 1))
    assert await versions(store, "a") == [1]


async def test_a_conflict_is_told_to_its_own_waiter_only(store: Watched) -> None:
    committer = Committer(store)
    await committer.save("a", batch("a", 1))
    answers = await asyncio.gather(
        committer.save("b", batch("b", 1)),
        committer.save("a", batch("a", 1)),
        committer.save("c", batch("c", 1)),
        return_exceptions=True,
    )
    assert isinstance(answers[1], Conflict)
    assert (answers[0], answers[2]) == (None, None)
    await committer.save("a", batch("a", 2))  # the table has returned to what is saved, and goes on
    assert await versions(store, "a") == [1, 2]


async def test_what_was_decided_on_a_lost_entry_is_lost_too(store: Watched) -> None:
    committer = Committer(store)
    await committer.save("a", batch("a", 1))
    store.go.clear()
    lost = asyncio.create_task(committer.save("a", batch("a", 1)))
    while len(store.groups) < 2:
        await asyncio.sleep(0)
    # By its version it would fit behind what somebody else wrote.
    built_on_it = asyncio.create_task(committer.save("a", batch("a", 2)))
    other = asyncio.create_task(committer.save("b", batch("b", 1)))
    await asyncio.sleep(0)
    store.go.set()
    answers = await asyncio.gather(lost, built_on_it, other, return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in answers] == [True, True, False]
    assert await versions(store, "a") == [1]
    assert await versions(store, "b") == [1]


async def test_a_table_that_hasn_t_heard_yet_saves_nothing_more(store: Watched) -> None:
    committer = Committer(store)
    await committer.save("a", batch("a", 1))
    waiting = asyncio.create_task(committer.save("a", batch("a", 1)))
    heard: list[object] = []

    async def in_between() -> None:
        while "a" not in committer._failed:
            await asyncio.sleep(0)
        heard.append(waiting.done())
        with pytest.raises(Conflict):
            await committer.save("a", batch("a", 2))

    await asyncio.gather(in_between(), waiting, return_exceptions=True)
    assert heard == [False]
    assert await versions(store, "a") == [1]


async def test_a_broken_store_tells_everybody_and_may_recover(store: Watched) -> None:
    committer = Committer(store)
    store.broken = True
    answers = await asyncio.gather(
        *(committer.save(name, batch(name, 1)) for name in ("a", "b")), return_exceptions=True
    )
    assert [str(answer) for answer in answers] == ["the disk is gone"] * 2
    store.broken = False
    await committer.save("a", batch("a", 1))
    assert await versions(store, "a") == [1]


async def test_a_waiter_that_leaves_hinders_nobody(store: Watched) -> None:
    committer = Committer(store)
    store.go.clear()
    leaving = asyncio.create_task(committer.save("a", batch("a", 1)))
    staying = asyncio.create_task(committer.save("b", batch("b", 1)))
    while not store.groups:
        await asyncio.sleep(0)
    leaving.cancel()
    store.go.set()
    await staying
    await committer.save("a", batch("a", 2))
    assert await versions(store, "a") == [1, 2]


async def test_closing_waits_for_all(store: Watched) -> None:
    committer = Committer(store)
    store.go.clear()
    waiting = [asyncio.create_task(committer.save(name, batch(name, 1))) for name in ("a", "b", "c")]
    await asyncio.sleep(0)
    closing = asyncio.create_task(committer.close())
    await asyncio.sleep(0)
    assert not closing.done()
    store.go.set()
    await closing
    await asyncio.gather(*waiting)
    assert await versions(store, "c") == [1]
