"""How are house rules kept for later tables, and shown to others? As presets, under a name and a link."""

from typing import Final

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from boltbox.rules.refusals import Refusal
from boltbox.server.agreeing import never
from boltbox.server.front import Asked, Front, Turned
from boltbox.server.house import codec_of, shelved
from boltbox.server.house_messages import NewPreset, PresetCard
from boltbox.server.identity import clean_name
from boltbox.server.problems import turned
from boltbox.server.store import Person, PresetRow
from boltbox.server.tables import LETTERS, letters

ID_LETTERS: Final = 12
MOST: Final = 50  # that one person keeps
NAME_MOST: Final = 40


@post("/api/presets", responses=turned(400, 401, 403, 404, 409, 413, 422, 429))
async def keep_preset(request: Asked, front: NamedDependency[Front], data: JSONBody[NewPreset]) -> PresetCard:
    """Keeps options under a name."""
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    row = _row(front, person, data)
    front.limit(front.limits.presets, person.id)
    if len(await front.store.presets_of(person.id)) >= MOST:
        raise Turned(409, Refusal("too_many_presets", "preset", {"most": MOST}))
    await front.store.new_preset(row)
    return _card(row, person.name, own=True)


def _row(front: Front, person: Person, new: NewPreset) -> PresetRow:
    game, codec = shelved(new.game), codec_of(new.game)
    options = codec.options(new.options)
    if isinstance(options, Refusal):
        raise Turned(422, options)
    refusal = never(game, options, 0)
    if refusal is not None:
        raise Turned(422, refusal)
    name = clean_name(new.name, NAME_MOST)
    if isinstance(name, Refusal):
        raise Turned(422, name)
    return PresetRow(
        id=letters(LETTERS, ID_LETTERS),
        person=person.id,
        game=new.game,
        name=name,
        options=codec.write(options),
        created=front.clock(),
    )


@get("/api/presets", responses=turned(429))
async def own_presets(request: Asked, front: NamedDependency[Front]) -> list[PresetCard]:
    """Lists the presets that the asker keeps, newest first."""
    person = await front.asking(request)
    if person is None:
        return []
    return [_card(row, person.name, own=True) for row in await front.store.presets_of(person.id)]


@get("/api/presets/{preset:str}", responses=turned(400, 404, 429))
async def one_preset(request: Asked, front: NamedDependency[Front], preset: FromPath[str]) -> PresetCard:
    """Shows a preset to whoever has its link."""
    row = await front.store.preset(preset)
    if row is None:
        raise _unknown(preset)
    person = await front.asking(request)
    makers = await front.store.people((row.person,))
    return _card(row, makers[row.person].name, own=person is not None and person.id == row.person)


@delete("/api/presets/{preset:str}", status_code=204, responses=turned(400, 401, 403, 404, 429))
async def drop_preset(request: Asked, front: NamedDependency[Front], preset: FromPath[str]) -> None:
    """Lets go of an own preset; its link leads nowhere any more."""
    person = await front.asking(request)
    if person is None:
        raise Turned(401, Refusal("nobody", "person"))
    if not await front.store.drop_preset(preset, person.id):
        raise _unknown(preset)


def _card(row: PresetRow, by: str, *, own: bool) -> PresetCard:
    game = shelved(row.game)
    options = codec_of(row.game).options(row.options)
    house = isinstance(options, Refusal) or game.house_rules(options, game.seats[0])
    return PresetCard(
        preset=row.id,
        game=row.game,
        name=row.name,
        options=msgspec.Raw(row.options),
        house_rules=house,
        by=by,
        own=own,
        created=row.created,
    )


def _unknown(preset: str) -> Turned:
    return Turned(404, Refusal("unknown_preset", "preset", {"preset": preset[:40]}))


ROUTES: Final = (keep_preset, own_presets, one_preset, drop_preset)
