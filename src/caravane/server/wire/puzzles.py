"""Puzzles, on the wire."""

from typing import Annotated, Any

from msgspec import Meta

from caravane.server.wire import Bilingual, Input, Wire
from caravane.server.wire.history import Snapshot

MOST_TRIED = 20  # actions of one puzzle; none has so many


class PuzzleCard(Wire, frozen=True):
    """A puzzle as a list shows it."""

    id: str
    game: str
    level: int  # 1 easy .. 3 hard
    title: Bilingual


class Puzzles(Wire, frozen=True):
    """All of them, and the one of the day."""

    puzzles: list[PuzzleCard]
    daily: str  # an id


class Puzzle(Wire, frozen=True):
    """What is asked; not how it is done."""

    id: str
    game: str
    level: int
    title: Bilingual
    text: Bilingual
    seat: int


class PuzzleAttempt(Input, frozen=True):
    """What the solver played so far, and what it tries now."""

    played: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_TRIED)] = ()
    action: dict[str, Any] | None = None  # null: show where it stands
    gives_up: bool = False  # show the solution


class PuzzleWay(Wire, frozen=True):
    """A step of the solution."""

    action: dict[str, Any]
    words: Bilingual


class PuzzleAnswer(Wire, frozen=True):
    """Whether that was it, and where it stands; nothing of it is stored."""

    right: bool
    done: bool
    text: Bilingual | None  # why it was not it; when it is done: why it was
    rule: str | None
    solution: list[PuzzleWay]  # only when it is done or given up
    snapshot: Snapshot
