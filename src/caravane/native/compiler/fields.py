"""Fields compiled to moves of memory, one for each run of neighbouring fields."""

from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from caravane.fields import (
    Field,
    Sight,
    clear_private,
    copy_open,
    copy_own,
    fields_of,
    flatten_open,
    flatten_own,
    flatten_private,
)

LANES = 16  # bytes widened at once
ENTRY = 2  # bytes of an entry of an observation

Piece = tuple[str, int, int, int]  # kind, first byte, first entry and count of what is widened together


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
                _clear(builder, values[0], offset, length)
            return context.get_dummy_value()

        return types.void(target), generate

    return clear


def _stretches(fields: Iterable[Field]) -> list[Piece]:
    """What can be widened together, in pieces of a power of two."""
    merged: list[Piece] = []
    for field in fields:
        if field.first < 0:
            continue
        kind, width = field.kind.str[1:], field.kind.itemsize
        if merged and merged[-1][0] == kind and merged[-1][1] + merged[-1][3] * width == field.offset:
            merged[-1] = (*merged[-1][:3], merged[-1][3] + field.count)
        else:
            merged.append((kind, field.offset, field.first, field.count))
    return [piece for stretch in merged for piece in _cut(*stretch)]


def _cut(kind: str, offset: int, first: int, count: int) -> list[Piece]:
    pieces, done, lanes = [], 0, LANES
    while done < count:
        while lanes > count - done and not (lanes == LANES and count >= LANES):
            lanes //= 2
        done = min(done, count - lanes)  # the last piece of a long stretch overlaps the one before it
        pieces.append((kind, offset + done * int(kind[1]), first + done, lanes))
        done += lanes
    return pieces


def _widen(builder: Any, record: Any, entries: Any, pieces: list[Piece]) -> None:
    """Write pieces of a record into an observation."""
    for kind, offset, first, lanes in pieces:
        narrow = ir.VectorType(ir.IntType(8 * int(kind[1])), lanes)
        wide = ir.VectorType(ir.IntType(8 * ENTRY), lanes)
        origin = cgutils.pointer_add(builder, record, offset, narrow.as_pointer())
        goal = cgutils.pointer_add(builder, entries, ENTRY * first, wide.as_pointer())
        value = builder.load(origin, align=1)
        if kind != "i2":
            value = builder.sext(value, wide) if kind == "i1" else builder.zext(value, wide)
        builder.store(value, goal, align=1)


def _observation(context: Any, builder: Any, out: Any, value: Any, at: Any) -> Any:
    """Where the observation begins that begins at out[at]."""
    return builder.gep(make_array(out)(context, builder, value).data, [at])


def _flattening(pieces: list[Piece]) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def flatten(typing: Any, record: Any, out: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            _widen(builder, values[0], _observation(context, builder, out, values[1], values[2]), pieces)
            return context.get_dummy_value()

        return types.void(record, out, types.intp), generate

    return flatten


def _flattening_own(fields: Iterable[Field]) -> Any:
    """An intrinsic that writes one row of each field, and zeros for the others."""

    @intrinsic  # type: ignore[untyped-decorator]
    def flatten(typing: Any, record: Any, row: Any, out: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            entries = _observation(context, builder, out, values[2], values[3])
            for field in fields:
                _clear(builder, entries, ENTRY * field.first, ENTRY * field.count)
            with builder.if_then(_is_seat(builder, values[1])):
                for field in fields:
                    origin, goal = (
                        cgutils.pointer_add(builder, start, _times(builder, values[1], field.row_count * width))
                        for start, width in ((values[0], field.kind.itemsize), (entries, ENTRY))
                    )
                    row_pieces = _cut(field.kind.str[1:], field.offset, field.first, field.row_count)
                    _widen(builder, origin, goal, row_pieces)
            return context.get_dummy_value()

        return types.void(record, types.intp, out, types.intp), generate

    return flatten


def _copying_own(fields: Iterable[Field]) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typing: Any, source: Any, row: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            with builder.if_then(_is_seat(builder, values[1])):
                for field in fields:
                    length = field.row_count * field.kind.itemsize
                    first = builder.add(_times(builder, values[1], length), ir.Constant(ir.IntType(64), field.offset))
                    origin, goal = (cgutils.pointer_add(builder, value, first) for value in (values[0], values[2]))
                    cgutils.raw_memcpy(builder, goal, origin, ir.Constant(ir.IntType(64), length), 1)
            return context.get_dummy_value()

        return types.void(source, types.intp, target), generate

    return copy


def _is_seat(builder: Any, seat: Any) -> Any:
    return builder.icmp_signed(">=", seat, ir.Constant(ir.IntType(64), 0))


def _clear(builder: Any, start: Any, offset: int, length: int) -> None:
    cgutils.memset(builder, cgutils.pointer_add(builder, start, offset), ir.Constant(ir.IntType(64), length), 0)


def _times(builder: Any, number: Any, factor: int) -> Any:
    return builder.mul(number, ir.Constant(ir.IntType(64), factor))


def _seen(record: Any, sight: Sight) -> tuple[Field, ...]:
    assert isinstance(record, types.Record)
    return fields_of(tuple(record.fields), sight)


@overload(copy_open)
def _copy_open(state, view):  # type: ignore[no-untyped-def]  # Numba compares the signatures
    copy = _copying(_runs(_seen(state, Sight.OPEN)))
    return lambda state, view: copy(state, view)


@overload(clear_private)
def _clear_private(view):  # type: ignore[no-untyped-def]
    clear = _clearing(_runs(_seen(view, Sight.BY_RULE)))
    return lambda view: clear(view)


@overload(copy_own)
def _copy_own(state, seat, view):  # type: ignore[no-untyped-def]
    copy = _copying_own(_seen(state, Sight.OWN))
    return lambda state, seat, view: copy(state, seat, view)


@overload(flatten_own)
def _flatten_own(state, seat, out, at):  # type: ignore[no-untyped-def]
    flatten = _flattening_own([field for field in _seen(state, Sight.OWN) if field.first >= 0])
    return lambda state, seat, out, at: flatten(state, seat, out, at)


def _overload_flatten(function: Callable[..., None], sight: Sight) -> None:
    def choose(record, out, at):  # type: ignore[no-untyped-def]
        flatten = _flattening(_stretches(_seen(record, sight)))
        return lambda record, out, at: flatten(record, out, at)

    overload(function)(choose)


_overload_flatten(flatten_open, Sight.OPEN)
_overload_flatten(flatten_private, Sight.BY_RULE)
