"""Puzzles over HTTP: a try is answered, nothing is stored, the solution is not told before."""

import pytest

from caravane.game import load
from caravane.puzzles import Puzzle, puzzles_of, solution
from tests.server.client import Refusal
from tests.server.conftest import House


def one(game: str) -> Puzzle:
    return puzzles_of(game)[0]


async def test_the_list_has_all_and_one_of_the_day(house: House) -> None:
    ann = await house.player()
    found = await ann.get("/api/puzzles")
    assert found["daily"] in {each["id"] for each in found["puzzles"]}
    assert {each["game"] for each in found["puzzles"]} >= {"pistes", "africa"}


@pytest.mark.parametrize("name", ["africa", "pistes"])
async def test_a_puzzle_is_solved_step_by_step(house: House, name: str) -> None:
    ann, puzzle, game = await house.player(), one(name), load(name)
    asked = await ann.get(f"/api/puzzles/{puzzle.id}")
    assert "solution" not in asked
    played: list[dict[str, object]] = []
    for number, each in enumerate(solution(puzzle), 1):
        action = game.decode(game.parse(each))
        answer = await ann.post(f"/api/puzzles/{puzzle.id}", {"played": played, "action": action})
        assert answer["right"] is True
        assert answer["done"] is (number == len(solution(puzzle)))
        assert bool(answer["solution"]) is answer["done"]
        played.append(action)
    assert answer["text"]["fr"]


@pytest.mark.parametrize("name", ["africa", "pistes"])
async def test_a_wrong_try_is_answered_and_changes_nothing(house: House, name: str) -> None:
    ann, puzzle, game = await house.player(), one(name), load(name)
    before = await ann.post(f"/api/puzzles/{puzzle.id}", {})
    wrong = game.decode(game.parse(next(iter(puzzle.root.wrong))))
    answer = await ann.post(f"/api/puzzles/{puzzle.id}", {"action": wrong})
    assert (answer["right"], answer["done"], answer["solution"]) == (False, False, [])
    assert answer["text"]["en"].endswith("try once more.") or "Try once more" in answer["text"]["en"]
    assert answer["snapshot"]["position"]["view"] == before["snapshot"]["position"]["view"]


async def test_who_gives_up_sees_the_way(house: House) -> None:
    ann, puzzle = await house.player(), one("pistes")
    answer = await ann.post(f"/api/puzzles/{puzzle.id}", {"gives_up": True})
    assert [each["words"]["en"] for each in answer["solution"]] == solution(puzzle)


async def test_what_is_no_puzzle_is_refused(house: House) -> None:
    ann = await house.player()
    with pytest.raises(Refusal, match="not-found"):
        await ann.get("/api/puzzles/pistes-000000")
    with pytest.raises(Refusal, match="bad-input"):
        await ann.post(f"/api/puzzles/{one('pistes').id}", {"played": [{"type": "pass"}]})
