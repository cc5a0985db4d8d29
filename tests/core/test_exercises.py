"""Every exercise against the rules: its answer is legal, and by its measure no other answer is as good."""

import re
from pathlib import Path
from typing import Any

import pytest

from caravane import exercises, lessons
from caravane.errors import BadInput
from caravane.exercises import Exercise, Exercises
from caravane.game import games, load
from caravane.play import Play, start

DOCS = Path(__file__).parents[2] / "docs"
SEAT = 0
CAMP = {column + row for column in "hij" for row in "789"}
PLAIN = re.compile(r" [:;?!»]|« |'")


def asked(game: str) -> Exercises:
    found = exercises.exercises_of(game)
    assert found is not None, game
    return found


ALL = [(game, number) for game in games() for number in range(10)]


def worth(play: Play) -> Any:
    """What the learner of an exercise is after: pawns at home; points, then presences; points."""
    view: Any = play.game.describe(play.game.view(play.state, SEAT), SEAT)
    if play.game.id == "pistes":
        return sum(pawn.side == "light" and pawn.cell in CAMP for pawn in view.pawns)
    if play.game.id == "africa1880":
        return play.points[SEAT], view.seats[SEAT].presences
    return play.points[SEAT]


def after(play: Play, action: int, later: list[str]) -> Any:
    """What a choice is worth when the rest of the turn is done."""
    here = play.copy()
    here.apply(action, SEAT)
    for notation in later:
        here.apply(notation, SEAT)
    return worth(here)


def best_journeys(play: Play) -> tuple[int, set[tuple[str, ...]]]:
    """The most points that a movement of Africana can reach without a new expedition, and every way to them."""
    most = play.points[SEAT]
    ways: set[tuple[str, ...]] = {()}
    for action in play.legal(SEAT) if play.to_move == [SEAT] else []:
        if play.game.decode(action)["type"] not in ("step", "complete", "finish"):
            continue
        here = play.copy()
        here.apply(action, SEAT)
        points, further = best_journeys(here)
        fresh: set[tuple[str, ...]] = {(play.game.notation(action), *way) for way in further}
        if points > most:
            most, ways = points, fresh
        elif points == most:
            ways |= fresh
    return most, ways


def journey_is_best(play: Play, each: Exercise) -> bool:
    patterns = [re.compile(re.escape(wanted).replace(r"\*", ".*")) for wanted in each.play]
    most, ways = best_journeys(play)
    fits = [
        len(way) == len(patterns) and all(p.fullmatch(w) for p, w in zip(patterns, way, strict=True)) for way in ways
    ]
    return most > play.points[SEAT] and all(fits)


@pytest.mark.parametrize("game", games())
def test_ten_exercises_in_both_languages_name_a_rule(game: str) -> None:
    found = asked(game)
    assert len(found.exercises) == 10
    assert len({each.position for each in found.exercises}) == 10
    numbers = set(re.findall(r"^### §(\S+)$", (DOCS / f"games/{game}.md").read_text(encoding="utf-8"), re.MULTILINE))
    words = [found.title]
    for task in found.tasks.values():
        assert task.rule in numbers
        words += [task.title, task.text, task.wrong]
    words += [each for exercise in found.exercises for each in (exercise.text, exercise.done) if each]
    for each in words:
        assert each.fr != each.en
        assert not PLAIN.search(each.fr), each.fr
        assert "'" not in each.en, each.en


@pytest.mark.parametrize(("game", "number"), ALL)
def test_the_answer_is_legal_and_no_other_is_as_good(game: str, number: int) -> None:
    each = asked(game).exercises[number]
    play = start(game, position=each.position)
    assert SEAT in play.to_move
    if len(each.play) > 1:
        assert journey_is_best(play, each)
        return
    compared = [action for action in play.legal(SEAT) if lessons.fits(play.game, each.among, action)]
    assert len(compared) > 1
    values = {play.game.notation(action): after(play, action, each.after) for action in compared}
    most = max(values.values())
    assert [notation for notation, value in values.items() if value == most] == each.play


@pytest.mark.parametrize("game", games())
def test_exercises_are_played_like_a_lesson(game: str) -> None:
    lesson = exercises.as_lesson(game)
    assert lesson is not None
    for number in range(len(lesson.steps)):
        assert list(lessons.ways(load(game), lesson, number))


def test_a_task_that_is_not_there_is_named() -> None:
    text = 'title = {fr = "a", en = "b"}\ntasks = {}\n[[exercises]]\ntask = "x"\nposition = ""\nplay = []\nlit = []\n'
    with pytest.raises(BadInput, match="task x"):
        exercises.read(text)
