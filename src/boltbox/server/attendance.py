"""Who is at a table now, and what becomes of it when somebody comes, goes, stays away or leaves for good?

That somebody is here is seen at once and logged nowhere; that somebody stays away is an entry of the game.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from boltbox.rules.game import TABLE, Action, Instant, Seat
from boltbox.rules.refusals import Refusal
from boltbox.server.deciding import came
from boltbox.server.live import Decided, LiveTable
from boltbox.server.lobby import check_settings, terms_of
from boltbox.server.messages import Arrange, Join, Pause
from boltbox.server.store import Person
from boltbox.table import seats
from boltbox.table.clock import GoOn, SetAbsent, SetPause, SetPresence, wanted
from boltbox.table.table import Answer, Request
from boltbox.table.timed import clock_of

AWAY_MS: Final = 10_000  # without any connection, in a running game
HOST_MS: Final = 30_000  # then the host passes on to somebody who is here


def due(live: LiveTable) -> Instant | None:
    """Is when somebody has been missing for so long that something becomes of it."""
    dues = [live.missing[person] + AWAY_MS for person, _ in _going(live)]
    if live.company_since is not None and _unplayed(live):
        dues.append(live.company_since + AWAY_MS)
    since = _host_missing(live)
    if since is not None:
        dues.append(since + HOST_MS)
    return min(dues, default=None)


def tick(live: LiveTable, now: Instant) -> Decided:
    """Notes who stayed away for long, and passes the host on; ticks of the game that were due go first."""
    entries = live.table.tick(now)
    noted = len(entries)
    alone = live.company_since is None or now < live.company_since + AWAY_MS
    gone = [seat for person, seat in _going(live) if live.missing[person] + AWAY_MS <= now]
    if gone or (not alone and _unplayed(live)):
        action = SetPresence((*gone, *_unplayed(live)), "away", alone)
        entries += live.table.submit(Request(TABLE, action), now).entries
    decided = came(live, Answer(entries))
    since = _host_missing(live)
    if since is not None and since + HOST_MS <= now:
        live.lobby.now = replace(live.lobby.now, company=seats.hand_on(live.lobby.now.company, live.here))
        decided.standing = live.lobby.now
    if len(entries) > noted:
        decided.standing = live.lobby.now
    return decided


def back(live: LiveTable, person: Person) -> Decided:
    """Gives the seats on a person's device back when the person was away."""
    clock = clock_of(live.table.state)
    away = tuple(seat for seat in _seats_of(live, person) if _plays(live) and clock.seat(seat).away)
    if not away:
        return Decided()
    alone = live.company_since is None or live.clock() < live.company_since + AWAY_MS
    return _set(live, SetPresence(away, "here", alone))


def leave(live: LiveTable, person: Person) -> Decided:
    """Lets a person give up the seat in a running game, with all guests; a host who does passes on."""
    chair = live.lobby.now.company.chair_of(person.id)
    if chair is None:
        return Decided(refusal=Refusal("not_seated", "seat"))
    if clock_of(live.table.state).seat(chair.seat).left:
        return Decided()  # said twice
    alone = not live.here - {person.id}
    decided = _set(live, SetPresence(_seats_of(live, person), "left", alone))
    if decided.refusal is None and live.lobby.now.company.host == person.id:
        company = seats.hand_on(live.lobby.now.company, live.here - {person.id})
        live.lobby.now = decided.standing = replace(live.lobby.now, company=company)
    return decided


def rejoin(live: LiveTable, person: Person, request: Join) -> Decided:
    """Gives the own seat back to who left a running game, and those of guests; nobody else can sit down."""
    chair = live.lobby.now.company.chair_of(person.id)
    if chair is None or request.seat not in (None, chair.seat):
        return Decided(refusal=Refusal("already_started", "table"))
    if not clock_of(live.table.state).seat(chair.seat).left:
        return Decided()
    return _set(live, SetPresence(_seats_of(live, person), "here"))


