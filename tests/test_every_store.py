"""What holds for every store, whichever database is behind it?"""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from boltbox.server.store import (
    Batch,
    Chair,
    Code,
    CodeTaken,
    Conflict,
    DayRow,
    Door,
    EntryRow,
    Person,
    ResultRow,
    Store,
    TableRow,
    TriedAlready,
)
from boltbox.server.store_sqlite import SqliteStore

Maker = Callable[[], Store]  # each call makes a store on the same data, closed at first

ANNA = Person("anna", "Anna", 3, created=1000)
BEN = Person("ben", "Ben 🎲", 4, created=2000)


def sqlite(folder: Path) -> Maker:
    return lambda: SqliteStore(folder / "boltbox.sqlite")


@pytest.fixture(params=[sqlite])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    maker: Maker = request.param(tmp_path)
    return maker


@pytest.fixture
async def store(make: Maker) -> AsyncIterator[Store]:
    opened = make()
    await opened.open()
    await opened.new_person(ANNA, b"token of anna")
    await opened.new_person(BEN, b"token of ben")
    yield opened
    await opened.close()


def table(name: str = "t1", status: str = "open", created: int = 5000) -> TableRow:
    return TableRow(
        id=name,
        game="luckybox",
        status=status,
        options=b'{"rounds": 4}',
        host="anna",
        created=created,
        commitment=name * 2,
        secret=bytes(range(32)),
        chairs=(Chair(1, 3, "", person="anna"), Chair(2, 5, "Volta", bot="greedy")),
    )


def entry(stream: str, version: int, actor: int = 1) -> EntryRow:
    return EntryRow(
        stream=stream,
        version=version,
        instant=1_764_528_000_000 + version,
        actor=actor,
        id=f"request {version}" if actor > 0 else None,
        decision=version if actor > 0 else None,
        action=b'{"t":"pass"}' if actor > 0 else None,
        events=b'[{"t":"passed", "seat":1}]',  # with a blank: kept byte for byte
    )


def entries(stream: str, first: int, last: int) -> tuple[str, Batch]:
    return stream, Batch(entries=tuple(entry(stream, version) for version in range(first, last + 1)))


def result(seat: int, person: str | None, total: int) -> ResultRow:
    return ResultRow(
        table="t1",
        seat=seat,
        game="luckybox",
        person=person,
        bot=None if person else "greedy",
        total=total,
        parts=b'{"boxes": 30}',
        rank=seat,
        rules=1,
        options_hash="0" * 64,
        house=False,
        bots=1,
        counted=True,
        ended=9000,
    )


async def versions(store: Store, stream: str) -> list[int]:
    return [row.version for row in await store.entries(stream)]


async def test_people_are_found_by_token_and_by_id(store: Store) -> None:
    assert await store.person_of(b"token of ben") == BEN
    assert await store.person_of(b"token of nobody") is None
    assert await store.people(("ben", "nobody", "anna")) == {"anna": ANNA, "ben": BEN}
    assert await store.people(()) == {}


async def test_a_person_changes_name_and_suit(store: Store) -> None:
    await store.change_person("anna", "Änne", 11)
    assert await store.person_of(b"token of anna") == Person("anna", "Änne", 11, created=1000)
    assert await store.person_of(b"token of ben") == BEN


async def test_a_table_comes_back_whole(store: Store) -> None:
    await store.new_table(table())
    assert await store.table("t1") == table()
    assert await store.table("t2") is None


async def test_chairs_and_host_are_replaced(store: Store) -> None:
    await store.new_table(table())
    await store.new_table(table("t2"))
    chairs = (
        Chair(1, 4, "", person="ben"),
        Chair(3, 0, "Hertz", bot="uniform", ready=False),
        Chair(4, 2, "Mia", person="ben", guest=True),
    )
    changed = replace(
        table(), chairs=chairs, host="ben", listed=True, act_seconds=60, absent="pass", chat=False
    )
    changed = replace(changed, even_lines=False)
    await store.keep(changed)
    assert await store.table("t1") == changed
    assert await store.table("t2") == table("t2")
    await store.keep(replace(changed, chairs=()))
    emptied = await store.table("t1")
    assert emptied is not None
    assert emptied.chairs == ()


