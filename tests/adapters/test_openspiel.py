"""OpenSpiel's own tests of simulation and API, its bots, and what its games must keep: secrets and histories."""

import random
import unittest
from typing import Any

import numpy as np
import pytest

from caravane.errors import CaravaneError, IllegalAction
from caravane.game import games

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.integration_tests import api_test  # noqa: E402  # after the check that OpenSpiel is here
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402  # not the class: pytest would run it on their games

import caravane.adapters.openspiel as adapter  # noqa: E402

# Short games, so that whole ones are played.
SHORT = {
    "pistes": "caravane_pistes(match=single,no_progress=10,placement=random,variant=first)",
    "africa": "caravane_africa(players=2,hidden_treasure=True)",  # their test wants secrets that a player has alone
    "africana": "caravane_africana(players=2)",
    "africa1880": "caravane_africa1880(players=3,start=historical)",
}
GAMES = [SHORT.get(name, f"caravane_{name}") for name in games()]


def position(name: str, plies: int) -> Any:
    """A position some random plies from the start, or the last of a shorter game; nature's bytes given."""
    state, rng = pyspiel.load_game(name).new_initial_state(), np.random.RandomState(1)
    while plies or state.is_chance_node():
        plies -= not state.is_chance_node()
        after = state.child(int(rng.choice(state.legal_actions())))
        if after.is_terminal():
            break
        state = after
    return state


def test_every_game_is_registered_under_its_name() -> None:
    assert {f"caravane_{name}" for name in games()} <= set(pyspiel.registered_names())


def test_a_short_game_passes_their_simulation_test() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(SHORT["pistes"]), num_sims=1, serialize=True, verbose=False)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_their_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def passes(case: unittest.TestCase) -> None:
    """One of their test cases, in their own words if it fails."""
    result = unittest.TestResult()
    case.run(result)
    assert result.testsRun == 1
    assert not result.skipped
    assert result.wasSuccessful(), (result.failures + result.errors)[0][1]


CHECKS = unittest.TestLoader().getTestCaseNames(api_test.EnforceAPIOnPartialTreeBase)


@pytest.fixture(scope="module", params=GAMES)
def api_case(request: pytest.FixtureRequest) -> Any:
    """Their API test for one of our games, on the states that it samples and on a whole random game."""
    name = request.param
    case = type(
        "ApiTest", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)}
    )
    case.setUpClass()  # type: ignore[attr-defined]
    state, rng = case.game.new_initial_state(), np.random.RandomState(4)  # type: ignore[attr-defined]
    for ply in range(3_000):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
        if ply % 10 == 0 and not state.is_chance_node():
            case.some_states.append(state.clone())  # type: ignore[attr-defined]
    case.some_states.append(state)  # type: ignore[attr-defined]
    return case


@pytest.mark.compiled
@pytest.mark.parametrize("check", CHECKS)
def test_every_game_passes_their_api_test(api_case: Any, check: str) -> None:
    passes(api_case(check))


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_their_python_simulation(name: str) -> None:
    """As in their games_sim_test: copies, pickles and saved positions of a whole random game."""
    np.random.seed(5)  # their loop draws from it
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_with_the_legal_ones(name: str) -> None:
    state = position(name, 3)
    wrong = [action for action in range(state.num_distinct_actions()) if action not in state.legal_actions()]
    before = state.record.tobytes()
    for action in wrong[:1]:  # in a small game everything may be legal
        with pytest.raises(IllegalAction, match=r"egal: "):
            state.apply_action(action)
    with pytest.raises(IllegalAction, match=r"There is no action .*; legal: "):
        state.apply_action(state.num_distinct_actions())
    assert state.record.tobytes() == before


def test_a_finished_game_takes_nothing_more_and_chance_nothing_that_cannot_come() -> None:
    name = SHORT["pistes"]
    with pytest.raises(IllegalAction, match="Chance gives a byte"):
        pyspiel.load_game(name.replace(")", ",chance=word)")).new_initial_state().apply_action(256)
    state, rng = pyspiel.load_game(name).new_initial_state(), np.random.RandomState(6)
    with pytest.raises(IllegalAction, match="Chance cannot give 89; possible: 8, 17, 26"):
        state.apply_action(89)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    with pytest.raises(IllegalAction, match="The game is over"):
        state.apply_action(3)


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_saved_positions_are_the_same_position(name: str) -> None:
    state = position(name, 8)
    game = state.get_game()
    _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (state.clone(), loaded):
        assert other.record.tobytes() == state.record.tobytes()
        assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_resampled_looks_the_same_to_the_player(name: str) -> None:
    state, rng = position(name, 8), np.random.RandomState(2)
    player = state.current_player()
    for _ in range(3):
        world = state.resample_from_infostate(player, rng.random_sample)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_their_bots_play(name: str) -> None:
    state = position(name, 4)
    game, rng = state.get_game(), np.random.RandomState(3)
    quick = FirstGuess()
    bots: list[Any] = [mcts.MCTSBot(game, 1.4, 3, quick, random_state=rng)]
    if games()[state.id].has_secrets:  # ISMCTS takes no other
        bots.append(ismcts.ISMCTSBot(game=game, evaluator=quick, uct_c=1.4, max_simulations=3, random_state=rng))
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


class FirstGuess(mcts.Evaluator):  # type: ignore[misc]
    """Values every position alike: the test is about the interface, not about strength."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_a_word_is_asked_in_eight_bytes() -> None:
    state = pyspiel.load_game("caravane_africa(chance=word)").new_initial_state()
    for _ in range(adapter.BYTES):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 256
        state.apply_action(7)
    assert not state.is_chance_node()


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("caravane_africa(players=4,hidden_treasure=True)")
    assert game.num_players() == 4
    assert game.new_initial_state().record.hides_treasure == 1


@pytest.mark.parametrize("name", GAMES)
def test_numbers_that_are_no_legal_action_are_refused_and_change_nothing(name: str) -> None:
    luck = random.Random(7)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        before = state.truth.record.tobytes(), list(state.heard)
        for number in (-1, -(2**31), -(2**63), 2**31, 2**32 + legal[0], 2**63 - 1, 2**64 + legal[0], max(legal) + 1):
            if number in legal:
                continue
            with pytest.raises((CaravaneError, ValueError, TypeError, OverflowError, RuntimeError, pyspiel.SpielError)):
                state.apply_action(number)
            assert (state.truth.record.tobytes(), list(state.heard)) == before
        state.apply_action(luck.choice(legal))
