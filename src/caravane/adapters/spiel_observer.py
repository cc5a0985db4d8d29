"""What OpenSpiel is told of a position: a seat's view, what counts for repetition, and what the seat remembers.

    observation         everything that the seat's future depends on
    information state   the same, and a digest of all that the seat did and saw: perfect recall

Strings are equal exactly when nothing of this differs. Tensors hold the entries of `caravane.observation` (or, with the
game's parameter `encoding=features`, those of `caravane.features`), then, each a named part of `dict`:

    mine      1 where the seat is to move: others may be so at the same time, and whose turn it is would tell of them
    pending   an action that waits for what nature turns over, + 1; 0 for none
    repeats   only where positions may not come again too often: how often this one has stood
    past      likewise: SHA-256 of all that stood, 16 entries of 16 bits
    memory    only of information states: SHA-256 of what was done and seen, 16 entries of 16 bits

Digests are there so that unequal pasts never look equal; a network that is to learn leaves them out.
"""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.features import Encoding
from caravane.game import SPECTATOR, Game
from caravane.observation import Layout, layout

DIGEST = 16  # entries of 16 bits
NO_MEMORY = bytes(2 * DIGEST)


def digest(*parts: bytes) -> bytes:
    """SHA-256 of some bytes, each part with its length before it."""
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def numbers(of: bytes) -> npt.NDArray[np.float32]:
    """A digest as numbers that single precision holds exactly."""
    return np.frombuffer(of, ">u2").astype(np.float32)


class Memory:
    """What each seat did and saw so far, as a chain of digests; a seat learns nothing from it that it did not see.

    Where nothing is hidden all remember alike: what was done, and what chance gave.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.chains = [NO_MEMORY] * seats
        self.seen = [NO_MEMORY] * seats if game.has_secrets else []

    def __deepcopy__(self, memo: Any) -> "Memory":
        other = Memory.__new__(Memory)
        other.chains, other.seen = self.chains[:], self.seen[:]
        return other

    def note(self, game: Game, record: Any, actor: int, action: int) -> None:
        """An action was carried out, or (actor below 0) chance gave something."""
        done = b"%d %d" % (actor, action)
        if not self.seen:
            self.chains = [digest(self.chains[0], done)] * len(self.chains)
            return
        is_public = actor >= 0 and not game.is_secret(action)
        for seat in range(len(self.chains)):
            sight = digest(game.view(record, seat).tobytes())
            known = done if is_public or seat == actor else b""
            if known or sight != self.seen[seat]:
                self.chains[seat] = digest(self.chains[seat], known, sight)
                self.seen[seat] = sight

    def of_one(self, seat: int) -> "Memory":
        """In a world that a seat imagines only its own past is certain: the others' begins anew."""
        other = self.__deepcopy__(None)
        other.chains = [chain if each == seat else NO_MEMORY for each, chain in enumerate(self.chains)]
        other.seen = [sight if each == seat else NO_MEMORY for each, sight in enumerate(self.seen)]
        return other


class Observer:
    """A seat's view as tensor and as string; without what is public, entries that all see are 0."""

    def __init__(
        self,
        game: Game,
        *,
        shows_public: bool,
        shows_own: bool,
        recalls: bool = False,
        encoding: Layout | Encoding | None = None,
    ) -> None:
        self.game = game
        self.shows_public = shows_public
        self.shows_own = shows_own
        self.recalls = recalls
        self.encoding = encoding or layout(game)
        parts = [("mine", 1), ("pending", 1)]
        parts += [("repeats", 1), ("past", DIGEST)] if game.repetition else []
        parts += [("memory", DIGEST)] if recalls else []
        self.tensor = np.zeros(self.encoding.size + sum(size for _, size in parts), np.float32)
        self.dict = self.encoding.unpack(self.tensor[: self.encoding.size])
        at = self.encoding.size
        for name, size in parts:
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def _seen(self, state: Any, player: int, encoding: Layout | Encoding) -> npt.NDArray[Any]:
        viewer = player if self.shows_own else SPECTATOR
        seen = encoding.of_view(self.game, self.game.view(state.record, viewer), viewer)
        if not self.shows_public:
            open_to_all = encoding.of_view(self.game, self.game.view(state.record, SPECTATOR), viewer)
            seen[seen == open_to_all] = 0
        return seen

    def _waits(self, state: Any, player: int) -> tuple[int, int]:
        """Whether the game waits for this player, and the action that waits for nature, + 1."""
        return int(self.shows_own and state.seat == player), state.pending + 1 if self.shows_public else 0

    def _repetition(self, state: Any) -> tuple[int, bytes]:
        """How often the position has stood and which count: part of what is public."""
        if self.game.repetition is None or not self.shows_public:
            return 0, NO_MEMORY
        count, stood = self.game.repetition(state.record)
        return count, digest(stood)

    def _remembered(self, state: Any, player: int) -> bytes:
        """What all remember together is no one's own."""
        chain: bytes = state.memory.chains[player] if self.recalls and self.shows_own else NO_MEMORY
        return chain

    def set_from(self, state: Any, player: int) -> None:
        """Show what a player sees in `tensor` and `dict`."""
        self.tensor[: self.encoding.size] = self._seen(state, player, self.encoding)
        self.dict["mine"][:], self.dict["pending"][:] = self._waits(state, player)
        if self.game.repetition:
            count, past = self._repetition(state)
            self.dict["repeats"][:] = count
            self.dict["past"][:] = numbers(past)
        if self.recalls:
            self.dict["memory"][:] = numbers(self._remembered(state, player))

    def string_from(self, state: Any, player: int) -> str:
        """The observation in digits; without what is public only the entries that a seat alone sees."""
        seen = self._seen(state, player, layout(self.game))
        if not self.shows_public:
            words = [f"{entry}:{seen[entry]}" for entry in np.flatnonzero(seen)]
        else:
            words = [str(player if self.shows_own else SPECTATOR), seen.tobytes().hex()]
            mine, pending = self._waits(state, player)
            words += [f"mine:{mine}"] * self.shows_own + [f"pending:{pending}"]
            if self.game.repetition:
                count, past = self._repetition(state)
                words.append(f"repeats:{count} past:{past.hex()}")
        if self.recalls and self.shows_own and self.shows_public:
            words.append(f"memory:{self._remembered(state, player).hex()}")
        return " ".join(words)