async def test_keeping_a_running_table_leaves_it_running(store: Store) -> None:
    """Whoever keeps it has the row as it was when the table opened."""
    await store.new_table(table())
    await store.new_table(table("t2"))
    await store.save([("t1", Batch((entry("t1", 1),), status="running"))])
    await store.visit("t1", 7000)
    await store.set_next("t1", "t2")
    await store.keep(replace(table(), act_seconds=60))
    kept = replace(table(), status="running", visited=7000, next="t2", act_seconds=60)
    assert await store.table("t1") == kept


async def test_words_and_names_are_saved_with_the_entries_or_not_at_all(store: Store) -> None:
    for name in ("t1", "t2"):
        await store.new_table(table(name))
    words = b'[{"seat":1, "hash":"00", "word":null}]'
    begun = Batch((entry("t1", 1),), "running", words=words)
    assert await store.save([("t1", begun)]) == [None]
    found = await store.table("t1")
    assert found is not None
    assert (found.words, found.status) == (words, "running")
    ended = Batch((entry("t1", 2),), "ended", names=((1, "Anna"), (2, "Volta")))
    conflicting = Batch((entry("t2", 2),), "ended", words=b"[]", names=((1, "Nobody"),))
    answers = await store.save([("t1", ended), ("t2", conflicting)])
    assert [type(answer) for answer in answers] == [type(None), Conflict]
    found = await store.table("t1")
    assert found is not None
    assert [chair.name for chair in found.chairs] == ["Anna", "Volta"]
    assert await store.table("t2") == table("t2")


async def test_the_digest_of_a_record_is_noted(store: Store) -> None:
    await store.new_table(table())
    await store.new_table(table("t2"))
    await store.set_digest("t1", "ab" * 32)
    assert await store.table("t1") == replace(table(), digest="ab" * 32)
    assert await store.table("t2") == table("t2")


async def test_the_next_table_is_noted(store: Store) -> None:
    await store.new_table(table())
    await store.new_table(table("t2"))
    await store.set_next("t1", "t2")
    first = await store.table("t1")
    assert first is not None
    assert first.next == "t2"


async def test_a_person_s_tables_are_listed_newest_first_while_open_or_running(store: Store) -> None:
    for name, status, created in (
        ("old", "running", 1),
        ("ended", "ended", 2),
        ("stopped", "stopped", 3),
        ("new", "open", 4),
    ):
        await store.new_table(table(name, status, created))
    both = (Chair(1, 3, "", person="anna"), Chair(2, 4, "", person="anna"))
    await store.keep(replace(table("new"), chairs=both))  # at two seats, as in pass and play: still one table
    listed = await store.tables_of("anna", limit=10)
    assert [one.id for one in listed] == ["new", "old"]
    assert listed[0].chairs == both
    assert listed[1] == table("old", "running", 1)
    assert [one.id for one in await store.tables_of("anna", limit=1)] == ["new"]
    assert await store.tables_of("ben", limit=10) == []


async def test_a_table_is_found_by_its_code_while_it_can_be_joined_or_plays(store: Store) -> None:
    await store.new_table(replace(table("t1"), code="ABCDEF", watch="w1"))
    await store.new_table(replace(table("t2", "running"), code="GHJKMN", watch="w2"))
    await store.new_table(replace(table("t3", "ended"), code="PQRSTU", watch="w3"))
    found = [await store.table_of(Door(code=code)) for code in ("ABCDEF", "GHJKMN", "PQRSTU", "XXXXXX")]
    assert found == ["t1", "t2", None, None]
    found = [await store.table_of(Door(watch=watch)) for watch in ("w1", "w2", "w3", "w4", "t1")]
    assert found == ["t1", "t2", "t3", None, None]


async def test_no_two_open_tables_have_one_code(store: Store) -> None:
    await store.new_table(replace(table("t1", "running"), code="ABCDEF", watch="w1"))
    await store.new_table(replace(table("t2"), code="ABCDEF", watch="w2"))
    with pytest.raises(CodeTaken):
        await store.new_table(replace(table("t3"), code="ABCDEF", watch="w3"))
    assert await store.table("t3") is None
    assert await store.table_of(Door(code="ABCDEF")) == "t2"  # the one that can be joined


async def test_open_tables_are_listed_if_they_are_shown(store: Store) -> None:
    for name, status, listed, created in (
        ("shown", "open", True, 5),
        ("later", "open", True, 6),
        ("hidden", "open", False, 7),
        ("begun", "running", True, 8),
        ("old", "open", True, 1),
    ):
        await store.new_table(replace(table(name, status, created), listed=listed))
    assert [row.id for row in await store.open_tables(since=2, limit=10)] == ["later", "shown"]
    (first,) = await store.open_tables(since=2, limit=1)
    assert first == replace(table("later", created=6), listed=True)
    await store.visit("old", 9)
    assert [row.id for row in await store.open_tables(since=2, limit=10)] == ["later", "shown", "old"]


