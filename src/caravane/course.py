"""The course of a game: the truth, what happened, and how it goes on; it knows nothing of sockets, clocks or files.

Everything that it does to a state goes through `caravane.door`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from caravane import door
from caravane.arguments import whole_number
from caravane.chance import Chance
from caravane.errors import BadInput, BadRecord
from caravane.game import Game, Value
from caravane.text import Text

RECENT = 16  # states kept for taking back; older ones are found again from the nearest milestone
MILESTONE = 64  # actions from one state that is always kept to the next


@dataclass(frozen=True, slots=True)
class Step:
    """What was put into a game: a seat's action or a word of chance."""

    seat: int = -1  # who acted; -1 for chance
    action: int = -1
    word: int = -1


class Course:
    """One game from its start: `state` is the truth, `steps` what was put in and stands.

    A state is never changed once others may have it: each step leads to a new one. So a fork costs nothing, and
    taking back finds states again instead of keeping all: the last few, and milestones from which the rest is replayed.
    """

    __slots__ = ("_begun", "_marks", "_states", "game", "options", "seats", "state", "steps")

    def __init__(self, game: Game, seats: int, options: Mapping[str, Value], state: Any = None) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = options
        self.steps: list[Step] = []
        self._marks: list[int] = []  # where in `steps` each action is
        self._states: dict[int, Any] = {}  # by how many actions stood before: the state then
        self._begun: Any = None  # the state before the first decision, where it does not follow from the words alone
        self.state = self._first() if state is None else state
        if state is not None:
            self._states[0] = state

    def _first(self) -> Any:
        """The state before anything was put in."""
        known = {
            option.name: option.parse(self.options.get(option.name, option.default)) for option in self.game.options
        }
        return self.game.start(self.seats, known)

    # --- looking

    @property
    def done(self) -> int:
        """How many actions stand."""
        return len(self._marks)

    @property
    def to_move(self) -> list[int]:
        """The seats that may decide now."""
        return self.game.seats_to_move(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.rules.is_over(self.state))

    def legal(self, seat: int) -> list[int]:
        """A seat's legal actions, ascending."""
        door.check_seat(self.seats, seat)
        return self.game.legal(self.state, index(seat))

    def view(self, viewer: int) -> Any:
        """What a seat (or SPECTATOR) may see, as a record."""
        door.check_seat(self.seats, viewer, lowest=-1)
        return self.game.view(self.state, index(viewer))

    def check(self, seat: int, action: int) -> None:
        """Raise unless the seat may do this now."""
        door.check(self.game, self.state, seat, action, self.seats)

    # --- going on

    def act(self, seat: int, action: int) -> None:
        """Carry out a seat's action, or raise and change nothing."""
        state = door.copy_state(self.state)
        door.carry_out(self.game, state, seat, action, self.seats)
        self._enter(index(seat), index(action), state)

    def chance(self, word: Any) -> None:
        """Take a word that the state asks for, or raise and change nothing."""
        state = door.copy_state(self.state)
        door.give_word(self.game, state, word)
        self.steps.append(Step(word=int(word)))
        self.state = state

    def let_chance_decide(self, chance: Chance) -> list[int]:
        """Take words as long as they are asked for; which."""
        if self.game.rules.to_move(self.state):
            return []
        state = door.copy_state(self.state)
        words = door.let_chance_decide(self.game, state, chance)
        if words:
            self.steps += [Step(word=word) for word in words]
            self.state = state
        return words

    def replay(self, seat: int, action: int, words: Sequence[int]) -> None:
        """Carry out what is written of an action: exactly these words, neither more nor fewer, were asked for."""
        state = door.copy_state(self.state)
        door.carry_out(self.game, state, seat, action, self.seats)
        self._give_all(state, words)
        self._enter(index(seat), index(action), state, words)

    def replay_start(self, words: Sequence[int]) -> None:
        """Take the words that were asked for before the first decision."""
        state = door.copy_state(self.state)
        self._give_all(state, words)
        self.steps += [Step(word=int(word)) for word in words]
        self.state = state

    def _give_all(self, state: Any, words: Sequence[int]) -> None:
        for word in words:
            door.give_word(self.game, state, word)
        if not self.game.rules.to_move(state) and self.game.rules.asks_chance(state):
            raise BadRecord(Text("Il manque un mot du hasard.", "A word of chance is missing."))

    def adopt(self, seat: int, action: int, words: Iterable[int], state: Any) -> None:
        """Go where a fork of this course went by this action and these words."""
        self._enter(seat, action, state, words)

    def remember_start(self, words: Iterable[int]) -> None:
        """Note the words of the start without taking them."""
        self.steps += [Step(word=int(word)) for word in words]

    def begin_at(self, state: Any, words: Iterable[int]) -> None:
        """Begin where a position says: `state` is what the words of the start, dealing first, made of it."""
        self.remember_start(words)
        self.state = self._begun = self._states[0] = state

    def remember(self, seat: int, action: int, words: Iterable[int]) -> None:
        """Note an action without carrying it out: the state that it led to comes later, by `restore`."""
        self._note(seat, action, words)

    def _enter(self, seat: int, action: int, state: Any, words: Iterable[int] = ()) -> None:
        self._keep(self.done, self.state)
        self._note(seat, action, words)
        self.state = state

    def _note(self, seat: int, action: int, words: Iterable[int]) -> None:
        self._marks.append(len(self.steps))
        self.steps.append(Step(seat=seat, action=action))
        self.steps += [Step(word=int(word)) for word in words]

    def _keep(self, stood: int, state: Any) -> None:
        self._states[stood] = state
        if (stood - RECENT) % MILESTONE:
            self._states.pop(stood - RECENT, None)

    # --- going back

    def undo(self, kept: int | None = None) -> None:
        """Take back all but the first `kept` actions (without a number: the last one), and what chance gave then."""
        stays = self.done - 1 if kept is None else whole_number("kept", kept)
        if not 0 <= stays < self.done:
            raise BadInput(Text("Il n’y a rien à reprendre.", "There is nothing to take back."))
        self.state = self.state_after(stays)
        self.forget(stays)

    def forget(self, kept: int) -> None:
        """Strike all but the first `kept` actions out, whatever the state."""
        for stood in range(kept, self.done + 1):
            self._states.pop(stood, None)
        if kept < self.done:
            del self.steps[self._marks[kept] :]
            del self._marks[kept:]

    def find_state(self) -> None:
        """Go to where the actions that were only noted lead."""
        self.state = self._find(self.done)

    def borrow_states(self, other: "Course", alike: int) -> None:
        """Take over the states of a course that began with the same `alike` actions."""
        self._states |= {stood: state for stood, state in dict(other._states).items() if stood <= alike}
        if other.done == alike:
            self._states[alike] = other.state

    def state_after(self, stood: int) -> Any:
        """The state when this many of the actions that stand were done; do not change it."""
        return self.state if stood == self.done else self._find(stood)

    def distance_to(self, stood: int) -> int:
        """How many actions lie between the state after `stood` of them and the nearest one that is known."""
        return stood - self._nearest(stood)

    def _nearest(self, stood: int) -> int:
        nearest = stood
        while nearest and nearest not in self._states:
            nearest -= 1
        return nearest

    def _find(self, stood: int) -> Any:
        nearest = self._nearest(stood)
        runner = Course(self.game, self.seats, self.options, self._states.get(nearest, self._begun))
        if nearest not in self._states and self._begun is None:
            runner.replay_start(self._words(0, self._marks[0] if self._marks else len(self.steps)))
            self._states[0] = runner.state
        for number in range(nearest, stood):
            first, end = self._marks[number], self._end(number)
            runner.replay(self.steps[first].seat, self.steps[first].action, self._words(first + 1, end))
            if (number + 1) % MILESTONE == 0 or number + 1 > stood - RECENT:
                self._states[number + 1] = runner.state
        return runner.state

    def _end(self, number: int) -> int:
        return self._marks[number + 1] if number + 1 < self.done else len(self.steps)

    def _words(self, first: int, end: int) -> list[int]:
        return [step.word for step in self.steps[first:end]]

    # --- copies

    def fork(self) -> "Course":
        """A course that goes on from here and knows nothing of how it came here."""
        return Course(self.game, self.seats, self.options, self.state)

    def copy(self) -> "Course":
        """A copy with all that happened, and a state of its own."""
        twin = Course(self.game, self.seats, self.options, door.copy_state(self.state))
        twin.steps, twin._marks, twin._states = list(self.steps), list(self._marks), dict(self._states)
        twin._begun = self._begun
        return twin

    def restore(self, state: Any) -> None:
        """Go to a state that was saved; what is noted so far led to it."""
        self.state = state
        self._states[self.done] = state
