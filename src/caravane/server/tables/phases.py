"""Talk and writing as two phases, at tables that keep them apart: words first, seals afterwards (africa1880 §2.3).

Private words, proposals and their answers belong to the first phase; a sheet may be drafted meanwhile, but it is sealed
in the second, in which nobody talks. Those who only watch may talk among themselves at any time.
"""

from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable


def is_talk(table: LiveTable) -> bool:
    """Whether it is the time of words, so that no sheet is sealed yet."""
    return table.status == "running" and table.terms.talk == "phases" and table.clocks.phase == "negotiation"


def may_talk(table: LiveTable) -> bool:
    """Whether seats may speak and make proposals: always, but while sheets are written at such a table."""
    is_writing = table.status == "running" and table.clocks.phase == "orders"
    return not (is_writing and table.terms.talk == "phases")


def check_may_talk(table: LiveTable) -> None:
    """Nobody talks while sheets are written."""
    if not may_talk(table):
        raise Refused("writing-now")


def check_may_seal(table: LiveTable, action: int) -> None:
    """No sheet is sealed while people talk."""
    if is_talk(table) and action == sealing(table):
        raise Refused("talk-first")


def sealing(table: LiveTable) -> int | None:
    """The action that seals a sheet."""
    return table.game.orders.ready if table.game.orders is not None else None


def end_talk(draft: Draft, left: frozenset[int]) -> None:
    """Begin the writing when all people who are left have done talking."""
    if draft.table.clocks.phase == "negotiation" and draft.table.clocks.ready >= left:
        draft.add(facts.PhaseBegan(phase="orders"))
