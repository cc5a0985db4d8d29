"""A first game that teaches: `games/<id>/lesson.toml` as steps, each of which asks for real actions.

A step begins with a position or goes on from the one before it. It expects the learner's actions in order, each as a
notation in which `*` stands for anything; then others answer as written. What is expected and what follows depends on
no state, so where somebody stands in a lesson is the number of the step and what was played since the last position:
nothing has to be kept. docs/lessons.md says how to write one.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from caravane.chance import SeededChance
from caravane.errors import BadInput
from caravane.game import Game, load
from caravane.play import Play, begin
from caravane.positions import opening
from caravane.text import Text

Move = tuple[int, int]  # a seat and its action
BRANCHES = 40  # ways through a step that are tried out; more of them say nothing new


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence in both languages, as a file holds it."""

    fr: str
    en: str

    @property
    def text(self) -> Text:
        """The same for the rest of the house."""
        return Text(self.fr, self.en)


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind answer to some legal actions that a step does not want."""

    to: str  # a notation with `*`
    fr: str
    en: str


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing to learn, and what the learner does for it."""

    title: Words
    text: Words  # at most two sentences; the last says what to do
    rule: str  # its number in docs/games/<id>.md
    play: list[str]  # the learner's actions, in order
    wrong: Words  # the kind answer to any other action
    position: str | None = None  # without one it goes on where the step before ended
    seed: int = 0  # of what chance gives from this position on
    lit: list[str] = []  # what the board lights, by the order of the clicks; places of one click with spaces between
    then: list[str] = []  # what others do when the step is done: `1: b9-b4`
    answers: list[Kind] = []
    done: Words | None = None  # what is said when the step is done, where there is something to add


class Voice(Struct, frozen=True, forbid_unknown_fields=True):
    """What the lesson says during the free game, when the learner may do something of this type."""

    fr: str
    en: str
    when: str = ""  # the type of an action; empty: whatever is asked


class Free(Struct, frozen=True, forbid_unknown_fields=True):
    """The short game at the end: the learner at its seat, beginners' bots at the others."""

    title: Words
    text: Words
    position: str
    voice: list[Voice]


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A `lesson.toml`: its title, its steps and the free game that ends it."""

    title: Words
    steps: list[Step]
    free: Free | None = None  # None: exercises, in which everything that is legal is offered
    seat: int = 0  # the learner's


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a learner stands: what happened since the last position, and what is expected next."""

    position: str
    seed: int
    moves: list[Move]
    wanted: str | None  # None: the step is done


@cache
def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game; None if it has none."""
    file = resources.files("caravane.games") / load(game).id / "lesson.toml"
    return read(file.read_text(encoding="utf-8")) if file.is_file() else None


def read(text: str) -> Lesson:
    """A lesson from the text of its file; BadInput says what has the wrong form."""
    try:
        return msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(Text(f"La leçon ne se lit pas : {error}.", f"The lesson cannot be read: {error}.")) from error


def stand(game: Game, lesson: Lesson, number: int, played: Sequence[int]) -> Stand:
    """Where somebody stands in a step who played this since the last position; BadInput if a step did not want it."""
    first = _beginning(lesson, number)
    rest = list(played)
    moves: list[Move] = []
    for step in lesson.steps[first:number]:
        if _go_through(game, lesson, step, rest, moves) is not None:
            raise _not_so()
    wanted = _go_through(game, lesson, lesson.steps[number], rest, moves)
    if rest:
        raise _not_so()
    begun = lesson.steps[first]
    return Stand(begun.position or "", begun.seed, moves, wanted)


def fits(game: Game, wanted: str, action: int) -> bool:
    """Whether an action is what a step expects."""
    return fnmatchcase(game.notation(action), wanted)


def answer(game: Game, step: Step, action: int) -> Text:
    """What is said to a legal action that the step does not want."""
    found = next((each for each in step.answers if fits(game, each.to, action)), None)
    return step.wrong.text if found is None else Text(found.fr, found.en)


def replay(game: Game, at: Stand) -> Play:
    """The game at that point, through the rules' own door."""
    play = begin(opening(game, position=at.position), SeededChance(at.seed))
    for seat, action in at.moves:
        play.apply(action, seat)
    return play


def ways(game: Game, lesson: Lesson, number: int) -> Iterator[list[int]]:
    """The ways to do a step that begins at a position, and those that go on from it, as the learner's actions."""
    last = number + 1
    while last < len(lesson.steps) and lesson.steps[last].position is None:
        last += 1
    unfinished: list[tuple[int, list[int]]] = [(number, [])]
    while unfinished:
        at, played = unfinished.pop(0)
        here = stand(game, lesson, at, played)
        if here.wanted is None:
            if at + 1 == last:
                yield played
            else:
                unfinished.append((at + 1, played))
            continue
        play = replay(game, here)
        fitting = [action for action in play.legal(lesson.seat) if fits(game, here.wanted, action)]
        if not fitting:
            raise BadInput(
                Text(
                    f"Étape {at + 1} : {here.wanted} n’est pas permis ici.",
                    f"Step {at + 1}: {here.wanted} is not legal here.",
                )
            )
        room = max(1, BRANCHES - len(unfinished))
        unfinished += [(at, [*played, action]) for action in fitting[:room]]


def _beginning(lesson: Lesson, number: int) -> int:
    """The last step up to this one that begins with a position."""
    if not 0 <= number < len(lesson.steps):
        raise BadInput(Text("Cette étape n’existe pas.", "There is no such step."))
    while number and lesson.steps[number].position is None:
        number -= 1
    return number


def _go_through(game: Game, lesson: Lesson, step: Step, rest: list[int], moves: list[Move]) -> str | None:
    """Take what a step expects from `rest` over to `moves`, and what others answer; the first action that is missing."""
    for wanted in step.play:
        if not rest:
            return wanted
        if not fits(game, wanted, rest[0]):
            raise _not_so()
        moves.append((lesson.seat, rest.pop(0)))
    moves += [_reply(game, line) for line in step.then]
    return None


def _reply(game: Game, line: str) -> Move:
    seat, _, notation = line.partition(": ")
    return int(seat), game.parse(notation)


def _not_so() -> BadInput:
    return BadInput(
        Text(
            "Ce n’est pas ce que la leçon attendait ; recommencez l’étape.",
            "This is not what the lesson expected; begin the step again.",
        )
    )
