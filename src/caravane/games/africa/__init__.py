"""Africa, Reiner Knizia 2001: explore a continent of 96 hidden tiles. Rules: docs/games/africa.md."""

from caravane.game import Game
from caravane.games.africa import actions, evaluation, features, odds, positions, prose, rules
from caravane.games.africa.facts import FACTS
from caravane.games.africa.invariants import invariants
from caravane.games.africa.state import STATE

GAME = Game(
    FACTS, STATE, rules, actions, prose, evaluation, positions, invariants=invariants, odds=odds, features=features
)
