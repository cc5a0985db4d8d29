"""Bots negotiate: they answer and make proposals, keep their word, and are polite in two languages."""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from caravane.server.accounts import people
from caravane.server.bots.pool import BotPool
from caravane.server.live import service
from caravane.server.store import snapshots
from caravane.server.tables import facts
from tests.server.client import Json, Line
from tests.server.conftest import House, Serve

OPTIONS = {"start": "historical", "countries": "seats"}
FRENCH = "Bonjour, je ne veux pas la guerre avec vous."
ENGLISH = "Hello, do you want a war with me?"


async def with_bots(house: House, *seats: str) -> tuple[str, Line]:
    """One person at seat 0."""
    ann = await house.player()
    table = (await ann.open("africa1880", *(seats or ("me", "bot1", "bot1")), options=OPTIONS))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    return table, line


async def see(line: Line, table: str, is_it: Callable[[Json], Any]) -> Json:
    """Read on until there is such an entry."""
    async with asyncio.timeout(60):
        while not (found := [entry for entry in line.entries[table] if is_it(entry)]):
            await line.receive(60)
    return found[0]


async def alliance(line: Line, table: str, kind: str = "alliance") -> list[Json]:
    """Seats 0 and 1 promise each other the same."""
    listed = await line.player.get(f"/api/tables/{table}/promises", seat=0)
    names = {"great-britain": 0, "france": 1, "germany": 2}
    return [
        {"by": by, "promise": one["promise"]}
        for by in (0, 1)
        for one in listed[by]["promises"]
        if one["promise"]["type"] == kind and names.get(one["promise"]["to"]) == 1 - by
    ]


def has_status(seat: int, status: str) -> Callable[[Json], bool]:
    """A proposal of that seat which came to that."""
    return lambda entry: (
        entry["type"] == "proposed" and entry["proposal"]["seat"] == seat and entry["proposal"]["status"] == status
    )


def is_said_by_bot(entry: Json) -> bool:
    return bool(entry["type"] == "said" and entry["seat"] != 0)


def is_said_by_bot_in(room: list[int]) -> Callable[[Json], bool]:
    return lambda entry: is_said_by_bot(entry) and entry["among"] == room


async def test_a_bot_accepts_what_serves_it_and_keeps_its_word(house: House) -> None:
    table, line = await with_bots(house)
    await line.ask("propose", table=table, seat=0, to=[1], terms=await alliance(line, table))
    await see(line, table, has_status(0, "accepted"))
    await line.act(table, 0, {"type": "ready"})
    judged = await see(line, table, lambda entry: has_status(0, "accepted")(entry) and kept(entry) != [None, None])
    assert kept(judged) == [True, True]


def kept(entry: Json) -> list[bool | None]:
    return [term["kept"] for term in entry["proposal"]["terms"]]


async def test_a_bot_refuses_a_war_and_says_why(house: House) -> None:
    table, line = await with_bots(house)
    await line.ask("propose", table=table, seat=0, to=[1], terms=await alliance(line, table, "war"))
    await see(line, table, has_status(0, "refused"))
    said = await see(line, table, is_said_by_bot)
    assert (said["seat"], said["among"]) == (1, [0, 1])
    assert said["text"] in ("Non, merci : je n’y ai pas intérêt.", "No, thank you: it does not serve me.")


async def test_bots_make_offers_while_people_can_still_answer(house: House) -> None:
    table, line = await with_bots(house)
    offer = (await see(line, table, has_status(1, "open")))["proposal"]
    assert offer["among"] == [0, 1]
    assert {term["promise"]["type"] for term in offer["terms"]} == {"alliance"}
    await line.ask("answer_proposal", table=table, seat=0, proposal=offer["id"], answer="accept")
    await see(line, table, has_status(1, "accepted"))
    assert not any(entry["type"] == "moved" for entry in line.entries[table]), "no bot has sealed"


@pytest.mark.parametrize(("text", "openings"), [(FRENCH, {"Je", "Ce"}), (ENGLISH, {"I", "That"})])
async def test_a_bot_answers_once_a_turn_in_the_language_of_the_writer(
    house: House, text: str, openings: set[str]
) -> None:
    table, line = await with_bots(house)
    for _ in range(2):
        await line.ask("say", table=table, text=text, seat=0, among=[1])
    said = await see(line, table, is_said_by_bot)
    assert said["text"].split()[0] in openings
    assert said["among"] == [0, 1]
    assert said["name"] == "Attaché"
    await line.act(table, 0, {"type": "ready"})
    await line.until(table, lambda now: 0 in now["to_move"] and now["view"]["year"] > 1880)
    assert len([entry for entry in line.entries[table] if is_said_by_bot(entry)]) == 1


