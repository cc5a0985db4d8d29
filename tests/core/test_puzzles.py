"""Puzzles: every one in the package is proved again; what is asked has one best way, and the rest is answered."""

from datetime import date, timedelta
from itertools import islice

import msgspec
import pytest

from caravane.errors import BadInput
from caravane.game import load
from caravane.nodes import line_of
from caravane.puzzles import (
    Puzzle,
    all_puzzles,
    check,
    first_state,
    make,
    module_of,
    of_the_day,
    puzzles_of,
    solution,
    stand,
)
from caravane.text import LANGUAGES

WITH = ("africa", "pistes")
ALL = list(all_puzzles().values())


@pytest.mark.parametrize("game", WITH)
def test_there_are_enough_of_them(game: str) -> None:
    assert len(puzzles_of(game)) >= 12
    assert len({each.level for each in puzzles_of(game)}) > 1


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.id)
def test_it_is_proved_again(puzzle: Puzzle) -> None:
    check(puzzle)


def test_a_short_one_is_proved_in_plain_python() -> None:
    check(next(each for each in puzzles_of("pistes") if each.goal == 2))


def test_a_changed_one_is_not_proved() -> None:
    puzzle = next(each for each in puzzles_of("pistes") if each.goal == 2)
    with pytest.raises(BadInput, match="not proved"):
        check(msgspec.structs.replace(puzzle, goal=3))


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.id)
def test_its_way_is_legal_and_leads_to_the_goal(puzzle: Puzzle) -> None:
    game = load(puzzle.game)
    state = first_state(puzzle)
    start = int(game.rules.points(state, puzzle.seat))
    moves, node = stand(puzzle, solution(puzzle))
    assert node is None
    for move in moves:
        seat, _, name = move.partition(": ")
        action = game.parse(name)
        assert action in game.legal(state, int(seat))
        game.rules.apply_action(state, int(seat), action)
    gained = int(game.rules.points(state, puzzle.seat)) - start
    assert gained == (2 if puzzle.game == "pistes" else puzzle.goal)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.id)
def test_every_legal_action_is_right_or_answered(puzzle: Puzzle) -> None:
    game, module = load(puzzle.game), module_of(puzzle.game)
    state = first_state(puzzle)
    for action in game.legal(state, puzzle.seat):
        name = game.notation(action)
        if name in puzzle.root.right:
            continue
        text = module.refusal(puzzle.goal, name, puzzle.root.wrong.get(name, ""))
        assert all(text.of(language).endswith(".") for language in LANGUAGES)
    title, text = module.task(game.view(state, puzzle.seat), puzzle.seat, puzzle.goal)
    assert str(puzzle.goal) in title.fr
    assert text.en


def test_the_one_of_the_day_changes_and_is_the_same_for_all() -> None:
    days = [date(2026, 11, 18) + timedelta(days=n) for n in range(8)]
    found = [of_the_day(day).id for day in days]
    assert len(set(found)) == len(found)
    assert {each.split("-")[0] for each in found} == set(WITH)
    assert found == [of_the_day(day).id for day in days]


def test_what_was_not_the_way_is_refused() -> None:
    puzzle = ALL[0]
    with pytest.raises(BadInput, match="does not go so"):
        stand(puzzle, [next(iter(puzzle.root.wrong))])
    assert line_of(puzzle.root) == solution(puzzle)


def test_a_game_without_puzzles_says_so() -> None:
    with pytest.raises(BadInput, match="has no puzzles"):
        next(make(load("africa1880")))


@pytest.mark.compiled
def test_more_are_found_and_proved() -> None:
    for puzzle in islice(make(load("africa"), seed=9), 1):
        check(puzzle)
