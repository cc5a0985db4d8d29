"""A cost in the game's own terms, where chances say little: in L'Africa, pawns that are home.

While a game of L'Africa is undecided its chances stay near one half, whatever a move throws away. So what was chosen and
what was best are each searched on from the other side, and the difference of the leads is counted in pawns.
"""

from typing import Any

import numpy as np

from caravane.bots.deepening import Deepening
from caravane.game import Game
from caravane.review.effort import Effort
from caravane.review.told import Words
from caravane.review.walking import Weighed

DECIDED = 0.97  # an outlook beyond this is no lead any more: won or lost whatever comes


def own_terms(game: Game, effort: Effort, weighed: Weighed, seat: int, word: np.uint64) -> Words | None:
    """What a choice cost, in words; None where the game has no such terms, or nothing was lost."""
    if game.id != "pistes" or weighed.chosen == weighed.best:
        return None
    chosen, best = (
        _outlook(game, prospect.views[0], seat, effort, word) for prospect in weighed.prospects
    )  # fmt: skip
    if best >= DECIDED > chosen:
        return Words("Le meilleur coup gagnait par force.", "The best move won by force.")
    if chosen <= -DECIDED < best:
        return Words("Ce coup perd par force.", "This move loses by force.")
    if max(abs(chosen), abs(best)) >= DECIDED:
        return None
    return _in_pawns(_lead(best) - _lead(chosen))


def _outlook(game: Game, view: Any, seat: int, effort: Effort, word: np.uint64) -> float:
    """How the running game stands for the seat after a search, -1..1."""
    from caravane.games.pistes.state import MATCH, SINGLE

    movers = game.seats_to_move(view)
    if not movers:
        return float(game.rules.evaluate(view, seat))
    legal = game.legal(view, movers[0])
    value = Deepening(nodes=effort.nodes).think(game, view.copy(), movers[0], legal, word).value
    value = value if movers[0] == seat else -value
    if len(legal) == 1:
        value = float(game.rules.evaluate(view, seat))
    if int(view.options[MATCH]) == SINGLE:
        return value
    decided = (int(game.rules.points(view, seat)) - int(game.rules.points(view, 1 - seat))) / 2
    return max(-1.0, min(1.0, 2 * value - decided))


def _lead(outlook: float) -> float:
    """The lead behind an outlook, in pawns that are home; see `games/pistes/evaluation.py`."""
    from caravane.games.pistes.evaluation import HOME, SPREAD

    return SPREAD * outlook / (1 - abs(outlook)) / HOME


def _in_pawns(lost: float) -> Words | None:
    tenths = round(10 * lost)
    if tenths <= 0:
        return None
    amount = f"{tenths / 10:.1f}"
    noun_fr = "pion rentré" if tenths < 20 else "pions rentrés"
    noun_en = "pawn that is home" if tenths == 10 else "pawns that are home"
    return Words(
        f"Perd l’équivalent de {amount.replace('.', ',')} {noun_fr}.", f"Loses the worth of {amount} {noun_en}."
    )
