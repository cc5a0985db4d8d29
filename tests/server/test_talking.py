"""Chat, private channels, proposals, and promises kept and broken."""

import pytest

from caravane.game import games
from tests.server.client import Json, Line, Refusal
from tests.server.conftest import House

NEGOTIATES = [name for name, game in games().items() if game.orders is not None]


async def three_people(house: House, game: str) -> tuple[str, list[Line]]:
    people = [await house.player() for _ in range(3)]
    opened = await people[0].open(game, "me", "open", "open", options={"start": "historical", "countries": "seats"})
    table = opened["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    lines = [await house.line(person) for person in people]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    await caught_up(*lines)
    return table, lines


async def caught_up(*lines: Line) -> None:
    for line in lines:
        await line.ask("ping")


async def test_spectators_talk_among_themselves_until_the_end(house: House) -> None:
    ann, eve = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    player, watcher = await house.line(ann), await house.line(eve)
    await player.watch(table, 0)
    await watcher.watch(table)
    await watcher.ask("say", table=table, text="she should slide left")
    await player.ask("say", table=table, text="hello all", seat=0)
    await caught_up(player, watcher)
    assert [entry["text"] for entry in player.entries[table] if entry["type"] == "said"] == ["hello all"]
    assert len([entry for entry in watcher.entries[table] if entry["type"] == "said"]) == 2


async def test_a_game_without_negotiation_has_no_private_channel(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    with pytest.raises(Refusal, match="no-negotiation"):
        await line.ask("say", table=table, text="psst", seat=0, among=[1])


@pytest.mark.parametrize("game", NEGOTIATES)
async def test_a_private_word_reaches_nobody_else(house: House, game: str) -> None:
    table, lines = await three_people(house, game)
    before = len(lines[2].raw)
    await lines[0].ask("say", table=table, text="let us take Fachoda", seat=0, among=[1])
    await caught_up(*lines)
    assert lines[1].entries[table][-1]["among"] == [0, 1]
    assert "Fachoda" not in "".join(lines[2].raw[before:])
    assert len(lines[2].entries[table]) == len(lines[1].entries[table]) - 1


@pytest.mark.parametrize("game", NEGOTIATES)
async def test_promises_are_judged_when_orders_are_revealed(house: House, game: str) -> None:
    table, lines = await three_people(house, game)
    listed = await lines[0].player.get(f"/api/tables/{table}/promises")
    peace = next(one["promise"] for one in listed[0]["promises"] if one["promise"]["type"] == "alliance")
    war = next(one["promise"] for one in listed[1]["promises"] if one["promise"]["type"] == "war")
    terms = [{"by": 0, "promise": peace}, {"by": 1, "promise": war}, {"by": 1, "text": "and my thanks"}]
    await lines[0].ask("propose", table=table, seat=0, to=[1], terms=terms)
    await caught_up(*lines)
    offer = lines[1].entries[table][-1]["proposal"]
    assert not any(entry["type"] == "proposed" for entry in lines[2].entries[table])
    with pytest.raises(Refusal, match="no-proposal"):
        await lines[2].ask("answer_proposal", table=table, seat=2, proposal=offer["id"], answer="accept")
    await lines[1].ask("answer_proposal", table=table, seat=1, proposal=offer["id"], answer="accept")
    for seat, line in enumerate(lines):  # nobody writes anything: alliance with everybody, so the war was no word
        await line.act(table, seat, {"type": "ready"})
    await caught_up(*lines)
    judged = [entry["proposal"] for entry in lines[0].entries[table] if entry["type"] == "proposed"][-1]
    assert [term["kept"] for term in judged["terms"]] == [True, False, None]


@pytest.mark.parametrize("game", NEGOTIATES)
async def test_nobody_promises_for_a_country_that_is_not_theirs(house: House, game: str) -> None:
    table, lines = await three_people(house, game)
    listed = await lines[0].player.get(f"/api/tables/{table}/promises")
    foreign: Json = listed[2]["promises"][0]["promise"]
    with pytest.raises(Refusal, match="bad-input"):
        await lines[0].ask("propose", table=table, seat=0, to=[1], terms=[{"by": 0, "promise": foreign}])


@pytest.mark.parametrize("game", NEGOTIATES)
async def test_a_sheet_is_read_line_by_line_and_only_its_writer_learns_of_it(house: House, game: str) -> None:
    table, lines = await three_people(house, game)
    before = [len(line.raw) for line in lines]
    read = await lines[0].ask("sheet", table=table, seat=0, sheet="nonsense", write=True)
    assert read["lines"]
    await caught_up(*lines)
    assert [message for message in lines[1].raw[before[1] :] if "pong" not in message] == []


@pytest.mark.parametrize("game", NEGOTIATES)
async def test_a_late_or_doubled_sheet_changes_nothing(house: House, game: str) -> None:
    table, lines = await three_people(house, game)
    orders: Json = {"table": table, "seat": 0, "sheet": "France: G", "write": True}
    seen = lines[0].entries[table][-1]["sequence"]
    await lines[0].ask("sheet", **orders, sequence=seen)
    again = await lines[0].ask("sheet", **orders, sequence=seen + 1)
    assert (again["lines"][0]["status"], again["sequence"]) == ("order", None)
    for seat, line in enumerate(lines):
        await caught_up(*lines)
        last = line.entries[table][-1]["sequence"]
        await line.ask("act", table=table, seat=seat, sequence=last, action={"type": "ready"})
    await caught_up(*lines)
    played = len(lines[0].entries[table])
    with pytest.raises(Refusal, match="stale"):
        await lines[0].ask("sheet", **orders, sequence=seen + 1)
    await caught_up(*lines)
    assert len(lines[0].entries[table]) == played
