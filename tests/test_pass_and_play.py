"""Do several people on one device play like others? One at a time, each seeing what is theirs alone."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.server.attendance import AWAY_MS
from boltbox.server.mailbox import ClientRequest, Mailbox
from boltbox.server.messages import (
    Act,
    Arrange,
    Hello,
    Join,
    Leave,
    NameGuest,
    NewGuest,
    NewTable,
    Pause,
    React,
    ReadyUp,
    SeatBot,
    SeatGuest,
    Sit,
    Start,
    TableSettings,
    Unseat,
)
from boltbox.server.reconnect import greet
from boltbox.table.timed import clock_of, game_of
from tests.desk import Ear, Hall, Json, act, again, guess, legal, make_hall
from tests.evening import Server, company, evening, sitting

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


async def asked(mailbox: Mailbox, ear: Ear, request: ClientRequest) -> Json:
    """Posts a request, and gives its answer."""
    mailbox.post(ear, request)
    await mailbox.empty()
    return ear.answer(request.id)


async def sofa(
    hall: Hall, *guests: str, people: tuple[str, ...] = ("ann",), game: str = "tiny", start: bool = True
) -> tuple[Mailbox, list[Ear]]:
    """Opens a table where the first person has guests."""
    mailbox, ears = await hall.open(
        people, game, start=False, guests=tuple(NewGuest(name) for name in guests)
    )
    if start:
        assert (await asked(mailbox, ears[0], Start("start")))["t"] == "lobby"
    return mailbox, ears


def seats(ear: Ear) -> list[tuple[int, str, bool]]:
    return [(one["seat"], one["name"], one["guest"]) for one in ear.of("lobby")[-1]["seats"]]


# Before the start -------------------------------------------------------------------------------------------


async def test_anyone_who_sits_adds_names_and_removes_people_on_the_own_device(hall: Hall) -> None:
    mailbox, (ann, bob) = await sofa(hall, people=("ann", "bob"), start=False)
    eve = hall.enter(mailbox, hall.person("eve"))
    assert (await asked(mailbox, bob, SeatGuest("1", "Mia")))["t"] == "lobby"
    assert seats(ann) == [(1, "Ann", False), (2, "Bob", False), (3, "Mia", True)]
    assert [ear.of("lobby")[-1]["mine"] for ear in (ann, bob, eve)] == [[1], [2, 3], []]
    assert (await asked(mailbox, bob, NameGuest("2", 3, "Leo")))["seats"][2]["name"] == "Leo"
    assert (await asked(mailbox, ann, NameGuest("3", 3, "Ann")))["code"] == "no_guest"
    assert (await asked(mailbox, ann, Unseat("4", 3)))["code"] == "still_here"
    assert (await asked(mailbox, eve, SeatGuest("5", "Eve")))["code"] == "not_seated"
    assert (await asked(mailbox, bob, Unseat("6", 1)))["code"] == "not_host"
    assert (await asked(mailbox, bob, Unseat("7", 3)))["t"] == "lobby"
    assert seats(ann) == [(1, "Ann", False), (2, "Bob", False)]
    assert (await asked(mailbox, bob, ReadyUp("8", on=False)))["t"] == "lobby"
    late = await asked(mailbox, bob, SeatGuest("9", "Mia", 7))
    assert [(one["ready"], one["suit"]) for one in late["seats"][2:]] == [(False, 7)]


@pytest.mark.parametrize(
    ("name", "suit", "code"),
    [("", None, "name_empty"), ("a" * 25, None, "name_long"), ("a\u200bb", None, "name_hidden"),
     ("Mia", 12, "no_such_suit"), ("Mia", -1, "no_such_suit")],
)  # fmt: skip
async def test_the_name_of_a_guest_is_checked_as_a_person_s_is(
    hall: Hall, name: str, suit: int | None, code: str
) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia", start=False)
    assert (await asked(mailbox, ann, SeatGuest("1", name, suit)))["code"] == code
    assert (await asked(mailbox, ann, NameGuest("2", 2, name, suit)))["code"] == code
    new = NewTable("tiny", guests=(NewGuest(name, suit),))
    refusal = await hall.tables.open_table(hall.person("ann"), new)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


async def test_guests_whose_names_look_alike_are_told_apart(hall: Hall) -> None:
    _, (ann,) = await sofa(hall, "Ann", "\u0410nn", start=False)
    assert [name for _, name, _ in seats(ann)] == ["Ann (1)", "Ann (2)", "\u0410nn (3)"]


async def test_there_are_as_many_guests_as_free_seats(hall: Hall) -> None:
    most = SHELF["luckybox"].seats[-1]
    guests = tuple(NewGuest(f"G{n}") for n in range(most))
    refusal = await hall.tables.open_table(hall.person("ann"), NewTable("luckybox", guests=guests))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "table_full"


async def test_guests_leave_with_their_person_before_the_start(hall: Hall) -> None:
    mailbox, (ann, bob) = await sofa(hall, "Mia", people=("ann", "bob"), start=False)
    assert (await asked(mailbox, ann, Leave("l")))["seats"] == ann.of("lobby")[-1]["seats"]
    assert seats(bob) == [(3, "Bob", False)]


async def test_one_person_cannot_fill_two_seats_but_with_guests(hall: Hall) -> None:
    """C7: joining again moves the own seat; guests keep theirs."""
    mailbox, (ann,) = await sofa(hall, "Mia", start=False)
    assert (await asked(mailbox, ann, Join("j", 3)))["mine"] == [2, 3]
    assert seats(ann) == [(2, "Mia", True), (3, "Ann", False)]


# Sitting ----------------------------------------------------------------------------------------------------


async def test_a_connection_sees_and_acts_for_the_seat_that_it_sits_at(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia")
    assert ann.of("lobby")[-1]["you"] is None
    for seat, number in ((2, 4), (1, 3)):
        answer = await asked(mailbox, ann, Sit(f"sit{seat}", seat))
        assert answer["t"] == "whole"
        assert answer["parts"] == json.loads(mailbox.live.frames.view(seat))
        assert ann.frames[-2]["t"] == "lobby"
        assert (ann.frames[-2]["you"], ann.frames[-2]["mine"]) == (seat, [1, 2])
        id_ = guess(mailbox, ann, number)
        await mailbox.empty()
        assert ann.answer(id_)["t"] == "step"
    log = hall.store.log[mailbox.live.id]
    assert [(row.actor, json.loads(row.action or b"{}").get("number")) for row in log[1:]] == [(2, 4), (1, 3)]


async def test_nobody_sits_at_the_seat_of_another_person(hall: Hall) -> None:
    mailbox, (ann, bob) = await sofa(hall, "Mia", people=("ann", "bob"))
    for seat in (1, 2, 4, 0, -1, 10**30):
        refused = await asked(mailbox, bob, Sit(f"s{seat}", seat))
        assert (refused["code"], refused["params"]) in [
            ("not_your_seat", {"seat": seat}),
            ("not_your_seat", {"seat": str(seat)}),
        ]
    assert (await asked(mailbox, ann, Sit("a", 3)))["code"] == "not_your_seat"
    stranger = hall.enter(mailbox, None)
    assert (await asked(mailbox, stranger, Sit("b", 1)))["code"] == "nobody"
    watcher = hall.enter(mailbox, ann.person, watch=True)
    assert (await asked(mailbox, watcher, Sit("c", 1)))["code"] == "not_your_seat"
    assert watcher.of("lobby")[-1]["mine"] == []
    assert bob.of("lobby")[-1]["you"] == 3


async def test_who_sits_nowhere_can_do_nothing_of_a_seat(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia")
    assert ann.answer(guess(mailbox, ann))["code"] == "not_seated"
    await asked(mailbox, ann, Sit("1", 2))
    assert (await asked(mailbox, ann, Sit("2")))["parts"].keys() == {"head", "clock"} | {
        name for name in ann.frames[-1]["parts"] if name.startswith("seat")
    }
    assert ann.answer(guess(mailbox, ann))["code"] == "not_seated"


async def test_two_tabs_of_a_person_sit_at_two_seats_of_the_device(hall: Hall) -> None:
    """C7: each acts for its own seat; a decision of one seat counts once."""
    mailbox, (ann,) = await sofa(hall, "Mia")
    tab, twin = hall.enter(mailbox, ann.person), hall.enter(mailbox, ann.person)
    await asked(mailbox, ann, Sit("1", 1))
    for ear in (tab, twin):
        await asked(mailbox, ear, Sit("2", 2))
    guess(mailbox, tab, 4, id_="same")
    guess(mailbox, twin, 5, id_="other", decision=0)
    guess(mailbox, ann, 3, id_="same")  # another seat's request, whatever its id
    await mailbox.empty()
    assert tab.answer("same")["t"] == ann.answer("same")["t"] == "step"
    assert twin.answer("other")["code"] in ("already_decided", "already_answered")
    assert [row.actor for row in hall.store.log[mailbox.live.id][1:]] == [2, 1]
    assert [one for one in twin.frames if one["t"] == "step"] == [
        one for one in tab.frames if one["t"] == "step"
    ]


async def test_what_was_asked_at_a_seat_is_answered_though_the_connection_sits_elsewhere(hall: Hall) -> None:
    """Each request gets its one answer, in order, and the next seat's view comes after it."""
    mailbox, (ann,) = await sofa(hall, "Mia")
    await asked(mailbox, ann, Sit("1", 1))
    hall.store.gate.clear()
    guess(mailbox, ann, 3, id_="mine")
    mailbox.post(ann, Sit("2", 2))
    mailbox.post(ann, Pause("p", on=True))
    hall.store.gate.set()
    await mailbox.empty()
    assert ann.answer("mine")["t"] == "step"
    assert ann.answer("2")["t"] == "whole"
    assert ann.frames.index(ann.answer("mine")) < ann.frames.index(ann.answer("2"))
    assert len(ann.answers("p")) == 1
    tab = hall.enter(mailbox, ann.person)
    guess(mailbox, ann, 3, id_="mine")  # of seat 2, so another request
    await mailbox.empty()
    assert [one["t"] for one in ann.answers("mine")] == ["step", "refused"]
    assert tab.of("lobby")[-1]["you"] is None


