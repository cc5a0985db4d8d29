"""Taking actions back: at once inside one's own turn, afterwards by asking the others; never for time or a look.

The clock after an undo is never more than it was before the action: what the action added goes with it, and the time
that was thought stays spent. `Terms.undo` says what a table allows.
"""

from typing import Literal

from caravane.server import wire
from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.checks import check_decides, check_running, check_seat
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable
from caravane.text import Text

Undo = Literal["no", "free", "ask"]

_NO_TIME = Text(
    "On ne peut pas reprendre : il ne resterait plus de temps à la pendule.",
    "This cannot be taken back: no time would be left on the clock.",
)
_REFUSED = Text(
    "On vous l’a refusé ; vous pourrez redemander après le prochain coup.",
    "It was refused; you may ask again after the next move.",
)


def undo_target(table: LiveTable, seat: int) -> int | None:
    """How many actions would stand after the seat's last one was taken back; None where that is barred."""
    # Among simultaneous secret decisions even the possibility would tell something.
    if len(table.to_move) != 1:
        return None
    log, is_final = table.log, table.game.is_final
    for stood in range(len(table.kept_actions) - 1, -1, -1):
        fact = log[table.kept_actions[stood]]
        assert isinstance(fact, facts.Acted)
        if fact.reveals or fact.secret or not fact.alone or is_final(fact.action):
            return None
        if fact.seat == seat:
            return stood
    return None


def undo_kind(table: LiveTable, seat: int) -> Undo:
    """How the seat may take its last action back now."""
    if table.terms.undo == "never" or table.undo_asked is not None:
        return "no"
    kept = undo_target(table, seat)
    if kept is None:
        return "no"
    if is_free(table, seat, kept):
        return "free"
    return "no" if seat in table.undo_refused else "ask"


def is_free(table: LiveTable, seat: int, kept: int) -> bool:
    """Whether nobody has to be asked: the turn is still one's own, or nobody else minds."""
    in_turn = kept == len(table.kept_actions) - 1 and table.to_move == (seat,)
    return (in_turn and table.terms.undo == "turn") or not consenting(table, seat)


def consenting(table: LiveTable, seat: int) -> set[int]:
    """Whose consent it takes: people of other seats. Bots agree, and one person at two seats asks nobody."""
    person = table.seats[seat].person
    return {
        one
        for one, sitter in enumerate(table.seats)
        if sitter.kind == "person" and not sitter.is_bot and sitter.person != person
    }


def undo(table: LiveTable, person: str | None, seat: int, request: str, now: int) -> Draft:
    """Take one's last action back: at once inside one's own turn, else the others are asked."""
    check_decides(table, person, seat)
    check_running(table)
    if table.terms.undo == "never":
        raise Refused("undo-off")
    if table.undo_asked is not None:
        raise Refused("already-asked")
    kept = undo_target(table, seat)
    if kept is None:
        raise Refused("no-undo")
    draft = Draft(table)
    if is_free(table, seat, kept):
        draft.add(undone(table, seat, kept, now, request))
        return draft
    if seat in table.undo_refused:
        raise Refused("no-undo", _REFUSED)
    check_time(table, kept, now)
    draft.add(facts.UndoAsked(seat=seat, kept=kept, request=request))
    return draft


def answer_undo(table: LiveTable, person: str | None, seat: int, agree: bool, request: str, now: int) -> Draft:
    """Agree to another's undo or not; the last to agree brings it about."""
    check_seat(table, person, seat)
    check_running(table)
    asked = table.undo_asked
    if asked is None or seat not in consenting(table, asked.seat) or seat in table.undo_agreed:
        raise Refused("nothing-asked")
    draft = Draft(table)
    draft.add(facts.UndoAnswered(seat=seat, agreed=agree, request=request))
    if agree and table.undo_agreed | {seat} >= consenting(table, asked.seat):
        draft.add(undone(table, asked.seat, asked.kept, now))
    return draft


def withdraw_undo(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """Withdraw the seat's own request to take back."""
    check_seat(table, person, seat)
    check_running(table)
    if table.undo_asked is None or table.undo_asked.seat != seat:
        raise Refused("nothing-asked")
    draft = Draft(table)
    draft.add(facts.UndoWithdrawn(seat=seat, request=request))
    return draft


def undone(table: LiveTable, seat: int, kept: int, now: int, request: str | None = None) -> facts.Undone:
    """The fact, with what it takes from the clocks."""
    if not table.clocks.ticks:
        return facts.Undone(seat=seat, kept=kept, request=request)
    check_time(table, kept, now)
    return facts.Undone(seat=seat, kept=kept, took=gained_since(table, kept), request=request)


def gained_since(table: LiveTable, kept: int) -> list[int]:
    """What the actions after the first `kept` added to each clock."""
    took = [0] * len(table.seats)
    for index in table.kept_actions[kept:]:
        fact = table.log[index]
        assert isinstance(fact, facts.Acted)
        took[fact.seat] += _gained(table, fact)
    return took


def _gained(table: LiveTable, fact: facts.Acted) -> int:
    if fact.gained is not None:
        return fact.gained
    # A log of before: an increment was the rule for people.
    clock = table.terms.clock
    return clock.increment_ms if isinstance(clock, wire.LiveClock) and not fact.bot else 0


def check_time(table: LiveTable, kept: int, now: int) -> None:
    """Nobody may lose on time by taking back or by agreeing to it."""
    if table.clocks.ticks:
        took = gained_since(table, kept)
        after = table.clocks.after_undo(now, took, frozenset()).left
        if any(gone > 0 and left <= 0 for gone, left in zip(took, after, strict=True)):
            raise Refused("no-undo", _NO_TIME)


def request_of(table: LiveTable) -> wire.UndoRequest | None:
    """What is being asked, for everybody to see."""
    asked = table.undo_asked
    if asked is None:
        return None
    fact = table.log[table.kept_actions[asked.kept]]
    assert isinstance(fact, facts.Acted)
    return wire.UndoRequest(
        seat=asked.seat,
        notation=table.game.notation(fact.action),
        agreed=sorted(table.undo_agreed),
        waits_for=sorted(consenting(table, asked.seat) - table.undo_agreed),
    )
