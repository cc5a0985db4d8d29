"""What is legal, compiled for games that say it in words and for those that list it."""

from numba.extending import overload

from caravane.masking import by_lists, by_words, nth_legal, write_legal
from caravane.wide import member_of_words


@overload(write_legal)
def _write_legal(states, first, last, movers, legal, counts, mask, words):  # type: ignore[no-untyped-def]
    way = by_words if words.ndim == 2 else by_lists
    return lambda states, first, last, movers, legal, counts, mask, words: way(
        states, first, last, movers, legal, counts, mask, words
    )


@overload(nth_legal)
def _nth_legal(legal, words, i, nth):  # type: ignore[no-untyped-def]
    if words.ndim == 2:
        return lambda legal, words, i, nth: member_of_words(words[i], nth)
    return lambda legal, words, i, nth: int(legal[i, nth])
