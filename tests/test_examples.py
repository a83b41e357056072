"""Do the examples learn what they say they do?"""

import numpy as np
import pytest

from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.lightningdice.goals import parse
from examples import dice_tabular


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
