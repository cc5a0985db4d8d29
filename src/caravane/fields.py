"""Fields of records, copied by name; compiled (`caravane.compiler.fields`) to a few moves of memory.

A game says which fields of its record are `open`: every seat, and who watches, sees them as they are. A view copies
them, an observation reads them straight from the state; what is in the other fields is the game's own affair
(`view_own`). Of the open fields some may be `steady`: they change only by an action that `stirs` them, so a row of
observations that shows them already need not be written again.
"""

from collections.abc import Iterable
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
    first: int  # in the observation; -1 for bookkeeping, which is left out

    @property
    def count(self) -> int:
        """How many entries it has."""
        return prod(self.shape)

    @property
    def end(self) -> int:
        """The byte after it."""
        return self.offset + self.count * self.kind.itemsize


def fields_of(dtype: np.dtype[Any]) -> tuple[Field, ...]:
    """The fields in the record's order."""
    assert dtype.names is not None
    assert dtype.fields is not None
    found, first = [], SEAT_FIRST
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        is_observed = kind.base.itemsize <= WIDEST
        found.append(Field(name, offset, kind.base, kind.shape, first if is_observed else -1))
        first += prod(kind.shape) if is_observed else 0
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Groups:
    """The fields of a game's record by who sees them."""

    open: tuple[Field, ...]
    steady: tuple[Field, ...]
    own: tuple[Field, ...]


GROUPS: dict[str, Groups] = {}


def group_fields(dtype: np.dtype[Any], open_names: Iterable[str], steady_names: Iterable[str]) -> None:
    """Say how the fields of a game's record are seen; steady ones are open too."""
    is_open, is_steady = set(open_names), set(steady_names)
    fields = fields_of(dtype)
    unknown = (is_open | is_steady) - {field.name for field in fields}
    assert not unknown, f"{fields[0].name} has no field {', '.join(sorted(unknown))}"
    GROUPS[fields[0].name] = Groups(
        open=tuple(field for field in fields if field.name in is_open and field.name not in is_steady),
        steady=tuple(field for field in fields if field.name in is_steady),
        own=tuple(field for field in fields if field.name not in is_open | is_steady),
    )


@kernel
def stirs_nothing(state: Any, seat: int, action: int) -> bool:
    """Where no field is steady, none is stirred."""
    return False


@kernel
def own_is_secret(state: Any) -> bool:
    """Where a game does not say when its other fields are open, they are not."""
    return False


def _groups_of(record: Any) -> Groups:
    return GROUPS[record.dtype.names[0]]


def copy_open(state: Any, view: Any) -> None:
    """Copy the fields that all see."""
    groups = _groups_of(state)
    for field in groups.open + groups.steady:
        view[field.name] = state[field.name]


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


def flatten_own(view: Any, out: Any, at: int) -> None:
    """Write the fields that are not open, from a view, into the observation that begins at out[at]."""
    _flatten(view, _groups_of(view).own, out, at)
