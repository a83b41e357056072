"""How is a table found without its link? In the list of open tables, or by a code that can be read aloud."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from boltbox.rules.refusals import Refusal
from boltbox.server.front import Asked, Front, Turned, address_of
from boltbox.server.messages import TableCard
from boltbox.server.problems import turned


@get("/api/tables/open", responses=turned(429))
async def open_tables(front: NamedDependency[Front]) -> list[TableCard]:
    """Lists the open tables that their hosts show to everybody and that have free seats, newest first."""
    return await front.tables.open_cards(front.awake()[0])


@get("/api/codes/{code:str}", responses=turned(400, 404, 429))
async def coded_table(request: Asked, front: NamedDependency[Front], code: FromPath[str]) -> TableCard:
    """Shows the open or running table of a code, typed in capitals or not, with blanks or not."""
    front.limit(front.limits.guesses, address_of(request))
    person = await front.asking(request)
    card = await front.tables.coded(code, None if person is None else person.id)
    if card is None:
        raise Turned(404, Refusal("no_such_code", "code", {"code": code[:12]}))
    return card


ROUTES: Final = (open_tables, coded_table)
