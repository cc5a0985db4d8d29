"""A position of Africa as text: board, moment, explorers, and what lies before each seat. docs/positions.md."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from caravane.games.africa.board import (
    CAMPS_EACH,
    FACE_DOWN,
    GOOD,
    GOODS,
    HEX_NAMES,
    HEXES,
    PLACES,
    TREASURE,
    TREASURES,
    tile_of,
)
from caravane.games.africa.reading import GROUND, LETTER, SOURCE_LETTER, read
from caravane.games.africa.state import ENDINGS, NOWHERE, SOURCES, Decision
from caravane.games.africa.views import sees_treasure
from caravane.positions import UNKNOWN

__all__ = ["options", "read", "write"]


def options(state: Any) -> Sequence[int]:
    """The option codes that a state holds."""
    return int(state.hides_treasure), int(state.exchange), int(state.equal_turns)


def write(state: Any, viewer: int | None, *, history: bool) -> list[str]:
    """Board, moment, explorers, then holdings and the rest where they differ from a fresh game."""
    seats = range(int(state.africa))
    words = [_board(state), _moment(state), "at=" + ",".join(_hex(int(state.at[seat])) for seat in seats)]
    camps = [int(state.camps[seat]) for seat in seats]
    if any(count != CAMPS_EACH for count in camps):
        words.append("camps=" + ",".join(map(str, camps)))
    for seat in seats:
        words += _holdings(state, viewer, seat)
    for name, value in (
        ("starter", state.starter),
        ("acted", state.has_acted),
        ("idle", state.idle_turns),
        ("turns", state.turns),
    ):
        words += [f"{name}={int(value)}"] if value else []
    if (state.ground == FACE_DOWN).any():
        words.append("hidden=" + (_hidden(state) if viewer is None else UNKNOWN))
    return words


def _board(state: Any) -> str:
    """Rows a to o; numbers count face-down tiles in a row."""
    rows: dict[int, str] = {}
    for place in range(HEXES):
        row = PLACES[place][0]
        rows[row] = rows.get(row, "") + GROUND.get(int(state.ground[place]), "#")
    return "/".join(re.sub("#+", lambda run: str(len(run[0])), row) for row in rows.values())


def _moment(state: Any) -> str:
    decision = Decision(int(state.decision))
    parts = [str(int(state.on_turn)), decision.name.lower()]
    if decision not in (Decision.CITY, Decision.JUMP):
        parts.append(str(int(state.half) + 1))
    if decision in (Decision.SETTLE, Decision.RELOCATE):
        parts.append(_hex(int(state.subject)))
    if decision == Decision.EXCHANGE:
        parts.append(tile_of(int(state.found_good)).id)
    if decision == Decision.OVER:
        parts.append(ENDINGS[int(state.ending) - 1])
    return ":".join(parts)


def _hex(place: int) -> str:
    return "-" if place == NOWHERE else HEX_NAMES[place]


def _holdings(state: Any, viewer: int | None, seat: int) -> list[str]:
    words = []
    goods = _counted((LETTER[GOOD + good], int(state.goods[seat, good])) for good in range(GOODS))
    words += [f"goods{seat}={goods}"] if goods else []
    treasure = _counted((LETTER[TREASURE + kind], int(state.treasure[seat, kind])) for kind in range(TREASURES))
    if viewer is not None and not sees_treasure(state, viewer, seat):
        treasure = UNKNOWN
    words += [f"treasure{seat}={treasure}"] if treasure else []
    points = _counted((SOURCE_LETTER[source], int(state.earned[seat, source])) for source in range(SOURCES))
    return words + ([f"points{seat}={points}"] if points else [])


def _counted(counts: Iterable[tuple[str, int]]) -> str:
    return "".join(f"{letter}{count}" for letter, count in counts if count)


def _hidden(state: Any) -> str:
    """What lies face down, hex by hex."""
    return "".join(LETTER[int(state.hidden[place])] for place in range(HEXES) if state.ground[place] == FACE_DOWN)
