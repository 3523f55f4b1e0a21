"""Draws the charts of a table: one SVG a chart, each with the machine, the versions and the commit
on it.

    charts.py results.tsv FOLDER

A chart is a grid of panels, one for an area and a task. A panel whose rows are not in the table is
left out, and so is a chart without panels. Drawn by matplotlib; the same table gives the same
bytes.
"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
from table import OURS, Row, geometric_mean, read

AREAS = {"core": "C and C++", "python": "Python", "ruby": "Ruby", "node": "Node"}
BUILTIN = {"python": "json", "ruby": "json", "node": "JSON"}
OUR_COLOUR = "#111111"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#7f7f7f")
MARKERS = "osD^vP<>"
PERCENTILES = ("p50", "p90", "p99", "p99.9")

pyplot.rcParams.update(
    {
        "svg.hashsalt": "libfastjson",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "legend.fontsize": 7,
    }
)


class Results:
    """The table, as charts ask for it."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    def of(self, area: str, task: str) -> list[Row]:
        return [row for row in self.rows if row.area == area and row.task == task]

    def ratios(self, area: str, task: str) -> dict[str, dict[str, float]]:
        """Of each contender but libfastjson: documents and ratios."""
        found: dict[str, dict[str, float]] = {}
        for row in self.of(area, task):
            if row.ratio != "-" and row.contender != OURS and float(row.ratio) > 0:
                found.setdefault(row.contender, {})[row.document] = float(row.ratio)
        return found

    def documents(self, area: str, task: str) -> list[str]:
        return list(dict.fromkeys(row.document for row in self.of(area, task)))

    def footer(self) -> str:
        machine = {row.task: row.note for row in self.rows if row.area == "machine"}
        facts = [
            f"{machine.get('cpu')}, {machine.get('cores')}, {machine.get('memory')}",
            f"{machine.get('system')}",
            f"commit {machine.get('commit')}, {machine.get('date')}, load {machine.get('load')}",
        ]
        versions = [row.note for row in self.rows if row.task == "version" and row.area in AREAS]
        missing = [
            row.contender for row in self.rows if row.task == "missing" and row.area in AREAS
        ]
        lines = ["; ".join(facts), ", ".join(dict.fromkeys(versions))]
        lines += [f"missing: {', '.join(dict.fromkeys(missing))}"] if missing else []
        return "\n".join(part for line in lines for part in textwrap.wrap(line, 200))


def plain(value: float, _: object = None) -> str:
    return f"{value:g}"


def logarithmic(axis: object) -> None:
    axis.set_major_formatter(FuncFormatter(plain))
    axis.set_minor_formatter(NullFormatter())


def style_of(index: int) -> dict:
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)]}


def draw_ratios(axes: Axes, results: Results, area: str, task: str) -> bool:
    """A dot for each contender and document: how many times the time of libfastjson it takes."""
    ratios = results.ratios(area, task)
    if not ratios:
        return False
    documents = results.documents(area, task)[::-1]
    for index, (contender, points) in enumerate(ratios.items()):
        places = [documents.index(document) for document in points]
        axes.plot(
            points.values(), places, linestyle="", markersize=4, label=contender, **style_of(index)
        )
    axes.axvline(1, color=OUR_COLOUR, linewidth=1)
    axes.set_xscale("log")
    axes.set_xticks([0.25, 0.5, 1, 2, 4, 8, 16, 32])
    values = [value for points in ratios.values() for value in points.values()]
    axes.set_xlim(min(0.45, min(values) * 0.85), max(2.2, max(values) * 1.2))
    logarithmic(axes.xaxis)
    axes.set_yticks(range(len(documents)), documents)
    axes.set_ylim(-0.7, len(documents) - 0.3)
    return True


def draw_means(axes: Axes, results: Results, area: str, _: str) -> bool:
    """For parse and generate: each contender's geometric mean, with a line from its least to its
    most.
    """
    bars = [
        (task, contender, points)
        for task in ("parse", "generate")
        for contender, points in results.ratios(area, task).items()
        if not contender.startswith(OURS)
    ][::-1]
    for place, (task, _, points) in enumerate(bars):
        values = list(points.values())
        colour = COLOURS[0] if task == "parse" else COLOURS[1]
        mean = geometric_mean(values)
        axes.plot([min(values), max(values)], [place, place], color=colour, linewidth=1)
        axes.plot([mean], [place], "o", color=colour, markersize=5)
        axes.annotate(
            f"{mean:.2f}",
            (mean, place),
            (0, 4),
            textcoords="offset points",
            ha="center",
            fontsize=7,
        )
    if not bars:
        return False
    axes.axvline(1, color=OUR_COLOUR, linewidth=1)
    axes.set_xscale("log")
    axes.set_xticks([0.25, 0.5, 1, 2, 4, 8, 16, 32])
    values = [value for _, _, points in bars for value in points.values()]
    axes.set_xlim(min(0.45, min(values) * 0.85), max(2.2, max(values) * 1.2))
    logarithmic(axes.xaxis)
    axes.set_yticks(range(len(bars)), [f"{contender}, {task}" for task, contender, _ in bars])
    axes.set_ylim(-0.7, len(bars) - 0.2)
    return True


