"""Non-interference: change what a seat cannot know, and not one byte that it receives changes.

Two servers play the same table, each with another truth behind it: the cards, tiles and orders of the others
differ, what seat 0 may see does not. Everything that seat 0 and a spectator receive is compared.
"""

import itertools
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from caravane.chance import below, next_word
from caravane.game import SPECTATOR, Game, games
from caravane.server import hall, people
from caravane.server.table import LiveTable
from tests.server.conftest import House, Serve

WATCHER = 0
STEPS = 30
SECRETIVE = [name for name, game in games().items() if game.has_secrets]


@dataclass
class World:
    """A truth, and what is done in it: (seat, action) for each step."""

    start: Any
    state: Any
    steps: list[tuple[int, int] | None]


def two_worlds(game: Game, viewer: int, seats: int) -> tuple[World, World]:
    """Two truths that `viewer` cannot tell apart, and play in which it never learns which one it is."""
    options = game.check_options({})
    truth = game.start(seats, options)
    word = np.uint64(3)
    while game.rules.asks_chance(truth):
        word = next_word(word)
        game.rules.apply_chance(truth, word)
    other = game.view(truth, viewer)
    game.rules.determinize(other, viewer, np.uint64(99))
    worlds = World(truth.copy(), truth, []), World(other.copy(), other, [])
    for step in range(STEPS):
        word = np.uint64(below(next_word(word), 1 << 60) + step)
        if not _step(game, viewer, worlds, word):
            break
    return worlds


def _step(game: Game, viewer: int, worlds: tuple[World, World], word: Any) -> bool:
    """One more decision in both worlds, or none in one of them if it is secret; False when they would part."""
    movers = game.seats_to_move(worlds[0].state)
    if game.rules.is_over(worlds[0].state) or not movers:
        return False
    seat = movers[below(word, len(movers))]
    here, there = (game.legal(world.state, seat) for world in worlds)
    for attempt in range(8):
        word = next_word(word)
        first = here[below(word, len(here))]
        if attempt == 0 and seat != viewer and game.is_secret(first) and _only_here(game, viewer, worlds, seat, first):
            return True
        second = first if seat == viewer or attempt % 2 else there[below(next_word(word), len(there))]
        if second not in there:
            continue
        if _lead_to_the_same_view(game, viewer, worlds, seat, first, second):
            return True
    return False


def _only_here(game: Game, viewer: int, worlds: tuple[World, World], seat: int, action: int) -> bool:
    """A secret decision in one world and none in the other: not even how many there were may show."""
    state = worlds[0].state.copy()
    game.rules.apply_action(state, seat, action)
    if game.view(state, viewer).tobytes() != game.view(worlds[0].state, viewer).tobytes():
        return False
    worlds[0].state = state
    worlds[0].steps.append((seat, action))
    worlds[1].steps.append(None)
    return True


def _lead_to_the_same_view(
    game: Game, viewer: int, worlds: tuple[World, World], seat: int, first: int, second: int
) -> bool:
    if first != second and not (game.is_secret(first) and game.is_secret(second)):
        return False
    after = []
    for world, action in zip(worlds, (first, second), strict=True):
        state = world.state.copy()
        game.rules.apply_action(state, seat, action)
        if game.rules.asks_chance(state):
            return False
        after.append(state)
    views = [game.view(state, viewer).tobytes() for state in after]
    if views[0] != views[1]:
        return False
    for world, state, action in zip(worlds, after, (first, second), strict=True):
        world.state = state
        world.steps.append((seat, action))
    return True


@pytest.fixture
def same_ids(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Ids and secrets that do not differ between two servers; called before each."""

    def begin() -> None:
        numbers = itertools.count(1)
        for module in (hall, people):
            monkeypatch.setattr(module, "new_id", lambda length=10: f"id{next(numbers)}")
        monkeypatch.setattr(hall, "new_secret", lambda: b"s" * 32)
        monkeypatch.setattr(secrets, "randbelow", lambda most: 7)
        monkeypatch.setattr(secrets, "token_hex", lambda length: "0" * 2 * length)

    return begin


async def bytes_received(
    house: House, game: Game, seats: int, world: World, viewer: int, tick: Iterator[int]
) -> list[str]:
    """Play a world out and return all that the viewer received, in order."""
    host, guest = await house.player(), await house.player()
    choices = ["me" if seat != viewer else "open" for seat in range(seats)]
    table = (await host.open(game.id, *choices))["id"]
    if viewer >= 0:
        await guest.post(f"/api/tables/{table}/join", {"seat": viewer})
    line = await house.line(guest)
    await line.watch(table, viewer if viewer >= 0 else None)
    others = {seat: await house.line(host) for seat in range(seats) if seat != viewer}
    for seat, other in others.items():
        await other.watch(table, seat)
    received: list[str] = []
    for step in world.steps:
        next(tick)
        if step is not None:
            seat, action = step
            mover = line if seat == viewer else others[seat]
            if mover is not line:
                await mover.ask("ping")  # take in what came meanwhile
            await mover.act(table, seat, game.decode(action))
        await line.ask("ping", request="same")
    seat_query = viewer if viewer >= 0 else SPECTATOR
    for path in ("", "/snapshot", "/frames", "/record"):
        response = await guest.http.get(f"/api/tables/{table}{path}", params={"seat": seat_query})
        received.append(response.text)
    assert any(text for text in received)
    return [*line.raw, *received]


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("viewer", [WATCHER, SPECTATOR])
async def test_what_a_seat_cannot_know_changes_no_byte_that_it_receives(
    serve: Serve, same_ids: Callable[[], None], monkeypatch: pytest.MonkeyPatch, game: str, viewer: int, tmp_path: Any
) -> None:
    found = games()[game]
    seats = found.min_seats
    worlds = two_worlds(found, viewer, seats)
    assert worlds[0].start.tobytes() != worlds[1].start.tobytes() or worlds[0].steps != worlds[1].steps
    received = []
    for number, world in enumerate(worlds):
        same_ids()
        moments = itertools.count(1_700_000_000_000, 1000)
        moment = [next(moments)]

        def tick(moment: list[int] = moment, moments: Iterator[int] = moments) -> Iterator[int]:
            while True:
                moment[0] = next(moments)
                yield moment[0]

        monkeypatch.setattr(LiveTable, "start", lambda self, words, start=world.start: start.copy())
        house = await serve(
            now=lambda moment=moment: moment[0],
            database_url=f"sqlite:///{tmp_path / str(number)}.db",
            commands_per_second=0,
        )
        received.append(await bytes_received(house, found, seats, world, viewer, tick()))
        await house.stop()
    assert received[0] == received[1]


@pytest.mark.parametrize("game", SECRETIVE)
def test_the_two_worlds_differ_in_what_others_know(game: str) -> None:
    """The test above would prove nothing with two equal truths."""
    found = games()[game]
    first, second = two_worlds(found, WATCHER, found.min_seats)
    assert len(first.steps) >= 1
    assert first.state.tobytes() != second.state.tobytes()
    assert found.view(first.state, WATCHER).tobytes() == found.view(second.state, WATCHER).tobytes()
