"""What would you do, and why? The same search as the opponents', told in words, from what the asking seat knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane import reasons
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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, how much of the search went into it, what it seems worth (-1..1), and why, at three depths."""

    action: int
    notation: str
    share: float
    value: float
    text: Text
    where: Text  # a first depth of the same hint: where to look
    kind: Text  # and a second: what kind of action


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
    best = [thought.actions[i] for i in thought.order[:SUGGESTIONS]]
    found = [_reason(game, view, seat, action, word) for action in best]
    suggestions = [
        Suggestion(action, game.notation(action), thought.shares[i], thought.values[i], text, reason.where, reason.kind)
        for i, action, reason, text in zip(
            thought.order, best, found, _texts(game, view, seat, legal, promised, best, found), strict=False
        )
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


def _texts(
    game: Game,
    view: Any,
    seat: int,
    legal: list[int],
    promised: tuple[int, ...],
    best: list[int],
    found: list[reasons.Reason],
) -> list[Text]:
    """Why each of the best actions: what it gains and prevents compared with the next best."""
    if len(legal) == 1:
        return [reasons.only(found[0])]
    texts = reasons.sentences([game.phrase(view, seat, action) for action in best], found)
    return [_promise(text) if action in promised else text for action, text in zip(best, texts, strict=True)]


def _promise(text: Text) -> Text:
    return join([Text("Vous l’avez promis.", "You promised it."), text])


def _reason(game: Game, view: Any, seat: int, action: int, word: np.uint64) -> reasons.Reason:
    """What the game says for an action; of a game that says nothing, the points it brings and how it then stands."""
    if game.reason is not None:
        return game.reason(view, seat, action)
    points, value = points_at_once(game, view, seat, action, word), value_after(game, view, seat, action, word)
    gains = [Text(f"rapporte {points:.1f}".replace(".", ","), f"brings {points:.1f}")] if points else []
    name = game.phrase(view, seat, action)
    percent = round(50 * (1 + value))
    gains.append(Text(f"mène à une position jugée {percent} sur 100", f"leads to a position judged {percent} of 100"))
    where = Text("Regardez vos coups.", "Look at your actions.")
    return reasons.Reason(where, Text(f"Pensez à «\u00a0{name.fr}\u00a0».", f"Think of “{name.en}”."), tuple(gains))


def value_after(game: Game, view: Any, seat: int, action: int, word: np.uint64) -> float:
    """What the game's evaluation says of the worlds that fit the view once the action is done, on average."""
    total = 0.0
    for world, luck in _worlds(game, view, seat, word):
        carry_out(game, world, seat, action)
        let_chance_decide(game, world, WalkedChance(luck))
        total += float(game.rules.evaluate(world, seat))
    return total / WORLDS


def points_at_once(game: Game, view: Any, seat: int, action: int, word: np.uint64) -> float:
    """The points that an action brings in the worlds that fit the view, on average."""
    gained = 0.0
    for world, luck in _worlds(game, view, seat, word):
        before = int(game.rules.points(world, seat))
        carry_out(game, world, seat, action)
        let_chance_decide(game, world, WalkedChance(luck))
        gained += int(game.rules.points(world, seat)) - before
    return gained / WORLDS
