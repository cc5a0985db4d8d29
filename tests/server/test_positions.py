"""Positions as text on the server: a table begins with one, one is copied, a record that began with one comes back."""

import json

import pytest

from caravane import record
from caravane.proof import verify
from tests.server.client import Refusal
from tests.server.conftest import House, Serve

PISTES = "pistes match=single gate_limit=3 7LLL/7LLL/7LL1/5D4/3D6/4D5/6D3/DD7L/DDD7 L"
AFRICA = (
    "africa:3 hidden_treasure=true viewer=0 .3/7./9/10/11/12/2.8/7/5/4./5/5/4/3/.1 2:city at=b9,a3,- "
    "treasure1=? treasure2=? hidden=?"
)


async def test_a_table_begins_where_a_position_says_and_its_record_comes_back(house: House) -> None:
    ann = await house.player()
    table = await ann.open("pistes", "me", "me", position=PISTES)
    assert (table["from_position"], table["options"]["gate_limit"]) == (True, 3)
    snapshot = await ann.get(f"/api/tables/{table['id']}/snapshot")
    assert snapshot["position"]["view"]["home"] == [8, 5]
    move = {"type": "move", "from": "j2", "to": "j7"}
    await ann.post(
        f"/api/tables/{table['id']}/actions",
        {"seat": 0, "action": move, "sequence": snapshot["sequence"], "request": "win"},
    )
    text = await ann.get(f"/api/tables/{table['id']}/record")
    found = record.read(text)
    assert found.header.position is not None
    assert sorted(found.header.position.split()) == sorted(PISTES.split())
    assert verify(found).ending == "home"
    again = await ann.call("POST", "/api/records", content=text, headers={"content-type": "application/x-ndjson"})
    frames = await ann.get(f"/api/tables/{again['id']}/frames")
    assert frames[0]["position"]["view"]["home"] == [8, 5]
    assert frames[-1]["position"]["over"]
    started = next(frame["sequence"] for frame in frames)
    line = await ann.get(f"/api/tables/{again['id']}/position", sequence=started)
    assert sorted(line["position"].split()[:4]) == sorted(PISTES.split()[:4])
    branch = await ann.post(
        f"/api/tables/{again['id']}/branch", {"sequence": started, "seats": [{"type": "me"}, {"type": "me"}]}
    )
    branched = await ann.get(f"/api/tables/{branch['id']}/snapshot")
    assert branched["position"]["view"]["home"] == [8, 5]


async def test_it_is_taken_back_and_loaded_again_as_it_was(serve: Serve) -> None:
    house = await serve()
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me", position=PISTES))["id"]
    first = (await ann.get(f"/api/tables/{table}/position"))["position"]
    line = await house.line(ann)
    await line.watch(table, 0)
    await line.act(table, 0, {"type": "move", "from": "h9", "to": "a9"})
    before = (await ann.get(f"/api/tables/{table}/position"))["position"]
    await house.stop()
    later = await serve()
    again = ann.back(later.base)
    later.people.append(again)
    assert (await again.get(f"/api/tables/{table}/position"))["position"] == before != first
    line = await later.line(again)
    await line.watch(table, 0)
    await line.ask("undo", table=table, seat=0)
    assert (await again.get(f"/api/tables/{table}/position"))["position"] == first


async def test_what_a_viewer_does_not_know_is_dealt_and_stays_unknown_in_what_it_copies(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    opened = await ann.open("africa", "me", "me", "open", position=AFRICA)
    await bea.post(f"/api/tables/{opened['id']}/join", {"entropy": "0d1ce5"})
    mine = (await ann.get(f"/api/tables/{opened['id']}/position", seat=0))["position"]
    hers = (await bea.get(f"/api/tables/{opened['id']}/position"))["position"]
    public = (await ann.get(f"/api/tables/{opened['id']}/position", seat=-1))["position"]
    assert ("viewer=0" in mine, "viewer=2" in hers, "viewer=public" in public) == (True, True, True)
    assert all("hidden=?" in line for line in (mine, hers, public))
    with pytest.raises(Refusal, match="not-your-seat"):
        await bea.get(f"/api/tables/{opened['id']}/position", seat=0)
    lines = (await bea.get(f"/api/tables/{opened['id']}/record")).splitlines()
    assert "hidden=?" in json.loads(lines[0])["position"]


@pytest.mark.parametrize(
    ("position", "part"),
    [
        ("pistes 7LLL/7LLL L", "7LLL/7LLL"),
        ("africa:2 equal_turns=true", "africa:2"),
        ("pistes gate_limit=99", "gate_limit"),
        ("pistes match=single 7LLL/7LLL/7LLL/D9/D9/D9/4DDD3/4DDD3/10 over-D first=home:0", "over"),
    ],
)
async def test_what_is_wrong_with_a_position_is_named_in_both_languages(house: House, position: str, part: str) -> None:
    ann = await house.player()
    with pytest.raises(Refusal, match="bad-input") as refused:
        await ann.open("pistes", "me", "bot1", position=position)
    assert part in refused.value.body["text"]["en"]
    assert refused.value.body["text"]["fr"] != refused.value.body["text"]["en"]


async def test_a_position_says_its_options_and_seats_itself(house: House) -> None:
    ann = await house.player()
    with pytest.raises(Refusal, match="options"):
        await ann.open("pistes", "me", "me", position=PISTES, options={"gate_limit": 2})
    with pytest.raises(Refusal, match="seats"):
        await ann.open("africa", "me", "me", position=AFRICA)


async def test_a_record_with_a_position_that_cannot_be_is_refused_with_its_line(house: House) -> None:
    ann = await house.player()
    head = {"type": "header", "caravane": 1, "game": "pistes", "rules_version": 1, "seats": 2, "options": {}}
    text = json.dumps(head | {"position": "pistes 7LLL L"})
    with pytest.raises(Refusal, match="bad-record") as refused:
        await ann.call("POST", "/api/records", content=text, headers={"content-type": "application/x-ndjson"})
    assert "7LLL" in refused.value.body["text"]["fr"]