async def test_one_bot_answers_for_all_what_is_said_to_the_whole_table(house: House) -> None:
    table, line = await with_bots(house)
    await line.ask("say", table=table, text=ENGLISH, seat=0)
    said = await see(line, table, is_said_by_bot)
    assert (said["seat"], said["among"]) == (1, None)
    await line.ask("say", table=table, text=ENGLISH, seat=0, among=[2])
    await see(line, table, is_said_by_bot_in([0, 2]))
    assert len([entry for entry in line.entries[table] if is_said_by_bot(entry)]) == 2


async def test_bots_do_not_meddle_when_people_talk_at_the_table(house: House) -> None:
    ann, eve = await house.player(), await house.player()
    table = (await ann.open("africa1880", "me", "bot1", "open", options=OPTIONS))["id"]
    await eve.post(f"/api/tables/{table}/join", {})
    line = await house.line(ann)
    await line.watch(table, 0)
    await line.ask("say", table=table, text=ENGLISH, seat=0)
    await line.ask("say", table=table, text=ENGLISH, seat=0, among=[1])
    said = await see(line, table, is_said_by_bot)
    assert said["among"] == [0, 1], "only what was said to it alone"


async def test_who_reopens_a_sheet_in_time_has_not_sealed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, going, chosen = asyncio.Event(), asyncio.Event(), asyncio.Event()
    choose = BotPool.choose

    async def choose_later(self: BotPool, *asked: Any, **more: Any) -> int:
        thinking.set()
        await going.wait()
        action = await choose(self, *asked, **more)
        chosen.set()
        return action

    monkeypatch.setattr(BotPool, "choose", choose_later)
    table, line = await with_bots(house)
    await see(line, table, has_status(2, "open"))
    await line.act(table, 0, {"type": "ready"})
    await asyncio.wait_for(thinking.wait(), 30)
    await line.act(table, 0, {"type": "unready"})
    going.set()
    await asyncio.wait_for(chosen.wait(), 30)
    await asyncio.sleep(0.2)  # for anything that should not happen
    log = (await house.service.get(table)).log
    assert [fact.seat for fact in log if isinstance(fact, facts.Acted)] == [0, 0]
    await line.act(table, 0, {"type": "ready"})
    await line.until(table, lambda now: now["view"]["year"] > 1880)


async def test_bots_alone_at_a_table_play_on(quick_house: House) -> None:
    table, line = await with_bots(quick_house, "me", "bot1", "bot1")
    await line.ask("resign", table=table, seat=0)
    await line.until(table, lambda now: now["over"])


async def bytes_in_another_room(house: House, secret: bool) -> list[str]:
    """What seat 0 receives while seat 2 talks with the bot at seat 1, or does not."""
    ann, eve = await house.player(), await house.player()
    table = (await ann.open("africa1880", "me", "bot1", "open", options=OPTIONS))["id"]
    await eve.post(f"/api/tables/{table}/join", {})
    line, other = await house.line(ann), await house.line(eve)
    await line.watch(table, 0)
    await other.watch(table, 2)
    await see(line, table, has_status(1, "open"))
    await see(other, table, has_status(1, "open"))
    if secret:
        await other.ask("say", table=table, text="Let us crush seat 0", seat=2, among=[1])
        await see(other, table, lambda entry: entry["type"] == "said" and entry["seat"] == 1)
        offer = (await see(other, table, has_status(1, "open")))["proposal"]
        await other.ask("answer_proposal", table=table, seat=2, proposal=offer["id"], answer="accept")
    for text, others in ((ENGLISH, [1, 2]), ("What did she tell you?", [1])):
        await line.ask("say", table=table, text=text, seat=0, among=others)
        await see(line, table, is_said_by_bot_in([0, *others]))
    await line.ask("propose", table=table, seat=0, to=[1], terms=await alliance(line, table))
    await see(line, table, has_status(0, "accepted"))
    await line.ask("ping", request="same")
    snapshot = await ann.http.get(f"/api/tables/{table}/snapshot", params={"seat": 0})
    return [*line.raw, snapshot.text]


async def test_what_is_said_in_another_room_changes_no_byte(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    received = []
    for number, secret in enumerate((False, True)):
        numbers = itertools.count(1)
        for module in (service, people):
            monkeypatch.setattr(module, "new_id", lambda length=10, numbers=numbers: f"id{next(numbers)}")
        monkeypatch.setattr("caravane.server.live.commands.new_id", lambda length=10: f"proposal{length}")
        monkeypatch.setattr(snapshots, "new_secret", lambda: b"s" * 32)
        for name, value in (("randbelow", 7), ("randbits", 5)):
            monkeypatch.setattr(secrets, name, lambda most, value=value: value)
        monkeypatch.setattr(secrets, "token_hex", lambda length: "0" * 2 * length)
        house = await serve(now=lambda: 1_700_000_000_000, database_url=f"sqlite:///{tmp_path / str(number)}.db")
        received.append(await bytes_in_another_room(house, secret))
        await house.stop()
    assert received[0] == received[1]
