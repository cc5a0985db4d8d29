"""A position of AFRICA 1880 as text: the year, who plays what, the territories, the sheets. docs/positions.md.

africa1880:3 now=1890 seats=france,germany,italy alger:FD/2 sahara:F/colony kenya:I war=F>D sealed=italy
france=alger:D,boat>dakar,germany:G italy=kenya:-

Countries on the board and in `war=` are named by the letter with which the box spells them: G F D I N B.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from caravane.games.africa1880.board import COUNTRIES, COUNTRY, TERRITORIES, TERRITORY, YEARS
from caravane.games.africa1880.drawing import INITIALS
from caravane.games.africa1880.reading import COLONY, LINES, NOBODY_THERE, read
from caravane.games.africa1880.state import (
    CHOOSING,
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    MAX_STROKES,
    NO_LANDING,
    NOBODY,
    NOTHING,
    OVER,
    PLACING,
    UNWRITTEN,
    WAR,
    WRITING,
)
from caravane.positions import UNKNOWN

__all__ = ["options", "read", "write"]


def options(state: Any) -> Sequence[int]:
    """The option codes that a state holds."""
    return [
        int(state[name])
        for name in ("countries", "first_empty", "historical", "landing_bounces", "shortage_by_target", "madagascar")
    ]


def write(state: Any, viewer: int | None, *, history: bool) -> list[str]:
    """Moment, seats, territories, sheets; `history`: the sheets of the past and the board before the last turn."""
    words = [f"now={_moment(state)}", f"seats={','.join(_seats(state))}"]
    words += territories(state.present, state.developed, state.colony)
    sealed = [COUNTRY[int(state.country[s])].id for s in range(int(state.africa1880)) if state.ready[s]]
    words += [f"sealed={','.join(sealed)}"] if sealed else []
    words += _sheets(state, viewer)
    words += _strokes(state, 1 if history else MAX_STROKES)
    if int(state.turn) == 0:
        return words
    return words + (_past(state) if history else _embassies(state))


def _moment(state: Any) -> str:
    stage, turn = int(state.stage), int(state.turn)
    if stage in (CHOOSING, PLACING):
        return "choosing" if stage == CHOOSING else "placing"
    return f"over:{YEARS[turn - 1]}" if stage == OVER else str(YEARS[turn])


def _seats(state: Any) -> Iterator[str]:
    for seat in range(int(state.africa1880)):
        country = int(state.country[seat])
        yield COUNTRY[country].id if country != NOBODY else "-"


def territories(present: Any, developed: Any, colony: Any) -> list[str]:
    """Each territory where something is: who stands there, how many squares are covered, or that it is a colony."""
    words = []
    for place in range(TERRITORIES):
        who = "".join(INITIALS[country] for country in range(COUNTRIES) if present[country, place])
        squares = COLONY if colony[place] else str(int(developed[place])) if developed[place] else ""
        if who or squares:
            words.append(f"{TERRITORY[place].id}:{who or NOBODY_THERE}" + (f"/{squares}" if squares else ""))
    return words


def _played(state: Any) -> list[int]:
    return [country for country in range(COUNTRIES) if int(state.seat_of[country]) != NOBODY]


def _sheets(state: Any, viewer: int | None) -> list[str]:
    """What is being written; of another's sheet a viewer knows nothing."""
    words = []
    for country in _played(state):
        lines = sheet(state.order[country], int(state.landing[country]), state.relation[country])
        is_known = viewer is None or int(state.seat_of[country]) == viewer
        if lines and is_known:
            words.append(f"{COUNTRY[country].id}={','.join(lines)}")
        elif not is_known and int(state.stage) == WRITING:
            words.append(f"{COUNTRY[country].id}={UNKNOWN}")
    return words


def sheet(orders: Any, landing: int, relations: Any) -> list[str]:
    """The lines of a sheet: alger:D, alger>libye, alger:-, boat>dakar, boat:-, italy:G, italy:A."""
    lines = []
    for place in range(TERRITORIES):
        code = int(orders[place])
        if code >= EXPLORE_TO:
            lines.append(f"{TERRITORY[place].id}>{TERRITORY[code - EXPLORE_TO].id}")
        elif code != UNWRITTEN:
            lines.append(f"{TERRITORY[place].id}:{LINES[DEVELOP if code == DEVELOP else NOTHING]}")
    if landing != UNWRITTEN:
        lines.append("boat:-" if landing == NO_LANDING else f"boat>{TERRITORY[landing - LAND_AT].id}")
    return lines + [
        f"{COUNTRY[other].id}:{'G' if relations[other] == WAR else 'A'}"
        for other in range(COUNTRIES)
        if relations[other] != UNWRITTEN
    ]


def _strokes(state: Any, least: int) -> list[str]:
    """How often each sheet was changed this turn (§2.6)."""
    counts = [
        f"{COUNTRY[country].id}:{int(state.strokes[country])}"
        for country in range(COUNTRIES)
        if int(state.strokes[country]) >= least
    ]
    return [f"strokes={','.join(counts)}"] if counts else []


def _past(state: Any) -> list[str]:
    """Sheets that were opened, the last turn's in any case, and the board while they were written if it differs."""
    words = []
    for turn in range(int(state.turn)):
        lines = {
            country: sheet(
                state.past_order[turn, country],
                int(state.past_landing[turn, country]),
                state.past_relation[turn, country],
            )
            for country in _played(state)
        }
        is_last = turn + 1 == int(state.turn)
        written = [c for c in lines if lines[c]] or (_played(state)[:1] if is_last else [])
        words += [f"{YEARS[turn]}/{COUNTRY[country].id}={','.join(lines[country])}" for country in written]
    before = territories(state.last_present, state.last_developed, state.last_colony)
    if before != territories(state.present, state.developed, state.colony):
        words.append(f"before={','.join(before)}")
    return words


def _embassies(state: Any) -> list[str]:
    """The wars that the last turn declared."""
    last = state.past_relation[int(state.turn) - 1]
    wars = [
        f"{INITIALS[country]}>{INITIALS[other]}"
        for country in _played(state)
        for other in _played(state)
        if last[country, other] == WAR
    ]
    return [f"war={','.join(wars)}"] if wars else []
