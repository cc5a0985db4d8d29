"""Plots as short SVG text: one path for all that looks alike, colours from the page; the same findings, the same bytes."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import ceil, floor, log10

from caravane.lab.findings import Named
from caravane.text import Language

WIDTH = 640
RIGHT = 60  # room for the figure that ends a bar
ROW = 26
FOOT = 46  # ticks and the name of the axis
LETTER = 7.6  # about the width of one
TOP, EDGE = 24, 22  # above an upright axis, and beyond a lying one
BINS = 24
Scale = Callable[[float], float]


def bars(found: Sequence[Named], language: Language, axis: str, fair: float | None = None, scale: float = 1.0) -> str:
    """Horizontal bars, each with its figure and a whisker from bound to bound; a dashed line where all would be alike."""
    names = [each.name.of(language) for each in found]
    rows = [(scale * each.estimate.mean, scale * each.estimate.low, scale * each.estimate.high) for each in found]
    reach = [bound for row in rows for bound in row] + [0.0] + ([scale * fair] if fair is not None else [])
    left, x, ground = _ground(names, min(reach), max(reach))
    middles = [ROW * (index + 0.5) for index in range(len(rows))]
    boxes = [
        _box(x(min(mean, 0)), y - 8, x(max(mean, 0)), y + 8) for (mean, _, _), y in zip(rows, middles, strict=True)
    ]
    whiskers = [
        f"M{_n(x(low))} {_n(y - 4)}v8m0-4H{_n(x(high))}m0-4v8" for (_, low, high), y in zip(rows, middles, strict=True)
    ]
    figures = [
        _text(WIDTH - EDGE + 10, y + 4, _short(mean), "v") for (mean, _, _), y in zip(rows, middles, strict=True)
    ]
    height = ROW * len(rows)
    marks = _path("bar", boxes) + _path("whisker", whiskers)
    if fair is not None:
        marks += _path("fair", [f"M{_n(x(scale * fair))} 0V{height}"])
    return _svg(axis, height + FOOT, _axis(x, ground, height, axis, left), _labels(names, left), marks, *figures)


def histogram(values: Sequence[int], axis: str, count: str) -> str:
    """How often each length or count came; a line at the mean."""
    low, high, height, left = min(values), max(values), 140, 44
    width = max(ceil((high - low + 1) / BINS), 1)
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    x = _scale(low, low + width * len(counts), left, WIDTH - EDGE)
    y = _scale(0, max(counts), height, TOP)
    boxes = [
        _box(x(low + width * index) + 0.5, y(many), x(low + width * (index + 1)) - 0.5, height)
        for index, many in enumerate(counts)
        if many
    ]
    mean = x(sum(values) / len(values) + 0.5)  # a value stands in the middle of its place
    marks = _path("bar", boxes) + _path("whisker", [f"M{_n(mean)} {TOP}V{height}"])
    ticks = [tick for tick in _ticks(low, low + width * len(counts)) if tick == int(tick)]
    grounded = _axis(lambda value: x(value + 0.5), ticks, height, axis, left)
    return _svg(axis, height + FOOT, grounded, _upright(y, max(counts), count, left), marks)


def points(columns: Sequence[Sequence[int]], axis: str, names: Sequence[str]) -> str:
    """The spread of points by seat: from the fewest to the most, half of the games in the box, a line in the middle."""
    flat = [value for column in columns for value in column]
    left, x, ground = _ground(names, min(flat), max(flat))
    lines, boxes, middles = [], [], []
    for row, column in enumerate(columns):
        ranked, y = sorted(column), ROW * (row + 0.5)
        lowest, lower, middle, upper, highest = (
            x(ranked[round(part * (len(ranked) - 1))]) for part in (0, 0.25, 0.5, 0.75, 1)
        )
        lines.append(f"M{_n(lowest)} {_n(y)}H{_n(highest)}")
        boxes.append(_box(lower, y - 8, upper, y + 8))
        middles.append(f"M{_n(middle)} {_n(y - 8)}v16")
    height = ROW * len(columns)
    marks = _path("whisker", lines) + _path("bar", boxes) + _path("middle", middles)
    return _svg(axis, height + FOOT, _axis(x, ground, height, axis, left), _labels(names, left), marks)


def course(widths: Sequence[float], axis: str, count: str) -> str:
    """How many possibilities there are as the game goes on, in tenths of it."""
    height, left = 140, 44
    x, y = _scale(0, len(widths), left, WIDTH - EDGE), _scale(0, max(*widths, 1), height, TOP)
    way = "".join(f"{'L' if tenth else 'M'}{_n(x(tenth + 0.5))} {_n(y(width))}" for tenth, width in enumerate(widths))
    ground = _axis(x, range(0, len(widths) + 1, 2), height, axis, left, lambda tick: f"{10 * tick:.0f} %")
    return _svg(axis, height + FOOT, ground, _upright(y, max(*widths, 1), count, left), _path("line", [way]))


def _ground(names: Sequence[str], low: float, high: float) -> tuple[float, Scale, list[float]]:
    """Where the bars begin, what a value is on paper, and which values are marked."""
    left = min(12 + LETTER * max(map(len, names)), 260.0)
    if low == high:
        high = low + 1
    return left, _scale(low, high, left, WIDTH - RIGHT), _ticks(low, high)


def _scale(low: float, high: float, first: float, last: float) -> Scale:
    return lambda value: first + (last - first) * (value - low) / (high - low)


def _ticks(low: float, high: float) -> list[float]:
    """Some four to eight round numbers."""
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.8)
    return [round(step * index, 6) for index in range(ceil(low / step), floor(high / step) + 1)]


def _axis(
    x: Scale,
    ticks: Iterable[float],
    height: float,
    title: str,
    left: float,
    write: Callable[[float], str] = lambda tick: f"{tick:g}",
) -> str:
    marked = list(ticks)
    ground = [f"M{_n(left)} {_n(height)}H{WIDTH - EDGE}", *(f"M{_n(x(tick))} {_n(height)}v5" for tick in marked)]
    texts = [_text(x(tick), height + 19, write(tick), "m") for tick in marked]
    return _path("axis", ground) + "".join(texts) + _text((left + WIDTH) / 2, height + 39, title, "m")


def _upright(y: Scale, most: float, title: str, left: float) -> str:
    """The axis of a count, its name above it."""
    ticks = [tick for tick in _ticks(0, most) if tick == int(tick)]
    lines = [f"M{left} {_n(y(0))}V{TOP}", *(f"M{left} {_n(y(tick))}h-5" for tick in ticks)]
    texts = [_text(left - 8, y(tick) + 4, f"{tick:g}", "e") for tick in ticks]
    return _path("axis", lines) + "".join(texts) + _text(0, 10, title)


def _labels(names: Sequence[str], left: float) -> str:
    return "".join(_text(left - 8, ROW * (row + 0.5) + 4, name, "e") for row, name in enumerate(names))


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{_n(left)} {_n(top)}H{_n(right)}V{_n(bottom)}H{_n(left)}z"


def _path(kind: str, parts: Iterable[str]) -> str:
    return f'<path class="{kind}" d="{"".join(parts)}"/>'


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    shown = f' class="{kind}"' if kind else ""
    return f'<text{shown} x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


def _svg(title: str, height: float, *parts: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {_n(height)}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'


def _n(value: float) -> str:
    """A number on paper: one decimal says enough."""
    return f"{round(value, 1) + 0.0:g}"  # + 0.0: never "-0"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}".removesuffix(".0")
