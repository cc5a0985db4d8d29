"""How a game's legal actions are found, decided at compile time: as a set where its rule has one, else as a list."""

from typing import Any

from numba import types
from numba.core.errors import NumbaError
from numba.extending import overload

from caravane.kernel import RULES
from caravane.masking import gives_sets, write_legal, write_legal_lists, write_legal_sets

_SET = types.UniTuple(types.Array(types.int64, 1, "C"), 1)


@overload(write_legal)
def _write_legal(states, first, last, movers, legal, counts, mask, sets):  # type: ignore[no-untyped-def]
    write = write_legal_sets if _takes_set(states.dtype) else write_legal_lists
    return lambda states, first, last, movers, legal, counts, mask, sets: write(
        states, first, last, movers, legal, counts, mask, sets
    )


@overload(gives_sets)
def _gives_sets(states):  # type: ignore[no-untyped-def]
    if _takes_set(states.dtype):
        return lambda states: True
    return lambda states: False


def _takes_set(state: Any) -> bool:
    """Whether the rule does nothing with its list but hand it to `list_bitset`: then it compiles with a tuple there."""
    rule: Any = RULES["legal_actions", tuple(state.fields)]
    try:
        getattr(rule, "compiled", rule).compile((state, types.int64, _SET))
    except NumbaError:
        return False
    return True
