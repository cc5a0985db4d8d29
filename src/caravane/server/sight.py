"""What one viewer is shown: everything here is made from the viewer's own view, so nothing can slip out.

A viewer is a seat, SPECTATOR, or after the end OPEN, to whom nothing is hidden.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from caravane.game import SPECTATOR, Game, Item, Line, games
from caravane.server import facts, history, wire
from caravane.server.problems import bilingual
from caravane.server.table import OPEN, LiveTable, ProposalState

Shown = tuple[Any, Any, bool, list[int]]  # a view and its scores as JSON, whether it is over, who is to move
Told = tuple[int, Any]  # a sequence, and entries as JSON or None
Undo = Literal["no", "free", "ask"]
_encoder = Encoder()
Names = Callable[[str | None], str | None]  # a person's id -> the name to show


def as_seat(viewer: int) -> int:
    """The seat whose knowledge the game's functions are told about."""
    return SPECTATOR if viewer == OPEN else viewer


def position(table: LiveTable, viewer: int, now: int) -> wire.Position | None:
    """All that the viewer may know now, and what it may do."""
    if table.state is None:
        return None
    if table.status != "running":
        return _at_the_end(table, viewer, now)
    undo = "no" if viewer < 0 else undo_kind(table, viewer)
    clocks = table.clocks.on_the_wire(now)
    return position_of(table, table.view(viewer), viewer, shown=table.shown, undo=undo, clocks=clocks)


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
    """A position from a view alone; `shown` keeps what several viewers share."""
    game, seat = table.game, as_seat(viewer)
    described, scores, over, to_move = _describe(table, view, viewer, {} if shown is None else shown)
    asked = seat in to_move
    return wire.Position(
        view=described,
        to_move=to_move,
        ask=bilingual(game.ask(view, seat)) if asked else None,
        legal=_actions(game.id, _legal(table, view, seat, to_move)),
        scores=scores,
        undo=undo,
        over=over,
        ending=game.ending(view) or None if over else None,
        returns=_returns(game, view, len(table.seats)) if over else None,
        winners=[],
        clocks=clocks,
        warnings=_warnings(game, view, seat) if asked else [],
    )


def _describe(table: LiveTable, view: Any, viewer: int, shown: dict[int, Shown]) -> Shown:
    """The view and the scores as JSON, made once for all who see the same."""
    key = viewer if table.game.has_secrets else SPECTATOR
    if key not in shown:
        described = table.game.describe(view, as_seat(key))
        scores = _scores(tuple([tuple(table.game.score_sheet(view, seat)) for seat in range(len(table.seats))]))
        if view is table.state and table.status == "running":
            over, to_move = False, list(table.to_move)
        else:
            over = bool(table.game.rules.is_over(view))
            to_move = [] if over else table.game.seats_to_move(view)
        shown[key] = (Raw(_encoder.encode(described)), scores, over, to_move)
    return shown[key]


@lru_cache(maxsize=100_000)
def legal_action(game: str, action: int) -> wire.LegalAction:
    """An action for the wire; both forms are independent of the state."""
    found = games()[game]
    return wire.LegalAction(action=found.decode(action), notation=found.notation(action))


