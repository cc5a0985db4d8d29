"""Points of the match, the result, and the score sheet (§2.4)."""

from typing import Any

from caravane.game import Item
from caravane.games.pistes.queries import is_over
from caravane.games.pistes.state import (
    ENDINGS,
    State,
)
from caravane.kernel import kernel
from caravane.outcome import share_returns
from caravane.text import Text


@kernel
def points(state: State, seat: int) -> int:
    """Two for each game won, one for each drawn (§2.4)."""
    total = 0
    for game in range(2):
        if state.ending[game] == 0:
            continue
        if state.winner[game] == seat:
            total += 2
        elif state.winner[game] < 0:
            total += 1
    return total


@kernel
def returns(state: State, out: Any) -> None:
    """More points win the match; equal points are a draw (§2.4)."""
    first, second = points(state, 0), points(state, 1)
    if not is_over(state) or first == second:
        share_returns(0, 2, 0, out)
    else:
        share_returns(1 if first > second else 2, 2, 1, out)


ENDING_TEXTS = {
    "home": Text("neuf pions rentrés", "nine pawns home"),
    "repetition": Text("position répétée", "repeated position"),
    "no-progress": Text("plus de progrès", "no progress"),
    "blocked": Text("plus personne ne peut bouger", "nobody can move"),
    "cap": Text("limite de coups atteinte", "move limit reached"),
}


def score_sheet(view: State, seat: int) -> list[Item]:
    """A line for each finished game."""
    sheet = []
    for game in range(2):
        if view.ending[game] == 0:
            continue
        how = ENDING_TEXTS[ENDINGS[int(view.ending[game]) - 1]]
        won = 1 if view.winner[game] < 0 else 2 * int(view.winner[game] == seat)
        title = Text(f"Manche {game + 1} ({how.fr})", f"Game {game + 1} ({how.en})")
        sheet.append(Item(f"game-{game + 1}", title, won))
    return sheet
