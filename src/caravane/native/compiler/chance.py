"""Words of chance compiled to integers that wrap."""

import numpy as np
from numba.extending import overload

from caravane.chance import GOLDEN, MIX_1, MIX_2, below, next_word


@overload(next_word)
def _next_word(word):  # type: ignore[no-untyped-def]  # Numba compares the signatures
    golden = np.uint64(GOLDEN)
    return lambda word: np.uint64(word) + golden


@overload(below)
def _below(word, count):  # type: ignore[no-untyped-def]
    mix_1, mix_2 = np.uint64(MIX_1), np.uint64(MIX_2)
    by_30, by_27, by_31 = np.uint64(30), np.uint64(27), np.uint64(31)

    def compiled(word, count):  # type: ignore[no-untyped-def]
        mixed = np.uint64(word)
        mixed = (mixed ^ (mixed >> by_30)) * mix_1
        mixed = (mixed ^ (mixed >> by_27)) * mix_2
        return np.int64((mixed ^ (mixed >> by_31)) % np.uint64(count))

    return compiled
