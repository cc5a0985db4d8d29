"""What a move of L'Africa gains and prevents, in words: pawns that come home, ways that open or close, pawns shut in."""

from typing import Any

import numpy as np

from caravane.games.pistes.actions import LAY, MAX_LEGAL, NUMBER, PASS
from caravane.games.pistes.board import CAMP_CELLS, CELL_NAMES, CELLS, COLUMNS, PAWNS
from caravane.games.pistes.moves import moves
from caravane.games.pistes.queries import count_home, in_camp, note_run
from caravane.games.pistes.state import EMPTY
from caravane.reasons import Reason, listed
from caravane.text import Text

FARTHEST = 6  # moves of one pawn that are looked ahead
Ways = dict[int, list[int]]  # of each pawn that can move: where it comes to rest


def reason(view: Any, seat: int, action: int) -> Reason:
    """Why this action; nothing is hidden in this game."""
    if action == PASS:
        return Reason(
            Text("Aucun de vos pions ne peut bouger.", "None of your pawns can move."),
            Text("Il faut passer.", "You must pass."),
            (Text("rend la main\u00a0: aucun pion ne peut bouger", "hands over: no pawn can move"),),
        )
    if action >= LAY:
        return _set_up(view, action)
    return _move(view, *divmod(action, CELLS))


