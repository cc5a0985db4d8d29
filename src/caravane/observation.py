"""The observation: a view as a flat vector of small integers.

The vector is made of the *view record* of a seat, so it cannot tell what the seat may not know. Entry 0 is the
seat that looks; then every 8- and 16-bit field of the record follows, in the record's order, arrays flattened in
row-major order. 64-bit fields are bookkeeping (position keys, history of keys) and are left out, and so is what no
seat ever sees (tiles that lie face down).
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.arguments import last_axis
from caravane.errors import BadInput
from caravane.fields import Field, Sight, fields_of
from caravane.game import Game, load
from caravane.text import Text

Observation = npt.NDArray[np.int16]
KIND = np.int16


@dataclass(frozen=True, slots=True)
class Layout:
    """How a game's views become vectors."""

    game: str
    fields: tuple[Field, ...]  # the first is `seat`, which is no field of the record
    low: Observation
    high: Observation

    @property
    def kind(self) -> Any:
        """What its entries are."""
        return KIND

    def of_view(self, game: Game, view: Any, seat: int) -> Observation:
        """The observation of a seat; see `flat_observation`."""
        return flat_observation(game, view, seat)

    @property
    def size(self) -> int:
        """The length of an observation."""
        return len(self.low)

    def unpack(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields by name, in their own shape; leading axes (a batch) stay."""
        ahead = last_axis("observation", observation, self.size).shape[:-1]
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
    fields, bounds = (
        [Field("seat", np.dtype(KIND), (), Sight.OPEN, (-1, game.max_seats - 1), -1, 0)],
        [(-1, game.max_seats - 1)],
    )
    for field in fields_of(game.state.names):
        if field.first >= 0:
            fields.append(field)
            bounds += [field.bounds] * field.count
    low, high = np.array(bounds, KIND).T.copy()
    return Layout(name, tuple(fields), low, high)


def flat_observation(game: Game, view: Any, seat: int) -> Observation:
    """The observation of a seat, from the record that `view_for` made for it."""
    if getattr(view, "dtype", None) != game.state:
        raise BadInput(Text(f"view n’est pas un enregistrement de {game.id}.", f"view is no record of {game.id}."))
    found = layout(game)
    values = [np.asarray(getattr(view, field.name)).reshape(-1) for field in found.fields[1:]]
    return np.concatenate([np.array([seat]), *values]).astype(KIND)