def draw_memory(axes: Axes, results: Results, area: str, task: str) -> bool:
    """Bytes for a byte of text, of each contender and document; ours black."""
    rows = [row for row in results.of(area, task) if row.bytes != "-"]
    if not rows:
        return False
    documents = results.documents(area, task)[::-1]
    contenders = list(dict.fromkeys(row.contender for row in rows))
    for index, contender in enumerate(contenders):
        mine = [row for row in rows if row.contender == contender]
        style = {"color": OUR_COLOUR, "marker": "|"} if contender == OURS else style_of(index - 1)
        axes.plot(
            [float(row.note.split()[0]) for row in mine],
            [documents.index(row.document) for row in mine],
            linestyle="",
            markersize=10 if contender == OURS else 4,
            label=contender,
            **style,
        )
    axes.set_xlim(left=0)
    axes.set_yticks(range(len(documents)), documents)
    axes.set_ylim(-0.7, len(documents) - 0.3)
    return True


def draw_threads(axes: Axes, results: Results, area: str, task: str) -> bool:
    """Calls a second over the number of threads, for the first document."""
    found: dict[str, dict[int, float]] = {}
    document = ""
    for threads in (1, 2, 4):
        for row in results.of(area, f"{task}, {threads} thread{'s' if threads > 1 else ''}"):
            document = document or row.document
            if row.median_ns != "-" and row.document == document:
                found.setdefault(row.contender, {})[threads] = 1e9 / float(row.median_ns)
    for index, (contender, points) in enumerate(found.items()):
        style = {"color": OUR_COLOUR, "marker": "o"} if contender == OURS else style_of(index - 1)
        axes.plot(
            points.keys(), points.values(), markersize=4, linewidth=1, label=contender, **style
        )
    if not found:
        return False
    axes.set_xticks([1, 2, 4])
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_ylabel(f"calls a second, {document}")
    return True


def draw_times(axes: Axes, results: Results, area: str, task: str) -> bool:
    """A bar for each contender's time in ms."""
    rows = [row for row in results.of(area, task) if row.median_ns != "-"][::-1]
    if not rows:
        return False
    rows = [row for row in rows if row.document == rows[-1].document]
    values = [float(row.median_ns) / 1e6 for row in rows]
    colours = [OUR_COLOUR if row.contender == OURS else COLOURS[0] for row in rows]
    bars = axes.barh(range(len(rows)), values, color=colours, height=0.6)
    axes.bar_label(bars, [f"{value:.3g}" for value in values], padding=2, fontsize=7)
    axes.set_yticks(range(len(rows)), [row.contender for row in rows])
    axes.set_xlim(0, max(values) * 1.15)
    return True


def draw_latencies(axes: Axes, results: Results, area: str, task: str) -> bool:
    """Pairs of bars for each percentile of one document (which is what `task` names)."""
    found = {
        contender: [
            float(row.median_ns) / 1e6
            for percentile in PERCENTILES
            for row in results.of(area, f"echo {percentile}")
            if row.document == task and row.contender == contender
        ]
        for contender in (BUILTIN.get(area, ""), OURS)
    }
    if not all(len(values) == len(PERCENTILES) for values in found.values()):
        return False
    for index, (contender, values) in enumerate(found.items()):
        places = [place + (index - 0.5) * 0.4 for place in range(len(PERCENTILES))]
        colour = OUR_COLOUR if contender == OURS else COLOURS[0]
        bars = axes.bar(places, values, width=0.38, color=colour, label=contender)
        axes.bar_label(bars, [f"{value:.3g}" for value in values], padding=1, fontsize=6)
    axes.set_xticks(range(len(PERCENTILES)), PERCENTILES)
    axes.set_ylabel("ms")
    axes.margins(y=0.12)
    return True


WIDTH = 11  # inches
RATIO = "times the time of libfastjson; right of the line libfastjson is faster"

Panels = list[tuple[str, str]]  # areas and tasks
Draw = Callable[[Axes, Results, str, str], bool]  # False: there is nothing to draw


@dataclass
class Chart:
    name: str  # of the file
    title: str
    label: str  # what is shown
    panels: Panels
    draw_panel: Draw = draw_ratios
    columns: int = 2


