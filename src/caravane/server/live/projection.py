"""What one viewer is shown: everything here is made from the viewer's own view, so nothing can slip out.

A viewer is a seat, SPECTATOR, or after the end OPEN, to whom nothing is hidden, or OUTSIDE + seat, who looks from
that seat but does not hear its private talk.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import UNSET, Raw, UnsetType
from msgspec.json import Encoder
from msgspec.structs import replace

from caravane.game import SPECTATOR, Game, Item, Line, games
from caravane.server import wire
from caravane.server.problems import bilingual
from caravane.server.tables import facts, phases
from caravane.server.tables.proposals import ProposalState
from caravane.server.tables.table import LiveTable
from caravane.server.tables.taking_back import Undo, request_of, undo_kind
from caravane.server.tables.visibility import OPEN, as_seat
from caravane.server.wire import history

Shown = tuple[Any, list[wire.Score], bool, list[int]]  # what a game describes, scores, whether it is over, who moves
Told = tuple[int, Any]  # a sequence, and entries as JSON or None
_encoder = Encoder()
Names = Callable[[str | None], str | None]  # a person's id -> the name to show


def wire_seat(viewer: int) -> int:
    """The seat that a viewer asked to look from."""
    return viewer if viewer == OPEN else as_seat(viewer)


def position(table: LiveTable, viewer: int, now: int) -> wire.Position | None:
    """All that the viewer may know now, and what it may do."""
    if table.state is None:
        return None
    if table.status != "running":
        return _at_the_end(table, viewer, now)
    undo = "no" if viewer < 0 else undo_kind(table, viewer)
    clocks = table.clocks.on_the_wire(now)
    shown = position_of(table, table.view(viewer), viewer, shown=table.shown, undo=undo, clocks=clocks)
    return shown if table.undo_asked is None else replace(shown, undo_asked=request_of(table))


def _at_the_end(table: LiveTable, viewer: int, now: int) -> wire.Position:
    """Nobody is asked anything any more."""
    shown = position_of(table, table.view(viewer), viewer)
    result = table.result
    return replace(
        shown,
        to_move=[],
        legal=[],
        ask=None,
        over=True,
        ending=result.ending if result else None,
        returns=result.returns if result else None,
        winners=result.winners if result else [],
        clocks=table.clocks.on_the_wire(now),
    )


def position_of(
    table: LiveTable,
    view: Any,
    viewer: int,
    *,
    shown: dict[int, Shown] | None = None,
    undo: Undo = "no",
    clocks: wire.Clocks | None = None,
) -> wire.Position:
    """A position from a view alone; `shown`, for the present one, keeps what several viewers share.

    Without it nothing of the present is read: positions of the past are shown while the table goes on.
    """
    game, seat = table.game, as_seat(viewer)
    described, scores, over, to_move = _describe(table, view, viewer, shown)
    asked = seat in to_move
    legal = _legal(table, view, seat, to_move, is_present=shown is not None)
    return wire.Position(
        view=described,
        to_move=to_move,
        ask=bilingual(game.ask(view, seat)) if asked else None,
        legal=[legal_action(game.id, action) for action in legal],
        scores=scores,
        undo=undo,
        over=over,
        ending=game.ending(view) or None if over else None,
        returns=_returns(game, view, len(table.seats)) if over else None,
        winners=[],
        clocks=clocks,
        warnings=_warnings(game, view, seat) if asked else [],
        text_board=text_board(game, view, seat, legal),
    )


def text_board(game: Game, view: Any, seat: int, legal: list[int]) -> wire.TextBoard | UnsetType:
    """What a client shows of a game that it has no board for."""
    if game.describing.type is not None:
        return UNSET
    return wire.TextBoard(
        text=wire.Bilingual(fr=game.draw(view, "fr"), en=game.draw(view, "en")),
        phrases={game.notation(action): bilingual(game.phrase(view, seat, action)) for action in legal},
    )


def _describe(table: LiveTable, view: Any, viewer: int, present: dict[int, Shown] | None) -> Shown:
    """The view and the scores, made once for all who see the same."""
    key = viewer if table.game.has_secrets else SPECTATOR
    shown = {} if present is None else present
    if key not in shown:
        described = table.game.describe(view, as_seat(key))
        scores = _scores(tuple([tuple(table.game.score_sheet(view, seat)) for seat in range(len(table.seats))]))
        if present is not None and view is table.state and table.status == "running":
            over, to_move = False, list(table.to_move)
        else:
            over = bool(table.game.rules.is_over(view))
            to_move = [] if over else table.game.seats_to_move(view)
        shown[key] = (described, scores, over, to_move)
    return shown[key]


@lru_cache(maxsize=100_000)
def legal_action(game: str, action: int) -> wire.LegalAction:
    """An action for the wire; both forms are independent of the state."""
    found = games()[game]
    return wire.LegalAction(action=found.decode(action), notation=found.notation(action))


def _legal(table: LiveTable, view: Any, seat: int, to_move: list[int], *, is_present: bool) -> list[int]:
    game = table.game
    if seat in to_move:
        legal = table.legal(seat) if is_present else game.legal(view, seat)
        return (
            [action for action in legal if action != phases.sealing(table)]
            if is_present and phases.is_talk(table)
            else legal
        )
    # A seat that is ready may still take that back while others decide.
    if seat != SPECTATOR and to_move and game.orders is not None:
        return [action for action in game.legal(view, seat) if action == game.orders.unready]
    return []


@lru_cache(maxsize=1000)  # they change much less often than positions
def _scores(sheets: tuple[tuple[Item, ...], ...]) -> list[wire.Score]:
    return [_score(seat, sheet) for seat, sheet in enumerate(sheets)]


def _score(seat: int, sheet: tuple[Item, ...]) -> wire.Score:
    items = [wire.ScoreItem(key=item.key, title=bilingual(item.title), points=item.points) for item in sheet]
    return wire.Score(seat=seat, points=sum(item.points for item in items), items=items)


def _returns(game: Game, view: Any, seats: int) -> list[float]:
    out = np.zeros(seats, np.float64)
    game.rules.returns(view, out)
    return [float(value) for value in out]


def _warnings(game: Game, view: Any, seat: int) -> list[wire.SheetLine]:
    if game.orders is None or seat == SPECTATOR:
        return []
    return [sheet_line(game, line) for line in game.orders.warnings(view, seat)]


def sheet_line(game: Game, line: Line) -> wire.SheetLine:
    """A line of an order sheet for the wire."""
    return wire.SheetLine(
        number=line.number,
        written=line.written,
        status=line.status,
        text=bilingual(line.text),
        rule=line.rule or None,
        action=game.decode(line.action) if line.action >= 0 else None,
    )


# --- the history --------------------------------------------------------------------------------------------


def entries(
    table: LiveTable, viewer: int, since: int, names: Names, until: int | None = None
) -> list[history.LogEntry]:
    """What the viewer may know of and has not seen yet, up to an entry of its own count."""
    teller = SPECTATOR if viewer == OPEN else viewer
    return [
        entry(table, index, teller, sequence, names)
        for sequence, index in enumerate(table.seen_by(viewer)[since:until], since + 1)
    ]


def told_like(table: LiveTable, viewer: int) -> int:
    """Viewers with the same number here are told the same of every fact."""
    if table.game.has_secrets or table.game.orders is not None:
        return viewer
    return min(viewer, 0) if viewer != OPEN else SPECTATOR  # seats alike; those who watch have a chat of their own


def tell(table: LiveTable, viewer: int, first: int, names: Names) -> Told:
    """The facts from index `first` on as JSON, and the sequence they lead to; None if the viewer knows of none."""
    since = table.sequence_for(SPECTATOR if viewer == OPEN else viewer, first - 1)
    found = entries(table, viewer, since, names)
    return since + len(found), Raw(_encoder.encode(found)) if found else None


# Facts of which there is nothing more to tell than whose they are.
OF_ONE_SEAT: dict[type, Callable[..., history.LogEntry]] = {
    facts.UndoWithdrawn: history.UndoWithdrawn,
    facts.Resigned: history.Resigned,
    facts.TimedOut: history.TimedOut,
    facts.Returned: history.Returned,
    facts.SeatReady: history.SeatReady,
    facts.AbortAsked: history.AbortAsked,
}


def entry(table: LiveTable, index: int, viewer: int, sequence: int, names: Names) -> history.LogEntry:
    """A fact as the viewer is told of it."""
    fact, at = table.log[index], table.times[index]
    key: dict[str, Any] = {"sequence": sequence, "at": at}
    match fact:
        case facts.UndoWithdrawn() | facts.Resigned() | facts.TimedOut() | facts.Returned():
            return OF_ONE_SEAT[type(fact)](**key, seat=fact.seat)
        case facts.SeatReady() | facts.AbortAsked():
            return OF_ONE_SEAT[type(fact)](**key, seat=fact.seat)
        case facts.Opened(commitment=commitment):
            return history.Opened(**key, commitment=commitment or None)
        case facts.SeatSet():
            return _seated(fact, key, names)
        case facts.EntropyAdded(seat=seat, entropy=entropy):
            return history.EntropyAdded(**key, seat=seat, entropy=entropy)
        case facts.Started():
            return history.Started(**key, commitment=table.commitment or "", entropy=list(table.entropy))
        case facts.Acted():
            return _moved(table, fact, viewer, key)
        case facts.Undone(seat=seat):
            return history.Undone(**key, seat=seat, back_to=table.sequence_for(viewer, table.back_to[index]))
        case facts.UndoAsked(seat=seat):
            return history.UndoAsked(**key, seat=seat, back_to=table.sequence_for(viewer, table.back_to[index]))
        case facts.UndoAnswered(seat=seat, agreed=agreed):
            return history.UndoAnswered(**key, seat=seat, agreed=agreed)
        case facts.Replaced(seat=seat, level=level):
            return history.Replaced(**key, seat=seat, level=level)
        case facts.Said(seat=seat, person=person, among=among, text=text):
            name = fact.name or (table.seats[seat].label if seat is not None else None) or names(person) or "?"
            return history.Said(**key, seat=seat, name=name, among=among or None, text=text)
        case facts.Proposed() | facts.Answered() | facts.Judged():
            # As it stood then: histories do not change afterwards.
            return history.Proposed(**key, proposal=proposal(table.proposed[index]))
        case facts.PhaseBegan(phase=phase):
            return history.PhaseBegan(**key, phase=phase)
        case facts.Ended(ending=ending, winners=winners):
            return history.Ended(**key, ending=ending, winners=winners, secret=table.secret)
        case facts.Aborted():
            return history.Aborted(**key)
        case facts.Rematched(table=other):
            return history.Rematched(**key, table=other)
        case facts.Waited():
            raise AssertionError("nobody is told of it; see may_know")


def _seated(fact: facts.SeatSet, key: dict[str, Any], names: Names) -> history.LogEntry:
    if fact.kind in ("open", "kept"):
        return history.Left(**key, seat=fact.seat)
    name = fact.label or names(fact.person)
    return history.Seated(**key, seat=fact.seat, name=name, level=fact.level, entropy=fact.entropy)


def _moved(table: LiveTable, fact: facts.Acted, viewer: int, key: dict[str, Any]) -> history.Moved:
    told = fact.told_to.get(str(as_seat(viewer)), fact.told)
    done = legal_action(table.game.id, fact.action)
    return history.Moved(
        **key,
        seat=fact.seat,
        action=done.action,
        notation=done.notation,
        events=[
            wire.Happening(seat=one.seat, what=one.what, text=wire.Bilingual(fr=one.fr, en=one.en)) for one in told
        ],
        by_bot=fact.bot,
        by_clock=fact.clock,
    )


def proposal(state: ProposalState) -> wire.Proposal:
    """A proposal for the wire."""
    kept = state.kept or [None] * len(state.fact.terms)
    return wire.Proposal(
        id=state.fact.id,
        seat=state.fact.seat,
        among=state.fact.among,
        turn=state.fact.turn,
        terms=[
            wire.Term(by=term.by, promise=term.promise, text=wire.Bilingual(fr=term.fr, en=term.en), kept=judged)
            for term, judged in zip(state.fact.terms, kept, strict=True)
        ],
        accepted=sorted(state.accepted),
        status=state.status,
    )


# --- the table's facts --------------------------------------------------------------------------------------
