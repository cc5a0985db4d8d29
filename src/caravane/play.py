"""A game in progress, for Python: load, look, act, save, copy, undo.

>>> import caravane
>>> play = caravane.start("pistes", seed=7)
>>> play.to_move
[0]
>>> len(play.legal())
16
"""

from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np

from caravane.arguments import whole_number
from caravane.chance import Chance, SeededChance
from caravane.course import Course, Step
from caravane.door import action_of, check_seat, state_of
from caravane.errors import BadInput, IllegalAction
from caravane.game import Game, Item, Structure, Value
from caravane.positions import Position, opening
from caravane.positions import write as write_position
from caravane.text import Text


class Play:
    """One game: its course, and where its chance comes from."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Value],
        chance: Chance,
        state: Any = None,
        began: str | None = None,
    ) -> None:
        self.course = Course(game, seats, options, state)
        self.chance = chance
        self.began = began  # the position it began with, as a line; None for the start of the game

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.course.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self.course.seats

    @property
    def options(self) -> dict[str, Value]:
        """The value of every option, defaults included."""
        return dict(self.course.options)

    @property
    def state(self) -> Any:
        """The truth, as a record."""
        return self.course.state

    @state.setter
    def state(self, state: Any) -> None:
        self.course.restore(state)

    @property
    def steps(self) -> list[Step]:
        """What was done so far, chance included."""
        return self.course.steps

    @property
    def to_move(self) -> list[int]:
        """The seats that may decide now."""
        return self.course.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.course.is_over

    @property
    def returns(self) -> list[float]:
        """The outcome for each seat, within -1..1, adding up to 0."""
        out = np.zeros(self.seats, np.float64)
        self.game.rules.returns(self.state, out)
        return [float(value) for value in out]

    @property
    def points(self) -> list[int]:
        """What each seat has by the game's own scale."""
        return [int(self.game.rules.points(self.state, seat)) for seat in range(self.seats)]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat (or of the only one to move), as integers."""
        return self.course.legal(self._mover(seat))

    def legal_structures(self, seat: int | None = None) -> list[Structure]:
        """The legal actions in structured form."""
        return [self.game.decode(action) for action in self.legal(seat)]

    def action(self, action: int | str | Structure) -> int:
        """An action in any of its three forms, as an integer."""
        return action_of(self.game, action)

    def apply(self, action: int | str | Structure, seat: int | None = None) -> None:
        """Carry out an action, given as integer, notation or structure; then let chance have its say."""
        number = self.action(action)
        self.course.act(0 if seat is None and self.is_over else self._mover(seat), number)
        self.course.let_chance_decide(self.chance)

    def check(self, seat: int, action: int) -> None:
        """Raise IllegalAction with the rule unless the seat may do this now."""
        self.course.check(seat, action)

    def undo(self) -> None:
        """Take the last action back, and what chance gave after it."""
        self.course.undo()

    def copy(self) -> "Play":
        """An independent copy; a simulation's chance goes on the same way in both."""
        twin = Play(self.game, self.seats, self.options, copy(self.chance), self.state, self.began)
        twin.course = self.course.copy()
        return twin

    def save(self) -> bytes:
        """The state as bytes."""
        saved: bytes = self.state.tobytes()
        return saved

    def restore(self, saved: bytes) -> None:
        """Go to a saved state of the same game, with as many seats; BadInput if the bytes are none."""
        self.course.restore(state_of(self.game, self.seats, saved))

    def view(self, seat: int) -> Structure:
        """What a seat (or SPECTATOR) may see, as JSON."""
        return self.game.describe_as_json(self.course.view(seat), seat)

    def position(self, viewer: int | None = None, *, history: bool = True) -> str:
        """The position as a line of text; with a viewer (a seat or SPECTATOR) only what that one knows."""
        return write_position(self.game, self.state, viewer, history=history)

    def score_sheet(self, seat: int) -> list[Item]:
        """A seat's points, item by item."""
        check_seat(self.seats, seat)
        return self.game.score_sheet(self.state, seat)

    def _mover(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        movers = self.to_move
        if len(movers) == 1:
            return movers[0]
        if not movers:
            raise IllegalAction(Text("La partie est finie.", "The game is over."))
        raise BadInput(
            Text(
                f"Plusieurs places ont à jouer ({movers}) : dites laquelle.",
                f"Several seats are to move ({movers}): say which.",
            )
        )


def start(
    game: str | Game,
    seats: int | None = None,
    *,
    seed: int = 0,
    chance: Chance | None = None,
    preset: str | None = None,
    options: Mapping[str, Value] | None = None,
    position: str | None = None,
) -> Play:
    """Begin a game, or go on from a position; without `chance` it is a simulation from `seed`.

    What a position's viewer does not know is dealt by the first word of chance.
    """
    if chance is not None and not hasattr(chance, "word"):
        raise BadInput(
            Text(
                f"chance\u00a0: {chance!r}\u00a0; il faut ce qui donne des mots (caravane.chance).",
                f"chance: {chance!r}; it must be what gives words (caravane.chance).",
            )
        )
    first = opening(game, seats, options, preset, position)
    return begin(first, chance or SeededChance(whole_number("seed", seed)))


def begin(first: Position, chance: Chance) -> Play:
    """Begin a game where a position says."""
    state, word = first.truth(chance)
    play = Play(first.game, first.seats, first.options, chance, state, first.line)
    if word is not None:
        play.steps.append(Step(word=word))
    play.course.let_chance_decide(chance)
    return play
