"""Positions and lessons as a stranger would try them: long, odd, telling too much. Refused, short, and silent."""

import json
from pathlib import Path
from typing import Any

import pytest

from caravane.game import games
from caravane.lessons import lesson_of
from tests.server.client import Json, Player
from tests.server.conftest import House

SEALED = "africa1880:3 now=1890 seats=france,germany,italy alger:FD/2 kenya:I sahara:F/colony"
SECRET = (
    "africana:2 round=1 turn=France:action row=A6,A10:01,A2,A5:0,A1 north=N4|N6 south=|S1 "
    "Italy=Cairo/silver:2/hand:joker,{hand}/open:N3/done:A3,N8 France=Cape-Town/silver:7/hand:joker,violet"
)
ODD: list[Any] = [
    None, -1, 10**30, 1.5, "", "x" * 50_000, [], {}, True, "\ud800", "\u202e", "pistes " + "L" * 50_000,
    "africa:2 " + "1/" * 25_000, "africa1880:3 " + "x=1 " * 12_000, "africana:2 " + "Italy=" * 8_000,
    "pistes " + "past=" + "9" * 50_000, "africa:٣", "viewer=0", "africa1880:3 viewer=9",
]  # fmt: skip


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind is enough: what is refused is not stored."""
    return f"sqlite:///{tmp_path / 'caravane.db'}"


async def status(who: Player, path: str, body: Any) -> int:
    """The status of an answer, which says something in both languages when it refuses."""
    content = json.dumps(body).encode("utf-8", "surrogatepass")
    answer = await who.http.post(path, content=content, headers={"content-type": "application/json"})
    if answer.status_code >= 400:
        assert len(answer.content) < 8000, "what was sent is not said back at length"
        assert all(answer.json()["text"].values())
    return answer.status_code


async def test_odd_positions_are_refused(house: House) -> None:
    ann = await house.player()
    for game in games():
        seats = [{"type": "me"}] * games()[game].min_seats
        for odd in ODD:
            told = await status(ann, "/api/tables", {"game": game, "seats": seats, "position": odd})
            assert told == (201 if odd is None else 400), odd


async def test_odd_attempts_at_a_lesson_are_refused(house: House) -> None:
    ann = await house.player()
    for game in [each for each in games() if lesson_of(each) is not None]:
        for step in ("-1", "1" + "0" * 30, "x", "1.5", "%00"):
            assert await status(ann, f"/api/lessons/{game}/{step}", {}) in (400, 404), step
        for odd in (*ODD, [{}] * 61, [{"type": "x" * 9000}] * 6, [{"type": ["x"]}], [[[[{}]]]], {"type": 5}):
            told = await status(ann, f"/api/lessons/{game}/0", {"played": [odd], "action": odd})
            assert told in (400, 413), odd
    assert (await ann.get("/health"))["status"] == "ok"


@pytest.mark.parametrize(
    "padding",
    ["sealed=" + "italy," * 8000 + "italy", "seats=france,germany,italy" + "/" * 50_000],
    ids=["said again", "signs that mean nothing"],
)
async def test_a_table_keeps_no_more_of_a_position_than_it_means(house: House, padding: str) -> None:
    """Sixty kilobytes a table, in memory and on the disk, for what says as much in a hundred characters."""
    ann = await house.player()
    line = " ".join(word for word in SEALED.split() if not padding.startswith(word.split("=")[0] + "=")) + " " + padding
    table = (await ann.open("africa1880", "me", "me", "me", position=line))["id"]
    kept = (await house.service.get(table)).terms.position
    assert kept is not None
    assert len(kept) < 1000
    lines = (await ann.get(f"/api/tables/{table}/record")).splitlines()
    head: Json = json.loads(lines[0])
    head["position"] = line
    unfinished = json.dumps(
        {
            "type": "header",
            "caravane": 1,
            **{name: head[name] for name in ("game", "rules_version")},
            "seats": 3,
            "options": head["options"],
            "position": line,
        }
    )
    again = await ann.call("POST", "/api/records", content=unfinished, headers={"content-type": "application/x-ndjson"})
    assert len((await house.service.get(again["id"])).terms.position or "") < 1000


async def test_what_another_seat_holds_in_a_position_is_told_to_nobody(house: House) -> None:
    """Two tables that differ in the hand of the other company: not one byte differs of what this one is shown."""
    ann, bea = await house.player(), await house.player()
    shown: list[list[Any]] = []
    for hand in ("grey*2", "orange*2"):
        table = (await ann.open("africana", "me", "open", position=SECRET.format(hand=hand)))["id"]
        await bea.post(f"/api/tables/{table}/join", {"entropy": "0d1ce5"})
        told: list[Any] = []
        for seat in (1, -1):
            snapshot = await bea.get(f"/api/tables/{table}/snapshot", seat=seat)
            record = (await bea.get(f"/api/tables/{table}/record", seat=seat)).splitlines()
            told += [snapshot["position"], json.loads(record[0])["position"]]
            told.append(await bea.get(f"/api/tables/{table}/position", seat=seat))
        page = (await bea.http.get(f"/t/{table}")).text
        assert "Cairo/silver" not in page
        shown.append(told)
    assert shown[0] == shown[1]
