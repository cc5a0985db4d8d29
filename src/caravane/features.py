"""Features for learning: numbers between 0 and 1 that a network takes as they are, made of the observation alone.

A game's module `features` says them in blocks, each made of one field of the observation: one-hot
values, amounts, planes of a board (`caravane.blocks`). Since the encoding reads nothing but the observation, which is made of the view, it cannot tell what the seat may not know.

    encoding = features("africa", seats=3)
    encoding.encode(observation)                 # of one seat or, row by row, of many games
    encoding.unpack(encoded)["ground"]           # a block in its own shape

A game without such a module has every entry of its observation as an amount between its bounds.
"""

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.arguments import last_axis, one_of
from caravane.blocks import NO_ROW, Block, Look, Symmetry, amount
from caravane.errors import BadInput
from caravane.game import SPECTATOR, Game, load
from caravane.kernel import kernel
from caravane.observation import KIND as RAW_KIND
from caravane.observation import Layout, flat_observation, layout
from caravane.text import Text

RAW = "raw"
ENCODINGS = (RAW, "features")
_NEVER = (0, 1)  # mask and value of what is never so


class Encoding:
    """The features of a game with so many seats: where each comes from, for each way to look at it."""

    kind = np.float32

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game.id, game.check_seats(seats)
        self.raw: Layout = layout(game)
        self.blocks: tuple[Block, ...] = game.features.BLOCKS if game.features else tuple(_plain(self.raw))
        self.symmetries: tuple[Symmetry, ...] = game.features.SYMMETRIES if game.features else ()
        self._fields = {each.name: each for each in self.raw.fields}
        turned = self._fields.get(game.features.TURNED_BY) if game.features else None
        self._low, self._turns = (turned.bounds[0], turned.bounds[1] - turned.bounds[0] + 1) if turned else (0, 1)
        places = [turned.first + seat * bool(turned.shape) if turned else 0 for seat in range(self.seats)]
        self._turned_at = np.array([*places, turned.first if turned else 0], np.int32)  # the last: for who watches
        looks = [
            Look(self.seats, seat, turn + self._low)
            for turn in range(self._turns)
            for seat in (*range(self.seats), SPECTATOR)
        ]
        self.shapes = {block.name: block.shape(self._fields[block.field], looks[0]) for block in self.blocks}
        self._sources, self._masks, self._values, self._mosts = self._tables(looks)
        self.size = self._sources.shape[1]
        self.low, self.high = np.zeros(self.size, self.kind), np.ones(self.size, self.kind)

    def _tables(self, looks: list[Look]) -> Any:
        """[how one looks, feature]: entry of the observation, mask, value, most."""
        rows = []
        for look in looks:
            row = []
            for block in self.blocks:
                for place, mark in block.entries(self._fields[block.field], look):
                    if place == NO_ROW:
                        row.append((0, *_NEVER, 0))
                    else:
                        row.append((place, mark.mask, mark.value, mark.most))
            rows.append(row)
        return (np.ascontiguousarray(column) for column in np.moveaxis(np.array(rows, np.int32), 2, 0))

    def write(self, observations: npt.NDArray[np.int16], out: npt.NDArray[np.float32]) -> None:
        """Encode observation i into out[i]; both lie in one piece."""
        _check(observations, RAW_KIND, self.raw.size, "observations")
        _check(out, self.kind, self.size, "out")
        rows, given = out.size // self.size, observations.size // self.raw.size
        if rows != given:
            raise BadInput(
                Text(f"out a {rows} lignes, observations {given}.", f"out has {rows} rows, observations {given}.")
            )
        write_features(
            observations.reshape(-1), self.raw.size, self.seats, self._turned_at, self._low, self._turns,
            self._sources, self._masks, self._values, self._mosts, out.reshape(-1),
        )  # fmt: skip

    def encode(self, observations: npt.NDArray[np.int16]) -> npt.NDArray[np.float32]:
        """The features of an observation, or of many: leading axes stay."""
        given = np.ascontiguousarray(observations)
        _check(given, RAW_KIND, self.raw.size, "observations")
        out = np.zeros((*given.shape[:-1], self.size), self.kind)
        self.write(given, out)
        return out

    def of_view(self, game: Game, view: Any, seat: int) -> npt.NDArray[np.float32]:
        """What a seat is given, from the record that `view_for` made for it."""
        return self.encode(flat_observation(game, view, seat))

    def unpack(self, encoded: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The blocks by name, in their own shape; leading axes (a batch) stay."""
        last_axis("encoded", encoded, self.size)
        found, first = {}, 0
        for name, shape in self.shapes.items():
            found[name] = encoded[..., first : first + prod(shape)].reshape(encoded.shape[:-1] + shape)
            first += prod(shape)
        return found

    def permutation(self, symmetry: Symmetry) -> npt.NDArray[np.int64]:
        """How a symmetry moves the features: `encoded[..., permutation]` are those of the image."""
        moved, first = np.arange(self.size), 0
        for name, shape in self.shapes.items():
            tail = symmetry.tails.get(name)
            if tail is not None:
                inside = np.arange(prod(shape)).reshape(-1, len(tail))[:, list(tail)]
                moved[first : first + prod(shape)] = first + inside.reshape(-1)
            first += prod(shape)
        return moved


@kernel
def write_features(
    raw: Any,
    length: int,
    seats: int,
    turned_at: Any,
    low: int,
    turns: int,
    sources: Any,
    masks: Any,
    values: Any,
    mosts: Any,
    out: Any,
) -> None:
    """Encode all observations that lie one behind the other; see `Mark`."""
    size = sources.shape[1]
    for i in range(len(raw) // length):
        at = i * length
        viewer = int(raw[at])
        if viewer < 0:
            viewer = seats
        look = viewer
        if turns > 1:
            look += (seats + 1) * (int(raw[at + turned_at[viewer]]) - low)
        for k in range(size):
            value = int(raw[at + sources[look, k]])
            most = int(mosts[look, k])
            if most == 0:
                out[i * size + k] = int((value & int(masks[look, k])) == int(values[look, k]))
            else:
                out[i * size + k] = min(max(value - int(values[look, k]), 0), most) / most


def _plain(raw: Layout) -> Iterator[Block]:
    """Every field but the first, between its bounds."""
    for each_field in raw.fields[1:]:
        low, high = each_field.bounds
        yield Block(each_field.name, "between its bounds", amount(max(high - low, 1), low))


def _check(given: Any, kind: Any, length: int, name: str) -> None:
    """Compiled code would read whatever lies there."""
    is_right = isinstance(given, np.ndarray) and given.dtype == kind and given.ndim > 0 and given.shape[-1] == length
    if is_right and given.flags.c_contiguous:
        return
    found = f"{given.dtype}{list(given.shape)}" if isinstance(given, np.ndarray) else type(given).__name__
    wanted = f"{np.dtype(kind)}[..., {length}]"
    raise BadInput(
        Text(f"{name} : {found} ; il faut {wanted}, contigu.", f"{name}: {found}; it must be {wanted}, contiguous.")
    )


@cache
def _features(name: str, seats: int) -> Encoding:
    return Encoding(load(name), seats)


def features(game: str | Game, seats: int | None = None) -> Encoding:
    """The features of a game with so many seats (the fewest without a number)."""
    found = load(game) if isinstance(game, str) else game
    return _features(found.id, found.check_seats(seats))


def symmetries(game: str | Game) -> tuple[Symmetry, ...]:
    """What may be exchanged in a game without changing its rules; most boards have nothing of the kind."""
    found = load(game) if isinstance(game, str) else game
    return found.features.SYMMETRIES if found.features else ()


def encoding_of(game: Game, seats: int, encoding: str) -> Layout | Encoding:
    """What observations are made of by this name: the raw record's entries, or features."""
    one_of("encoding", encoding, ENCODINGS)
    return layout(game) if encoding == RAW else features(game, seats)
