"""A position as JSON, as text and in words."""

from functools import cache, lru_cache
from operator import itemgetter

from caravane.game import Item, Refusal, Structure
from caravane.games.pistes.actions import LAY, NUMBER, PASS
from caravane.games.pistes.board import (
    CAMP_CELLS,
    CELL_NAMES,
    CELLS,
    COLUMNS,
    GATE_CELLS,
    LINES,
    NOWHERE,
    PAWNS,
)
from caravane.games.pistes.moves import next_cell
from caravane.games.pistes.position import count_at_gate, in_camp, seat_of, side_of
from caravane.games.pistes.rules import to_move
from caravane.games.pistes.state import CAMP as CAMP_OPTION
from caravane.games.pistes.state import (
    EMPTY,
    ENDINGS,
    GATE_LIMIT,
    LOCKED,
    MATCH,
    ONCE,
    POWER,
    ROOK,
    SECOND,
    SINGLE,
    STRICT,
    VARIANT,
    Decision,
    State,
)
from caravane.games.pistes.state import MOVE as MOVE_OPTION
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.games.pistes.state import ORDER as ORDER_OPTION
from caravane.text import Language, Text

SIDES = (Text("clairs", "light"), Text("foncés", "dark"))
MOVE, OVER = int(Decision.MOVE), int(Decision.OVER)
_SLIDE = Text("Quel pion glisse ?", "Which pawn slides?")
ENDING_TEXTS = {
    "home": Text("neuf pions rentrés", "nine pawns home"),
    "repetition": Text("position répétée", "repeated position"),
    "no-progress": Text("plus de progrès", "no progress"),
    "blocked": Text("plus personne ne peut bouger", "nobody can move"),
    "cap": Text("limite de coups atteinte", "move limit reached"),
}


def ending(state: State) -> str:
    """How the match's last game ended; nothing while it goes on."""
    return ENDINGS[int(state.ending[int(state.game)]) - 1] if state.decision == Decision.OVER else ""


def describe(view: State, seat: int) -> Structure:
    """Everything a screen shows."""
    # Read in whole fields, no kernel called: the server asks for this at every move.
    cells = view.cell.tobytes()
    decision, game = int(view.decision), int(view.game)
    finished = game + (decision == OVER)
    milestones = view.milestones.tolist()
    sides = (0, 1) if int(view.light_seat) == 0 else (1, 0)
    return {
        "decision": _DECISIONS[decision],
        "side": _SIDES[int(view.side)],
        "sides": [_SIDES[side] for side in sides],
        "pawns": [_pawn(cell, pawn) for cell, pawn in enumerate(cells) if pawn != EMPTY],
        "camps": _CAMPS,
        "numbers": _numbers(view.number.tobytes()),
        "next_number": int(view.placed) + 1,
        "home": [PAWNS - _IN_CAMP[side](cells).count(EMPTY) for side in sides],
        "milestones": [milestones[side] for side in sides],
        "game": game + 1,
        "games": 1 if view.options[MATCH] == SINGLE else 2,
        "results": [{"ending": ENDINGS[view.ending[g] - 1], "winner": int(view.winner[g])} for g in range(finished)],
        "ply": int(view.ply),
        "quiet": int(view.quiet),
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


def ask(view: State, seat: int) -> Text:
    """What is asked of the seat, or who is awaited."""
    decision = int(view.decision)
    if decision == MOVE and seat == int(view.light_seat) ^ int(view.side):  # most questions, without a kernel
        return _SLIDE
    if decision == OVER:
        return Text("La partie est finie.", "The game is over.")
    awaited = int(to_move(view))
    if seat < 0 or awaited >> seat & 1 == 0:
        side = SIDES[0 if awaited == 1 << seat_of(view, 0) else 1]
        return Text(f"C’est aux {side.fr}.", f"{side.en.capitalize()} is to decide.")
    number = int(view.placed) + 1
    if decision == Decision.NUMBER_CAMP:
        return Text(
            f"Camp adverse : où va le numéro {number} ?", f"Your opponent's camp: where does number {number} go?"
        )
    return Text(f"Pion adverse {number} : sur quelle case ?", f"Your opponent's pawn {number}: on which cell?")


DECISIONS = (
    Text("numérotation du camp", "number_camp"),
    Text("pose des pions", "lay_pawns"),
    Text("mélange", "shuffle"),
    Text("coup", "move"),
    Text("fin", "over"),
)


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
        return Refusal(
            "4.3" if pawn & POWER else "4.1",
            Text(
                f"{start} n’arrive pas en {end} : il faut une ligne libre jusque-là.",
                f"{start} does not come to {end}: the line to it must be free.",
            ),
        )
    if target not in _ends(state, side, origin):
        return Refusal(
            "3.1",
            Text(
                f"Un pion court tout droit jusqu’à l’obstacle : {start} n’arrive pas en {end}.",
                f"A pawn runs straight until an obstacle: {start} does not come to {end}.",
            ),
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


_SIDES = [side.en for side in SIDES]


@lru_cache(maxsize=1000)  # a camp is numbered once a game; nobody changes what is described
def _numbers(numbers: bytes) -> Structure:
    return {
        _SIDES[side]: {
            CELL_NAMES[cell]: number for cell, number in zip(_CAMP_LISTS[side], by_place, strict=True) if number
        }
        for side, by_place in enumerate((numbers[:PAWNS], numbers[PAWNS:]))
    }


_DECISIONS = [decision.name.lower() for decision in Decision]
_CAMP_LISTS = [[int(cell) for cell in CAMP_CELLS[side]] for side in range(2)]
_IN_CAMP = [itemgetter(*cells) for cells in _CAMP_LISTS]
_CAMPS = {_SIDES[side]: [CELL_NAMES[cell] for cell in _CAMP_LISTS[side]] for side in range(2)}


@cache  # at most 90 cells of a few dozen pawns; nobody changes what is described
def _pawn(cell: int, pawn: int) -> Structure:
    described: Structure = {"cell": CELL_NAMES[cell], "side": _SIDES[side_of(pawn)]}
    if pawn & NUMBER_OF:
        described["number"] = pawn & NUMBER_OF
    if pawn & POWER:
        described["power"] = True
    return described


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
