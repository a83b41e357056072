#!/usr/bin/env python3
"""Which 50 goals make an even deck? Picks them by their exact difficulty and writes `boltbox.goals`.

From about 2 to about 14 expected rolls there is one goal for every step of the way: the nearest of all that
can be read at a glance, plain ones before joined ones. Exact sets of the same shape are equally hard, so
their numbers are picked so that each of 1 to 6 is asked for about as often. With `--check` it only says
whether the deck would be another.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.lightningdice.goals import DICE, Goal, GoalError, parse

PATH = Path(__file__).resolve().parent.parent / "src" / "boltbox" / "rules" / "decks" / "boltbox.goals"
GOALS = 50
EASIEST, HARDEST = 2.0, 14.0
WORDS = ("even", "odd", "low", "high")
SUMS = ("sum=21", "sum<=9", "sum>=33", "sum<=12", "sum>=30", "sum<=15", "sum>=27", "sum=18", "sum=24")
# What a goal costs beside its distance from what is wanted, in rolls: sets and shapes are the heart of it.
JOINED, STARRED, WORDED = 0.3, 0.12, -0.08
ALIKE = 0.1  # for each goal that is exactly as hard and in the deck already
HEAD = """\
# The built-in deck of Lightning Dice: {count} goals, from the easiest to the hardest (scripts/make_goals.py).
name: Boltbox
author: Boltbox contributors
licence: CC0-1.0

"""


@dataclass(frozen=True)
class Candidate:
    """Is a goal that the deck could have."""

    goal: Goal
    rolls: float
    cost: float


def main() -> None:
    """Writes the deck, or with `--check` fails when it would change."""
    text = deck()
    if sys.argv[1:] == ["--check"]:
        if not PATH.exists() or PATH.read_text("utf-8") != text:
            sys.exit("the deck would be another, run scripts/make_goals.py")
        return
    PATH.write_text(text, "utf-8")
    print(f"wrote {PATH.name}")


def deck() -> str:
    """Makes the deck's text."""
    picked: dict[Goal, Candidate] = {}
    asked: Counter[str] = Counter()  # how often each number and word
    for step in range(GOALS):
        wanted = HARDEST - step * (HARDEST - EASIEST) / (GOALS - 1)
        left = (one for one in candidates() if one.goal not in picked)
        alike = Counter(one.rolls for one in picked.values())
        best = min(
            left,
            key=lambda one: (
                abs(one.rolls - wanted) + one.cost + ALIKE * alike[one.rolls],
                crowd(one, asked),
                one.goal.text,
            ),
        )
        picked[best.goal] = best
        asked += signs(best.goal)
    rising = sorted(picked.values(), key=lambda one: (one.rolls, one.goal.text))
    return HEAD.format(count=GOALS) + "".join(f"{one.goal.text}\n" for one in rising)


def signs(goal: Goal) -> Counter[str]:
    """Counts the numbers and words that a goal asks for."""
    found: Counter[str] = Counter()
    for side in goal.sides:
        if side.form == "set":
            found.update(side.text.replace("*", ""))
        elif side.form == "word":
            found[side.text] += 3
    return found


def crowd(one: Candidate, asked: Counter[str]) -> int:
    """Tells how much is asked for again and again, if this goal comes too."""
    return sum(times * times for times in (asked + signs(one.goal)).values())


def candidates() -> tuple[Candidate, ...]:
    """Lists every goal that could be in the deck, each with its difficulty."""
    if not POOL:
        seen: set[Goal] = set()
        for text, cost in texts():
            try:
                goal = parse(text)
            except GoalError:  # that no six dice can meet, or every six
                continue
            if goal not in seen:
                seen.add(goal)
                POOL.append(Candidate(goal, round(solve(goal).expected, 6), cost))
    return tuple(POOL)


POOL: list[Candidate] = []


def texts() -> Iterator[tuple[str, float]]:
    """Yields texts of goals with their cost, the plainest first."""
    plain = [(text, STARRED if "*" in text else 0.0) for text in sets()]
    shapes = [(text, STARRED / 2 if "*" in text else 0.0) for text in shaped()]
    yield from shapes
    yield from plain
    yield from ((word, WORDED) for word in (*WORDS, *SUMS))
    for text in (*(one for one, _ in shapes), *(one for one, _ in plain if "*" in one)):
        for other in (*WORDS, *SUMS[:5]):
            yield f"{text}&{other}", JOINED + 0.1 * other.startswith("sum")
    for word in WORDS[:2]:
        for other in (*WORDS[2:], *SUMS):
            yield f"{word}&{other}", JOINED


def shaped() -> Iterator[str]:
    """Yields every shape, each once."""
    for count in range(1, DICE + 1):
        for groups in partitions(count, count):
            yield _fill("ABCDEF", groups)


def sets() -> Iterator[str]:
    """Yields every set of numbers, free dice among them or not."""
    for count in range(1, DICE + 1):
        for groups in partitions(count, count):
            texts = {_fill("".join(digits), groups) for digits in permutations("123456", len(groups))}
            yield from sorted({"".join(sorted(text, key="123456*".index)) for text in texts})


def _fill(signs: str, groups: tuple[int, ...]) -> str:
    return "".join(sign * size for sign, size in zip(signs, groups, strict=False)).ljust(DICE, "*")


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number as a sum of falling ones."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        yield from ((first, *rest) for rest in partitions(total - first, first))


if __name__ == "__main__":
    main()
