"""Do intervals hold what they promise: numbers known from books, and the truth in 95 of 100 studies?"""

from collections.abc import Callable

import numpy as np
import pytest

from boltbox.sim.figures import PieceFigure
from boltbox.sim.intervals import Estimate, blocked, mean, share, student, win_share
from boltbox.sim.pieces import differences, pieces
from boltbox.sim.tally import Sums

WORTH = PieceFigure("worth", "Worth", ("kept_win", "kept"), ("offered_win", "offered"))
COLUMNS = ("offered", "offered_win", "kept", "kept_win")


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (10**9, 1.96)],
)
def test_students_reach_is_that_of_the_tables(freedom: int, reach: float) -> None:
    assert student(freedom) == pytest.approx(reach, rel=0.01 if freedom < 10 else 0.0005)


def test_the_interval_of_a_mean_is_that_of_a_textbook() -> None:
    # 1, 2, 3, 4: mean 2.5, variance 5/3, standard error 0.6455, three degrees of freedom.
    estimate = mean(4, 10, 30)
    assert estimate.value == 2.5
    assert bounds(estimate) == pytest.approx((2.5 - 2.054, 2.5 + 2.054), abs=0.02)
    assert bounds(mean(4, 10_000, 30_000_000, one=1000)) == pytest.approx(bounds(estimate))


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), 857-872, table I: Wilson without continuity correction.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_that_of_the_paper(hits: int, games: int, low: float, high: float) -> None:
    assert bounds(share(games, hits)) == pytest.approx((low, high), abs=0.00006)
    assert bounds(share(games, games - hits)) == pytest.approx((1 - high, 1 - low), abs=0.00006)


def test_whole_wins_are_shares_and_shared_ones_are_means() -> None:
    assert win_share(20, 0, 0, 27720) == share(20, 0)
    halves = win_share(4, 2 * 13860, 2 * 13860**2, 27720)
    assert (halves.how, halves.value) == ("mean", 0.25)


def test_one_game_has_no_interval() -> None:
    assert mean(1, 7, 49) == Estimate(7, None, None, "mean")
    assert mean(1, 7, 49).margin is None
    assert not mean(1, 7, 49).differs


def test_means_hold_the_truth_in_95_of_100_studies() -> None:
    def study(luck: np.random.Generator) -> Estimate:
        points = luck.integers(0, 30, 40)
        return mean(40, int(points.sum()), int((points**2).sum()))

    assert held(study, 14.5) == pytest.approx(0.95, abs=0.015)


def played(luck: np.random.Generator, better: float = 0.0) -> np.ndarray:
    """Plays 40 blocks of 30 games, in each of which a face is offered, and kept where it promises more."""
    promise = luck.random((40, 30))
    wins = luck.random((40, 30)) < 0.2 + 0.2 * promise + better
    kept = promise > 0.5
    columns = np.stack([np.ones_like(wins), wins, kept, wins & kept], 2)
    counted: np.ndarray = columns.sum(1)
    return counted


def sums(seen: np.ndarray) -> Sums:
    squares = np.einsum("bi,bj->ij", seen, seen)
    return Sums(seen.sum(0)[None].astype(object), squares[None].astype(object))


def test_the_worth_of_a_face_holds_the_truth_in_95_of_100_studies() -> None:
    def study(luck: np.random.Generator) -> Estimate:
        (face,) = pieces(["face"], [WORTH], COLUMNS, sums(played(luck)), 40)
        estimate = face.figure("worth").estimate
        assert estimate is not None
        return estimate

    assert held(study, (0.2 + 0.2 * 0.75) - (0.2 + 0.2 * 0.5)) == pytest.approx(0.95, abs=0.015)


def test_a_difference_of_worth_knows_that_both_had_the_same_luck() -> None:
    def study(seed: int, other: int) -> Estimate:
        first, second = played(np.random.default_rng(seed)), played(np.random.default_rng(other))
        across = np.einsum("bi,bj->ij", first, second)[None].astype(object)
        (face,) = differences(["face"], [WORTH], COLUMNS, (sums(first), sums(second), across), 40)
        assert face.figures[0].estimate is not None
        return face.figures[0].estimate

    low, high = bounds(study(1, 1))
    assert low == pytest.approx(0, abs=1e-9)
    assert high == pytest.approx(0, abs=1e-9)
    (one,) = pieces(["face"], [WORTH], COLUMNS, sums(played(np.random.default_rng(1))), 40)
    alone, apart = one.figures[0].estimate, study(1, 2)
    assert alone is not None
    assert np.diff(bounds(apart)) == pytest.approx(np.diff(bounds(alone)) * 2**0.5, rel=0.3)


def test_what_was_seen_too_rarely_has_no_interval() -> None:
    few = Sums(np.array([[100, 30, 29, 9]], object), np.ones((1, 4, 4), object))
    (face,) = pieces(["face"], [WORTH], COLUMNS, few, 40)
    assert face.counts == {"offered": 100, "kept": 29}
    estimate = face.figure("worth").estimate
    assert estimate is not None
    assert estimate.value == pytest.approx(9 / 29 - 0.3)
    assert estimate.margin is None
    never = Sums(np.array([[100, 30, 0, 0]], object), np.ones((1, 4, 4), object))
    assert pieces(["face"], [WORTH], COLUMNS, never, 40)[0].figure("worth").estimate is None


def test_one_block_has_no_interval() -> None:
    assert blocked(1, 0.5, [1.0], [3], [[9]]).margin is None


def held(study: Callable[[np.random.Generator], Estimate], truth: float) -> float:
    """Tells in what share of 1,500 studies the interval held the truth."""
    hits = 0
    for seed in range(1500):
        low, high = bounds(study(np.random.default_rng(seed)))
        hits += low <= truth <= high
    return hits / 1500
