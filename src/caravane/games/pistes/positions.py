"""A position of L'Africa as text: board, who moves, and what else differs from a fresh position. docs/positions.md."""

from collections.abc import Sequence
from typing import Any

from caravane.games.pistes.board import CAMP_CELLS, CELLS, COLUMNS, PAWNS
from caravane.games.pistes.diagram import SIDES, write_board
from caravane.games.pistes.queries import count_home, is_numbered
from caravane.games.pistes.reading import read, usual_milestones, usual_visits
from caravane.games.pistes.state import DARK_PAWN, EMPTY, ENDINGS, PAWN, PLACEMENT, RANDOM_NUMBERS, Decision

__all__ = ["options", "read", "write"]


def options(state: Any) -> Sequence[int]:
    """The option codes that a state holds."""
    codes = [int(code) for code in state.options]
    numbering, codes[PLACEMENT] = divmod(codes[PLACEMENT], RANDOM_NUMBERS)
    return [*codes, numbering]


def write(state: Any, viewer: int | None, *, history: bool) -> list[str]:
    """Board, moment, and the parts that differ from what `read` would put there; nothing is hidden from anybody."""
    words = [write_board(state.cell, bool(is_numbered(state))), _write_moment(state)]
    for side in range(2):
        if state.number[side].any():
            words.append(f"camp-{SIDES[side]}={_write_camp(state, side)}")
    if state.decision in (Decision.MOVE, Decision.OVER):
        words += _write_course(state)
    words += [f"{name}={result}" for name, result in zip(("first", "second"), _results(state), strict=False)]
    is_set_up = state.decision not in (Decision.MOVE, Decision.OVER)
    if is_set_up and state.at.any():
        words.append(f"last={_write_last(state)}")
    if history:
        words += [f"key={int(state.key):016x}"] if is_set_up and state.key else []
        keys = [f"{int(key):016x}" for key in state.history[: int(state.ply)]]
        words += [f"past={'.'.join(keys)}"] if any(state.history[: int(state.ply)]) else []
    return words


def _write_moment(state: Any) -> str:
    side = SIDES[int(state.side)]
    match Decision(int(state.decision)):
        case Decision.MOVE:
            return side
        case Decision.SHUFFLE:
            return "shuffle"
        case Decision.OVER:
            return f"over-{side}"
        case Decision.NUMBER_CAMP:
            return f"number-{side}"
        case Decision.LAY_PAWNS:
            return f"lay-{side}"


def _write_camp(state: Any, side: int) -> str:
    numbers = {cell: int(state.number[side, place]) for place, cell in enumerate(CAMP_CELLS[side])}
    rows: dict[int, str] = {}
    for cell in sorted(numbers):
        rows[cell // COLUMNS] = rows.get(cell // COLUMNS, "") + (str(numbers[cell]) if numbers[cell] else ".")
    return "/".join(rows[line] for line in sorted(rows, reverse=True))


def _write_course(state: Any) -> list[str]:
    """What a game remembers of its course."""
    words = []
    for name, kept, usual in (
        ("milestones", state.milestones, [usual_milestones(state, side) for side in range(2)]),
        ("most", state.most_home, [count_home(state, side) for side in range(2)]),
    ):
        if [int(each) for each in kept] != usual:
            words.append(f"{name}={int(kept[0])}-{int(kept[1])}")
    if is_numbered(state) and [int(each) for each in state.been_in] != [usual_visits(state, side) for side in range(2)]:
        words.append(f"been={_digits(int(state.been_in[0]))}-{_digits(int(state.been_in[1]))}")
    words += [f"quiet={int(state.quiet)}"] if state.quiet else []
    words += [f"ply={int(state.ply)}"] if state.ply else []
    return words


def _digits(visits: int) -> str:
    return "".join(str(number) for number in range(1, PAWNS + 1) if visits >> number & 1)


def _results(state: Any) -> list[str]:
    finished = [game for game in range(2) if state.ending[game]]
    return [
        f"{ENDINGS[int(state.ending[game]) - 1]}:{int(state.winner[game]) if state.winner[game] >= 0 else '-'}"
        for game in finished
    ]


def _write_last(state: Any) -> str:
    """Where the pawns of the game before stood at its end."""
    pawns = [EMPTY] * CELLS
    for side in range(2):
        for cell in state.at[side]:
            pawns[int(cell)] = PAWN + DARK_PAWN * side
    return write_board(pawns, with_numbers=False)