def arrange(live: LiveTable, person: Person, request: Arrange) -> Decided:
    """Arranges for the host of a running game what can still be another."""
    standing, settings = live.lobby.now, request.settings
    if standing.company.host != person.id:
        return Decided(refusal=Refusal("not_host", "table"))
    if live.lobby.agreed.row.of_day is not None:  # a bot that stands in would have the try counted
        return Decided(refusal=Refusal("set_by_day", "table"))
    if settings.act_seconds != standing.settings.act_seconds:
        params: dict[str, int | str] = {"option": "actSeconds"}
        return Decided(refusal=Refusal("set_for_the_game", "actSeconds", params))
    refusal = check_settings(settings, live.lobby.agreed.bots)
    if refusal is not None:
        return Decided(refusal=refusal)
    differs = settings.absent != standing.settings.absent
    decided = _set(live, SetAbsent(settings.absent)) if differs else Decided()
    if decided.refusal is None:
        live.lobby.now = decided.standing = replace(live.lobby.now, settings=settings)
    return decided


def pause(live: LiveTable, person: Person, seat: Seat | None, request: Pause) -> Decided:
    """Stops the game for its host, or lets it go on."""
    if live.lobby.now.company.host != person.id or seat is None:
        return Decided(refusal=Refusal("not_host", "table"))
    if not _plays(live):
        return Decided(refusal=Refusal("game_over" if live.table.over else "not_started", "table"))
    return _set(live, SetPause(request.on), (seat, request.id))


def go_on(live: LiveTable) -> Decided:
    """Goes on with a game after the server was away: nothing is due at once."""
    if not _plays(live):
        return Decided()
    action = GoOn(live.seats, terms_of(live.lobby.now), live.table.position.instant)
    answer = live.table.submit(Request(TABLE, action), live.clock(), first=True)
    return came(live, Answer(answer.entries))  # or there was nothing to move


def _set(live: LiveTable, action: Action, asked: tuple[Seat, str] | None = None) -> Decided:
    """Lets the table do something that everybody sees in the lobby too."""
    actor, id_ = asked or (TABLE, None)
    decided = came(live, live.table.submit(Request(actor, action, None, id_), live.clock()))
    if decided.refusal is None:
        decided.standing = live.lobby.now
    return decided


def _seats_of(live: LiveTable, person: Person) -> tuple[Seat, ...]:
    return tuple(chair.seat for chair in live.lobby.now.company.chairs_of(person.id))


def _plays(live: LiveTable) -> bool:
    return live.lobby.now.status == "running" and live.table.state is not None and not live.table.over


def _going(live: LiveTable) -> Iterator[tuple[str, Seat]]:
    """Lists who is missing at a running game and isn't known to be."""
    if not live.missing or not _plays(live):
        return
    clock = clock_of(live.table.state)
    for chair in live.lobby.now.company.chairs:
        if chair.person in live.missing and chair.seat in clock.people:
            known = clock.seat(chair.seat)
            if not known.away and not known.left:
                yield chair.person, chair.seat


def _unplayed(live: LiveTable) -> tuple[Seat, ...]:
    """Lists the seats of absent people whom somebody should stand in for, once the table has company."""
    clock = clock_of(live.table.state)
    if not clock.absentees or not _plays(live) or not clock.somebody_here:
        return ()
    absentees = (clock.seat(seat) for seat in clock.absentees)
    real_time = live.game.real_time
    return tuple(
        one.seat
        for one in absentees
        if one.by is None and wanted(clock, one, real_time=real_time) is not None
    )


def _host_missing(live: LiveTable) -> Instant | None:
    """Is since when the host is missing while somebody else could be it."""
    standing = live.lobby.now
    since = live.missing.get(standing.company.host)
    if since is None or standing.status not in ("open", "running"):
        return None
    others = seats.hand_on(standing.company, live.here).host != standing.company.host
    return since if others else None
