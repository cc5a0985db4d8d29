"""Arguments from outside, checked by name: compiled code would follow a wrong number, shape or kind wherever it leads."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from caravane.errors import BadInput
from caravane.text import Text


def _refused(name: str, given: Any, french: str, english: str) -> BadInput:
    return BadInput(Text(f"{name}\u00a0: {given}\u00a0; il faut {french}.", f"{name}: {given}; it must be {english}."))


def whole_number(name: str, given: Any, low: int | None = None, high: int | None = None) -> int:
    """A whole number of any kind, between bounds if there are any."""
    try:
        number = index(given)
    except TypeError:
        raise _refused(name, repr(given), "un nombre entier", "a whole number") from None
    if (low is not None and number < low) or (high is not None and number > high):
        if high is None:
            raise _refused(name, number, f"{low} ou plus", f"{low} or more")
        raise _refused(name, number, f"de {low} à {high}", f"from {low} to {high}")
    return number


def one_of(name: str, given: Any, possible: Sequence[Any]) -> None:
    """One of some values; the refusal lists them."""
    if not any(given is one or (isinstance(given, type(one)) and given == one) for one in possible):
        listed = ", ".join(map(str, possible))
        raise BadInput(
            Text(
                f"{name} ne peut pas valoir {given!r}\u00a0; possibles\u00a0: {listed}.",
                f"{name} cannot be {given!r}; possible: {listed}.",
            )
        )


def array_of(name: str, given: Any, kind: Any, shape: tuple[int, ...], *, is_written: bool = False) -> Any:
    """An array of this kind and shape, in one piece; one that will be written on must allow it."""
    if isinstance(given, np.ndarray) and given.dtype == kind and given.shape == shape and given.flags.c_contiguous:
        if given.flags.writeable or not is_written:
            return given
        found, more = f"{given.dtype}{list(shape)}", ("modifiable", "writeable")
    else:
        found = f"{given.dtype}{list(given.shape)}" if isinstance(given, np.ndarray) else type(given).__name__
        more = ("contigu", "contiguous")
    wanted = f"{np.dtype(kind)}{list(shape)}"
    raise _refused(name, found, f"{wanted}, {more[0]}", f"{wanted}, {more[1]}")


def last_axis(name: str, given: Any, length: int) -> Any:
    """An array whose last axis has this length, of any kind."""
    if isinstance(given, np.ndarray) and given.ndim and given.shape[-1] == length:
        return given
    found = f"{given.dtype}{list(given.shape)}" if isinstance(given, np.ndarray) else type(given).__name__
    raise _refused(name, found, f"[..., {length}]", f"[..., {length}]")
