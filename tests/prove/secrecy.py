"""Non-interference as a property: two truths that a seat cannot tell apart give it the same bytes, at every layer.

And the property can fail: for each layer a leak is planted, a number that depends on what is hidden, and found.
"""

import contextlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np
import pyspiel

from caravane.adapters import openspiel
from caravane.batch import Batch
from caravane.features import encoding_of
from caravane.game import SPECTATOR, Game, games
from caravane.observation import KIND
from caravane.positions import seats_of
from caravane.server.bots import negotiation
from caravane.server.live import projection, records, replay, viewing
from caravane.server.tables.table import LiveTable
from tests.prove.twins import Layers, both
from tests.server.worlds import histories, two_worlds

SECRETIVE = [name for name, game in games().items() if game.has_secrets]
KERNEL_LAYERS = ("view", "observation", "features", "openspiel")
SERVER_LAYERS = ("socket", "patches", "http", "log", "record", "position", "hints", "bots")


@dataclass
class Leak(Exception):
    """Something that a viewer receives tells two worlds apart that it must not."""

    layer: str
    where: str


def view_bytes(game: Game, state: Any, viewer: int) -> bytes:
    """What the viewer sees, as the rules' own record."""
    seen: bytes = game.view(state, viewer).tobytes()
    return seen


def observation_bytes(game: Game, state: Any, viewer: int) -> bytes:
    """What a learner at this seat is given: its vector and the mask of its actions."""
    batch = Batch(game, 1, seats_of(game, state))
    batch.states[0] = state
    mask, seen = np.zeros(game.action_count, np.int8), np.zeros(batch.layout.size, KIND)
    batch.look(0, viewer, mask, seen)
    return seen.tobytes() + mask.tobytes()


def feature_bytes(game: Game, state: Any, viewer: int) -> bytes:
    """The same as features, from the kernel and from a view."""
    batch = Batch(game, 1, seats_of(game, state), encoding="features")
    batch.states[0] = state
    mask, seen = np.zeros(game.action_count, np.int8), np.zeros(batch.encoding.size, np.float32)
    batch.look(0, viewer, mask, seen)
    return seen.tobytes() + batch.encoding.of_view(game, game.view(state, viewer), viewer).tobytes()


def information_state(game: Game, state: Any, viewer: int) -> bytes:
    """What OpenSpiel is told: the information state as string and tensor, and what all see."""
    position = pyspiel.load_game(f"caravane_{game.id}").new_initial_state()
    position.record = state.copy()
    texts = []
    for observer in (
        openspiel.Observer(game, shows_public=True, shows_own=True),
        openspiel.Observer(game, shows_public=False, shows_own=True),
        openspiel.Observer(
            game, shows_public=True, shows_own=True, encoding=encoding_of(game, seats_of(game, state), "features")
        ),
        openspiel.Observer(game, shows_public=True, shows_own=False),
    ):
        observer.set_from(position, viewer)
        texts.append(observer.string_from(position, viewer) + observer.tensor.tobytes().hex())
    return "\n".join(texts).encode()


READERS: dict[str, Callable[[Game, Any, int], bytes]] = {
    "view": view_bytes,
    "observation": observation_bytes,
    "features": feature_bytes,
    "openspiel": information_state,
}


def check_kernel(game: Game, viewer: int, seats: int, seed: int, steps: int, layers: tuple[str, ...]) -> int:
    """Walk through two worlds; the number of pairs of positions that were compared. Raises Leak."""
    compared = 0
    for step, worlds in enumerate(histories(game, viewer, seats, seed, steps)):
        for layer in layers:
            if viewer == SPECTATOR and layer != "view":
                continue  # learners sit at the table
            first, second = (READERS[layer](game, world.state, viewer) for world in worlds)
            if first != second:
                raise Leak(layer, f"{game.id}, viewer {viewer}, seed {seed}, step {step}")
        compared += worlds[0].state.tobytes() != worlds[1].state.tobytes()
    return compared


def check_secret_decisions(game: Game, seats: int, seed: int, steps: int) -> int:
    """A decision that is secret changes nobody else's view at all; how many were looked at. Raises Leak."""
    looked = 0
    for worlds in histories(game, SPECTATOR, seats, seed, steps):
        state = worlds[0].state
        for seat in game.seats_to_move(state):
            for action in [one for one in game.legal(state, seat) if game.is_secret(one)][:5]:
                after = state.copy()
                game.rules.apply_action(after, seat, action)
                for viewer in range(SPECTATOR, seats):
                    if viewer != seat and view_bytes(game, after, viewer) != view_bytes(game, state, viewer):
                        raise Leak("view", f"{game.id}: {game.notation(action)} of seat {seat} shows to {viewer}")
                looked += 1
    return looked


