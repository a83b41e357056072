"""Do bots answer like anybody else, by their view alone, and never hold up a table?"""

import asyncio
import json
import threading
import time
from collections.abc import Callable

import pytest

from boltbox.bots import BUDGET, bots_of
from boltbox.rules.game import Seat
from boltbox.rules.luck import Luck
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import SeatBot, Start, Unseat
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.table import Table
from tests.desk import Hall, act, guess, legal, make_hall

pytestmark = pytest.mark.anyio

Choose = Callable[[bytes, Seat], bytes]


class Scripted:
    """Is a bot that keeps what it was given."""

    def __init__(self, choose: Choose | None = None) -> None:
        self.given: list[tuple[bytes, Seat, Luck, int]] = []
        self.choose_by: Choose = choose or (lambda view, seat: b'{"t":"guess","number":2}')

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        self.given.append((view, seat, luck, budget))
        return self.choose_by(view, seat)


async def playing(hall: Hall, bots: tuple[str, ...] = ("plain",), rounds: int = 3) -> Mailbox:
    mailbox, _ = await hall.open(("ann",), options=b'{"rounds":%d}' % rounds, bots=bots)
    return mailbox


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not happens():
            await asyncio.sleep(0.002)


async def test_a_bot_gets_the_bytes_of_its_view_and_answers_once_a_decision() -> None:
    bot = Scripted()
    hall = make_hall({"plain": bot})
    mailbox = await playing(hall)
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 2)
    view, seat, luck, budget = bot.given[0]
    assert json.loads(view) == {
        "clock": json.loads(view)["clock"],
        "head": {"round": 1, "die": 0, "over": False},
        "seat1": {"seat": 1, "ready": False, "points": 0},
        "seat2": {"seat": 2, "ready": False, "points": 0},
        "own": {"number": 0},
        "ask": {"decision": 1, "kind": "guess", "open": True},
    }
    deal = Deal(mailbox.live.lobby.agreed.row.secret)
    assert (seat, budget) == (2, BUDGET)
    assert luck.draw("bot", 2, 1, 0, 1000) == deal.bot_luck().draw("bot", 2, 1, 0, 1000)
    await asyncio.sleep(0.05)
    assert len(bot.given) == 1
    row = hall.store.log[mailbox.live.id][1]
    assert (row.actor, row.id, row.decision, row.action) == (2, None, 1, b'{"t":"guess","number":2}')


async def test_a_game_against_bots_goes_to_its_end() -> None:
    hall = make_hall({"plain": Scripted()})
    mailbox, (ann,) = await hall.open(("ann",), bots=("plain", "plain", "plain"))
    while mailbox.live.lobby.saved.status == "running":
        guess(mailbox, ann)
        await asyncio.sleep(0.005)
    assert mailbox.live.lobby.saved.status == "ended"
    assert [row.bots for row in hall.store.results] == [3] * 4
    assert [row.bot for row in hall.store.results] == [None, "plain", "plain", "plain"]


@pytest.mark.parametrize(
    "answer",
    [b"", b"{", b'{"t":"guess","number":99}', b'{"t":"guess","number":1,"seat":1}', b'{"t":"break"}', None],
)
async def test_what_a_broken_bot_says_is_replaced_by_the_first_legal_action(answer: bytes | None) -> None:
    def choose(view: bytes, seat: Seat) -> bytes:
        if answer is None:
            raise ValueError("broken")
        return answer

    hall = make_hall({"plain": Scripted(choose)})
    mailbox = await playing(hall)
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 2)
    assert hall.store.log[mailbox.live.id][1].action == b'{"t":"guess","number":1}'


async def test_a_late_bot_holds_up_nobody() -> None:
    def choose(view: bytes, seat: Seat) -> bytes:
        time.sleep(0.3)
        return b'{"t":"guess","number":6}'

    hall = make_hall({"plain": Scripted(choose)}, bot_seconds=0.05)
    begun = time.monotonic()
    mailbox = await playing(hall)
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 2)
    assert time.monotonic() - begun < 0.25
    assert hall.store.log[mailbox.live.id][1].action == b'{"t":"guess","number":1}'
    await asyncio.sleep(0.4)
    assert len(hall.store.log[mailbox.live.id]) == 2


