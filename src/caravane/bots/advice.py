"""What would you do, and why? The same search as the opponents', told in words, from what the asking seat knows."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.levels import LEVELS, mind
from caravane.bots.thought import Thought
from caravane.chance import next_word
from caravane.game import Game
from caravane.text import Text, join

SUGGESTIONS = 3
WORLDS = 6  # in which the points of an action are counted
_CLEAR, _SLIGHT = 0.08, 0.02  # differences of worth that deserve words


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, how much of the search went into it, what it seems worth (-1..1), and why."""

    action: int
    notation: str
    share: float
    value: float
    text: Text


@dataclass(frozen=True, slots=True)
class Advice:
    """The best actions first, and how the seat stands if it plays well."""

    suggestions: list[Suggestion]
    value: float
    text: Text
    iterations: int


def advise(game: Game, view: Any, seat: int, word: np.uint64, seconds: float = 1.0) -> Advice:
    """Look for what the seat should do; `view` is what `view_for` made for it."""
    legal = game.legal(view, seat)
    thought: Thought = mind(game, LEVELS, seconds).think(game, view.copy(), seat, list(legal), word)
    order = thought.order[:SUGGESTIONS]
    suggestions = [
        Suggestion(
            thought.actions[i],
            game.notation(thought.actions[i]),
            thought.shares[i],
            thought.values[i],
            _reason(game, view, seat, thought, i, word),
        )
        for i in order
    ]
    return Advice(suggestions, thought.value, outlook(thought.value), thought.iterations)


def outlook(value: float) -> Text:
    """A value in words, from the seat's side."""
    if abs(value) < 0.05:
        return Text("La position est équilibrée.", "The position is balanced.")
    if abs(value) < 0.25:
        return _side(value, Text("un léger avantage", "a slight advantage"))
    if abs(value) < 0.6:
        return _side(value, Text("un net avantage", "a clear advantage"))
    return _side(value, Text("presque la victoire", "nearly won"))


def _side(value: float, what: Text) -> Text:
    if value > 0:
        return Text(
            f"Vous avez {what.fr}.", f"You have {what.en}." if "advantage" in what.en else "You have nearly won."
        )
    return Text(
        f"L’adversaire a {what.fr}.",
        f"Your opponent has {what.en}." if "advantage" in what.en else "Your opponent has nearly won.",
    )


def _reason(game: Game, view: Any, seat: int, thought: Thought, index: int, word: np.uint64) -> Text:
    """Why an action is good or not: points at once, and how it compares with the best other."""
    if len(thought.actions) == 1:
        return Text("C’est le seul coup possible.", "It is the only action there is.")
    parts = [_points_text(points_at_once(game, view, seat, thought.actions[index], word))]
    order = thought.order
    rival = order[1] if index == order[0] else order[0]
    parts.append(_comparison(thought.values[index] - thought.values[rival], game.notation(thought.actions[rival])))
    return join([part for part in parts if part.en])


def points_at_once(game: Game, view: Any, seat: int, action: int, word: np.uint64) -> float:
    """The points that an action brings in the worlds that fit the view, on average."""
    gained = 0.0
    for _ in range(WORLDS):
        word = next_word(word)
        world = view.copy()
        game.rules.determinize(world, seat, word)
        before = int(game.rules.points(world, seat))
        game.rules.apply_action(world, seat, action)
        while game.rules.asks_chance(world):
            word = next_word(word)
            game.rules.apply_chance(world, word)
        gained += int(game.rules.points(world, seat)) - before
    return gained / WORLDS


def _points_text(points: float) -> Text:
    if abs(points) < 0.05:
        return Text("", "")
    exact = abs(points - round(points)) < 0.01
    amount = f"{points:+.0f}" if exact else f"{points:+.1f}"
    unit_fr, unit_en = ("point", "point") if abs(points) <= 1 else ("points", "points")
    about = Text("", "") if exact else Text(" en moyenne", " on average")
    return Text(
        f"Rapporte {amount.replace('.', ',')} {unit_fr} tout de suite{about.fr}.",
        f"Brings {amount} {unit_en} at once{about.en}.",
    )


def _comparison(gap: float, rival: str) -> Text:
    """How an action compares with its best rival."""
    if gap > _CLEAR:
        return Text(f"Nettement mieux que {rival} pour la suite.", f"Clearly better than {rival} for what follows.")
    if gap > _SLIGHT:
        return Text(f"Un peu mieux que {rival}.", f"A little better than {rival}.")
    if gap > -_SLIGHT:
        return Text(f"À peu près aussi bon que {rival}.", f"About as good as {rival}.")
    if gap > -_CLEAR:
        return Text(f"Un peu moins bon que {rival}.", f"A little worse than {rival}.")
    return Text(f"Nettement moins bon que {rival}.", f"Clearly worse than {rival}.")
