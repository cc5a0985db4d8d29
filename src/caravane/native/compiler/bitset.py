"""Sets in words compiled: many entries at once, and scratch on the stack."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, overload, type_callable
from numba.np.arrayobj import make_array, populate_array

from caravane.bits import MEMBERS_OF_EIGHT
from caravane.bitset import (
    LANES,
    MATCHERS,
    WORD,
    copy_members,
    empty_bitset,
    list_bitset,
    list_few,
    list_members,
    mark_members,
)

_BYTES = 8  # of an entry
_WORDS = types.Array(types.int64, 1, "C")


# Not an overload: the stack of a function that returned it would be gone.
@type_callable(empty_bitset)  # type: ignore[untyped-decorator]
def _type_empty_words(context: Any) -> Any:
    return lambda count: _WORDS if isinstance(count, types.IntegerLiteral) else None


@lower_builtin(empty_bitset, types.IntegerLiteral)  # type: ignore[untyped-decorator]
def _words_on_stack(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    integer = ir.IntType(64)
    length, width = ir.Constant(integer, signature.args[0].literal_value), ir.Constant(integer, _BYTES)
    data = cgutils.alloca_once(builder, integer, size=length)
    cgutils.memset(builder, data, builder.mul(width, length), 0)
    array = make_array(_WORDS)(context, builder)
    populate_array(array, data=data, shape=(length,), strides=(width,), itemsize=width, meminfo=None)
    return array._getvalue()


def overload_matchers() -> None:
    """Say what the functions that `matching` made since the last time become."""
    while MATCHERS:
        match, words = MATCHERS.pop()
        _overload_matcher(match, _shuffling(words))


def _overload_matcher(match: Any, shuffle: Any) -> None:
    @overload(match)
    def _match(row):  # type: ignore[no-untyped-def]  # Numba compares the signatures
        assert row.layout == "C"
        assert row.dtype == types.int8
        return lambda row: shuffle(row)


def _shuffling(words: list[tuple[list[int], list[int]]]) -> Any:
    """An intrinsic: load a row; for each word shuffle it, compare, and take the bits."""

    @intrinsic  # type: ignore[untyped-decorator]
    def shuffle(typing: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lanes, data = ir.VectorType(ir.IntType(8), WORD), make_array(row)(context, builder, arguments[0]).data
            entries = builder.load(builder.bitcast(data, lanes.as_pointer()), align=1)
            found = []
            for places, values in words:
                rest = [0] * (WORD - len(places))
                at = ir.Constant(ir.VectorType(ir.IntType(32), WORD), places + rest)
                shuffled = builder.shuffle_vector(entries, entries, at)
                equal = builder.icmp_signed("==", shuffled, ir.Constant(lanes, values + rest))
                bits = builder.zext(builder.bitcast(equal, ir.IntType(WORD)), ir.IntType(64))
                found.append(builder.and_(bits, ir.Constant(ir.IntType(64), (1 << len(places)) - 1)))
            return context.make_tuple(builder, signature.return_type, found)

        return types.UniTuple(types.int64, len(words))(row), generate

    return shuffle


@intrinsic  # type: ignore[untyped-decorator]
def _store_members(typing: Any, bits: Any, base: Any, table: Any, out: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        narrow, wide = ir.VectorType(ir.IntType(8), LANES), ir.VectorType(ir.IntType(32), LANES)
        line = builder.mul(values[0], ir.Constant(ir.IntType(64), LANES))
        origin = builder.gep(make_array(table)(context, builder, values[2]).data, [line])
        members = builder.sext(builder.load(builder.bitcast(origin, narrow.as_pointer()), align=1), wide)
        first, bases = builder.trunc(values[1], ir.IntType(32)), ir.Constant(wide, ir.Undefined)
        for lane in range(LANES):
            bases = builder.insert_element(bases, first, ir.Constant(ir.IntType(32), lane))
        goal = builder.gep(make_array(out)(context, builder, values[3]).data, [values[4]])
        builder.store(builder.add(members, bases), builder.bitcast(goal, wide.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, table, out, types.int64), generate


@overload(list_few)
def _list_few(bits, base, out, count):  # type: ignore[no-untyped-def]
    if not isinstance(out, types.Array):
        return None  # who gives a set for a list learns so that this rule needs a list
    assert out.layout == "C"
    assert out.dtype == types.int32
    return lambda bits, base, out, count: _store_members(bits, base, MEMBERS_OF_EIGHT, out, count)


@overload(list_bitset)
def _list_bitset(words, numbers, out):  # type: ignore[no-untyped-def]
    write = copy_members if isinstance(out, types.BaseTuple) else list_members
    return lambda words, numbers, out: write(words, numbers, out)


@intrinsic  # type: ignore[untyped-decorator]
def _store_marks(typing: Any, bits: Any, mask: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        flags = builder.bitcast(builder.trunc(values[0], ir.IntType(WORD)), ir.VectorType(ir.IntType(1), WORD))
        marks = builder.zext(flags, ir.VectorType(ir.IntType(8), WORD))
        goal = builder.gep(make_array(mask)(context, builder, values[1]).data, [values[2]])
        builder.store(marks, builder.bitcast(goal, marks.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, mask, types.int64), generate


@overload(mark_members)
def _mark_members(words, mask):  # type: ignore[no-untyped-def]
    assert mask.layout == "C"

    def compiled(words, mask):  # type: ignore[no-untyped-def]
        full = len(mask) // WORD
        for k in range(full):
            _store_marks(words[k], mask, k * WORD)
        if full == 0:
            for k in range(len(mask)):
                mask[k] = (words[0] >> k) & 1
        elif len(mask) % WORD != 0:  # the rest, with some of the word before it: nothing beyond the mask is written
            first = len(mask) - WORD
            _store_marks((words[full - 1] | words[full] << WORD) >> (first % WORD), mask, first)

    return compiled
