"""What would you do, and why: asked at the table, answered from what the seat knows."""

import asyncio

import pytest

from caravane.server.hall import HINTS_AT_ONCE
from tests.server.client import Refusal
from tests.server.conftest import House


async def test_a_hint_is_a_legal_action_with_a_reason(house: House) -> None:
    ann = await house.player()
    table = await ann.open("pistes", "me", "me")
    assert table["hints"] is True
    hint = await ann.post(f"/api/tables/{table['id']}/hint", {"seat": 0})
    shown = await ann.get(f"/api/tables/{table['id']}/snapshot", seat=0)
    legal = [one["action"] for one in shown["position"]["legal"]]
    assert hint["sequence"] == shown["sequence"]
    assert all(one["action"] in legal for one in hint["suggestions"])
    assert hint["suggestions"][0]["text"]["fr"]
    assert -1 <= hint["value"] <= 1
    assert hint["text"]["en"]


async def test_who_may_not_ask_is_told_why(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    with pytest.raises(Refusal, match="not-your-seat"):
        await bea.post(f"/api/tables/{table}/hint", {"seat": 0})
    with pytest.raises(Refusal, match="not-your-turn"):
        await ann.post(f"/api/tables/{table}/hint", {"seat": 1})


async def test_with_a_clock_there_are_no_hints_unless_the_table_says_so(house: House) -> None:
    ann = await house.player()
    clock = {"type": "live"}
    strict = await ann.open("pistes", "me", "me", clock=clock)
    assert strict["hints"] is False
    with pytest.raises(Refusal, match="no-hints"):
        await ann.post(f"/api/tables/{strict['id']}/hint", {"seat": 0})
    assert (await ann.open("pistes", "me", "me", clock=clock, hints=True))["hints"] is True


async def test_somebody_who_asks_too_often_is_asked_to_wait(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    asked = [ann.post(f"/api/tables/{table}/hint", {"seat": 0}) for _ in range(HINTS_AT_ONCE + 1)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert refused.count("too-many") == 1
