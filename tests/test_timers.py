"""Does a table tick by itself, each tick at the instant it was due?"""

import asyncio
from collections.abc import Callable

import pytest

from boltbox.server.app import wall_clock
from boltbox.table.clock import RESUME_MS
from tests.desk import Hall, guess, make_hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    hall = make_hall()
    hall.clock.now, hall.clock.runs = 0, wall_clock()
    return hall


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not happens():
            await asyncio.sleep(0.002)


async def test_a_game_that_nobody_plays_ends_by_its_ticks(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":3,"limit":20}')
    await until(lambda: mailbox.live.lobby.saved.status == "ended")
    rows = hall.store.log[mailbox.live.id]
    assert [row.instant - rows[0].instant for row in rows] == [0, 20, 40, 60]
    assert [row.actor for row in rows] == [0] * 4
    assert [frame["version"] for frame in ann.of("step")] == [1, 2, 3, 4]
    assert ann.of("step") == [{**frame, "for": None} for frame in ann.of("step")]
    assert len(bob.of("step")) == 4
    assert len(hall.store.results) == 2


async def test_what_was_due_while_the_server_was_down_is_due_later(hall: Hall) -> None:
    """C30: a restart costs nobody time; the ticks still carry the instants at which they are due."""
    mailbox, (ann, _) = await hall.open(options=b'{"rounds":3,"limit":60000}')
    guess(mailbox, ann)
    await hall.tables.close()
    again = make_hall(store=hall.store)
    again.clock.now = hall.store.log[mailbox.live.id][0].instant + 70_000
    await again.tables.start()
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 3)
    moved = hall.store.log[mailbox.live.id][2]
    assert moved.events == b'[{"t":"moved","moved":%d}]' % (70_000 - 60_000 + RESUME_MS)
    loaded = await again.tables.find(mailbox.live.id)
    assert loaded is not None
    assert loaded.due == moved.instant + 10_000  # then both people, who aren't there, are away
    assert loaded.live.table.due == moved.instant + RESUME_MS


async def test_a_tick_that_couldnt_be_saved_is_tried_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boltbox.server.timers.RETRY_MS", 10)
    mailbox, _ = await hall.open(options=b'{"rounds":1,"limit":20}')
    hall.store.failure = OSError("disk full")
    await asyncio.sleep(0.06)
    assert len(hall.store.log[mailbox.live.id]) == 1
    hall.store.failure = None
    await until(lambda: mailbox.live.lobby.saved.status == "ended")
    assert len(hall.store.log[mailbox.live.id]) == 2


async def test_a_closed_table_ticks_no_more(hall: Hall) -> None:
    mailbox, _ = await hall.open(options=b'{"rounds":3,"limit":20}')
    await hall.tables.close()
    count = len(hall.store.log[mailbox.live.id])
    await asyncio.sleep(0.06)
    assert len(hall.store.log[mailbox.live.id]) == count
