"""Copies of arrays compiled to one move of memory, and memory that is fetched before it is needed."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from caravane.kernel import copy_first, fetch_row

LINE = 64  # bytes that are fetched together
FETCHED = 512  # bytes of a row, at most: what is looked at in every step stands before what is only kept


@intrinsic  # type: ignore[untyped-decorator]
def _copy_memory(typing: Any, source: Any, target: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        origin = make_array(source)(context, builder, values[0])
        goal = make_array(target)(context, builder, values[1])
        cgutils.raw_memcpy(builder, goal.data, origin.data, values[2], context.get_constant(types.intp, size))
        return context.get_dummy_value()

    size = source.dtype.bitwidth // 8
    return types.void(source, target, types.intp), generate


@overload(copy_first)
def _copy_first(source, target, count):  # type: ignore[no-untyped-def]
    assert source.layout == target.layout == "C"
    assert source.dtype == target.dtype
    return lambda source, target, count: _copy_memory(source, target, count)


@intrinsic  # type: ignore[untyped-decorator]
def _fetch(typing: Any, rows: Any, i: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (cgutils.voidptr_t,), kind)
        data = make_array(rows)(context, builder, values[0]).data
        row = builder.bitcast(builder.gep(data, [values[1]]), cgutils.voidptr_t)
        to_read, near, is_data = (ir.Constant(number, value) for value in (0, 3, 1))
        for offset in range(0, min(rows.dtype.size, FETCHED), LINE):
            builder.call(prefetch, [cgutils.pointer_add(builder, row, offset), to_read, near, is_data])
        return context.get_dummy_value()

    return types.void(rows, types.intp), generate


@overload(fetch_row)
def _fetch_row(rows, i):  # type: ignore[no-untyped-def]
    assert rows.layout == "C"
    return lambda rows, i: _fetch(rows, i)
