"""Fields of records, copied by name; compiled (`caravane.compiler.fields`) to a few moves of memory.

A game says which fields of its record are `open`: every seat, and who watches, sees them as they are. A view copies
them, an observation reads them straight from the state; what is in the other fields is the game's own affair
(`view_own`). Of the open fields some may be `steady`: they change only by an action that `stirs` them, so a row of
observations that shows them already need not be written again. Of a field seen by rows (a hand for each seat, say)
a seat sees the row that is its own (`own_row`), and nothing of the others. What is unseen no view ever shows.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from caravane.kernel import kernel

WIDEST = 2  # bytes of a field that is observed
SEAT_FIRST = 1  # entry 0 of an observation is the seat that looks


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record, and where it stands in the observation."""

    name: str
    offset: int  # in the record, in bytes
    kind: np.dtype[Any]
    shape: tuple[int, ...]
    first: int  # in the observation; -1 for what is left out: bookkeeping, and what nobody sees

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


def fields_of(dtype: np.dtype[Any], unseen: Collection[str]) -> tuple[Field, ...]:
    """The fields in the record's order."""
    assert dtype.names is not None
    assert dtype.fields is not None
    found, first = [], SEAT_FIRST
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        is_observed = kind.base.itemsize <= WIDEST and name not in unseen
        found.append(Field(name, offset, kind.base, kind.shape, first if is_observed else -1))
        first += prod(kind.shape) if is_observed else 0
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Groups:
    """The fields of a game's record by who sees them."""

    open: tuple[Field, ...]
    steady: tuple[Field, ...]
    rows: tuple[Field, ...]
    own: tuple[Field, ...]


GROUPS: dict[str, Groups] = {}


def group_fields(
    dtype: np.dtype[Any],
    open_names: Iterable[str],
    steady_names: Iterable[str],
    row_names: Iterable[str],
    unseen_names: Iterable[str],
) -> None:
    """Say how the fields of a game's record are seen; steady ones are open too."""
    is_steady, is_row, is_unseen = set(steady_names), set(row_names), set(unseen_names)
    is_open = set(open_names) - is_steady
    fields = fields_of(dtype, is_unseen)
    named = is_open | is_steady | is_row | is_unseen
    unknown = named - {field.name for field in fields}
    assert not unknown, f"{fields[0].name} has no field {', '.join(sorted(unknown))}"
    assert len(named) == sum(map(len, (is_open, is_steady, is_row, is_unseen))), "a field is seen in one way only"
    GROUPS[fields[0].name] = Groups(
        open=tuple(field for field in fields if field.name in is_open),
        steady=tuple(field for field in fields if field.name in is_steady),
        rows=tuple(field for field in fields if field.name in is_row),
        own=tuple(field for field in fields if field.name not in named),
    )


@kernel
def stirs_nothing(state: Any, seat: int, action: int) -> bool:
    """Where no field is steady, none is stirred."""
    return False


@kernel
def own_is_secret(state: Any) -> bool:
    """Where a game does not say when its other fields are open, they are not."""
    return False


@kernel
def row_of_seat(state: Any, seat: int) -> int:
    """Where a game does not say which row is a seat's own, rows are numbered as seats are."""
    return seat


def _groups_of(record: Any) -> Groups:
    return GROUPS[record.dtype.names[0]]


def copy_open(state: Any, view: Any) -> None:
    """Copy the fields that all see."""
    groups = _groups_of(state)
    for field in groups.open + groups.steady:
        view[field.name] = state[field.name]


def copy_row(state: Any, row: int, view: Any) -> None:
    """Copy one row of what is seen by rows."""
    for field in _groups_of(state).rows:
        view[field.name][row] = state[field.name][row]


def clear_own(view: Any) -> None:
    """Make the other fields blank."""
    for field in _groups_of(view).own:
        view[field.name] = 0


def _flatten(record: Any, fields: tuple[Field, ...], out: Any, at: int) -> None:
    for field in fields:
        if field.first >= 0:
            first = at + field.first
            out[first : first + field.count] = np.asarray(record[field.name]).reshape(-1)


def flatten_open(state: Any, out: Any, at: int) -> None:
    """Write the open fields that are not steady into the observation that begins at out[at]."""
    _flatten(state, _groups_of(state).open, out, at)


def flatten_steady(state: Any, out: Any, at: int) -> None:
    """Write the steady fields into the observation that begins at out[at]."""
    _flatten(state, _groups_of(state).steady, out, at)


def flatten_row(state: Any, row: int, out: Any, at: int) -> None:
    """Write one row of what is seen by rows into the observation that begins at out[at]."""
    for field in _groups_of(state).rows:
        first = at + field.first + row * field.row_count
        out[first : first + field.row_count] = np.asarray(state[field.name][row]).reshape(-1)


def clear_row(state: Any, row: int, out: Any, at: int) -> None:
    """Show no longer this row of what is seen by rows in the observation that begins at out[at]."""
    for field in _groups_of(state).rows:
        first = at + field.first + row * field.row_count
        out[first : first + field.row_count] = 0


def clear_rows(state: Any, out: Any, at: int) -> None:
    """Show nothing of what is seen by rows in the observation that begins at out[at]."""
    for field in _groups_of(state).rows:
        out[at + field.first : at + field.first + field.count] = 0


def flatten_own(view: Any, out: Any, at: int) -> None:
    """Write the fields that are not open, from a view, into the observation that begins at out[at]."""
    _flatten(view, _groups_of(view).own, out, at)
