"""What would you do, and why? The same search as the opponents', told in words, from what the asking seat knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots import talks
from caravane.bots.levels import LEVELS, thinker_for
from caravane.bots.planner import Planner
from caravane.bots.thought import Thought
from caravane.chance import WalkedChance, next_word
from caravane.door import carry_out, let_chance_decide
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


def advise(
    game: Game, view: Any, seat: int, word: np.uint64, seconds: float = 1.0, memory: talks.Memory = ()
) -> Advice:
    """Look for what the seat should do; `view` is what `view_for` made for it, `memory` the deals it took part in.

    A seat that is not to move is only told how it stands.
    """
    legal = game.legal(view, seat)
    if not legal:
        value = value_now(game, view, seat, word)
        return Advice([], value, outlook(value, int(game.rules.seats(view))), 0)
    thinker = thinker_for(game, LEVELS, seconds)
    if memory and isinstance(thinker, Planner):
        talks.brief(thinker, game, view, seat, memory, word)
    thought: Thought = thinker.think(game, view.copy(), seat, list(legal), word)
    promised = thinker.required if isinstance(thinker, Planner) else ()
    suggestions = [
        Suggestion(
            thought.actions[i],
            game.notation(thought.actions[i]),
            thought.shares[i],
            thought.values[i],
            _reason(game, view, seat, legal, promised, thought, i, word),
        )
        for i in thought.order[:SUGGESTIONS]
    ]
    # Who had no choice did not think about how it stands.
    value = thought.value if len(thought.actions) > 1 else value_now(game, view, seat, word)
    return Advice(suggestions, value, outlook(value, int(game.rules.seats(view))), thought.iterations)


def value_now(game: Game, view: Any, seat: int, word: np.uint64) -> float:
    """What the game's evaluation says of the worlds that fit the view, on average."""
    total = 0.0
    for world, _ in _worlds(game, view, seat, word):
        total += float(game.rules.evaluate(world, seat))
    return total / WORLDS


def _worlds(game: Game, view: Any, seat: int, word: np.uint64) -> Iterator[tuple[Any, np.uint64]]:
    """Some that fit the view, each with a word of its own."""
    for _ in range(WORLDS):
        word = next_word(word)
        world = view.copy()
        game.rules.determinize(world, seat, word)
        yield world, word


def outlook(value: float, seats: int) -> Text:
    """A value in words, from the seat's side."""
    if abs(value) < 0.05:
        return Text("La position est équilibrée.", "The position is balanced.")
    if abs(value) < 0.25:
        return _side(value, seats, Text("un léger avantage", "a slight advantage"))
    if abs(value) < 0.6:
        return _side(value, seats, Text("un net avantage", "a clear advantage"))
    return _side(value, seats, Text("presque gagné", "nearly won"))


def _side(value: float, seats: int, what: Text) -> Text:
    if value > 0:
        return Text(f"Vous avez {what.fr}.", f"You have {what.en}.")
    if seats > 2:
        return Text(f"Quelqu’un d’autre a {what.fr}.", f"Somebody else has {what.en}.")
    return Text(f"L’adversaire a {what.fr}.", f"Your opponent has {what.en}.")


def _reason(
    game: Game,
    view: Any,
    seat: int,
    legal: list[int],
    promised: tuple[int, ...],
    thought: Thought,
    index: int,
    word: np.uint64,
) -> Text:
    """Why an action is good or not: points at once, and how it compares with the best other."""
    action = thought.actions[index]
    if len(legal) == 1:
        return Text("C’est le seul coup possible.", "It is the only action there is.")
    if action in promised:
        return Text("Vous l’avez promis.", "You promised it.")
    parts = [_points_text(points_at_once(game, view, seat, action, word))]
    if len(thought.actions) > 1:
        order = thought.order
        rival = order[1] if index == order[0] else order[0]
        words = game.phrase(view, seat, thought.actions[rival])
        quoted = Text(f"«\u00a0{words.fr}\u00a0»", f"“{words.en}”")
        parts.append(_comparison(thought.values[index] - thought.values[rival], quoted))
    elif game.orders is not None and action == game.orders.ready:
        parts.append(Text("Il n’y a plus rien à écrire.", "There is nothing left to write."))
    else:
        parts.append(Text("Paraît bon au premier coup d’œil.", "It looks good at first sight."))
    return join([part for part in parts if part.en])


def points_at_once(game: Game, view: Any, seat: int, action: int, word: np.uint64) -> float:
    """The points that an action brings in the worlds that fit the view, on average."""
    gained = 0.0
    for world, luck in _worlds(game, view, seat, word):
        before = int(game.rules.points(world, seat))
        carry_out(game, world, seat, action)
        let_chance_decide(game, world, WalkedChance(luck))
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


def _comparison(gap: float, rival: Text) -> Text:
    """How an action compares with its best rival."""
    if gap > _CLEAR:
        return Text(
            f"Nettement mieux que {rival.fr} pour la suite.", f"Clearly better than {rival.en} for what follows."
        )
    if gap > _SLIGHT:
        return Text(f"Un peu mieux que {rival.fr}.", f"A little better than {rival.en}.")
    if gap > -_SLIGHT:
        return Text(f"À peu près aussi bon que {rival.fr}.", f"About as good as {rival.en}.")
    if gap > -_CLEAR:
        return Text(f"Un peu moins bon que {rival.fr}.", f"A little worse than {rival.en}.")
    return Text(f"Nettement moins bon que {rival.fr}.", f"Clearly worse than {rival.en}.")
