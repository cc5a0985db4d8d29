"""Short exercises after a first game: `games/<id>/exercises.toml` as steps of a lesson in which everything is offered.

An exercise is a position with one right answer. What is asked stands once for several of them, as a task. docs/lessons.md
says how to write them, and by which measure the tests know that no other answer is as good.
"""

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from caravane.errors import BadInput
from caravane.game import load
from caravane.lessons import Lesson, Step, Words
from caravane.text import Text


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked, in the same words for each position of its kind."""

    title: Words
    text: Words
    rule: str
    wrong: Words


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """A position and its one right answer."""

    task: str
    position: str
    play: list[str]  # the answer, in order
    lit: list[str]  # what is lit for who asks to be shown
    text: Words | None = None  # where this position needs words of its own
    done: Words | None = None
    among: str = "*"  # which actions the answer is compared with
    after: list[str] = []  # what the learner does afterwards, before the tests measure: seal the sheet


class Exercises(Struct, frozen=True, forbid_unknown_fields=True):
    """All of a file."""

    title: Words
    tasks: dict[str, Task]
    exercises: list[Exercise]


@cache
def exercises_of(game: str) -> Exercises | None:
    """The exercises of a game; None if it has none."""
    file = resources.files("caravane.games") / load(game).id / "exercises.toml"
    return read(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def as_lesson(game: str) -> Lesson | None:
    """The same as a lesson without a free game; None if the game has no exercises."""
    found = exercises_of(game)
    if found is None:
        return None
    return Lesson(found.title, [_step(found.tasks[each.task], each) for each in found.exercises])


def read(text: str) -> Exercises:
    """Exercises from the text of their file; BadInput says what has the wrong form."""
    try:
        found = msgspec.convert(tomllib.loads(text), Exercises)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise _unreadable(str(error)) from error
    for each in found.exercises:
        if each.task not in found.tasks:
            raise _unreadable(f"task {each.task}")
    return found


def _step(task: Task, each: Exercise) -> Step:
    return Step(
        title=task.title,
        text=each.text or task.text,
        rule=task.rule,
        play=each.play,
        wrong=task.wrong,
        position=each.position,
        lit=each.lit,
        done=each.done,
    )


def _unreadable(why: str) -> BadInput:
    return BadInput(Text(f"Les exercices ne se lisent pas : {why}.", f"The exercises cannot be read: {why}."))
