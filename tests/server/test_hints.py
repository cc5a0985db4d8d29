"""What would you do, and why: asked at the table, answered from what the seat knows."""

import asyncio
from typing import Any

import pytest

from caravane.bots import advice, talks
from caravane.play import start
from caravane.server.bots import program
from caravane.server.live.service import HINTS_AT_ONCE
from caravane.text import Text
from tests.server.client import Refusal
from tests.server.conftest import House, listen


async def test_a_hint_is_a_legal_action_with_a_reason(house: House) -> None:
    ann = await house.player()
    table = await ann.open("pistes", "me", "me")
    assert table["hints"] is True
    hint = await ann.post(f"/api/tables/{table['id']}/hint", {"seat": 0})
    shown = await ann.get(f"/api/tables/{table['id']}/snapshot", seat=0)
    legal = [one["action"] for one in shown["position"]["legal"]]
    assert hint["sequence"] == shown["sequence"]
    assert all(one["action"] in legal for one in hint["suggestions"])
    best = hint["suggestions"][0]
    assert best["text"]["fr"]
    assert best["words"] == {"fr": best["notation"], "en": best["notation"]}  # a move is said as it is written
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


async def test_a_hint_remembers_the_deals_of_the_seat_and_no_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = listen(monkeypatch)
    options = {"start": "historical", "countries": "seats"}
    ann = await house.player()
    table = (await ann.open("africa1880", "me", "me", "me", options=options))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    for seat, other in ((0, 1), (1, 2)):
        promises = (await ann.get(f"/api/tables/{table}/promises", seat=seat))[seat]["promises"]
        await line.ask(
            "propose", table=table, seat=seat, to=[other], terms=[{"by": seat, "promise": promises[0]["promise"]}]
        )
    await ann.post(f"/api/tables/{table}/hint", {"seat": 0})
    (asked,) = [question for question in heard if question.hint]
    assert [(deal.proposer, deal.among, deal.accepted) for deal in asked.memory] == [(0, [0, 1], False)]


def test_who_advises_is_told_of_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    def advise(*asked: Any) -> advice.Advice:
        told.append(asked[-1])
        return advice.Advice([], 0.0, Text("", ""), 0)

    monkeypatch.setattr(advice, "advise", advise)
    play = start("africa1880", seed=1)
    promise = {"type": "alliance", "to": "france"}
    deal = program.Deal(proposer=0, among=[0, 1], turn=3, terms=[program.Term(by=0, promise=promise)], accepted=True)
    view = play.game.view(play.state, 0).tobytes()
    program.advise(program.Question(game="africa1880", view=view, seat=0, level=0, word=1, seconds=0.1, memory=[deal]))
    assert told == [(talks.Deal(0, (0, 1), 3, (talks.Term(0, promise),), True),)]


async def test_a_hint_says_the_action_in_both_languages(house: House) -> None:
    ann = await house.player()
    table = await ann.open("africa", "me", "me")
    [seat] = (await ann.get(f"/api/tables/{table['id']}/snapshot", seat=0))["position"]["to_move"]
    best = (await ann.post(f"/api/tables/{table['id']}/hint", {"seat": seat}))["suggestions"][0]
    assert best["words"]["fr"].startswith("commencer ")
    assert best["words"]["en"].startswith("start in ")
