"""What was said in private stays private after the end, unless the table said otherwise when it was opened."""

import json

import pytest

from tests.server.client import Json, Line, Player, Refusal
from tests.server.conftest import House

WORD = "Fachoda at dawn"
BOX = {"start": "historical", "countries": "seats"}


async def talked(house: House, **terms: object) -> tuple[str, list[Player]]:
    """A finished table of three, of whom the first two spoke in private; a fourth person only watches."""
    people = [await house.player() for _ in range(4)]
    table = (await people[0].open("africa1880", "me", "open", "open", options=BOX, **terms))["id"]
    for person in people[1:3]:
        await person.post(f"/api/tables/{table}/join", {})
    lines = [await house.line(person) for person in people[:2]]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    await lines[0].ask("say", table=table, text=WORD, seat=0, among=[1])
    await lines[0].ask("propose", table=table, seat=0, to=[1], terms=[{"by": 0, "text": WORD}])
    await lines[1].ask("ping")
    offer = lines[1].entries[table][-1]["proposal"]["id"]
    await lines[1].ask("answer_proposal", table=table, seat=1, proposal=offer, answer="accept")
    await lines[0].ask("say", table=table, text="good day to all", seat=0)
    for person in people[:3]:
        await person.post(f"/api/tables/{table}/abort")
    return table, people


async def all_that_is_read(house: House, person: Player, table: str) -> str:
    """Every way to the past of a finished table, from every seat and as a spectator."""
    read = []
    for seat in range(-2, 3):
        for part in ("snapshot", "frames", "record"):
            read.append(await person.get(f"/api/tables/{table}/{part}", seat=seat))
    line = await house.line(person)
    for watched in (None, 0, 1, 2):
        read.append(await line.watch(table, watched))
    page = await person.http.get(f"/t/{table}/replay")
    exported = await person.http.get(f"/api/tables/{table}/record")
    return json.dumps(read) + page.text + exported.text


@pytest.mark.parametrize(
    ("rooms", "third", "stranger"),
    [(None, False, False), ("never", False, False), ("players", True, False), ("all", True, True)],
)
async def test_who_reads_private_rooms_after_the_end(
    house: House, rooms: str | None, third: bool, stranger: bool
) -> None:
    table, people = await talked(house, **({"rooms": rooms} if rooms else {}))
    assert (await people[3].get(f"/api/tables/{table}"))["rooms"] == (rooms or "never")
    assert WORD in await all_that_is_read(house, people[0], table), "who was there still reads it"
    assert (WORD in await all_that_is_read(house, people[2], table)) == third
    assert (WORD in await all_that_is_read(house, people[3], table)) == stranger


async def test_from_outside_a_history_has_no_gaps_and_goes_on(house: House) -> None:
    table, people = await talked(house)
    line: Line = await house.line(people[3])
    seen: Json = (await line.watch(table, 0))["snapshot"]
    assert seen["seat"] == 0
    assert [entry["sequence"] for entry in seen["entries"]] == list(range(1, seen["sequence"] + 1))
    assert "good day to all" in json.dumps(seen["entries"])
    later = (await people[3].get(f"/api/tables/{table}/snapshot", seat=0, since=seen["sequence"] - 2))["entries"]
    assert [entry["sequence"] for entry in later] == [seen["sequence"] - 1, seen["sequence"]]
    frames = await people[3].get(f"/api/tables/{table}/frames", seat=0)
    assert [frame["sequence"] for frame in frames] == [
        entry["sequence"] for entry in seen["entries"] if entry["sequence"] >= frames[0]["sequence"]
    ]
    seats = (await people[3].get(f"/api/tables/{table}"))["seats"]
    assert not seats[2]["connected"], "who looks from a seat does not sit there"


async def test_a_rematch_keeps_the_choice(house: House) -> None:
    table, people = await talked(house, rooms="players", undo="never")
    again = await people[0].post(f"/api/tables/{table}/rematch")
    assert (again["rooms"], again["undo"]) == ("players", "never")


async def test_a_private_word_waits_for_the_start(house: House) -> None:
    """Another may yet take the seat, and would read what was said to who sat there before."""
    ann = await house.player()
    table = (await ann.open("africa1880", "me", "open", "open"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    with pytest.raises(Refusal, match="not-running"):
        await line.ask("say", table=table, text=WORD, seat=0, among=[1])


async def test_a_game_without_rooms_has_no_such_choice(house: House) -> None:
    ann = await house.player()
    with pytest.raises(Refusal, match="no-negotiation"):
        await ann.open("pistes", "me", "me", rooms="all")
