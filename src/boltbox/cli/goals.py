"""How hard are goals of Lightning Dice, and what is best kept? Exact answers, in a terminal."""

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, cast

import click
from rich.console import Console
from rich.table import Table

from boltbox.cli.decks import read_deck
from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.bots.lightningdice.solve import Solution
    from boltbox.rules.lightningdice.goals import Goal
    from boltbox.rules.lightningdice.parts import GoalDeck

WITHIN: Final = (1, 2, 3, 5, 10, 20)
# A roll of each make, from six alike to six different ones.
MAKES: Final = ((6,), (5, 1), (4, 2), (4, 1, 1), (3, 3), (3, 2, 1), (3, 1, 1, 1), (2, 2, 2), (2, 2, 1, 1))
MORE_MAKES: Final = ((2, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1))


@click.group("goals", invoke_without_command=True, short_help="List the goals of Lightning Dice; solve one.")
@click.option("--deck", "file", type=click.Path(dir_okay=False), help="A file with other goals.")
@click.pass_context
def command(context: click.Context, file: str | None) -> None:
    """List the built-in goals of Lightning Dice, each with its exact difficulty."""
    if context.invoked_subcommand is None:
        _list(_read(file))


@command.command("solve", short_help="Say how hard a goal is, and what to keep.")
@click.argument("goal")
@click.argument("roll", required=False)
def solve_goal(goal: str, roll: str | None) -> None:
    """Say how hard GOAL is; after a ROLL of six dice, as 114556, what is best kept of it."""
    from boltbox.bots.lightningdice.solve import solve
    from boltbox.rules.lightningdice.goals import GoalError, parse

    try:
        read = parse(goal)
    except GoalError as error:
        raise click.BadParameter(harmless(f"{error}."), param_hint="GOAL") from None
    solution = solve(read)
    console = _console()
    if roll is None:
        _explain(console, read, solution)
        return
    signs = re.sub(r"[\s,]", "", roll)
    if not re.fullmatch("[1-6]{6}", signs):
        raise click.BadParameter("a roll is six numbers 1 to 6, as 114556.", param_hint="ROLL")
    _advise(console, read, solution, tuple(sorted(map(int, signs))))


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def _read(file: str | None) -> "GoalDeck":
    """Reads a deck in a file, or the built-in one. Raises WrongDeck, which names file, line and cause."""
    from boltbox.rules.lightningdice.deck import built_in
    from boltbox.rules.lightningdice.parts import GoalDeck
    from boltbox.rules.shelf import SHELF

    if file is None:
        return built_in("boltbox")
    return cast(GoalDeck, read_deck(SHELF["lightningdice"], file))


def _list(deck: "GoalDeck") -> None:
    from boltbox.bots.lightningdice.solve import solve
    from boltbox.rules.lightningdice.goals import parse

    table = Table(box=None)
    table.add_column("Goal")
    table.add_column("Rolls", justify="right")
    table.add_column("At once", justify="right")
    solved = sorted((solve(parse(goal)).expected, goal) for goal in deck.goals)
    for expected, goal in solved:
        chance = solve(parse(goal)).within(1)
        table.add_row(goal, f"{expected:.2f}", _percent(chance))
    console = _console()
    console.print(f"{harmless(deck.name)}: {deck.size} goals")
    console.print(table)
    mean = sum(expected for expected, _ in solved) / len(solved)
    console.print(f"Rolls: as expected under the best keeping, the first included; {mean:.2f} on average.")


def _explain(console: Console, goal: "Goal", solution: "Solution") -> None:
    console.print(f"{goal.text} takes {solution.expected:.2f} rolls under the best keeping.")
    chances = ", ".join(f"{_percent(solution.within(rolls))} within {rolls}" for rolls in WITHIN)
    console.print(f"It is met in {chances}.")
    console.print("What to keep, for the best roll of each make:")
    table = Table(box=None)
    for name in ("A roll like", "keep", "then still"):
        table.add_column(name, justify="right" if name == "then still" else "left")
    for make in (*MAKES, *MORE_MAKES):
        roll = _best_of(solution, make)
        left = solution.left(roll)
        table.add_row(_dice(roll), _kept(solution.keep(roll), left), f"{left:.2f}" if left else "met")
    console.print(table)


def _best_of(solution: "Solution", make: tuple[int, ...]) -> tuple[int, ...]:
    """Finds the roll of a make, as two pairs and two others, that is nearest to the goal."""
    from boltbox.rules.lightningdice.goals import ROLLS

    alike = (roll for roll in ROLLS if tuple(sorted(Counter(roll).values(), reverse=True)) == make)
    return min(alike, key=lambda roll: (solution.left(roll), roll))


def _advise(console: Console, goal: "Goal", solution: "Solution", roll: tuple[int, ...]) -> None:
    if goal.met(roll):
        console.print(f"{_dice(roll)} meets {goal.text}: Got it!")
        return
    ways = {keep: solution.after(keep) for keep in _keeps(roll)}
    best = sorted(ways, key=lambda keep: (round(ways[keep], 9), -len(keep), keep))
    console.print(f"Of {_dice(roll)} keep {_dice(best[0])}: then {ways[best[0]]:.2f} rolls are expected.")
    console.print("The next best:")
    table = Table(box=None)
    table.add_column("keep")
    table.add_column("rolls", justify="right")
    table.add_column("worse by", justify="right")
    for keep in best[1:6]:
        table.add_row(_dice(keep), f"{ways[keep]:.2f}", f"{ways[keep] - ways[best[0]]:.2f}")
    console.print(table)


def _keeps(roll: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Lists what can be kept of a roll before another."""
    masks = range((1 << len(roll)) - 1)
    return {tuple(die for place, die in enumerate(roll) if mask >> place & 1) for mask in masks}


def _kept(keep: tuple[int, ...], left: float) -> str:
    return _dice(keep) if left else "all"


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice)) or "nothing"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %" if chance >= 0.001 else f"{100 * chance:.3f} %"
