"""Two truths that a viewer cannot tell apart, and play in both of which it never learns which one it is in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.game import Game

STEPS = 30


@dataclass
class World:
    """A truth, and what is done in it: (seat, action) for each step."""

    start: Any
    state: Any
    steps: list[tuple[int, int] | None]


def two_worlds(game: Game, viewer: int, seats: int, seed: int = 3, steps: int = STEPS) -> tuple[World, World]:
    """Two truths that `viewer` cannot tell apart, and play in which it never learns which one it is."""
    *_, worlds = histories(game, viewer, seats, seed, steps)
    return worlds


def histories(game: Game, viewer: int, seats: int, seed: int, steps: int) -> Iterator[tuple[World, World]]:
    """The two worlds at their start and after each step."""
    truth = game.start(seats, game.check_options({}))
    word = np.uint64(seed)
    while game.rules.asks_chance(truth):
        word = next_word(word)
        game.rules.apply_chance(truth, word)
    other = game.view(truth, viewer)
    game.rules.determinize(other, viewer, np.uint64(seed + 96))
    worlds = World(truth.copy(), truth, []), World(other.copy(), other, [])
    yield worlds
    for step in range(steps):
        word = np.uint64(below(next_word(word), 1 << 60) + step)
        if not _step(game, viewer, worlds, word):
            return
        yield worlds


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
