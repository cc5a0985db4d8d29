"""`@kernel` compiles a rule, `verb` names what all games share, and the cache follows the sources.

A state is one NumPy record. Rules are plain functions on it: compiled by Numba, or, with
`NUMBA_DISABLE_JIT=1`, the same source run by Python for the debugger, coverage and the differential tests.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from caravane import machine

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
    digest = hashlib.sha256(f"numba {_numba_version()} numpy {np.__version__}".encode())
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


def _numba_version() -> str:
    """Which Numba would compile, without importing it."""
    spec = find_spec("numba")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("_version.py").read_text("utf-8")


_plain = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def is_plain() -> bool:
    """Whether the rules run as plain Python in this process."""
    return _plain


def run_plain() -> None:
    """Run the rules as plain Python in this process; to be said before any of them is imported."""
    global _plain
    _plain = True


class Kernel:
    """A compiled rule. Calls from Python run its machine code; only where there is none yet is Numba imported."""

    def __init__(self, function: Callable[..., Any], is_inlined: bool = False) -> None:
        update_wrapper(self, function)
        self.is_inlined = is_inlined
        self.function = function
        self.__qualname__ = function.__qualname__
        self._codes: tuple[Callable[..., Any], ...] = ()  # machine code, for each kind of arguments
        self._tried: set[tuple[machine.Kind, ...]] = set()

    def __call__(self, *args: Any) -> Any:
        for code in self._codes:
            result = code(*args)
            if result is not NotImplemented:  # these arguments are of another kind
                return result
        return self._call_first(args)

    def _call_first(self, args: tuple[Any, ...]) -> Any:
        kinds = machine.kinds_of(args)
        if kinds is None or kinds in self._tried or not all(map(_is_ours, kinds)):
            return self.compiled(*args)  # what no machine code is kept for: only Numba can
        with machine.LOCK:
            if kinds not in self._tried:
                place = machine.Place(cache_folder() / "code", f"{self.__module__}.{self.__qualname__}", kinds)
                code = machine.load(place) or self._save(place, args)
                self._codes += (code,) if code else ()
                self._tried.add(kinds)
        return self(*args)

    def _save(self, place: machine.Place, args: tuple[Any, ...]) -> Callable[..., Any] | None:
        from caravane.compiler import save

        save(self.compiled, args, place)
        return machine.load(place)

    @cached_property
    def compiled(self) -> Any:
        """What Numba makes of it."""
        from caravane.compiler import jit

        return jit(self.function, self.is_inlined)

    @property
    def _numba_type_(self) -> Any:
        """By this Numba compiles a call from another kernel."""
        return self.compiled._numba_type_

    def __reduce__(self) -> str:
        return self.__qualname__


def kernel(function: F) -> F:
    """Compile a rule; `NUMBA_DISABLE_JIT=1` leaves it plain Python."""
    if _plain:
        return function
    if _has_digest(function.__code__.co_filename):
        return cast(F, Kernel(function))
    from caravane.compiler import jit

    return cast(F, jit(function))  # Numba alone looks whether its file was edited


def inlined(function: F) -> F:
    """A kernel that becomes part of those that call it: where handing over its arrays takes longer than its work."""
    return function if _plain else cast(F, Kernel(function, is_inlined=True))


def _is_ours(kind: machine.Kind) -> bool:
    """Whether an edit of the rules, if it is a game's state, gives another cache folder."""
    names = kind.dtype.names if kind.dtype else None
    rule = RULES.get(("apply_action", names[0])) if names else None
    return rule is None or isinstance(rule, Kernel)


@cache
def _has_digest(file: str) -> bool:
    """Whether an edit of the file gives another cache folder."""
    path = Path(file)
    return path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] not in _WITHOUT_KERNELS


class Record(np.void):  # type: ignore[misc]  # final only in the type stubs
    """A state outside compiled code: fields by name, as np.record has them, at a tenth of its price.

    Plain kernels and descriptions spend most of their time reading fields (numpy 2.4: 11 us by np.record, 0.5 us
    by the properties that `record_type` adds here).
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


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


def fetch_row(rows: Any, i: int) -> None:
    """Say that row i will be needed soon: compiled, its memory is fetched meanwhile; there may be no such row."""


RULES: dict[tuple[str, str], Callable[..., Any]] = {}
VERBS: dict[str, Callable[..., Any]] = {}


def _key(dtype: np.dtype[Any]) -> str:
    assert dtype.names is not None
    return dtype.names[0]


def fulfil(dtype: np.dtype[Any], rules: dict[str, Callable[..., Any]]) -> None:
    """Say which functions are the shared verbs for states of this record type."""
    for name, rule in rules.items():
        RULES[name, _key(dtype)] = rule


def verb(name: str) -> Callable[..., Any]:
    """A word all games share; the record type of the state picks whose rules run."""

    def call(state: Any, *args: Any) -> Any:
        return RULES[name, _key(state.dtype)](state, *args)

    call.__name__ = call.__qualname__ = name
    VERBS[name] = call
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
stirs = verb("stirs")
own_is_open = verb("own_is_open")
own_row = verb("own_row")
add_legal = verb("add_legal")
determinize = verb("determinize")
evaluate = verb("evaluate")
rollout_action = verb("rollout_action")
