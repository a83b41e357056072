"""Do people's pages add to the luck so that nobody, the server neither, can choose it? Time is passed in."""

import asyncio
import hashlib
import json
from random import Random
from typing import Any

import msgspec
import pytest

from boltbox.rules.luckybox.state import State
from boltbox.server.digests import luck_of
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import (
    Again,
    Arrange,
    Join,
    Leave,
    NewTable,
    ReadyUp,
    Reveal,
    Seal,
    SeatBot,
    SeatGuest,
    Start,
    TableSettings,
    Unseat,
)
from boltbox.server.sealing import WORDS_MS
from boltbox.table.deal import Deal
from boltbox.table.record import Word
from boltbox.table.timed import TimedState
from tests.desk import Ear, Hall, act, guess, legal, make_hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


def word(name: str) -> str:
    """Makes the word of somebody's page."""
    return hashlib.sha256(name.encode()).hexdigest()


def seal_of(name: str) -> str:
    return hashlib.sha256(bytes.fromhex(word(name))).hexdigest()


async def ask(mailbox: Mailbox, ear: Ear, request: Any) -> dict[str, Any]:
    """Posts a request, and gives its answer once it is saved."""
    mailbox.post(ear, request)
    await mailbox.empty()
    return ear.answers(request.id)[-1]


async def sealed(
    hall: Hall, people: tuple[str, ...] = ("ann", "bob"), game: str = "tiny", **new: Any
) -> tuple[Mailbox, list[Ear]]:
    """Opens a table where all pages have sealed, and presses the start."""
    mailbox, ears = await hall.open(people, game, start=False, **new)
    for name, ear in zip(people, ears, strict=True):
        await ask(mailbox, ear, Seal(f"seal {name}", seal_of(name)))
    assert (await ask(mailbox, ears[0], Start("start")))["sealed"]
    return mailbox, ears


def seals(ear: Ear) -> list[str | None]:
    return [seat["seal"] for seat in ear.of("lobby")[-1]["seats"]]


def words(hall: Hall, mailbox: Mailbox) -> tuple[Word, ...]:
    return luck_of(hall.store.rows[mailbox.live.id]).words


def draws_from(mailbox: Mailbox, deal: Deal) -> bool:
    """Tells whether the table draws from the seed of a deal."""
    mine = mailbox.live.table.luck.draw("numbers", 1, 1, 0, 2**60)
    return mine == deal.luck().draw("numbers", 1, 1, 0, 2**60)


# Sealing ----------------------------------------------------------------------------------------------------


async def test_everybody_sees_each_seal_before_the_start_and_no_word(hall: Hall) -> None:
    """C28."""
    mailbox, (ann, bob) = await hall.open(start=False)
    assert seals(bob) == [None, None]
    answer = await ask(mailbox, ann, Seal("1", seal_of("ann")))
    assert [seat["seal"] for seat in answer["seats"]] == [seal_of("ann"), None]
    assert seals(bob) == seals(ann)
    await ask(mailbox, ann, Seal("2", seal_of("other")))  # the last one counts
    assert seals(bob) == [seal_of("other"), None]
    assert (await ask(mailbox, ann, Reveal("3", word("other"))))["code"] == "no_word_awaited"


