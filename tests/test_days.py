"""Is today's deal the same for everybody, tried once, by the server's day, and told to nobody too early?"""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from litestar import Litestar
from msgspec.structs import replace

from boltbox.server.messages import Arrange, Join, Leave, Seal, SeatBot, TableSettings
from boltbox.server.utc import closes, day_of, is_day
from boltbox.table.deal import Deal
from boltbox.table.record import read_record
from boltbox.table.verify import verify
from tests.asking import asked, browser, problem
from tests.days import DAY, MIDNIGHT, NEXT, arrive, at, tables_of
from tests.desk import Clock
from tests.trials import race_alone

HOUR = 3_600_000


@pytest.fixture
def clock() -> Clock:
    return at(MIDNIGHT - 8 * HOUR)


@pytest.fixture
async def app(tmp_path: Path, clock: Clock) -> AsyncIterator[Litestar]:
    async with asked(tmp_path, clock, tables_per_hour=0) as made:
        yield made


# Which day it is --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        (MIDNIGHT - 1, DAY),
        (MIDNIGHT, NEXT),
        (MIDNIGHT + 24 * HOUR - 1, NEXT),
        (0, "1970-01-01"),
        (closes("2028-02-28"), "2028-02-29"),
        (closes("2026-12-31"), "2027-01-01"),
    ],
)
def test_a_day_ends_at_midnight_by_utc(instant: int, day: str) -> None:
    """C32."""
    assert day_of(instant) == day
    assert closes(day) - 24 * HOUR <= instant < closes(day)


