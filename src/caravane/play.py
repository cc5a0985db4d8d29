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
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from caravane.chance import Chance, SeededChance
from caravane.errors import BadInput, IllegalAction
from caravane.game import Game, Item, Structure, Value, load
from caravane.text import Text


@dataclass(frozen=True, slots=True)
class Step:
    """What was put into a game: a seat's action or a word of chance."""

    seat: int = -1  # who acted; -1 for chance
    action: int = -1
    word: int = -1


@dataclass
class Play:
    """One game: the truth, where its chance comes from, and what was done so far."""

    game: Game
    seats: int
    options: dict[str, Value]
    chance: Chance
    state: Any
    steps: list[Step] = field(default_factory=list)
    _before: list[bytes] = field(default_factory=list)  # the state before each action, for undo
    _marks: list[int] = field(default_factory=list)  # how many steps there were then

    @property
    def to_move(self) -> list[int]:
        """The seats that may decide now."""
        return self.game.seats_to_move(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.rules.is_over(self.state))

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
        return self.game.legal(self.state, self._mover(seat))

    def legal_structures(self, seat: int | None = None) -> list[Structure]:
        """The legal actions in structured form."""
        return [self.game.decode(action) for action in self.legal(seat)]

    def action(self, action: int | str | Structure) -> int:
        """An action in any of its three forms, as an integer."""
        if isinstance(action, str):
            return self.game.parse(action)
        if isinstance(action, dict):
            return self.game.encode(action)
        return int(action)

    def apply(self, action: int | str | Structure, seat: int | None = None) -> None:
        """Carry out an action, given as integer, notation or structure; then let chance have its say."""
        number = self.action(action)
        mover = 0 if seat is None and self.is_over else self._mover(seat)
        self.check(mover, number)
        self._before.append(self.state.tobytes())
        self._marks.append(len(self.steps))
        self.game.rules.apply_action(self.state, mover, number)
        self.steps.append(Step(seat=mover, action=number))
        self._let_chance_decide()

    def check(self, seat: int, action: int) -> None:
        """Raise IllegalAction with the rule unless the seat may do this now."""
        if not 0 <= seat < self.seats:
            raise BadInput(
                Text(
                    f"Il n’y a pas de place {seat} ; elles vont de 0 à {self.seats - 1}.",
                    f"There is no seat {seat}; they go from 0 to {self.seats - 1}.",
                )
            )
        if not 0 <= action < self.game.action_count:
            raise BadInput(
                Text(
                    f"L’action {action} n’existe pas ; elles vont de 0 à {self.game.action_count - 1}.",
                    f"There is no action {action}; they go from 0 to {self.game.action_count - 1}.",
                )
            )
        if self.is_over:
            rule = self.game.explain(self.state, seat, action).rule
            raise IllegalAction(Text("La partie est finie.", "The game is over."), rule)
        if seat not in self.to_move and not self._takes_back(seat, action):
            turn = ", ".join(map(str, self.to_move))
            raise IllegalAction(
                Text(
                    f"La place {seat} n’a pas à jouer ; à jouer : {turn}.",
                    f"Seat {seat} is not to move; to move: {turn}.",
                ),
                self.game.explain(self.state, seat, action).rule,
            )
        if action not in self.game.legal(self.state, seat):
            refusal = self.game.explain(self.state, seat, action)
            raise IllegalAction(refusal.text, refusal.rule)

    def _takes_back(self, seat: int, action: int) -> bool:
        """Whether a seat that is not awaited any more takes its decision back while others still decide."""
        orders = self.game.orders
        return orders is not None and action == orders.recall and action in self.game.legal(self.state, seat)

    def undo(self) -> None:
        """Take the last action back, and what chance gave after it."""
        if not self._before:
            raise BadInput(Text("Il n’y a rien à reprendre.", "There is nothing to take back."))
        self.restore(self._before.pop())
        del self.steps[self._marks.pop() :]

    def copy(self) -> "Play":
        """An independent copy; a simulation's chance goes on the same way in both."""
        return replace(
            self,
            state=self.state.copy(),
            chance=copy(self.chance),
            steps=list(self.steps),
            _before=list(self._before),
            _marks=list(self._marks),
        )

    def save(self) -> bytes:
        """The state as bytes."""
        saved: bytes = self.state.tobytes()
        return saved

    def restore(self, saved: bytes) -> None:
        """Go to a saved state of the same game."""
        if len(saved) != self.game.state.itemsize:
            raise BadInput(
                Text("Ces octets ne sont pas un état de ce jeu.", "These bytes are not a state of this game.")
            )
        self.state = np.frombuffer(bytearray(saved), self.game.state)[0]

    def view(self, seat: int) -> Structure:
        """What a seat (or SPECTATOR) may see, as JSON."""
        return self.game.describe(self.game.view(self.state, seat), seat)

    def score_sheet(self, seat: int) -> list[Item]:
        """A seat's points, item by item."""
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

    def _let_chance_decide(self) -> None:
        while self.game.rules.asks_chance(self.state):
            word = self.chance.word()
            self.game.rules.apply_chance(self.state, word)
            self.steps.append(Step(word=int(word)))


def start(
    game: str | Game,
    seats: int | None = None,
    *,
    seed: int = 0,
    chance: Chance | None = None,
    preset: str | None = None,
    options: Mapping[str, Value] | None = None,
) -> Play:
    """Begin a game; without `chance` it is a simulation from `seed`."""
    found = load(game) if isinstance(game, str) else game
    count = found.check_seats(seats)
    values = found.check_options(options or {}, preset)
    play = Play(found, count, values, chance or SeededChance(seed), found.start(count, values))
    play._let_chance_decide()
    return play