async def test_only_who_sits_seals(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open(start=False)
    cat = hall.enter(mailbox, hall.person("cat"))
    watcher = hall.enter(mailbox, ann.person, watch=True)
    for ear in (cat, watcher):
        assert (await ask(mailbox, ear, Seal("1", seal_of("cat"))))["code"] == "not_seated"
    assert seals(ann) == [None, None]


@pytest.mark.parametrize("hash_", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n"])
def test_a_seal_is_64_digits(hash_: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({"t": "seal", "id": "1", "hash": hash_}), type=Seal)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({"t": "reveal", "id": "1", "word": hash_}), type=Reveal)


async def test_who_gets_up_takes_the_seal_along(hall: Hall) -> None:
    """C8: and has none before the page gives another one."""
    mailbox, (ann, bob) = await hall.open(start=False)
    await ask(mailbox, bob, Seal("1", seal_of("bob")))
    await ask(mailbox, bob, Join("2", seat=3))
    assert seals(ann) == [None, seal_of("bob")]
    await ask(mailbox, bob, Leave("3"))
    await ask(mailbox, bob, Join("4"))
    assert seals(ann) == [None, None]


async def test_nobody_waits_for_the_word_of_a_page_that_is_gone(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(start=False)
    await ask(mailbox, ann, Seal("1", seal_of("ann")))
    await ask(mailbox, bob, Seal("2", seal_of("bob")))
    mailbox.exit(bob)
    await mailbox.empty()
    assert seals(ann) == [seal_of("ann"), None]
    await ask(mailbox, ann, Start("3"))
    await ask(mailbox, ann, Reveal("4", word("ann")))
    assert words(hall, mailbox) == (Word(1, seal_of("ann"), word("ann")),)


async def test_of_two_tabs_the_last_one_seals_until_it_goes(hall: Hall) -> None:
    """C7."""
    mailbox, (ann, _) = await hall.open(start=False)
    tab = hall.enter(mailbox, ann.person)
    await ask(mailbox, ann, Seal("1", seal_of("first")))
    await ask(mailbox, tab, Seal("2", seal_of("second")))
    mailbox.exit(ann)
    await mailbox.empty()
    assert seals(tab) == [seal_of("second"), None]
    back = hall.enter(mailbox, ann.person)
    mailbox.exit(tab)
    await mailbox.empty()
    assert seals(back) == [None, None]


# Starting ---------------------------------------------------------------------------------------------------


async def test_a_table_that_nobody_sealed_starts_at_once(hall: Hall) -> None:
    mailbox, _ = await hall.open()
    row = hall.store.rows[mailbox.live.id]
    assert (row.status, row.words) == ("running", None)
    assert draws_from(mailbox, Deal(row.secret))


async def test_the_last_word_begins_the_game_and_is_in_its_seed(hall: Hall) -> None:
    """C28."""
    mailbox, (ann, bob) = await sealed(hall)
    assert bob.of("lobby")[-1]["sealed"]
    assert not bob.of("step")
    answer = await ask(mailbox, bob, Reveal("1", word("bob")))
    assert (answer["status"], answer["sealed"]) == ("open", True)
    answer = await ask(mailbox, ann, Reveal("2", word("ann")))
    assert (answer["status"], answer["sealed"]) == ("running", False)
    assert [frame["t"] for frame in bob.frames[-2:]] == ["lobby", "step"]
    given = tuple(Word(seat, seal_of(name), word(name)) for seat, name in ((1, "ann"), (2, "bob")))
    assert words(hall, mailbox) == given
    secret = mailbox.live.lobby.agreed.row.secret
    assert draws_from(mailbox, Deal(secret, tuple(bytes.fromhex(word(name)) for name in ("ann", "bob"))))
    # The first entry and the words are one transaction.
    (batch,) = [batch for batch in hall.store.batches if batch.words is not None]
    assert [entry.version for entry in batch.entries] == [1]


async def test_words_go_by_seat_and_follow_their_chairs(hall: Hall) -> None:
    """Gaps close at the start; whoever comes first with a word doesn't matter."""
    mailbox, (ann, bob, cat) = await hall.open(("ann", "bob", "cat"), "luckybox", start=False)
    await ask(mailbox, cat, Join("1", seat=12))
    await ask(mailbox, ann, Join("2", seat=9))
    for name, ear in (("cat", cat), ("ann", ann), ("bob", bob)):
        await ask(mailbox, ear, Seal(name, seal_of(name)))
    shown = await ask(mailbox, ann, Start("3"))
    in_order = [(1, "bob"), (2, "ann"), (3, "cat")]
    assert [(seat["seat"], seat["seal"]) for seat in shown["seats"]] == [
        (seat, seal_of(name)) for seat, name in in_order
    ]
    for name, ear in (("ann", ann), ("cat", cat), ("bob", bob)):
        await ask(mailbox, ear, Reveal(f"word {name}", word(name)))
    assert [(one.seat, one.word) for one in words(hall, mailbox)] == [
        (seat, word(name)) for seat, name in in_order
    ]


async def test_after_three_seconds_the_hash_counts_for_a_word_that_never_came(hall: Hall) -> None:
    """flow.md: time is the table's."""
    mailbox, (ann, bob) = await sealed(hall)
    await ask(mailbox, ann, Reveal("1", word("ann")))
    assert mailbox.due == hall.clock.now + WORDS_MS
    hall.clock.now += WORDS_MS - 1
    assert not mailbox.tick()
    hall.clock.now += 1
    assert mailbox.tick()
    await mailbox.empty()
    assert words(hall, mailbox) == (Word(1, seal_of("ann"), word("ann")), Word(2, seal_of("bob")))
    deal = Deal(
        mailbox.live.lobby.agreed.row.secret, (bytes.fromhex(word("ann")), bytes.fromhex(seal_of("bob")))
    )
    assert draws_from(mailbox, deal)
    late = await ask(mailbox, bob, Reveal("2", word("bob")))
    assert late["code"] == "no_word_awaited"
    assert draws_from(mailbox, deal)
    assert mailbox.live.lobby.saved.status == "running"


async def test_another_word_than_the_sealed_one_is_refused(hall: Hall) -> None:
    mailbox, (ann, bob) = await sealed(hall)
    for ear, name in ((ann, "other"), (ann, "bob"), (bob, "ann")):
        refused = await ask(mailbox, ear, Reveal(f"{ear.person} {name}", word(name)))
        assert refused["code"] == "wrong_word"
    assert ann.of("lobby")[-1]["status"] == "open"
    await ask(mailbox, ann, Reveal("1", word("ann")))
    await ask(mailbox, ann, Reveal("2", word("ann")))  # from another tab: nothing new
    await ask(mailbox, bob, Reveal("3", word("bob")))
    assert ann.of("lobby")[-1]["status"] == "running"


async def test_a_word_that_came_after_a_reconnect_counts(hall: Hall) -> None:
    mailbox, (ann, bob) = await sealed(hall)
    await ask(mailbox, ann, Reveal("1", word("ann")))
    mailbox.exit(bob)
    await mailbox.empty()
    assert seals(ann) == [seal_of("ann"), seal_of("bob")]
    back = hall.enter(mailbox, bob.person)
    assert back.of("lobby")[0]["sealed"]
    assert (await ask(mailbox, back, Reveal("2", word("bob"))))["status"] == "running"


async def test_nothing_changes_while_words_are_awaited(hall: Hall) -> None:
    """C9: the host can't leave in between; whoever is gone plays on when they come back."""
    mailbox, (ann, bob) = await sealed(hall)
    cat = hall.enter(mailbox, hall.person("cat"))
    requests = [
        (ann, Leave("1")),
        (bob, Leave("2")),
        (cat, Join("3")),
        (bob, Join("4", seat=2)),
        (bob, ReadyUp("5", on=False)),
        (ann, SeatBot("6", "greedy")),
        (ann, Unseat("7", 2)),
        (ann, Arrange("8", TableSettings(chat=False))),
        (ann, Seal("9", seal_of("late"))),
        (ann, Start("10")),
    ]
    before = mailbox.live.lobby.now
    for ear, request in requests:
        assert (await ask(mailbox, ear, request))["code"] == "already_started"
    assert (await ask(mailbox, bob, Start("11")))["code"] == "not_host"
    assert mailbox.live.lobby.now == before
    assert not ann.of("lobby")[-1]["mayStart"]
    mailbox.exit(ann)
    await ask(mailbox, bob, Reveal("12", word("bob")))
    hall.clock.now += WORDS_MS
    mailbox.tick()
    await mailbox.empty()
    assert mailbox.live.lobby.saved.company.host == "ann"
    assert [one.word for one in words(hall, mailbox)] == [None, word("bob")]


async def test_a_game_that_cant_start_isnt_sealed(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(start=False)
    await ask(mailbox, ann, Seal("1", seal_of("ann")))
    await ask(mailbox, bob, Leave("2"))
    assert (await ask(mailbox, ann, Start("3")))["code"] == "wrong_seats"
    assert not ann.of("lobby")[-1]["sealed"]


async def test_a_beginning_that_couldnt_be_saved_opens_the_table_again_without_seals(hall: Hall) -> None:
    """The words were told, so they count for no other deal."""
    mailbox, (ann, bob) = await sealed(hall)
    await ask(mailbox, ann, Reveal("1", word("ann")))
    hall.store.failure = OSError("disk full")
    assert (await ask(mailbox, bob, Reveal("2", word("bob"))))["code"] == "not_saved"
    assert (seals(ann), ann.of("lobby")[-1]["sealed"]) == ([None, None], False)
    assert mailbox.live.words == {}
    secret = mailbox.live.lobby.agreed.row.secret
    assert draws_from(mailbox, Deal(secret))
    hall.store.failure = None
    await ask(mailbox, ann, Seal("3", seal_of("new")))
    await ask(mailbox, ann, Start("4"))
    await ask(mailbox, ann, Reveal("5", word("new")))
    assert words(hall, mailbox) == (Word(1, seal_of("new"), word("new")),)
    assert draws_from(mailbox, Deal(secret, (bytes.fromhex(word("new")),)))


async def test_a_bug_at_the_start_opens_the_table_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    mailbox, (ann, bob) = await sealed(hall)
    with monkeypatch.context() as broken:
        broken.setattr(mailbox.live.table, "start", lambda *_: 1 / 0)
        hall.clock.now += WORDS_MS
        mailbox.tick()
        await mailbox.empty()
    assert (seals(bob), bob.of("lobby")[-1]["sealed"], mailbox.due) == ([None, None], False, None)
    assert (await ask(mailbox, ann, Start("again")))["status"] == "running"


async def test_after_a_crash_while_sealed_the_table_is_open(hall: Hall) -> None:
    mailbox, (ann, _) = await sealed(hall)
    restarted = make_hall(store=hall.store)
    loaded = await restarted.tables.find(mailbox.live.id)
    assert loaded is not None
    back = restarted.enter(loaded, ann.person)
    assert (seals(back), back.of("lobby")[0]["sealed"]) == ([None, None], False)
    await ask(loaded, back, Seal("1", seal_of("anew")))
    assert (await ask(loaded, back, Start("2")))["sealed"]


async def test_a_restarted_server_draws_from_the_same_seed(hall: Hall) -> None:
    mailbox, (ann, bob) = await sealed(hall)
    for name, ear in (("ann", ann), ("bob", bob)):
        await ask(mailbox, ear, Reveal(name, word(name)))
    loaded = await make_hall(store=hall.store).tables.find(mailbox.live.id)
    assert loaded is not None
    key = ("dice", 5, 6, 7, 2**60)
    assert loaded.live.table.luck.draw(*key) == mailbox.live.table.luck.draw(*key)


async def test_other_words_deal_other_boxes_and_change_no_bot(hall: Hall) -> None:
    """C24: one secret, two words: the deal is another one, what bots draw from is the same."""
    secret = bytes(32)
    one, two = Deal(secret, (b"1" * 32,)), Deal(secret, (b"2" * 32,))
    draws = [[deal.luck().draw("boxes", 0, n, 0, 60) for n in range(20)] for deal in (one, two)]
    assert draws[0] != draws[1]
    mailbox, (ann, _) = await sealed(hall)
    bots = mailbox.live.bot_luck.draw("bot", 1, 2, 3, 2**60)
    await ask(mailbox, ann, Reveal("1", word("ann")))
    hall.clock.now += WORDS_MS
    mailbox.tick()
    assert mailbox.live.bot_luck.draw("bot", 1, 2, 3, 2**60) == bots


async def test_a_device_gives_one_word_whoever_plays_on_it(hall: Hall) -> None:
    """Pass and play: it counts at the seat of whose device it is, and the seal shows there."""
    mailbox, (ann, bob) = await hall.open(start=False, game="luckybox")
    await ask(mailbox, ann, SeatGuest("1", "Zoë", seat=4))
    await ask(mailbox, ann, Join("2", seat=5))
    await ask(mailbox, ann, Seal("3", seal_of("ann")))
    shown = await ask(mailbox, ann, Start("4"))
    assert [seat["seal"] for seat in shown["seats"]] == [None, None, seal_of("ann")]
    assert (await ask(mailbox, ann, SeatGuest("5", "Yu")))["code"] == "already_started"
    await ask(mailbox, ann, Reveal("6", word("ann")))
    assert bob.of("lobby")[-1]["status"] == "running"
    assert words(hall, mailbox) == (Word(3, seal_of("ann"), word("ann")),)


# Without a connection yet -----------------------------------------------------------------------------------


async def test_a_game_opened_with_a_seal_waits_for_the_page(hall: Hall) -> None:
    ann = hall.person("ann")
    new = NewTable("luckybox", start=True, seal=seal_of("ann"))
    card = await hall.tables.open_table(ann, new)
    assert card.status == "open"  # type: ignore[union-attr]
    mailbox = await hall.tables.find(card.table)  # type: ignore[union-attr]
    assert mailbox is not None
    ear = hall.enter(mailbox, ann)
    lobby = ear.of("lobby")[0]
    assert (lobby["sealed"], seals(ear)) == (True, [seal_of("ann")])
    assert (await ask(mailbox, ear, Reveal("1", word("ann"))))["status"] == "running"
    assert words(hall, mailbox) == (Word(1, seal_of("ann"), word("ann")),)


async def test_again_alone_with_a_seal_waits_for_the_page(hall: Hall) -> None:
    mailbox, (ann,) = await hall.open(("ann",), "luckybox", options=b'{"rounds":1}')
    while not mailbox.live.table.over:
        act(mailbox, ann, next(legal(mailbox, 1)))
        await mailbox.empty()
    answer = await ask(mailbox, ann, Again("again", seal=seal_of("next")))
    following = await hall.tables.find(answer["next"])
    assert following is not None
    ear = hall.enter(following, ann.person)
    assert ear.of("lobby")[0]["sealed"]
    assert (await ask(following, ear, Reveal("1", word("next"))))["status"] == "running"


# Hidden -----------------------------------------------------------------------------------------------------


async def test_no_word_and_no_seed_is_in_any_frame_of_anybody(hall: Hall) -> None:
    """C16, C28: each byte of a whole game that anybody was sent, spectators too."""
    people = ("ann", "bob", "cat")
    mailbox, ears = await hall.open(people, "luckybox", start=False, options=b'{"rounds":2}')
    ears.append(hall.enter(mailbox, None, watch=True))
    for name, ear in zip(people, ears, strict=False):
        await ask(mailbox, ear, Seal(name, seal_of(name)))
    await ask(mailbox, ears[0], Start("start"))
    for name, ear in zip(people[:2], ears, strict=False):
        await ask(mailbox, ear, Reveal(f"word {name}", word(name)))
    hall.clock.now += WORDS_MS
    mailbox.tick()
    await mailbox.empty()
    rng = Random(7)
    while not mailbox.live.table.over:
        state = mailbox.live.table.state
        assert isinstance(state, TimedState)
        assert isinstance(state.game, State)
        seat = rng.choice(mailbox.live.game.to_act(state))
        act(mailbox, ears[seat - 1], rng.choice(list(legal(mailbox, seat))))
        await mailbox.empty()
    luck = luck_of(hall.store.rows[mailbox.live.id])
    hidden = [luck.secret, luck.deal.seed.hex(), *(word(name) for name in people)]
    for ear in ears:
        everything = "".join(ear.texts)
        assert len(everything) > 10_000
        assert [one for one in hidden if one in everything] == []
        first = next(frame for frame in ear.frames if frame["t"] == "lobby")
        assert first["commitment"] == luck.commitment


# The end ----------------------------------------------------------------------------------------------------


async def told_digest(ear: Ear) -> str:
    async with asyncio.timeout(10):
        while ear.of("lobby")[-1]["digest"] is None:
            await asyncio.sleep(0.002)
    digest: str = ear.of("lobby")[-1]["digest"]
    return digest


async def test_the_digest_is_told_at_the_end_kept_and_known_after_a_restart(hall: Hall) -> None:
    """C28."""
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":1}')
    watcher = hall.enter(mailbox, None, watch=True)
    guess(mailbox, ann)
    guess(mailbox, bob)
    await mailbox.empty()
    digest = await told_digest(ann)
    assert digest == await told_digest(watcher)
    assert hall.store.rows[mailbox.live.id].digest == digest
    restarted = make_hall(store=hall.store)
    loaded = await restarted.tables.find(mailbox.live.id)
    assert loaded is not None
    assert restarted.enter(loaded, ann.person).of("lobby")[0]["digest"] == digest


async def test_a_digest_that_a_crash_kept_from_being_made_is_made_when_somebody_comes(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":1}')
    guess(mailbox, ann)
    guess(mailbox, bob)
    await mailbox.empty()
    digest = await told_digest(bob)
    row = hall.store.rows[mailbox.live.id]
    hall.store.rows[row.id] = msgspec.structs.replace(row, digest=None)
    restarted = make_hall(store=hall.store)
    loaded = await restarted.tables.find(row.id)
    assert loaded is not None
    assert await told_digest(restarted.enter(loaded, None)) == digest
