"""Rate limits: a bucket for each person or address that fills steadily."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

REMEMBERED = 20_000  # buckets; the ones not used for longest are full again anyway


@dataclass(slots=True)
class Bucket:
    """What somebody may still do; `fill` a second, `most` at once. With fill 0 there is no limit."""

    fill: float
    most: float
    left: float
    at: float

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take one, or what costs more; the seconds to wait if there is not one, else 0. What was not there is owed."""
        if self.fill <= 0:
            return 0.0
        self.left = min(self.most, self.left + (now - self.at) * self.fill)
        self.at = now
        if self.left < 1.0:
            return (1.0 - self.left) / self.fill
        self.left -= cost
        return 0.0


def bucket(per_second: float, at_once: float, now: float | None = None) -> Bucket:
    """A bucket that is full: `at_once` may be taken now."""
    return Bucket(per_second, at_once, at_once, time.monotonic() if now is None else now)


class Rates:
    """A bucket for each name."""

    def __init__(
        self, per_minute: float, clock: Callable[[], float] = time.monotonic, at_once: float | None = None
    ) -> None:
        self._per_second = per_minute / 60
        self._at_once = max(60.0, per_minute / 4) if at_once is None else at_once
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, cost: float = 1.0) -> float:
        """Take one, or what costs more; the seconds to wait if there is not one, else 0."""
        return self.of(name).take(self._clock(), cost)

    def of(self, name: str) -> Bucket:
        """The bucket of a name, which all that it has may share."""
        found = self._buckets.get(name)
        if found is None:
            found = self._buckets[name] = bucket(self._per_second, self._at_once, self._clock())
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return found


class Allowance:
    """So many seconds an hour for each name. Who has spent more waits until it has come in again."""

    def __init__(
        self, per_hour: float, clock: Callable[[], float] = time.monotonic, at_once: float | None = None
    ) -> None:
        self._per_second = per_hour / 3600
        self._most = per_hour / 4 if at_once is None else at_once
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str) -> float:
        """The seconds until there is something to spend; 0 if there is."""
        if self._per_second <= 0:
            return 0.0
        left = self._now(name)
        return 0.0 if left > 0 else (1.0 - left) / self._per_second

    def spend(self, name: str, seconds: float) -> None:
        """Take something, even if there is not so much."""
        if self._per_second <= 0 or not name:
            return
        self._left[name] = (self._now(name) - seconds, self._clock())
        self._left.move_to_end(name)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def _now(self, name: str) -> float:
        left, at = self._left.get(name, (self._most, self._clock()))
        return min(self._most, left + (self._clock() - at) * self._per_second)
