"""What is told to OpenSpiel is so: types by parameters, states that suffice, perfect recall, its algorithms."""

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.errors import BadInput
from caravane.game import games
from caravane.games.pistes.board import CELLS
from caravane.observation import layout
from caravane.positions import write

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import policy  # noqa: E402  # after the check that OpenSpiel is here
from open_spiel.python.algorithms import best_response, ismcts, mcts, minimax, outcome_sampling_mccfr  # noqa: E402

import caravane.adapters.openspiel  # noqa: E402

NONE, EXPLICIT = "DETERMINISTIC", "EXPLICIT_STOCHASTIC"
PERFECT, IMPERFECT = "PERFECT_INFORMATION", "IMPERFECT_INFORMATION"
TYPES = {
    "caravane_pistes": (NONE, PERFECT, 3800, 0),
    "caravane_pistes(match=single,no_progress=10)": (NONE, PERFECT, 190, 0),
    "caravane_pistes(variant=first,match=single)": (NONE, PERFECT, 1918, 0),
    "caravane_pistes(variant=second,placement=random,match=single)": (EXPLICIT, PERFECT, 418, 90),
    "caravane_pistes(variant=second-beginners,numbering=random)": (EXPLICIT, PERFECT, 800, 90),
    "caravane_africa": (EXPLICIT, PERFECT, 1_881_398, 24),
    "caravane_africa(chance=word)": (EXPLICIT, IMPERFECT, 1_881_398, 256),
    "caravane_africa(hidden_treasure=True)": (EXPLICIT, IMPERFECT, 1_881_398, 24),
    "caravane_africana": (EXPLICIT, IMPERFECT, 111_524, 69),
    "caravane_africa1880": (NONE, IMPERFECT, 6030, 0),
    "caravane_africa1880(countries=drawn)": (EXPLICIT, IMPERFECT, 6030, 6),
}


def walk(state: Any, plies: int, luck: random.Random) -> None:
    """Some random plies, nature's draws included."""
    for _ in range(plies):
        if state.is_terminal():
            return
        state.apply_action(any_of(state, luck))


def any_of(state: Any, luck: random.Random) -> int:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        return int(luck.choices(outcomes, odds)[0])
    return int(luck.choice(state.legal_actions()))


@pytest.mark.parametrize("name", TYPES)
def test_the_type_says_what_is_so_for_the_parameters(name: str) -> None:
    game = pyspiel.load_game(name)
    kind = game.get_type()
    found = kind.chance_mode.name, kind.information.name, game.max_game_length(), game.max_chance_outcomes()
    assert found == TYPES[name]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.num_distinct_actions() == games()[name.split("(", maxsplit=1)[0].removeprefix("caravane_")].action_count


@pytest.mark.parametrize("name", TYPES)
def test_random_games_bear_it_out(name: str) -> None:
    game, luck = pyspiel.load_game(name), random.Random(3)
    chance, information = TYPES[name][:2]
    state, is_hidden = game.new_initial_state(), False
    for _ in range(100):
        if state.is_terminal():
            break
        assert not (chance == NONE and state.is_chance_node())
        if state.is_chance_node():
            assert all(outcome < game.max_chance_outcomes() for outcome, _ in state.chance_outcomes())
        views = [state.played.view(state.record, seat).tobytes() for seat in range(game.num_players())]
        is_hidden |= any(view != state.record.tobytes() for view in views)
        state.apply_action(any_of(state, luck))
    assert is_hidden == (information == IMPERFECT)


def test_a_whole_position_leaves_nothing_to_chance_and_parameters_have_defaults() -> None:
    play = caravane.start("africa", seed=3)
    line = write(play.game, play.state)
    kind = pyspiel.load_game("caravane_africa", {"position": line}).get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION  # the tiles lie there already
    registered = {kind.short_name: kind for kind in pyspiel.registered_games()}["caravane_africa"]
    assert registered.parameter_specification == {
        "players": 2, "position": "", "chance": "outcomes", "encoding": "raw",
        "hidden_treasure": False, "exchange": "both", "equal_turns": False,
    }  # fmt: skip
    with pytest.raises(BadInput, match="chance= cannot be 'dice'; possible: outcomes, word"):
        pyspiel.load_game("caravane_africa(chance=dice)")
    known = write(play.game, play.state, 0).replace("africa:2", "africa:2 hidden_treasure=true")
    with pytest.raises(BadInput, match="needs chance=word"):
        pyspiel.load_game("caravane_africa", {"position": known})


