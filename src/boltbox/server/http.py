"""What can be asked over plain HTTP? Who one is, which games and tables there are, and for a new table."""

from typing import Final

import msgspec
from litestar import Response, get, put
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec.structs import replace

from boltbox.bots import bots_of
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server import identity
from boltbox.server.build import BUILD
from boltbox.server.front import Asked, Front, Turned
from boltbox.server.messages import GameCard, Health, Me, MeChange
from boltbox.server.store import Person


@get("/api/health")
async def health(front: NamedDependency[Front]) -> Health:
    """Tells that the server answers and its database with it."""
    await front.store.people(("",))
    return Health(build=BUILD)


@get("/api/me")
async def who_am_i(request: Asked, front: NamedDependency[Front]) -> Response[Me]:
    """Tells who is asking; whom it doesn't know yet it gives a name, a colour and a cookie."""
    return await _welcome(request, front, None)


@put("/api/me")
async def change_me(request: Asked, front: NamedDependency[Front], data: JSONBody[MeChange]) -> Response[Me]:
    """Changes the name and the favourite colour of who is asking."""
    return await _welcome(request, front, data)


async def _welcome(request: Asked, front: Front, change: MeChange | None) -> Response[Me]:
    person = await front.asking(request)
    token = request.cookies.get(identity.COOKIE, "")
    if person is None:
        person, token = identity.newcomer(front.clock()), identity.new_token()
        if change is not None:
            person = _changed(person, change)
        await front.store.new_person(person, identity.token_hash(token))
    elif change is not None:
        person = _changed(person, change)
        await front.store.change_person(person.id, person.name, person.suit)
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


@get("/api/games")
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
    )


ROUTES: Final = (health, who_am_i, change_me, games)
