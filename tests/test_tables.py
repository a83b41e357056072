"""Are tables opened as asked, found again, and listed for those who sit there?"""

import asyncio

import pytest

from boltbox.bots import Bot, bots_of
from boltbox.rules.refusals import Refusal
from boltbox.server.messages import Leave, NewTable, TableCard
from boltbox.server.tables import ID_LETTERS, LETTERS
from tests.desk import Hall, guess, make_hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    bots: dict[str, Bot] = dict(bots_of("luckybox"))
    return make_hall(bots)


async def opened(hall: Hall, **new: object) -> TableCard:
    card = await hall.tables.open_table(hall.person("ann"), NewTable("luckybox", **new))  # type: ignore[arg-type]
    assert isinstance(card, TableCard)
    return card


async def test_a_table_opens_with_who_asked_for_it(hall: Hall) -> None:
    card = await opened(hall)
    row = hall.store.rows[card.table]
    assert card == TableCard(
        card.table, "luckybox", "open", ("Ann",), hall.clock.now, your_turn=False, code=row.code, free=11
    )
    assert [(chair.seat, chair.person) for chair in row.chairs] == [(1, "ann")]
    assert b'"rounds":4' in row.options  # options are kept whole: defaults may change


async def test_ids_are_short_unguessable_and_without_look_alikes(hall: Hall) -> None:
    ids = {(await opened(hall)).table for _ in range(50)}
    assert len(ids) == 50
    assert all(len(each) == ID_LETTERS and set(each) <= set(LETTERS) for each in ids)
    assert not set("01ilo") & set(LETTERS)
    assert len(LETTERS) ** ID_LETTERS > 2**48


async def test_a_table_starts_at_once_if_asked_to(hall: Hall) -> None:
    card = await opened(hall, bots=("greedy", "uniform"), start=True)
    assert (card.status, card.your_turn, len(card.names)) == ("running", True, 3)
    assert len(hall.store.log[card.table]) >= 1


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewTable("chess"), "unknown_game"),
        (NewTable("luckybox", options=b'{"rounds":99}'), "option_range"),  # type: ignore[arg-type]
        (NewTable("luckybox", options=b'{"round":1}'), "unknown_option"),  # type: ignore[arg-type]
        (NewTable("luckybox", options=b"["), "unknown_option"),  # type: ignore[arg-type]
        (NewTable("luckybox", options=b'{"deck":"nobody"}'), "unknown_deck"),  # type: ignore[arg-type]
        (NewTable("luckybox", bots=("hal",)), "no_such_bot"),
        (NewTable("luckybox", bots=("greedy",) * 12), "table_full"),
        (NewTable("tiny", start=True), "wrong_seats"),
    ],
)
async def test_what_cant_be_played_isnt_opened(hall: Hall, new: NewTable, code: str) -> None:
    refusal = await hall.tables.open_table(hall.person("ann"), new)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.sentence
    assert hall.store.rows == {}


async def test_a_table_for_more_waits_for_them(hall: Hall) -> None:
    card = await hall.tables.open_table(hall.person("ann"), NewTable("tiny"))
    assert isinstance(card, TableCard)


async def test_a_table_is_loaded_once_however_many_ask(hall: Hall) -> None:
    card = await opened(hall, start=True)
    again = make_hall(store=hall.store)
    found = await asyncio.gather(*(again.tables.find(card.table) for _ in range(5)))
    assert found[0] is not None
    assert len({id(each) for each in found}) == 1
    assert await again.tables.find("nosuchtabl") is None
    assert await again.tables.find("short") is None
    assert await again.tables.card("nosuchtabl", "ann") is None


async def test_a_person_sees_the_tables_where_they_sit(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":1}')
    await opened(hall)
    assert [(card.game, card.your_turn) for card in await hall.tables.cards_of("ann")] == [
        ("tiny", True),
        ("luckybox", False),
    ]
    guess(mailbox, ann)
    await mailbox.empty()
    assert [card.your_turn for card in await hall.tables.cards_of("ann")] == [False, False]
    assert [card.your_turn for card in await hall.tables.cards_of("bob")] == [True]
    guess(mailbox, bob)
    await mailbox.empty()
    assert await hall.tables.cards_of("bob") == []
    card = await hall.tables.card(mailbox.live.id, "cat")
    assert card is not None
    assert (card.status, card.your_turn) == ("ended", False)


async def test_the_host_who_leaves_before_the_start_is_followed(hall: Hall) -> None:
    """C9."""
    mailbox, (ann, bob) = await hall.open(("ann", "bob"), "luckybox", start=False)
    mailbox.post(ann, Leave("l"))
    await mailbox.empty()
    assert bob.frames[-1]["host"] == bob.frames[-1]["you"] == 2
    assert hall.store.rows[mailbox.live.id].host == "bob"


async def test_a_table_that_cant_be_read_stops_no_other(hall: Hall) -> None:
    broken, fine = await opened(hall, start=True), await opened(hall, bots=("greedy",), start=True)
    first = hall.store.log[broken.table][0]
    hall.store.log[broken.table][0] = type(first)(first.stream, 1, 0, 0, None, None, None, b"[{]")
    again = make_hall(store=hall.store)
    await again.tables.start()
    assert await again.tables.find(fine.table) is not None
    with pytest.raises(Exception, match="JSON"):
        await again.tables.find(broken.table)
