#!/usr/bin/env python3
"""Which 60 faces has the built-in deck? Finds them by constraints and writes `boltbox.deck` (LB-9.2).

17 faces of the published deck are known; the other 43 are designed here in their style, so that all totals
hold exactly. What the known faces show, and all 60 keep:

- Numbers go by kinds: 1-3, 4-6, 7-9. A row of a grid has the three numbers of one kind. A face has two
  kinds: the *double* on two rows, the *single* on one; the third is *absent*. Rows stand by kind, and a
  kind in order first; the second row of the double is turned one way, or the other, or reversed. Each of
  the six pairs of kinds has ten faces: five turned one way, four the other, one reversed.
- Rows give numbers of the absent kind, columns numbers of the single kind, but never the one they have
  themselves; no number twice on a face.
- Four families, by what a face gives. *Full*: six numbers. *Chain*: five, and one column a token (`LL`, `S`
  or `M`). *Steps*: three numbers for the rows, tokens for the columns, two of a kind and one of another.
  *Open*: for the rows one or two `?`, at most one `L`, one number, one blank; for the columns `L` with
  other tokens.

What is added here:

- No face is dominated by another. Faces are *alike* when they have the same kinds on their rows, so the
  same nine numbers. Of two that are alike, none's six codes can be paired with the other's so that each is
  as good or worse. Worse is `-` than anything, `L` than `LL` and, in `classic`, a number than `?`; in
  `chengdu` all numbers are the same. Nothing else is better than anything else. It must hold under both
  rule sets. That forbids more than it has to: faces that give the same elsewhere, or whose second row is
  another shuffle.
- No face is much better than others: the worths of its codes (`WORTH`, points that a code brings in play)
  come as near to the average as the totals allow.
- Places are even: a code stands on each row, and on each column, about as often as on the others.
- The totals that nobody knows (`FREE`) are such that careful play falls where the titles of LB-7.5 put it;
  see docs/decisions/0016-the-deck.md.

Two models, one after the other: what the faces give, and where it stands. Both are solved to the end, and
drawn weights leave one best solution: so it is always the same deck. With `--check` nothing is written; it
fails when the file is another than would be.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from pathlib import Path
from typing import Final, NamedTuple, cast

from ortools.sat.python.cp_model import OPTIMAL, CpModel, CpSolver, IntVar, LinearExpr

from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.parts import BonusCode, Face

PATH: Final = Path(__file__).resolve().parent.parent / "src/boltbox/rules/decks/boltbox.deck"
HEAD: Final = """\
# The built-in deck of Lucky Box: 60 faces, one a line: grid, row bonuses from the top, column bonuses.
# Found by scripts/make_deck.py, which says how.
name: Boltbox
author: Boltbox contributors
licence: CC0-1.0

"""

# Facts: faces known from public transcriptions of the published game (LB-9.2).
KNOWN: Final = """
123231456 ?,-,? L,L,S
123231789 4,5,6 LL,M,M
456789897 1,2,3 M,LL,M
123789897 4,5,6 LL,M,M
456654789 3,2,1 M,9,7
123231789 6,5,4 9,M,8
123456564 7,9,8 2,1,LL
123231456 7,8,9 M,S,S
456645789 3,2,1 M,S,M
123789978 6,4,5 3,S,1
456789978 3,2,1 LL,M,LL
123231789 4,6,5 9,7,8
123312456 9,?,L S,S,L
456645789 3,2,1 8,9,7
456789897 1,2,3 6,4,5
123456564 L,?,7 M,M,L
123789978 L,6,? S,L,LL
"""

DIGITS: Final = "123456789"
KINDS: Final = ("123", "456", "789")
PAIRS: Final = tuple(rows for rows in combinations_with_replacement(KINDS, 3) if len(set(rows)) == 2)
EACH: Final = 10  # faces of a pair of kinds
TURNS: Final[Mapping[tuple[int, ...], int]] = {
    (1, 2, 0): 5,
    (2, 0, 1): 4,
    (2, 1, 0): 1,
}  # how often in a pair

FREE: Final = {"?": 28, "L": 64, "LL": 46, "S": 26, "M": 35}  # chosen here; 199 together
TOTALS: Final = {**dict.fromkeys(DIGITS, 17), "-": 8, **FREE}  # LB-9.2
WORTH: Final = {**dict.fromkeys(DIGITS, 12), "?": 20, "L": 5, "LL": 9, "S": 22, "M": 19, "-": 0}  # tenths
SEED: Final = 1  # of the weights; one whose gifts can be placed evenly
WORK: Final = 200.0  # of the solver, in its own deterministic seconds; far less is needed


class Gift(NamedTuple):
    """Is what a face gives: the codes of the rows and those of the columns, each in any order."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """Is all six."""
        return self.rows + self.columns

    @property
    def worth(self) -> int:
        """Is what it brings in play, in tenths of a point."""
        return sum(WORTH[code] for code in self.codes)

    @property
    def family(self) -> str:
        """Names the family."""
        numbers = sum(code in DIGITS for code in self.codes)
        return {6: "full", 5: "chain", 3: "steps"}.get(numbers, "open")


Pair = tuple[str, str, str]  # the kinds on the rows
Chosen = Mapping[Pair, Sequence[Gift]]


def single(pair: Pair) -> str:
    """Is the kind that stands on one row."""
    return min(pair, key=pair.count)


def absent(pair: Pair) -> str:
    """Is the kind that doesn't stand on the grid."""
    (kind,) = set(KINDS).difference(pair)
    return kind


