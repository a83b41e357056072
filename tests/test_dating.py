"""Can any client, whatever it says of time and however it answers, have a press dated before its time?"""

from collections import deque
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boltbox.rules.lightningdice.events import Claimed, Rolled
from boltbox.rules.lightningdice.state import State
from boltbox.server.even import MOST_INSTANT
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Act
from boltbox.table.timed import game_of
from tests.desk import Ear, Hall, make_hall

pytestmark = pytest.mark.anyio

LONGEST = 250  # milliseconds, LD-3.6

stated = st.one_of(
    st.none(),
    st.integers(-1_000, 1_000),  # from now
    st.sampled_from((-600_000, 600_000, -MOST_INSTANT, MOST_INSTANT, 2**62, -(2**62))),
)
steps = st.one_of(
    st.tuples(st.just("wait"), st.integers(1, 900)),
    st.tuples(st.just("probe"), st.integers(0, 400)),  # answered so much later, in time that passes
    st.tuples(st.just("roll"), stated),
    st.tuples(st.just("claim"), stated),
)


class Client:
    """Is somebody at a table of two, and what an honest clock would say of the line."""

    def __init__(self, hall: Hall, mailbox: Mailbox, ear: Ear) -> None:
        self.hall, self.mailbox, self.ear = hall, mailbox, ear
        self.trips: deque[int] = deque(maxlen=8)
        self.rows = 0
        self._asked: dict[int, int] = {}

    @property
    def state(self) -> State:
        state = self.mailbox.live.table.state
        assert state is not None
        found = game_of(state)
        assert isinstance(found, State)
        return found

    async def wait(self, milliseconds: int) -> None:
        self.hall.clock.now += milliseconds
        self.mailbox.tick()
        await self.mailbox.empty()
        self._note_ask()

    async def probe(self, late: int) -> None:
        number = self.ear.trips.probe(self.hall.clock.now)
        await self.wait(late)
        self.ear.trips.echo(number, self.hall.clock.now)
        self.trips.append(late)

    def _note_ask(self) -> None:
        decision = self.mailbox.live.game.decision(self.mailbox.live.table.state, 1)  # type: ignore[arg-type]
        if decision not in self._asked:
            self._asked[decision] = self.hall.clock.now
            self.ear.trips.asked(decision, self.hall.clock.now)

    async def press(self, action: dict[str, Any], offset: int | None, number: int) -> None:
        """Presses, and compares how that was dated with what could be true."""
        now, since = self.hall.clock.now, self.state.places[0].since
        flipped = self.state.head.flipped
        live = self.mailbox.live
        assert live.table.state is not None
        decision = live.game.decision(live.table.state, 1)
        gone = now - self._asked.get(decision, 0)
        if self.trips and gone < min(self.trips):
            self.trips.append(gone)  # what is answered sooner tells better
        span = min(min(self.trips, default=0), LONGEST)
        pressed = None if offset is None else now + offset
        self.mailbox.post(
            self.ear, Act(f"a{number}", decision, msgspec.Raw(msgspec.json.encode(action)), pressed)
        )
        await self.mailbox.empty()
        for event in self._new_events():
            if isinstance(event, Rolled | Claimed) and event.seat == 1:
                moment = event.started if isinstance(event, Rolled) else event.moment
                assert max(now - span, since) <= moment <= now
                assert flipped <= moment
                if pressed is not None and now - span <= pressed <= now:
                    assert moment == max(pressed, since)
                elif pressed is None or pressed > now:
                    assert moment == now

    def _new_events(self) -> list[Any]:
        rows = self.hall.store.log[self.mailbox.live.id]
        events = [event for row in rows[self.rows :] for event in self.mailbox.live.codec.events(row.events)]
        self.rows = len(rows)
        return events


@settings(max_examples=120)
@given(played=st.lists(steps, min_size=5, max_size=30))
async def test_no_client_is_dated_before_its_span_its_rest_or_its_flip(
    anyio_backend: str, played: list[tuple[str, Any]]
) -> None:
    """LD-2.6, LD-3.6, through the mailbox, by what the server measured; and the truth is taken as it is."""
    hall = make_hall()
    mailbox, ears = await hall.open(("ann", "bob"), "lightningdice", options=b'{"rollMs":300}')
    client = Client(hall, mailbox, ears[0])
    await client.wait(3000)
    for number, (what, value) in enumerate(played):
        if what == "wait":
            await client.wait(value)
        elif what == "probe":
            await client.probe(value)
        elif what == "roll":
            await client.press({"t": "roll", "goal": client.state.head.goal}, value, number)
        else:
            await client.press({"t": "claim", "call": "got"}, value, number)
