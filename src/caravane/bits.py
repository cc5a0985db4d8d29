"""Sets of small numbers as the bits of one integer: what a kernel would otherwise look up one by one.

Sets hold numbers from 0 to MOST - 1, so that the integer is never negative and both modes agree. Compiled, `where` and
`between` compare up to 32 entries at once, and `lowest` and `size` are one instruction each.
"""

from typing import Any

import numpy as np

from caravane.kernel import Actions, kernel

MOST = 62
MEMBERS_OF_EIGHT = np.array(
    [([k for k in range(8) if bits >> k & 1] + [0] * 8)[:8] for bits in range(1 << 8)], np.int8
)  # of each set of numbers below 8, ascending: by the set and nth


def lowest(bits: int) -> int:
    """The smallest number of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def size(bits: int) -> int:
    """How many numbers are in a set."""
    return bits.bit_count()


def where(row: Any, value: int, first: int, count: int) -> int:
    """The set of those k below `count`, at most MOST, for which row[first + k] is the value; a row of int8."""
    bits = 0
    for k, entry in enumerate(row[first : first + count].tolist()):
        if entry == value:
            bits |= 1 << k
    return bits


def between(row: Any, low: int, high: int, first: int, count: int) -> int:
    """The set of those k below `count`, at most MOST, for which low <= row[first + k] < high; a row of int8."""
    bits = 0
    for k, entry in enumerate(row[first : first + count].tolist()):
        if low <= entry < high:
            bits |= 1 << k
    return bits


@kernel
def member(bits: int, nth: int) -> int:
    """The nth number of a set, ascending from nth = 0."""
    for _ in range(nth):
        bits &= bits - 1
    return lowest(bits)


@kernel
def list_set(bits: int, base: int, out: Actions, count: int) -> int:
    """Write base + k for every k of the set, ascending, from out[count] on; the new count."""
    while bits != 0:
        out[np.uint32(count)] = base + lowest(bits)  # without a sign: no test for indices from the end
        bits &= bits - 1
        count += 1
    return count
