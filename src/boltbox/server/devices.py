"""How does a person come to another device? By a code that works once, and soon."""

import secrets
from typing import Final

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from boltbox.rules.refusals import Refusal
from boltbox.server import identity
from boltbox.server.front import Asked, Front, Turned, address_of
from boltbox.server.messages import DeviceCode, Me
from boltbox.server.problems import turned
from boltbox.server.store import Code

VALID_MS: Final = 10 * 60 * 1000
CODE_BYTES: Final = 16  # nobody types it: it comes as a link or a picture


@post("/api/move", responses=turned(401, 403, 429))
async def make_code(request: Asked, front: NamedDependency[Front]) -> DeviceCode:
    """Makes a code by which who is asking becomes the same person on another device; the last one counts."""
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    front.limit(front.limits.codes, person.id)
    code, now = secrets.token_urlsafe(CODE_BYTES), front.clock()
    await front.store.new_code(Code(identity.token_hash(code), now, person=person.id), now - VALID_MS)
    return DeviceCode(code=code, until=now + VALID_MS)


@post("/api/move/{code:str}", status_code=200, responses=turned(400, 403, 404, 429))
async def use_code(request: Asked, front: NamedDependency[Front], code: FromPath[str]) -> Response[Me]:
    """Makes this device that of the code's person, and says whose it was; nothing else uses a code up."""
    front.limit(front.limits.guesses, address_of(request))
    before, token, now = await front.asking(request), identity.new_token(), front.clock()
    used = Code(identity.token_hash(code), now, token_hash=identity.token_hash(token))
    person = await front.store.use_code(used, now - VALID_MS)
    if person is None:
        raise Turned(404, Refusal("unknown_code", "code"))
    replaced = None if before is None or before.id == person.id else before.name
    me = Me(person=person.id, name=person.name, suit=person.suit, replaced=replaced)
    return Response(me, cookies=[identity.cookie(token, secure=front.is_secure(request))])


ROUTES: Final = (make_code, use_code)
