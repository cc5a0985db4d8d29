"""`@kernel` compiles a rule, `verb` names what all games share, and the cache follows the sources.

A state is one NumPy record. Rules are plain functions on it: compiled by Numba, or, with
`NUMBA_DISABLE_JIT=1`, the same source run by Python for the debugger, coverage and the differential tests.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

F = TypeVar("F", bound=Callable[..., Any])
Actions = npt.NDArray[np.int32]  # a buffer the caller owns; the kernel returns how many it wrote
Word = np.uint64  # what chance gives

PACKAGE = Path(__file__).parent
# Rooms without kernels: editing them must not make everybody compile anew.
_WITHOUT_KERNELS = ("server", "cli", "lab", "web", "bench", "adapters", "__pycache__")
_SOURCES = (".py", ".toml", ".json")


@cache
def source_digest() -> str:
    """Name the sources that compiled code depends on: Numba itself does not see edits in called files."""
    digest = hashlib.sha256(f"numba {numba.__version__} numpy {np.__version__}".encode())
    for folder, below, names in os.walk(PACKAGE):  # every process does this: pathlib would take twice as long
        below[:] = sorted(name for name in below if name not in _WITHOUT_KERNELS)
        for name in sorted(names):
            if name.endswith(_SOURCES):
                path = Path(folder, name)
                digest.update(os.path.relpath(path, PACKAGE).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels live; a folder for each version of the sources."""
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("CARAVANE_CACHE_DIR")
    if home is None:
        home = os.path.join(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "caravane")
    return Path(home) / source_digest()


def is_plain() -> bool:
    """Whether the rules run as plain Python in this process."""
    return bool(numba.config.DISABLE_JIT)


numba.config.CACHE_DIR = str(cache_folder())


def kernel(function: F) -> F:
    """Compile a rule; `NUMBA_DISABLE_JIT=1` leaves it plain Python.

    Without Numba's runtime (`_nrt`) a kernel that allocates does not compile, and arrays passed on cost no counting of
    references: a step of a batch takes two thirds of the time.
    """
    return cast(F, numba.njit(cache=True, nogil=True, _nrt=False)(function))


class Record(np.void):  # type: ignore[misc]  # final only in the type stubs
    """A state outside compiled code: fields by name, as np.record has them, at a tenth of its price.

    Plain kernels and descriptions spend most of their time reading fields (numpy 2.4: 11 us by np.record, 0.5 us
    by the properties that `record_type` adds here).
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    @property
    def data(self) -> Any:
        """Its memory, as compiled code asks for it at every call from Python.

        NumPy's own answer describes all fields anew each time: 10 us a call on a busy machine, 0.8 us by this one.
        """
        base: Any = self.base
        return base if type(base) is np.ndarray and base.nbytes == self.nbytes else super().data


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """The record type of a game's state: aligned, fields by name in both modes.

    The first field carries the game's id as its name, so that two games never share a type.
    """
    for name, *_ in fields:
        if not hasattr(Record, name):
            setattr(Record, name, property(itemgetter(name)))
    return np.dtype((Record, np.dtype(fields, align=True)))


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zero."""
    return np.zeros(1, dtype)[0]


def copy_first(source: Any, target: Any, count: int) -> None:
    """Copy the first `count` entries of an array field, whatever its shape, in one go; of a row as well."""
    target.reshape(-1)[:count] = source.reshape(-1)[:count]


@intrinsic  # type: ignore[untyped-decorator]
def _copy_memory(typing: Any, source: Any, target: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        origin = make_array(source)(context, builder, values[0])
        goal = make_array(target)(context, builder, values[1])
        cgutils.raw_memcpy(builder, goal.data, origin.data, values[2], context.get_constant(types.intp, size))
        return context.get_dummy_value()

    size = source.dtype.bitwidth // 8
    return types.void(source, target, types.intp), generate


@overload(copy_first)
def _copy_first(source, target, count):  # type: ignore[no-untyped-def]
    assert source.layout == target.layout == "C"
    assert source.dtype == target.dtype
    return lambda source, target, count: _copy_memory(source, target, count)


_RULES: dict[tuple[str, str], Callable[..., Any]] = {}


def _key(dtype: np.dtype[Any]) -> str:
    assert dtype.names is not None
    return dtype.names[0]


def fulfil(dtype: np.dtype[Any], rules: dict[str, Callable[..., Any]]) -> None:
    """Say which functions are the shared verbs for states of this record type."""
    for name, rule in rules.items():
        _RULES[name, _key(dtype)] = rule


def verb(name: str) -> Callable[..., Any]:
    """A word all games share; the record type of the state picks whose rules run."""

    def call(state: Any, *args: Any) -> Any:
        return _RULES[name, _key(state.dtype)](state, *args)

    def choose(state, *args):  # type: ignore[no-untyped-def]  # Numba compares it with the lambda's signature
        if not isinstance(state, types.Record):
            return None
        rule = _RULES[name, next(iter(state.fields))]  # decided once, at compile time
        return lambda state, *args: rule(state, *args)

    call.__name__ = call.__qualname__ = name
    overload(call)(choose)
    return call


set_up = verb("set_up")
asks_chance = verb("asks_chance")
apply_chance = verb("apply_chance")
to_move = verb("to_move")
legal_actions = verb("legal_actions")
apply_action = verb("apply_action")
is_over = verb("is_over")
returns = verb("returns")
points = verb("points")
view_for = verb("view_for")
view_own = verb("view_own")
determinize = verb("determinize")
evaluate = verb("evaluate")
rollout_action = verb("rollout_action")
