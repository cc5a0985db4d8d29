"""The figures of docs/review.md, as tables and a picture."""

from typing import Any

import msgspec

from caravane.review.calibration import Held

SIDE, EDGE = 150, 26
HUES = {"africa": "#b8791a", "africana": "#2f6f8f", "africa1880": "#8d3b2f", "pistes": "#4c7a3f"}


def put(page: str, name: str, lines: list[str]) -> str:
    """A page with these lines between the two remarks of a name."""
    first = page.index("\n", page.index(f"<!-- {name}:")) + 1
    last = page.index("<!-- end -->", first)
    return page[:first] + "\n" + "\n".join(lines) + "\n\n" + page[last:]


def calibration_lines(kept: dict[str, Any]) -> list[str]:
    """The tables."""
    lines = [
        "| game | seats | games | positions | Brier | even | playouts | off by | proven | command |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    said = ["", "What was said and what was won, in per cent (positions of a seat):", ""]
    said += ["| game | seats | " + " | ".join(f"{10 * i}-{10 * i + 10}" for i in range(10)) + " |", "|---" * 12 + "|"]
    for game in sorted(kept):
        for seats in sorted(kept[game], key=int):
            fitted = kept[game][seats]
            held, other = fitted["held"], fitted["held_playouts"]
            tried = msgspec.convert(held, Held)
            proven = "yes" if tried.is_proof else "no"
            lines.append(
                f"| {game} | {seats} | {held['games']} | {held['positions']} | {held['brier']:.3f} |"
                f" {held['brier_even']:.3f} | {other['brier']:.3f} | {100 * tried.error:.1f} | {proven} | `{fitted['command']}` |"
            )
            cells = {int(10 * row[0] + 0.5): row for row in held["table"]}
            said.append(f"| {game} | {seats} | " + " | ".join(_cell(cells.get(i)) for i in range(10)) + " |")
    return [*lines, *said, "", "![What was said and what was won](pictures/review-calibration.svg)"]


def _cell(row: list[float] | None) -> str:
    return "" if row is None else f"{round(100 * row[3])} → {round(100 * row[4])} ({int(row[2])})"


def picture(kept: dict[str, Any]) -> str:
    """A square for each game: said from left to right, won from below to above; dots by how many positions."""
    games = sorted(kept)
    width = EDGE + len(games) * (SIDE + EDGE)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + 2 * EDGE + 8}" font-family="sans-serif" font-size="11" role="img"><title>What was said and what was won</title>'
    ]
    for place, game in enumerate(games):
        x, y = EDGE + place * (SIDE + EDGE), EDGE
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#faf6ec" stroke="#777"/>')
        parts.append(f'<path d="M{x} {y + SIDE}L{x + SIDE} {y}" stroke="#999" stroke-dasharray="3 3"/>')
        parts.append(f'<text x="{x}" y="{y - 8}" fill="#555">{game}</text>')
        for fitted in kept[game].values():
            for row in fitted["held"]["table"]:
                size = min(2 + (row[2] / fitted["held"]["positions"]) ** 0.5 * 8, 9)
                parts.append(
                    f'<circle cx="{x + SIDE * row[3]:.1f}" cy="{y + SIDE * (1 - row[4]):.1f}" r="{size:.1f}"'
                    f' fill="{HUES.get(game, "#444")}" fill-opacity=".55"/>'
                )
        parts.append(f'<text x="{x}" y="{y + SIDE + 15}" fill="#555">0 said</text>')
        parts.append(f'<text x="{x + SIDE}" y="{y + SIDE + 15}" text-anchor="end" fill="#555">100</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
