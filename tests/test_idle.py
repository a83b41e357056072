"""Are tables laid away where nobody is, and found again as they were?"""

from pathlib import Path

import pytest

from boltbox.server import tables as tables_module
from boltbox.server.attendance import AWAY_MS
from boltbox.server.committer import Committer
from boltbox.server.idle import Idle
from boltbox.server.listeners import Close
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import NewTable
from boltbox.server.store import Person
from boltbox.server.store_sqlite import SqliteStore
from boltbox.server.tables import Tables
from tests.desk import Clock, Hall, act, guess, legal, make_hall

pytestmark = pytest.mark.anyio
MINUTE, DAY = 60_000, 24 * 3_600_000


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


@pytest.fixture
def idle(hall: Hall) -> Idle:
    return Idle(hall.tables, hall.clock, minutes=10)


async def leave(hall: Hall, mailbox: Mailbox) -> None:
    """Lets everybody go, and waits until that is noted."""
    for listener, _ in mailbox.live.listeners:
        mailbox.exit(listener)
    hall.clock.now += AWAY_MS
    mailbox.tick()
    await mailbox.empty()


async def test_a_table_goes_ten_minutes_after_the_last_has_left(hall: Hall, idle: Idle) -> None:
    mailbox, _ = await hall.open(game="luckybox")
    hall.clock.now += 60 * MINUTE
    assert idle.look() == 0  # they are here
    await leave(hall, mailbox)
    assert idle.look() == 0
    hall.clock.now += 10 * MINUTE - 1
    assert idle.look() == 0
    hall.clock.now += 1
    assert idle.look() == 1
    assert hall.tables.mailboxes == ()


async def test_who_looks_in_meanwhile_begins_the_time_anew(hall: Hall, idle: Idle) -> None:
    mailbox, _ = await hall.open(game="luckybox")
    await leave(hall, mailbox)
    idle.look()
    hall.clock.now += 9 * MINUTE
    ear = hall.enter(mailbox, None)
    idle.look()
    mailbox.exit(ear)
    hall.clock.now += 9 * MINUTE
    assert (idle.look(), idle.look()) == (0, 0)
    hall.clock.now += 10 * MINUTE
    assert idle.look() == 1


async def test_nothing_is_lost_and_a_repeat_gets_the_first_answer(hall: Hall, idle: Idle) -> None:
    mailbox, (ann, bob) = await hall.open(game="luckybox")
    choice = next(legal(mailbox, 1))
    id_ = act(mailbox, ann, choice)
    await mailbox.empty()
    await leave(hall, mailbox)
    before = hall.enter(mailbox, None).of("whole")[0]
    await leave(hall, mailbox)
    idle.look()
    hall.clock.now += 10 * MINUTE
    assert idle.look() == 1
    found = await hall.tables.find(mailbox.live.id)
    assert found is not None
    assert found is not mailbox
    assert hall.enter(found, None).of("whole") == [before]
    again = hall.enter(found, ann.person, seen=0)
    await found.empty()
    act(found, again, choice, id_=id_)
    assert again.answer(id_)["t"] == "already"
    act(found, hall.enter(found, bob.person), next(legal(found, 2)))
    await found.empty()
    assert again.of("step")


async def test_who_still_holds_a_table_that_was_laid_away_is_sent_to_the_new_one(hall: Hall) -> None:
    mailbox, ears = await hall.open()
    for ear in ears:
        mailbox.exit(ear)
    hall.tables.lay_away(mailbox)
    late = hall.enter(mailbox, ears[0].person)
    assert late.closed == [Close.COME_BACK]
    assert late.frames == []


async def test_a_table_whose_answers_arent_saved_yet_stays(hall: Hall, idle: Idle) -> None:
    mailbox, ears = await hall.open()
    hall.store.gate.clear()
    guess(mailbox, ears[0])
    for ear in ears:
        mailbox.exit(ear)
    for _ in range(3):
        assert idle.look() == 0
        hall.clock.now += 10 * MINUTE
    hall.store.gate.set()
    await mailbox.empty()
    assert mailbox.idle is (mailbox.live.table.due is None)


async def test_a_table_whose_clock_runs_stays(hall: Hall, idle: Idle) -> None:
    mailbox, ears = await hall.open()
    assert mailbox.live.table.due is not None
    for ear in ears:
        mailbox.exit(ear)
    idle.look()
    hall.clock.now += 10 * MINUTE
    assert idle.look() == 0


async def test_a_visit_is_noted_once_an_hour_and_decides_what_a_new_server_goes_on_with(
    tmp_path: Path,
) -> None:
    store, clock = SqliteStore(tmp_path / "boltbox.sqlite"), Clock()
    await store.open()
    anna = Person("anna", "Anna", 3, created=0)
    await store.new_person(anna, b"token")

    def server() -> Tables:
        return Tables(store, Committer(store), clock)

    first = server()
    card = await first.open_table(anna, NewTable("luckybox", start=True))
    mailbox = await first.find(card.table)  # type: ignore[union-attr]
    assert mailbox is not None
    clock.now += 30 * DAY
    await first.visit(mailbox)
    visited = clock.now
    clock.now += tables_module.VISIT_MS - 1
    await first.visit(mailbox)
    row = await store.table(mailbox.live.id)
    assert row is not None
    assert row.visited == visited
    await first.close()

    for days, expected in ((29, 1), (31, 0)):
        clock.now = visited + days * DAY
        later = server()
        await later.start(clock.now - 30 * DAY)
        assert later._resuming is not None
        await later._resuming
        assert len(later.mailboxes) == expected
        found = await later.find(mailbox.live.id)  # whoever comes finds it
        assert found is not None
        assert found.status == "running"
        await later.close()
    await store.close()
