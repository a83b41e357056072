"""How little does it take to learn a goal of Lightning Dice? A table with one number for each way to keep.

`python examples/dice_tabular.py [--goal AABBCC]... [--steps 10000] [--seed 1]`

It shows Q-learning without a model, on 256 games at once. The learner is told neither how dice fall nor what
the goal means: it keeps, rolls, sees six dice and whether they meet the goal (then it calls), and pays 1 for
each roll. It knows one thing about the game: only the dice that are kept matter for what comes. So the
table is of *afterstates*, 462 numbers instead of one for each roll and each of its 63 ways to keep. How many
rolls are expected after keeping some dice is learned from how many seemed left after the roll that came:

    table[kept] += rate * (1 + least of table[what can be kept of the roll], 0 if it meets - table[kept])

Afterwards the table is judged exactly: not by the games that it plays, but by the linear equations of how it
keeps (`bots.lightningdice.solve`), against the best keeping there is. It printed, after two seconds a goal:

    goal           best   learned    worse by  believes
    AABBCC        7.233     7.234       0.02%     7.164
    112233        9.443     9.446       0.03%     9.420
    even          4.035     4.035       0.00%     4.026
    sum=21        6.498     6.506       0.11%     6.388

What it believes before its first roll is a little less than what it needs: the least of many unsure numbers
is often one that looks too good. So a learner is judged by what it does.
"""

import argparse
from typing import Final

import numpy as np
from numpy.typing import NDArray

from boltbox.bots.lightningdice.solve import Dice, expected, solve
from boltbox.env.vector import LightningDiceVector
from boltbox.rules.lightningdice.goals import parse

GOALS: Final = ("AABBCC", "112233", "even", "sum=21")
GAMES: Final = 256
STEPS: Final = 10_000
EXPLORE: Final = 0.3  # how often it keeps anything at random instead of the best
SLOWER: Final = 0.75  # a number that was learned n times is moved by 1 / n to this power

WAYS: Final = 63  # actions that roll: one for each set of dice to keep, as bits; 0 keeps none
CALL: Final = 63  # "Got it!"
# Dice that are kept, in any order, as one number: six digits to base 7, how many there are of 1, 2, ... 6.
DIGIT: Final = np.array([0, *(7**i for i in range(6))])
BITS: Final = (np.arange(WAYS)[:, None] >> np.arange(6) & 1).T

Table = NDArray[np.float64]


def learn(goal: str, steps: int = STEPS, seed: int = 1) -> Table:
    """Learns how many rolls are expected after keeping dice: a number for each code of kept dice."""
    rng = np.random.default_rng(seed)
    env = LightningDiceVector(GAMES, goal)
    dice, met = env.layout.slice("dice"), env.layout.slice("met").start
    seen, _ = env.reset(seed=seed)
    over = np.zeros(GAMES, np.bool_)  # such a game begins anew with the next step, whatever is done
    table, times = np.zeros(7**6), np.zeros(7**6)
    games = np.arange(GAMES)
    for _ in range(steps):
        codes = DIGIT[seen[:, dice]] @ BITS  # of what each way would keep
        rolling = (seen[:, met] == 0) & ~over
        ways = np.where(rng.random(GAMES) < EXPLORE, rng.integers(WAYS, size=GAMES), table[codes].argmin(1))
        ways[seen[:, dice.start] == 0] = 0  # dice in hand are rolled, all six
        seen, rewards, ended, cut_off, _ = env.step(np.where(rolling, ways, CALL))
        over = ended | cut_off
        left = table[DIGIT[seen[:, dice]] @ BITS].min(axis=1)
        left[seen[:, met] == 1] = 0
        _update(table, times, codes[games, ways][rolling], (left - rewards)[rolling])
    env.close()
    return table


def _update(table: Table, times: Table, kept: NDArray[np.int64], found: Table) -> None:
    """Moves the numbers of what was kept towards what was found, as far as if one game came after another."""
    codes, place, counts = np.unique(kept, return_inverse=True, return_counts=True)
    times[codes] += counts
    rate = 1 - (1 - times[codes] ** -SLOWER) ** counts
    table[codes] += rate * (np.bincount(place, found) / counts - table[codes])


def keep(table: Table, dice: Dice) -> Dice:
    """Keeps of six dice what the table holds for best."""
    way = table[DIGIT[list(dice)] @ BITS].argmin()
    return tuple(die for die, bit in zip(dice, BITS[:, way], strict=True) if bit)


def judge(goal: str, table: Table) -> tuple[float, float]:
    """Tells how many rolls a goal needs under the best keeping, and how many under that of the table."""
    aim = parse(goal)
    return solve(aim).expected, expected(aim, lambda dice: keep(table, dice))


def main() -> None:
    """Learns goals, and prints how well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--goal", action="append", help="as a deck writes it; can be given several times")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of {GAMES} games each")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{'goal':<10}{'best':>9}{'learned':>10}{'worse by':>12}{'believes':>10}")
    for goal in given.goal or GOALS:
        table = learn(goal, given.steps, given.seed)
        best, learned = judge(goal, table)
        print(f"{goal:<10}{best:9.3f}{learned:10.3f}{learned / best - 1:12.2%}{table[0]:10.3f}")


if __name__ == "__main__":
    main()
