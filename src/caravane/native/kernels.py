"""The decorator `kernel`, and where compiled code is kept: a cache that follows the sources."""

import hashlib
import os
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from caravane.native import machine

F = TypeVar("F", bound=Callable[..., Any])
Names = tuple[str, ...]  # of a record's fields: no two games have the same
RULES: dict[tuple[str, Names | None], Callable[..., Any]] = {}  # by verb and record: what runs; see `caravane.kernel`
VERBS: dict[str, Callable[..., Any]] = {}

PACKAGE = Path(__file__).parent.parent
# Rooms without kernels: editing them must not make everybody compile anew.
_WITHOUT_KERNELS = ("server", "cli", "lab", "web", "bench", "adapters", "review", "__pycache__")
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
        self._tried: set[tuple[machine.ArgumentType, ...]] = set()

    def __call__(self, *args: Any) -> Any:
        for code in self._codes:
            result = code(*args)
            if result is not NotImplemented:  # these arguments are of another kind
                return result
        return self._call_first(args)

    def _call_first(self, args: tuple[Any, ...]) -> Any:
        if _is_of_plain_rules(args):
            return self.function(*args)
        kinds = machine.types_of(args)
        if kinds is None or kinds in self._tried or not all(map(_is_ours, kinds)):
            return self.compiled(*args)  # what no machine code is kept for: only Numba can
        with machine.LOCK:
            if kinds not in self._tried:
                place = machine.CodeFile(cache_folder() / "code", f"{self.__module__}.{self.__qualname__}", kinds)
                code = self._code(place, args)
                self._codes += (code,) if code else ()
                self._tried.add(kinds)
        return self(*args)

    def _code(self, place: machine.CodeFile, args: tuple[Any, ...]) -> Callable[..., Any] | None:
        """The kernel's machine code, from disk or made now; None if anything fails on the way: Numba can do without."""
        try:
            if (code := machine.load(place)) is not None:
                return code
            from caravane.native.compiler.code import save

            save(self.compiled, args, place)
            return machine.load(place)
        except Exception:  # noqa: BLE001  # another LLVM, another layout of objects, a full disk: all the same here
            return None

    @cached_property
    def compiled(self) -> Any:
        """The dispatcher that Numba makes of the function, at the first use."""
        from caravane.native.compiler import jit

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
    from caravane.native.compiler import jit

    return cast(F, jit(function))  # Numba alone looks whether its file was edited


def inlined(function: F) -> F:
    """A kernel that becomes part of those that call it: where handing over its arrays takes longer than its work."""
    return function if _plain else cast(F, Kernel(function, is_inlined=True))


def _is_of_plain_rules(args: tuple[Any, ...]) -> bool:
    """Whether the state of a game is among the arguments whose rules are plain Python, which cannot be compiled in."""
    for arg in args:
        names = arg.dtype.names if isinstance(arg, np.ndarray | np.void) else None
        if names and any(isinstance(RULES.get((name, names)), FunctionType) for name in VERBS):
            return True
    return False


def _is_ours(kind: machine.ArgumentType) -> bool:
    """Whether an edit of the rules, if it is a game's state, gives another cache folder."""
    names = kind.dtype.names if kind.dtype else None
    rule = RULES.get(("apply_action", names)) if names else None
    return rule is None or isinstance(rule, Kernel)


@cache
def _has_digest(file: str) -> bool:
    """Whether an edit of the file gives another cache folder."""
    path = Path(file)
    return path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] not in _WITHOUT_KERNELS