def grid(pair: Pair, turn: Sequence[int]) -> str:
    """Writes the grid: each kind in order first, turned when it comes again."""
    return "".join(
        "".join(kind[at] for at in turn) if kind in pair[:row] else kind for row, kind in enumerate(pair)
    )


def gifts(pair: Pair) -> Iterator[Gift]:
    """Lists all that a face with these kinds may give, family by family."""
    numbers, own = tuple(absent(pair)), tuple(single(pair))
    yield Gift(numbers, own)
    for two in combinations(own, 2):
        for token in ("LL", "M", "S"):
            yield Gift(numbers, (*two, token))
    for tokens in combinations_with_replacement(("LL", "M", "S"), 3):
        if len(set(tokens)) == 2:
            yield Gift(numbers, tokens)
    for rows in combinations_with_replacement(("?", "L", "-", *numbers), 3):
        count = Counter(rows)
        if 1 <= count["?"] <= 2 and max(count["L"], count["-"], sum(count[one] for one in numbers)) <= 1:
            for columns in combinations_with_replacement(("L", "LL", "M", "S"), 3):
                if "L" in columns and len(set(columns)) > 1:
                    yield Gift(rows, columns)


def dominates(strong: Gift, weak: Gift) -> bool:
    """Tells whether, by one of the rule sets, each weak code has a strong one that is as good or better.

    By Hall's theorem: from no set of codes upwards does the weak one have more of them.
    """
    has, lacks = Counter(strong.codes), Counter(weak.codes)
    has.subtract(lacks)  # how many more the strong one has
    if min(has["S"], has["M"], has["LL"], has["L"] + has["LL"]) < 0:
        return False
    classic = has["?"] + sum(min(has[digit], 0) for digit in DIGITS) >= 0
    chengdu = has["?"] >= 0 and sum(has[digit] for digit in DIGITS) >= 0
    return classic or chengdu


def known() -> dict[tuple[Pair, Gift], Face]:
    """Sorts the known faces by kinds and by what they give."""
    found: dict[tuple[Pair, Gift], Face] = {}
    for line in KNOWN.split("\n")[1:-1]:
        digits, rows, columns = line.split()
        first, second, third = ("".join(sorted(digits[at : at + 3])) for at in (0, 3, 6))
        pair = (first, second, third)
        face = read(digits, rows.split(","), columns.split(","))
        found.update({(pair, gift): face for gift in gifts(pair) if same(gift, face)})
    return found


def read(digits: str, rows: Sequence[str], columns: Sequence[str]) -> Face:
    """Makes a face of its codes."""
    first, second, third, *others = (cast("BonusCode", code) for code in (*rows, *columns))
    left, middle, right = others
    return Face(digits, (first, second, third), (left, middle, right))


def same(gift: Gift, face: Face) -> bool:
    """Tells whether a face gives this."""
    return sorted(gift.rows) == sorted(face.rows) and sorted(gift.columns) == sorted(face.columns)


