"""L'Africa, le jeu des 9 pistes (1977): slide nine pawns home without a capture."""

from caravane.game import Game
from caravane.games.pistes import actions, evaluation, features, odds, positions, prose, rules
from caravane.games.pistes.facts import FACTS
from caravane.games.pistes.invariants import invariants
from caravane.games.pistes.state import STATE

GAME = Game(
    FACTS, STATE, rules, actions, prose, evaluation, positions, invariants=invariants, odds=odds, features=features
)
