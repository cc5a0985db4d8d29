"""The operator is bound too: the commitment is public before anybody adds a part, and the record shows the order."""

import hashlib
import hmac
import json

import pytest

from caravane import record
from caravane.chance import commitment
from caravane.proof import verify
from tests.server.client import Json, Player, Refusal
from tests.server.conftest import House


async def test_the_commitment_is_public_before_anybody_adds_a_part(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    opened = await ann.open("africa", "me", "open", adds_entropy=True)
    promise, table = opened["fairness"]["commitment"], opened["id"]
    assert len(promise) == 64
    assert [seat["entropy"] for seat in opened["seats"]] == ["", ""]
    assert opened["seats"][0]["awaits_entropy"]
    seen = (await bea.get(f"/api/tables/{table}/snapshot"))["entries"][0]
    assert (seen["type"], seen["commitment"]) == ("opened", promise)

    joined = await bea.post(f"/api/tables/{table}/join", {"entropy": "00ff"})
    assert joined["status"] == "open", "the start waits for the one who said that she adds her part"
    started = await ann.post(f"/api/tables/{table}/entropy", {"entropy": "a1"})
    assert (started["status"], started["fairness"]["commitment"]) == ("running", promise)
    assert [seat["entropy"] for seat in started["seats"]] == ["a1", "00ff"]
    entries = (await bea.get(f"/api/tables/{table}/snapshot"))["entries"]
    kinds = [entry["type"] for entry in entries]
    assert kinds[0] == "opened"
    assert kinds[-3:] == ["seated", "entropy_added", "started"]
    assert (entries[-1]["commitment"], entries[-1]["entropy"]) == (promise, ["a1", "00ff"])


async def test_alone_against_bots_one_is_bound_and_binds_too(house: House) -> None:
    ann = await house.player()
    opened = await ann.open("pistes", "me", "bot1", adds_entropy=True)
    assert opened["status"] == "open"
    started = await ann.post(f"/api/tables/{opened['id']}/entropy", {"entropy": "07"})
    assert started["status"] == "running"


async def test_a_part_is_given_once_and_only_before_the_start(house: House) -> None:
    ann, eve = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open", adds_entropy=True))["id"]
    path = f"/api/tables/{table}/entropy"
    with pytest.raises(Refusal, match="not-your-seat"):
        await eve.post(path, {"entropy": "07"})
    await ann.post(path, {"entropy": "07"})
    await ann.post(path, {"entropy": "07"})  # sent again: nothing changes
    with pytest.raises(Refusal, match="already-added"):
        await ann.post(path, {"entropy": "08"})
    await eve.post(f"/api/tables/{table}/join", {})
    with pytest.raises(Refusal, match="already-started"):
        await eve.post(path, {"entropy": "08"})
    assert [seat["entropy"] for seat in (await ann.get(f"/api/tables/{table}"))["seats"]] == ["07", ""]


@pytest.mark.parametrize("entropy", ["my dice", "0", "0A", "00\n", "00" * 33, " 00", "é0"])
async def test_a_part_has_one_form(house: House, entropy: str) -> None:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open", adds_entropy=True))["id"]
    with pytest.raises(Refusal, match="malformed"):
        await bea.post(f"/api/tables/{table}/join", {"entropy": entropy})
    with pytest.raises(Refusal, match="malformed"):
        await ann.post(f"/api/tables/{table}/entropy", {"entropy": entropy})


async def test_nobody_sends_a_part_before_the_commitment(house: House) -> None:
    ann = await house.player()
    with pytest.raises(Refusal, match="malformed"):
        await ann.open("pistes", "me", "bot1", entropy="07")


async def ended(house: House) -> tuple[Player, Json, str]:
    """A table that was opened, joined and given up: its last facts and its record."""
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("africa", "me", "open", adds_entropy=True))["id"]
    await ann.post(f"/api/tables/{table}/entropy", {"entropy": "a1"})
    await bea.post(f"/api/tables/{table}/join", {"entropy": "00ff"})
    line = await house.line(bea)
    await line.ask("resign", table=table, seat=1)
    return ann, await ann.get(f"/api/tables/{table}"), await ann.get(f"/api/tables/{table}/record")


async def test_a_stranger_proves_the_record_from_the_page_alone(house: House) -> None:
    _, table, text = await ended(house)
    header, *lines = map(json.loads, text.splitlines())
    secret = bytes.fromhex(table["fairness"]["secret"])
    assert hashlib.sha256(secret).hexdigest() == header["commitment"] == table["fairness"]["commitment"]
    assert header["order"] == {"commitment": 1, "entropy": [4, 5], "start": 6}
    name = table["id"].encode()
    message = b"caravane chance 2\0" + bytes([len(name)]) + name + b"\x02" + b"\x01\xa1" + b"\x02\x00\xff"
    for number, line in enumerate(line for line in lines if line["type"] == "chance"):
        digest = hmac.new(secret, message + number.to_bytes(8, "big"), hashlib.sha256).digest()
        assert line["word"] == digest[:8].hex()
    proof = verify(record.read(text))
    assert (proof.chance, proof.ordered) == ("committed", True)
    assert proof.words > 0


async def test_an_imported_and_a_branched_table_promise_nothing_wrong(house: House) -> None:
    ann, table, text = await ended(house)
    imported = await ann.call("POST", "/api/records", content=text.encode())
    assert imported["fairness"]["commitment"] == table["fairness"]["commitment"]
    seats = [{"type": "me"}, {"type": "me"}]
    branch = await ann.post(f"/api/tables/{table['id']}/branch", {"sequence": 6, "seats": seats})
    live = await house.service.get(branch["id"])
    assert branch["fairness"]["commitment"] == commitment(bytes.fromhex(live.secret))


async def test_a_rematch_waits_for_a_part_too(house: House) -> None:
    ann, table, _ = await ended(house)
    again = await ann.call("POST", f"/api/tables/{table['id']}/rematch?adds_entropy=true")
    mine = again["my_seats"][0]
    assert again["seats"][mine]["awaits_entropy"]
    after = await ann.post(f"/api/tables/{again['id']}/entropy", {"entropy": "07"})
    assert (after["seats"][mine]["entropy"], after["seats"][mine]["awaits_entropy"]) == ("07", False)
