"""How does a finished game leave the server as a file? By its links, with the names that its table showed."""

from datetime import UTC, datetime
from typing import Final

from litestar import MediaType, Response, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from boltbox.rules.refusals import Refusal
from boltbox.server.digests import record_of
from boltbox.server.front import Front, Turned
from boltbox.server.problems import turned
from boltbox.server.rows import OVER
from boltbox.server.store import Door, EntryRow, TableRow
from boltbox.server.tables import WATCH_LETTERS
from boltbox.server.utc import closes

TEXT: Final = ResponseSpec(
    data_container=str, description="The record", media_type=MediaType.TEXT, generate_examples=False
)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.TEXT,
    responses={200: TEXT, **turned(400, 404, 409, 429)},
    response_headers=[ResponseHeader(name="Content-Disposition", documentation_only=True)],
)
async def record(front: NamedDependency[Front], table: FromPath[str]) -> Response[bytes]:
    """Gives a finished game as a file, its luck revealed, to whoever has the link to play or to watch."""
    row = await over(front, table)  # the deal closes with the game; before that its secret is told to nobody
    day = open_day(front, row)
    if day is not None:
        raise Turned(409, Refusal("day_open", "day", {"day": day}))
    text, log = await record_of(front.store, row)
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(row, log)}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


def open_day(front: Front, row: TableRow) -> str | None:
    """Names the day whose deal it was if others still play it, so that its luck is nobody's to know."""
    return row.of_day if row.of_day is not None and front.clock() < closes(row.of_day) else None


async def over(front: Front, door: str) -> TableRow:
    """Finds the table of an id whose game is over, or turns away who asks."""
    row = await _row(front, door)
    if row is None:
        raise Turned(404, Refusal("unknown_table", "table", {"table": door[:40]}))
    if row.status not in OVER:
        raise Turned(409, Refusal("not_over", "table"))
    return row


async def _row(front: Front, door: str) -> TableRow | None:
    """Finds the table that an id leads to, that of the table or the one for watching."""
    table = await front.store.table_of(Door(watch=door)) if len(door) == WATCH_LETTERS else door
    return None if table is None else await front.store.table(table)


def _file_name(row: TableRow, log: list[EntryRow]) -> str:
    """Names the game, its day and the seal that people saw; the table's id would let others in."""
    day = datetime.fromtimestamp(log[-1].instant / 1000, UTC).date()
    return f"{row.game}-{day}-{row.commitment[:8]}.txt"


ROUTES: Final = (record,)
