"""Non-interference: change what a seat cannot know, and not one byte that it receives changes.

Two servers play the same table, each with another truth behind it: the cards, tiles and orders of the others
differ, what seat 0 may see does not. Everything that seat 0 and a spectator receive is compared, layer by layer,
and for each layer a leak is planted that must be found. `make prove` does the same with more seeds and seats.
"""

from pathlib import Path
from typing import Any

import pytest

from caravane.game import SPECTATOR, Game, games
from tests.prove.secrecy import (
    KERNEL_LAYERS,
    SECRETIVE,
    SERVER_LAYERS,
    Leak,
    check_kernel,
    check_secret_decisions,
    check_server,
    leaking,
    planted,
)
from tests.prove.twins import both
from tests.server.worlds import two_worlds

WATCHER = 0


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("viewer", [WATCHER, SPECTATOR])
async def test_what_a_seat_cannot_know_changes_no_byte_that_it_receives(game: str, viewer: int, tmp_path: Path) -> None:
    found = games()[game]
    assert await check_server(found, viewer, found.min_seats, 3, 30, tmp_path) > 0


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("seed", [3, 4])
def test_what_a_seat_cannot_know_changes_no_view_and_no_observation(game: str, seed: int) -> None:
    found = games()[game]
    for viewer in (SPECTATOR, WATCHER, found.min_seats - 1):
        assert check_kernel(found, viewer, found.min_seats, seed, 20, KERNEL_LAYERS) > 0


@pytest.mark.parametrize("game", SECRETIVE)
def test_a_secret_decision_shows_to_nobody_else(game: str) -> None:
    found = games()[game]
    looked = check_secret_decisions(found, found.min_seats, 3, 20)
    assert (looked > 0) == (found.orders is not None), "only orders are decided in secret"


@pytest.mark.parametrize("layer", KERNEL_LAYERS)
def test_a_planted_leak_is_found_in_what_the_rules_give(layer: str) -> None:
    found = games()["africana"]
    with planted(layer), pytest.raises(Leak) as caught:
        check_kernel(found, WATCHER, found.min_seats, 3, 20, (layer,))
    assert caught.value.layer == layer


@pytest.mark.parametrize("layer", SERVER_LAYERS)
async def test_a_planted_leak_is_found_in_what_the_server_sends(layer: str, tmp_path: Path) -> None:
    found = games()["africana"]
    worlds = two_worlds(found, WATCHER, found.min_seats, 3, 6)
    assert worlds[0].steps
    with planted(layer):
        assert layer in leaking(*await both(found, WATCHER, found.min_seats, worlds, tmp_path))


@pytest.mark.parametrize("game", SECRETIVE)
def test_the_two_worlds_differ_in_what_others_know(game: str) -> None:
    """The test above would prove nothing with two equal truths."""
    found = games()[game]
    first, second = two_worlds(found, WATCHER, found.min_seats)
    assert first.steps or all(leads_to_chance(found, first.state, seat) for seat in found.seats_to_move(first.state))
    assert first.state.tobytes() != second.state.tobytes()
    assert found.view(first.state, WATCHER).tobytes() == found.view(second.state, WATCHER).tobytes()


def leads_to_chance(game: Game, state: Any, seat: int) -> bool:
    """Whether chance decides after whatever the seat does: then the two worlds part at once."""
    after = [state.copy() for _ in game.legal(state, seat)]
    for each, action in zip(after, game.legal(state, seat), strict=True):
        game.rules.apply_action(each, seat, action)
    return all(game.rules.asks_chance(each) for each in after)
