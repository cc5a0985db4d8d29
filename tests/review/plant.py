"""`python -m tests.review.plant`: plants blunders and strokes of luck into games of bots, and counts what reviews find.

The long form of two tests of this folder. Bots play to some moment of the middle game; from there on one seat always
takes what a search likes least, for a whole turn, or the best tile there is lies under the next that it turns over.
A blunder is found if no turn of the seat cost more; luck is found if luck is the largest part of that turn, and good.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from caravane.review.figures import put
from caravane.review.reviewing import review_story
from tests.review.made import blunder_in, ending_of, luck_in

PAGE = Path(__file__).parent.parent.parent / "docs" / "review.md"


def begins_a_turn(game: str, number: int) -> Any:
    """Whether a position is the beginning of a turn, late enough for the game of this number."""
    if game == "africa":
        return lambda state: int(state.turns) >= 14 + 2 * number and int(state.half) == 0 and int(state.decision) == 2
    if game == "africana":
        return lambda state: int(state.round_number) >= 10 + number and int(state.decision) == 0
    return lambda state: int(state.ply) >= 16 + 2 * number


def finds_blunder(game: str, number: int) -> bool:
    """Whether the planted turn is the costliest of its seat."""
    play = ending_of(game, 2, 500 + number, begins_a_turn(game, number), "level4")
    seat = play.to_move[0]
    story, last = blunder_in(play, seat, number, "level4")
    found = review_story(story, seat)
    costs: dict[int, int] = {}
    for choice in found.choices:
        costs[choice.turn] = costs.get(choice.turn, 0) + choice.cost
    planted = next(turn.number for turn in found.turns if turn.first <= last <= turn.last)
    return max(costs, key=lambda turn: costs[turn]) == planted


def finds_luck(number: int) -> bool:
    """Whether luck is the largest part of the planted turn, and good."""
    play = ending_of("africa", 2, 700 + number, begins_a_turn("africa", number), "level4")
    seat = play.to_move[0]
    story, at = luck_in(play, seat, number, "level4")
    parts = next(turn.parts for turn in review_story(story, seat).turns if turn.first <= at <= turn.last)
    return parts.luck > 0 and parts.luck >= max(-parts.choices, abs(parts.others), abs(parts.unexplained))


KINDS: dict[str, Callable[[int], bool]] = {
    "africa": lambda number: finds_blunder("africa", number),
    "luck": finds_luck,
    "pistes": lambda number: finds_blunder("pistes", number),
    "africana": lambda number: finds_blunder("africana", number),
}


def line(kind: str, found: int, count: int) -> str:
    """A line of the table."""
    if kind == "luck":
        return f"| the best tile under the next one turned over | africa | {found} of {count} |"
    return f"| a blunder of a whole turn | {kind} | {found} of {count} |"


def main() -> None:
    """Count, print and write the figures into docs/review.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help="; ".join(KINDS))
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()
    lines = ["| planted | game | found |", "|---|---|---|"]
    for kind in arguments.kinds:
        found = 0
        for number in range(arguments.games):
            found += KINDS[kind](number)
            print(line(kind, found, number + 1), flush=True)
        lines.append(line(kind, found, arguments.games))
    PAGE.write_text(put(PAGE.read_text("utf-8"), "planted", lines), "utf-8")


if __name__ == "__main__":
    main()
