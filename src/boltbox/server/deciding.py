"""What becomes of a request at a table? Decided at once and in memory; a bug of a game changes nothing."""

import logging
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Action, Options, Seat
from boltbox.rules.refusals import Refusal
from boltbox.server import even
from boltbox.server.even import Pressed
from boltbox.server.listeners import Listener
from boltbox.server.live import Decided, LiveTable, Opening
from boltbox.server.lobby import LobbyRequest
from boltbox.server.logs import short
from boltbox.server.messages import Act, Again
from boltbox.server.store import Person
from boltbox.table.clock import PASS
from boltbox.table.table import Answer, Request
from boltbox.table.timed import clock_of

log = logging.getLogger(__name__)


def guarded(live: LiveTable, decide: Callable[[], Decided]) -> Decided:
    """Turns a bug of a game into an answer; the table stays as it was."""
    position, standing = live.table.position, live.lobby.now
    try:
        decided = decide()
    except Exception:
        log.exception("game failed table=%s", short(live.id))
        live.table.position, live.lobby.now = position, standing
        decided = Decided(refusal=Refusal("table_failed", "table"))
    decided.position = live.table.position
    return decided


def act(live: LiveTable, seat: Seat, asker: Listener, request: Act) -> Decided:
    """Decides what a connection's seat asks the game for."""
    asker.trips.answered(request.decision, live.clock())
    dated = Pressed(seat, asker, request.pressed)
    return _submit(live, dated, request.action, (request.decision, request.id))


def play(live: LiveTable, seat: Seat, decision: int, action: bytes | Action) -> Decided:
    """Decides what a bot asks the game for; a person who came back plays again, and the bot is too late."""
    if seat not in bots_at(live):
        return Decided(refusal=Refusal("already_decided", "seat"))
    return _submit(live, Pressed(seat), action, (decision, None))


def again(live: LiveTable, person: Person, request: Again) -> Decided:
    """Opens a table to play again; who asks later is led to the same one."""
    chair = live.lobby.now.company.chair_of(person.id)
    if chair is None or clock_of(live.table.state).seat(chair.seat).left:
        return Decided(refusal=Refusal("not_seated", "seat"))
    if not live.table.over:
        return Decided(refusal=Refusal("not_over", "table"))
    return Decided(opens=Opening(person, request.seal))


def sit(live: LiveTable, person: Person, request: LobbyRequest) -> Decided:
    """Changes who sits where, and how the table is kept, before the start."""
    standing = live.lobby.change(person, request, live.here)
    if isinstance(standing, Refusal):
        return Decided(refusal=standing)
    live.lobby.people[person.id] = person
    live.lobby.now = standing
    return Decided(standing=standing)


def agree_on(live: LiveTable, person: Person, options: Options) -> Decided:
    """Changes what is agreed on for its host, before the start."""
    standing = live.lobby.agree_on(person, options)
    if isinstance(standing, Refusal):
        return Decided(refusal=standing)
    if standing is live.lobby.now:
        return Decided()
    live.lobby.now = standing
    return Decided(standing=standing)


def bots_at(live: LiveTable) -> dict[Seat, str]:
    """Names the bots that play now: those that sit here, and those that play for absent people."""
    sitting = {chair.seat: chair.bot for chair in live.lobby.now.company.chairs if chair.bot is not None}
    seats = clock_of(live.table.state).seats
    return sitting | {one.seat: one.by for one in seats if one.by is not None and one.by != PASS}


def _submit(
    live: LiveTable, press: Pressed, action: bytes | msgspec.Raw | Action, answers: tuple[int, str | None]
) -> Decided:
    asked = action if isinstance(action, Action) else live.codec.action(action)
    if isinstance(asked, Refusal):
        return Decided(refusal=asked)
    if live.game.stamp is not None:
        asked = live.game.stamp(asked, even.timing(live, press))
    request = Request(press.seat, asked, *answers)
    return came(live, live.table.submit(request, live.clock()))


def came(live: LiveTable, answer: Answer) -> Decided:
    """Notes what a table answered, and that the game is over if it is."""
    decided = Decided(answer.entries, answer.refusal)
    outcome = live.game.outcome(answer.entries[-1].after) if answer.entries else None
    if outcome is not None:
        status = "stopped" if outcome.reason == "stopped" else "ended"
        live.lobby.now = replace(live.lobby.now, status=status)
        decided.standing = live.lobby.now
    return decided
