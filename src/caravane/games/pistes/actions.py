"""Actions as integers: four named ranges."""

from caravane.errors import BadInput
from caravane.game import Structure
from caravane.games.pistes.board import CELL_NAMES, CELL_OF, CELLS
from caravane.text import Text

MOVE = 0  # + from * CELLS + to
PASS = MOVE + CELLS * CELLS
LAY = PASS + 1  # + cell: the next pawn of the other side
NUMBER = LAY + CELLS  # + cell: the next number of the other side's camp
ACTION_COUNT = NUMBER + CELLS
MAX_LEGAL = 256


def decode(action: int) -> Structure:
    """The structured form: `{"type": "move", "from": "a9", "to": "a4"}`."""
    if action < PASS:
        return {"type": "move", "from": CELL_NAMES[action // CELLS], "to": CELL_NAMES[action % CELLS]}
    if action == PASS:
        return {"type": "pass"}
    if action < NUMBER:
        return {"type": "lay", "cell": CELL_NAMES[action - LAY]}
    return {"type": "number", "cell": CELL_NAMES[action - NUMBER]}


def encode(structure: Structure) -> int:
    """The integer of a structured action."""
    match structure:
        case {"type": "move", "from": origin, "to": target}:
            return MOVE + _cell(origin) * CELLS + _cell(target)
        case {"type": "pass"}:
            return PASS
        case {"type": "lay", "cell": cell}:
            return LAY + _cell(cell)
        case {"type": "number", "cell": cell}:
            return NUMBER + _cell(cell)
    raise BadInput(
        Text(
            f"Action incompréhensible : {structure!r} ; types : move (from, to), pass, lay (cell), number (cell).",
            f"Cannot read the action {structure!r}; types: move (from, to), pass, lay (cell), number (cell).",
        )
    )


def notation(action: int) -> str:
    """`a9-a4`, `pass`, `lay a9`, `number h7`."""
    if action < PASS:
        return f"{CELL_NAMES[action // CELLS]}-{CELL_NAMES[action % CELLS]}"
    structure = decode(action)
    return " ".join(str(value) for value in structure.values())


def parse(text: str) -> int:
    """The action that a text means."""
    words = text.strip().lower().split()
    if len(words) == 1 and words[0].count("-") == 1:
        origin, target = words[0].split("-")
        return encode({"type": "move", "from": origin, "to": target})
    if words == ["pass"]:
        return PASS
    if len(words) == 2 and words[0] in ("lay", "number"):
        return encode({"type": words[0], "cell": words[1]})
    raise BadInput(
        Text(
            f"Coup illisible : {text!r} ; écrivez par exemple a9-a4, pass, lay a9 ou number h7.",
            f"Cannot read {text!r}; write for example a9-a4, pass, lay a9 or number h7.",
        )
    )


def _cell(name: object) -> int:
    if isinstance(name, str) and name in CELL_OF:
        return CELL_OF[name]
    raise BadInput(Text(f"Case inconnue : {name!r} ; de a1 à j9.", f"Unknown cell {name!r}; from a1 to j9."))
