"""Machine code of kernels on disk: a process that finds it there runs it without Numba.

Numba's own cache needs Numba, which takes longer to import than most commands take to run. What `caravane.native.compiler`
saves here is the object code of one kernel for one kind of arguments, with an entry that Python calls: it compares the
type of each argument with what it was compiled for, answers NotImplemented if one differs, and otherwise runs the
kernel without Python's lock.
"""

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

import numpy as np

LOCK = RLock()
SCALARS = (
    int, bool, float,
    np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64,
)  # fmt: skip
WIDEST_INT = 1 << 63  # a whole number beyond it is another type to Numba

ENTRY, TABLE = "caravane_entry", "caravane_table"  # what is found in the object code
# What an entry needs of this process is written into its table once it is loaded: these, then for each argument the
# addresses of its type and of its dtype (0 for numbers).
FUNCTIONS = (
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyErr_Occurred",
    "PyErr_Clear",
    "PyErr_SetString",
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyLong_FromUnsignedLongLong",
    "PyFloat_FromDouble",
    "PyBool_FromLong",
    "Py_IncRef",
)
OBJECTS = (None, True, NotImplemented, ArithmeticError)
_FASTCALL = 0x80  # METH_FASTCALL: (self, arguments, how many)


class ArgumentType(NamedTuple):
    """What machine code takes in one place: exactly this type; of records and arrays also the dtype."""

    type: type
    dtype: np.dtype[Any] | None = None
    dimensions: int = 0

    def __str__(self) -> str:
        return f"{self.type.__name__} {self.dtype} {self.dimensions}"


def types_of(args: Sequence[Any]) -> tuple[ArgumentType, ...] | None:
    """The kinds of these arguments, or None if one of them is for Numba alone."""
    kinds = tuple(map(_type_of, args))
    return None if None in kinds else kinds  # type: ignore[return-value]


def _type_of(value: Any) -> ArgumentType | None:
    kind = type(value)
    if kind is np.ndarray:
        flags = value.flags
        is_plain = flags.c_contiguous and flags.aligned and flags.writeable
        return ArgumentType(kind, value.dtype, value.ndim) if is_plain else None
    if issubclass(kind, np.void):
        return ArgumentType(kind, value.dtype)
    if kind is int and not -WIDEST_INT <= value < WIDEST_INT:
        return None
    return ArgumentType(kind) if kind in SCALARS else None


@cache
def _target_fingerprint() -> str:
    """What, besides the sources, the code depends on: this Python, this processor, Numba's settings."""
    import llvmlite.binding as llvm

    settings = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")
    )
    features = llvm.get_host_cpu_features().flatten()
    return f"{sys.version} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features} {settings}"


@dataclass(frozen=True)
class CodeFile:
    """Where the code of a kernel is kept for one kind of arguments."""

    folder: Path  # of these sources
    name: str
    kinds: tuple[ArgumentType, ...]

    @property
    def path(self) -> Path:
        """Where the code is kept: named by the kernel, its argument types and this machine."""
        digest = hashlib.sha256("\n".join([_target_fingerprint(), *map(str, self.kinds)]).encode())
        return self.folder / f"{self.name}-{digest.hexdigest()[:16]}.o"


def write(place: CodeFile, code: bytes) -> None:
    """Keep object code, so that no process ever sees half of it; where there is no room it is not kept."""
    path = place.path
    draft = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(code).digest() + code)
        draft.replace(path)


def load(place: CodeFile) -> Callable[..., Any] | None:
    """The kernel as Python calls it, if its code is kept and whole."""
    try:
        content = place.path.read_bytes()
    except OSError:
        return None
    checksum, code = content[:32], content[32:]
    return _link(place, code) if hashlib.sha256(code).digest() == checksum else None


class _Method(ctypes.Structure):
    """CPython's PyMethodDef, by which a C function becomes one that Python calls."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_ALIVE: list[Any] = []  # what entries point to


def _link(place: CodeFile, code: bytes) -> Callable[..., Any]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()

    addresses: list[Any] = [*_fixed_addresses()]
    for kind in place.kinds:
        addresses += [id(kind.type), 0 if kind.dtype is None else id(kind.dtype)]
    table = (ctypes.c_void_p * len(addresses)).from_address(engine.get_global_value_address(TABLE))
    table[:] = addresses
    method = _Method(place.name.encode(), engine.get_function_address(ENTRY), _FASTCALL, None)
    _ALIVE.append((engine, method, place.kinds))
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    entry: Callable[..., Any] = new(ctypes.addressof(method), None, None)
    return entry


@cache
def _fixed_addresses() -> tuple[int | None, ...]:
    functions = (ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in FUNCTIONS)
    return (*functions, *map(id, OBJECTS))
