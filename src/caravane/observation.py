"""The observation: a view as a flat vector of small integers.

The vector is made of the *view record* of a seat, so it cannot tell what the seat may not know. Entry 0 is the
seat that looks; then every 8- and 16-bit field of the record follows, in the record's order, arrays flattened in
row-major order. 64-bit fields are bookkeeping (position keys, history of keys) and are left out.
"""

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.game import Game, load
from caravane.stepping import SMALL, UNSIGNED, WIDE

Observation = npt.NDArray[np.int16]
WIDEST = 2  # bytes of a field that is observed
KIND = np.int16


@dataclass(frozen=True, slots=True)
class Field:
    """Where a field of the view stands in the observation."""

    name: str
    first: int
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many entries it takes."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a game's views become vectors."""

    game: str
    fields: tuple[Field, ...]  # the first is `seat`, which is no field of the record
    segments: npt.NDArray[np.int64]  # for the kernels: kind, first entry in the record, how many
    low: Observation
    high: Observation

    @property
    def size(self) -> int:
        """The length of an observation."""
        return len(self.low)

    def unpack(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields by name, in their own shape; leading axes (a batch) stay."""
        ahead = observation.shape[:-1]
        return {
            field.name: observation[..., field.first : field.first + field.count].reshape(ahead + field.shape)
            for field in self.fields
        }


def layout(game: str | Game) -> Layout:
    """The layout of a game's observations; the same in every process."""
    return _layout(game if isinstance(game, str) else game.id)


@cache
def _layout(name: str) -> Layout:
    game = load(name)
    fields = [Field("seat", 0, ())]
    segments: list[list[int]] = []
    bounds = [(-1, game.max_seats)]
    assert game.state.names is not None
    assert game.state.fields is not None
    for field in game.state.names:
        dtype, offset = game.state.fields[field][:2]
        width, shape = dtype.base.itemsize, dtype.shape
        if width > WIDEST:
            continue
        count = prod(shape)
        fields.append(Field(field, len(bounds), shape))
        bounds += [(int(np.iinfo(dtype.base).min), int(np.iinfo(dtype.base).max))] * count
        kind = WIDE if width == WIDEST else UNSIGNED if dtype.base == np.uint8 else SMALL
        # Neighbours of one kind are copied in one go.
        if segments and segments[-1][0] == kind and (segments[-1][1] + segments[-1][2]) * width == offset:
            segments[-1][2] += count
        else:
            segments.append([kind, offset // width, count])
    low, high = np.array(bounds, KIND).T.copy()
    return Layout(name, tuple(fields), np.array(segments, np.int64), low, high)


def flat_observation(game: Game, view: Any, seat: int) -> Observation:
    """The observation of a seat, from the record that `view_for` made for it."""
    found = layout(game)
    values = [np.asarray(getattr(view, field.name)).reshape(-1) for field in found.fields[1:]]
    return np.concatenate([np.array([seat]), *values]).astype(KIND)
