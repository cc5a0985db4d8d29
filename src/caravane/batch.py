"""Many games in one array of records, stepped by one compiled call.

What comes out (who is to move, legal actions, masks, observations, returns) is written into arrays that belong to
the caller; PettingZoo's environment is a batch of one, the vector environment a batch of many.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.arguments import array_of, whole_number
from caravane.chance import SeededChance
from caravane.door import check_seat
from caravane.errors import BadInput, IllegalAction
from caravane.features import RAW, Encoding, encoding_of
from caravane.fields import Sight, fields_of
from caravane.game import Game, Value
from caravane.masking import first_unlisted, list_legal, room_for_lists, room_for_sets, write_lists
from caravane.observation import KIND, Layout, layout
from caravane.positions import opening
from caravane.stepping import (
    AT_ONCE,
    begin_all,
    begin_some,
    observe,
    observe_some,
    pick_at_random,
    show,
    step_all,
    step_some,
)
from caravane.text import Text

INT32 = np.dtype(np.int32)


class Batch:
    """`count` games of one kind. All arrays may be read between steps; `mask` and `observation` may be the caller's.

    Those that say what is legal and who is to move cannot be written: illegal actions are refused by them.

    seat[i]         who is to move in game i (-1: over, only without auto-reset)
    legal[i, :n]    n = counts[i] legal actions, ascending; to be asked for anew after each step
    mask[i]         the same as zeros and ones
    observation[i]  what the seat to move sees; with encoding="features" as `caravane.features` has it
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
        position: str | None = None,
        max_plies: int = 0,
        begins_anew: bool = True,
        mask: npt.NDArray[np.int8] | None = None,
        observation: npt.NDArray[Any] | None = None,
        encoding: str = RAW,
    ) -> None:
        self.begins_anew = begins_anew
        whole_number("count", count, 1)
        whole_number("max_plies", max_plies, 0)
        self._first = opening(game, seats, options, preset, position)
        self._check_first(count)
        self.game = self._first.game
        self.count, self.seats, self.options = count, self._first.seats, self._first.options
        self.layout: Layout = layout(self.game)
        self.encoding = encoding_of(self.game, self.seats, encoding)
        self.max_plies = max_plies or -1
        self.states = np.zeros(count, self.game.state)
        self._seat = np.zeros(count, np.int8)
        self._legal: npt.NDArray[np.int32] = room_for_lists(count, self.game.max_legal)
        self._sets = room_for_sets(self.states, self.game.action_count)
        self._counts = np.zeros(count, np.int32)
        self._make_room(mask, observation, encoding)
        self.seat, self.counts = sealed(self._seat), sealed(self._counts)
        self.returns = np.zeros((count, self.seats), np.float64)
        self.rewards = np.zeros(count, np.float64)
        self.endings = np.zeros(count, np.int8)
        self.plies = np.zeros(count, np.int32)
        self._chance = np.zeros(count, np.uint64)
        self._picks = np.zeros(1, np.uint64)  # the word that random actions go on from
        self._start = np.zeros(1, self.game.state)
        self._start[0] = self._first.state
        self._returned = np.zeros(self.game.max_seats, np.float64)
        has_private = bool(fields_of(self.game.state.names, Sight.BY_RULE))
        self._views = np.zeros(AT_ONCE if has_private else 0, self.game.state)
        self._shown = np.zeros(count, np.bool_)
        actions = range(self.game.action_count)
        self._are_secret = np.fromiter(map(self.game.is_secret, actions), np.bool_, len(actions))
        self._flat_observation = self._raw.reshape(-1)
        self._given = (self.game.id, count, self.seats, self.options, position, max_plies, encoding)
        self.reset(seed)

    def _make_room(self, mask: Any, observation: Any, encoding: str) -> None:
        """Masks and observations, in arrays of its own or in those that were given."""
        self._mask = self._buffer(mask, (self.count, self.game.action_count), np.int8, "mask")
        self._trusts_mask = mask is None  # what others may write on says nothing about legality
        self.mask = sealed(self._mask) if mask is None else mask
        shape = (self.count, self.encoding.size)
        self.observation = self._buffer(observation, shape, self.encoding.kind, "observation")
        self._encodes = encoding != RAW
        self._raw = np.zeros((self.count, self.layout.size), KIND) if self._encodes else self.observation

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Pickled by what it was made of and how far its games are; the arrays are then its own."""
        told = (self.returns, self.rewards, self.endings, self.plies, self._seat, self._chance)
        return _restored, (self._given, self.begins_anew, self.states.tobytes(), told)

    def _go_on(self, saved: bytes, told: tuple[npt.NDArray[Any], ...]) -> None:
        """Take over the games of another batch."""
        self.states[...] = np.frombuffer(saved, self.game.state)
        mine: tuple[Any, ...] = (self.returns, self.rewards, self.endings, self.plies, self._seat, self._chance)
        for array, other in zip(mine, told, strict=True):
            array[...] = other
        self._shown[...] = False
        for first in range(0, self.count, AT_ONCE):
            show(
                self.states, first, min(first + AT_ONCE, self.count), self._seat,
                self._legal, self._counts, self._mask, self._sets, self._views, self._shown, self._flat_observation,
            )  # fmt: skip
        if self._encodes:
            self._encode()

    def _encode(self) -> None:
        """Write the features of what was just seen."""
        assert isinstance(self.encoding, Encoding)
        self.encoding.write(self._raw, self.observation)

    def _check_first(self, count: int) -> None:
        """A position must go on, and what its viewer does not know can only be dealt to one game at a time."""
        if self._first.game.rules.is_over(self._first.state):
            raise BadInput(Text("Dans cette position la partie est finie.", "In this position the game is over."))
        if self._first.viewer is not None and (count != 1 or self.begins_anew):
            raise BadInput(
                Text(
                    "Plusieurs parties commencent par une position entière : laissez viewer= et dites tout.",
                    "Several games begin with a whole position: leave viewer= out and tell everything.",
                )
            )

    @staticmethod
    def _buffer(given: Any, shape: tuple[int, ...], kind: Any, name: str) -> Any:
        if given is None:
            return np.zeros(shape, kind)
        array_of(name, given, kind, shape, is_written=True)[...] = 0
        return given

    def reset(self, seed: int) -> None:
        """Begin every game; game i is the one that `caravane.start(seed=seed + i)` begins."""
        whole_number("seed", seed)
        for i in range(self.count):
            chance = SeededChance(seed + i)
            if self._first.viewer is not None:
                self._start[0], _ = self._first.truth(chance)
            self._chance[i] = chance._at
        self._begin()

    def _begin(self) -> None:
        self.returns[...] = 0
        self.rewards[...] = 0
        self.endings[...] = 0
        begin_all(
            self.states, self._start, self._chance, self._seat, self.plies,
            self._legal, self._counts, self._mask, self._sets, self._views, self._shown, self._flat_observation,
        )  # fmt: skip
        if self._encodes:
            self._encode()

    def begin(self, which: npt.NDArray[np.bool_], seeds: Sequence[int] | None = None) -> None:
        """Begin the games that are marked: game i from seeds[i], or, without seeds, going on from its own chance."""
        array_of("which", which, np.bool_, (self.count,))
        if seeds is not None:
            if len(seeds) != self.count:
                raise BadInput(
                    Text(
                        f"seeds a {len(seeds)} graines\u00a0; il en faut {self.count}.",
                        f"seeds has {len(seeds)} seeds; {self.count} are needed.",
                    )
                )
            for i in np.flatnonzero(which).tolist():
                self._chance[i] = SeededChance(whole_number(f"seeds[{i}]", seeds[i]))._at
        self.returns[which], self.rewards[which], self.endings[which] = 0, 0, 0
        begin_some(
            which, self.states, self._start, self._chance, self._seat, self.plies,
            self._legal, self._counts, self._mask, self._sets, self._views, self._shown, self._flat_observation,
        )  # fmt: skip
        if self._encodes:
            self._encode()

    def observe(self, which: npt.NDArray[np.bool_], seats: npt.NDArray[np.int8], out: npt.NDArray[Any]) -> None:
        """Write what seats[i] sees of game i into out[i], for the games that are marked; of ended ones too."""
        array_of("which", which, np.bool_, (self.count,))
        array_of("seats", seats, np.int8, (self.count,))
        array_of("out", out, self.encoding.kind, (self.count, self.encoding.size), is_written=True)
        for seat in set(seats[which].tolist()):
            check_seat(self.seats, seat, lowest=-1)
        if isinstance(self.encoding, Encoding):
            seen = np.zeros((self.count, self.layout.size), KIND)
            observe_some(which, self.states, seats, self._views, seen.reshape(-1))
            out[which] = self.encoding.encode(seen[which])
        else:
            observe_some(which, self.states, seats, self._views, out.reshape(-1))

    def step_only(self, which: npt.NDArray[np.bool_], chosen: npt.NDArray[np.int32]) -> None:
        """Carry out chosen[i] in the games that are marked; none of them begins anew."""
        array_of("which", which, np.bool_, (self.count,))
        array_of("chosen", chosen, INT32, (self.count,))
        if not self._trusts_mask:
            lists = self.legal
            for i in np.flatnonzero(which).tolist():
                if chosen[i] not in lists[i, : self._counts[i]]:
                    raise self.refusal(i, int(chosen[i]))
        wrong = step_some(
            which, self.states, chosen, self._chance, self._seat, self.plies,
            self.returns, self.rewards, self.endings, self.seats, self.max_plies,
            self._returned, self._are_secret, self._legal, self._counts, self._mask, self._sets,
            self._views, self._shown, self._flat_observation,
        )  # fmt: skip
        if wrong >= 0:
            raise self.refusal(wrong, int(chosen[wrong]))
        if self._encodes:
            self._encode()

    def step(self, chosen: Any) -> None:
        """Carry out chosen[i] (int32) in game i for the seat to move; games that end begin anew if so wished.

        Where one is not legal nothing happens, and IllegalAction says which.
        """
        if not isinstance(chosen, np.ndarray) or chosen.shape != self.endings.shape or chosen.dtype != INT32:
            raise self._not_chosen(chosen)
        if not self._trusts_mask:
            unlisted = first_unlisted(self.legal, self._counts, chosen)
            if unlisted >= 0:
                raise self.refusal(unlisted, int(chosen[unlisted]))
        wrong = step_all(
            self.states, chosen, self._start, self._chance, self._seat, self.plies,
            self.returns, self.rewards, self.endings, self.seats, self.max_plies, self.begins_anew,
            self._returned, self._are_secret, self._legal, self._counts, self._mask, self._sets,
            self._views, self._shown, self._flat_observation,
        )  # fmt: skip
        if wrong >= 0:
            raise self.refusal(wrong, int(chosen[wrong]))
        if self._encodes:
            self._encode()

    def _not_chosen(self, chosen: Any) -> BadInput:
        is_array = isinstance(chosen, np.ndarray)
        found = f"{chosen.dtype}{list(chosen.shape)}" if is_array else type(chosen).__name__
        return BadInput(
            Text(
                f"chosen\u00a0: il faut {self.count} actions, une par partie (int32) ; donné : {found}.",
                f"chosen: {self.count} actions are needed, one a game (int32); given: {found}.",
            )
        )

    @property
    def legal(self) -> npt.NDArray[np.int32]:
        """The lists; of games that give sets they are made now."""
        write_lists(self._sets, self.game.action_count, self._legal)
        lists: npt.NDArray[np.int32] = sealed(self._legal)
        return lists

    def random_actions(self, word: Any, chosen: npt.NDArray[np.int32]) -> Any:
        """Write any legal action of every game; the word to go on from."""
        array_of("chosen", chosen, INT32, (self.count,), is_written=True)
        self._picks[0] = word
        try:
            pick_at_random(self._picks, self._legal, self._counts, self._sets, chosen)
        except ArithmeticError:  # none of no actions: a game that is over and did not begin anew
            raise self.refusal(int(np.argmin(self._counts)), 0) from None
        return self._picks[0]

    def look(self, i: int, seat: int, mask: npt.NDArray[np.int8], observation: npt.NDArray[Any]) -> None:
        """Write what any seat sees of game i, and what it may do now, into the two arrays."""
        whole_number("i", i, 0, self.count - 1)
        check_seat(self.seats, seat, lowest=-1)
        array_of("mask", mask, np.int8, (self.game.action_count,), is_written=True)
        array_of("observation", observation, self.encoding.kind, (self.encoding.size,), is_written=True)
        mask[...] = 0
        if seat >= 0 and self.game.rules.to_move(self.states[i]) >> seat & 1:
            list_legal(self.states, i, seat, room_for_lists(1, self.game.max_legal), mask[None])
        if isinstance(self.encoding, Encoding):
            seen = np.zeros(self.layout.size, KIND)
            observe(self.states, i, seat, self._views, seen)
            self.encoding.write(seen, observation)
        else:
            observe(self.states, i, seat, self._views, observation)

    def refusal(self, i: int, action: int) -> IllegalAction:
        """Why an action is not possible in game i, with the actions that are."""
        return refusal(self.game, self.states[i], int(self.seat[i]), action)


def _restored(given: tuple[Any, ...], begins_anew: bool, saved: bytes, told: tuple[npt.NDArray[Any], ...]) -> Batch:
    game, count, seats, options, position, max_plies, encoding = given
    more = {"max_plies": max_plies, "begins_anew": begins_anew, "encoding": encoding}
    if position is None:
        batch = Batch(game, count, seats, options=options, **more)
    else:
        batch = Batch(game, count, position=position, **more)
    batch._go_on(saved, told)
    return batch


def sealed(array: Any) -> Any:
    """The same array, to be read only: what the kernels rely on is not for others to write."""
    seen = array.view()
    seen.flags.writeable = False
    return seen


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
