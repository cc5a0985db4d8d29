"""How a game says what a network is given: blocks of features, each made of one field, and what may be exchanged.

Rows of seats begin with the seat that looks, and seats are counted from it. `caravane.features` carries it out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.fields import Field

NO_ROW = -1  # a row that nobody has: its entries are 0
_EVERY_BIT = -1


@dataclass(frozen=True, slots=True)
class Look:
    """From where one looks: which seat of how many, and what the game's field TURNED_BY says (the looking seat's entry)."""

    seats: int
    seat: int  # -1: who watches
    turned: int = 0

    def around(self) -> list[int]:
        """The seats, clockwise from the one that looks."""
        first = max(self.seat, 0)
        return [(first + k) % self.seats for k in range(self.seats)]

    def own(self) -> list[int]:
        """The seat that looks alone; nobody's row for who watches."""
        return [self.seat if self.seat >= 0 else NO_ROW]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is written of an entry x: whether x & mask is value; or, with `most`, x - value, at most `most`, as a share of it."""

    value: int
    mask: int = _EVERY_BIT
    most: int = 0


Marks = Callable[[Look], list[Mark]]


def each(low: int, high: int) -> Marks:
    """One-hot: a 1 for the value that it has among low..high; elsewhere all 0."""
    return lambda look: [Mark(value) for value in range(low, high + 1)]


def amount(most: int, low: int = 0) -> Marks:
    """A share of `most`, counted from `low`; what is beyond counts as `most`."""
    return lambda look: [Mark(low, most=most)]


def bits(first: int, count: int) -> Marks:
    """A 1 for each bit that is set."""
    return lambda look: [Mark(1 << bit, 1 << bit) for bit in range(first, first + count)]


def seat_bits(look: Look) -> list[Mark]:
    """A 1 for each seat whose bit is set, the one that looks first."""
    return [Mark(1 << seat, 1 << seat) for seat in look.around()]


def seat(look: Look) -> list[Mark]:
    """One-hot: which seat, counted from the one that looks; nobody: all 0."""
    return [Mark(one) for one in look.around()]


@dataclass(frozen=True, slots=True)
class Block:
    """Features made of one field, entry by entry; with `plane`, mark by mark, each a plane of that shape."""

    name: str
    meaning: str
    marks: Marks
    source: str = ""  # the field, if it has another name
    rows: Callable[[Look], Sequence[int]] | None = None  # which rows of it, in which order; all without it
    plane: tuple[int, ...] = ()

    @property
    def field(self) -> str:
        """The field that it is made of."""
        return self.source or self.name

    def shape(self, made_of: Field, look: Look) -> tuple[int, ...]:
        """Of its entries: rows, columns, marks; marks, lines, columns if they are planes."""
        marks = len(self.marks(look))
        if self.plane:
            return (marks, *self.plane)
        rows = (len(self.rows(look)), *made_of.shape[1:]) if self.rows else made_of.shape
        return (*rows, marks) if marks > 1 or not rows else rows

    def entries(self, made_of: Field, look: Look) -> Iterator[tuple[int, Mark]]:
        """For each feature where it comes from in the observation, and how."""
        places = list(range(made_of.first, made_of.first + made_of.count))
        if self.rows:
            length = made_of.row_count
            rows = [range(row * length, (row + 1) * length) for row in self.rows(look)]
            places = [made_of.first + place if place >= 0 else NO_ROW for row in rows for place in row]
        marks = self.marks(look)
        if self.plane:
            yield from ((place, mark) for mark in marks for place in places)
        else:
            yield from ((place, mark) for place in places for mark in marks)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to exchange things that changes nothing in the rules: playing and exchanging lead to the same."""

    name: str
    meaning: str  # what is exchanged, and where it holds
    actions: npt.NDArray[np.int64]  # what each action becomes
    tails: Mapping[str, Sequence[int]] = field(default_factory=dict)  # by block: its last entries come from these
    state: Callable[[Any], Any] = lambda state: state  # the image of a position, as a new record

    def action(self, action: int) -> int:
        """What an action becomes."""
        return int(self.actions[action])

    def mask(self, mask: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What is legal in the image, of one mask or many: also for the policy of a network."""
        return mask[..., np.argsort(self.actions)]