class _ActionsJson(dict[int, bytes]):
    """A game's actions as JSON, each encoded once."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, action: int) -> bytes:
        encoded = self[action] = _encoder.encode(legal_action(self._game, action))
        return encoded


_actions_json = cache(_ActionsJson)


def _actions(game: str, actions: list[int]) -> Any:
    """Legal actions, put together from parts that were encoded before."""
    return Raw(b"[" + b",".join(map(_actions_json(game).__getitem__, actions)) + b"]")


def _legal(table: LiveTable, view: Any, seat: int, to_move: list[int]) -> list[int]:
    game = table.game
    if seat in to_move:
        return table.legal(seat) if view is table.view(seat) else game.legal(view, seat)
    # A seat that is ready may still take that back while others decide.
    if seat != SPECTATOR and to_move and game.orders is not None:
        return [action for action in game.legal(view, seat) if action == game.orders.recall]
    return []


@lru_cache(maxsize=1000)  # they change much less often than positions
def _scores(sheets: tuple[tuple[Item, ...], ...]) -> Any:
    return Raw(_encoder.encode([_score(seat, sheet) for seat, sheet in enumerate(sheets)]))


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


def undo_kind(table: LiveTable, seat: int) -> Undo:
    """How the seat may take its last action back."""
    kept = undo_target(table, seat)
    if kept is None:
        return "no"
    return "free" if kept == len(table.standing) - 1 else "ask"


def undo_target(table: LiveTable, seat: int) -> int | None:
    """How many actions would stand after the seat's last one was taken back; None where that is barred."""
    # Among simultaneous secret decisions even the possibility would tell something.
    if len(table.to_move) != 1:
        return None
    log = table.log
    for stood in range(len(table.standing) - 1, -1, -1):
        fact = log[table.standing[stood]]
        assert isinstance(fact, facts.Acted)
        if fact.reveals or fact.secret or not fact.alone:
            return None
        if fact.seat == seat:
            return stood
    return None


# --- the history --------------------------------------------------------------------------------------------


def entries(table: LiveTable, viewer: int, since: int, names: Names) -> list[history.LogEntry]:
    """What the viewer may know of and has not seen yet."""
    seat = as_seat(viewer)
    return [
        entry(table, index, seat, sequence, names)
        for sequence, index in enumerate(table.visible[seat][since:], since + 1)
    ]


def told_like(table: LiveTable, viewer: int) -> int:
    """Viewers with the same number here are told the same of every fact."""
    if table.game.has_secrets or table.game.orders is not None:
        return viewer
    return min(viewer, 0) if viewer != OPEN else SPECTATOR  # seats alike; those who watch have a chat of their own


def tell(table: LiveTable, viewer: int, first: int, names: Names) -> Told:
    """The facts from index `first` on as JSON, and the sequence they lead to; None if the viewer knows of none."""
    since = table.sequence_for(as_seat(viewer), first - 1)
    found = entries(table, viewer, since, names)
    return since + len(found), Raw(_encoder.encode(found)) if found else None


def entry(table: LiveTable, index: int, viewer: int, sequence: int, names: Names) -> history.LogEntry:
    """A fact as the viewer is told of it."""
    fact, at = table.log[index], table.times[index]
    key: dict[str, Any] = {"sequence": sequence, "at": at}
    match fact:
        case facts.Opened():
            return history.Opened(**key)
        case facts.SeatSet():
            return _seated(fact, key, names)
        case facts.Started(commitment=commitment):
            return history.Started(**key, commitment=commitment, entropy=list(table.entropy))
        case facts.Acted():
            return _moved(table, fact, viewer, key)
        case facts.Undone(seat=seat, kept=kept):
            return history.Undone(**key, seat=seat, back_to=_entry_after(table, index, kept, viewer))
        case facts.UndoAsked(seat=seat, kept=kept):
            return history.UndoAsked(**key, seat=seat, back_to=_entry_after(table, index, kept, viewer))
        case facts.UndoAnswered(seat=seat, agreed=agreed):
            return history.UndoAnswered(**key, seat=seat, agreed=agreed)
        case facts.Resigned(seat=seat):
            return history.Resigned(**key, seat=seat)
        case facts.TimedOut(seat=seat):
            return history.TimedOut(**key, seat=seat)
        case facts.Replaced(seat=seat, level=level):
            return history.Replaced(**key, seat=seat, level=level)
        case facts.Returned(seat=seat):
            return history.Returned(**key, seat=seat)
        case facts.Said(seat=seat, person=person, among=among, text=text):
            name = fact.name or (table.seats[seat].label if seat is not None else None) or names(person) or "?"
            return history.Said(**key, seat=seat, name=name, among=among or None, text=text)
        case facts.Proposed(id=name) | facts.Answered(id=name) | facts.Judged(id=name):
            return history.Proposed(**key, proposal=_as_of(table, name, index))
        case facts.PhaseBegan(phase=phase):
            return history.PhaseBegan(**key, phase=phase)
        case facts.SeatReady(seat=seat):
            return history.SeatReady(**key, seat=seat)
        case facts.AbortAsked(seat=seat):
            return history.AbortAsked(**key, seat=seat)
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
    return history.Seated(**key, seat=fact.seat, name=fact.label or names(fact.person), level=fact.level)


