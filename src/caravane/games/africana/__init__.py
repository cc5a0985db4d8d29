"""Africana, Michael Schacht 2012: travel the continent, complete expeditions, find artefacts."""

from caravane.game import Game
from caravane.games.africana import actions, evaluation, features, odds, positions, prose, rules
from caravane.games.africana.facts import FACTS
from caravane.games.africana.invariants import invariants
from caravane.games.africana.state import STATE

GAME = Game(
    FACTS, STATE, rules, actions, prose, evaluation, positions, invariants=invariants, odds=odds, features=features
)
