"""Does each request get exactly one answer, in order, and only after what it says is saved?"""

import asyncio

import pytest

from boltbox.server.listeners import Close
from boltbox.server.messages import Join, Leave, ReadyUp, SeatBot, Start, Unseat
from boltbox.server.store import Batch, Conflict
from tests.desk import Hall, act, again, guess, make_hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


async def test_nobody_hears_before_it_is_saved(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    hall.store.gate.clear()
    before = len(ann.frames), len(bob.frames)
    id_ = guess(mailbox, ann)
    await asyncio.sleep(0.01)
    assert (len(ann.frames), len(bob.frames)) == before
    hall.store.gate.set()
    await mailbox.empty()
    assert ann.answer(id_)["t"] == "step"
    assert bob.frames[-1]["told"] == [{"t": "ready", "seat": 1}]


async def test_a_refusal_waits_for_what_was_decided_before_it(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    hall.store.gate.clear()
    guess(mailbox, ann)
    refused = guess(mailbox, bob, 9)
    await asyncio.sleep(0.01)
    assert bob.answers(refused) == []
    hall.store.gate.set()
    await mailbox.empty()
    assert [frame["t"] for frame in bob.frames[-2:]] == ["step", "refused"]


async def test_a_refusal_with_nothing_before_it_comes_at_once(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open()
    assert ann.answer(guess(mailbox, ann, 9))["code"] == "no_such_cell"


async def test_it_decides_ahead_of_what_is_saved(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    hall.store.gate.clear()
    guess(mailbox, ann)
    guess(mailbox, bob)
    late = guess(mailbox, ann, decision=1)
    await asyncio.sleep(0.01)
    hall.store.gate.set()
    await mailbox.empty()
    assert ann.answer(late)["code"] == "already_decided"
    assert [entry.version for entry in hall.store.log[mailbox.live.id]] == [1, 2, 3]


async def test_the_same_request_five_times_is_applied_once(hall: Hall) -> None:
    """C11."""
    mailbox, (ann, _) = await hall.open()
    for _ in range(5):
        guess(mailbox, ann, id_="once")
    await mailbox.empty()
    assert len(hall.store.log[mailbox.live.id]) == 2
    assert [frame["t"] for frame in ann.answers("once")] == ["step"]
    already = {"t": "already", "version": 2, "for": "once"}
    for copies in range(1, 4):  # one line after the other broke before its answer came
        guess(mailbox, ann, id_="once")
        await mailbox.empty()
        assert ann.answers("once")[1:] == [already] * copies
        back = hall.enter(mailbox, ann.person)
        guess(mailbox, back, id_="once")
        await mailbox.empty()
        assert back.answer("once") == already
    assert len(hall.store.log[mailbox.live.id]) == 2


async def test_a_repeat_of_a_refused_request_gets_the_same_refusal(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open()
    guess(mailbox, ann, 9, id_="bad")
    guess(mailbox, ann, 3, id_="bad")  # whatever it says now
    assert [frame["code"] for frame in ann.answers("bad")] == ["no_such_cell"] * 2


async def test_ids_are_each_seats_own(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    guess(mailbox, ann, id_="same")
    guess(mailbox, bob, id_="same")
    await mailbox.empty()
    assert ann.answer("same")["t"] == bob.answer("same")["t"] == "step"
    assert len(hall.store.log[mailbox.live.id]) == 3


async def test_a_repeat_on_another_line_waits_for_the_same_answer(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open()
    hall.store.gate.clear()
    guess(mailbox, ann, id_="once")
    mailbox.exit(ann)
    back = hall.enter(mailbox, ann.person)
    guess(mailbox, back, id_="once")
    hall.store.gate.set()
    await mailbox.empty()
    assert back.answer("once")["t"] == "step"
    assert back.frames[-1]["parts"]["own"] == {"number": 3}


async def test_what_tells_its_actor_nothing_is_answered_all_the_same(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    count = len(bob.frames)
    id_ = act(mailbox, ann, {"t": "nod"})
    await mailbox.empty()
    assert ann.answer(id_) == {"t": "already", "version": 1, "for": id_}
    assert len(bob.frames) == count


async def test_a_bug_of_a_game_is_answered_and_changes_nothing(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open()
    before = mailbox.live.table.position
    assert ann.answer(act(mailbox, ann, {"t": "break"}))["code"] == "table_failed"
    assert mailbox.live.table.position == before
    id_ = guess(mailbox, ann)
    await mailbox.empty()
    assert ann.answer(id_)["t"] == "step"


async def test_what_couldnt_be_saved_didnt_happen(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    hall.store.gate.clear()
    hall.store.failure = OSError("disk full")
    before = mailbox.live.table.position
    first, second = guess(mailbox, ann), guess(mailbox, bob)
    await asyncio.sleep(0.01)
    third = guess(mailbox, ann, 9)
    hall.store.gate.set()
    await mailbox.empty()
    for ear, id_ in ((ann, first), (bob, second), (ann, third)):
        assert ear.answer(id_)["code"] == "not_saved"
    assert mailbox.live.table.position == before
    hall.store.failure = None
    guess(mailbox, ann, id_=first)  # the same id is judged afresh
    await mailbox.empty()
    assert ann.answers(first)[-1]["t"] == "step"


async def test_a_start_that_couldnt_be_saved_leaves_the_table_open(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open(start=False)
    hall.store.failure = OSError("disk full")
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    assert ann.answer("s")["code"] == "not_saved"
    hall.store.failure = None
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    assert ann.answers("s")[-1]["status"] == "running"


async def test_a_table_that_somebody_else_wrote_is_loaded_anew(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    hall.store.failure = Conflict(mailbox.live.id)
    id_ = guess(mailbox, ann)
    await mailbox.empty()
    assert ann.answer(id_)["code"] == "not_saved"
    assert ann.closed == bob.closed == [Close.COME_BACK]
    assert ann.answers(guess(mailbox, ann))[-1]["code"] == "not_saved"
    hall.store.failure = None
    other = await hall.tables.find(mailbox.live.id)
    assert other is not None
    assert other is not mailbox
    back = hall.enter(other, ann.person)
    guess(other, back, id_=id_)
    await other.empty()
    assert back.answer(id_)["t"] == "step"


async def test_after_a_restart_accepted_requests_are_known(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()
    first, refused = guess(mailbox, ann), guess(mailbox, bob, 9)
    await mailbox.empty()
    guess(mailbox, bob)
    await mailbox.empty()
    version = ann.answer(first)["version"]
    restarted = make_hall(store=hall.store)
    loaded = await restarted.tables.find(mailbox.live.id)
    assert loaded is not None
    back, other = restarted.enter(loaded, ann.person, seen=1), restarted.enter(loaded, bob.person)
    guess(loaded, back, id_=first)
    guess(loaded, other, 9, id_=refused)  # judged afresh
    await loaded.empty()
    assert back.answer(first) == {"t": "already", "version": version, "for": first}
    assert other.answer(refused)["code"] == "no_such_cell"
    assert [told["t"] for told in back.of("whole")[0]["told"]] == ["mine", "ready", "rolled"]


async def test_the_end_is_saved_with_its_results(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":1}')
    guess(mailbox, ann)
    guess(mailbox, bob)
    await mailbox.empty()
    (batch,) = [batch for batch in hall.store.batches if batch.results]
    assert batch.status == "ended"
    assert b'"ended"' in batch.entries[-1].events
    one, two = batch.results
    assert (one.person, one.bot, one.game, one.rules, one.house, one.counted) == (
        ("ann", None, "tiny", 7, True, False)  # another number of rounds is a house rule
    )
    assert one.parts == b'{"hits":%d}' % one.total
    assert (one.rank, two.rank) == (1, 1)
    assert [frame["t"] for frame in ann.frames[-2:]] == ["step", "lobby"]
    assert ann.frames[-1]["status"] == "ended"


async def test_again_opens_one_table_for_all(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(options=b'{"rounds":1}')
    again(mailbox, ann, "early")
    assert ann.answer("early")["code"] == "not_over"
    guess(mailbox, ann)
    guess(mailbox, bob)
    await mailbox.empty()
    watcher = hall.enter(mailbox, hall.person("cat"))
    again(mailbox, bob, "b")
    again(mailbox, ann, "a")
    again(mailbox, watcher, "c")
    await mailbox.empty()
    again(mailbox, ann, "later")
    await mailbox.empty()
    opened = bob.answer("b")["next"]
    assert ann.answer("a")["next"] == ann.answer("later")["next"] == opened
    assert watcher.answer("c")["code"] == "not_seated"
    assert watcher.of("lobby")[-1]["next"] == opened
    other = await hall.tables.find(opened)
    assert other is not None
    assert [chair.person for chair in other.live.lobby.saved.company.chairs] == ["ann", "bob"]
    assert len(hall.store.rows) == 2
    commitments = {row.commitment for row in hall.store.rows.values()}
    assert len(commitments) == 2


async def test_sitting_down_and_starting_are_answered_by_the_lobby(hall: Hall) -> None:
    mailbox, (ann,) = await hall.open(("ann",), start=False)
    bob = hall.enter(mailbox, hall.person("bob"))
    assert bob.of("lobby")[-1]["you"] is None
    mailbox.post(ann, Start("alone"))
    assert ann.answer("alone")["code"] == "wrong_seats"
    mailbox.post(bob, Join("j", seat=3))
    await mailbox.empty()
    assert (bob.answer("j")["you"], ann.frames[-1]["you"]) == (3, 1)
    assert ann.frames[-1]["mayStart"]
    mailbox.post(bob, Start("s"))
    assert bob.answer("s")["code"] == "not_host"
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    assert [frame["t"] for frame in bob.frames[-2:]] == ["lobby", "step"]
    assert bob.frames[-2]["you"] == 2  # gaps are closed at the start
    assert bob.frames[-1]["version"] == 1
    assert set(bob.frames[-1]["parts"]) == {"head", "seat1", "seat2", "own", "ask", "clock"}
    mailbox.post(bob, ReadyUp("r", on=False))
    assert bob.answer("r")["code"] == "already_started"


async def test_only_the_host_seats_bots(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(start=False)
    mailbox.post(bob, SeatBot("b", "plain"))
    mailbox.post(ann, SeatBot("c", "nobody"))
    mailbox.post(ann, Unseat("d", 2))
    assert bob.answer("b")["code"] == "not_host"
    assert ann.answer("c")["code"] == "no_such_bot"
    assert ann.answer("d")["code"] == "still_here"


async def test_a_repeated_join_is_answered_by_the_lobby_again(hall: Hall) -> None:
    mailbox, (_, bob) = await hall.open(start=False)
    mailbox.post(bob, Join("j", seat=4))
    await mailbox.empty()
    mailbox.post(bob, Join("j", seat=4))
    await mailbox.empty()
    assert [(frame["t"], frame["you"]) for frame in bob.answers("j")] == [("lobby", 4), ("lobby", 4)]


async def test_who_only_watches_cant_act(hall: Hall) -> None:
    """C15: the actor comes from the connection alone."""
    mailbox, (ann, _) = await hall.open()
    stranger, nobody = hall.enter(mailbox, hall.person("cat")), hall.enter(mailbox, None)
    spectator = hall.enter(mailbox, ann.person, watch=True)
    for ear, code in ((stranger, "not_seated"), (nobody, "nobody"), (spectator, "not_seated")):
        assert ear.answer(guess(mailbox, ear, decision=1))["code"] == code
    assert mailbox.live.table.position.version == 1


async def test_all_tabs_of_a_seat_get_the_same(hall: Hall) -> None:
    """C7."""
    mailbox, (ann, _) = await hall.open()
    tab = hall.enter(mailbox, ann.person)
    first = guess(mailbox, ann, 3)
    second = guess(mailbox, tab, 4, decision=1)
    await mailbox.empty()
    assert ann.answer(first) == tab.answer(first)
    assert ann.frames[-1]["parts"] == tab.frames[-1]["parts"]
    assert second


async def test_presence_is_shown_to_the_others(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open()

    def present() -> list[bool]:
        return [seat["present"] for seat in ann.of("lobby")[-1]["seats"]]

    assert present() == [True, True]
    tab = hall.enter(mailbox, bob.person)
    mailbox.exit(bob)
    assert present() == [True, True]
    mailbox.exit(tab)
    assert present() == [True, False]
    hall.enter(mailbox, bob.person, watch=True)
    assert present() == [True, False]
    hall.enter(mailbox, bob.person)
    assert present() == [True, True]


async def test_a_new_name_is_shown_at_once(hall: Hall) -> None:
    """C8."""
    mailbox, (ann, bob) = await hall.open(start=False)
    assert bob.person is not None
    renamed = type(bob.person)(bob.person.id, "Robert", 5, 0)
    await hall.tables.renamed(renamed)
    assert [seat["name"] for seat in ann.frames[-1]["seats"]] == ["Ann", "Robert"]
    mailbox.post(bob, Leave("l"))
    await mailbox.empty()
    assert bob.answer("l")["you"] is None
    mailbox.post(bob, Join("j"))
    await mailbox.empty()
    assert [(seat["name"], seat["suit"]) for seat in ann.frames[-1]["seats"]] == [("Ann", 0), ("Robert", 5)]


async def test_a_closed_mailbox_decides_nothing_more(hall: Hall) -> None:
    mailbox, (ann, _) = await hall.open()
    hall.store.gate.clear()
    waiting = guess(mailbox, ann)
    closing = asyncio.create_task(hall.tables.close())
    await asyncio.sleep(0.01)
    refused = guess(mailbox, ann)
    hall.store.gate.set()
    await closing
    assert ann.answer(waiting)["t"] == "step"
    assert ann.answer(refused)["code"] == "not_saved"
    assert ann.closed == [Close.COME_BACK]


async def test_a_bug_in_telling_opens_the_lines_anew_and_loses_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox, (ann, bob) = await hall.open()

    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as broken_game:
        broken_game.setattr(mailbox.live.frames, "steps", broken)
        id_ = guess(mailbox, ann)
        await mailbox.empty()
    assert ann.closed == bob.closed == [Close.FAILED]
    assert len(hall.store.log[mailbox.live.id]) == 2
    guess(mailbox, bob)
    await mailbox.empty()
    restarted = make_hall(store=hall.store)
    loaded = await restarted.tables.find(mailbox.live.id)
    assert loaded is not None
    back = restarted.enter(loaded, ann.person)
    guess(loaded, back, id_=id_)
    await loaded.empty()
    assert back.answer(id_)["t"] == "already"


async def test_a_follower_that_fails_stops_no_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("boltbox.server.bot_seats.BotSeats.look", broken)
    mailbox, (ann, bob) = await hall.open()
    first, second = guess(mailbox, ann), guess(mailbox, bob)
    await mailbox.empty()
    assert ann.answer(first)["t"] == bob.answer(second)["t"] == "step"


async def test_a_start_that_failed_shows_who_sits_where_now(hall: Hall) -> None:
    mailbox, (ann, bob) = await hall.open(start=False)
    mailbox.post(bob, Join("j", seat=4))
    await mailbox.empty()
    save = hall.store.save

    async def full(batches: list[tuple[str, Batch]]) -> list[Exception | None]:
        return [OSError("disk full")] * len(batches)

    hall.store.save = full  # type: ignore[method-assign]
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    assert ann.answer("s")["code"] == "not_saved"
    assert (bob.frames[-1]["you"], bob.frames[-1]["status"]) == (2, "open")
    hall.store.save = save  # type: ignore[method-assign]
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    assert bob.frames[-1]["version"] == 1
