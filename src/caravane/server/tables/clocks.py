"""Clocks that follow from the log: what is left is computed from when things happened, so restarts cost nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from caravane.server import wire

Phase = Literal["negotiation", "orders"]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a table: `left` was true at `since`, and runs down for the seats in `running`."""

    settings: wire.Clock
    left: tuple[int, ...]  # ms a seat
    since: int
    running: frozenset[int] = frozenset()
    phase: Phase | None = None
    ready: frozenset[int] = field(default_factory=frozenset)

    @property
    def ticks(self) -> bool:
        """Whether there is any clock at all."""
        return not isinstance(self.settings, wire.NoClock)

    def at(self, now: int) -> "Clocks":
        """The same clocks, read later."""
        gone = max(0, now - self.since)
        left = tuple(ms - gone if seat in self.running else ms for seat, ms in enumerate(self.left))
        return replace(self, left=left, since=max(now, self.since))

    def deadline(self) -> int | None:
        """When the first running clock is over."""
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def over(self, now: int) -> list[int]:
        """The seats whose time is over."""
        read = self.at(now)
        return [seat for seat in sorted(self.running) if read.left[seat] <= 0]

    def gain(self, now: int, seat: int, *, goes_on: bool) -> int:
        """What a decision adds to its seat's clock; `goes_on`: the same seat is awaited again."""
        match self.settings:
            case wire.LiveClock(increment_ms=increment):
                return increment if seat in self.running else 0
            case wire.CorrespondenceClock(decision_ms=decision):
                return decision - self.at(now).left[seat] if goes_on else 0
            case _:
                return 0

    def after_decision(
        self, now: int, seat: int | None, awaited: frozenset[int], gained: int | None = None
    ) -> "Clocks":
        """The clocks after `seat` decided (None: the game began, or who is awaited changed) and others are awaited.

        `gained` is what the log says that the decision added; logs of before do not say it.
        """
        read = self.at(now)
        left = list(read.left)
        if seat is not None:
            left[seat] += self.gain(now, seat, goes_on=seat in awaited) if gained is None else gained
        if isinstance(self.settings, wire.CorrespondenceClock):
            for one in awaited - self.running - {seat}:
                left[one] = self.settings.decision_ms
        running = awaited if self.ticks else frozenset()
        return replace(read, left=tuple(left), running=running)

    def after_undo(self, now: int, took: Sequence[int], awaited: frozenset[int]) -> "Clocks":
        """The clocks after decisions were taken back: what they added goes, what was thought stays spent."""
        read = self.at(now)
        left = tuple(ms - gone for ms, gone in zip(read.left, took, strict=True))
        return replace(read, left=left, running=awaited if self.ticks else frozenset())

    def after_recall(self, now: int, sealed: int, gained: int) -> int:
        """What taking a READY back adds to its seat's clock: less than nothing.

        The READY was at `sealed` and had added `gained`. Time given for a turn or a phase ran on meanwhile.
        """
        return -gained if isinstance(self.settings, wire.LiveClock) else -gained - max(0, now - sealed)

    def wait(self, ms: int) -> "Clocks":
        """The clocks, after nobody could have decided for so long."""
        return replace(self, since=self.since + ms)

    def begin_phase(self, now: int, phase: Phase, awaited: frozenset[int]) -> "Clocks":
        """Everybody gets the phase's time."""
        assert isinstance(self.settings, wire.PhaseClock)
        time = self.settings.negotiation_ms if phase == "negotiation" else self.settings.orders_ms
        left = tuple(time for _ in self.left)
        return replace(self, left=left, since=now, running=awaited, phase=phase, ready=frozenset())

    def on_the_wire(self, now: int) -> wire.Clocks | None:
        """The clocks as viewers are shown them; None where none ticks."""
        if not self.ticks:
            return None
        read = self.at(now)
        seats = [wire.SeatTime(left_ms=max(0, ms), runs=seat in self.running) for seat, ms in enumerate(read.left)]
        return wire.Clocks(seats=seats, phase=self.phase, ready=sorted(self.ready))


def start(settings: wire.Clock, seats: int, now: int) -> Clocks:
    """Clocks before the game begins."""
    full = 0
    match settings:
        case wire.LiveClock(time_ms=time):
            full = time
        case wire.CorrespondenceClock(decision_ms=time):
            full = time
        case wire.PhaseClock(orders_ms=time):
            full = time
        case _:
            pass
    return Clocks(settings, (full,) * seats, now)
