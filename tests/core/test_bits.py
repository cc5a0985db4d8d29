"""Sets as bits: what one instruction finds is what a loop would find."""

import numpy as np
import pytest

from caravane.bits import MOST, between, list_set, lowest, member, size, where
from caravane.kernel import kernel


@kernel
def found_by_kernel(row: np.ndarray, value: int, first: int, count: int) -> int:
    """Compiled, this is the comparison of many entries at once."""
    return where(row, value, first, count)


@kernel
def found_between_by_kernel(row: np.ndarray, low: int, high: int, first: int, count: int) -> int:
    """The same for several values in a row."""
    return between(row, low, high, first, count)


@kernel
def told_by_kernel(bits: int) -> int:
    """The lowest of a set and its size in one number."""
    return lowest(bits) * 100 + size(bits)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 6, 7, 8, 11, 15, 16, 17, 31, 32, 33, 51, MOST])
def test_where_finds_each_place_of_a_value_and_nothing_beside_the_stretch(count: int) -> None:
    rng = np.random.default_rng(count)
    row = rng.integers(-2, 3, MOST + 7).astype(np.int8)
    for first in (0, 7):
        for value in (-2, 0, 2):
            expected = {k for k in range(count) if row[first + k] == value}
            bits = int(found_by_kernel(row, value, first, count))
            assert {k for k in range(64) if bits >> k & 1} == expected


@pytest.mark.parametrize("count", [0, 3, 5, 8, 11, 16, 31, 33, MOST])
def test_between_finds_each_place_of_some_values_in_a_row(count: int) -> None:
    row = np.random.default_rng(count).integers(-128, 128, MOST + 7).astype(np.int8)
    for first in (0, 7):
        for low, high in ((-128, 127), (-3, 40), (1, 127), (5, 5)):
            expected = {k for k in range(count) if low <= row[first + k] < high}
            bits = int(found_between_by_kernel(row, low, high, first, count))
            assert {k for k in range(64) if bits >> k & 1} == expected


def test_a_set_tells_its_lowest_its_size_and_its_members_in_order() -> None:
    numbers = [3, 17, 40, MOST - 1]
    bits = sum(1 << number for number in numbers)
    assert told_by_kernel(bits) == 304
    assert [int(member(bits, nth)) for nth in range(4)] == numbers
    out = np.zeros(6, np.int32)
    assert list_set(bits, 100, out, 1) == 5
    assert out.tolist() == [0, 103, 117, 140, 100 + MOST - 1, 0]