def choose_gifts() -> Chosen:
    """Chooses what the ten faces of each pair of kinds give."""
    model = CpModel()
    taken = {(pair, gift): model.new_bool_var("") for pair in PAIRS for gift in gifts(pair)}
    for face in known():  # the known faces are there
        model.add(taken[face] == 1)
    for pair in PAIRS:
        mine = {gift: taken[pair, gift] for gift in gifts(pair)}
        model.add(sum(mine.values()) == EACH)
        model.add(sum(one for gift, one in mine.items() if gift.family == "full") == 1)
        for weak, strong in permutations(mine, 2):
            if dominates(strong, weak):
                model.add_at_most_one(mine[weak], mine[strong])
    for code, total in TOTALS.items():
        model.add(sum(gift.codes.count(code) * one for (_, gift), one in taken.items()) == total)
    average = sum(WORTH[code] * total for code, total in TOTALS.items()) / 60
    costs = {one: round(abs(gift.worth - average) * 1000) for (_, gift), one in taken.items()}
    model.minimize(sum((cost + drawn(0, at, 3000)) * one for at, (one, cost) in enumerate(costs.items())))
    solver = solve(model)
    return {pair: [gift for gift in gifts(pair) if solver.boolean_value(taken[pair, gift])] for pair in PAIRS}


def place(chosen: Chosen) -> list[Face]:
    """Places what the faces give: which grid, which row, which column."""
    model, fixed = CpModel(), known()
    options: dict[tuple[Pair, Gift], dict[Face, IntVar]] = {}
    for pair, ten in chosen.items():
        for gift in ten:
            face = fixed.get((pair, gift))
            faces = sorted(placings(pair, gift), key=Face.write) if face is None else [face]
            options[pair, gift] = {face: model.new_bool_var("") for face in faces}
            model.add_exactly_one(options[pair, gift].values())
        for turn, times in TURNS.items():
            turned = (
                one
                for gift in ten
                for face, one in options[pair, gift].items()
                if face.grid == grid(pair, turn)
            )
            model.add(sum(turned) == times)
    every = [(face, one) for faces in options.values() for face, one in faces.items()]
    for code in TOTALS:
        even(model, [sum(one for face, one in every if face.rows[at] == code) for at in range(3)])
        if code not in DIGITS:  # a number can't stand where it has its own
            even(model, [sum(one for face, one in every if face.columns[at] == code) for at in range(3)])
    model.maximize(sum(drawn(1, at, 10**6) * one for at, (_, one) in enumerate(every)))
    solver = solve(model)
    return sorted((face for face, one in every if solver.boolean_value(one)), key=Face.write)


def placings(pair: Pair, gift: Gift) -> Iterator[Face]:
    """Lists the faces that give this; no column gives the number of the single kind that stands in it."""
    for turn in TURNS:
        for rows in set(permutations(gift.rows)):
            for columns in set(permutations(gift.columns)):
                if not any(map(str.__eq__, columns, single(pair))):
                    yield read(grid(pair, turn), rows, columns)


def even(model: CpModel, counts: Sequence[LinearExpr | int]) -> None:
    """Lets three counts differ by two at most."""
    least, most = model.new_int_var(0, 60, ""), model.new_int_var(0, 60, "")
    model.add(most - least <= 2)
    for count in counts:
        model.add(count >= least)
        model.add(count <= most)


def drawn(stage: int, at: int, size: int) -> int:
    """Draws the weight of a variable."""
    return MixerLuck(SEED).draw("deck", stage, at, 0, size).result


def solve(model: CpModel) -> CpSolver:
    """Solves a model to the end, always the same way. Raises ValueError when it can't."""
    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = WORK
    status = solver.solve(model)
    if status != OPTIMAL:
        raise ValueError(f"the solver ends with {solver.status_name(status)}")
    return solver


def text() -> str:
    """Finds the deck and writes it."""
    return HEAD + "".join(f"{face.write()}\n" for face in place(choose_gifts()))


def main() -> None:
    """Writes the deck, or with `--check` fails when the file is another."""
    found = text()
    if sys.argv[1:] == ["--check"]:
        if PATH.read_text("utf-8") != found:
            sys.exit("boltbox.deck isn't what scripts/make_deck.py finds")
        return
    PATH.write_text(found, "utf-8")
    print(f"wrote {PATH.name}")


if __name__ == "__main__":
    main()
