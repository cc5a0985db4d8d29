"""What is stored of a draft: its facts, and what they change in the table's row."""

from collections.abc import Iterable

from caravane.server import wire
from caravane.server.store.statements import Batch
from caravane.server.tables import facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

LOOK_AGAIN_MS = 20_000  # when another process may look after a bot that should have moved
_JUST_MOVED = {facts.Acted}


def batch_of(table: LiveTable, draft: Draft, now: int) -> Batch:
    """What is stored of a draft."""
    kinds = {type(fact) for fact in draft.facts}
    batch = Batch(
        events=[
            {"table": table.id, "sequence": sequence, "at": now, "body": facts.encode(fact)}
            for sequence, fact in enumerate(draft.facts, table.sequence + 1)
        ],
        is_quiet=all(isinstance(fact, facts.Acted) and fact.secret for fact in draft.facts),
    )
    # What the facts lead to is known before they are durable, but shown to nobody.
    changes = _changes(table, draft.facts, now) if kinds != _JUST_MOVED or _is_looked_after(table) else {}
    if changes:
        batch.changes = {"id": table.id, **changes}
    if facts.SeatSet in kinds:
        batch.sitters = sitters_after(table, draft.facts)
    return batch


def _is_looked_after(table: LiveTable) -> bool:
    """Whether a clock or a bot must go on there, whoever else sleeps."""
    return table.clocks.ticks or table.has_bots


def _changes(table: LiveTable, news: Iterable[facts.AnyFact], now: int) -> dict[str, object]:
    """What changes in the table's row."""
    changes: dict[str, object] = {}
    status = _status_after(table, news)
    if status != table.status:
        changes["status"] = status
        if status in ("over", "aborted"):
            changes["ended_at"] = now
    if _is_looked_after(table):
        changes["wake_at"] = None if status != "running" else now + LOOK_AGAIN_MS
    return changes


def _status_after(table: LiveTable, news: Iterable[facts.AnyFact]) -> wire.Status:
    status = table.status
    for fact in news:
        match fact:
            case facts.Started():
                status = "running"
            case facts.Ended():
                status = "over"
            case facts.Aborted():
                status = "aborted"
            case _:
                pass
    return status


def sitters_after(table: LiveTable, news: Iterable[facts.AnyFact]) -> list[dict[str, object]]:
    """Who sits where once this has happened."""
    who = {seat: sitter.person for seat, sitter in enumerate(table.seats)}
    who |= {fact.seat: fact.person for fact in news if isinstance(fact, facts.SeatSet)}
    return [{"table": table.id, "seat": seat, "person": person} for seat, person in who.items() if person]
