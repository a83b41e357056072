"""What can be asked over plain HTTP? Who one is, which games and tables there are, and for a new table."""

import asyncio
import logging
from typing import Final

import msgspec
from litestar import Response, get, post, put, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from boltbox.bots import bots_of
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server import (
    connection,
    days,
    devices,
    doors,
    goals,
    house,
    identity,
    imports,
    lookback,
    presets,
    records,
    solo,
)
from boltbox.server.agreeing import ranges, rule_sets
from boltbox.server.build import BUILD
from boltbox.server.front import Asked, Front, Turned, address_of
from boltbox.server.line import Socket
from boltbox.server.logs import short
from boltbox.server.messages import Address, GameCard, Health, Me, MeChange, NewTable, TableCard
from boltbox.server.problems import turned
from boltbox.server.store import Person

READY_SECONDS: Final = 2.0  # a store that needs longer to say anything isn't ready

_log = logging.getLogger(__name__)


@get("/api/health")
async def health() -> Health:
    """Tells that the server is alive."""
    return Health(build=BUILD)


@get("/api/ready", responses=turned(503))
async def ready(front: NamedDependency[Front]) -> Health:
    """Tells that the server can do its work: the database answers and is what this build works on."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await front.store.check()
    except Exception as error:
        _log.exception("not ready")
        raise Turned(503, Refusal("not_ready", "server"), retry=5) from error
    return Health(build=BUILD)


@get("/api/address", responses=turned(429))
async def address(front: NamedDependency[Front]) -> Address:
    """Tells where others find this server; a page at `localhost` can't know."""
    return Address(front.reach)


@get("/api/me", responses=turned(429))
async def who_am_i(request: Asked, front: NamedDependency[Front]) -> Response[Me]:
    """Tells who is asking; whom it doesn't know yet it gives a name, a colour and a cookie."""
    return await _welcome(request, front, None)


@put("/api/me", responses=turned(400, 403, 413, 422, 429))
async def change_me(request: Asked, front: NamedDependency[Front], data: JSONBody[MeChange]) -> Response[Me]:
    """Changes the name and the favourite colour of who is asking."""
    return await _welcome(request, front, data)


async def _welcome(request: Asked, front: Front, change: MeChange | None) -> Response[Me]:
    person = await front.asking(request)
    token = request.cookies.get(identity.COOKIE, "")
    if person is None:
        front.limit(front.limits.people, address_of(request))
        person, token = identity.newcomer(front.clock()), identity.new_token()
        if change is not None:
            person = _changed(person, change)
        await front.store.new_person(person, identity.token_hash(token))
    elif change is not None:
        person = _changed(person, change)
        await front.store.change_person(person.id, person.name, person.suit)
        await front.tables.renamed(person)
    me = Me(person=person.id, name=person.name, suit=person.suit)
    return Response(me, cookies=[identity.cookie(token, secure=front.is_secure(request))])


def _changed(person: Person, change: MeChange) -> Person:
    name = identity.clean_name(change.name)
    if isinstance(name, Refusal):
        raise Turned(422, name)
    suit = identity.clean_suit(change.suit)
    if isinstance(suit, Refusal):
        raise Turned(422, suit)
    return replace(person, name=name, suit=suit)


@get("/api/games", responses=turned(429))
async def games() -> list[GameCard]:
    """Lists the games on the shelf."""
    return [_game_card(game) for game in SHELF.values()]


def _game_card(game: AnyGame) -> GameCard:
    return GameCard(
        game=game.name,
        least=game.seats[0],
        most=game.seats[-1],
        options=msgspec.Raw(msgspec.json.encode(game.options())),
        bots=tuple(bots_of(game.name)),
        rule_sets=rule_sets(game),
        ranges=ranges(game),
    )


@post("/api/tables", responses=turned(400, 401, 403, 409, 413, 422, 429))
async def open_table(request: Asked, front: NamedDependency[Front], data: JSONBody[NewTable]) -> TableCard:
    """Opens a table for who is asking."""
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    with front.limits.opening(person.id) as opening:
        await front.leave_to_open(person, opening)
        card = await front.tables.open_table(person, data)
    if isinstance(card, Refusal):
        raise Turned(422, card)
    _log.info("opened table=%s game=%s", short(card.table), card.game)
    return card


@get("/api/tables", responses=turned(429))
async def own_tables(request: Asked, front: NamedDependency[Front]) -> list[TableCard]:
    """Lists the tables where who is asking sits, open or running, newest first."""
    person = await front.asking(request)
    return [] if person is None else await front.tables.cards_of(person.id)


@get("/api/tables/{table:str}", responses=turned(400, 404, 429))
async def one_table(request: Asked, front: NamedDependency[Front], table: FromPath[str]) -> TableCard:
    """Shows a table in one line."""
    person = await front.asking(request)
    card = await front.tables.card(table, None if person is None else person.id)
    if card is None:
        raise Turned(404, Refusal("unknown_table", "table", {"table": table[:40]}))
    return card


@websocket("/ws/{table:str}")
async def table_socket(socket: Socket, front: NamedDependency[Front], table: FromPath[str]) -> None:
    """Joins a WebSocket to a table; without a cookie it watches. A page of another site gets 403."""
    if not front.is_own_origin(socket):
        await socket.close()
        return
    person, address, limits = await front.asking(socket), address_of(socket), front.limits
    name = None if person is None else person.id
    if not limits.crowd.enter(name, address):
        await connection.turn_away(socket)
        return
    try:
        await connection.serve(socket, front.tables, table, person, limits.messages)
    finally:
        limits.crowd.leave(name, address)


ROUTES: Final = (
    *(health, ready, address, games, *goals.ROUTES),
    *(who_am_i, change_me, *devices.ROUTES),
    *(*days.ROUTES, *solo.ROUTES),
    *(open_table, own_tables, *doors.ROUTES, *records.ROUTES, one_table, table_socket),
    *(*lookback.ROUTES, *imports.ROUTES),
    *(*house.ROUTES, *presets.ROUTES),
)
