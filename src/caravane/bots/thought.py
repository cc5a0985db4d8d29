"""What a search found out, and how a choice is made of it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from caravane.chance import below, next_word


@dataclass(frozen=True, slots=True)
class Thought:
    """The actions a seat has, how much of the search went into each, and what they seem worth to the seat."""

    actions: list[int]
    shares: list[float]  # add up to 1
    values: list[float]  # -1..1
    iterations: int = 0
    depth: int = 0

    @property
    def order(self) -> list[int]:
        """Indices, the best first."""
        return sorted(range(len(self.actions)), key=lambda i: (-self.shares[i], -self.values[i]))

    @property
    def best(self) -> int:
        """The action that the search prefers."""
        return self.actions[self.order[0]]

    @property
    def value(self) -> float:
        """What the position is worth to the seat if it plays well."""
        return self.values[self.order[0]]

    def pick(self, noise: float, word: np.uint64) -> int:
        """The best action; with `noise`, sometimes another that seems worth at most so much less."""
        best = self.order[0]
        if noise <= 0.0:
            return self.actions[best]
        chosen, highest = best, -2.0
        for i, share in enumerate(self.shares):
            word = next_word(word)
            score = self.values[i] + noise * below(word, 1 << 30) / (1 << 30)
            if share > 0.0 and score > highest:
                chosen, highest = i, score
        return self.actions[chosen]


def certain(action: int) -> Thought:
    """There is nothing to think about."""
    return Thought([action], [1.0], [0.0])


_clock: Callable[[], float] = time.perf_counter


def now() -> float:
    """The clock by which bots think: the one on the wall, as somebody waits for them."""
    return _clock()


@contextmanager
def processor_time() -> Iterator[None]:
    """Let bots think by the time their thread was given: a busy machine then favours nobody."""
    global _clock  # bots know nothing of who asks them
    before, _clock = _clock, time.thread_time
    try:
        yield
    finally:
        _clock = before


@dataclass(slots=True)
class Budget:
    """How long to think: so many iterations, or so many seconds, whichever ends first."""

    iterations: int | None
    seconds: float | None
    _began: float = field(default_factory=now)
    _done: int = 0

    def next_chunk(self, first: int) -> int:
        """How many iterations to run before asking again; 0 when the time is over."""
        left = (1 << 30) if self.iterations is None else self.iterations - self._done
        if self.seconds is None:
            return max(left, 0)
        if self._done == 0:
            return min(left, first)
        used = now() - self._began
        rest = self.seconds - used
        # A chunk is at most a tenth of the time, so that a slow moment of the machine costs little.
        affordable = int(min(rest, self.seconds / 10) * self._done / max(used, 1e-9))
        return min(left, affordable if rest > 0 else 0)

    def spent(self, iterations: int) -> None:
        """Count iterations against the budget."""
        self._done += iterations

    @property
    def done(self) -> int:
        """How many iterations the search has made."""
        return self._done
