"""What do the counts of a study say? Whole numbers turned into figures with their intervals."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Options
from boltbox.rules.shelf import SHELF
from boltbox.sim import intervals
from boltbox.sim.figures import Figure, Told
from boltbox.sim.pieces import differences, pieces
from boltbox.sim.result import (
    FORMAT,
    Comparison,
    Difference,
    Group,
    GroupDifference,
    Spread,
    StudyResult,
    Title,
    VariantResult,
)
from boltbox.sim.spreads import Column, pooled, spread, titles
from boltbox.sim.study import ALL, Study, figures, groups, playing, told
from boltbox.sim.tally import Tally, Variant


def summary(study: Study, tally: Tally) -> StudyResult:
    """Says what the counts of a study come to."""
    own = told(study)
    columns = [column.name.lower() for column in playing(study.game).PieceColumn]
    return StudyResult(
        format=FORMAT,
        game=study.game,
        rules=SHELF[study.game].rules,
        bots=study.bots,
        seed=study.seed,
        games=tally.games,
        wanted=study.games,
        block=study.block,
        level=intervals.LEVEL,
        score=own.score,
        parts=own.parts,
        ranked=own.ranked,
        variants=tuple(
            VariantResult(
                changed=changed(study.game, options),
                options=plain(options),
                groups=_groups(study, own, tally.games, variant),
                games=_games(own, tally.games, variant),
                pieces=pieces(
                    figures(study.game).pieces(options), own.pieces, columns, variant.pieces, tally.blocks
                ),
                titles=_titles(own, variant),
            )
            for options, variant in zip(study.variants, tally.variants, strict=True)
        ),
        comparison=_comparison(study, own, columns, tally),
    )


def changed(game: str, options: Options) -> dict[str, Any]:
    """Lists the options that differ from those of their rule set, an own deck by its name."""
    own = SHELF[game]
    usual = plain(own.usual(options))
    bare = options if own.decks is None else own.decks.bare(options)
    return {name: value for name, value in plain(bare).items() if value != usual[name]}


def plain(options: Options) -> dict[str, Any]:
    """Gives options as JSON has them."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return read


def _groups(study: Study, own: Told, games: int, variant: Variant) -> tuple[Group, ...]:
    members = list(groups(study.bots))
    alone = len(members) - study.seats  # each seat's own group comes last
    found = []
    for number, (name, seats) in enumerate(members):
        spreads = []
        for place, figure in _shown(own, name):
            column = Column(
                games,
                len(seats),
                int(variant.groups.sums[number, place]),
                int(variant.groups.squares[number, place]),
                sum(int(variant.groups.squares[alone + seat, place]) for seat in seats),
                pooled(variant.seats[seat][place] for seat in seats),
            )
            spreads.append(spread(figure, column))
        found.append(Group(name, tuple(seat + 1 for seat in seats), tuple(spreads)))
    return tuple(found)


def _shown(own: Told, group: str) -> Iterator[tuple[int, Figure]]:
    """Lists the figures that say something of a group."""
    return ((place, one) for place, one in enumerate(own.seats) if one.of_all or group != ALL)


def _games(own: Told, games: int, variant: Variant) -> tuple[Spread, ...]:
    found = []
    for place, figure in enumerate(own.games):
        squares = int(variant.games.squares[place])
        total = int(variant.games.sums[place])
        found.append(spread(figure, Column(games, 1, total, squares, squares, variant.lengths[place])))
    return tuple(found)


def _titles(own: Told, variant: Variant) -> tuple[Title, ...]:
    totals = variant.seats[0][[figure.name for figure in own.seats].index(own.score)]
    return titles(own.titles, totals) if own.titles and totals is not None else ()


def _comparison(study: Study, own: Told, columns: Sequence[str], tally: Tally) -> Comparison | None:
    if tally.pairs is None:
        return None
    first, second = tally.variants
    across = tally.pairs.pieces
    texts = figures(study.game).pieces(study.variants[0])
    apart = second.games.sums - first.games.sums
    return Comparison(
        groups=tuple(
            _group_difference(own, tally, number, name, len(seats))
            for number, (name, seats) in enumerate(groups(study.bots))
        ),
        games=tuple(
            _difference(figure, tally.games, 1, int(apart[place]), int(tally.pairs.games[place]))
            for place, figure in enumerate(own.games)
        ),
        pieces=()
        if across is None
        else differences(texts, own.pieces, columns, (first.pieces, second.pieces, across), tally.blocks),
    )


def _group_difference(own: Told, tally: Tally, number: int, name: str, seats: int) -> GroupDifference:
    if tally.pairs is None:
        raise ValueError("there is no second variant")
    first, second = (variant.groups.sums[number] for variant in tally.variants)
    pairs, found = tally.pairs, []
    for place, figure in _shown(own, name):
        squares = int(pairs.groups[number, place])
        plain = _difference(figure, tally.games, seats, int(second[place] - first[place]), squares)
        shares = [intervals.share(tally.games, int(one[number, place])) for one in (pairs.more, pairs.fewer)]
        found.append(replace(plain, more=shares[0], fewer=shares[1]))
    return GroupDifference(name, tuple(found))


def _difference(figure: Figure, games: int, seats: int, total: int, squares: int) -> Difference:
    estimate = intervals.mean(games, total, squares, figure.one * seats, "paired")
    return Difference(figure.name, figure.label, figure.unit, estimate)
