"""Do the examples learn what they say they do?"""

import inspect

import numpy as np
import pytest

from boltbox.bots.lightningdice.solve import solve
from boltbox.env.vector import LuckyBoxVector
from boltbox.rules.lightningdice.goals import parse
from examples import dice_tabular, solo_reinforce


@pytest.mark.parametrize("goal", dice_tabular.GOALS)
def test_a_table_learns_to_keep_dice_within_a_hundredth_of_the_best(goal: str) -> None:
    """LD-7.3: judged by the equations of how it keeps, not by games of luck."""
    best, learned = dice_tabular.judge(goal, dice_tabular.learn(goal, steps=5000, seed=1))
    assert best == solve(parse(goal)).expected
    assert best <= learned + 1e-9
    assert learned < 1.01 * best


def test_a_table_that_learned_nothing_keeps_far_worse() -> None:
    untaught, little = (dice_tabular.learn("AABBCC", steps=steps, seed=1) for steps in (0, 40))
    best, nothing = dice_tabular.judge("AABBCC", untaught)
    assert nothing > 2 * best
    assert best * 1.01 < dice_tabular.judge("AABBCC", little)[1]


def test_the_same_seed_learns_the_same_table() -> None:
    first, again, other = (dice_tabular.learn("even", steps=200, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_example_prints_how_well_it_learned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["dice_tabular.py", "--goal", "even", "--steps", "500"])
    dice_tabular.main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["goal", "even"]


@pytest.mark.timeout(600)  # half a minute of a quiet core, and all cores may be busy
def test_reinforce_learns_from_nothing_to_beat_greedy_on_deals_that_it_never_saw() -> None:
    """It begins as `uniform` plays, at 22 points; the interval of what it gets more in the end excludes 0."""
    learned = list(solo_reinforce.learn(seed=1))
    (_, before), (weights, after) = learned[0], learned[-1]
    assert 20 < before < 25
    assert after > 56
    ours, theirs = solo_reinforce.judge(weights)
    better = ours - theirs
    assert better.mean() > solo_reinforce.margin(better) > 0.1
    assert 57.5 < theirs.mean() < 58.6
    assert np.corrcoef(ours, theirs)[0, 1] > 0.4  # luck of the deal that both have


def test_reinforce_takes_at_most_60_lines() -> None:
    """What it sees of a choice, how it is judged and its command aside."""
    parts = (solo_reinforce.Step, solo_reinforce.play, solo_reinforce.advantages, solo_reinforce.learn)
    lines = [line.strip() for part in parts for line in inspect.getsource(part).splitlines()]
    assert len([line for line in lines if line and not line.startswith(("#", '"""'))]) <= 60


def test_reinforce_is_the_same_to_the_bit_from_the_same_seed() -> None:
    def learned(seed: int) -> np.ndarray:
        return list(solo_reinforce.learn(updates=3, seed=seed, games=32))[-1][0]

    assert np.array_equal(learned(5), learned(5))
    assert not np.array_equal(learned(5), learned(6))


def test_reinforce_makes_likelier_what_brought_more_than_games_that_stand_so() -> None:
    """The guess takes away what all games of a moment have in common, and what their state tells."""
    env = LuckyBoxVector(64, copy=False)
    points, steps = solo_reinforce.play(
        env, np.arange(64), np.zeros(solo_reinforce.Table.places), np.random.default_rng(2)
    )
    more = np.concatenate(solo_reinforce.advantages(points, steps))
    left = np.concatenate([points[step.asked] - step.points for step in steps])
    assert more.std() < 0.6 * left.std()
    assert abs(more.mean()) < 0.05 * left.std()
    for step in steps:  # one choice of each game that goes on was taken
        assert np.array_equal(
            np.bincount(step.games[step.surprise >= 0], minlength=64)[step.asked], step.asked >= 0
        )
        assert np.bincount(step.games, step.surprise) == pytest.approx(0)


def test_the_example_prints_how_it_beats_greedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["solo_reinforce.py", "--updates", "1", "--deals", "20"])
    solo_reinforce.main()
    said = capsys.readouterr().out
    assert "1 times learned" in said
    assert "20 new deals" in said
