"""Does every store keep the records that people bring, byte for byte and each person's own?"""

from msgspec.structs import replace

from boltbox.server.store import RecordRow, Store
from tests.test_every_store import Maker, make, store

__all__ = ["make", "store"]  # fixtures


def record(name: str, person: str = "anna", file: str = "", created: int = 7000) -> RecordRow:
    return RecordRow(name, person, "luckybox", created, file or name * 2, b'{"clean": true}', b"\x1f\x8b\x00")


async def test_records_that_people_brought_are_kept_byte_for_byte(store: Store, make: Maker) -> None:
    first, second = record("r1"), record("r2", created=8000)
    assert await store.add_record(first, 9) == first
    assert await store.add_record(second, 9) == second
    await store.close()
    again = make()
    await again.open()
    assert await again.record("r1") == first
    assert await again.record("nowhere") is None
    assert await again.records_of("anna") == [replace(second, text=b""), replace(first, text=b"")]
    assert await again.records_of("ben") == []
    await again.close()


async def test_the_same_file_of_a_person_is_one_record_and_they_are_few(store: Store) -> None:
    await store.add_record(record("r1", file="same"), 2)
    assert await store.add_record(record("r2", file="same"), 2) == replace(
        record("r1", file="same"), text=b""
    )
    assert await store.add_record(record("r3", "ben", file="same"), 2) is not None
    assert await store.add_record(record("r4"), 2) is not None
    assert await store.add_record(record("r5"), 2) is None
    assert await store.add_record(record("r6", file="same"), 2) is not None
    assert [one.id for one in await store.records_of("anna")] == ["r1", "r4"]


async def test_only_their_owner_removes_records(store: Store) -> None:
    await store.add_record(record("r1"), 9)
    assert not await store.remove_record("r1", "ben")
    assert await store.remove_record("r1", "anna")
    assert not await store.remove_record("r1", "anna")
    assert await store.record("r1") is None
