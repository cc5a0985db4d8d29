"""A table of a thousand events opens at once, cold and warm."""

import asyncio
import gzip
import random
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from caravane.course import Course
from caravane.server.live import projection, service
from caravane.server.live.committer import Decide
from caravane.server.live.service import SNAPSHOT_EVERY
from caravane.server.store import database as db
from caravane.server.store import snapshots
from caravane.server.store.loading import DamagedTable, TableReader
from caravane.server.store.snapshots import read_saved, save
from caravane.server.tables import decisions, facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable
from tests.server.conftest import House, Serve

EVENTS = 1000


async def long_table(house: House) -> str:
    """A table with a thousand facts, moves and talk by turns."""
    ann = await house.player()
    table: str = (await ann.open("pistes", "me", "me"))["id"]
    luck = random.Random(3)
    for number in range(EVENTS):
        found = await house.service.get(table)
        await house.service.run(table, _next(found, ann.id, number, luck))
    return table


def _next(table: LiveTable, person: str, number: int, luck: random.Random) -> Decide:
    """A move, or a word when it is the turn of words or the game is over."""
    if table.status != "running" or number % 2 == 0:
        return lambda live: _said(live, person, number)
    seat = table.to_move[0]
    action = table.game.decode(luck.choice(table.game.legal(table.state, seat)))
    last = table.last_sequence(seat)
    return lambda live: decisions.act(live, person, seat, action, last, f"r{number}", 0)


def _said(table: LiveTable, person: str, number: int) -> Draft:
    """A word, even after the end: tables of before have them."""
    draft = Draft(table)
    draft.add(facts.Said(person=person, seat=0, among=None, text=f"word {number}", request=f"s{number}"))
    return draft


async def test_a_cold_table_is_read_from_its_snapshot(serve: Serve) -> None:
    """Only the facts after the newest snapshot are replayed; the result is the same as replaying all."""
    house = await serve()
    table = await long_table(house)
    warm = await house.service.get(table)
    snapshot = await house.people[0].get(f"/api/tables/{table}/snapshot")
    assert snapshot["sequence"] >= EVENTS - 1
    house.service.forget(table)
    cold = await house.service.get(table)
    assert cold is not warm
    assert cold.state.tobytes() == warm.state.tobytes()
    assert (cold.kept_actions, cold.words, cold.position) == (warm.kept_actions, warm.words, warm.position)
    assert await house.people[0].get(f"/api/tables/{table}/snapshot") == snapshot


async def test_a_snapshot_that_means_something_else_is_left_aside(serve: Serve) -> None:
    """The log is the truth: after an update of the rules a state's bytes may have another order."""
    house = await serve()
    table = await long_table(house)
    warm = await house.service.get(table)
    of_other_rules = replace(save(warm), sources="others", state=bytes(len(save(warm).state)))
    for body in (b"", b"\xc1", msgspec.msgpack.encode(of_other_rules)):
        async with house.service.engine.begin() as connection:
            changed = await connection.execute(sa.update(db.snapshots).values(body=body))
        assert changed.rowcount > 0
        house.service.forget(table)
        cold = await house.service.get(table)
        assert cold.state.tobytes() == warm.state.tobytes()
        assert (cold.kept_actions, cold.words, cold.position) == (warm.kept_actions, warm.words, warm.position)


