"""Can sixty lines learn to play Lucky Box better than `greedy`? REINFORCE in NumPy, alone at the table.

`python examples/solo_reinforce.py [--updates 200] [--seed 1] [--deals 2000]`

It shows a policy gradient with a baseline. A choice is worth the sum of some weights, and is made as often as
the softmax of what choices are worth says. After 512 games at once, the weights of each choice go up if more
points came after it than come in games that stand so at that time, and down if fewer. All weights begin at 0,
so first it plays at random. It is told nothing but what the environment tells. It printed:

       1 times learned: 22.6 points
      25 times learned: 54.5 points
      50 times learned: 57.4 points
     100 times learned: 58.5 points
     200 times learned: 58.9 points
    2000 new deals: 59.00, greedy 57.94, difference +1.06 +- 0.25; 44 s of one core

Both play the same deals, so much of the luck cancels; the interval has 95 %. What mattered, most of it first:

- What it sees. Without `NUMBER` and `PARTNER` it doesn't see which boxes go together, and ends 5.6 points
  below `greedy`.
- A weight of a general kind beside each fine one, as `ANY_BOX` beside `BOX`: it learns at once, and leaves
  the fine ones the rest. Without those it ends half a point below `greedy`.
- What is to be expected. The average of all games at that time is a baseline too, but with it half of the
  lead was gone; this one draws straight lines through crosses, boxes, tokens and open lines.

The learner is `Step`, `play`, `advantages` and `learn`, 60 lines. What it looks at is as much again and more:
the tables of weights, and `Look` to `boxes`.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import combinations
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boltbox.env.layout import Layout
from boltbox.env.vector import LuckyBoxVector
from boltbox.rules.luckybox.options import Options
from boltbox.sim.luckybox import playing

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Rows = NDArray[np.int16]
Parts = list[tuple[Whole, Whole]]  # some choices, and the places of the weights that each adds up

GAMES: Final = 512  # at once, each on a deal of its own
UPDATES: Final = 200
RATE: Final = 0.25  # of learning; it falls to 0

DEALS: Final = 2000  # to judge by: the seeds 0, 1, 2, ...
TRAINING: Final = 1 << 40  # seeds of deals to learn on begin here
# The ways to keep some of the boxes that are offered, by how many, in the order of their actions.
OFFERS: Final = {keep: np.array(list(combinations(range(of), keep))) for of, keep in ((5, 3), (3, 1))}
CHOOSE, PASS = 108, 118  # actions: cells are below the first, those by `?` from 54
ANY, STAR_LINE, MOON_LINE = 10, 13, 14  # what lines give
LINES: Final = np.array([np.arange(9) // 3, 3 + np.arange(9) % 3])  # the row and the column of each cell
MATES: Final = np.array(  # the two others in the row and in the column of each cell
    [[np.flatnonzero((line == line[cell]) & (np.arange(9) != cell)) for cell in range(9)] for line in LINES]
)


# What the learner sees: the weights that a choice adds up, and what its points to come are guessed from.


class Table:
    """Is the weights of a feature, one for each combination of its values; beyond the last is as the last."""

    places = 1  # of all tables; the first is for what isn't there, and weighs nothing

    def __init__(self, *sizes: int) -> None:
        self.first, self.sizes = Table.places, sizes
        Table.places += prod(sizes)

    def __call__(self, *values: Whole | NDArray[np.bool_]) -> Whole:
        """Finds the places of the weights of some values."""
        return self.first + np.ravel_multi_index(np.broadcast_arrays(*values), self.sizes, mode="clip")


BOX, ANY_BOX = Table(8, 9), Table(9)  # the eighth of the game, crosses of the box
PRICE, ANY_PRICE = Table(8, 7, 6), Table(7)  # the eighth, tokens to pay (5: by `?`, 6: pass), tokens held
COVER = Table(5, 3)  # open cells with the same number, cards of it that are left in the round
LINE, ANY_LINE = Table(4, 15, 3, 2), Table(15, 3)  # the round, what it gives, its crosses, whether late
STAR, MOON = Table(2, 4), Table(4, 7)  # for a line that gives one: how many there are
CHAIN = Table(6, 2)  # for one that gives a cross: how good the best is, whether it's of any number
GAP = Table(15, 3)  # for one that lacks one more cell: what it gives, cards left of the number
KEEP, ANY_KEEP = Table(4, 15), Table(15)  # the round, what a line of the box gives
NUMBER, PARTNER, MOONS = Table(4, 6), Table(4, 5), Table(4, 7)  # open cells with each number; own moons


class Look:
    """Is what observations show of many games."""

    def __init__(self, layout: Layout, rows: Rows) -> None:
        def one(name: str) -> Whole:
            return rows[:, layout.slice(name).start].astype(np.int64)

        def each(name: str) -> Whole:
            of = layout.ranges[name]
            places = of.start + of.stride * np.arange(of.times)[:, None] + np.arange(of.size)
            return rows[:, places].astype(np.int64)

        self.ask, self.left, due = (each(name)[:, 0] for name in ("ask", "left", "me.due"))
        self.round, self.draw, self.number, self.keep = map(one, ("round", "draw", "number", "keep"))
        self.lightning, self.stars, self.moons = map(one, ("me.lightning", "me.stars", "me.moons"))
        self.offered, self.offered_lines = each("offer.numbers"), each("offer.lines")
        self.numbers, self.lines, here = map(each, ("me.box.numbers", "me.box.lines", "me.box.here"))
        self.clock = self.round * 10 + self.draw
        self.now = np.maximum(self.round - 1, 0)
        self.eighth = (self.now * 9 + self.draw) * 8 // 37
        opened = self.numbers > 0
        self.crosses = 9 * here[:, :, 0] - opened.sum(axis=2)
        square = opened.reshape(-1, 6, 3, 3)
        self.missing = np.concatenate([square.sum(axis=3), square.sum(axis=2)], axis=2)
        # How good a cross is: 1, and 1 for each line and 2 for the box that it completes.
        good = 1 + (self.missing[:, :, LINES] == 1).sum(axis=2) + 2 * (self.crosses == 8)[:, :, None]
        # By number, 10 for any: how many open cells have it, and how good the best is.
        which = [opened & (self.numbers == number) for number in range(10)] + [opened]
        self.cells = np.stack([same.sum(axis=(1, 2)) for same in which], axis=1)
        self.best = np.stack([(good * same).max(axis=(1, 2)) for same in which], axis=1)
        own = [self.lightning, self.stars, self.moons, due.sum(axis=1), self.crosses.sum(axis=1)]
        counts = [(self.crosses == count).sum(axis=1) for count in range(1, 9)]
        lines = [((self.lines > 0) & (self.missing == count)).sum(axis=(1, 2)) for count in (1, 2, 3)]
        self.state = np.stack([np.ones(len(rows)), *own, here.sum(axis=(1, 2)), *counts, *lines], axis=1)


def features(look: Look, games: Whole, actions: Whole) -> Parts:
    """Lists the places of the weights of each choice: an action in a game."""
    parts: Parts = []
    if (pairs := np.flatnonzero((actions < CHOOSE) | (actions == PASS))).size:
        parts.append((pairs, crosses(look, games[pairs], actions[pairs])))
    for keep, sets in OFFERS.items():
        if (pairs := np.flatnonzero((look.keep[games] == keep) & (actions >= CHOOSE))).size:
            parts.append((pairs, boxes(look, games[pairs], sets[actions[pairs] - CHOOSE])))
    return parts


def crosses(look: Look, game: Whole, action: Whole) -> Whole:
    """Lists what crossing a cell adds up: its box, its price, its row and its column; or what a pass does."""
    box, cell, passes = action % 54 // 9, action % 9, action == PASS
    now, eighth, number = look.now[game], look.eighth[game], look.numbers[game, box, cell]
    steps = np.abs(number - look.number[game])
    price = np.where(look.ask[game, 3] == 1, action // 54 * 5, np.minimum(steps, 9 - steps))
    price = np.where(passes, 6, price)
    found = [BOX(eighth, look.crosses[game, box]), ANY_BOX(look.crosses[game, box])]
    found += [COVER(look.cells[game, number] - 1, look.left[game, number - 1])]
    for way, line in enumerate(LINES[:, cell]):
        gives, crossed = look.lines[game, box, line], 3 - look.missing[game, box, line]
        other = look.numbers[game[:, None], box[:, None], MATES[way, cell]].sum(
            axis=1
        )  # that lacks, if one does
        more = np.where(gives == STAR_LINE, STAR(look.draw[game] > 4, look.stars[game]), 0)
        more = np.where(gives == MOON_LINE, MOON(now, look.moons[game]), more)
        crossing = (gives > 0) & (gives <= ANY)
        more = np.where(crossing, CHAIN(look.best[game, np.minimum(gives, ANY)], gives == ANY), more)
        gap = np.where(crossed == 1, GAP(gives, look.left[game, np.minimum(other, 9) - 1]), 0)
        late = look.draw[game] > 4
        found += [
            LINE(now, gives, crossed, late),
            ANY_LINE(gives, crossed),
            np.where(crossed == 2, more, gap),
        ]
    cells = np.where(passes, 0, found)
    return np.stack([*cells, PRICE(eighth, price, look.lightning[game]), ANY_PRICE(price)], axis=1)


def boxes(look: Look, game: Whole, kept: Whole) -> Whole:
    """Lists what keeping boxes adds up: their lines, and what numbers there are then to cross."""
    now, size = np.minimum(look.round[game], 3)[:, None], len(game)
    gives = look.offered_lines[game[:, None], kept].reshape(size, -1)
    numbers = look.offered[game[:, None], kept].reshape(size, -1)
    cells = look.cells[game, :10] + np.stack([(numbers == n).sum(axis=1) for n in range(10)], axis=1)
    partners = PARTNER(now, np.take_along_axis(cells, gives % 10, axis=1))
    more = np.where(gives == MOON_LINE, MOONS(now, look.moons[game][:, None]), 0)
    more = np.where((gives > 0) & (gives < ANY), partners, more)
    return np.concatenate([KEEP(now, gives), ANY_KEEP(gives), more, NUMBER(now, cells[:, 1:])], axis=1)


# The learner.


class Step(NamedTuple):
    """Is what one step of all games leaves to learn from."""

    games: Whole  # the game of each choice
    parts: Parts
    surprise: Floats  # of each choice: 1 if it was taken, less how likely it was
    asked: Whole  # the games that went on
    clock: Whole  # for each of these, when that was,
    state: Floats  # how it stood,
    points: Floats  # and how many it had


def play(
    env: LuckyBoxVector, seeds: Whole, weights: Floats, rng: np.random.Generator | None
) -> tuple[Floats, list[Step]]:
    """Plays a game of each seed, choosing as often as weights say; without luck always the likeliest."""
    rows, infos = env.reset(seed=seeds.tolist())
    points, going, steps = np.zeros(len(seeds)), np.ones(len(seeds), np.bool_), list[Step]()
    while going.any():
        look = Look(env.layout, rows)
        games, actions = np.nonzero(infos["action_mask"] * going[:, None])
        parts, worth = features(look, games, actions), np.zeros(len(games))
        for pairs, places in parts:
            worth[pairs] = weights[places].sum(axis=1)
        asked, first, place = np.unique(games, return_index=True, return_inverse=True)
        # The most of all with such noise is each as often as the softmax says.
        noisy = worth + rng.gumbel(size=len(worth)) if rng else worth
        taken = noisy == np.maximum.reduceat(noisy, first)[place]
        likely = np.exp(worth - np.maximum.reduceat(worth, first)[place])
        likely /= np.add.reduceat(likely, first)[place]
        steps.append(
            Step(games, parts, taken - likely, asked, look.clock[asked], look.state[asked], points[asked])
        )
        chosen = np.full(len(seeds), PASS)
        chosen[games[taken]] = actions[taken]
        rows, rewards, ended, cut_off, infos = env.step(chosen)
        points += rewards * going
        going &= ~(ended | cut_off)
    return points, steps


def advantages(points: Floats, steps: list[Step]) -> list[Floats]:
    """Tells how many points more came after each step than games that stand so at that time bring."""
    clock, state = (np.concatenate([getattr(step, name) for step in steps]) for name in ("clock", "state"))
    more = np.concatenate([points[step.asked] - step.points for step in steps])
    for moment in np.unique(clock):
        then = clock == moment
        known = state[then]
        more[then] -= known @ np.linalg.solve(known.T @ known + np.eye(known.shape[1]), known.T @ more[then])
    return np.split(more, np.cumsum([len(step.asked) for step in steps])[:-1])


def learn(updates: int = UPDATES, seed: int = 1, games: int = GAMES) -> Iterator[tuple[Floats, float]]:
    """Yields weights as they are learned, and the average points of the games that taught them."""
    rng, env = np.random.default_rng(seed), LuckyBoxVector(games, copy=False)
    weights, mean, square = np.zeros((3, Table.places))
    for update in range(1, updates + 1):
        points, steps = play(env, rng.integers(TRAINING, 2 * TRAINING, size=games), weights, rng)
        gradient, gained = np.zeros(Table.places), np.zeros(games)
        for step, advantage in zip(steps, advantages(points, steps), strict=True):
            gained[step.asked] = advantage
            pull = step.surprise * gained[step.games]
            for pairs, places in step.parts:
                each = np.repeat(pull[pairs], places.shape[1])
                gradient += np.bincount(places.ravel(), each, Table.places) / games
        gradient[0] = 0
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2  # steps as Adam's
        slope = mean / (1 - 0.9**update) / (np.sqrt(square / (1 - 0.99**update)) + 1e-8)
        weights = weights + RATE * (1 - (update - 1) / updates) * slope
        yield weights, float(points.mean())


def judge(weights: Floats, deals: int = DEALS) -> tuple[Floats, Floats]:
    """Is the points of what was learned and those of `greedy`, on the same deals; none was learned on."""
    points, _ = play(LuckyBoxVector(deals, copy=False), np.arange(deals), weights, None)
    greedy = playing.prepared(Options(), ["greedy"])
    theirs = [playing.play(greedy, seed, 0, 1).seats[0, 0, playing.SeatColumn.TOTAL] for seed in range(deals)]
    return points, np.array(theirs, np.float64)


def margin(differences: Floats) -> float:
    """Is half of the interval in which their mean lies with 95 % confidence."""
    return float(1.96 * differences.std(ddof=1) / np.sqrt(len(differences)))


def main() -> None:
    """Learns, and prints how it went."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=UPDATES, help=f"after {GAMES} games each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=DEALS, help="to judge by")
    given = parser.parse_args()
    began, weights = time.process_time(), np.zeros(Table.places)
    for update, learned in enumerate(learn(given.updates, given.seed), 1):
        weights, points = learned
        if update == 1 or update % 25 == 0:
            print(f"{update:4} times learned: {points:.1f} points", flush=True)
    spent = time.process_time() - began
    ours, theirs = judge(weights, given.deals)
    print(f"{given.deals} new deals: {ours.mean():.2f}, greedy {theirs.mean():.2f},", end=" ")
    print(
        f"difference {(ours - theirs).mean():+.2f} +- {margin(ours - theirs):.2f}; {spent:.0f} s of one core"
    )


if __name__ == "__main__":
    main()
