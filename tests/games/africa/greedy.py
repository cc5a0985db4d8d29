"""A player that takes what brings most at once: to compare whole games with what is known of the box game."""

from typing import Any

import numpy as np

import caravane
from caravane.chance import below, next_word
from caravane.game import Game
from caravane.games.africa.actions import COLLECT, DECLINE, JUMP, LIFT, OPEN, STUDY, WALK
from caravane.games.africa.board import MONUMENTS
from caravane.games.africa.evaluation import FIND, SPARE_CAMP, best_placing, has_face_down_around, symbols_around
from caravane.games.africa.queries import study_value
from caravane.games.africa.state import Decision
from caravane.play import Play


def worth(game: Game, view: Any, seat: int, action: int) -> float:
    """What an action at the ACT decision is worth now."""
    here = int(view.at[seat])
    spent = SPARE_CAMP * (1 - int(view.monuments) / MONUMENTS)
    if OPEN <= action < LIFT:
        return FIND
    if action == STUDY:
        return float(study_value(view, here)) - spent
    if action == COLLECT:
        return float(symbols_around(view, here)) - spent
    if action == DECLINE:
        return 0.0
    lifted = view.copy()
    game.rules.apply_action(lifted, seat, action)
    return float(best_placing(lifted))


def best_act(game: Game, view: Any, seat: int) -> tuple[float, int]:
    """The best action here and its worth."""
    return max((worth(game, view, seat, action), -action) for action in game.legal(view, seat))


def choose(game: Game, view: Any, seat: int, word: Any) -> int:
    """Look one walk and one action ahead; jump when nothing is near. Reads the view only."""
    legal = game.legal(view, seat)
    if view.decision == Decision.ACT:
        return -best_act(game, view, seat)[1]
    if view.decision == Decision.WALK:
        found = []
        for i, action in enumerate(legal):
            if action != JUMP:
                walked = view.copy()
                game.rules.apply_action(walked, seat, action)
                value = best_act(game, walked, seat)[0]
                value += 0.2 * bool(has_face_down_around(view, action - WALK))
                found.append((value, below(next_word(np.uint64(int(word) + i)), 1 << 30), action))
        value, _, action = max(found)
        return JUMP if JUMP in legal and value < 1.0 else action
    out = np.array(legal, np.int32)
    return int(game.rules.rollout_action(view, seat, out, len(out), word))


def play_greedily(seats: int, seed: int) -> Play:
    """A whole game."""
    play = caravane.start("africa", seats, seed=seed)
    word = np.uint64(seed)
    while not play.is_over:
        word = next_word(word)
        seat = play.to_move[0]
        play.apply(choose(play.game, play.game.view(play.state, seat), seat, word))
    return play
