"""The course of a game: what is kept of the past, and that going back costs no more than going on did."""

import random
from typing import Any

import pytest

from caravane import door
from caravane.chance import SeededChance
from caravane.course import MILESTONE, RECENT, Course
from caravane.errors import BadInput, BadRecord, IllegalAction
from caravane.game import load

PISTES = load("pistes")
OPTIONS = PISTES.check_options({"no_progress": 100})


def begun() -> Course:
    course = Course(PISTES, 2, OPTIONS)
    course.let_chance_decide(SeededChance(1))
    return course


def walk(course: Course, actions: int, luck: random.Random) -> None:
    """Random moves, as many as there are before the end."""
    for _ in range(actions):
        if course.is_over:
            return
        seat = course.to_move[0]
        course.act(seat, luck.choice(course.legal(seat)))


@pytest.fixture
def carried_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often the rules were asked to carry something out, from now on."""
    count = [0]
    real = door.carry_out

    def counting(*args: Any) -> None:
        count[0] += 1
        real(*args)

    monkeypatch.setattr(door, "carry_out", counting)
    return count


def test_taking_back_leads_to_the_same_bytes_however_far() -> None:
    course, states = begun(), []
    for _ in range(3 * MILESTONE):
        states.append(course.state.tobytes())
        walk(course, 1, random.Random(len(states)))
    done = course.done
    assert done > 2 * MILESTONE
    for kept in (done - 1, done - 2, done - RECENT - 3, MILESTONE + 1, MILESTONE, MILESTONE - 1, 5, 0):
        course.undo(kept)
        assert (course.state.tobytes(), course.done) == (states[kept], kept)
        assert course.legal(course.to_move[0])


def test_going_back_step_by_step_costs_as_much_as_going_on(carried_out: list[int]) -> None:
    course = begun()
    walk(course, 150, random.Random(1))
    done, carried_out[0] = course.done, 0
    while course.done:
        course.undo()
    assert carried_out[0] < 5 * done


def test_few_states_are_kept() -> None:
    course = begun()
    walk(course, 200, random.Random(1))
    assert len(course._states) <= RECENT + 2 + course.done // MILESTONE


def test_noted_actions_are_found_again_and_checked() -> None:
    course = begun()
    walk(course, 20, random.Random(2))
    other = Course(PISTES, 2, OPTIONS)
    other.remember_start([step.word for step in course.steps if step.seat < 0])
    for step in course.steps:
        if step.seat >= 0:
            other.remember(step.seat, step.action, [])
    other.find_state()
    assert other.state.tobytes() == course.state.tobytes()
    other.remember(7, 10**30, [])
    with pytest.raises(BadInput):
        other.find_state()


def test_a_fork_does_not_change_where_it_came_from() -> None:
    course = begun()
    before = course.state.tobytes()
    fork = course.fork()
    walk(fork, 5, random.Random(3))
    assert (course.state.tobytes(), course.done) == (before, 0)


@pytest.mark.parametrize("kept", [-1, 3, 4, 10**30, -(10**30)])
def test_nothing_is_taken_back_that_is_not_there(kept: int) -> None:
    course = begun()
    walk(course, 3, random.Random(4))
    with pytest.raises(BadInput, match="nothing to take back"):
        course.undo(kept)
    assert course.done == 3


def test_words_come_when_they_are_asked_for_and_only_then() -> None:
    course = Course(load("africa"), 2, {})
    with pytest.raises(IllegalAction, match="for chance to decide"):
        course.act(0, 0)
    with pytest.raises(BadRecord, match="word of chance is missing"):
        course.replay_start([])
    for word in (-1, 1 << 64, 10**40):
        with pytest.raises(BadInput, match="A word of chance goes from"):
            course.chance(word)
    course.let_chance_decide(SeededChance(1))
    with pytest.raises(IllegalAction, match="Nobody asked"):
        course.chance(5)


def test_an_option_that_does_not_exist_starts_no_game() -> None:
    with pytest.raises(BadInput, match="cannot be"):
        Course(PISTES, 2, {"no_progress": 10**6})
