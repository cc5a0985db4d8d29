"""Talk and writing as two phases under the phase clock: words first, seals afterwards."""

from typing import Any

import pytest

from tests.server.client import Line, Refusal
from tests.server.conftest import House, Serve
from tests.server.test_clocks import Watch

PHASES = {"type": "phases", "negotiation_ms": 480_000, "orders_ms": 60_000}
SET = {"start": "historical", "countries": "seats"}
READY = {"type": "ready"}


async def seated(house: House, *seats: str, **terms: Any) -> tuple[str, list[Line]]:
    """A table of AFRICA 1880 with a phase clock, everybody watching from a seat."""
    people = [await house.player() for seat in seats if seat in ("me", "open")]
    opened = await people[0].open("africa1880", *seats, **{"clock": PHASES, "options": SET, **terms})
    table = str(opened["id"])
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    lines = [await house.line(person) for person in people]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    return table, lines


async def phase(line: Line, table: str, name: str) -> None:
    await line.until(table, lambda now: now["clocks"]["phase"] == name)


def may_seal(line: Line, table: str) -> bool:
    position = line.positions[table]
    assert position is not None
    return any(each["action"] == READY for each in position["legal"])


async def done_talking(table: str, lines: list[Line]) -> None:
    for seat, line in enumerate(lines):
        await line.ask("ready", table=table, seat=seat)
    await phase(lines[0], table, "orders")


async def test_sheets_are_drafted_while_people_talk_and_sealed_afterwards(house: House) -> None:
    table, lines = await seated(house, "me", "open", "open")
    await lines[0].ask("sheet", table=table, seat=0, sheet="France: G", write=True)
    assert not may_seal(lines[0], table)
    with pytest.raises(Refusal, match="talk-first"):
        await lines[0].act(table, 0, READY)
    await done_talking(table, lines)
    assert may_seal(lines[0], table)
    for seat, line in enumerate(lines):
        await line.act(table, seat, READY)
    await lines[0].until(table, lambda now: now["view"]["turn"] == 1)
    assert lines[0].positions[table]["view"]["embassies"]["declared"]["france"]["great-britain"] == "war"  # type: ignore[index]
    await phase(lines[0], table, "negotiation")
    assert not may_seal(lines[0], table)


async def test_nobody_talks_while_sheets_are_written(house: House) -> None:
    table, lines = await seated(house, "me", "open", "open")
    watcher = await house.line(await house.player())
    await watcher.watch(table)
    terms = [{"by": 0, "text": "I shall help you"}]
    await lines[0].ask("say", table=table, text="psst", seat=0, among=[1])
    await lines[0].ask("propose", table=table, seat=0, to=[1], terms=terms)
    await lines[1].ask("ping")
    offer = lines[1].entries[table][-1]["proposal"]["id"]
    await done_talking(table, lines)
    for words in ({"among": [1]}, {"among": None}):
        with pytest.raises(Refusal, match="writing-now"):
            await lines[0].ask("say", table=table, text="one more thing", seat=0, **words)
    with pytest.raises(Refusal, match="writing-now"):
        await lines[0].ask("propose", table=table, seat=0, to=[1], terms=terms)
    for seat, answer in ((1, "accept"), (0, "withdraw")):
        with pytest.raises(Refusal, match="writing-now"):
            await lines[seat].ask("answer_proposal", table=table, seat=seat, proposal=offer, answer=answer)
    await watcher.ask("say", table=table, text="exciting")
    for seat, line in enumerate(lines):
        await line.act(table, seat, READY)
    await phase(lines[0], table, "negotiation")
    await lines[0].ask("say", table=table, text="well done", seat=0, among=[1])


async def test_a_table_may_let_people_talk_and_write_at_once(house: House) -> None:
    table, lines = await seated(house, "me", "open", "open", talk="always")
    assert (await lines[0].player.get(f"/api/tables/{table}"))["talk"] == "always"
    await lines[0].act(table, 0, READY)
    await done_talking(table, lines)
    await lines[1].ask("say", table=table, text="psst", seat=1, among=[2])


async def test_without_a_phase_clock_both_go_on_at_once(house: House) -> None:
    table, lines = await seated(house, "me", "open", "open", clock={"type": "none"})
    assert (await lines[0].player.get(f"/api/tables/{table}"))["talk"] == "always"
    await lines[0].act(table, 0, READY)
    await lines[0].ask("say", table=table, text="psst", seat=0, among=[1])
    ann = lines[0].player
    with pytest.raises(Refusal, match="bad-input"):
        await ann.open("africa1880", "me", "open", "open", clock={"type": "none"}, talk="phases")


async def test_talk_ends_by_the_clock_and_when_the_last_who_talks_gives_up(serve: Serve) -> None:
    time = Watch()
    house = await serve(now=time)
    table, lines = await seated(house, "me", "open", "open")
    time.now += 481_000
    await house.service.scheduler.check_clock(table)
    await phase(lines[0], table, "orders")
    time.now += 61_000
    await house.service.scheduler.check_clock(table)
    await phase(lines[0], table, "negotiation")
    await lines[0].ask("ready", table=table, seat=0)
    await lines[1].ask("ready", table=table, seat=1)
    await lines[2].ask("resign", table=table, seat=2)
    await phase(lines[0], table, "orders")


async def test_bots_say_nothing_while_sheets_are_written_and_seal_theirs_then(house: House) -> None:
    table, (line,) = await seated(house, "me", "bot2", "bot3")
    await line.ask("say", table=table, text="What do you think?", seat=0, among=[1])
    await line.ask("ready", table=table, seat=0)
    await phase(line, table, "orders")
    await line.act(table, 0, READY)
    await line.until(table, lambda now: now["view"]["turn"] == 1)
    await phase(line, table, "negotiation")
    entries = line.entries[table]
    began = [index for index, entry in enumerate(entries) if entry["type"] == "phase_began"]
    assert [entries[index]["phase"] for index in began[:3]] == ["negotiation", "orders", "negotiation"]
    writing = entries[began[1] : began[2]]
    assert not [entry for entry in writing if entry["type"] in ("said", "proposed", "answered")]
    assert {entry["seat"] for entry in writing if entry["type"] == "moved"} == {0, 1, 2}
