"""Sets of many numbers, a game's actions say, as an array of words: integers that hold WORD numbers each.

Compiled, a word becomes 32 entries of a mask in a few instructions, and a list eight numbers at a time without a
branch; `matching` asks the same of many pairs of neighbours at once.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bits import MEMBERS_OF_EIGHT, lowest, size
from caravane.kernel import Actions, inlined, kernel

Words = npt.NDArray[np.int64]
WORD = 32  # numbers in a word: shifted by less than a word, it still is no negative integer
LANES = 8  # numbers that are listed at once
_FULL, _EIGHT = (1 << WORD) - 1, (1 << LANES) - 1
MATCHERS: list[tuple[Any, list[tuple[list[int], list[int]]]]] = []  # functions that `matching` made, not compiled yet


def words_of_bits(numbers: int) -> int:
    """How many words a set of numbers below this takes; one more than needed, so that adding never ends beyond."""
    return numbers // WORD + 2


def empty_bitset(count: int) -> Words:
    """An empty set, for as long as the kernel runs that asks for it; the count is a constant."""
    return np.zeros(count, np.int64)


@inlined
def add_set(words: Words, bits: int, base: int) -> None:
    """Add base + k for every k of a set, of `caravane.bits`, of numbers below WORD."""
    shifted = bits << (base % WORD)
    words[base // WORD] |= shifted & _FULL
    words[base // WORD + 1] |= shifted >> WORD


def list_bitset(words: Words, numbers: int, out: Actions) -> int:
    """Write the members below `numbers`, ascending; how many there are. Up to LANES entries after them change too.

    Compiled, who wants no list gives `(words,)` for it, and the set is copied there: see `caravane.masking`.
    """
    return list_members(words, numbers, out)


@kernel
def list_members(words: Words, numbers: int, out: Actions) -> int:
    """Write the members below `numbers` as a list; how many there are."""
    count = 0
    # Not to the end of the last word: what is written behind the members must be a number of the set's kind too.
    for base in range(0, numbers, LANES):
        few = (int(words[base // WORD]) >> (base % WORD)) & _EIGHT
        list_few(few, base, out, count)
        count += size(few)
    return count


@kernel
def copy_members(words: Words, numbers: int, out: tuple[Words]) -> int:
    """Make another set the same; how many members it has."""
    count = 0
    for word in range(min(len(words), len(out[0]))):
        out[0][word] = words[word]
        count += size(int(words[word]))
    return count


@kernel
def nth_member(words: Words, nth: int) -> int:
    """The nth member, ascending from nth = 0; without a branch, since nobody could foresee it."""
    word, passed, before = 0, 0, 0
    for k in range(len(words)):
        passed += size(int(words[k]))
        is_before = passed <= nth
        word += int(is_before)
        before = passed if is_before else before
    bits, first, passed, rest = int(words[word]), 0, 0, nth - before
    before = 0
    for k in range(0, WORD - LANES, LANES):
        passed += size((bits >> k) & _EIGHT)
        is_before = passed <= rest
        first += LANES * int(is_before)
        before = passed if is_before else before
    return word * WORD + first + int(MEMBERS_OF_EIGHT[(bits >> first) & _EIGHT, rest - before])


def mark_members(words: Any, mask: Any) -> None:
    """Make mask[k] 1 for every member, 0 for every other."""
    for k in range(len(mask)):
        mask[k] = int(words[k // WORD]) >> (k % WORD) & 1


def list_few(bits: int, base: int, out: Any, count: int) -> None:
    """Write base + k for every k of a set of numbers below LANES, from out[count] on; LANES entries may change."""
    while bits:
        out[count] = base + lowest(bits)
        bits &= bits - 1
        count += 1


def matching(places: Sequence[int], values: Sequence[int]) -> Callable[[Any], tuple[int, ...]]:
    """A function of a row of WORD int8: the set of those k for which row[places[k]] is values[k], in words.

    Compiled, it costs a few instructions a word: the places are known, so the row is shuffled instead of looked up.
    """
    at, wanted = np.array(places), np.array(values)
    spans = [slice(first, first + WORD) for first in range(0, len(places), WORD)]

    def match(row: Any) -> tuple[int, ...]:
        equal = row[at] == wanted
        return tuple(sum(1 << int(k) for k in np.flatnonzero(equal[span])) for span in spans)

    MATCHERS.append((match, [(at[span].tolist(), wanted[span].tolist()) for span in spans]))
    return match