@pytest.mark.parametrize(
    "text",
    ["2026-11-31", "2026-1-1", "20261130", "2026-W49-1", "", "today", "2026-11-30\n", "２０２６-11-30"],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert not is_day(text)
    assert is_day(DAY)


async def test_the_server_s_day_decides_for_everybody(app: Litestar, clock: Clock) -> None:
    """C32: UTC+14, UTC-11 and a device whose clock is wrong see the same day, as nobody is asked."""
    (ann,) = await arrive(app, "Ann")
    days = []
    for instant in (MIDNIGHT - 1, MIDNIGHT):
        clock.now = instant
        for headers in ({"Date": "Fri, 01 Jan 2038 00:00:00 GMT"}, {"X-Timezone": "Pacific/Kiritimati"}, {}):
            shown = (await ann.client.get("/api/today", headers=headers)).json()
            days.append((shown["day"], shown["closes"] - shown["now"], shown["commitment"]))
    assert len(set(days)) == 2
    assert [(day, left) for day, left, _ in days[2:4]] == [(DAY, 1), (NEXT, 24 * HOUR)]


async def test_there_is_no_future_day_and_none_that_nobody_asked_for(app: Litestar) -> None:
    """C32."""
    (ann,) = await arrive(app, "Ann")
    await ann.today()
    for day in (NEXT, "2026-11-29", "2026-11-31", "x" * 300, "2026-12-01T00:00"):
        assert problem(await ann.client.get(f"/api/days/{day}"), 404).code == "no_such_day"
    assert problem(await ann.client.get(f"/api/days/{DAY}"), 409).code == "day_open"


# One try ----------------------------------------------------------------------------------------------------


async def test_two_tabs_at_once_get_one_try(app: Litestar) -> None:
    (ann,) = await arrive(app, "Ann")
    answers = await asyncio.gather(*(ann.client.post("/api/today") for _ in range(6)))
    assert {answer.status_code for answer in answers} == {201}
    (table,) = {answer.json()["table"] for answer in answers}
    assert {answer.json()["status"] for answer in answers} == {"running"}
    shown = await ann.today()
    assert shown.mine is not None
    assert (shown.mine.table, shown.mine.status, shown.mine.total) == (table, "running", None)
    assert len((await ann.client.get("/api/tables")).json()) == 1


async def test_another_device_of_the_same_person_gets_the_same_try(app: Litestar) -> None:
    (ann,) = await arrive(app, "Ann")
    mailbox = await ann.begin()
    code = (await ann.client.post("/api/move")).json()["code"]
    async with browser(app, "192.0.2.7") as phone:
        await phone.post(f"/api/move/{code}")
        assert (await phone.post("/api/today")).json()["table"] == mailbox.live.id


async def test_a_try_that_has_ended_is_not_had_again(app: Litestar) -> None:
    (ann,) = await arrive(app, "Ann")
    await ann.try_it()
    assert problem(await ann.client.post("/api/today"), 409).code == "tried_today"


async def test_only_somebody_can_try(app: Litestar) -> None:
    async with browser(app) as nobody:
        for path in ("/api/today", "/api/today/practice"):
            assert problem(await nobody.post(path), 401).code == "nobody"
        shown = (await nobody.get("/api/today")).json()
    assert (shown["tries"], shown["mine"], shown["board"], shown["secret"]) == (0, None, None, None)


async def test_everybody_is_dealt_the_same(app: Litestar) -> None:
    """C24: the same answers of two people are told the same in every byte but names."""
    ann, ben = await arrive(app, "Ann", "Ben")
    told = []
    for player in (ann, ben):
        await player.try_it()
        assert player.ear is not None
        told.append([frame["told"] for frame in player.ear.of("step")])
    assert told[0] == told[1]
    assert len(told[0]) > 40


async def test_a_crash_before_the_start_leaves_a_try_that_starts_and_takes_no_word(
    app: Litestar, clock: Clock
) -> None:
    """A word would change the seed for all."""
    ann, ben = await arrive(app, "Ann", "Ben")
    other = await ben.begin()
    row = other.live.lobby.agreed.row
    chairs = (replace(row.chairs[0], person=ann.me["person"]),)
    left = replace(row, id="a" * 10, watch="b" * 12, host=ann.me["person"], chairs=chairs, status="open")
    await tables_of(app)._store.new_table(left)
    mailbox = await ann.come(left.id)
    assert ann.ear is not None
    mailbox.post(ann.ear, Seal("s", "0" * 64))
    await mailbox.empty()
    assert ann.ear.answer("s")["code"] == "set_by_day"
    opened = (await ann.client.post("/api/today")).json()
    assert (opened["table"], opened["status"]) == (left.id, "running")


async def test_a_try_survives_a_restart_and_waits_for_who_left(tmp_path: Path, clock: Clock) -> None:
    async with asked(tmp_path, clock) as app:
        (ann,) = await arrive(app, "Ann")
        mailbox = await ann.begin()
        await ann.play(mailbox, leave=9)
        assert ann.ear is not None
        mailbox.post(ann.ear, Leave("bye"))
        await mailbox.empty()
        assert mailbox.status == "running"
        cookies, deal = ann.client.cookies, (await ann.today()).commitment
    async with asked(tmp_path, clock) as app:
        (again,) = await arrive(app, "Nobody")
        again.client.cookies = cookies
        again.me = (await again.client.get("/api/me")).json()
        opened = await again.client.post("/api/today")
        assert opened.json()["table"] == mailbox.live.id
        assert (await again.today()).commitment == deal
        back = await again.come(mailbox.live.id)
        assert again.ear is not None
        back.post(again.ear, Join("back"))
        await back.empty()
        await again.play(back)
        shown = await again.today()
        assert shown.mine is not None
        assert (shown.mine.counted, shown.mine.place) == (True, 1)


async def test_nobody_and_no_bot_sits_down_at_a_try(app: Litestar) -> None:
    """It would be somebody else's try, or one of a bot's."""
    ann, ben = await arrive(app, "Ann", "Ben")
    mailbox = await ann.begin()
    await ben.come(mailbox.live.id)
    for player, request in (
        (ben, Join("j", 2)),
        (ann, SeatBot("s", "greedy", 2)),
        (ann, Arrange("a", TableSettings(absent="greedy"))),
    ):
        assert player.ear is not None
        mailbox.post(player.ear, request)
        await mailbox.empty()
        assert player.ear.answer(request.id)["t"] == "refused"
    assert ann.ear is not None
    assert ann.ear.answer("a")["code"] == "set_by_day"
    assert mailbox.live.lobby.names() == ("Ann",)


# The day's table --------------------------------------------------------------------------------------------


async def test_the_table_shows_after_one_s_own_try_and_to_nobody_else(app: Litestar, clock: Clock) -> None:
    ann, ben, cem = await arrive(app, "Ann", "Ben", "Cem")
    first = await ann.try_it()
    running = await ben.begin()
    await ben.play(running, leave=20)
    shown = await ann.today()
    assert shown.board is not None
    (row,) = shown.board
    outcome = first.live.table.game.outcome(first.live.table.state)  # type: ignore[arg-type]
    assert outcome is not None
    assert (row.place, row.name, row.suit, row.you) == (1, "Ann", 3, True)
    assert (row.total, row.title, row.parts) == (outcome.totals[0], outcome.title, outcome.parts[0])
    assert row.watch == first.live.lobby.agreed.row.watch
    for player in (ben, cem):
        waiting = await player.today()
        assert (waiting.tries, waiting.board) == (1, None)
        assert row.watch not in (await player.client.get("/api/today")).text
    clock.now += 1  # of two who share a place the earlier one stands first
    await ben.play(running)
    board = (await ben.today()).board
    assert board is not None
    assert [(one.place, one.name, one.you) for one in board] == [(1, "Ann", False), (1, "Ben", True)]


async def test_names_that_look_alike_are_told_apart(app: Litestar) -> None:
    for player in await arrive(app, "Ann", "Ann"):
        await player.try_it()
    board = (await player.today()).board
    assert board is not None
    assert [one.name for one in board] == ["Ann (1)", "Ann (2)"]


async def test_nobody_looks_at_another_try_before_the_own_one(app: Litestar, clock: Clock) -> None:
    ann, ben, cem = await arrive(app, "Ann", "Ben", "Cem")
    ended = await ann.try_it()
    running, practice = await ben.begin(), await ann.begin("/api/today/practice")
    for mailbox in (ended, running, practice):
        for player in (cem, ben):
            refusal = await player.may_look(mailbox)
            own = player is ben and mailbox is running
            assert (refusal and refusal.code) == (None if own else "try_first")
        assert await ann.may_look(mailbox) is None
    clock.now = MIDNIGHT
    for mailbox in (ended, running, practice):
        assert await cem.may_look(mailbox) is None


async def test_looking_back_spoils_nobodys_try_and_reveals_nothing(app: Litestar, clock: Clock) -> None:
    ann, cem = await arrive(app, "Ann", "Cem")
    mailbox = await ann.try_it()
    row = mailbox.live.lobby.agreed.row
    ways = [f"/api/tables/{door}/replay" for door in (row.id, row.watch)]
    for way in ways:
        assert problem(await cem.client.get(way), 409).code == "try_first"
        own = await ann.client.get(way)
        assert own.status_code == 200
        assert row.secret.hex() not in own.text
    await cem.try_it()
    assert (await cem.client.get(ways[1])).status_code == 200
    async with browser(app, "192.0.2.99") as stranger:
        assert problem(await stranger.get(ways[0]), 409).code == "try_first"
        clock.now = MIDNIGHT
        assert (await stranger.get(ways[0])).status_code == 200


async def test_the_record_leaves_when_the_day_is_over(app: Litestar, clock: Clock) -> None:
    """The deal is revealed when it closes."""
    (ann,) = await arrive(app, "Ann")
    mailbox = await ann.try_it()
    practice = await ann.begin("/api/today/practice")
    await ann.play(practice)
    ways = [f"/api/tables/{one.live.id}/record" for one in (mailbox, practice)]
    clock.now = MIDNIGHT - 1
    for way in ways:
        assert problem(await ann.client.get(way), 409).code == "day_open"
    clock.now = MIDNIGHT
    shown = await ann.of(DAY)
    for way in ways:
        record = read_record((await ann.client.get(way)).content)
        assert verify(record).clean
        assert record.luck.commitment == shown.commitment
        assert shown.secret is not None
        assert Deal(bytes.fromhex(shown.secret)).commitment == shown.commitment


async def test_a_day_that_is_over_is_shown_to_everybody(app: Litestar, clock: Clock) -> None:
    (ann,) = await arrive(app, "Ann")
    await ann.try_it()
    clock.now = MIDNIGHT
    async with browser(app) as nobody:
        shown = (await nobody.get(f"/api/days/{DAY}")).json()
    assert [(one["name"], one["you"]) for one in shown["board"]] == [("Ann", False)]
    assert (shown["mine"], shown["tries"]) == (None, 1)
    fresh = await ann.today()
    assert (fresh.day, fresh.mine, fresh.board, fresh.tries) == (NEXT, None, None, 0)
    assert fresh.commitment != shown["commitment"]


@pytest.mark.parametrize(("instant", "counted"), [(MIDNIGHT - 1, True), (MIDNIGHT, False)])
async def test_a_try_counts_if_it_ends_before_its_day(
    app: Litestar, clock: Clock, instant: int, *, counted: bool
) -> None:
    """C32: 23:59:59.999 and 00:00."""
    ann, ben = await arrive(app, "Ann", "Ben")
    length = await ben.play(await ben.begin())
    clock.now = MIDNIGHT - 1
    mailbox = await ann.begin()
    await ann.play(mailbox, leave=length - 1)
    assert not mailbox.live.table.over
    clock.now = instant
    await ann.play(mailbox)
    clock.now = MIDNIGHT
    shown = await ann.of(DAY)
    assert shown.mine is not None
    assert shown.mine.total == (await ben.of(DAY)).board[0].total  # type: ignore[index]
    assert (shown.mine.counted, shown.mine.place, shown.tries) == (
        counted,
        1 if counted else None,
        1 + counted,
    )
    assert bool(await ann.solo()) is counted


# Practice ---------------------------------------------------------------------------------------------------


async def test_practice_is_the_same_deal_after_one_s_own_try_and_touches_no_result(app: Litestar) -> None:
    """C32."""
    ann, ben = await arrive(app, "Ann", "Ben")
    assert problem(await ann.client.post("/api/today/practice"), 409).code == "try_first"
    running = await ann.begin()
    assert problem(await ann.client.post("/api/today/practice"), 409).code == "try_first"
    await ann.play(running)
    own = ann.ear
    before = (await ann.today(), await ann.solo())
    for _ in range(2):
        practice = await ann.begin("/api/today/practice")
        assert (await ann.client.get("/api/tables")).json() == []
        await ann.play(practice)
        assert practice.status == "ended"
    assert (await ann.today(), await ann.solo()) == before
    assert own is not None
    assert ann.ear is not None
    numbers = [[frame["told"] for frame in ear.of("step")] for ear in (own, ann.ear)]
    assert numbers[0] == numbers[1]
    lobby = ann.ear.of("lobby")[0]
    assert (lobby["day"], lobby["practice"], lobby["code"]) == (DAY, True, None)
    assert (await ben.today()).tries == 1


# Games alone ------------------------------------------------------------------------------------------------


async def test_games_alone_are_listed_with_the_best_and_house_rules_left_out(
    app: Litestar, clock: Clock
) -> None:
    """LB-7.5, LB-8.2."""
    (ann,) = await arrive(app, "Ann")
    assert await ann.solo() == []
    agreed: tuple[dict[str, object], ...] = ({}, {"rounds": 1}, {"ruleSet": "chengdu"}, {})
    for options in agreed:
        clock.now += 1000
        await ann.play(await ann.begin("/api/tables", game="luckybox", start=True, options=options))
    clock.now += 1000
    tried = await ann.try_it()
    chengdu, classic = await ann.solo()
    assert (chengdu.rule_set, chengdu.count, chengdu.games[0].title) == ("chengdu", 1, None)
    assert (classic.rule_set, classic.count) == ("classic", 3)
    assert (classic.titles, chengdu.titles) == ((45, 60, 65, 70), ())
    totals = [game.total for game in classic.games]
    assert (classic.best, classic.sum) == (max(totals), sum(totals))
    assert [game.day for game in classic.games] == [DAY, None, None]
    assert [game.before for game in classic.games] == [max(totals[1:]), totals[2], None]
    assert classic.games[0].watch == tried.live.lobby.agreed.row.watch
    assert all(sum(game.parts.values()) == game.total for game in classic.games)


async def test_time_trials_are_listed_by_their_cards_with_the_shortest_time(
    app: Litestar, clock: Clock
) -> None:
    """LD-5.5; house rules are left out, and a race that was left has no time."""
    (ann,) = await arrive(app, "Ann")
    assert await ann.trials() == []
    watches = []
    for idle in (400, 100, 900):
        clock.now += 1000
        raced = await race_alone(ann, clock, idle=idle)
        watches.append(raced.live.lobby.agreed.row.watch)
    await race_alone(ann, clock, rollMs=300)
    left = await ann.begin(
        "/api/tables", game="lightningdice", start=True, options={"mode": "quick", "cards": 25}
    )
    assert ann.ear is not None
    left.post(ann.ear, Leave("leave"))
    await left.empty()
    (ten,) = await ann.trials()
    times = [game.time for game in ten.games]
    assert (ten.cards, ten.count, ten.sum, ten.best) == (10, 3, sum(times), min(times))
    assert [game.before for game in ten.games] == [min(times[1:]), times[2], None]
    assert [game.watch for game in ten.games] == watches[::-1]
    assert await ann.solo() == []


# Nothing leaks ----------------------------------------------------------------------------------------------


async def test_nothing_of_the_deal_is_told_by_any_way_but_playing_it(app: Litestar) -> None:
    """C16: neither the secret nor a number of it, to who hasn't tried and to who has."""
    ann, ben = await arrive(app, "Ann", "Ben")
    mailbox = await ann.try_it()
    row = mailbox.live.lobby.agreed.row
    hidden = [form for one in (row.secret, Deal(row.secret).seed) for form in (one.hex(), str(list(one)))]
    ways = (
        "/api/today",
        "/api/solo",
        "/api/solo/trials",
        "/api/tables",
        f"/api/tables/{row.id}",
        f"/api/tables/{row.watch}/record",
    )
    for player in (ann, ben):
        for way in ways:
            answer = await player.client.get(way)
            assert not any(secret in answer.text for secret in hidden)
            assert "numberDrawn" not in answer.text
    keys = set(json.loads((await ben.client.get("/api/today")).text))
    assert keys == {"day", "now", "closes", "commitment", "secret", "tries", "mine", "board"}
    assert row.id not in (await ben.client.get("/api/today")).text
    assert ann.ear is not None
    assert not any(secret in text for secret in hidden for text in ann.ear.texts)
    assert tables_of(app).mailboxes
