"""Sets compiled to single instructions."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from caravane.bits import between, lowest, size, where


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ones(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), generate


def _comparing(width: int) -> Any:
    """An intrinsic: which of so many neighbouring bytes are as far above `low` as one of `count` values from it on."""

    @intrinsic  # type: ignore[untyped-decorator]
    def compare(typing: Any, row: Any, first: Any, low: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            lanes, data = ir.VectorType(ir.IntType(8), width), make_array(row)(context, builder, values[0]).data

            def spread(value: Any) -> Any:
                byte, vector = builder.trunc(value, ir.IntType(8)), ir.Constant(lanes, ir.Undefined)
                for lane in range(width):
                    vector = builder.insert_element(vector, byte, ir.Constant(ir.IntType(32), lane))
                return vector

            address = cgutils.pointer_add(builder, data, values[1], lanes.as_pointer())
            above = builder.sub(builder.load(address, align=1), spread(values[2]))
            found = builder.icmp_unsigned("<", above, spread(values[3]))
            return builder.zext(builder.bitcast(found, ir.IntType(width)), ir.IntType(64))

        return types.int64(row, types.int64, types.int64, types.int64), generate

    return compare


_compare_32, _compare_16, _compare_8, _compare_4 = _comparing(32), _comparing(16), _comparing(8), _comparing(4)


@overload(lowest)
def _lowest(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _trailing_zeros(bits)


@overload(size)
def _size(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _ones(bits)


@overload(where)
def _where(row, value, first, count):  # type: ignore[no-untyped-def]
    return lambda row, value, first, count: between(row, value, value + 1, first, count)


@overload(between)
def _between(row, low, high, first, count):  # type: ignore[no-untyped-def]
    assert row.layout == "C"
    assert row.dtype == types.int8

    def compiled(row, low, high, first, count):  # type: ignore[no-untyped-def]
        # The last stretch overlaps the one before it: nothing beyond the row is read.
        kinds, rest = high - low, first + count
        if count >= 32:
            return _compare_32(row, first, low, kinds) | _compare_32(row, rest - 32, low, kinds) << (count - 32)
        if count >= 16:
            return _compare_16(row, first, low, kinds) | _compare_16(row, rest - 16, low, kinds) << (count - 16)
        if count >= 8:
            return _compare_8(row, first, low, kinds) | _compare_8(row, rest - 8, low, kinds) << (count - 8)
        if count >= 4:
            return _compare_4(row, first, low, kinds) | _compare_4(row, rest - 4, low, kinds) << (count - 4)
        bits = 0
        for k in range(count):
            bits |= int(low <= row[first + k] < high) << k
        return bits

    return compiled
