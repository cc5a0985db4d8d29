"""HTTP: first games that teach."""

from collections.abc import Callable

from litestar import get, post
from litestar.params import FromPath, JSONBody

from caravane.errors import BadInput
from caravane.exercises import as_lesson
from caravane.game import Game, load
from caravane.lessons import Free, Lesson, Step, lesson_of
from caravane.positions import read as read_position
from caravane.server.http.dependencies import ThePerson, TheService
from caravane.server.live import lessons
from caravane.server.problems import Refused, bilingual
from caravane.server.wire import lessons as wire
from caravane.text import Text


def find(name: str, lessons_of: Callable[[str], Lesson | None] = lesson_of) -> tuple[Game, Lesson]:
    """A game and its lesson, or its exercises; refuses where there are none."""
    try:
        game = load(name)
    except BadInput as error:
        raise Refused("not-found") from error
    lesson = lessons_of(game.id)
    if lesson is None:
        raise Refused("not-found")
    return game, lesson


@get("/api/lessons/{game:str}", summary="The first game of a game: its steps", tags=["lessons"])
async def get_lesson(game: FromPath[str]) -> wire.Lesson:
    return _written(*find(game))


@get("/api/exercises/{game:str}", summary="Short exercises after the first game", tags=["lessons"])
async def get_exercises(game: FromPath[str]) -> wire.Lesson:
    return _written(*find(game, as_lesson))


def _written(game: Game, lesson: Lesson) -> wire.Lesson:
    return wire.Lesson(
        game=game.id,
        title=bilingual(lesson.title.text),
        seat=lesson.seat,
        steps=[_step(step) for step in lesson.steps],
        free=None if lesson.free is None else _free(game, lesson.free),
        exercises=lesson.free is not None and as_lesson(game.id) is not None,
    )


def _free(game: Game, free: Free) -> wire.LessonGame:
    return wire.LessonGame(
        title=bilingual(free.title.text),
        text=bilingual(free.text.text),
        position=free.position,
        seats=read_position(free.position, game).seats,
        voice=[wire.LessonVoice(when=voice.when, text=bilingual(Text(voice.fr, voice.en))) for voice in free.voice],
    )


def _step(step: Step) -> wire.LessonStep:
    return wire.LessonStep(
        title=bilingual(step.title.text),
        text=bilingual(step.text.text),
        rule=step.rule,
        lit=step.lit,
        goes_on=step.position is None,
        wrong=bilingual(step.wrong.text),
        after=None if step.done is None else bilingual(step.done.text),
    )


@post(
    "/api/lessons/{game:str}/{step:int}",
    status_code=200,
    summary="Try something in a step, or see where it stands; nothing is stored",
    tags=["lessons"],
)
async def try_step(
    game: FromPath[str], step: FromPath[int], data: JSONBody[wire.LessonAttempt], service: TheService, person: ThePerson
) -> wire.LessonAnswer:
    found, lesson = find(game)
    return lessons.attempt(found, lesson, step, data, person.id, service.people)


@post(
    "/api/exercises/{game:str}/{step:int}",
    status_code=200,
    summary="Try an answer to an exercise, or see its position; nothing is stored",
    tags=["lessons"],
)
async def try_exercise(
    game: FromPath[str], step: FromPath[int], data: JSONBody[wire.LessonAttempt], service: TheService, person: ThePerson
) -> wire.LessonAnswer:
    found, lesson = find(game, as_lesson)
    return lessons.attempt(found, lesson, step, data, person.id, service.people)


HANDLERS = [get_lesson, try_step, get_exercises, try_exercise]
