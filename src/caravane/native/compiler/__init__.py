"""Everything that needs Numba: imported when a kernel has no machine code yet, and not before.

Numba takes longer to import than most commands take to run.
"""

from collections.abc import Callable
from typing import Any

import numba

from caravane.native.compiler import (  # what each does when compiled
    bits,
    bitset,
    chance,
    fields,
    masking,
    memory,
    verbs,
)
from caravane.native.kernels import cache_folder

__all__ = ["bits", "bitset", "chance", "fields", "jit", "masking", "memory", "verbs"]

numba.config.CACHE_DIR = str(cache_folder())


def jit(function: Callable[..., Any], is_inlined: bool = False) -> Any:
    """A rule as Numba compiles it, when it is first called or called by another that is compiled.

    Without Numba's runtime (`_nrt`) a kernel that allocates does not compile, and arrays passed on cost no counting of
    references: a step of a batch takes two thirds of the time.
    """
    bitset.overload_matchers()
    return numba.njit(cache=True, nogil=True, _nrt=False, forceinline=is_inlined)(function)
