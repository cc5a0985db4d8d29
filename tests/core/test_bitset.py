"""Sets in words: lists and masks made of them are those that a loop would make."""

from typing import Any

import numpy as np
import pytest

from caravane.bitset import (
    LANES,
    WORD,
    add_set,
    empty_bitset,
    list_bitset,
    mark_members,
    matching,
    nth_member,
    words_of_bits,
)
from caravane.kernel import kernel

PLACES = [3 * k % WORD for k in range(2 * WORD + 5)]
VALUES = [k % 3 for k in range(2 * WORD + 5)]
match = matching(PLACES, VALUES)


@kernel
def matched_by_kernel(row: Any, out: Any) -> None:
    """Compiled, this shuffles and compares a row at once."""
    found = match(row)
    for word in range(3):
        out[word] = found[word]


@kernel
def listed_on_stack(bits: int, base: int, out: Any) -> int:
    """A set that lives only as long as the kernel runs."""
    words = empty_bitset(5)
    add_set(words, bits, base)
    return list_bitset(words, 4 * WORD, out)


@kernel
def marked_by_kernel(words: Any, mask: Any) -> None:
    """Compiled, this writes a word's entries at once."""
    mark_members(words, mask[1])


def some_of(numbers: int) -> tuple[list[int], Any]:
    """Members below a number, and the set that holds them."""
    members = np.flatnonzero(np.random.default_rng(numbers).random(numbers) < 0.3).tolist()
    words = np.zeros(words_of_bits(numbers), np.int64)
    for member in members:
        add_set(words, 1, member)
    return members, words


@pytest.mark.parametrize("numbers", [32, 33, 64, 95, 293])
def test_lists_hold_the_members(numbers: int) -> None:
    members, words = some_of(numbers)
    out = np.zeros(numbers + LANES, np.int32)
    count = int(list_bitset(words, numbers, out))

    assert out[:count].tolist() == members
    assert [nth_member(words, nth) for nth in range(count)] == members


@pytest.mark.parametrize("numbers", [3, 31, 32, 33, 64, 95, 293])
def test_masks_mark_the_members_and_nothing_beside_them(numbers: int) -> None:
    members, words = some_of(numbers)
    mask = np.full((3, numbers), 7, np.int8)
    marked_by_kernel(words, mask)
    assert np.flatnonzero(mask[1]).tolist() == members
    assert set(mask[1].tolist()) <= {0, 1}
    assert np.all(mask[[0, 2]] == 7)


@pytest.mark.parametrize("base", [0, 1, 31, 32, 70])
def test_a_set_is_added_across_the_border_of_two_words(base: int) -> None:
    out = np.zeros(4 * WORD, np.int32)
    assert listed_on_stack(1 | 1 << 9 | 1 << 31, base, out) == 3
    assert out[:3].tolist() == [base, base + 9, base + 31]


def test_matching_compares_each_entry_with_its_own_value() -> None:
    row = np.random.default_rng(1).integers(0, 4, WORD).astype(np.int8)
    out = np.zeros(3, np.int64)
    matched_by_kernel(row, out)
    found = {word * WORD + k for word in range(3) for k in range(WORD) if int(out[word]) >> k & 1}
    assert found == {k for k in range(len(PLACES)) if row[PLACES[k]] == VALUES[k]}
