"""Fields of records, copied by name: compiled to moves of memory, one for each run of neighbouring fields.

A game says which fields of its record are `open`: every seat, and who watches, sees them as they are. A view copies
them, an observation reads them straight from the state; what is in the other fields is the game's own affair
(`view_own`). Of the open fields some may be `steady`: they change only when the field `clock` does, so a row of
observations that shows them already need not be written again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

WIDEST = 2  # bytes of a field that is observed
SEAT_FIRST = 1  # entry 0 of an observation is the seat that looks
LANES = 16  # bytes widened at once


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
    clock: str


_GROUPS: dict[str, Groups] = {}


def group_fields(dtype: np.dtype[Any], open_names: Iterable[str], steady_names: Iterable[str], clock: str) -> None:
    """Say how the fields of a game's record are seen; steady ones are open too."""
    is_open, is_steady = set(open_names), set(steady_names)
    fields = fields_of(dtype)
    unknown = (is_open | is_steady) - {field.name for field in fields}
    assert not unknown, f"{fields[0].name} has no field {', '.join(sorted(unknown))}"
    _GROUPS[fields[0].name] = Groups(
        open=tuple(field for field in fields if field.name in is_open and field.name not in is_steady),
        steady=tuple(field for field in fields if field.name in is_steady),
        own=tuple(field for field in fields if field.name not in is_open | is_steady),
        clock=clock,
    )


def _groups_of(record: Any) -> Groups:
    return _GROUPS[record.dtype.names[0]]


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


def clock_of(state: Any) -> int:
    """What must change before a steady field does; always 0 where none is steady."""
    clock = _groups_of(state).clock
    return int(state[clock]) if clock else 0


def _runs(fields: Iterable[Field]) -> list[tuple[int, int]]:
    """First byte and length of each run of neighbours."""
    runs: list[tuple[int, int]] = []
    for field in fields:
        if runs and sum(runs[-1]) == field.offset:
            runs[-1] = (runs[-1][0], field.end - runs[-1][0])
        else:
            runs.append((field.offset, field.end - field.offset))
    return runs


def _copying(runs: list[tuple[int, int]]) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typing: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            for offset, length in runs:
                origin, goal = (cgutils.pointer_add(builder, value, offset) for value in values)
                cgutils.raw_memcpy(builder, goal, origin, ir.Constant(ir.IntType(64), length), 1)
            return context.get_dummy_value()

        return types.void(source, target), generate

    return copy


def _clearing(runs: list[tuple[int, int]]) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def clear(typing: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            for offset, length in runs:
                size = ir.Constant(ir.IntType(64), length)
                cgutils.memset(builder, cgutils.pointer_add(builder, values[0], offset), size, 0)
            return context.get_dummy_value()

        return types.void(target), generate

    return clear


def _stretches(fields: Iterable[Field]) -> list[tuple[str, int, int, int]]:
    """Kind, first byte, first entry and count of what can be widened together, in pieces of a power of two."""
    merged: list[tuple[str, int, int, int]] = []
    for field in fields:
        if field.first < 0:
            continue
        kind, width = field.kind.str[1:], field.kind.itemsize
        if merged and merged[-1][0] == kind and merged[-1][1] + merged[-1][3] * width == field.offset:
            merged[-1] = (*merged[-1][:3], merged[-1][3] + field.count)
        else:
            merged.append((kind, field.offset, field.first, field.count))
    pieces = []
    for kind, offset, first, count in merged:
        done, lanes = 0, LANES
        while done < count:
            while lanes > count - done and not (lanes == LANES and count >= LANES):
                lanes //= 2
            done = min(done, count - lanes)  # the last piece of a long stretch overlaps the one before it
            pieces.append((kind, offset + done * int(kind[1]), first + done, lanes))
            done += lanes
    return pieces


def _flattening(pieces: list[tuple[str, int, int, int]]) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def flatten(typing: Any, record: Any, out: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            row = builder.gep(make_array(out)(context, builder, values[1]).data, [values[2]])
            for kind, offset, first, lanes in pieces:
                narrow = ir.VectorType(ir.IntType(8 * int(kind[1])), lanes)
                wide = ir.VectorType(ir.IntType(16), lanes)
                origin = cgutils.pointer_add(builder, values[0], offset, narrow.as_pointer())
                goal = cgutils.pointer_add(builder, row, 2 * first, wide.as_pointer())
                value = builder.load(origin, align=1)
                if kind != "i2":
                    value = builder.sext(value, wide) if kind == "i1" else builder.zext(value, wide)
                builder.store(value, goal, align=1)
            return context.get_dummy_value()

        return types.void(record, out, types.intp), generate

    return flatten


def _groups_typed(record: Any) -> Groups:
    assert isinstance(record, types.Record)
    return _GROUPS[next(iter(record.fields))]


@overload(copy_open)
def _copy_open(state, view):  # type: ignore[no-untyped-def]  # Numba compares the signatures
    groups = _groups_typed(state)
    copy = _copying(_runs(sorted(groups.open + groups.steady, key=lambda field: field.offset)))
    return lambda state, view: copy(state, view)


@overload(clear_own)
def _clear_own(view):  # type: ignore[no-untyped-def]
    clear = _clearing(_runs(_groups_typed(view).own))
    return lambda view: clear(view)


def _overload_flatten(function: Callable[..., None], name: str) -> None:
    def choose(record, out, at):  # type: ignore[no-untyped-def]
        flatten = _flattening(_stretches(getattr(_groups_typed(record), name)))
        return lambda record, out, at: flatten(record, out, at)

    overload(function)(choose)


_overload_flatten(flatten_open, "open")
_overload_flatten(flatten_steady, "steady")
_overload_flatten(flatten_own, "own")


@overload(clock_of)
def _clock_of(state):  # type: ignore[no-untyped-def]
    clock = _groups_typed(state).clock
    if not clock:
        return lambda state: 0
    return lambda state: int(state[clock])
