"""A table as the database holds it: its log, and snapshots that spare replaying all of it."""

import hmac
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from caravane.chance import commitment, new_secret
from caravane.door import record_of
from caravane.game import load
from caravane.kernel import source_digest
from caravane.server import effort, wire
from caravane.server.store.log_batch import sitters_after
from caravane.server.store.statements import Batch
from caravane.server.tables import facts
from caravane.server.tables.clocks import Clocks
from caravane.server.tables.sitter import Sitter
from caravane.server.tables.table import LiveTable

LONG = 400  # facts: with more of them work on a whole table is not done on the event loop

T = TypeVar("T")


async def off_loop(size: int, work: Callable[[], T]) -> T:
    """Do what takes as long as `size` facts: a little at once, more in a thread, so that nobody else waits."""
    return work() if size <= LONG else await effort.in_thread(work)


async def look_off_loop(size: int, work: Callable[[], T]) -> T:
    """The same for what somebody only wants to see: of one address one at a time."""
    return work() if size <= LONG else await effort.by_turns(work)


class Saved(Struct, frozen=True, kw_only=True):
    """A snapshot: a cache of what replaying gives, for those who run the same rules."""

    sources: str
    state: bytes
    turn: int
    left: list[int]
    since: int
    running: list[int]
    phase: Any
    ready: list[int]
    seal: bytes = b""  # by the table's secret: what was changed since, by whatever means, is no snapshot


def read_saved(body: bytes, secret: str, sequence: int) -> Saved | None:
    """A snapshot, if it is whole and was made with these sources: the bytes of a state mean something else to others.

    A state from here goes into the rules as it is, so a damaged one is not taken: the log has all that it had.
    """
    try:
        saved = msgspec.msgpack.decode(body, type=Saved)
    except msgspec.MsgspecError:
        return None
    if saved.sources != source_digest():
        return None
    return saved if hmac.compare_digest(saved.seal, _seal(saved, secret, sequence)) else None


def _seal(saved: Saved, secret: str, sequence: int) -> bytes:
    content = msgspec.msgpack.encode((sequence, msgspec.structs.replace(saved, seal=b"")))
    return hmac.digest(secret.encode(), content, "sha256")


def save(table: LiveTable) -> Saved:
    """What a snapshot holds beyond the noted facts."""
    clocks = table.clocks
    saved = Saved(
        sources=source_digest(),
        state=table.state.tobytes(),
        turn=table.turn,
        left=list(clocks.left),
        since=clocks.since,
        running=sorted(clocks.running),
        phase=clocks.phase,
        ready=sorted(clocks.ready),
    )
    return msgspec.structs.replace(saved, seal=_seal(saved, table.secret, table.sequence))


def restore(table: LiveTable, saved: Saved) -> None:
    """Go on from a snapshot; the facts up to it were only noted."""
    assert table.course is not None
    table.course.restore(record_of(saved.state, table.game.state))
    table.turn = saved.turn
    table.clocks = Clocks(
        table.terms.clock,
        tuple(saved.left),
        saved.since,
        frozenset(saved.running),
        saved.phase,
        frozenset(saved.ready),
    )
    table.position_changed()


def rebuild(row: Any, snapshot: Any, log: Sequence[Any]) -> LiveTable:
    """A table from its row, its newest snapshot and its log of (sequence, time, fact); raises if they make no sense.

    Every action that no snapshot covers goes through the rules' door again: what is stored is believed no more
    than what is sent.
    """
    table = LiveTable(
        id=row["id"],
        game=load(row["game"]),
        terms=msgspec.json.decode(row["terms"], type=facts.Terms),
        visibility=row["visibility"],
        secret=row["secret"],
        opened_at=row["opened_at"],
        seats=[Sitter() for _ in range(row["seats"])],
    )
    saved = read_saved(snapshot["body"], row["secret"], snapshot["sequence"]) if snapshot else None
    covered = snapshot["sequence"] if snapshot and saved else 0
    for _, at, body in log[:covered]:
        table.append(facts.decode(body), at)
    if saved:
        restore(table, saved)
    for _, at, body in log[covered:]:
        table.apply(facts.decode(body), at)
    return table


def new_table(
    identity: str,
    now: int,
    *,
    game: str,
    terms: facts.Terms,
    visibility: wire.Visibility,
    seats: Iterable[facts.SeatSet],
    more: Iterable[tuple[facts.AnyFact, int]] = (),
) -> LiveTable:
    """A table as it was opened just now; `more` are facts of another table or a record that go on from there."""
    secret = new_secret()
    promise = "" if terms.imported else commitment(secret)
    opening: list[facts.AnyFact] = [facts.Opened(by=terms.owner, commitment=promise), *seats]
    table = LiveTable(
        id=identity,
        game=load(game),
        terms=terms,
        visibility=visibility,
        secret=secret.hex(),
        opened_at=now,
        seats=[Sitter() for _ in opening[1:]],
    )
    for fact in opening:
        table.apply(fact, now)
    for fact, at in more:
        table.apply(fact, at)
    return table


def batch_of_new(table: LiveTable) -> Batch:
    """What is stored of a table that nobody knows yet; of a long one a snapshot too."""
    row = {
        "id": table.id,
        "game": table.game.id,
        "seats": len(table.seats),
        "terms": msgspec.json.encode(table.terms).decode(),
        "visibility": table.visibility,
        "secret": table.secret,
        "status": table.status,
        "opened_at": table.opened_at,
        "ended_at": table.ended_at,
        "wake_at": table.opened_at if table.status == "running" else None,
        "owner": table.terms.owner,
    }
    events = [
        {"table": table.id, "sequence": number, "at": at, "body": facts.encode(fact)}
        for number, (fact, at) in enumerate(zip(table.log, table.times, strict=True), 1)
    ]
    is_long = table.sequence > LONG and table.state is not None
    return Batch(
        events=events,
        new_table=row,
        sitters=sitters_after(table, table.log),
        snapshot=snapshot_row(table) if is_long else None,
    )


def snapshot_row(table: LiveTable) -> dict[str, Any]:
    """A snapshot as it is stored."""
    return {"table": table.id, "sequence": table.sequence, "body": msgspec.msgpack.encode(save(table))}