async def test_running_tables_are_listed_for_the_start(store: Store) -> None:
    await store.new_table(table("t1", "running"))
    await store.new_table(table("t2", "open"))
    await store.new_table(table("t3", "ended"))
    assert await store.running() == ["t1"]


async def test_entries_come_back_byte_for_byte_and_in_order(store: Store) -> None:
    rows = (entry("t1", 1, actor=0), entry("t1", 2), entry("t1", 3, actor=-1))
    assert await store.save([("t1", Batch(entries=rows))]) == [None]
    assert await store.entries("t1") == list(rows)
    assert await store.entries("t1", after=2) == [rows[2]]
    assert await store.entries("t1", after=3) == []
    assert await store.entries("t2") == []


async def test_status_and_results_are_saved_with_the_entries_that_cause_them(store: Store) -> None:
    await store.new_table(table(status="running"))
    results = (result(1, "anna", 80), result(2, None, 71))
    batch = Batch(entries=(entry("t1", 1),), status="ended", results=results)
    assert await store.save([("t1", batch)]) == [None]
    ended = await store.table("t1")
    assert ended is not None
    assert ended.status == "ended"
    assert await store.results_of("t1") == list(results)
    assert await store.results_of("t2") == []


async def test_many_tables_are_saved_together(store: Store) -> None:
    assert await store.save([entries("t1", 1, 2), entries("t2", 1, 1), entries("t1", 3, 3)]) == [None] * 3
    assert await versions(store, "t1") == [1, 2, 3]
    assert await versions(store, "t2") == [1]


async def test_a_version_that_is_there_already_is_a_conflict_for_its_table_alone(store: Store) -> None:
    await store.save([entries("t1", 1, 1)])
    first, second, third = await store.save([entries("t2", 1, 2), entries("t1", 1, 1), entries("t3", 1, 1)])
    assert (first, third) == (None, None)
    assert isinstance(second, Conflict)
    assert second.stream == "t1"
    assert await versions(store, "t1") == [1]
    assert await versions(store, "t2") == [1, 2]
    assert await versions(store, "t3") == [1]


async def test_an_entry_without_its_predecessor_is_a_conflict(store: Store) -> None:
    await store.save([entries("t1", 1, 1)])
    (gap,) = await store.save([entries("t1", 3, 3)])
    assert isinstance(gap, Conflict)
    (late_start,) = await store.save([entries("t2", 2, 3)])
    assert isinstance(late_start, Conflict)
    assert await versions(store, "t1") == [1]
    assert await versions(store, "t2") == []


async def test_what_was_built_on_a_conflict_fails_with_it(store: Store) -> None:
    await store.save([entries("t1", 1, 1)])
    answers = await store.save([entries("t1", 1, 1), entries("t2", 1, 1), entries("t1", 2, 2)])
    assert [isinstance(answer, Conflict) for answer in answers] == [True, False, True]
    assert await versions(store, "t1") == [1]


async def test_a_batch_is_saved_whole_or_not_at_all(store: Store) -> None:
    await store.new_table(table(status="running"))
    await store.save([entries("t1", 1, 1)])
    batch = Batch(entries=(entry("t1", 1),), status="ended", results=(result(1, "anna", 80),))
    (answer,) = await store.save([("t1", batch)])
    assert isinstance(answer, Conflict)
    kept = await store.table("t1")
    assert kept is not None
    assert kept.status == "running"
    assert await store.results_of("t1") == []


async def test_what_is_no_conflict_but_fails_says_so_to_its_table_alone(store: Store) -> None:
    stray = Batch(entries=(entry("t9", 1),), results=(result(1, "nobody", 80),))
    first, second = await store.save([("t9", stray), entries("t2", 1, 1)])
    assert isinstance(first, Exception)
    assert not isinstance(first, Conflict)
    assert second is None
    assert await versions(store, "t9") == []


async def test_everything_is_there_after_a_restart(make: Maker, store: Store) -> None:
    await store.new_table(table())
    await store.save([entries("t1", 1, 3)])
    await store.close()
    again = make()
    await again.open()
    try:
        assert await again.table("t1") == table()
        assert await versions(again, "t1") == [1, 2, 3]
        assert await again.person_of(b"token of anna") == ANNA
    finally:
        await again.close()


