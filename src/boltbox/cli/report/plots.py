"""What do the figures of a study look like? Plots as SVG, in colours that the page's scheme decides."""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from matplotlib import font_manager, rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

if TYPE_CHECKING:
    from boltbox.sim.result import Bars, Spread

FONTS: Final = Path(__file__).parent.parent / "press"
# Colours that stand for a variable of the page's style.
INK, QUIET, LINE = "#010101", "#020202", "#030303"
INKS: Final = ("#040404", "#050505", "#060606", "#070707", "#080808", "#090909")
VARIABLES: Final = {
    INK: "--text",
    QUIET: "--quiet",
    LINE: "--panel-edge",
    **{ink: f"--ink-{number}" for number, ink in enumerate(INKS)},
}
DASHES: Final = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (5, 1.5, 1.5, 1.5)))  # no colour speaks alone
MARKS: Final = ("o", "s", "^", "D", "h", "*")
MOST_BARS: Final = 40
LEGEND: Final = 3  # inches that a plot is wide which has a legend; small ones stand beside such
STYLE: Final[dict[Any, Any]] = {
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "axes.labelsize": 10,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": False,
    "font.family": "Nunito",
    "font.size": 10,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": INK,
}


class Curve(msgspec.Struct, frozen=True):
    """Is one distribution of a plot."""

    label: str
    bars: "Bars"
    mean: float


class Whisker(msgspec.Struct, frozen=True):
    """Is one figure of a plot with its interval, in a row and a series."""

    row: str
    series: int
    value: float
    low: float
    high: float


def distribution(name: str, curves: Sequence[Curve], unit: str, size: tuple[float, float]) -> str:
    """Plots how values are spread: a line for each variant or bot, in shares of all, and its mean."""
    with _style(name):
        figure, axes = _figure(size)
        width = _width(curves)
        for number, curve in enumerate(curves):
            edges, shares = _steps(curve.bars, width)
            ink = INKS[number % len(INKS)]
            dash = DASHES[number % len(DASHES)]
            if not number:
                axes.stairs(shares, edges, fill=True, color=ink, alpha=0.28, linewidth=0)
            axes.stairs(shares, edges, color=ink, linewidth=2, linestyle=dash, label=curve.label)
            axes.axvline(curve.mean, color=ink, linewidth=1.2, linestyle=dash, alpha=0.9)
        axes.set_ylim(bottom=0)
        axes.set_yticks([])
        axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True))
        if unit:
            axes.set_xlabel(unit)
        if len(curves) > 1 and size[0] > LEGEND:
            _legend(axes, len(curves))
        return _svg(figure, name)


def whiskers(name: str, rows: Sequence[Whisker], labels: Sequence[str], even: float | None) -> str:
    """Plots figures with their intervals, a row for each who; a line where all would be even."""
    names = list(dict.fromkeys(one.row for one in rows))
    with _style(name):
        figure, axes = _figure((4.6, 0.7 + 0.42 * len(names)))
        if even is not None:
            axes.axvline(even, color=QUIET, linewidth=1, linestyle=(0, (2, 2)))
        for series, label in enumerate(labels):
            own = [one for one in rows if one.series == series]
            shift = 0.0 if len(labels) == 1 else 0.13 - 0.26 * series
            heights = [len(names) - 1 - names.index(one.row) + shift for one in own]
            reach = [[one.value - one.low for one in own], [one.high - one.value for one in own]]
            axes.errorbar(
                [one.value for one in own],
                heights,
                xerr=reach,
                fmt=MARKS[series],
                color=INKS[series],
                markersize=7,
                capsize=4,
                elinewidth=2,
                label=label,
            )
        axes.set_yticks(range(len(names)), reversed(names))
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.grid(visible=True, axis="x", color=LINE, linewidth=0.8)
        axes.set_axisbelow(True)
        if len(labels) > 1:
            _legend(axes, len(labels))
        return _svg(figure, name)


def _legend(axes: Axes, many: int) -> None:
    axes.legend(loc="lower right", bbox_to_anchor=(1, 0.98), ncols=many, fontsize=9, handlelength=2.4)


def curve(label: str, spread: "Spread") -> Curve | None:
    """Is the curve of a figure, if its distribution is known."""
    return None if spread.bars is None else Curve(label, spread.bars, spread.mean.value)


def _style(name: str) -> AbstractContextManager[None]:
    if "Nunito" not in font_manager.fontManager.get_font_names():
        for font in sorted(FONTS.glob("Nunito-*.ttf")):
            font_manager.fontManager.addfont(font)
    return rc_context({**STYLE, "svg.hashsalt": name})


def _figure(size: tuple[float, float]) -> tuple[Figure, Axes]:
    figure = Figure(figsize=size, layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    axes.tick_params(axis="x", length=3)
    return figure, axes


def _width(curves: Sequence[Curve]) -> int:
    """Is how many values a bar takes together, so that there aren't too many."""
    first = min(curve.bars.first for curve in curves)
    last = max(curve.bars.first + len(curve.bars.counts) for curve in curves)
    least, width, steps = (last - first) / MOST_BARS, 1, (1, 2, 5)
    while width < least:
        step = steps.index(int(str(width)[0]))
        width = int(str(width).replace(str(steps[step]), str((2, 5, 10)[step]), 1))
    return width


def _steps(bars: "Bars", width: int) -> tuple[list[float], list[float]]:
    """Puts bars together; gives the edges and what share of all lies between them."""
    total = sum(bars.counts)
    start = bars.first // width
    shares = [0.0] * ((bars.first + len(bars.counts) - 1) // width - start + 1)
    for value, count in enumerate(bars.counts, bars.first):
        shares[value // width - start] += count / total
    # A whole value lies in the middle of its bar.
    edges = [(start + place) * width - 0.5 for place in range(len(shares) + 1)]
    return edges, shares


def _svg(figure: Figure, name: str) -> str:
    """Writes a figure as SVG that may stand in a page: no prolog, ids of its own, the page's colours."""
    text = StringIO()
    FigureCanvasSVG(figure).print_svg(
        text, metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
    )
    svg = text.getvalue()[text.getvalue().index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="[^"]*">', "<g>", svg)
    svg = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    return svg
