"""How does the result of a study look in a terminal? A sentence, figures, the best faces and the worst."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from boltbox.cli.plain import harmless
from boltbox.cli.simulate_words import headline, rules_of, title, whole, with_margin

if TYPE_CHECKING:
    from boltbox.sim.result import Difference, Group, Piece, Spread, StudyResult, VariantResult

BEST: Final = 5  # pieces told from each end of the ranks
PIECES: Final = {"luckybox": "Face", "lightningdice": "Goal"}


def show(result: "StudyResult", seconds: float, repeat: str) -> None:
    """Prints a result for people."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(title(result), style="bold")
    console.print(_played(result, seconds), style="dim")
    if result.partial:
        broken = f"Broken off: these are the first {whole(result.games)} of {whole(result.wanted)} games."
        console.print(broken, style="bold red")
    for number, variant in enumerate(result.variants):
        mark = "" if len(result.variants) == 1 else f"{'AB'[number]}: "
        console.print(harmless(f"{mark}{rules_of(variant)}"))
    console.print()
    console.print(harmless(headline(result)), style="bold yellow")
    console.print()
    console.print(_seats(result))
    if len(result.bots) > 1:
        console.print()
        console.print(_wins(result))
    console.print()
    console.print(_games(result))
    if result.variants[0].titles:
        console.print()
        console.print(_titles(result))
    if ranked(result.variants[-1].pieces, result.ranked):
        console.print()
        console.print(_pieces(result))
    console.print()
    console.print("±: in 95 of 100 studies the truth lies so near.", style="dim")
    console.print(f"Again: {repeat}", style="dim", soft_wrap=True)


def _played(result: "StudyResult", seconds: float) -> str:
    rate = f", {whole(result.games / seconds)} a second" if seconds > 0.01 else ""
    twice = " of each variant" if len(result.variants) > 1 else ""
    return f"{whole(result.games)} games{twice}, seed {result.seed}, in {seconds:.1f} s{rate}"


def _plain(*columns: str) -> Table:
    """Makes a table whose first column is text and whose others are numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left", no_wrap=True)
    return table


def _table(result: "StudyResult", first: str) -> Table:
    if len(result.variants) > 1:
        return _plain(first, "A", "B", "B less A")
    return _plain(first, "mean", "sd", "5 %", "median", "95 %")


def _row(table: Table, label: str, spreads: "Sequence[Spread]", apart: "Difference | None") -> None:
    cells = [with_margin(one.mean, one.unit) for one in spreads]
    if apart is not None:
        table.add_row(label, *cells, with_margin(apart.difference, apart.unit, sign=True))
        return
    (own,) = spreads
    rest = [] if own.sd is None else [f"{own.sd:.1f}"]
    if own.quantiles is not None:
        rest += [str(one) for one in (own.quantiles.p5, own.quantiles.p50, own.quantiles.p95)]
    table.add_row(label, *cells, *rest)


def _seats(result: "StudyResult") -> Table:
    table = _table(result, "A seat on average" if len(result.bots) > 1 else "On average")
    groups = [variant.group("all") for variant in result.variants]
    for place, figure in enumerate(groups[0].figures):
        apart = None if result.comparison is None else result.comparison.group("all").figures[place]
        label = f"  {figure.label}" if figure.name in result.parts else figure.label
        _row(table, label, [group.figures[place] for group in groups], apart)
    return table


def _wins(result: "StudyResult") -> Table:
    two = result.comparison is not None
    table = _plain("Who", *(("wins A", "wins B", "B less A") if two else ("wins", "points")))
    for group in contenders(result.variants[0]):
        own = [variant.group(group.name) for variant in result.variants]
        cells = [with_margin(one.figure("win").mean, "%") for one in own]
        if result.comparison is None:
            score = group.figure(result.score)
            cells.append(with_margin(score.mean, score.unit))
        else:
            apart = result.comparison.group(group.name).figure("win").difference
            cells.append(with_margin(apart, "%", sign=True))
        table.add_row(who(result, group.name, group.seats), *cells)
    return table


def contenders(variant: "VariantResult") -> "list[Group]":
    """Lists who is compared: each seat, and the seats of a bot that has several."""
    return [one for one in variant.groups[1:] if one.name.startswith("seat ") or len(one.seats) > 1]


def who(result: "StudyResult", name: str, seats: "Sequence[int]") -> str:
    """Names some seats: one with its bot, or each of those that a bot plays."""
    if name.startswith("seat "):
        return f"{name}, {result.bots[seats[0] - 1]}"
    return f"each {name}" if len(seats) > 1 else name


def _games(result: "StudyResult") -> Table:
    table = _table(result, "A game")
    for place, figure in enumerate(result.variants[0].games):
        apart = None if result.comparison is None else result.comparison.games[place]
        _row(table, figure.label, [variant.games[place] for variant in result.variants], apart)
    return table


def _titles(result: "StudyResult") -> Table:
    table = _plain("Title", *(("A", "B") if len(result.variants) > 1 else ("games",)))
    for place, one in enumerate(result.variants[0].titles):
        label = "lowest" if one.least is None else f"from {one.least} points"
        shares = [variant.titles[place].share for variant in result.variants if variant.titles]
        table.add_row(label, *(with_margin(share, "%") for share in shares))
    return table


def _pieces(result: "StudyResult") -> Table:
    """Lists the pieces that are best and worst by their rank, of the last variant."""
    known = ranked(result.variants[-1].pieces, result.ranked)
    labels = [figure.label for figure in result.variants[-1].pieces[0].figures[:2]]
    table = _plain(f"{PIECES[result.game]}{' (B)' if result.comparison else ''}", "No.", *labels)
    for place, piece in enumerate(known):
        if BEST <= place < len(known) - BEST:
            if place == BEST:
                table.add_row("...")
            continue
        cells = ["" if one.estimate is None else with_margin(one.estimate, one.unit) for one in piece.figures]
        table.add_row(harmless(piece.text), str(piece.number), *cells[:2])
    return table


def ranked(pieces: "Sequence[Piece]", by: str) -> "list[Piece]":
    """Lists pieces by a figure, the highest first; those that came up too rarely aren't among them."""
    values = []
    for piece in pieces:
        estimate = piece.figure(by).estimate
        if estimate is not None and estimate.margin is not None:
            values.append((estimate.value, -piece.number, piece))
    return [piece for *_, piece in sorted(values, key=lambda one: one[:2], reverse=True)]
