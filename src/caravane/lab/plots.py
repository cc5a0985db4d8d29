"""Plots as SVG text: the same findings give the same bytes."""

import io
from collections.abc import Callable
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from caravane.lab.findings import Findings, Named
from caravane.text import Language

_INK, _SAND, _CLAY, _RIVER = "#2b2118", "#d9b878", "#a8502f", "#2f6f7e"
_STYLE = {
    "svg.hashsalt": "caravane",
    "svg.fonttype": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _INK,
    "text.color": _INK,
}
Painter = Callable[[Any], None]


def _svg(paint: Painter, height: float = 2.6) -> str:
    with matplotlib.rc_context(_STYLE):
        figure = Figure((6.4, height), layout="constrained")
        paint(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "caravane"}, transparent=True)
    text = out.getvalue()
    return text[text.index("<svg") :]


def bars(found: list[Named], language: Language, axis: str, fair: float | None = None, scale: float = 1.0) -> str:
    """Horizontal bars with their intervals; a dashed line where all would be alike."""

    def paint(axes: Any) -> None:
        rows = range(len(found))
        means = [scale * each.estimate.mean for each in found]
        below = [scale * (each.estimate.mean - each.estimate.low) for each in found]
        above = [scale * (each.estimate.high - each.estimate.mean) for each in found]
        axes.barh(rows, means, color=_SAND, xerr=[below, above], ecolor=_CLAY, capsize=3)
        axes.set_yticks(rows, [each.name.of(language) for each in found])
        axes.invert_yaxis()
        axes.set_xlabel(axis)
        if fair is not None:
            axes.axvline(scale * fair, color=_RIVER, linestyle="--")

    return _svg(paint, 0.9 + 0.32 * max(len(found), 2))


def histogram(values: list[int], axis: str, count: str) -> str:
    """How often each length or count came."""

    def paint(axes: Any) -> None:
        spread = max(values) - min(values) + 1
        axes.hist(values, bins=min(spread, 24), color=_SAND, edgecolor="white")
        axes.axvline(sum(values) / len(values), color=_CLAY)
        axes.set_xlabel(axis)
        axes.set_ylabel(count)

    return _svg(paint)


def points(findings: Findings, axis: str, names: list[str]) -> str:
    """The spread of points by seat."""

    def paint(axes: Any) -> None:
        columns = list(zip(*findings.points, strict=True))
        drawn = axes.boxplot(columns, orientation="horizontal", patch_artist=True, tick_labels=names)
        for box in drawn["boxes"]:
            box.set_facecolor(_SAND)
        for line in drawn["medians"]:
            line.set_color(_CLAY)
        axes.invert_yaxis()
        axes.set_xlabel(axis)

    return _svg(paint, 0.9 + 0.4 * len(names))


def course(widths: list[float], axis: str, count: str) -> str:
    """How many possibilities there are as the game goes on."""

    def paint(axes: Any) -> None:
        axes.plot(range(len(widths)), widths, color=_CLAY, marker="o")
        axes.set_xticks(range(len(widths)), [f"{10 * tenth}–{10 * tenth + 10} %" for tenth in range(len(widths))])
        axes.tick_params(axis="x", labelsize=8)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(axis)
        axes.set_ylabel(count)

    return _svg(paint)
