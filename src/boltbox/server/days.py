"""What does everybody play today? One deal a day, one counted try for each person, then the day's table."""

import asyncio
import secrets
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from boltbox.rules.luckybox.scoring import title
from boltbox.rules.refusals import Refusal
from boltbox.server.day_messages import Day, DayRank, DayTry
from boltbox.server.front import Asked, Front, Turned
from boltbox.server.looks import told_apart
from boltbox.server.messages import TableCard
from boltbox.server.problems import turned
from boltbox.server.rows import OVER
from boltbox.server.store import Attempt, DayRow, Person, Placed, TriedAlready
from boltbox.server.utc import closes, day_of, is_day
from boltbox.table.deal import SECRET_BYTES, Deal

GAME: Final = "luckybox"
MOST_RANKS: Final = 200

_parts = msgspec.json.Decoder(dict[str, int])
_opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # people whose try is being opened


async def today(front: Front) -> DayRow:
    """Finds the deal of the server's day, or makes it when it is asked for first."""
    now = front.clock()
    known = await front.store.day(day_of(now), GAME)
    if known is not None:
        return known
    secret = secrets.token_bytes(SECRET_BYTES)
    return await front.store.new_day(DayRow(day_of(now), GAME, Deal(secret).commitment, secret, now))


@get("/api/today", responses=turned(429))
async def todays_deal(request: Asked, front: NamedDependency[Front]) -> Day:
    """Shows today's deal, with everybody's results once the asker's own try has ended."""
    return await _shown(front, await today(front), await front.asking(request))


@get("/api/days/{day:str}", responses=turned(400, 404, 409, 429))
async def day_of_before(request: Asked, front: NamedDependency[Front], day: FromPath[str]) -> Day:
    """Shows the deal of a day that is over, with everybody's results and its secret."""
    row = await front.store.day(day, GAME) if is_day(day) else None
    if row is None:
        raise Turned(404, Refusal("no_such_day", "day", {"day": day[:10]}))
    if front.clock() < closes(row.day):
        raise Turned(409, Refusal("day_open", "day", {"day": row.day}))
    return await _shown(front, row, await front.asking(request))


@post("/api/today", responses=turned(400, 401, 403, 409, 429))
async def try_today(request: Asked, front: NamedDependency[Front]) -> TableCard:
    """Opens the asker's one counted try of today's deal, or leads to it while it goes on."""
    person = await _known(front, request)
    row = await today(front)
    lock = _opening.get(person.id) or _opening.setdefault(person.id, asyncio.Lock())
    async with lock:  # of two taps at once the second finds the table of the first
        own = await front.store.attempt(row.day, GAME, person.id)
        if own is None:
            with front.limits.opening(person.id) as opening:
                await front.leave_to_open(person, opening)
                try:
                    return await front.tables.open_day(person, row, practice=False)
                except TriedAlready:
                    own = await front.store.attempt(row.day, GAME, person.id)
    mailbox = None if own is None else await front.tables.find(own.table)
    if mailbox is None or mailbox.status in OVER:
        raise Turned(409, Refusal("tried_today", "day"))
    return await front.tables.begin(mailbox, person)


@post("/api/today/practice", responses=turned(400, 401, 403, 409, 429))
async def practise(request: Asked, front: NamedDependency[Front]) -> TableCard:
    """Opens a table on today's deal that leaves no result, once the asker's own try has ended."""
    person = await _known(front, request)
    row = await today(front)
    own = await front.store.attempt(row.day, GAME, person.id)
    if own is None or not own.counted:
        raise Turned(409, Refusal("try_first", "day", {"day": row.day}))
    with front.limits.opening(person.id) as opening:
        await front.leave_to_open(person, opening)
        return await front.tables.open_day(person, row, practice=True)


async def _known(front: Front, request: Asked) -> Person:
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    return person


async def _shown(front: Front, row: DayRow, person: Person | None) -> Day:
    own = None if person is None else await front.store.attempt(row.day, row.game, person.id)
    name = None if person is None else person.id
    now = front.clock()
    over = now >= closes(row.day)
    shown = over or (own is not None and bool(own.counted))
    placed = await front.store.placed(row.day, row.game, name, MOST_RANKS if shown else 1)
    return Day(
        day=row.day,
        now=now,
        closes=closes(row.day),
        commitment=row.commitment,
        secret=row.secret.hex() if over else None,
        tries=placed[0].tries if placed else 0,
        mine=None if own is None else _try(own, placed, name),
        board=_board(placed, name) if shown else None,
    )


def _try(own: Attempt, placed: list[Placed], person: str | None) -> DayTry:
    return DayTry(
        table=own.table,
        watch=own.watch,
        status=own.status,
        counted=bool(own.counted),
        total=own.total,
        title=None if own.total is None else title(own.total),
        parts={} if own.parts is None else _parts.decode(own.parts),
        place=next((each.place for each in placed if each.person == person), None),
    )


def _board(placed: list[Placed], person: str | None) -> tuple[DayRank, ...]:
    # Guests of the same name are told apart as at a table, by their place in the list.
    names = told_apart([(index, each.name) for index, each in enumerate(placed, 1)])
    return tuple(
        DayRank(
            place=each.place,
            name=name,
            suit=each.suit,
            total=each.total,
            title=title(each.total),
            parts=_parts.decode(each.parts),
            watch=each.watch,
            you=each.person == person,
        )
        for each, name in zip(placed, names, strict=True)
    )


ROUTES: Final = (todays_deal, day_of_before, try_today, practise)