def loops(state: Any, count: int) -> list[list[int]]:
    """Ways of four plies that come back to the position: out, out, back, back, each with other pawns of light."""
    found: list[list[int]] = []
    for light in state.legal_actions():
        after = state.child(light)
        for dark in after.legal_actions():
            way = [light, dark, *(out % CELLS * CELLS + out // CELLS for out in (light, dark))]
            other = state.clone()
            for action in way:
                if action not in other.legal_actions():
                    break
                other.apply_action(action)
            else:
                found.append(way)
                break
        if len(found) == count:
            break
    return found


def gone(name: str, actions: list[int]) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_positions_that_came_back_are_told_apart_by_what_stood() -> None:
    """The same pawns, plies and quiet plies, but other positions stood: a move ends one of the two games."""
    name = "caravane_pistes(match=single,repetition=3)"
    one, other = loops(gone(name, []), 2)
    first, second = gone(name, one), gone(name, other)
    size = layout("pistes").size
    assert first.observation_tensor(0)[:size] == second.observation_tensor(0)[:size]  # what the raw vector cannot tell
    assert first.child(one[0]).record.history.tobytes() != second.child(one[0]).record.history.tobytes()
    assert gone(name, one + one[:1]).child(one[1]).observation_tensor(0)[size + 2] == 2  # `repeats`
    for player in range(2):
        assert first.observation_string(player) != second.observation_string(player)
        assert first.observation_tensor(player) != second.observation_tensor(player)
        assert first.information_state_string(player) != second.information_state_string(player)
        assert first.information_state_tensor(player) != second.information_state_tensor(player)
    assert gone(name, one + one).is_terminal()
    assert not gone(name.replace("=3", "=4"), one + other).is_terminal()


def test_what_stood_in_another_order_is_the_same_past_but_not_the_same_memory() -> None:
    name = "caravane_pistes(match=single,repetition=5)"
    one, other = loops(gone(name, []), 2)
    first, second = gone(name, one + other), gone(name, other + one)
    for player in range(2):
        assert first.observation_string(player) == second.observation_string(player)
        assert first.information_state_string(player) != second.information_state_string(player)
        compare(first, second, player)


SEARCHED = {
    "caravane_pistes(match=single,repetition=2)": 3,
    "caravane_pistes(match=single,variant=second,placement=random,numbering=random)": 2,
    "caravane_africa": 3,
    "caravane_africa(hidden_treasure=True)": 3,
    "caravane_africana(hidden_scores=True)": 3,
    "caravane_africa1880(start=historical)": 2,
}


def reached(state: Any, depth: int, width: int, luck: random.Random) -> list[Any]:
    """All states some plies on, of each only a few actions taken: enough that several ways lead to one position."""
    found = [state]
    if depth and not state.is_terminal():
        legal = state.legal_actions()
        few = legal if len(legal) <= width else luck.sample(legal, width)
        for action in few:
            found += reached(state.child(action), depth - 1, width, luck)
    return found


@pytest.mark.parametrize("name", SEARCHED)
def test_no_two_states_with_equal_strings_have_different_futures(name: str) -> None:
    """Of states that a player cannot tell apart: same legal actions, same view, and whatever is done, no telling after.

    What nobody told the player is dealt anew from its view alone, so equal views have equal distributions of truths.
    """
    luck = random.Random(1)
    same: dict[tuple[str, int, str], list[Any]] = defaultdict(list)
    for seed in range(3):
        root = pyspiel.load_game(name).new_initial_state()
        walk(root, 30 + 7 * seed, random.Random(seed))
        for state in reached(root, SEARCHED[name], 5, luck):
            for player in range(state.num_players()):
                same["observation", player, state.observation_string(player)].append(state)
                same["information", player, state.information_state_string(player)].append(state)
    pairs = 0
    for (_, player, _), states in same.items():
        for other in states[1:4]:
            pairs += 1
            compare(states[0], other, player)
    assert pairs > 0 or "pistes" in name  # there every way leaves another past; the tests above have what comes again


def compare(first: Any, second: Any, player: int) -> None:
    assert first.observation_tensor(player) == second.observation_tensor(player)
    game = first.played
    assert game.view(first.record, player).tobytes() == game.view(second.record, player).tobytes() or game.repetition
    assert (first.current_player() == player) == (second.current_player() == player)
    assert first.is_terminal() == second.is_terminal()
    if first.is_terminal():
        assert first.returns() == second.returns()
        return
    if first.current_player() != player:
        return
    assert first.legal_actions() == second.legal_actions()
    worlds = [each.resample_from_infostate(player, lambda: 0.25) for each in (first, second)]
    for action in first.legal_actions()[:4]:
        one, other = (world.child(action) for world in worlds)
        assert one.is_terminal() == other.is_terminal()
        assert one.returns() == other.returns()
        assert one.observation_string(player) == other.observation_string(player)


@pytest.mark.parametrize("name", SEARCHED)
def test_an_information_state_remembers_all_that_its_player_did_and_saw(name: str) -> None:
    luck = random.Random(2)
    pasts: dict[tuple[int, str], tuple[Any, ...]] = {}
    for seed in range(2):
        state = pyspiel.load_game(name).new_initial_state()
        walk(state, 20, random.Random(seed))
        remember(state, 3, [() for _ in range(state.num_players())], pasts, luck)
    assert len(pasts) > 20


def remember(state: Any, depth: int, past: list[Any], pasts: dict[Any, Any], luck: random.Random) -> None:
    """Go on in a few ways; wherever an information state comes again, so does the player's whole past."""
    told = [state.information_state_string(seat) for seat in range(state.num_players())]
    past = [each if each and each[-1] == new else (*each, new) for each, new in zip(past, told, strict=True)]
    for seat, string in enumerate(told):
        assert pasts.setdefault((seat, string), past[seat]) == past[seat]
    if depth == 0 or state.is_terminal():
        return
    mover, legal = state.current_player(), state.legal_actions()
    for action in legal if len(legal) < 5 else luck.sample(legal, 5):
        after = [(*each, action) if seat == mover else each for seat, each in enumerate(past)]
        remember(state.child(action), depth - 1, after, pasts, luck)


class Even(mcts.Evaluator):  # type: ignore[misc]
    """Values every position alike."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


def near_the_cap() -> Any:
    """L'Africa for beginners, two plies before the cap: more milestones win."""
    options: dict[str, Any] = {"variant": "second-beginners", "match": "single", "cap": 50, "numbering": "random"}
    play = caravane.start("pistes", seed=11, options=options)
    luck = random.Random(4)
    while play.state.ply < 48:
        play.apply(luck.choice(play.legal()))
    return pyspiel.load_game("caravane_pistes", {"position": write(play.game, play.state)})


def test_alpha_beta_and_a_best_response_agree_on_the_value_of_an_end() -> None:
    game = near_the_cap()
    value, action = minimax.alpha_beta_search(game)
    state = game.new_initial_state()
    assert action in state.legal_actions()
    uniform = policy.UniformRandomPolicy(game)
    against_luck = best_response.BestResponsePolicy(game, state.current_player(), uniform).value(state)
    assert -1 <= value <= against_luck <= 1


def test_mcts_plays_a_game_of_perfect_information_with_chance() -> None:
    state, luck = pyspiel.load_game("caravane_africa").new_initial_state(), random.Random(8)
    walk(state, 6, luck)
    while state.is_chance_node():
        walk(state, 1, luck)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 10, Even(), random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["caravane_africa(hidden_treasure=True)", "caravane_africana", "caravane_africa1880"])
def test_is_mcts_plays_games_with_secrets(name: str) -> None:
    state, luck = pyspiel.load_game(name).new_initial_state(), random.Random(8)
    walk(state, 20, luck)
    while state.is_chance_node():
        walk(state, 1, luck)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), evaluator=Even(), uct_c=1.4, max_simulations=8, random_state=np.random.RandomState(1)
    )
    assert bot.step(state) in state.legal_actions()


def test_outcome_sampling_learns_something_about_every_information_state_it_meets() -> None:
    game = near_the_cap()
    np.random.seed(1)  # their solver draws from it
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(30):
        solver.iteration()
    average, state = solver.average_policy(), game.new_initial_state()
    odds = average.action_probabilities(state)
    assert abs(sum(odds.values()) - 1) < 1e-9
    assert set(odds) == set(state.legal_actions())
    assert max(odds.values()) > min(odds.values())