def charts(results: Results) -> list[Chart]:
    areas = list(AREAS)
    hosts = areas[1:]
    bodies = list(dict.fromkeys(row.document for row in results.rows if row.task == "echo p50"))
    strings = [
        (area, task) for area in ("python", "node") for task in ("parse string", "generate string")
    ]
    texts = [(area, task) for area in areas for task in ("validate", "minify", "pointer")]
    threads = [(area, task) for area in areas for task in ("parse", "generate")]
    variants = sorted({row.area for row in results.rows if row.ratio != "-"} - set(areas))
    means = [(area, "") for area in areas]
    parse = [(area, "parse") for area in areas]
    generate = [(area, "generate") for area in areas]
    others = [(area, task) for area in variants for task in ("parse", "generate")]
    peaks = [(area, "memory peak") for area in areas]
    starts = [(area, "start-up") for area in hosts] + [(area, "first parse") for area in areas]
    echoes = [(area, body) for body in bodies for area in hosts]
    counts = "by 1, 2 and 4 threads or workers"
    per_byte = "bytes for a byte of text"
    return [
        Chart(
            "overview",
            "Geometric means over all documents, and the range",
            RATIO,
            means,
            draw_means,
        ),
        Chart("parse", "Parsing", RATIO, parse),
        Chart("generate", "Generating", RATIO, generate),
        Chart("strings", "From and to the host's strings", RATIO, strings),
        Chart("texts", "Text to text, and text to the value of one pointer", RATIO, texts),
        Chart("variants", "Other Nodes, other gems, untrimmed malloc", RATIO, others),
        Chart("memory", "Peak of memory for one parse", per_byte, peaks, draw_memory),
        Chart("threads", "Calls a second", counts, threads, draw_threads),
        Chart(
            "start-up",
            "A process with one small text; its first parse",
            "ms",
            starts,
            draw_times,
            3,
        ),
        Chart("http", "Echo under wrk, 8 connections", "latency", echoes, draw_latencies, 3),
    ]


def panels_in_row(panels: Panels, columns: int, row: int) -> Panels:
    return panels[row * columns : (row + 1) * columns]


def height_of(draw_panel: Draw, results: Results, area: str, task: str) -> float:
    """Inches that a panel needs, its title and axis included."""
    if draw_panel is draw_means:
        lines = sum(len(results.ratios(area, each)) for each in ("parse", "generate"))
        return 0.7 + 0.22 * lines
    if draw_panel in (draw_threads, draw_latencies):
        return 2.1
    if draw_panel is draw_times:
        return 0.7 + 0.2 * len(results.of(area, task))
    contenders = len(results.ratios(area, task))
    return 0.7 + 0.16 * max(len(results.documents(area, task)), contenders)


def draw(chart: Chart, results: Results, folder: Path) -> bool:
    """Writes the chart; False when none of its panels has anything to show."""
    draw_panel = chart.draw_panel
    # Whether a panel has something to show is known when it is drawn: here on a figure thrown away.
    _, probe = pyplot.subplots()
    full = [panel for panel in chart.panels if draw_panel(probe, results, *panel)]
    pyplot.close("all")
    if not full:
        return False
    columns = min(chart.columns, len(full))
    lines = [panels_in_row(full, columns, row) for row in range(-(-len(full) // columns))]
    heights = [max(height_of(draw_panel, results, *panel) for panel in line) for line in lines]
    figure, grid = pyplot.subplots(
        len(lines),
        columns,
        figsize=(WIDTH, sum(heights) + 1),
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
    )
    for axes, (area, task) in zip(grid.flat, full):
        draw_panel(axes, results, area, task)
        axes.set_title(
            ", ".join(filter(None, (AREAS.get(area, area), task))), loc="left", fontsize=9
        )
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper left", bbox_to_anchor=(1, 1), handletextpad=0.2, borderaxespad=0)
    for axes in list(grid.flat)[len(full) :]:
        axes.remove()
    figure.suptitle(
        f"{chart.title}: {chart.label}", x=0.01, ha="left", fontsize=10, fontweight="bold"
    )
    figure.supxlabel(results.footer(), x=0.01, ha="left", fontsize=6.5, color="#555555")
    figure.savefig(
        folder / f"{chart.name}.svg", metadata={"Date": None, "Creator": "bench/charts.py"}
    )
    pyplot.close(figure)
    return True


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("usage: charts.py results.tsv FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    results = Results(read(Path(arguments[0])))
    drawn = []
    for chart in charts(results):
        path = folder / f"{chart.name}.svg"
        path.unlink(missing_ok=True)
        if draw(chart, results, folder):
            drawn.append(path.name)
    print(f"charts: {', '.join(drawn) or 'none: the table has nothing to draw'}", file=sys.stderr)
    return 0 if drawn else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
