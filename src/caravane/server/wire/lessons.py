"""A first game that teaches, on the wire."""

from typing import Annotated, Any

from msgspec import Meta

from caravane.server.wire import Bilingual, Input, Wire
from caravane.server.wire.history import Snapshot

MOST_PLAYED = 60  # actions from one position of a lesson on; lessons have far fewer


class LessonStep(Wire, frozen=True):
    """One thing to learn: what is said, which rule it is, what the board lights."""

    title: Bilingual
    text: Bilingual
    rule: str
    lit: list[str]  # places in the order of the clicks; those of one click with spaces between
    goes_on: bool  # from where the step before ended, not from a position of its own
    wrong: Bilingual  # what is said to a click that means no action at all
    after: Bilingual | None  # what is said when it is done


class LessonVoice(Wire, frozen=True):
    """What is said in the free game when an action of this type is possible; an empty type: always."""

    when: str
    text: Bilingual


class LessonGame(Wire, frozen=True):
    """The free game at the end: a table to open, with beginners' bots at the other seats."""

    title: Bilingual
    text: Bilingual
    position: str
    seats: int
    voice: list[LessonVoice]


class Lesson(Wire, frozen=True):
    """A lesson, or exercises, without the positions."""

    game: str
    title: Bilingual
    seat: int  # the learner's
    steps: list[LessonStep]
    free: LessonGame | None  # null: exercises
    exercises: bool  # whether exercises follow


class LessonAttempt(Input, frozen=True):
    """What the learner played since the last position of the lesson, and what it tries now."""

    played: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_PLAYED)] = ()
    action: dict[str, Any] | None = None  # null: show where the step stands


class LessonAnswer(Wire, frozen=True):
    """Whether that was it, and where the lesson stands; nothing of it is stored."""

    right: bool
    done: bool  # the step
    text: Bilingual | None  # why it was not
    rule: str | None
    snapshot: Snapshot  # `legal` holds only what the step expects; in exercises everything
