"""States as records, and the verbs that all games share.

A state is one NumPy record. Rules are plain functions on it under `@kernel` (`caravane.native`): compiled by Numba, or,
with `NUMBA_DISABLE_JIT=1`, the same source run by Python for the debugger, coverage and the differential tests.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.native import kernel
from caravane.native.kernels import RULES, VERBS, Kernel, cache_folder, inlined, is_plain, run_plain, source_digest

__all__ = [
    "RULES", "VERBS", "Actions", "Kernel", "Record", "Word", "apply_action", "apply_chance", "asks_chance", "blank",
    "cache_folder", "copy_first", "determinize", "evaluate", "fetch_row", "inlined", "is_over", "is_plain", "kernel",
    "legal_actions", "points", "register_rules", "returns", "rollout_action", "run_plain", "seats", "set_up",
    "source_digest", "to_move", "verb", "view_private",
]  # fmt: skip

Actions = npt.NDArray[np.int32]  # a buffer the caller owns; the kernel returns how many it wrote
Word = np.uint64  # what chance gives


class Record(np.void):  # type: ignore[misc]  # final only in the type stubs
    """A state outside compiled code: fields by name, as np.record has them, at a tenth of its price.

    Plain kernels and descriptions spend most of their time reading fields (numpy 2.4: 11 us by np.record, 0.5 us
    by the properties that `record_type` adds here).
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zero."""
    return np.zeros(1, dtype)[0]


def copy_first(source: Any, target: Any, count: int) -> None:
    """Copy the first `count` entries of an array field, whatever its shape, in one go; of a row as well."""
    target.reshape(-1)[:count] = source.reshape(-1)[:count]


def fetch_row(rows: Any, i: int) -> None:
    """Say that row i will be needed soon: compiled, its memory is fetched meanwhile; there may be no such row."""


def register_rules(dtype: np.dtype[Any], rules: dict[str, Callable[..., Any]]) -> None:
    """Say which functions are the shared verbs for states of this record type."""
    for name, rule in rules.items():
        RULES[name, dtype.names] = rule


def verb(name: str) -> Callable[..., Any]:
    """A word all games share; the record type of the state picks whose rules run."""

    def call(state: Any, *args: Any) -> Any:
        return RULES[name, state.dtype.names](state, *args)

    call.__name__ = call.__qualname__ = name
    VERBS[name] = call
    return call


set_up = verb("set_up")
seats = verb("seats")
asks_chance = verb("asks_chance")
apply_chance = verb("apply_chance")
to_move = verb("to_move")
legal_actions = verb("legal_actions")
apply_action = verb("apply_action")
is_over = verb("is_over")
returns = verb("returns")
points = verb("points")
view_private = verb("view_private")
determinize = verb("determinize")
evaluate = verb("evaluate")
rollout_action = verb("rollout_action")
