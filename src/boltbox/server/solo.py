"""What did somebody do alone? Their games by each rule set, with the best of them; house rules left out."""

from typing import Final

import msgspec
from litestar import get
from litestar.di import NamedDependency

from boltbox.rules.luckybox.options import RuleSetName, defaults
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import TITLES, title
from boltbox.server.day_messages import Solo, SoloGame, Trial, Trials
from boltbox.server.front import Asked, Front
from boltbox.server.problems import turned
from boltbox.server.store import SoloRow, SoloSum

GAME: Final = "luckybox"
DICE: Final = "lightningdice"
MOST_GAMES: Final = 200

_parts = msgspec.json.Decoder(dict[str, int])


class _Agreed(msgspec.Struct, rename="camel"):
    """Is what of a game's options says by which rule set it was played."""

    rule_set: RuleSetName = "classic"


class _Raced(msgspec.Struct):
    """Is what of a game's options says which time trial it was."""

    cards: int = 50


_agreed = msgspec.json.Decoder(_Agreed)
_raced = msgspec.json.Decoder(_Raced)


@get("/api/solo", responses=turned(429))
async def own_solo(request: Asked, front: NamedDependency[Front]) -> list[Solo]:
    """Lists what who is asking did alone, for each rule set that they played (LB-7.5, LB-8.2)."""
    person = await front.asking(request)
    if person is None:
        return []
    # Options of before have other hashes: a new option changes the bytes and not what was played.
    sums: dict[RuleSetName, list[SoloSum]] = {}
    for one in await front.store.solo_sums(person.id, GAME):
        sums.setdefault(_agreed.decode(one.options).rule_set, []).append(one)
    return [await _solo(front, person.id, name, found) for name, found in sorted(sums.items())]


async def _solo(front: Front, person: str, name: RuleSetName, sums: list[SoloSum]) -> Solo:
    rows = await front.store.solo_games(person, tuple(one.options_hash for one in sums), MOST_GAMES)
    titled = rule_set(defaults(name)).has_titles
    return Solo(
        rule_set=name,
        count=sum(one.count for one in sums),
        sum=sum(one.sum for one in sums),
        best=max(one.best for one in sums),
        titles=TITLES if titled else (),
        games=tuple(_game(row, titled=titled) for row in rows),
    )


def _game(row: SoloRow, *, titled: bool) -> SoloGame:
    return SoloGame(
        watch=row.watch,
        total=row.total,
        title=title(row.total) if titled else None,
        parts=_parts.decode(row.parts),
        ended=row.ended,
        day=row.day,
        before=row.before,
    )


@get("/api/solo/trials", responses=turned(429))
async def own_trials(request: Asked, front: NamedDependency[Front]) -> list[Trials]:
    """Lists the time trials of who is asking, for each number of cards; practice leaves none (LD-5.5)."""
    person = await front.asking(request)
    if person is None:
        return []
    sums: dict[int, list[SoloSum]] = {}
    for one in await front.store.solo_sums(person.id, DICE):
        sums.setdefault(_raced.decode(one.options).cards, []).append(one)
    return [await _trials(front, person.id, cards, found) for cards, found in sorted(sums.items())]


async def _trials(front: Front, person: str, cards: int, sums: list[SoloSum]) -> Trials:
    rows = await front.store.solo_games(person, tuple(one.options_hash for one in sums), MOST_GAMES)
    return Trials(
        cards=cards,
        count=sum(one.count for one in sums),
        sum=sum(one.sum for one in sums),
        best=min(one.least for one in sums),
        games=tuple(Trial(row.watch, row.total, row.ended, row.least_before) for row in rows),
    )


ROUTES: Final = (own_solo, own_trials)
