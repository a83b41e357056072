"""How does a game come to the server as a file? It is read, checked and kept, to be looked at by its id.

Whoever has the id may look; it is 14 letters that nobody guesses.
"""

import asyncio
import gzip
import hashlib
import re
from typing import Annotated, Final

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import Body, FromPath, FromQuery
from msgspec.structs import replace

from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.server.front import Asked, Front, Turned, address_of
from boltbox.server.identity import clean_name
from boltbox.server.lookback import LOOKED_AT, looked_at
from boltbox.server.looks import told_apart
from boltbox.server.past import RecordCard, RecordFinding, Replay, ReplaySeat
from boltbox.server.problems import turned
from boltbox.server.records import TEXT
from boltbox.server.replays import notice_of, packed, write_replay
from boltbox.server.store import Person, RecordRow
from boltbox.server.tables import LETTERS, letters
from boltbox.server.vetting import Vetted, vet
from boltbox.table.record import Record, RecordError, Sitter, entries, outcome_of, played, read_record

RECORD_BYTES: Final = 2 * 1024 * 1024
RECORD_LETTERS: Final = 14
MOST_RECORDS: Final = 100  # that a person keeps
NUMBERED: Final = re.compile(r"(.*?)( \(\d{1,2}\))?", re.DOTALL)

_card = msgspec.json.Decoder(RecordCard)
_vetting = asyncio.Semaphore(2)  # files read at once


@post(
    "/api/records",
    status_code=200,
    request_max_body_size=RECORD_BYTES,
    responses=turned(400, 401, 403, 409, 413, 429),
)
async def bring(
    request: Asked, front: NamedDependency[Front], data: Annotated[bytes, Body(media_type=MediaType.TEXT)]
) -> RecordCard:
    """Reads and checks a record, and keeps it; the same file again is the same record."""
    person = await _known(request, front)
    front.limit(front.limits.records, person.id)
    async with _vetting:
        found = await vet(data)
    if isinstance(found, Refusal):
        raise Turned(400, found)
    card = _carded(found, letters(LETTERS, RECORD_LETTERS), front.clock())
    row = RecordRow(
        id=card.record,
        person=person.id,
        game=card.game,
        created=card.added,
        hash=hashlib.sha256(data).hexdigest(),
        card=msgspec.json.encode(card),
        text=await asyncio.to_thread(packed, data),
    )
    kept = await front.store.add_record(row, MOST_RECORDS)
    if kept is None:
        raise Turned(409, Refusal("too_many_records", "record", {"most": MOST_RECORDS}))
    return _card.decode(kept.card)


@get("/api/records", responses=turned(429))
async def own_records(request: Asked, front: NamedDependency[Front]) -> list[RecordCard]:
    """Lists the records that who is asking brought, newest first."""
    person = await front.asking(request)
    rows = [] if person is None else await front.store.records_of(person.id)
    return [_card.decode(row.card) for row in rows]


@get(
    "/api/records/{record:str}",
    media_type=MediaType.TEXT,
    responses={200: TEXT, **turned(400, 404, 429)},
    response_headers=[ResponseHeader(name="Content-Disposition", documentation_only=True)],
)
async def one_record(front: NamedDependency[Front], record: FromPath[str]) -> Response[bytes]:
    """Gives a record back as it was brought, byte for byte."""
    row = await _found(front, record)
    headers = {"Content-Disposition": f'attachment; filename="{row.game}-{row.hash[:8]}.txt"'}
    return Response(
        await asyncio.to_thread(gzip.decompress, row.text), media_type=MediaType.TEXT, headers=headers
    )


@delete("/api/records/{record:str}", responses=turned(400, 401, 403, 404, 429))
async def remove(request: Asked, front: NamedDependency[Front], record: FromPath[str]) -> None:
    """Removes a record that who is asking brought."""
    person = await _known(request, front)
    if not await front.store.remove_record(record, person.id):
        raise _unknown(record)


@get("/api/records/{record:str}/replay", responses={200: LOOKED_AT, **turned(400, 404, 422, 429)})
async def record_replay(
    request: Asked, front: NamedDependency[Front], record: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """Shows a record as a seat saw the game, or as who watched did."""
    front.limit(front.limits.replays, address_of(request))
    row = await _found(front, record)
    return await looked_at(request, lambda: _replay(row, seat))


async def _known(request: Asked, front: Front) -> Person:
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    return person


async def _found(front: Front, record: str) -> RecordRow:
    row = await front.store.record(record) if len(record) == RECORD_LETTERS else None
    if row is None:
        raise _unknown(record)
    return row


def _unknown(record: str) -> Turned:
    return Turned(404, Refusal("unknown_record", "record", {"record": record[:40]}))


def _carded(found: Vetted, record: str, now: int) -> RecordCard:
    return RecordCard(
        record=record,
        game=found.game,
        names=tuple(shown_names(found.seats).values()),
        ended=found.ended,
        rules=found.rules,
        totals=found.totals,
        clean=found.clean,
        findings=tuple(RecordFinding(one.check, one.line, one.cause) for one in found.findings),
        notices=found.notices,
        added=now,
    )


def shown_names(seats: tuple[Sitter, ...]) -> dict[int, str | None]:
    """Gives the names that can be shown, by seat: those of a made-up record may be anything."""
    names = {one.seat: None if one.name is None else _clean(one.name) for one in seats}
    named = [(seat, name) for seat, name in names.items() if name is not None]
    return names | dict(zip((seat for seat, _ in named), told_apart(named), strict=True))


def _clean(name: str) -> str | None:
    """Cleans a name; a table adds the number of the seat where two look alike."""
    found = NUMBERED.fullmatch(name)
    clean = clean_name(found[1] if found else name)
    return None if isinstance(clean, Refusal) else clean + ((found and found[2]) or "")


def _replay(row: RecordRow, seat: int | None) -> bytes:
    try:
        record = read_record(gzip.decompress(row.text))
    except RecordError as error:  # a Boltbox before this one could read it
        raise Turned(
            400, Refusal("bad_record", "record", {"line": error.line, "cause": error.cause})
        ) from error
    if seat is not None and seat not in {one.seat for one in record.seats}:
        raise Turned(422, Refusal("no_such_seat", "seat", {"seat": seat}))
    return write_replay(_about(record, row, seat), played(record), entries(record))


def _about(record: Record, row: RecordRow, seat: int | None) -> Replay:
    game, names, outcome = played(record), shown_names(record.seats), outcome_of(record)
    bots = {one.seat: None if one.bot is None else one.bot[:40] for one in record.seats}
    return Replay(
        share=row.id,
        game=record.game,
        rules=record.rules,
        notice=notice_of(record.rules, SHELF[record.game].rules),
        audience=seat,
        options=msgspec.Raw(msgspec.json.encode(record.options)),
        house_rules=game.house_rules(record.options, len(record.seats)),
        seats=tuple(
            ReplaySeat(one.seat, names[one.seat], one.seat - 1, bots[one.seat]) for one in record.seats
        ),
        status="stopped" if outcome is not None and outcome.reason == "stopped" else "ended",
        commitment=record.luck.commitment[:64],
        last=0,
        steps=(),
        card=replace(_card.decode(row.card), record=row.id),
    )


ROUTES: Final = (bring, own_records, one_record, remove, record_replay)
