"""Sets of small numbers as the bits of one integer: what a kernel would otherwise look up one by one.

Sets hold numbers from 0 to MOST - 1, so that the integer is never negative and both modes agree. Compiled, `where` and
`between` compare up to 32 entries at once, and `lowest` and `size` are one instruction each.
"""

from typing import Any

import numpy as np

from caravane.kernel import Actions, kernel

MOST = 62
_EACH_BYTE, _TOP_BITS = 0x01010101, 0x80808080
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
def member_of_few(bits: int, nth: int) -> int:
    """The same of a set of numbers below 32, without a loop: counted in eights, all at once."""
    eights = bits - ((bits >> 1) & 0x55555555)
    eights = (eights & 0x33333333) + ((eights >> 2) & 0x33333333)
    eights = (eights + (eights >> 4)) & 0x0F0F0F0F  # in each byte, how many numbers of that eight are in the set
    so_far = (eights * _EACH_BYTE) & 0xFFFFFFFF  # in each byte, how many of that eight and of those before it
    are_past = ((so_far | _TOP_BITS) - (nth + 1) * _EACH_BYTE) & _TOP_BITS  # where those are more than nth
    first = lowest(are_past) - 7
    before = ((so_far << 8) >> first) & 0xFF
    return first + int(MEMBERS_OF_EIGHT[(bits >> first) & 0xFF, nth - before])


@kernel
def list_set(bits: int, base: int, out: Actions, count: int) -> int:
    """Write base + k for every k of the set, ascending, from out[count] on; the new count."""
    while bits != 0:
        out[np.uint32(count)] = base + lowest(bits)  # without a sign: no test for indices from the end
        bits &= bits - 1
        count += 1
    return count
