"""What a game tells screens: its public part made once for a position, each seat's own part added."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, get_type_hints

import msgspec
import numpy as np

from caravane.fields import view_for
from caravane.kernel import blank

SPECTATOR = -1  # the seat of somebody who only watches
PUBLIC_PARTS = 256  # positions whose public part is kept: while its viewers are served, and while sheets are written


class Describing:
    """The descriptions of one game, by its `describe` and, if it has one, `describe_private`."""

    def __init__(self, state: np.dtype[Any], prose: Any) -> None:
        self._state, self._describe = state, prose.describe
        self._private: Callable[[Any, Any, int], Any] | None = getattr(prose, "describe_private", None)
        self._public = lru_cache(maxsize=PUBLIC_PARTS)(self._describe_bytes)
        self.forget = self._public.cache_clear  # for measurements

    def describe(self, view: Any, seat: int) -> Any:
        """What a screen shows of a seat's view: what everybody is shown, made once, and the seat's own part."""
        if self._private is None:
            return self._describe(view, seat)
        if seat == SPECTATOR:
            return self._public(view.tobytes())
        public = blank(self._state)
        view_for(view, SPECTATOR, public)
        return self._private(self._public(public.tobytes()), view, seat)

    def _describe_bytes(self, view: bytes) -> Any:
        """What everybody is shown; the bytes alone decide, so that it may be kept."""
        return self._describe(np.frombuffer(view, self._state).copy()[0], SPECTATOR)

    def as_json(self, view: Any, seat: int) -> dict[str, Any]:
        """The same as dictionaries and lists."""
        shown = self.describe(view, seat)
        plain: dict[str, Any] = shown if isinstance(shown, dict) else msgspec.json.decode(msgspec.json.encode(shown))
        return plain

    @cached_property
    def type(self) -> type[msgspec.Struct] | None:
        """The Struct that `describe` makes, as its annotation names it; None where it makes plain JSON."""
        made = get_type_hints(self._describe).get("return")
        return made if isinstance(made, type) and issubclass(made, msgspec.Struct) else None
