"""Many games in one array of records, stepped by one compiled call.

What comes out (who is to move, legal actions, masks, observations, returns) is written into arrays that belong to
the caller; PettingZoo's environment is a batch of one, the vector environment a batch of many.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.chance import SeededChance
from caravane.errors import BadInput, IllegalAction
from caravane.fields import GROUPS
from caravane.game import Game, Value, load
from caravane.masking import list_legal, room_for_lists, room_for_words, write_lists
from caravane.observation import KIND, Layout, layout
from caravane.stepping import AT_ONCE, begin_all, observe, pick_at_random, step_all
from caravane.text import Text


class Batch:
    """`count` games of one kind. All arrays may be read between steps; `mask` and `observation` may be the caller's.

    seat[i]         who is to move in game i (-1: over, only without auto-reset)
    legal[i, :n]    n = counts[i] legal actions, ascending
    mask[i]         the same as zeros and ones
    observation[i]  what the seat to move sees
    returns[i]      the outcome for every seat, zero unless the last step ended the game
    rewards[i]      of these, that of the seat that acted
    endings[i]      0, ENDED or TRUNCATED by the last step
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seats: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        max_plies: int = 0,
        begins_anew: bool = True,
        mask: npt.NDArray[np.int8] | None = None,
        observation: npt.NDArray[np.int16] | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.count = count
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(options or {}, preset)
        self.layout: Layout = layout(self.game)
        self.max_plies = max_plies or -1
        self.begins_anew = begins_anew
        self.states = np.zeros(count, self.game.state)
        self.seat = np.zeros(count, np.int8)
        self._lists: npt.NDArray[np.int32] = room_for_lists(count, self.game.max_legal)
        self.counts = np.zeros(count, np.int32)
        self.mask = self._buffer(mask, (count, self.game.action_count), np.int8, "mask")
        self.observation = self._buffer(observation, (count, self.layout.size), KIND, "observation")
        self.returns = np.zeros((count, self.seats), np.float64)
        self.rewards = np.zeros(count, np.float64)
        self.endings = np.zeros(count, np.int8)
        self.plies = np.zeros(count, np.int32)
        self._chance = np.zeros(count, np.uint64)
        self._picks = np.zeros(1, np.uint64)  # the word that random actions go on from
        self._start = np.zeros(1, self.game.state)
        self._start[0] = self.game.start(self.seats, self.options)
        self._returned = np.zeros(self.game.max_seats, np.float64)
        self._views = np.zeros(AT_ONCE if GROUPS[self.game.id].own else 0, self.game.state)
        self._shown = np.zeros(count, np.bool_)
        gives_words = self.game.rules.add_legal is not None
        self._words = room_for_words(count, self.game.action_count, gives_words)
        self._flat_observation = self.observation.reshape(-1)
        self.reset(seed)

    @staticmethod
    def _buffer(given: Any, shape: tuple[int, ...], kind: Any, name: str) -> Any:
        if given is None:
            return np.zeros(shape, kind)
        if given.shape == shape and given.dtype == kind and given.flags.c_contiguous:
            given[...] = 0
            return given
        wanted = f"{np.dtype(kind)}{list(shape)}"
        raise BadInput(
            Text(
                f"Le tampon {name} est {given.dtype}{list(given.shape)} ; il faut {wanted}, contigu.",
                f"The buffer {name} is {given.dtype}{list(given.shape)}; it must be {wanted}, contiguous.",
            )
        )

    def reset(self, seed: int) -> None:
        """Begin every game; game i is the one that `caravane.start(seed=seed + i)` begins."""
        for i in range(self.count):
            self._chance[i] = SeededChance(seed + i)._at
        self._begin()

    def _begin(self) -> None:
        self.returns[...] = 0
        self.rewards[...] = 0
        self.endings[...] = 0
        begin_all(
            self.states, self._start, self._chance, self.seat, self.plies,
            self._lists, self.counts, self.mask,
            self._words, self._views, self._shown, self._flat_observation,
        )  # fmt: skip

    def step(self, chosen: npt.NDArray[np.int32]) -> None:
        """Carry out chosen[i] in game i for the seat to move; games that end begin anew if so wished."""
        wrong = step_all(
            self.states, chosen, self._start, self._chance, self.seat, self.plies,
            self.returns, self.rewards, self.endings, self.seats, self.max_plies, self.begins_anew,
            self._returned, self._lists, self.counts, self.mask,
            self._words, self._views, self._shown, self._flat_observation,
        )  # fmt: skip
        if wrong >= 0:
            raise self.refusal(wrong, int(chosen[wrong]))

    @property
    def legal(self) -> npt.NDArray[np.int32]:
        """The lists; where a game says what is legal in words, they are made now."""
        if self._words.ndim == 2:
            write_lists(self._words, self.game.action_count, self._lists)
        return self._lists

    def random_actions(self, word: Any, chosen: npt.NDArray[np.int32]) -> Any:
        """Write any legal action of every game; the word to go on from."""
        self._picks[0] = word
        try:
            pick_at_random(self._picks, self._lists, self.counts, self._words, chosen)
        except ArithmeticError:  # none of no actions: a game that is over and did not begin anew
            raise self.refusal(int(np.argmin(self.counts)), 0) from None
        return self._picks[0]

    def look(self, i: int, seat: int, mask: npt.NDArray[np.int8], observation: npt.NDArray[np.int16]) -> None:
        """Write what any seat sees of game i, and what it may do now, into the two arrays."""
        mask[...] = 0
        if self.game.rules.to_move(self.states[i]) >> seat & 1:
            list_legal(self.states, i, seat, room_for_lists(1, self.game.max_legal), mask[None])
        observe(self.states, i, seat, self._views, observation)

    def refusal(self, i: int, action: int) -> IllegalAction:
        """Why an action is not possible in game i, with the actions that are."""
        return refusal(self.game, self.states[i], int(self.seat[i]), action)


def refusal(game: Game, state: Any, seat: int, action: int) -> IllegalAction:
    """Why a seat cannot do this, with what it can do."""
    if game.rules.is_over(state):
        return IllegalAction(Text("La partie est finie.", "The game is over."))
    if not game.rules.to_move(state) >> seat & 1:
        turn = ", ".join(map(str, game.seats_to_move(state)))
        return IllegalAction(
            Text(
                f"La place {seat} n’a pas à jouer ; à jouer : {turn}.",
                f"Seat {seat} is not to move; to move: {turn}.",
            )
        )
    legal = ", ".join(f"{number} ({game.notation(number)})" for number in game.legal(state, seat))
    if not 0 <= action < game.action_count:
        return IllegalAction(
            Text(
                f"L’action {action} n’existe pas ; légales : {legal}.",
                f"There is no action {action}; legal: {legal}.",
            )
        )
    why = game.explain(state, seat, action)
    return IllegalAction(
        Text(
            f"Place {seat}, action {action} ({game.notation(action)}) : {why.text.fr} Légales : {legal}.",
            f"Seat {seat}, action {action} ({game.notation(action)}): {why.text.en} Legal: {legal}.",
        ),
        why.rule,
    )