async def test_a_bot_that_answers_what_was_decided_meanwhile_changes_nothing() -> None:
    def choose(view: bytes, seat: Seat) -> bytes:
        time.sleep(0.05)
        return b'{"t":"guess","number":6}'

    hall = make_hall({"plain": Scripted(choose)})
    mailbox = await playing(hall)
    hall.clock.now += 1500  # the time for the first guess is over
    assert mailbox.tick()
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 3)
    rows = hall.store.log[mailbox.live.id]
    assert [(row.actor, row.decision) for row in rows] == [(0, None), (0, None), (2, 2)]


async def test_bots_go_on_after_a_restart() -> None:
    ends = threading.Event()

    def choose(view: bytes, seat: Seat) -> bytes:
        ends.wait(10)
        return b""

    hall = make_hall({"plain": Scripted(choose)}, bot_seconds=10)
    mailbox = await playing(hall)
    await hall.tables.close()
    assert len(hall.store.log[mailbox.live.id]) == 1
    again = make_hall({"plain": Scripted()}, store=hall.store)
    await again.tables.start()
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 3)
    assert [row.actor for row in hall.store.log[mailbox.live.id]] == [0, 0, 2]
    ends.set()


async def test_a_bot_whose_answer_couldnt_be_saved_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boltbox.server.bot_seats.RETRY_SECONDS", 0.01)
    bot = Scripted()
    hall = make_hall({"plain": bot})
    mailbox, (ann,) = await hall.open(("ann",), bots=("plain",), start=False)
    mailbox.post(ann, Start("s"))
    await mailbox.empty()
    hall.store.failure = OSError("disk full")
    await until(lambda: len(bot.given) >= 2)
    hall.store.failure = None
    await until(lambda: len(hall.store.log[mailbox.live.id]) == 2)


async def test_the_host_seats_bots_and_takes_them_away() -> None:
    hall = make_hall({"plain": Scripted()})
    mailbox, (ann, bob) = await hall.open(start=False)
    mailbox.post(ann, SeatBot("a", "plain", seat=4))
    mailbox.post(ann, SeatBot("b", "plain"))
    mailbox.post(ann, SeatBot("c", "plain"))
    mailbox.post(ann, Unseat("d", 3))
    mailbox.post(ann, Unseat("e", 2))
    await mailbox.empty()
    assert ann.answer("c")["code"] == "table_full"
    assert ann.answer("e")["code"] == "still_here"
    assert [(seat["seat"], seat["bot"]) for seat in bob.of("lobby")[-1]["seats"]] == [
        *((1, None), (2, None)),
        (4, "plain"),
    ]


async def test_the_same_secret_deals_the_same_whichever_bots_sit_there() -> None:
    """C24; and the bots of Lucky Box play whole games at a table."""
    numbers: list[list[int]] = []
    for name in ("greedy", "uniform"):
        hall = make_hall(dict(bots_of("luckybox")))
        mailbox, (ann,) = await hall.open(("ann",), "luckybox", bots=(name,), start=False)
        mailbox.live.table = Table(mailbox.live.game, Deal(b"s" * SECRET_BYTES).luck())
        mailbox.post(ann, Start("s"))
        await mailbox.empty()
        while not mailbox.live.table.over:
            for action in list(legal(mailbox, 1))[:1]:
                act(mailbox, ann, action)
            await asyncio.sleep(0.001)
        await mailbox.empty()
        assert ann.frames[-1]["status"] == "ended"
        told = [event for frame in ann.frames for event in frame.get("told") or ()]
        numbers.append([event["number"] for event in told if event["t"] == "numberDrawn"])
    assert len(numbers[0]) == 36
    assert numbers[0] == numbers[1]