async def test_a_store_that_answers_is_ready(store: Store) -> None:
    await store.check()


async def test_a_code_gives_its_person_a_new_token_once(store: Store) -> None:
    await store.new_code(Code(b"code", 5000, person="anna"), since=0)
    used = Code(b"code", 6000, token_hash=b"phone of anna")
    assert await store.use_code(Code(b"other", 6000, token_hash=b"guess"), since=0) is None
    assert await store.use_code(used, since=5001) is None  # too old by then
    assert await store.use_code(used, since=5000) == ANNA
    assert await store.use_code(Code(b"code", 6000, token_hash=b"tablet"), since=5000) is None
    assert await store.person_of(b"phone of anna") == ANNA
    assert await store.person_of(b"token of anna") == ANNA
    assert await store.person_of(b"tablet") is None


async def test_a_new_code_takes_the_place_of_the_one_before(store: Store) -> None:
    await store.new_code(Code(b"first", 5000, person="anna"), since=0)
    await store.new_code(Code(b"ben's", 5000, person="ben"), since=0)
    await store.new_code(Code(b"second", 6000, person="anna"), since=0)
    assert await store.use_code(Code(b"first", 7000, token_hash=b"1"), since=0) is None
    assert await store.use_code(Code(b"second", 7000, token_hash=b"2"), since=0) == ANNA
    assert await store.use_code(Code(b"ben's", 7000, token_hash=b"3"), since=0) == BEN


async def test_old_codes_of_anybody_go(store: Store) -> None:
    await store.new_code(Code(b"ben's", 5000, person="ben"), since=0)
    await store.new_code(Code(b"anna's", 9000, person="anna"), since=6000)
    assert await store.use_code(Code(b"ben's", 9000, token_hash=b"3"), since=0) is None


async def test_tables_that_nobody_visits_are_laid_away_until_somebody_does(store: Store) -> None:
    for name, status, created in (("a", "running", 1000), ("b", "running", 5000), ("c", "open", 1000)):
        await store.new_table(table(name, status, created))
    await store.new_table(table("d", "ended", 9000))
    assert await store.running() == ["a", "b"]
    assert await store.running(since=5000) == ["b"]
    assert await store.hosted("anna", (0, 0)) == 3
    assert await store.hosted("anna", (1001, 0)) == 2
    assert await store.hosted("anna", (1001, 1001)) == 1
    assert await store.hosted("ben", (0, 0)) == 0
    await store.visit("a", 7000)
    await store.visit("c", 7000)
    assert await store.running(since=7000) == ["a"]
    assert await store.hosted("anna", (7000, 7000)) == 2
    found = await store.table("a")
    assert found is not None
    assert found.visited == 7000


DAY = DayRow("2026-11-30", "luckybox", "the day's", bytes(32), created=7000)


def of_day(name: str, host: str = "anna", day: str | None = DAY.day, practice: str | None = None) -> TableRow:
    row = replace(table(name, "running"), host=host, day=day, practice=practice, watch=f"watch {name}")
    chairs = (Chair(1, 3, "", person=host),)
    return replace(row, commitment=DAY.commitment, secret=DAY.secret, chairs=chairs)


def ending(name: str, person: str, total: int, ended: int = 9000, **more: object) -> tuple[str, Batch]:
    one = replace(result(1, person, total), table=name, bots=0, ended=ended, rank=1, **more)
    return name, Batch(status="ended", results=(one,))


async def test_a_day_has_one_deal_whoever_makes_it_first(store: Store) -> None:
    other = replace(DAY, commitment="another", secret=bytes(range(32)))
    made = await asyncio.gather(store.new_day(DAY), store.new_day(other))
    assert made[0] == made[1]
    assert await store.day(DAY.day, "luckybox") == made[0]
    assert await store.new_day(replace(DAY, day="2026-12-01", commitment="next")) != made[0]
    assert await store.day("2026-12-02", "luckybox") is None
    assert await store.day(DAY.day, "chess") is None