def _set_up(view: Any, action: int) -> Reason:
    """Laying the other's pawns, or numbering its camp (§5.1, §5.4)."""
    number, cell = int(view.placed) + 1, (action - LAY) % CELLS
    camp = CAMP_CELLS[int(view.side)]  # of the side whose pawns are laid
    away = min(abs(cell // COLUMNS - home // COLUMNS) + abs(cell % COLUMNS - home % COLUMNS) for home in camp)
    name = CELL_NAMES[cell]
    if action >= NUMBER:
        edge = Text(f"met le numéro {number} en {name}", f"puts number {number} on {name}")
        kind = Text(
            "Mettez les premiers numéros là où il est long d’aller.", "Put low numbers where it takes long to go."
        )
    else:
        edge = Text(
            f"met le pion {number} adverse en {name}, à {away} cases de son camp",
            f"puts the opponent's pawn {number} on {name}, {away} cells from its camp",
        )
        kind = Text("Éloignez les premiers pions adverses.", "Put the opponent's first pawns far away.")
    return Reason(
        Text(f"Regardez la ligne {cell // COLUMNS + 1}.", f"Look at line {cell // COLUMNS + 1}."), kind, (edge,)
    )


def _move(view: Any, origin: int, target: int) -> Reason:
    side = int(view.side)
    after = run(view, side, origin, target)
    gains: list[tuple[Text, Text]] = [  # what kind of move, and the clause
        *_home(view, side, origin, target),
        *_theirs(view, after, side),
        *_mine(view, after, side, origin, target),
    ]
    same_line = origin // COLUMNS == target // COLUMNS
    name = CELL_NAMES[origin]
    where = (
        Text(f"Regardez la ligne {name[1:]}.", f"Look at line {name[1:]}.")
        if same_line
        else Text(f"Regardez la colonne {name[0]}.", f"Look at column {name[0]}.")
    )
    return Reason(where, gains[0][0], tuple(clause for _, clause in gains))


def run(view: Any, side: int, origin: int, target: int) -> Any:
    """The board after a pawn ran, without whose turn it is."""
    after = view.copy()
    after.cell[target], after.cell[origin] = after.cell[origin], EMPTY
    note_run(after, side, origin, target)
    return after


def ways_of(state: Any, side: int) -> Ways:
    """Where each pawn of a side could go, were it to move."""
    out = np.empty(MAX_LEGAL, np.int32)
    found: Ways = {}
    for action in out[: moves(state, side, out)].tolist():
        if action != PASS:
            found.setdefault(action // CELLS, []).append(action % CELLS)
    return found


def _comers(ways: Ways, side: int) -> set[int]:
    """The pawns outside that can come home in one move."""
    return {at for at, ends in ways.items() if not in_camp(side, at) and any(in_camp(side, end) for end in ends)}


def _named(cells: set[int]) -> Text:
    return listed([CELL_NAMES[cell] for cell in sorted(cells)])


def _home(view: Any, side: int, origin: int, target: int) -> list[tuple[Text, Text]]:
    """Into the camp or out of it."""
    was, is_in, home = in_camp(side, origin), in_camp(side, target), int(count_home(view, side))
    if not was and is_in:
        kind = Text("Un pion peut rentrer.", "A pawn can come home.")
        if home + 1 == PAWNS:
            return [(kind, Text("rentre le neuvième pion et gagne", "brings the ninth pawn home and wins"))]
        found = [(kind, Text(f"rentre au camp\u00a0: {home + 1} sur 9", f"comes home: {home + 1} of 9"))]
        closer = _who_could_close(view, side, origin, target)
        if closer >= 0:
            name = CELL_NAMES[closer]
            found.append((kind, Text(f"passe avant que {name} ferme le chemin", f"goes before {name} closes the way")))
        return found
    if was and not is_in:
        kind = Text("Un pion du camp fait place.", "A pawn of the camp makes room.")
        return [(kind, Text(f"quitte le camp, où {home - 1} restent", f"leaves the camp, where {home - 1} stay"))]
    return []


def _who_could_close(view: Any, side: int, origin: int, target: int) -> int:
    """A pawn of the other side that could stop this run with its next move; -1: none."""
    for at, ends in ways_of(view, 1 - side).items():
        for end in ends:
            if target not in ways_of(run(view, 1 - side, at, end), side).get(origin, []):
                return at
    return -1


def _theirs(view: Any, after: Any, side: int) -> list[tuple[Text, Text]]:
    """Pawns of the other side that are kept out or shut in."""
    before, now = ways_of(view, 1 - side), ways_of(after, 1 - side)
    found = []
    kept_out = _comers(before, 1 - side) - _comers(now, 1 - side)
    shut_in = set(before) - set(now)
    if kept_out:
        names = _named(kept_out)
        kind = Text("Un coup ferme un chemin à l’adversaire.", "A move closes a way of your opponent's.")
        found.append((kind, Text(f"ferme à {names.fr} le chemin du camp", f"closes the way home to {names.en}")))
    if shut_in:
        names = _named(shut_in)
        kind = Text("Un coup enferme un pion adverse.", "A move shuts in a pawn of your opponent's.")
        found.append((kind, Text(f"enferme {names.fr}", f"shuts in {names.en}")))
    return found


def _mine(view: Any, after: Any, side: int, origin: int, target: int) -> list[tuple[Text, Text]]:
    """Ways that open for one's own pawns, and how far the moved one is now."""
    found = []
    opened = _comers(ways_of(after, side), side) - _comers(ways_of(view, side), side) - {target}
    if opened:
        names = _named(opened)
        kind = Text("Un coup ouvre un chemin à un autre pion.", "A move opens a way to another pawn.")
        found.append((kind, Text(f"ouvre à {names.fr} le chemin du camp", f"opens the way home to {names.en}")))
    if in_camp(side, target):
        if in_camp(side, origin):
            kind = Text("Un pion du camp se range.", "A pawn of the camp moves up.")
            name = CELL_NAMES[target]
            found.append((kind, Text(f"se range en {name} et fait place", f"moves up to {name} and makes room")))
        return found
    far, name = distance(after, side, target), CELL_NAMES[target]
    if far == 1:
        kind = Text("Un pion peut préparer son retour.", "A pawn can prepare to come home.")
        found.append((kind, Text(f"pourra rentrer de {name} au coup suivant", f"can come home from {name} next")))
    elif far > 0:
        kind = Text("Un pion peut approcher.", "A pawn can come nearer.")
        found.append((kind, Text(f"met {name} à {far} coups du camp", f"puts {name} {far} moves from home")))
    else:
        kind = Text("Un coup d’attente est bon ici.", "A waiting move is good here.")
        text = Text(f"attend en {name}, sans chemin vers le camp", f"waits on {name}, with no way home yet")
        free = sum(map(len, ways_of(after, side).values()))
        found += [(kind, text), (kind, Text(f"laisse {free} coups à vos pions", f"leaves your pawns {free} moves"))]
    return found


def distance(state: Any, side: int, cell: int) -> int:
    """How many moves a pawn needs to come home if nothing else moves; 0: none is found."""
    rim, known, number = {cell}, {cell}, 0
    while rim and number < FARTHEST:
        number += 1
        ahead: set[int] = set()
        for here in rim:
            ends = ways_of(state if here == cell else run(state, side, cell, here), side).get(here, [])
            if any(in_camp(side, end) for end in ends):
                return number
            ahead |= set(ends)
        rim = ahead - known
        known |= rim
    return 0
