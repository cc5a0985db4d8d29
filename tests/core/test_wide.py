"""Sets in words: masks and lists made of them are those that a loop would make."""

from typing import Any

import numpy as np
import pytest

from caravane.kernel import kernel
from caravane.wide import (
    LANES,
    WORD,
    add_set,
    count_words,
    empty_words,
    list_words,
    mark_words,
    matching,
    member_of_words,
    words_for,
)

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
def marked_by_kernel(words: Any, mask: Any) -> None:
    """Compiled, this writes a word's marks at once."""
    mark_words(words, mask)


@kernel
def listed_on_stack(bits: int, base: int, out: Any) -> int:
    """A set that lives only as long as the kernel runs."""
    words = empty_words(5)
    add_set(words, bits, base)
    return list_words(words, 4 * WORD, out)


@pytest.mark.parametrize("numbers", [32, 33, 64, 95, 293])
def test_lists_and_masks_hold_the_members_and_nothing_is_written_beyond_a_mask(numbers: int) -> None:
    rng = np.random.default_rng(numbers)
    members = np.flatnonzero(rng.random(numbers) < 0.3)
    words = np.zeros(words_for(numbers), np.int64)
    for member in members.tolist():
        add_set(words, 1, member)

    marks = np.full(numbers + 2 * WORD, 7, np.int8)
    marked_by_kernel(words, marks[WORD : WORD + numbers])
    out = np.zeros(numbers + LANES, np.int32)
    count = int(list_words(words, numbers, out))

    assert out[:count].tolist() == members.tolist()
    assert np.flatnonzero(marks[WORD : WORD + numbers] == 1).tolist() == members.tolist()
    assert set(marks[WORD : WORD + numbers].tolist()) <= {0, 1}
    assert set(marks[:WORD].tolist() + marks[WORD + numbers :].tolist()) == {7}


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


def test_the_nth_member_is_the_nth_of_the_list() -> None:
    words = np.zeros(words_for(200), np.int64)
    members = [0, 7, 31, 32, 63, 64, 130, 199]
    for member in members:
        add_set(words, 1, member)
    assert count_words(words) == len(members)
    assert [int(member_of_words(words, nth)) for nth in range(len(members))] == members