async def test_each_person_has_one_try_a_day_and_practice_without_end(store: Store) -> None:
    """C32: two tabs at once."""
    await store.new_day(DAY)
    await store.new_day(replace(DAY, day="2026-12-01", commitment="next"))
    tabs = [store.new_table(of_day(name)) for name in ("t1", "t2", "t3")]
    answers = await asyncio.gather(*tabs, return_exceptions=True)
    assert [type(answer) for answer in answers if answer is not None] == [TriedAlready] * 2
    (tried,) = [name for name, answer in zip(("t1", "t2", "t3"), answers, strict=True) if answer is None]
    row = await store.table(tried)
    assert row is not None
    assert row == of_day(tried)
    await store.new_table(of_day("t4", "ben"))
    await store.new_table(replace(of_day("t5", day="2026-12-01"), commitment="next"))
    for name in ("p1", "p2"):
        await store.new_table(of_day(name, day=None, practice=DAY.day))
    found = await store.attempt(DAY.day, "luckybox", "anna")
    assert found is not None
    assert (found.table, found.watch, found.status, found.total) == (tried, f"watch {tried}", "running", None)
    assert await store.attempt("2026-12-02", "luckybox", "anna") is None
    assert {row.id for row in await store.tables_of("anna", 9)} == {tried, "t5"}
    assert await store.hosted("anna", (0, 0)) == 2


async def test_a_day_s_table_has_its_counted_results_the_best_first(store: Store) -> None:
    await store.new_day(DAY)
    people = [("cem", 61, 5), ("dan", 70, 4), ("eva", 61, 3), ("fay", 12, 2), ("gus", 99, 1)]
    for name, total, ended in people:
        await store.new_person(Person(name, name.title(), 7, 1), name.encode())
        await store.new_table(of_day(f"t{name}", name))
        await store.save([ending(f"t{name}", name, total, ended, counted=name != "gus")])
    await store.new_table(of_day("tben", "ben"))
    await store.new_table(of_day("pdan", "dan", day=None, practice=DAY.day))
    board = await store.placed(DAY.day, "luckybox", "fay", 2)
    assert [(one.name, one.suit, one.total, one.place, one.tries) for one in board] == [
        ("Dan", 3, 70, 1, 4),
        ("Eva", 3, 61, 2, 4),
        ("Fay", 3, 12, 4, 4),
    ]
    assert [one.person for one in await store.placed(DAY.day, "luckybox", None, 9)] == [
        "dan",
        "eva",
        "cem",
        "fay",
    ]
    for person, counted in (("gus", False), ("fay", True)):
        own = await store.attempt(DAY.day, "luckybox", person)
        assert own is not None
        assert (own.status, own.counted) == ("ended", counted)
    assert await store.placed("2026-12-01", "luckybox", "fay", 9) == []


async def test_games_alone_are_summed_up_and_listed_newest_first(store: Store) -> None:
    """LB-8.2."""
    alone = (Chair(1, 3, "", person="anna"),)
    for name, total, ended in (("a", 50, 1), ("b", 66, 2), ("c", 41, 3), ("d", 66, 4)):
        await store.new_table(replace(table(name, "running"), chairs=alone, watch=f"watch {name}"))
        await store.save([ending(name, "anna", total, ended)])
    chengdu = replace(table("chengdu", "running"), options=b'{"ruleSet": "chengdu"}')
    for row, counted, options_hash in ((table("house"), False, "0" * 64), (chengdu, True, "1" * 64)):
        await store.new_table(replace(row, chairs=alone, watch=row.id))
        await store.save([ending(row.id, "anna", 99, 5, counted=counted, options_hash=options_hash)])
    await store.new_table(table("t1", "running"))
    both = Batch(results=(result(1, "anna", 98), result(2, "ben", 71)))
    await store.save([("t1", both)])
    plain, other = sorted(await store.solo_sums("anna", "luckybox"), key=lambda one: -one.count)
    assert (plain.options, plain.count, plain.sum) == (b'{"rounds": 4}', 4, 223)
    assert (plain.best, plain.least) == (66, 41)
    assert (other.options, other.count, other.best) == (b'{"ruleSet": "chengdu"}', 1, 99)
    listed = await store.solo_games("anna", (plain.options_hash,), 3)
    assert [(one.table, one.watch, one.total, one.before, one.least_before) for one in listed] == [
        ("d", "watch d", 66, 66, 41),
        ("c", "watch c", 41, 66, 50),
        ("b", "watch b", 66, 50, 50),
    ]
    (first,) = (await store.solo_games("anna", (plain.options_hash,), 9))[3:]
    assert (first.before, first.least_before, first.ended, first.day) == (None, None, 1, None)
    assert await store.solo_sums("ben", "luckybox") == []
    assert await store.solo_games("anna", (), 9) == []
