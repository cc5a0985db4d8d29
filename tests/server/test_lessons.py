"""Lessons over HTTP: what is expected leads on, anything else is answered kindly, and nothing is stored."""

import pytest

from caravane.game import games
from caravane.lessons import lesson_of
from tests.server.client import Json, Player, Refusal
from tests.server.conftest import House

TAUGHT = [game for game in games() if lesson_of(game) is not None]


async def attempt(who: Player, game: str, step: int, played: list[Json], action: Json | None = None) -> Json:
    answer: Json = await who.post(f"/api/lessons/{game}/{step}", {"played": played, "action": action})
    return answer


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_walked_through_by_what_is_offered(house: House, game: str) -> None:
    ann = await house.player()
    lesson = await ann.get(f"/api/lessons/{game}")
    played: list[Json] = []
    for number, step in enumerate(lesson["steps"]):
        played = played if step["goes_on"] else []
        answer = await attempt(ann, game, number, played)
        while not answer["done"]:
            position = answer["snapshot"]["position"]
            assert lesson["seat"] in position["to_move"], step["title"]
            action = position["legal"][0]["action"]
            answer = await attempt(ann, game, number, played, action)
            assert (answer["right"], answer["text"]) == (True, None)
            played = [*played, action]
    assert await ann.get("/api/tables", which="mine") == []
    free = lesson["free"]
    others = [f"bot{1}"] * (free["seats"] - 1)
    table = await ann.open(game, *others[: lesson["seat"]], "me", *others[lesson["seat"] :], position=free["position"])
    assert (table["status"], table["my_seats"]) == ("running", [lesson["seat"]])


async def test_what_the_step_does_not_want_is_answered_and_changes_nothing(house: House) -> None:
    ann = await house.player()
    first = await attempt(ann, "pistes", 0, [])
    assert [each["notation"] for each in first["snapshot"]["position"]["legal"]] == ["j2-j7"]
    other = await attempt(ann, "pistes", 0, [], {"type": "move", "from": "h9", "to": "a9"})
    assert (other["right"], other["done"], other["rule"]) == (False, False, None)
    assert "j2" in other["text"]["fr"]
    illegal = await attempt(ann, "pistes", 0, [], {"type": "move", "from": "j2", "to": "j5"})
    assert (illegal["right"], illegal["rule"]) == (False, "3.1")
    assert illegal["snapshot"] == other["snapshot"] == first["snapshot"]


async def test_what_makes_no_sense_is_refused(house: House) -> None:
    ann = await house.player()
    for path in ("nosuch/0", "pistes/99"):
        with pytest.raises(Refusal, match=r"not-found|no such step"):
            await ann.post(f"/api/lessons/{path}", {})
    with pytest.raises(Refusal, match="not-found"):
        await ann.get("/api/lessons/nosuch")
    with pytest.raises(Refusal, match="bad-input"):
        await attempt(ann, "pistes", 0, [{"type": "move", "from": "h9", "to": "a9"}])
    with pytest.raises(Refusal, match="bad-input"):
        await attempt(ann, "pistes", 0, [], {"type": "fly"})
