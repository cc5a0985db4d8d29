"""Actions in words, to stand in a sentence; a move is what people read on the board's edge, `a9-a4`."""

from caravane.games.pistes.actions import LAY, NUMBER, PASS, notation
from caravane.games.pistes.board import CELL_NAMES
from caravane.games.pistes.state import State
from caravane.text import Text


def words(view: State, _seat: int, action: int) -> Text:
    """What the action does: a move as it is written, the rest as an infinitive."""
    if action < PASS:
        return Text(notation(action), notation(action))
    if action == PASS:
        return Text("passer", "pass")
    number = int(view.placed) + 1
    if action < NUMBER:
        cell = CELL_NAMES[action - LAY]
        return Text(f"poser le pion {number} adverse en {cell}", f"lay the opponent's pawn {number} on {cell}")
    cell = CELL_NAMES[action - NUMBER]
    return Text(f"donner le numéro {number} à {cell}", f"give {cell} the number {number}")
