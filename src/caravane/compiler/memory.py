"""Copies of arrays compiled to one move of memory."""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from caravane.kernel import copy_first


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
