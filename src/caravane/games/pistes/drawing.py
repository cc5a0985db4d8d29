"""The board as text, for terminals and playthroughs."""

from caravane.games.pistes.board import (
    CAMP_CELLS,
    COLUMNS,
    LINES,
)
from caravane.games.pistes.facts import SIDES
from caravane.games.pistes.queries import side_of
from caravane.games.pistes.state import (
    EMPTY,
    POWER,
    State,
)
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.text import Language, Text


def draw(state: State, language: Language) -> str:
    """The board as text: light pawns as o or their number, dark as x or *number*, camps as dots and colons."""
    rows = []
    for line in range(LINES - 1, -1, -1):
        cells = [_sign(state, line * COLUMNS + column) for column in range(COLUMNS)]
        rows.append(f"{line + 1} " + "".join(f"{cell:>3}" for cell in cells))
    rows.append("  " + "".join(f"{letter:>3}" for letter in "abcdefghij"))
    side, decision = SIDES[int(state.side)], DECISIONS[int(state.decision)]
    game, ply = int(state.game) + 1, int(state.ply)
    status = Text(
        f"partie {game}, {decision.fr}, {side.fr}, coup {ply}", f"game {game}, {decision.en}, {side.en}, ply {ply}"
    )
    rows.append(status.of(language))
    return "\n".join(rows)


def _sign(state: State, cell: int) -> str:
    pawn = int(state.cell[cell])
    if pawn != EMPTY:
        mark = "ox"[side_of(pawn)]
        power = "+" if pawn & POWER else ""
        return f"{mark}{pawn & NUMBER_OF or ''}{power}"
    for side in range(2):
        if cell in CAMP_CELLS[side]:
            return f"{'ld'[side]}{int(state.number[side, CAMP_CELLS[side].index(cell)]) or ''}"
    return "."


DECISIONS = (
    Text("numérotation du camp", "number_camp"),
    Text("pose des pions", "lay_pawns"),
    Text("mélange", "shuffle"),
    Text("coup", "move"),
    Text("fin", "over"),
)
