"""Commands of one socket: their order, repetition, races and failures."""

import asyncio
import json
from typing import Any

import pytest

from caravane.server.live.committer import Decide
from caravane.server.store.log import Then
from caravane.server.store.statements import Batch
from caravane.server.tables import facts, talking
from tests.server.client import Line, Refusal
from tests.server.conftest import House


async def sit_down(house: House) -> tuple[Line, str, dict[str, Any]]:
    """One person at both seats, and an action that seat 0 may choose."""
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    position = line.positions[table]
    assert position is not None
    return line, table, position["legal"][0]["action"]


def types(line: Line, table: str) -> list[str]:
    return [entry["type"] for entry in line.entries[table]]


async def test_answers_come_in_the_order_of_the_commands(house: House) -> None:
    line, table, action = await sit_down(house)
    act = {"type": "act", "request": "1", "table": table, "seat": 0, "action": action}
    act["sequence"] = len(line.entries[table])
    for command in (act, {"type": "ping", "request": "2"}, act, {"type": "ping", "request": "3"}):
        await line.socket.send(json.dumps(command))
    answers: list[tuple[str, str]] = []
    while len(answers) < 4:
        message = await line.receive()
        if "request" in message:
            answers.append((message["type"], message["request"]))
    assert answers == [("done", "1"), ("pong", "2"), ("done", "1"), ("pong", "3")]
    assert types(line, table).count("moved") == 1


async def test_an_action_that_lost_a_race_is_decided_anew(house: House) -> None:
    line, table, action = await sit_down(house)
    known = await house.service.get(table)
    said = facts.encode(facts.Said(person=known.terms.owner, seat=0, among=None, text="first"))
    row = {"table": table, "sequence": known.sequence + 1, "at": known.opened_at, "body": said}
    await house.service.writer.append(Batch(events=[row]))  # as another process would
    await line.act(table, 0, action)
    assert types(line, table)[-2:] == ["said", "moved"]


async def test_a_table_is_free_again_when_the_disk_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    line, table, action = await sit_down(house)

    def fail(batch: Batch, then: Then) -> None:
        then(OSError("disk full"))

    with monkeypatch.context() as patched:
        patched.setattr(house.service.writer, "put", fail)
        with pytest.raises(Refusal, match="broken"):
            await line.act(table, 0, action)
    assert types(line, table)[-1] == "started"
    await line.act(table, 0, action)
    assert types(line, table)[-1] == "moved"


async def test_commands_to_one_table_are_carried_out_in_the_order_in_which_they_came(house: House) -> None:
    _, table, _ = await sit_down(house)
    known = await house.service.get(table)
    house.service.forget(table)  # the first has to wait for the database, and the others for the first

    def say(text: str) -> Decide:
        return lambda found: talking.say(found, known.terms.owner, 0, None, text, text)

    texts = [str(number) for number in range(20)]
    await asyncio.gather(*(house.service.run(table, say(text), text) for text in texts))
    log = (await house.service.get(table)).log
    assert [fact.text for fact in log if isinstance(fact, facts.Said)] == texts
    assert house.service.cache.in_use == 1, "the socket that watches"


async def test_a_command_that_nobody_waits_for_any_more_is_finished(house: House) -> None:
    line, table, action = await sit_down(house)
    owner = (await house.service.get(table)).terms.owner
    asked = house.service.run(table, lambda found: talking.say(found, owner, 0, None, "hm", "r"), "r")
    waiting = asyncio.create_task(asked)
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await line.act(table, 0, action)
    assert types(line, table)[-2:] == ["said", "moved"]
