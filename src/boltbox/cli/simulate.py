"""How is a question about the rules asked in a terminal? By a study: many games of bots, counted."""

import os
import re
import secrets
import shlex
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from boltbox.cli.plain import harmless

if TYPE_CHECKING:
    from boltbox.rules.game import Options
    from boltbox.sim.result import StudyResult
    from boltbox.sim.study import Study

PIP: Final = "pip install 'boltbox[sim]'"
CLUSTER: Final = "pip install 'boltbox[cluster]'"
SEATS: Final = 4
BROKEN_OFF: Final = 130  # how a shell marks what Ctrl-C ended


@dataclass(frozen=True)
class Wishes:
    """Is what was typed after `boltbox simulate`."""

    game: str
    seats: int | None
    bots: str
    games: int
    seed: int | None
    rules: str | None
    deck: str | None
    changes: tuple[str, ...]
    against: tuple[str, ...]
    json: bool
    report: str | None
    workers: int | None
    cluster: str | None


@click.command("simulate", short_help="Say what a rule does, by many games.")
@click.argument("game")
@click.option("--seats", type=int, metavar="NUMBER", help="How many play.  [default: one for each bot; 4]")
@click.option(
    "--bots",
    default="greedy",
    metavar="BOT,BOT",
    show_default=True,
    help="Who plays, seat by seat; fewer than seats take turns.",
)
@click.option(
    "--games", type=int, default=20_000, metavar="NUMBER", show_default=True, help="How many games."
)
@click.option(
    "--seed", type=int, metavar="NUMBER", help="The same seed plays the same games.  [default: any]"
)
@click.option("--rules", metavar="RULES", help="The rule set to play by.  [default: the game's own]")
@click.option("--deck", metavar="DECK", help="A deck of your own: its file.  [default: the built-in one]")
@click.option(
    "--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change a rule, as --set rounds=2."
)
@click.option(
    "--against",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Compare with the same rules changed by this too, on the same luck.",
)
@click.option("--json", is_flag=True, help="Write the result as JSON, and nothing else, to the output.")
@click.option("--report", metavar="FILE", help="Write a report with pictures: one HTML file.")
@click.option(
    "--workers", type=click.IntRange(1), metavar="NUMBER", help="Threads that play.  [default: all cores]"
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is there.")
def command(**given: Any) -> None:
    """Play many games of GAME by bots and say what came of it; docs/simulator.md tells how to read it."""
    wishes = Wishes(**given)
    study = _study(wishes)
    _check_ways(wishes)
    from boltbox.cli.progress import Course

    course = Course(study)
    result = course.on_cluster(wishes.cluster) if wishes.cluster else course.on_threads(wishes.workers)
    if result is None:
        click.echo("Broken off before any game was counted.", err=True)
        sys.exit(BROKEN_OFF)
    _tell(wishes, result, course.seconds)
    if result.partial and not course.stopped:
        sentence = f"The scheduler went away: this is what {result.games} of {result.wanted} games say."
        raise click.ClickException(sentence)
    if result.partial:
        click.echo(f"Broken off: this is what {result.games} of {result.wanted} games say.", err=True)
        sys.exit(BROKEN_OFF)


def _tell(wishes: Wishes, result: "StudyResult", seconds: float) -> None:
    """Shows a result, and writes the report only then: if that fails, nothing is lost."""
    repeat = again(wishes, result)
    if wishes.json:
        sys.stdout.write(result.to_json().decode() + "\n")
    else:
        from boltbox.cli.simulate_tables import show

        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a terminal without the signs shows ? in their place
        show(result, seconds, repeat)
    sys.stdout.flush()
    if wishes.report is None:
        return
    from boltbox.cli.report import write

    try:
        Path(wishes.report).write_text(write(result, repeat), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{harmless(wishes.report)}: {error.strerror}.") from error
    if not wishes.json:
        click.echo(f"The report is in {harmless(wishes.report)}.")


def _study(wishes: Wishes) -> "Study":
    """Reads what was typed as the rules and the kernels read it, and refuses it before anything runs."""
    from boltbox.rules.shelf import SHELF
    from boltbox.sim.study import Study, StudyError, check

    if wishes.game not in SHELF:
        raise click.BadParameter(
            f"there is no game {wishes.game!r}; there are {', '.join(SHELF)}.", param_hint="GAME"
        )
    bots = re.split(r"\s*,\s*|\s+", wishes.bots.strip())
    if not any(bots):
        raise click.BadParameter("name at least one bot.", param_hint="--bots")
    if not all(bots):
        raise click.BadParameter("between two commas, or after one, no bot is named.", param_hint="--bots")
    seats = wishes.seats if wishes.seats is not None else len(bots) if len(bots) > 1 else SEATS
    if 1 <= seats < len(bots):
        raise click.UsageError(f"{len(bots)} bots need {len(bots)} seats, not {seats}.")
    if seats < 1:
        least, most = SHELF[wishes.game].seats.start, SHELF[wishes.game].seats.stop - 1
        raise click.BadParameter(f"there are {least} to {most} seats, not {seats}.", param_hint="--seats")
    by_seat = tuple(bots[seat % len(bots)] for seat in range(seats))
    seed = secrets.randbelow(10**9) if wishes.seed is None else wishes.seed
    study = Study(wishes.game, _variants(wishes), by_seat, wishes.games, seed)
    try:
        check(study)
    except StudyError as error:
        raise click.UsageError(harmless(str(error))) from error
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        raise click.ClickException(f"Simulating needs numba, which comes with {PIP}") from None
    return study


def _variants(wishes: Wishes) -> "tuple[Options, ...]":
    from msgspec.structs import replace

    from boltbox.cli.options import read_options
    from boltbox.rules.shelf import SHELF

    game = SHELF[wishes.game]
    deck = () if wishes.deck is None else (f"deck={wishes.deck}",)
    first = read_options(game, wishes.rules, (*wishes.changes, *deck))
    if not wishes.against:
        return (first,)
    own_deck = any(change.partition("=")[0].strip() == "deck" for change in wishes.against)
    second = read_options(game, wishes.rules, tuple(wishes.changes), wishes.against)
    if not own_deck:  # read once: what is piped in can't be read again
        second = replace(second, deck=first.deck)  # type: ignore[attr-defined]
    if second == first:
        raise click.BadParameter("what is compared is the same.", param_hint="--against")
    return (first, second)


def _check_ways(wishes: Wishes) -> None:
    """Refuses what couldn't be written, or played, in the end."""
    if wishes.report is not None:
        _check_file(wishes.report)
        for name in ("jinja2", "matplotlib"):
            if find_spec(name) is None:
                raise click.ClickException(f"A report needs {name}, which comes with {PIP}")
    if wishes.cluster is not None:
        if not wishes.cluster.strip():
            raise click.BadParameter("there is no address, as tcp://scheduler:8786.", param_hint="--cluster")
        if wishes.workers is not None:
            raise click.UsageError("--workers are threads here; a --cluster has its own.")
        if find_spec("distributed") is None:
            raise click.ClickException(f"A cluster needs distributed, which comes with {CLUSTER}")


def _check_file(name: str) -> None:
    """Refuses a report that couldn't be written, before anything is played for it."""
    file, reason = Path(name), None
    if not name:
        reason = "no file is named."
    elif file.is_dir():
        reason = "that is a folder; name a file in it."
    elif not file.parent.is_dir():
        reason = "there is no such folder."
    elif not os.access(file if file.exists() else file.parent, os.W_OK) or file.parent == Path("/proc"):
        reason = "nothing can be written there."
    if reason is not None:
        raise click.BadParameter(reason, param_hint="--report")


def again(wishes: Wishes, result: "StudyResult") -> str:
    """Words the command that repeats a study, as a shell reads it."""
    words = ["boltbox", "simulate", wishes.game, "--seats", str(len(result.bots)), "--bots", wishes.bots]
    words += ["--games", str(result.games), "--seed", str(result.seed)]
    if wishes.rules is not None:
        words += ["--rules", wishes.rules]
    if wishes.deck is not None:
        words += ["--deck", wishes.deck]
    for option, changes in (("--set", wishes.changes), ("--against", wishes.against)):
        for change in changes:
            words += [option, change]
    return shlex.join(words)