async def test_who_sits_elsewhere_on_the_device_hears_that_a_repeat_was_done(hall: Hall) -> None:
    """A page that resends after a lost line sits where it sat, and gets the first answer."""
    mailbox, (ann,) = await sofa(hall, "Mia")
    await asked(mailbox, ann, Sit("1", 2))
    guess(mailbox, ann, 4, id_="once")
    await mailbox.empty()
    mailbox.exit(ann)
    back = Ear(ann.person)
    greet(mailbox, back, Hello(1, seen=1, seat=2))
    assert (back.of("welcome")[0]["seat"], back.of("lobby")[0]["you"]) == (2, 2)
    assert back.of("whole")[0]["told"] is not None
    guess(mailbox, back, 4, id_="once", decision=0)
    await mailbox.empty()
    assert back.answer("once")["t"] == "already"
    assert len(hall.store.log[mailbox.live.id]) == 2


async def test_a_seat_of_hello_that_isn_t_one_s_own_is_no_way_in(hall: Hall) -> None:
    mailbox, (_, bob) = await sofa(hall, "Mia", people=("ann", "bob"))
    for person, seat, sits in ((bob.person, 2, 3), (hall.person("ann"), 3, None), (None, 1, None)):
        ear = Ear(person)
        greet(mailbox, ear, Hello(1, seen=0, seat=seat))
        assert ear.of("lobby")[0]["you"] == sits
        assert ear.of("whole")[0]["told"] is None


