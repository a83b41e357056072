"""What becomes of a running game when the server comes back with other rules?"""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from boltbox.rules.game import Action, Actor, Event, Instant, Seat, State
from boltbox.rules.luck import Luck
from boltbox.rules.luckybox.events import Passed
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.committer import Committer
from boltbox.server.digests import luck_of
from boltbox.server.mailbox import Mailbox
from boltbox.server.rows import entries
from boltbox.server.tables import Tables
from boltbox.table.clock import Agreed, RulesChanged
from boltbox.table.record import Record, Sitter, lines_of, read_record, write_record
from boltbox.table.verify import verify
from tests.desk import Hall, act, legal, make_hall

pytestmark = pytest.mark.anyio

GAME = "luckybox"


def newer() -> AnyGame:
    """Is Lucky Box by rules in which passing tells that it was too late."""
    old = SHELF[GAME]

    def decide(
        state: State, actor: Actor, action: Action, instant: Instant, luck: Luck
    ) -> tuple[Event, ...] | Refusal:
        events = old.act(state, actor, action, instant, luck)
        if isinstance(events, Refusal):
            return events
        return tuple(_late(event) for event in events)

    return replace(old, rules=old.rules + 1, act=decide)


def _late(event: Event) -> Event:
    return changed(event, late=True) if isinstance(event, Passed) else event


async def restart(hall: Hall, mailbox: Mailbox, game: AnyGame) -> tuple[Hall, Mailbox]:
    """Starts a server with other rules on the same store."""
    tables = Tables(hall.store, Committer(hall.store), hall.clock, games={GAME: game})
    found = await tables.find(mailbox.live.id)
    assert found is not None
    await found.empty()
    return Hall(hall.store, hall.clock, tables), found


async def play(mailbox: Mailbox, hall: Hall, seats: dict[Seat, str], steps: int) -> None:
    """Lets everybody do the first of what they may, and pass where they can."""
    ears = {seat: hall.enter(mailbox, hall.person(name)) for seat, name in seats.items()}
    for _ in range(steps):
        state = mailbox.live.table.state
        assert state is not None
        open_ = mailbox.live.game.to_act(state)
        if not open_:
            return
        choices = list(legal(mailbox, open_[0]))
        passes = [one for one in choices if one["t"] == "pass"]
        act(mailbox, ears[open_[0]], (passes or choices)[0])
        await mailbox.empty()


def record_of(mailbox: Mailbox, hall: Hall) -> Record:
    """Makes the record of a game that ended by newer rules."""
    live = mailbox.live
    log = entries(hall.store.log[live.id], live.game, live.codec)
    sitters = (Sitter(1, "Ann", None), Sitter(2, "Bob", None))
    luck = luck_of(hall.store.rows[live.id])
    made = Record(GAME, 2, live.lobby.saved.options, sitters, luck, lines_of(log))
    return read_record(write_record(made), games={GAME: newer()})


def without(record: Record, kind: type[Event]) -> Record:
    """Leaves a kind of event out, and what it alone was told by."""
    lines = (
        changed(line, events=tuple(event for event in line.events if not isinstance(event, kind)))
        for line in record.lines
    )
    return changed(record, lines=tuple(line for line in lines if line.events))


async def test_a_running_table_under_newer_rules_logs_that(anyio_backend: str) -> None:
    """And the record is played again by the rules that each entry was played by, as far as they are here."""
    hall = make_hall()
    options = b'{"rounds":1,"passRule":"always"}'
    mailbox, _ = await hall.open(game=GAME, options=options)
    seats = {1: "ann", 2: "bob"}
    await play(mailbox, hall, seats, 6)
    before = len(hall.store.log[mailbox.live.id])
    hall, mailbox = await restart(hall, mailbox, newer())
    ear = hall.enter(mailbox, hall.person("ann"), mailbox.live.frames.version(1) - 1)
    assert [one["t"] for one in ear.of("whole")[-1]["told"]][:1] == ["rulesChanged"]
    await play(mailbox, hall, seats, 100)
    assert mailbox.live.table.over
    # A second start with the same rules has nothing to tell.
    hall, mailbox = await restart(hall, mailbox, newer())
    record = record_of(mailbox, hall)
    events = [event for line in record.lines for event in line.events]
    assert [event for event in events if isinstance(event, RulesChanged)] == [RulesChanged(1, 2)]
    games = {GAME: newer()}
    verdict = verify(record, games)
    assert verdict.findings == ()
    assert verdict.entries == len(record.lines) - before > 10
    assert [notice.split()[0] for notice in verdict.notices] == [str(before)]
    # What the first rules told of a pass isn't what the second would.
    assert any(isinstance(event, Passed) for line in record.lines[:before] for event in line.events)
    hidden = verify(without(record, RulesChanged), games)
    assert [one.cause for one in hidden.findings] == ["it ends by rules 1, not by those that its head names"]
    first = record.lines[0]
    agreed = tuple(changed(one, rules=2) if isinstance(one, Agreed) else one for one in first.events)
    forged = changed(without(record, RulesChanged), lines=(changed(first, events=agreed), *record.lines[1:]))
    assert {one.check for one in verify(forged, games).findings} == {"rules"}