async def check_server(game: Game, viewer: int, seats: int, seed: int, steps: int, folder: Path) -> int:
    """Play twin servers; the number of messages compared. Raises Leak."""
    worlds = two_worlds(game, viewer, seats, seed, steps)
    first, second = await both(game, viewer, seats, worlds, folder)
    for layer in leaking(first, second):
        raise Leak(layer, f"{game.id}, viewer {viewer}, seed {seed}")
    return sum(map(len, first.values()))


def leaking(first: Layers, second: Layers) -> list[str]:
    """The layers whose bytes differ."""
    return [layer for layer in first if first[layer] != second[layer]]


# --- planted leaks ------------------------------------------------------------------------------------------


def mark(truth: Any) -> int:
    """A small number that depends on everything."""
    return zlib.crc32(truth.tobytes()) % 97


def _leaky_view(real: Any) -> Any:
    def view(self: Game, state: Any, seat: int) -> Any:
        seen = bytearray(real(self, state, seat).tobytes())
        seen[-1] = mark(state)
        return np.frombuffer(seen, self.state)[0]

    return view


def _leaky_look(real: Any) -> Any:
    def look(self: Batch, number: int, seat: int, mask: Any, seen: Any) -> None:
        real(self, number, seat, mask, seen)
        seen[-1] = mark(self.states[number])

    return look


def _leaky_observer(real: Any) -> Any:
    def seen(self: Any, state: Any, player: int, encoding: Any) -> Any:
        told = real(self, state, player, encoding)
        told[-1] = mark(state.record)
        return told

    return seen


def _leaky_position(real: Any) -> Any:
    def position(table: LiveTable, viewer: int, now: int) -> Any:
        shown = real(table, viewer, now)
        return msgspec.structs.replace(shown, ending=f"{mark(table.state)}") if shown is not None else None

    return position


def _leaky_show(real: Any) -> Any:
    def show(here: Any, table: LiveTable, person: Any) -> Any:
        shown = real(here, table, person)
        return shown if table.state is None else msgspec.structs.replace(shown, rules_version=mark(table.state))

    return show


def _leaky_entry(real: Any) -> Any:
    def entry(table: LiveTable, *rest: Any) -> Any:
        told = real(table, *rest)
        return told if table.state is None else msgspec.structs.replace(told, at=mark(table.state))

    return entry


def _leaky_header(real: Any) -> Any:
    def header(table: LiveTable, *rest: Any) -> Any:
        return msgspec.structs.replace(real(table, *rest), started=f"{mark(table.state)}")

    return header


def _leaky_line(real: Any) -> Any:
    def write_position(table: LiveTable, viewer: int, sequence: int | None) -> str:
        return f"{real(table, viewer, sequence)} leak={mark(table.state)}"

    return write_position


def _whole_truth(_real: Any) -> Any:
    return lambda self, viewer: self.state


def _leaky_resolve(_real: Any) -> Any:
    return lambda table, seat: mark(table.state)


# Where each is planted: whose function, and what takes its place.
_PLANTS: dict[str, tuple[Any, str, Any]] = {
    "view": (Game, "view", _leaky_view),
    "observation": (Batch, "look", _leaky_look),
    "features": (Batch, "look", _leaky_look),
    "openspiel": (openspiel.Observer, "_seen", _leaky_observer),
    "socket": (projection, "position", _leaky_position),
    "patches": (projection, "position", _leaky_position),
    "http": (viewing, "show", _leaky_show),
    "log": (projection, "entry", _leaky_entry),
    "record": (records, "header", _leaky_header),
    "position": (replay, "write_position", _leaky_line),
    "hints": (LiveTable, "view", _whole_truth),
    "bots": (negotiation, "resolve", _leaky_resolve),
}


@contextlib.contextmanager
def planted(layer: str) -> Iterator[None]:
    """A server or kernel with a leak in this layer."""
    owner, name, make = _PLANTS[layer]
    with patch.object(owner, name, make(getattr(owner, name))):
        yield
