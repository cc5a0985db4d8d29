"""Spaces: what an observation and an action look like to Gymnasium."""

from collections.abc import Callable
from typing import Any

import gymnasium.spaces
import numpy as np
import numpy.typing as npt

from caravane.features import Encoding
from caravane.observation import Layout

MARKED = 0.125  # of the orders that could be written; a line has about eight
Mask = npt.NDArray[np.int8]


class LegalActions(gymnasium.spaces.Discrete):  # type: ignore[misc]  # Gymnasium has no types here
    """All actions of a game; `sample()` without a mask draws among those that are legal now."""

    def __init__(self, count: int, now: Callable[[], Mask]) -> None:
        super().__init__(count)
        self._now = now

    def sample(self, mask: Mask | None = None, probability: Any = None) -> Any:
        """Draw an action by mask or weights; without either, a legal one."""
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalActions) and bool(self.n == other.n)

    __hash__ = None  # type: ignore[assignment]  # as Gymnasium's own spaces


class Sheets(gymnasium.spaces.MultiBinary):  # type: ignore[misc]
    """Whole sheets: a 1 for every action that is to be written; `sample()` without a mask marks what may be written."""

    def __init__(self, count: int, now: Callable[[], Mask]) -> None:
        super().__init__(count)
        self._now = now

    def sample(self, mask: Mask | None = None, probability: Any = None) -> Any:
        """Mark actions at random: one in eight where the mask is 1, elsewhere none."""
        allowed = self._now() if mask is None else mask
        # Gymnasium would read 1 as "always": here the mask only says where a mark may stand.
        return super().sample(probability=allowed * MARKED)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheets) and bool(self.n == other.n)

    __hash__ = None  # type: ignore[assignment]


def observation_space(layout: Layout | Encoding, actions: int) -> gymnasium.spaces.Dict:
    """`observation` as `caravane.observation` or `caravane.features` lays it out, `action_mask` with a 1 for every legal action."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(layout.low, layout.high, dtype=layout.kind),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )
