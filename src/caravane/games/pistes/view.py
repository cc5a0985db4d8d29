"""Nothing is hidden in L'Africa: every view is the whole record."""

from typing import Any

from caravane.games.pistes.board import CELLS, COLUMNS, LINES, PAWNS
from caravane.games.pistes.state import State
from caravane.kernel import kernel


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy everything: both seats and those who watch see the same."""
    view.pistes = state.pistes
    view.decision = state.decision
    view.side = state.side
    view.light_seat = state.light_seat
    view.game = state.game
    view.placed = state.placed
    view.quiet = state.quiet
    view.ply = state.ply
    view.key = state.key
    for index in range(len(state.options)):
        view.options[index] = state.options[index]
    for cell in range(CELLS):
        view.cell[cell] = state.cell[cell]
    for line in range(LINES):
        view.lines[line] = state.lines[line]
    for column in range(COLUMNS):
        view.columns[column] = state.columns[column]
    for side in range(2):
        view.ending[side] = state.ending[side]
        view.winner[side] = state.winner[side]
        view.milestones[side] = state.milestones[side]
        view.been_in[side] = state.been_in[side]
        view.most_home[side] = state.most_home[side]
        for place in range(PAWNS):
            view.at[side, place] = state.at[side, place]
            view.number[side, place] = state.number[side, place]
    for index in range(int(state.ply) + 1):
        view.history[index] = state.history[index]


@kernel
def determinize(view: State, seat: int, word: Any) -> None:
    """There is nothing unknown to deal."""
