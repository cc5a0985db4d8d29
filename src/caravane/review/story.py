"""A finished record as one seat lived it: what it saw before and after each action, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caravane.course import Course
from caravane.errors import BadInput
from caravane.game import Game
from caravane.record import Judged, Record, replay
from caravane.text import Text


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that stood."""

    seat: int
    action: int


@dataclass(frozen=True, eq=False)
class Story:
    """A game to its end: the truth before each deed and after the last, and what each seat got of the victory."""

    game: Game
    seats: int
    states: Sequence[Any]  # one more than deeds
    deeds: Sequence[Deed]
    shares: tuple[float, ...]
    verdict: Judged | None = None
    position: str | None = None  # where it began, if not at the start of the game
    options: Any = None

    @cached_property
    def clock(self) -> list[int]:
        """How far the game had gone before each deed and after the last, as everybody could count it.

        Actions; but where lines are written in secret, turns: how many lines somebody wrote is nobody's business.
        """
        if self.game.orders is None:
            return list(range(len(self.deeds) + 1))
        return [*self.turns, self.turns[-1] + 1] if self.turns else [0]

    @cached_property
    def turns(self) -> list[int]:
        """The number of the turn of each deed, from 1: deeds of one seat in a row; where all write at once, a year."""
        numbers: list[int] = []
        number = 0
        last: Any = None
        for at, deed in enumerate(self.deeds):
            mark = _year(self, at) if self.game.orders is not None else deed.seat
            if mark is None or mark != last:
                number += 1
            last = mark if mark is not None else object()
            numbers.append(number)
        return numbers


def share_of(value: float, seats: int) -> float:
    """A return, within -1..1 and adding up to 0, as a share of the victory, within 0..1 and adding up to 1."""
    return (value * (seats - 1) + 1) / seats


def story_of(record: Record) -> Story:
    """The game of a record; BadRecord if it does not replay, BadInput if it goes on."""
    play = replay(record)
    verdict = next((event for event in record.events if isinstance(event, Judged)), None)
    if not play.is_over and verdict is None:
        raise BadInput(
            Text(
                "Cette partie n’est pas finie : on ne revoit que des parties finies.",
                "This game is not over: only finished games can be reviewed.",
            )
        )
    returns = verdict.returns if verdict is not None else play.returns
    deeds = [Deed(step.seat, step.action) for step in play.steps if step.seat >= 0]
    return Story(
        play.game,
        play.seats,
        _states(play.course),
        deeds,
        tuple(share_of(value, play.seats) for value in returns),
        verdict,
        record.header.position,
        play.options,
    )


def _states(course: Course) -> list[Any]:
    """The truth after 0, 1, … actions; asked from the last back, since a course keeps what lies before."""
    found = [course.state_after(stood) for stood in range(course.done, -1, -1)]
    return found[::-1]


def _year(story: Story, at: int) -> Any:
    """The year in which sheets are written; None for the choices before."""
    state = story.states[at]
    writes = story.game.orders is not None and story.game.orders.ready in story.game.legal(state, story.deeds[at].seat)
    takes_back = story.game.orders is not None and story.deeds[at].action == story.game.orders.unready
    return int(state.turn) if writes or takes_back else None