def _moved(table: LiveTable, fact: facts.Acted, viewer: int, key: dict[str, Any]) -> history.Moved:
    told = fact.told_to.get(str(viewer), fact.told)
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


def _entry_after(table: LiveTable, index: int, kept: int, viewer: int) -> int:
    """The viewer's sequence of the entry whose position holds when `kept` actions stand."""
    standing: list[int] = []
    begun = 0
    for at, fact in enumerate(table.log[:index]):
        if isinstance(fact, facts.Started):
            begun = at
        elif isinstance(fact, facts.Acted):
            standing.append(at)
        elif isinstance(fact, facts.Undone):
            del standing[fact.kept :]
    return table.sequence_for(viewer, standing[kept - 1] if kept else begun)


def _as_of(table: LiveTable, name: str, index: int) -> wire.Proposal:
    """A proposal as it stood after the fact at `index`: histories do not change afterwards."""
    proposed = table.proposals[name].fact
    then = ProposalState(proposed, [proposed.seat])
    for fact in table.log[: index + 1]:
        if isinstance(fact, facts.Answered) and fact.id == name:
            then.answer(fact)
        elif isinstance(fact, facts.Judged) and fact.id == name:
            then.kept = fact.kept
    return proposal(then)


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


def table_facts(table: LiveTable, person: str | None, names: Names, connected: frozenset[int]) -> wire.Table:
    """A table without its position, as one person is shown it."""
    mine = table.seats_of(person)
    sitters = [sitter.person for sitter in table.seats if sitter.kind == "person"]
    result = table.result
    return wire.Table(
        id=table.id,
        game=table.game.id,
        options=table.terms.options,
        preset=table.terms.preset,
        status=table.status,
        visibility=table.visibility,
        clock=table.terms.clock,
        on_timeout=table.terms.on_timeout,
        hints=table.terms.hints,
        seats=[_seat(table, seat, person, names, connected) for seat in range(len(table.seats))],
        owner=table.terms.owner,
        is_owner=person is not None and person == table.terms.owner,
        my_seats=mine,
        my_turn=any(seat in table.to_move and not table.seats[seat].is_bot for seat in mine),
        hot_seat=len(sitters) > len(set(sitters)),
        curtain=table.game.needs_curtain(table.terms.options),
        rules_version=table.terms.rules_version,
        fairness=fairness(table),
        opened_at=table.opened_at,
        started_at=table.started_at,
        ended_at=table.ended_at,
        moved_at=_last_public_moment(table),
        ending=result.ending if result else ("aborted" if table.status == "aborted" else None),
        winners=result.winners if result else [],
        imported=table.terms.imported,
        rematch=table.rematch,
        rematch_of=table.terms.rematch_of,
        branch_of=table.terms.branch_of,
    )


def fairness(table: LiveTable) -> wire.Fairness:
    """What proves the chance."""
    begun = next((fact for fact in table.log if isinstance(fact, facts.Started)), None)
    secret = table.secret if table.status == "over" else None
    return wire.Fairness(commitment=begun.commitment if begun else None, secret=secret)


def _last_public_moment(table: LiveTable) -> int | None:
    """When something last happened that everybody may know of."""
    seen = table.visible[SPECTATOR]
    return table.times[seen[-1]] if seen else None


def _seat(table: LiveTable, seat: int, person: str | None, names: Names, connected: frozenset[int]) -> wire.Seat:
    sitter = table.seats[seat]
    sides = table.game.seat_names
    return wire.Seat(
        seat=seat,
        side=bilingual(sides[seat]),
        kind=sitter.kind,
        name=sitter.label or names(sitter.person),
        person=sitter.person,
        level=sitter.level,
        stand_in=sitter.stand_in,
        program=sitter.program,
        resigned=sitter.resigned,
        mine=person is not None and sitter.kind == "person" and sitter.person == person,
        connected=seat in connected,
        entropy=sitter.entropy,
    )
