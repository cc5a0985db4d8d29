"""The chance of each seat in a position, from what one seat knows alone, in millionths so that sums are exact."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.appraisal import Appraiser
from caravane.bots.levels import SETTINGS
from caravane.game import Game
from caravane.review.calibration import Calibration, Looked, kind_of, mover_of, surprise
from caravane.review.effort import Effort
from caravane.review.story import share_of

UNIT = 1_000_000
TO_THE_END = 5_000  # plies; no game of ours is longer
TWO_TURNS = 30  # plies a seat: about two turns of written orders
Chances = tuple[int, ...]  # of each seat, in millionths


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may be seen after an action: views, and how often each came."""

    views: tuple[Any, ...]
    weights: tuple[float, ...]

    @property
    def is_certain(self) -> bool:
        """Whether nothing could have come but this."""
        return len(self.views) == 1


class Meter:
    """Asks what one seat's views are worth; the same view is asked about once."""

    def __init__(self, game: Game, seats: int, seat: int, calibration: Calibration, effort: Effort) -> None:
        self.game, self.seats, self.seat = game, seats, seat
        self.calibration, self.effort = calibration, effort
        self.appraiser = Appraiser(game, effort.iterations)
        tuned = SETTINGS.get(game.id, {})
        for place, name in enumerate(("exploration", "temperature", "prior_visits", "plies", "split_outcomes")):
            self.appraiser.settings[place] = tuned.get(name, self.appraiser.settings[place])
        self._known: dict[tuple[bytes, int], Chances] = {}

    def chances(self, view: Any, at: int) -> Chances:
        """Every seat's chance when the game had gone as far as `at`; see `Story.clock`."""
        key = (view.tobytes(), at)
        if key not in self._known:
            self._known[key] = self._final(view) if self.game.rules.is_over(view) else self._mapped(view, at)
        return self._known[key]

    def raw(self, view: Any) -> Any:
        """What the search says, before it is a chance."""
        word = self.word(view)
        if self.game.orders is None:
            return self.appraiser.by_search(view, self.seat, word)
        return self.appraiser.by_playing_on(view, self.seat, self.effort.iterations, TWO_TURNS * self.seats, word)

    def raw_to_the_end(self, view: Any, playouts: int, word: np.uint64 | None = None) -> Any:
        """What quick playouts to the end say: shares of victory."""
        given = self.word(view) if word is None else word
        found = self.appraiser.by_playing_on(view, self.seat, playouts, TO_THE_END, given)
        return np.array([share_of(float(value), self.seats) for value in found])

    def second_opinion(self, view: Any, at: int, word: np.uint64) -> int:
        """The seat's own chance by playouts to the end."""
        if self.game.rules.is_over(view):
            return self._final(view)[self.seat]
        shares = self.raw_to_the_end(view, self.effort.second, word)
        return in_millionths(self.calibration.playouts.chances(self._looked(surprise(shares), view, at)))[self.seat]

    def _mapped(self, view: Any, at: int) -> Chances:
        return in_millionths(self.calibration.search.chances(self._looked(self.raw(view), view, at)))

    def _looked(self, values: Any, view: Any, at: int) -> Looked:
        progress = min(at / self.calibration.length, 1.0)
        return Looked(values, progress, mover_of(int(self.game.rules.to_move(view))), kind_of(view))

    def _final(self, view: Any) -> Chances:
        out = np.zeros(self.seats, np.float64)
        self.game.rules.returns(view, out)
        return in_millionths([share_of(float(value), self.seats) for value in out])

    def word(self, view: Any) -> np.uint64:
        """A word that follows from what is seen alone."""
        seen = hashlib.blake2b(view.tobytes() + bytes([self.seat + 1]), digest_size=8).digest()
        return np.uint64(int.from_bytes(seen, "big") >> 2)

    # --- what an action may show

    def prospect(self, view: Any, mover: int, action: int) -> Prospect:
        """What the seat may see after an action, weighted by what it knows."""
        few = self._try(view, mover, action, min(self.effort.worlds, 48))
        if len(set(few)) <= 1:
            return self._as_prospect(few[:1], [1.0] * len(few[:1]))
        drawn = self._try(view, mover, action, self.effort.worlds)
        counts: dict[bytes, int] = {}
        for each in drawn:
            counts[each] = counts.get(each, 0) + 1
        if len(counts) <= self.effort.outcomes:
            return self._as_prospect(list(counts), [count / len(drawn) for count in counts.values()])
        some = drawn[: self.effort.outcomes]  # as they came: each as often as it may
        return self._as_prospect(some, [1 / len(some)] * len(some))

    def _try(self, view: Any, mover: int, action: int, worlds: int) -> list[bytes]:
        found = self.appraiser.outcomes(view, self.seat, mover, action, worlds, self.word(view))
        size = self.game.state.itemsize
        data = found.tobytes()
        return [data[place : place + size] for place in range(0, len(data), size)]

    def _as_prospect(self, seen: Sequence[bytes], weights: Sequence[float]) -> Prospect:
        return Prospect(tuple(self._record(each) for each in seen), tuple(weights))

    def _record(self, data: bytes) -> Any:
        return np.frombuffer(data, self.game.state)[0].copy()

    def expected(self, prospect: Prospect, at: int) -> Chances:
        """The mean of what may come."""
        if prospect.is_certain:
            return self.chances(prospect.views[0], at)
        means = np.zeros(self.seats)
        for view, weight in zip(prospect.views, prospect.weights, strict=True):
            means += weight * np.array(self.chances(view, at))
        return in_millionths(means / UNIT)


def in_millionths(shares: Any) -> Chances:
    """Shares that add up to 1 as whole millionths that add up to a million, by the largest remainder."""
    scaled = [float(share) * UNIT for share in shares]
    whole = [int(value) for value in scaled]
    short = UNIT - sum(whole)
    order = sorted(range(len(scaled)), key=lambda seat: (whole[seat] - scaled[seat], seat))
    for seat in order[: max(short, 0)]:
        whole[seat] += 1
    return tuple(whole)
