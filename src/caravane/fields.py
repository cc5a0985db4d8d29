"""The fields of a game's record, each with who sees it; views and observations are made from that alone.

A field is `open` (everybody sees it as it is), `own` (it has a row for each seat, which sees its own row), `secret`
(nobody sees it) or `by_rule` (the game's `view_private` writes what a seat sees of it). What stands together in the
record is copied and widened together (`caravane.native.compiler.fields`), so open fields are best declared side by side.
"""

from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from math import prod
from operator import itemgetter
from typing import Any

import numpy as np

from caravane.kernel import Record, kernel, view_private

WIDEST = 2  # bytes of a field that is observed
SEAT_FIRST = 1  # entry 0 of an observation is the seat that looks


class Sight(Enum):
    """Who sees a field."""

    OPEN = "open"
    OWN = "own"
    SECRET = "secret"  # noqa: S105  # no password
    BY_RULE = "by_rule"


open, own, secret, by_rule = Sight  # noqa: A001  # as it stands beside a field


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record, and where it stands in the observation."""

    name: str
    kind: np.dtype[Any]
    shape: tuple[int, ...]
    sight: Sight
    within: tuple[int, int] | None = None  # the lowest and the highest value it can have; None: what its kind holds
    offset: int = 0  # in the record, in bytes
    first: int = -1  # in the observation; -1 for what is left out: 64-bit bookkeeping, and what nobody sees

    @property
    def bounds(self) -> tuple[int, int]:
        """No entry is lower than the first or higher than the second, in a state or a view."""
        kind = np.iinfo(self.kind)
        return self.within or (int(kind.min), int(kind.max))

    @property
    def count(self) -> int:
        """How many entries it has."""
        return prod(self.shape)

    @property
    def row_count(self) -> int:
        """How many entries one of its rows has."""
        return prod(self.shape[1:])

    @property
    def end(self) -> int:
        """The byte after it."""
        return self.offset + self.count * self.kind.itemsize


def field(name: str, kind: Any, *rest: Any, within: tuple[int, int] | None = None) -> Field:
    """Declare a field: its name, its kind, its shape if it is an array, who sees it, and between what its values lie."""
    shape, sight = rest if len(rest) == 2 else ((), *rest) if len(rest) == 1 else ((), None)
    if not isinstance(sight, Sight):
        raise TypeError(f"field {name!r}: say last who sees it: open, own, secret or by_rule")
    if not isinstance(shape, tuple):
        raise TypeError(f"field {name!r}: the shape {shape!r} is no tuple")
    if sight is own and not shape:
        raise TypeError(f"field {name!r}: an own field has a row for each seat")
    return Field(name, np.dtype(kind), shape, sight, within)


_FIELDS: dict[tuple[str, ...], tuple[Field, ...]] = {}


def record_type(*fields: Field) -> np.dtype[Any]:
    """The record type of a game's state: aligned, fields in this order, by name in both modes."""
    for declared in fields:
        if not isinstance(declared, Field):
            raise TypeError(f"{declared!r} is no field: write field(name, kind, shape, who sees it)")
        if not hasattr(Record, declared.name):
            setattr(Record, declared.name, property(itemgetter(declared.name)))
    plain = np.dtype([(each.name, each.kind, each.shape) for each in fields], align=True)
    _FIELDS[tuple(each.name for each in fields)] = tuple(_placed(fields, plain))
    return np.dtype((Record, plain))


def _placed(fields: tuple[Field, ...], plain: np.dtype[Any]) -> Iterator[Field]:
    """The fields, with where they stand in the record and in the observation."""
    assert plain.fields is not None
    first, end = SEAT_FIRST, 0
    for each in fields:
        if plain.fields[each.name][1] != end:
            raise TypeError(f"field {each.name!r}: bytes before it would belong to no field; put wider fields first")
        end += each.count * each.kind.itemsize
        is_observed = each.kind.itemsize <= WIDEST and each.sight is not secret
        yield replace(each, offset=plain.fields[each.name][1], first=first if is_observed else -1)
        first += each.count if is_observed else 0
    if plain.itemsize != end:
        gap = plain.itemsize - end
        raise TypeError(f"the last bytes of the record would belong to no field: {gap} more are needed in int8 fields")


def fields_of(names: tuple[str, ...] | None, *sights: Sight) -> tuple[Field, ...]:
    """The fields of the record type with these names, in its order; only those seen so, if any way is given."""
    return tuple(each for each in _FIELDS[names or ()] if not sights or each.sight in sights)


@cache
def _tuple_of(names: tuple[str, ...]) -> Any:
    return namedtuple("Fields", names)  # noqa: PYI024  # its names are known when the game is


def read(record: Any) -> Any:
    """All fields by name, numbers as plain ones: for Python code that reads many, since a record looks up each, slowly.

    Kernels take the record itself. Arrays are those of the record: read them before it changes.
    """
    return _tuple_of(record.dtype.names)._make(record.item())


def _seen(record: Any, sight: Sight) -> tuple[Field, ...]:
    return fields_of(record.dtype.names, sight)


def copy_open(state: Any, view: Any) -> None:
    """Copy the fields that everybody sees."""
    for each in _seen(state, open):
        view[each.name] = state[each.name]


def copy_own(state: Any, seat: int, view: Any) -> None:
    """Copy a seat's rows of the own fields; who watches has none."""
    if seat >= 0:
        for each in _seen(state, own):
            view[each.name][seat] = state[each.name][seat]


def clear_private(view: Any) -> None:
    """Make the fields blank that are seen by rule."""
    for each in _seen(view, by_rule):
        view[each.name] = 0


def _flatten(record: Any, sight: Sight, out: Any, at: int) -> None:
    for each in _seen(record, sight):
        if each.first >= 0:
            first = at + each.first
            out[first : first + each.count] = np.asarray(record[each.name]).reshape(-1)


def flatten_open(state: Any, out: Any, at: int) -> None:
    """Write the fields that everybody sees into the observation that begins at out[at]."""
    _flatten(state, open, out, at)


def flatten_own(state: Any, seat: int, out: Any, at: int) -> None:
    """Write a seat's rows of the own fields, and zeros for the others', into the observation that begins at out[at]."""
    for each in _seen(state, own):
        if each.first < 0:
            continue
        out[at + each.first : at + each.first + each.count] = 0
        if seat >= 0:
            first = at + each.first + seat * each.row_count
            out[first : first + each.row_count] = np.asarray(state[each.name][seat]).reshape(-1)


def flatten_private(view: Any, out: Any, at: int) -> None:
    """Write the fields that are seen by rule, from a view, into the observation that begins at out[at]."""
    _flatten(view, by_rule, out, at)


@kernel
def view_for(state: Any, seat: int, view: Any) -> None:
    """Write into a blank record what a seat (or SPECTATOR) may see."""
    copy_open(state, view)
    copy_own(state, seat, view)
    view_private(state, seat, view)


@kernel
def shows_no_more(state: Any, seat: int, view: Any) -> None:
    """The `view_private` of a game without fields that are seen by rule."""
