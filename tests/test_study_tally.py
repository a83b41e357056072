"""Do tallies add up alike in any order and any grouping, to the last bit and without a largest number?"""

import random
from dataclasses import fields, is_dataclass
from functools import reduce
from operator import add

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from boltbox.sim.figures import Figure
from boltbox.sim.played import WHOLE, Played
from boltbox.sim.spreads import quantile, titles
from boltbox.sim.tally import Counted, Histogram, Tally, count, histogram

COUNTED = Counted(
    seats=(Figure("total", "Points"), Figure("win", "Win", one=WHOLE, spread=False)),
    seat_columns=(2, 0),
    games=(Figure("length", "Length", one=1000),),
    game_columns=(1,),
    groups=((0, 1, 2), (0, 2), (0,), (1,), (2,)),
    same_pieces=True,
)


def block(luck: np.random.Generator, games: int) -> Played:
    return Played(
        luck.integers(-50, 90, (games, 3, 3), np.int32),
        luck.integers(0, 900_000, (games, 2)),
        luck.integers(0, 5_000_000, (4, 4)),
    )


def plain(thing: object) -> object:
    """Turns a tally into what can be compared."""
    if isinstance(thing, np.ndarray):
        return [int(one) for one in thing.ravel()]
    if is_dataclass(thing):
        return [plain(getattr(thing, field.name)) for field in fields(thing)]
    return [plain(one) for one in thing] if isinstance(thing, tuple) else thing


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(1, 9), min_size=2, max_size=7), seed=st.integers(0, 999))
def test_any_order_and_grouping_of_blocks_gives_the_same(sizes: list[int], seed: int) -> None:
    luck, order = np.random.default_rng(seed), random.Random(seed)
    tallies = [count(COUNTED, [block(luck, size), block(luck, size)]) for size in sizes]
    in_order = reduce(add, tallies)
    while len(tallies) > 1:
        order.shuffle(tallies)
        tallies.append(tallies.pop() + tallies.pop())
    assert plain(tallies[0]) == plain(in_order)
    assert (in_order.games, in_order.blocks) == (sum(sizes), len(sizes))


def test_what_is_counted_is_what_was_played() -> None:
    first, second = (block(np.random.default_rng(seed), 50) for seed in (1, 2))
    tally = count(COUNTED, [first, second])
    assert tally.pairs is not None
    totals = first.seats[:, :, 2].astype(int)
    assert tally.variants[0].groups.sums[:, 0].tolist() == [
        totals.sum(),
        *(totals[:, [0, 2]].sum(), *totals.sum(0).tolist()),
    ]
    together = totals[:, [0, 2]].sum(1)
    assert tally.variants[0].groups.squares[1, 0] == (together**2).sum()
    apart = second.seats[:, :, 2].astype(int)[:, [0, 2]].sum(1) - together
    assert tally.pairs.groups[1, 0] == (apart**2).sum()
    assert (tally.pairs.more[1, 0], tally.pairs.fewer[1, 0]) == ((apart > 0).sum(), (apart < 0).sum())
    lengths = tally.variants[0].lengths[0]
    assert lengths is not None
    seconds = first.games[:, 1] // 1000
    assert lengths.first == seconds.min()
    assert lengths.counts.tolist() == np.bincount(seconds - seconds.min()).tolist()
    assert tally.pairs.pieces is not None
    assert tally.pairs.pieces[2].tolist() == np.outer(first.pieces[2], second.pieces[2]).tolist()


def test_sums_have_no_largest_number() -> None:
    long = Played(
        np.zeros((3, 3, 3), np.int32), np.full((3, 2), 3_000_000_000), np.full((4, 4), 4_000_000_000)
    )
    tally = count(COUNTED, [long])
    tally += tally
    assert tally.variants[0].games.squares.tolist() == [6 * 9 * 10**18]
    assert tally.variants[0].pieces.squares[0, 0, 0] == 2 * 16 * 10**18


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=40), st.integers(1, 3))
def test_quantiles_are_values_that_so_many_do_not_exceed(values: list[int], width: int) -> None:
    bars = histogram(np.array(values), width)
    known = sorted(value // width for value in values)
    for percent in (5, 25, 50, 75, 95):
        least = known[-(-len(known) * percent // 100) - 1]
        assert quantile(bars.first, bars.counts.tolist(), percent) == least


def test_titles_are_earned_from_their_points_on() -> None:
    earned = titles((45, 60, 65), Histogram(44, np.array([2, 1, *(0,) * 13, 3, 1, *(0,) * 5, 3])))
    assert [(one.least, one.share.value) for one in earned] == [(None, 0.2), (45, 0.4), (60, 0.1), (65, 0.3)]
    low = titles((45, 60), Histogram(3, np.array([4])))
    assert [one.share.value for one in low] == [1, 0, 0]


def test_a_tally_of_one_variant_compares_nothing() -> None:
    tally: Tally = count(COUNTED, [block(np.random.default_rng(1), 5)])
    assert (tally + tally).pairs is None
