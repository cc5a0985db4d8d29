"""What must hold in every state."""

from typing import Any

from caravane.games.pistes.board import CAMP_CELLS, CELLS, PAWNS
from caravane.games.pistes.moves import GATE_CELLS
from caravane.games.pistes.queries import (
    count_at_gate,
    count_home,
    has_milestones,
    is_numbered,
    note_pawns,
    position_key,
    side_of,
)
from caravane.games.pistes.state import EMPTY, GATE_LIMIT, NUMBER, Decision


def invariants(state: Any) -> list[str]:
    """What is broken; nothing if all is well."""
    if state.decision != Decision.MOVE:
        return []
    broken = []
    for side in range(2):
        pawns = [int(p) for p in state.cell if p != EMPTY and side_of(int(p)) == side]
        numbers = sorted(pawn & NUMBER for pawn in pawns)
        if len(pawns) != PAWNS:
            broken.append(f"side {side} has {len(pawns)} pawns")
        if numbers != (list(range(1, PAWNS + 1)) if is_numbered(state) else [0] * PAWNS):
            broken.append(f"side {side} has pawns numbered {numbers}")
        if any(state.cell[c] != EMPTY and side_of(int(state.cell[c])) != side for c in CAMP_CELLS[side]):
            broken.append(f"a foreign pawn is in the camp of side {side}")
        if has_milestones(state) and sorted(int(n) for n in state.number[side]) != list(range(1, PAWNS + 1)):
            broken.append(f"the camp of side {side} is not numbered 1 to 9")
        if count_home(state, side) > state.most_home[side]:
            broken.append(f"most_home of side {side} is behind")
        if count_at_gate(state, side) > min(int(state.options[GATE_LIMIT]), GATE_CELLS):
            broken.append(f"side {side} has too many pawns at the gate")
    twin = state.copy()
    note_pawns(twin)
    if any((twin[name] != state[name]).any() for name in ("at", "lines", "columns")):
        broken.append("where the pawns are was not kept")
    if position_key(state) != state.key or state.history[state.ply] != state.key:
        broken.append("the position's key is wrong")
    if sum(1 for cell in range(CELLS) if state.cell[cell] != EMPTY) != 2 * PAWNS:
        broken.append("the board does not hold 18 pawns")
    return broken