async def test_of_a_thousand_events_a_cold_table_replays_only_the_newest(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What costs time is not done: the rules see no more facts than may come between two snapshots."""
    house = await serve()
    table = await long_table(house)
    house.service.forget(table)
    replayed: list[facts.AnyFact] = []
    apply = LiveTable.apply

    def apply_and_count(self: LiveTable, fact: facts.AnyFact, at: int, *more: Any) -> None:
        replayed.append(fact)
        apply(self, fact, at, *more)

    monkeypatch.setattr(LiveTable, "apply", apply_and_count)
    snapshot = await house.people[0].get(f"/api/tables/{table}/snapshot")
    assert snapshot["sequence"] >= EVENTS - 1
    assert 0 < len(replayed) < SNAPSHOT_EVERY


async def test_a_damaged_snapshot_is_left_aside(serve: Serve) -> None:
    """Its bytes would go into the rules as they are: one that was changed in any part is not believed."""
    house = await serve()
    table = await long_table(house)
    warm = await house.service.get(table)
    saved = save(warm)
    spoilt = bytearray(saved.state)
    spoilt[len(spoilt) // 2] ^= 0xFF
    for changed in (replace(saved, state=bytes(spoilt)), replace(saved, turn=7), replace(saved, seal=b"")):
        body = msgspec.msgpack.encode(changed)
        async with house.service.engine.begin() as connection:
            await connection.execute(sa.update(db.snapshots).values(body=body))
        house.service.forget(table)
        cold = await house.service.get(table)
        assert (cold.state.tobytes(), cold.turn) == (warm.state.tobytes(), warm.turn)
    assert read_saved(msgspec.msgpack.encode(saved), warm.secret, warm.sequence) == saved
    assert read_saved(msgspec.msgpack.encode(saved), warm.secret, warm.sequence - 1) is None


async def test_a_stored_action_that_is_not_legal_opens_no_table(serve: Serve) -> None:
    house = await serve()
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    found = await house.service.get(table)
    for number, (seat, action) in enumerate([(0, 10**9), (99, 0), (-1, 5), (1, 0)]):
        fact = facts.encode(facts.Acted(seat=seat, action=action))
        row = {"table": table, "sequence": found.sequence + 1, "at": 0, "body": fact}
        async with house.service.engine.begin() as connection:
            if number:
                await connection.execute(sa.delete(db.events).where(db.events.c.sequence == row["sequence"]))
            await connection.execute(sa.insert(db.events), [row])
        with pytest.raises(DamagedTable):
            await TableReader(house.service.engine).load(table)


async def test_a_long_history_is_told_written_and_packed_off_the_loop(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one reads a long history nobody else waits: in the thread of the loop only a short one is told."""
    house = await serve()
    table = await long_table(house)
    told, packed = Noted(), Noted()
    monkeypatch.setattr(projection, "entry", told.noting(projection.entry))
    monkeypatch.setattr(gzip, "compress", packed.noting(gzip.compress))
    snapshot = await house.people[0].get(f"/api/tables/{table}/snapshot")
    assert [entry["sequence"] for entry in snapshot["entries"]] == list(range(1, snapshot["sequence"] + 1))
    assert told.elsewhere >= EVENTS - 1
    assert told.here == 0
    assert (packed.here, packed.elsewhere) == (0, 1)
    since = snapshot["sequence"] - 5
    assert (await house.people[0].get(f"/api/tables/{table}/snapshot", since=since))["entries"] == snapshot["entries"][
        -5:
    ]
    assert told.here == 5


async def test_taking_back_after_loading_replays_off_the_loop(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "LONG", 10)
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 16)
    house = await serve()
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    luck = random.Random(3)
    while (await house.service.get(table)).sequence < 48:
        found = await house.service.get(table)
        await house.service.run(table, _next(found, ann.id, 2 * found.sequence + 1, luck))
    await asyncio.gather(*house.service.tasks._running)
    before = await house.service.get(table)
    assert before.course is not None
    last = before.log[before.kept_actions[-1]]
    assert isinstance(last, facts.Acted)
    seat = last.seat
    house.service.forget(table)
    line = await house.line(ann)
    await line.watch(table, seat)
    replayed = Noted()
    monkeypatch.setattr(Course, "replay", replayed.noting(Course.replay))
    await line.ask("undo", table=table, seat=seat)
    assert (await house.service.get(table)).state.tobytes() == before.course.state_after(
        len(before.kept_actions) - 1
    ).tobytes()
    assert replayed.here == 0
    assert replayed.elsewhere > 10


class Noted:
    """Calls of a function, in this thread, which is the loop's, and in others."""

    def __init__(self) -> None:
        self.here = self.elsewhere = 0
        self._mine = threading.get_ident()

    def noting(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its calls noted."""

        def note(*given: Any, **named: Any) -> Any:
            if threading.get_ident() == self._mine:
                self.here += 1
            else:
                self.elsewhere += 1
            return work(*given, **named)

        return note
