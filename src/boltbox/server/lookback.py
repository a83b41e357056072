"""How is a finished game looked back at? By the links of its table, position by position, from any seat."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.server.front import Asked, Front, Turned, address_of
from boltbox.server.lobby import names_of, status_of
from boltbox.server.past import Replay, ReplaySeat
from boltbox.server.problems import turned
from boltbox.server.records import open_day, over
from boltbox.server.replays import notice_of, packed, write_replay
from boltbox.server.rows import entries
from boltbox.server.store import TableRow
from boltbox.table.codec import Codec
from boltbox.table.timed import timed

LOOKED_AT: Final = ResponseSpec(Replay, description="The replay", generate_examples=False)


@get("/api/tables/{table:str}/replay", responses={200: LOOKED_AT, **turned(400, 404, 409, 422, 429)})
async def table_replay(
    request: Asked, front: NamedDependency[Front], table: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """Shows a finished game as a seat saw it, or as who watched did, to whoever has a link of its table."""
    front.limit(front.limits.replays, address_of(request))
    row = await over(front, table)
    barred = await front.tables.barred(row, await front.asking(request))
    if barred is not None:
        raise Turned(409, barred)
    if seat is not None and seat not in {chair.seat for chair in row.chairs}:
        raise Turned(422, Refusal("no_such_seat", "seat", {"seat": seat}))
    log = await front.store.entries(row.id)
    results = await front.store.results_of(row.id)
    people = await front.store.people(tuple(chair.person for chair in row.chairs if chair.person))
    rules = results[0].rules if results else SHELF[row.game].rules
    about = _about(row, names_of(row.chairs, people), rules, seat)
    about = replace(about, saves=open_day(front, row) is None)
    game = timed(SHELF[row.game])
    return await looked_at(request, lambda: write_replay(about, game, entries(log, game, Codec(game))))


async def looked_at(request: Asked, write: Callable[[], bytes]) -> Response[bytes]:
    """Answers with a replay, packed if it may be; no table waits while it is made."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    data = await asyncio.to_thread(lambda: packed(write()) if packs else write())
    headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if packs else {})
    return Response(data, media_type=MediaType.JSON, headers=headers)


def _about(row: TableRow, names: tuple[str, ...], rules: int, seat: int | None) -> Replay:
    game = SHELF[row.game]
    options = Codec(game).options(row.options)
    chairs = zip(row.chairs, names, strict=True)
    return Replay(
        share=row.watch or row.id,
        game=row.game,
        rules=rules,
        notice=notice_of(rules, game.rules),
        audience=seat,
        options=msgspec.Raw(row.options),
        house_rules=not isinstance(options, Refusal) and game.house_rules(options, len(row.chairs)),
        seats=tuple(ReplaySeat(chair.seat, name, chair.suit, chair.bot) for chair, name in chairs),
        status=status_of(row.status),
        commitment=row.commitment,
        last=0,
        steps=(),
    )


ROUTES: Final = (table_replay,)
