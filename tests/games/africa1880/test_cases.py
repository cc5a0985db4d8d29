"""The numbered cases: orders in, results out. See cases/README.md."""

import pytest

from caravane.game import Structure
from tests.games.africa1880.referee import check_turn, load_cases, table

ALL = load_cases()


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case["id"]))
def test_case(case: Structure) -> None:
    game = table(case["position"])
    for turn in case["turn"]:
        check_turn(game, turn)


def test_there_are_many_cases_each_with_its_own_number() -> None:
    numbers = [case["id"] for case in ALL]
    assert len(set(numbers)) == len(numbers) >= 80
    assert all(case["title"] and case["turn"] for case in ALL)
