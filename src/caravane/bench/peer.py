"""The peers, driven the way their own documentation drives them; their words stay in this file."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from caravane.bench.stopwatch import Peer, Run


def _lines_of_action() -> Run:
    """OpenSpiel's lines_of_action, random legal actions, driven from Python."""
    import pyspiel

    game = pyspiel.load_game("lines_of_action")
    rng = random.Random(0)

    def run() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    return run


def _catanatron() -> Run:
    """Catanatron with four random players; counts actions."""
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    seeds = iter(range(1_000_000))

    def run() -> int:
        game = Game([RandomPlayer(color) for color in colors], seed=next(seeds))
        game.play()
        # Renamed between its releases.
        return len(getattr(game.state, "action_records", None) or game.state.actions)

    return run


def _diplomacy() -> Run:
    """The diplomacy package, a random possible order for every unit; counts phases."""
    from diplomacy import Game

    rng = random.Random(0)
    games = [Game()]

    def run() -> int:
        game = games[0]
        if game.is_game_done:
            game = games[0] = Game()
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [rng.choice(possible[place]) for place in places if possible[place]])
        game.process()
        return 1

    return run


def play_zoo(env: Any, rng: random.Random) -> Run:
    """The loop of PettingZoo's documentation, random legal actions by the mask; counts the agents' steps."""
    env.reset(seed=0)
    steps_a_run = 200

    def run() -> int:
        done = 0
        while done < steps_a_run:
            if not env.agents:
                env.reset()
            for _ in env.agent_iter(steps_a_run - done):
                observation, _, terminated, truncated, _ = env.last()
                action = None
                if not (terminated or truncated):
                    legal = np.flatnonzero(observation["action_mask"])
                    action = int(legal[int(rng.random() * len(legal))])
                    done += 1
                env.step(action)
        return done

    return run


def _tictactoe() -> Run:
    """PettingZoo's own tictactoe."""
    from pettingzoo.classic import tictactoe_v3

    return play_zoo(tictactoe_v3.env(), random.Random(0))


def _mcts(name: str) -> Callable[[], Run]:
    """OpenSpiel's MCTSBot in C++ with random rollouts, on its own game of this name; counts simulations."""

    def prepare() -> Run:
        import pyspiel

        simulations = 200
        game = pyspiel.load_game(name)
        rollouts = pyspiel.RandomRolloutEvaluator(1, 0)
        bot = pyspiel.MCTSBot(game, rollouts, 1.4, simulations, 1000, False, 0, False)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])

        def run() -> int:
            bot.mcts_search(state)
            return simulations

        return run

    return prepare


LINES_OF_ACTION = Peer("OpenSpiel lines_of_action", "open-spiel", _lines_of_action)
CATANATRON = Peer("Catanatron, four random players", "catanatron", _catanatron)
DIPLOMACY = Peer("diplomacy, random orders", "diplomacy", _diplomacy)
TICTACTOE = Peer("PettingZoo tictactoe", "pettingzoo", _tictactoe)
MCTS_LINES_OF_ACTION = Peer("OpenSpiel MCTSBot, lines_of_action", "open-spiel", _mcts("lines_of_action"))
MCTS_BACKGAMMON = Peer("OpenSpiel MCTSBot, backgammon", "open-spiel", _mcts("backgammon"))