async def test_gaps_that_close_at_the_start_move_nobody_to_another_s_view(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia", "Leo", game="luckybox", start=False)
    await asked(mailbox, ann, Sit("1", 3))
    await asked(mailbox, ann, Unseat("2", 2))
    await asked(mailbox, ann, Start("3"))
    assert seats(ann) == [(1, "Ann", False), (2, "Leo", True)]
    assert ann.of("lobby")[-1]["you"] == 2


# Around the game --------------------------------------------------------------------------------------------


async def test_guests_are_there_away_and_back_with_their_person(hall: Hall) -> None:
    mailbox, (ann, bob) = await sofa(hall, "Mia", people=("ann", "bob"), game="luckybox")
    mailbox.exit(ann)
    assert [one["present"] for one in bob.of("lobby")[-1]["seats"]] == [False, False, True]
    hall.clock.now += AWAY_MS
    mailbox.tick()
    await mailbox.empty()
    assert clock_of(mailbox.live.table.state).absentees == (1, 2)
    hall.enter(mailbox, ann.person)
    await mailbox.empty()
    assert clock_of(mailbox.live.table.state).absentees == ()
    assert [one["present"] for one in bob.of("lobby")[-1]["seats"]] == [True] * 3


async def test_who_leaves_a_game_takes_the_guests_along_and_back(hall: Hall) -> None:
    mailbox, (ann, bob) = await sofa(hall, "Mia", people=("ann", "bob"))
    await asked(mailbox, ann, Sit("1", 2))
    left = await asked(mailbox, ann, Leave("2"))
    assert [(one["left"], one["present"]) for one in left["seats"]] == [(True, False)] * 2 + [(False, True)]
    assert (left["you"], left["yours"], left["mine"], left["host"]) == (None, 1, [], 3)
    assert (await asked(mailbox, ann, Sit("3", 2)))["code"] == "not_your_seat"
    assert (await asked(mailbox, bob, Arrange("4", TableSettings(absent="pass"))))["t"] == "lobby"
    assert (await asked(mailbox, ann, Join("5")))["mine"] == [1, 2]
    assert clock_of(mailbox.live.table.state).absentees == ()


async def test_the_host_pauses_from_any_seat_of_the_device_and_from_none(hall: Hall) -> None:
    mailbox, (ann, _) = await sofa(hall, "Mia", people=("ann", "bob"))
    for at, seat in enumerate((None, 1, 2)):
        await asked(mailbox, ann, Sit(f"s{at}", seat))
        for on in (True, False):
            assert (await asked(mailbox, ann, Pause(f"p{at}{on}", on=on)))["t"] in ("step", "already")
            assert mailbox.live.lobby.saved.status == "running"
            assert (clock_of(mailbox.live.table.state).paused is not None) is on


async def test_what_is_shown_from_a_seat_bears_the_name_of_who_sits_there(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia")
    await asked(mailbox, ann, Sit("1", 2))
    mailbox.post(ann, React("r", "wow"))
    assert ann.of("reacted")[-1]["seat"] == 2
    assert mailbox.live.shown_name(hall.person("ann"), 2) == "Mia"
    assert mailbox.live.shown_name(hall.person("ann")) == "Ann"


async def finished(mailbox: Mailbox, ear: Ear) -> None:
    """Plays from one device to the end."""
    while not mailbox.live.table.over:
        state = mailbox.live.table.state
        assert state is not None
        seat = mailbox.live.game.to_act(state)[0]
        await asked(mailbox, ear, Sit(f"sit{len(ear.frames)}", seat))
        act(mailbox, ear, next(legal(mailbox, seat)))
        await mailbox.empty()


async def test_playing_again_keeps_the_guests_and_starts_at_once(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia", "Leo")
    await finished(mailbox, ann)
    again(mailbox, ann, "again")
    await mailbox.empty()
    following = await hall.tables.find(ann.answer("again")["next"])
    assert following is not None
    assert following.status == "running"
    chairs = following.live.lobby.saved.company.chairs
    assert [(chair.name, chair.person, chair.guest) for chair in chairs] == [
        ("", "ann", False), ("Mia", "ann", True), ("Leo", "ann", True)
    ]  # fmt: skip


async def test_a_guest_s_result_is_nobody_else_s(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia")
    await finished(mailbox, ann)
    assert [(row.seat, row.person, row.bot, row.bots) for row in hall.store.results] == [
        (1, "ann", None, 0), (2, None, None, 0)
    ]  # fmt: skip


async def test_a_table_waits_for_whoever_has_a_seat_on_the_device(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia")
    await asked(mailbox, ann, Sit("1", 1))
    assert (await hall.tables.cards_of("ann"))[0].your_turn
    guess(mailbox, ann)
    await mailbox.empty()
    state = mailbox.live.table.state
    assert state is not None
    assert mailbox.live.game.to_act(state) == (2,)
    assert (await hall.tables.cards_of("ann"))[0].your_turn


async def test_bots_sit_beside_guests(hall: Hall) -> None:
    mailbox, (ann,) = await sofa(hall, "Mia", start=False)
    assert (await asked(mailbox, ann, SeatBot("1", "none")))["code"] == "no_such_bot"
    assert mailbox.live.lobby.saved.company.chairs_of("ann") == mailbox.live.lobby.saved.company.chairs


# Hidden -----------------------------------------------------------------------------------------------------


def boxes_in(value: object) -> Iterator[int]:
    """Finds every box that is offered, chosen or kept in reserve, however deep."""
    if isinstance(value, dict):
        own: Json = value.get("own") or {}
        for name in ("offer", "reserve"):
            yield from (box["id"] for box in own.get(name) or ())
        yield from own.get("chosen") or ()
        for inner in value.values():
            yield from boxes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from boxes_in(inner)


async def test_no_frame_holds_the_offer_of_a_seat_before_the_connection_sits_there(hall: Hall) -> None:
    """C16, C17: a whole game passed on one device, with tabs that sit elsewhere or nowhere."""
    mailbox, (ann,) = await sofa(hall, "Mia", "Leo", game="luckybox")
    tab, nowhere = hall.enter(mailbox, ann.person), hall.enter(mailbox, ann.person)
    await asked(mailbox, tab, Sit("tab", 3))
    ears, sat = [ann, tab, nowhere], {id(ann): set[int](), id(tab): set[int](), id(nowhere): set[int]()}
    heard, rng = dict.fromkeys(map(id, ears), 0), Random(7)

    def look() -> None:
        hands: Any = game_of(mailbox.live.table.state)  # type: ignore[arg-type]
        for ear in ears:
            seat = mailbox.live.listeners.seat(ear)
            if seat is not None:
                hand = hands.hands[seat - 1]
                sat[id(ear)].update(hand.offer, hand.reserve)
            assert set(boxes_in(ear.frames[heard[id(ear)] :])) <= sat[id(ear)]
            sat[id(ear)].clear()
            heard[id(ear)] = len(ear.frames)

    private = 0
    while not mailbox.live.table.over:
        state = mailbox.live.table.state
        assert state is not None
        seat = rng.choice(mailbox.live.game.to_act(state))
        await asked(mailbox, ann, Sit("nowhere" + str(len(ann.frames)), None))
        look()
        await asked(mailbox, ann, Sit("sit" + str(len(ann.frames)), seat))
        private += bool(set(boxes_in(ann.frames[-1])))
        look()
        act(mailbox, ann, rng.choice(list(legal(mailbox, seat))))
        await mailbox.empty()
        look()
    assert private > 3
    assert '"own"' not in "".join(nowhere.texts)


# On a real server -------------------------------------------------------------------------------------------


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with evening(tmp_path) as begun:
        yield begun


async def test_guests_survive_a_restart_and_a_lost_line(server: Server) -> None:
    new = {"guests": [{"name": "Mia", "suit": 5}, {"name": "Leo"}], "bots": ["uniform"]}
    async with company(server, 1, start=False, **new) as (table, (browser,), (ann,)):
        assert (await ann.ask("start"))["mine"] == [1, 2, 3]
        seated = ann.lobby["seats"]
        assert (await ann.ask("sit", seat=2))["t"] == "whole"
        assert (await ann.choose())["t"] == "step"
        chosen = ann.view["own"]["chosen"]
        await server.restart(1000)
        async with sitting(browser, table) as back:
            assert (back.lobby["you"], back.lobby["mine"]) == (None, [1, 2, 3])
            assert back.lobby["seats"] == seated
            assert [(one["name"], one["guest"]) for one in seated[1:]] == [
                ("Mia", True), ("Leo", True), (seated[3]["name"], False)
            ]  # fmt: skip
            assert "own" not in back.view
            await back.ask("sit", seat=2)
            assert back.view["own"]["chosen"] == chosen
            assert (await back.ask("sit", seat=4))["code"] == "not_your_seat"


def test_an_actor_is_in_no_message() -> None:
    """C15."""
    assert set(Act.__struct_fields__) == {"id", "decision", "action", "pressed"}
