"""Why an action is not legal, with the rule that says so."""

import numpy as np

from caravane.game import Refusal
from caravane.games.pistes.actions import LAY, MAX_LEGAL, NUMBER, PASS
from caravane.games.pistes.board import (
    CAMP_CELLS,
    CELL_NAMES,
    CELLS,
    GATE_CELLS,
    NEIGHBOUR,
    NOWHERE,
)
from caravane.games.pistes.moves import next_cell
from caravane.games.pistes.queries import count_at_gate, in_camp, side_of
from caravane.games.pistes.rules import legal_actions, to_move
from caravane.games.pistes.state import CAMP as CAMP_OPTION
from caravane.games.pistes.state import (
    EMPTY,
    GATE_LIMIT,
    LOCKED,
    ONCE,
    POWER,
    ROOK,
    SECOND,
    STRICT,
    VARIANT,
    Decision,
    State,
)
from caravane.games.pistes.state import MOVE as MOVE_OPTION
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.games.pistes.state import ORDER as ORDER_OPTION
from caravane.text import Text


def explain(state: State, seat: int, action: int) -> Refusal:
    """Why an action is illegal here."""
    decision = Decision(int(state.decision))
    if decision == Decision.OVER:
        return Refusal("2.2", Text("La partie est finie.", "The game is over."))
    if to_move(state) != 1 << seat:
        return Refusal("2.1", Text("C’est à l’adversaire.", "It is your opponent's turn."))
    if decision == Decision.NUMBER_CAMP:
        return _why_not_number(state, action)
    if decision == Decision.LAY_PAWNS:
        return Refusal(
            "5.1",
            Text(
                "Posez le prochain pion adverse sur une de ses cases de départ encore libres.",
                "Lay your opponent's next pawn on one of its free starting cells.",
            ),
        )
    if action == PASS:
        return Refusal("3.4", Text("Vous pouvez jouer : passer est interdit.", "You have a move: you may not pass."))
    if action >= LAY:
        return Refusal("2.1", Text("C’est le moment de déplacer un pion.", "It is time to move a pawn."))
    return _why_not_move(state, int(state.side), action // CELLS, action % CELLS)


def _why_not_number(state: State, action: int) -> Refusal:
    side, cell = int(state.side), action - NUMBER
    is_free = cell in CAMP_CELLS[side] and state.number[side, CAMP_CELLS[side].index(cell)] == 0
    if is_free:  # only the strict order refuses a free cell
        return Refusal(
            "5.6",
            Text(
                "Avec ce numéro ici, le camp ne pourrait plus être rempli dans l’ordre.",
                "With this number here the camp could no longer be filled in order.",
            ),
        )
    return Refusal(
        "5.4",
        Text(
            "Numérotez une case encore sans numéro du camp adverse.",
            "Number a cell of your opponent's camp that has no number yet.",
        ),
    )


def _why_not_move(state: State, side: int, origin: int, target: int) -> Refusal:
    start, end = CELL_NAMES[origin], CELL_NAMES[target]
    pawn = int(state.cell[origin])
    if pawn == EMPTY or side_of(pawn) != side:
        return Refusal("2.1", Text(f"Vous n’avez pas de pion en {start}.", f"You have no pawn on {start}."))
    if in_camp(1 - side, target):
        return Refusal("3.2", Text("On n’entre pas dans le camp adverse.", "The opponent's camp may not be entered."))
    if state.options[CAMP_OPTION] == LOCKED and in_camp(side, origin) and not in_camp(side, target):
        return Refusal(
            "4.2", Text("Un pion rentré ne ressort pas du camp.", "A pawn that is in does not leave its camp.")
        )
    if target not in _ends(state, side, origin) and _may_stop(state, pawn):
        return _why_not_along(state, side, origin, target)
    if target not in _ends(state, side, origin):
        return Refusal(
            "3.1",
            Text(
                f"Un pion court tout droit jusqu’à l’obstacle : {start} n’arrive pas en {end}.",
                f"A pawn runs straight until an obstacle: {start} does not come to {end}.",
            ),
            _run_that_way(state, side, origin, target),
        )
    if target in GATE_CELLS[1 - side] and count_at_gate(state, side) >= state.options[GATE_LIMIT]:
        limit = int(state.options[GATE_LIMIT])
        return Refusal(
            "4.4",
            Text(
                f"Pas plus de {limit} de vos pions devant le camp adverse.",
                f"No more than {limit} of your pawns in front of the opponent's camp.",
            ),
        )
    rule = _rule_of_order(state)
    number = pawn & NUMBER_OF
    return Refusal(
        rule,
        Text(
            f"Le pion {number} ne peut pas encore s’arrêter ici : l’ordre des numéros s’y oppose.",
            f"Pawn {number} may not rest here yet: the order of the numbers forbids it.",
        ),
    )


def _why_not_along(state: State, side: int, origin: int, target: int) -> Refusal:
    """Why a pawn that may stop on its way does not come to a cell: it is not on a line, or something is before it."""
    start, end = CELL_NAMES[origin], CELL_NAMES[target]
    is_power = bool(int(state.cell[origin]) & POWER)
    rule = "4.3" if is_power else "4.1"
    for direction in range(8 if is_power else 4):
        cell, ahead = origin, int(NEIGHBOUR[origin, direction])
        while ahead != NOWHERE and cell != target and next_cell(state, side, cell, direction) != NOWHERE:
            cell, ahead = ahead, int(NEIGHBOUR[ahead, direction])
        if not _is_beyond(cell, target, direction):
            continue
        if state.cell[ahead] != EMPTY:
            taken = CELL_NAMES[ahead]
            return Refusal(
                rule,
                Text(
                    f"{start} n’arrive pas en {end} : {taken} est prise.",
                    f"{start} does not come to {end}: {taken} is taken.",
                ),
            )
        if in_camp(1 - side, ahead):
            return Refusal(
                "3.2",
                Text(
                    f"{start} n’arrive pas en {end} : le camp adverse est entre eux.",
                    f"{start} does not come to {end}: the opponent's camp is between them.",
                ),
            )
        return Refusal(
            "4.2",
            Text(
                f"En {CELL_NAMES[cell]} le pion est rentré ; le camp est fermé, sa course s’arrête là.",
                f"On {CELL_NAMES[cell]} the pawn is in; the camp is locked, so its run ends there.",
            ),
        )
    return Refusal(rule, Text(f"{end} n’est sur aucune ligne de {start}.", f"{end} is on no line from {start}."))


def _run_that_way(state: State, side: int, origin: int, target: int) -> int:
    """The legal run from a cell towards another one, as far as it goes; -1 if there is none."""
    out = np.empty(MAX_LEGAL, np.int32)
    legal = out[: legal_actions(state, int(to_move(state)) >> 1, out)].tolist()
    for direction in range(4):
        end, ahead = origin, next_cell(state, side, origin, direction)
        while ahead != NOWHERE:
            end, ahead = ahead, next_cell(state, side, ahead, direction)
        if _is_beyond(origin, target, direction) and origin * CELLS + end in legal:
            return origin * CELLS + int(end)
    return -1


def _is_beyond(cell: int, target: int, direction: int) -> bool:
    """Whether a cell comes farther on in a direction."""
    while cell != NOWHERE and cell != target:
        cell = int(NEIGHBOUR[cell, direction])
    return cell == target


def _rule_of_order(state: State) -> str:
    """Which rule keeps a numbered pawn waiting in this variant."""
    order = int(state.options[ORDER_OPTION])
    if state.options[VARIANT] == SECOND:
        return "5.6" if order == STRICT else "5.5"
    return "5.3" if order == ONCE else "5.2"


def _may_stop(state: State, pawn: int) -> bool:
    """Whether a pawn may stop before the obstacle (§4.1, §4.3)."""
    return state.options[MOVE_OPTION] == ROOK or pawn & POWER != 0


def _ends(state: State, side: int, origin: int) -> set[int]:
    """Where runs from a cell end, or may be broken off, before the orders are looked at."""
    ends = set()
    for direction in range(8 if int(state.cell[origin]) & POWER else 4):
        cell, ahead = origin, next_cell(state, side, origin, direction)
        while ahead != NOWHERE:
            cell, ahead = ahead, next_cell(state, side, ahead, direction)
            if ahead == NOWHERE or _may_stop(state, int(state.cell[origin])):
                ends.add(cell)
    return ends
