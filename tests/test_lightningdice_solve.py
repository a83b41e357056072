"""Are the best keeps and their worth exact? LD-7.3, held against simpler ways to reckon them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boltbox.bots.lightningdice.solve import KEEPS, expected, solve
from boltbox.rules.lightningdice.deck import built_in
from boltbox.rules.lightningdice.goals import ROLLS, parse

GOALS = st.sampled_from(built_in("boltbox").goals)


def thrown(keep: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Counts how often each roll comes of all throws of the other dice, one by one."""
    others = product(range(1, 7), repeat=6 - len(keep))
    return Counter(tuple(sorted((*keep, *other))) for other in others)


def test_there_are_462_rolls_and_462_ways_to_keep() -> None:
    assert len(set(ROLLS)) == len(set(KEEPS)) == 462


@settings(max_examples=30, deadline=None)
@given(GOALS, st.sampled_from(KEEPS[21:]))
def test_keeping_is_worth_one_roll_and_what_comes_of_it(text: str, keep: tuple[int, ...]) -> None:
    """The Bellman equation, by counting all throws."""
    goal, solution = parse(text), solve(parse(text))
    rolls = thrown(keep)
    later = sum(times * solution.left(roll) for roll, times in rolls.items()) / rolls.total()
    assert solution.after(keep) == pytest.approx(1 + later)
    assert all((solution.left(roll) == 0) == goal.met(roll) for roll in rolls)


@settings(max_examples=40, deadline=None)
@given(GOALS, st.sampled_from(ROLLS))
def test_nothing_is_better_than_the_best_keep(text: str, roll: tuple[int, ...]) -> None:
    goal, solution = parse(text), solve(parse(text))
    best = solution.keep(roll)
    if goal.met(roll):
        assert best == roll
        return
    ways = {
        tuple(d for d, kept in zip(roll, mask, strict=True) if kept) for mask in product((0, 1), repeat=6)
    }
    worth = {keep: solution.after(keep) for keep in ways if len(keep) < 6}
    assert solution.left(roll) == pytest.approx(min(worth.values()))
    assert worth[best] == pytest.approx(min(worth.values()))
    # Of ways that are as good the one that keeps most: less to pick up.
    level = [keep for keep, rolls in worth.items() if rolls - worth[best] < 1e-10]
    assert len(best) == max(map(len, level))


@pytest.mark.parametrize(("text", "chance"), [("even", 1 / 2), ("111111", 1 / 6)])
def test_where_each_die_counts_alone_it_is_the_longest_of_six_waits(text: str, chance: float) -> None:
    """Six dice, each rolled until it fits: a sum that needs no decision."""
    waits = sum(1 - (1 - (1 - chance) ** rolls) ** 6 for rolls in range(2000))
    assert solve(parse(text)).expected == pytest.approx(waits)


def test_playing_by_the_solution_takes_as_long_as_it_says() -> None:
    rng, solution, goal = np.random.default_rng(5), solve(parse("AABBCC")), parse("AABBCC")
    counts = []
    for _ in range(4000):
        keep: tuple[int, ...] = ()
        for count in range(1, 1000):
            roll = (*keep, *map(int, rng.integers(1, 7, 6 - len(keep))))
            if goal.met(roll):
                counts.append(count)
                break
            keep = solution.keep(roll)
    assert np.mean(counts) == pytest.approx(solution.expected, abs=4 * float(np.std(counts)) / 63)


def test_equal_goals_have_one_solution() -> None:
    assert solve(parse("ABCDEF")) is solve(parse("123456"))


@pytest.mark.parametrize("text", ["AABBCC", "sum=21", "even"])
def test_the_best_keeping_is_judged_to_need_what_was_solved(text: str) -> None:
    solution = solve(parse(text))
    assert expected(parse(text), solution.keep) == pytest.approx(solution.expected)


def test_keeping_nothing_waits_for_the_whole_goal_at_once() -> None:
    goal = parse("AABBCC")
    chance = sum(times for roll, times in thrown(()).items() if goal.met(roll)) / 6**6
    assert expected(goal, lambda _: ()) == pytest.approx(1 / chance)


def test_keeping_that_can_get_stuck_needs_infinitely_many_rolls() -> None:
    """Who keeps five ones never gets six twos, however rarely five ones come."""
    assert expected(parse("222222"), lambda dice: dice[:5] if dice[4] == 1 else ()) == float("inf")


def test_what_is_not_there_or_all_six_cannot_be_kept() -> None:
    for kept in ((1, 1), ROLLS[0], (7,)):
        with pytest.raises(ValueError, match="can't be kept of"):
            expected(parse("666666"), lambda _, kept=kept: kept)  # type: ignore[misc]
