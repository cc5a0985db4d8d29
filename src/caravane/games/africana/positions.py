"""A position of Africana as text: the moment, the row, both books, then each company. docs/positions.md.

africana:2 round=4 turn=Italy:journey row=A6,A10:01,-,A5:0,A1 north=N4|N6 south=|S1
Italy=Cairo/silver:2/hand:joker,grey*2/open:N3/done:A3 France=Cape-Town/silver:7/hand:joker,violet
"""

from collections.abc import Sequence
from typing import Any

from caravane.games.africana.board import ADVENTURE_IDS, ADVENTURES, EXPEDITION_IDS, TRAVEL
from caravane.games.africana.box import EXPEDITIONS, HALVES, SPACES
from caravane.games.africana.reading import read
from caravane.games.africana.spelling import COMPANIES, MOMENTS, PLACES, assistant_names, counted, times
from caravane.games.africana.state import (
    DONE,
    DONE_BY_OTHERS,
    FINISHED,
    FINISHED_BY_OTHERS,
    HIDDEN,
    NOTHING,
    OPEN,
    REMOVED,
)
from caravane.positions import UNKNOWN

__all__ = ["options", "read", "write"]


def options(state: Any) -> Sequence[int]:
    """The option codes that a state holds."""
    return [int(state.hidden_scores), int(state.memory_aid)]


def write(state: Any, viewer: int | None, *, history: bool) -> list[str]:
    """Moment, row, books and companies; `history`: who spent which travel cards, and what a shuffle told."""
    words = [f"round={int(state.round_number)}", f"turn={COMPANIES[int(state.on_turn)]}:{_moment(state)}"]
    words += _write_course(state)
    words += [f"row={','.join(_space(state, space) for space in range(SPACES))}"]
    words += [f"{half}={_book(state, book)}" for book, half in enumerate(HALVES)]
    words += [f"removed={removed}"] if (removed := ",".join(_removed(state))) else []
    if history:
        words += [f"shuffled={counted(state.fresh)}"] if state.fresh.tolist() != TRAVEL.tolist() else []
    elif discards := counted(state.spent.sum(axis=0) - state.played):
        words.append(f"discards={discards}")
    return words + [_company(state, seat, viewer, history) for seat in range(int(state.africana))]


def _moment(state: Any) -> str:
    now = int(state.decision), int(state.asks)
    return next(name for name, moment in MOMENTS.items() if moment == now)


def _write_course(state: Any) -> list[str]:
    """What the round and the turn remember."""
    words = [f"idle={int(state.idle_rounds)}"] if state.idle_rounds else []
    words += ["progress"] if state.has_progress else []
    words += ["last-round"] if state.is_last_round else []
    words += [f"pages={int(state.pages_turned)}"] if state.pages_turned else []
    words += [f"played={played}"] if (played := counted(state.played)) else []
    used = ["joker"] * int(state.joker_is_used) + assistant_names(state.assistants_used)
    return words + ([f"used={times(used)}"] if used else [])


def _space(state: Any, space: int) -> str:
    if state.row[space] == NOTHING:
        return "-"
    seats = "".join(str(seat) for seat in range(int(state.africana)) if int(state.joined[space]) >> seat & 1)
    return EXPEDITION_IDS[int(state.row[space]) - 1] + (f":{seats}" if seats else "")


def _book(state: Any, book: int) -> str:
    """Every page that was seen: the left side from its bottom to its top, the gutter, the right from its top."""
    seen = [ADVENTURE_IDS[int(page) - 1] for page in state.page[book] if page != NOTHING]
    gutter = int(state.gutter[book])
    return f"{','.join(seen[:gutter])}|{','.join(seen[gutter:])}"


def _removed(state: Any) -> list[str]:
    """What left the game before everybody's eyes; jokers are those that nobody holds."""
    assistants = times(assistant_names(state.removed_assistants))
    cards = [ADVENTURE_IDS[card] for card in range(ADVENTURES) if state.adventure[card] == REMOVED]
    return ([assistants] if assistants else []) + cards


def _company(state: Any, seat: int, viewer: int | None, history: bool) -> str:
    """Where a seat stands, what it has, and what it has done."""
    silver = int(state.silver[seat])
    is_known = viewer in (None, seat)
    parts = [PLACES[int(state.place[seat])], f"silver:{silver if silver > HIDDEN else HIDDEN - silver}"]
    hand = _hand(state, seat, is_known)
    parts += [f"hand:{hand}"] if hand else []
    parts += _cards(state, seat)
    if history:
        parts += [f"spent:{spent}"] if (spent := counted(state.spent[seat])) else []
        kept = counted(state.kept[seat]) if is_known else times([UNKNOWN] * int(state.kept_count[seat]))
        parts += [f"kept:{kept}"] if kept else []
    return f"{COMPANIES[seat]}={'/'.join(parts)}"


def _hand(state: Any, seat: int, is_known: bool) -> str:
    cards = ["joker"] * int(state.joker[seat]) + assistant_names(state.assistants[seat])
    count = int(state.hand_count[seat])
    travel = counted(state.hand[seat]) if is_known else times([UNKNOWN] * count)
    return ",".join(part for part in (times(cards), travel) if part)


def _cards(state: Any, seat: int) -> list[str]:
    """Open adventures, and what lies under the company card."""
    opened = [ADVENTURE_IDS[card] for card in range(ADVENTURES) if state.adventure[card] == OPEN + seat]
    done = [
        EXPEDITION_IDS[c] for c in range(EXPEDITIONS) if state.expedition[c] in (DONE + seat, DONE_BY_OTHERS + seat)
    ]
    done += [
        ADVENTURE_IDS[c]
        for c in range(ADVENTURES)
        if state.adventure[c] in (FINISHED + seat, FINISHED_BY_OTHERS + seat)
    ]
    return [f"{name}:{','.join(cards)}" for name, cards in (("open", opened), ("done", done)) if cards]
