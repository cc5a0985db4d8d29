"""AFRICA (1880-1914): secret orders, alliances and wars, the partition of a continent decided in Europe."""

from caravane.game import Game, Orders
from caravane.games.africa1880 import actions, evaluation, features, odds, positions, prose, rules
from caravane.games.africa1880.facts import FACTS
from caravane.games.africa1880.invariants import invariants
from caravane.games.africa1880.proposals import promise_kept, promise_text, promises
from caravane.games.africa1880.sampling import Model, random_turns
from caravane.games.africa1880.sheets import read
from caravane.games.africa1880.state import STATE
from caravane.games.africa1880.views import determinize_by
from caravane.games.africa1880.warnings import warnings

ORDERS = Orders(
    unready=actions.UNREADY,
    ready=actions.READY,
    line=actions.line_of,
    peaceful_variant=actions.peaceful_variant,
    read=read,
    warnings=warnings,
    promises=promises,
    promise_text=promise_text,
    promise_kept=promise_kept,
    random_turns=random_turns,
    uniform_model=Model.uniform,
    determinize_by=determinize_by,
)

GAME = Game(
    FACTS,
    STATE,
    rules,
    actions,
    prose,
    evaluation,
    positions,
    ORDERS,
    invariants=invariants,
    odds=odds,
    features=features,
)
