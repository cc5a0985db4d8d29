"""Sets compiled to single instructions."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from caravane.bits import lowest, size, where


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
    """An intrinsic: which of so many neighbouring bytes are equal to a value."""

    @intrinsic  # type: ignore[untyped-decorator]
    def compare(typing: Any, row: Any, first: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            lanes, data = ir.VectorType(ir.IntType(8), width), make_array(row)(context, builder, values[0]).data
            address = cgutils.pointer_add(builder, data, values[1], lanes.as_pointer())
            byte = builder.trunc(values[2], ir.IntType(8))
            wanted = ir.Constant(lanes, ir.Undefined)
            for lane in range(width):
                wanted = builder.insert_element(wanted, byte, ir.Constant(ir.IntType(32), lane))
            equal = builder.icmp_signed("==", builder.load(address, align=1), wanted)
            return builder.zext(builder.bitcast(equal, ir.IntType(width)), ir.IntType(64))

        return types.int64(row, types.int64, types.int64), generate

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
    assert row.layout == "C"
    assert row.dtype == types.int8

    def compiled(row, value, first, count):  # type: ignore[no-untyped-def]
        # The last stretch overlaps the one before it: nothing beyond the row is read.
        if count >= 32:
            return _compare_32(row, first, value) | _compare_32(row, first + count - 32, value) << (count - 32)
        if count >= 16:
            return _compare_16(row, first, value) | _compare_16(row, first + count - 16, value) << (count - 16)
        if count >= 8:
            return _compare_8(row, first, value) | _compare_8(row, first + count - 8, value) << (count - 8)
        if count >= 4:
            return _compare_4(row, first, value) | _compare_4(row, first + count - 4, value) << (count - 4)
        bits = 0
        for k in range(count):
            bits |= int(row[first + k] == value) << k
        return bits

    return compiled
