"""A game's drawing as an RGB picture: text set in a font that has the signs of a board."""

from typing import Any

import numpy as np
import numpy.typing as npt

DOTS_PER_INCH = 100
_PAPER, _INK = "#fbf6ea", "#2b2118"


def picture(text: str) -> npt.NDArray[np.uint8]:
    """Height x width x 3, dark letters on paper."""
    # Not pyplot: it keeps global state and may look for a screen.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = text.splitlines() or [""]
    width = 0.09 * max(map(len, lines)) + 0.4
    height = 0.17 * len(lines) + 0.4
    figure = Figure((width, height), DOTS_PER_INCH, facecolor=_PAPER)
    figure.text(
        0.2 / width, 1 - 0.2 / height, text, family="DejaVu Sans Mono", fontsize=10, va="top", color=_INK,
        parse_math=False,
    )  # fmt: skip
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels: Any = np.asarray(canvas.buffer_rgba())
    return np.ascontiguousarray(pixels[:, :, :3])
