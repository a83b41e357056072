"""How is a line measured, and what waits for it how long?"""

import json

import pytest

from boltbox.rules.game import Instant
from boltbox.server import even
from boltbox.server.even import Held, Pressed
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Hello, TableSettings
from boltbox.server.reconnect import greet
from boltbox.server.trips import Trips
from tests.desk import Ear, Hall, act, make_hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


def measure(trips: Trips, *times: int) -> None:
    for time in times:
        trips.echo(trips.probe(1000), 1000 + time)


def test_the_span_is_the_least_of_the_last_eight_round_trips() -> None:
    trips = Trips()
    assert (trips.span, trips.usual, trips.known) == (0, 0, False)
    measure(trips, 50, 90, 70, 80)
    assert (trips.span, trips.usual, trips.known) == (50, 70, True)
    measure(trips, *[100] * 7)
    assert trips.span == 80
    measure(trips, 100)
    assert trips.span == 100
    measure(trips, *[900] * 8)
    assert (trips.span, trips.usual) == (250, 320)


def test_only_probes_that_were_sent_are_measured_and_each_once() -> None:
    trips = Trips()
    assert not trips.echo(1, 0)
    number = trips.probe(0)
    assert trips.echo(number, 40)
    assert not trips.echo(number, 1)
    assert trips.span == 40
    for _ in range(100):
        trips.probe(0)
    assert not trips.echo(number + 1, 1)  # long forgotten


def test_what_is_answered_sooner_lowers_the_span() -> None:
    """LD-3.6: a line that answers what it was shown takes no longer, however late it answers probes."""
    trips = Trips()
    trips.asked(7, 1000)
    trips.answered(7, 1010)
    assert trips.span == 0  # nothing was measured: it is trusted no further for that
    measure(trips, 240, 240, 240, 240)
    trips.answered(7, 1500)
    trips.answered(8, 1001)
    assert trips.span == 240
    trips.asked(9, 2000)
    trips.answered(9, 2190)
    assert trips.span == 190


def test_what_comes_later_waits_behind_what_is_held() -> None:
    held: Held[str] = Held()
    held.put("rest", 120)
    held.put("answer", 0)
    held.put("flip", 180)
    held.put("other", 150)
    assert (held.take(119), held.next, bool(held)) == ([], 120, True)
    assert (held.take(120), held.next) == (["rest", "answer"], 180)
    assert held.take(180) == ["flip", "other"]
    held.put("more", 300)
    assert (held.take(), held.next, bool(held)) == (["more"], None, False)


async def race(hall: Hall, **new: object) -> tuple[Mailbox, list[Ear]]:
    """Opens a race of three with lines of 4, 80 and 240 ms, and lets the first goal be flipped."""
    mailbox, ears = await hall.open(("ann", "bob", "cat"), "lightningdice", **new)
    for ear, trip in zip(ears, (4, 80, 240), strict=True):
        measure(ear.trips, *[trip] * 4)
    await tick(hall, mailbox, 3000)
    return mailbox, ears


async def tick(hall: Hall, mailbox: Mailbox, later: Instant) -> None:
    hall.clock.now += later
    mailbox.tick()
    await mailbox.empty()


async def test_a_goal_and_a_rest_wait_for_the_nearer_lines(hall: Hall) -> None:
    mailbox, ears = await race(hall)
    watching = hall.enter(mailbox, hall.person("dan"), watch=True)
    assert [ear.waits[-1] for ear in ears] == [118, 80, 0]  # the flip
    act(mailbox, ears[0], {"t": "roll", "goal": 1})
    await mailbox.empty()
    assert [ear.waits[-1] for ear in (*ears, watching)] == [0, 0, 0, 0]
    await tick(hall, mailbox, 700)
    assert [ear.frames[-1]["told"][-1]["t"] for ear in ears] == ["cameToRest"] * 3
    # Who watches waits as long as if there was no way, or a player could watch it sooner.
    assert [ear.waits[-1] for ear in (*ears, watching)] == [118, 80, 0, 120]
    # So does a whole view: who says hello again sees nothing sooner.
    greet(mailbox, ears[0], Hello(1))
    assert (ears[0].frames[-1]["t"], ears[0].waits[-1]) == ("whole", 118)
    # And another page at the same seat, however far away it says it is.
    other = hall.enter(mailbox, ears[0].person)
    assert (other.frames[-1]["t"], other.waits[-1], other.felt) == ("whole", 120, True)
    measure(other.trips, *[240] * 4)
    assert even.wait(mailbox.live, other) == 118


async def test_nothing_waits_where_that_was_arranged_or_nobody_is_far(hall: Hall) -> None:
    _, ears = await race(hall, settings=TableSettings(even_lines=False))
    assert [ear.waits[-1] for ear in ears] == [0, 0, 0]
    turns, people = await hall.open()
    measure(people[0].trips, 200)
    act(turns, people[0], {"t": "guess", "number": 3})
    await turns.empty()
    assert not people[0].felt
    assert set(people[0].waits) == {0}


async def test_an_action_is_stamped_with_what_the_server_knows(hall: Hall) -> None:
    """LD-3.8: the wait is the longest span of the others; what the client wrote into the action is gone."""
    mailbox, ears = await race(hall)
    live, now = mailbox.live, hall.clock.now
    timing = {"pressed": 1, "span": 250, "wait": 250}
    act(mailbox, ears[2], {"t": "roll", "goal": 1, "timing": timing})
    await mailbox.empty()
    row = hall.store.log[live.id][-1]
    assert json.loads(row.action or b"")["timing"] == {"pressed": None, "span": 240, "wait": 80}
    assert even.timing(live, Pressed(1, ears[0], now - 2)).wait == 240
    assert even.timing(live, Pressed(1, ears[0], 2**60)).pressed is None
    assert even.timing(live, Pressed(1, ears[0], -1)).pressed is None
    assert even.timing(live, Pressed(4)).span == 0  # a bot
