"""Does every store keep house rules: under a name for their owner, and at a table that agreed on them?"""

from msgspec.structs import replace

from boltbox.server.store import PresetRow, Store
from tests.test_every_store import make, store, table

__all__ = ["make", "store"]  # fixtures


def preset(name: str, person: str = "anna", created: int = 1) -> PresetRow:
    return PresetRow(name, person, "luckybox", f"{name} 规则", b'{"rounds": 2}', created)


async def test_presets_are_a_persons_own_newest_first(store: Store) -> None:
    for row in (preset("p1"), preset("p2", created=3), preset("p3", created=2), preset("p4", "ben")):
        await store.new_preset(row)
    assert [row.id for row in await store.presets_of("anna")] == ["p2", "p3", "p1"]
    assert await store.presets_of("ben") == [preset("p4", "ben")]
    assert await store.preset("p4") == preset("p4", "ben")
    assert await store.preset("p5") is None
    assert not await store.drop_preset("p4", "anna")
    assert await store.drop_preset("p4", "ben")
    assert not await store.drop_preset("p4", "ben")
    assert await store.preset("p4") is None


async def test_keeping_a_table_keeps_what_was_agreed(store: Store) -> None:
    """LB-8.1: as bytes, since hashes are of them."""
    await store.new_table(table())
    await store.keep(replace(table(), options=b'{"rounds":  3}'))
    found = await store.table("t1")
    assert found is not None
    assert found.options == b'{"rounds":  3}'
