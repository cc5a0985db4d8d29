"""Positions of the past, as a viewer knew them then."""

from dataclasses import dataclass
from typing import Any

from caravane import positions
from caravane.course import Course
from caravane.server import wire
from caravane.server.live import projection
from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.table import LiveTable
from caravane.server.tables.visibility import as_seat


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which positions somebody wants to see, found while nobody changes the table; `show` may take its time."""

    table: LiveTable
    viewer: int
    sequences: dict[int, int]  # index in the log -> the viewer's sequence


def frames(table: LiveTable, viewer: int, start: int, stop: int, step: int = 1) -> list[wire.Frame]:
    """The positions after every step-th of the viewer's entries start..stop-1, counted back from the last one.

    Entries before the start of the game have none.
    """
    return show(choose(table, viewer, start, stop, step))


def choose(table: LiveTable, viewer: int, start: int, stop: int, step: int = 1) -> Wanted:
    """Find the entries whose positions are wanted."""
    seen = table.seen_by(viewer)
    stop = min(stop, len(seen) + 1)
    first = start + (stop - 1 - start) % step
    return Wanted(table, viewer, {seen[sequence - 1]: sequence for sequence in range(first, stop, step)})


def show(wanted: Wanted) -> list[wire.Frame]:
    """Make the positions; the rules run over what lies between them, once."""
    table, viewer = wanted.table, wanted.viewer
    if not wanted.sequences or table.begun is None:
        return []
    first, last = min(wanted.sequences), max(wanted.sequences)
    course = course_after(table, first)
    shown = _shown(table, course.state, viewer) if first >= table.begun_at else None
    found: list[wire.Frame] = []
    for at in range(first, last + 1):
        fact = table.log[at]
        if at > first and carry_on(table, course, fact):
            shown = None
        if at in wanted.sequences and at >= table.begun_at:
            if shown is None:
                shown = _shown(table, course.state, viewer)
            found.append(wire.Frame(sequence=wanted.sequences[at], position=shown))
    return found


def course_after(table: LiveTable, last: int) -> Course:
    """The course as it was after a fact: from the nearest state that is known, not from the start."""
    assert table.begun is not None
    if last < table.begun_at:
        return Course(table.game, len(table.seats), table.terms.options)
    course = table.course_at_start(table.begun.words, noted=True)
    stood: list[int] = []
    for at in range(table.begun_at, last + 1):
        fact = table.log[at]
        if isinstance(fact, facts.Acted):
            stood.append(at)
            course.remember(fact.seat, fact.action, fact.words)
        elif isinstance(fact, facts.Undone):
            del stood[fact.kept :]
            course.forget(fact.kept)
    if table.course is not None:
        course.borrow_states(table.course, _alike(stood, table.kept_actions))
    course.find_state()
    return course


def write_position(table: LiveTable, viewer: int, sequence: int | None) -> str:
    """A position as a line of text: what the viewer knew then; after the end the whole truth."""
    if table.state is None:
        raise Refused("not-running")
    seen = table.seen_by(viewer)
    if sequence is not None and not 1 <= sequence <= len(seen):
        raise Refused("not-found")
    index = table.sequence - 1 if sequence is None else seen[sequence - 1]
    if index < table.begun_at:
        raise Refused("not-running")
    state = table.state if sequence is None else course_after(table, index).state
    return positions.write(table.game, state, None if table.is_over else as_seat(viewer))


def _alike(one: list[int], other: list[int]) -> int:
    """How many actions two courses of the same table began with together."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))


def carry_on(table: LiveTable, course: Course, fact: facts.AnyFact) -> bool:
    """Carry out a fact of the log, if it changes the position; whether it does."""
    match fact:
        case facts.Started(words=words):
            course.begin_at(table.course_at_start(words).state, words)
        case facts.Acted(seat=seat, action=action, words=words):
            course.replay(seat, action, words)
        case facts.Undone(kept=kept):
            if kept < course.done:
                course.undo(kept)
        case _:
            return False
    return True


def _shown(table: LiveTable, state: Any, viewer: int) -> wire.Position:
    view = state if viewer < -1 else table.game.view(state, as_seat(viewer))
    return projection.position_of(table, view, viewer)
