"""What happened, in structure and in words."""

from typing import Any

from msgspec import to_builtins

from caravane.game import SPECTATOR, Event, Structure
from caravane.games.pistes.actions import LAY, NUMBER, PASS, decode, notation
from caravane.games.pistes.board import CELL_NAMES, CELLS
from caravane.games.pistes.describe import MOVE, OVER, describe
from caravane.games.pistes.drawing import draw
from caravane.games.pistes.explain import explain
from caravane.games.pistes.facts import SIDES
from caravane.games.pistes.queries import count_home, in_camp, seat_of
from caravane.games.pistes.reasons import reason
from caravane.games.pistes.rules import play_last, to_move
from caravane.games.pistes.scoring import ENDING_TEXTS, score_sheet
from caravane.games.pistes.state import ENDINGS, Decision, State
from caravane.text import Text

__all__ = ["ask", "between", "describe", "draw", "explain", "narrate", "phrase", "reason", "score_sheet"]


def narrate(before: State, after: State, actor: int, action: int) -> list[Event]:
    """The action, then the end of a game if it brought one."""
    events = [_moved(before, after, actor, action)]
    game = int(before.game)
    if after.ending[game] and not before.ending[game]:
        last = between(before, after, actor, action) or [after]
        events.append(_ended(after, game, last[0]))
    return events


def between(before: State, after: State, actor: int, action: int) -> list[State]:
    """The position in which the first game of a match ended: after it the board is set up for the second (§2.3)."""
    if before.game == after.game:
        return []
    last: Any = before.copy()  # type: ignore[attr-defined]
    play_last(last, actor, action)
    return [last]


def _moved(before: State, after: State, actor: int, action: int) -> Event:
    what = decode(action)
    if action == PASS:
        return Event(actor, what, Text("{who} ne peut pas bouger et passe.", "{who} cannot move and passes."))
    if action >= NUMBER:
        cell, number = CELL_NAMES[action - NUMBER], int(before.placed) + 1
        what["number"] = number
        return Event(actor, what, Text(f"{{who}} numérote {cell} : {number}.", f"{{who}} numbers {cell}: {number}."))
    if action >= LAY:
        cell, number = CELL_NAMES[action - LAY], int(before.placed) + 1
        what["number"] = number
        text = Text(
            f"{{who}} pose le pion {number} adverse en {cell}.", f"{{who}} lays the opponent's pawn {number} on {cell}."
        )
        return Event(actor, what, text)
    origin, target = CELL_NAMES[action // CELLS], CELL_NAMES[action % CELLS]
    side = int(before.side)
    comes_home = in_camp(side, action % CELLS) and not in_camp(side, action // CELLS)
    what["side"] = SIDES[side].en
    if not comes_home:
        return Event(actor, what, Text(f"{{who}} joue {origin}-{target}.", f"{{who}} plays {origin}-{target}."))
    home = count_home(before, side) + 1
    what["home"] = home
    text = Text(
        f"{{who}} joue {origin}-{target} : {home} sur 9 au camp.", f"{{who}} plays {origin}-{target}: {home} of 9 home."
    )
    return Event(actor, what, text)


def _ended(after: State, game: int, last: State) -> Event:
    """Who won and how, with the pawns as they stood then."""
    ending = ENDINGS[int(after.ending[game]) - 1]
    winner = int(after.winner[game])
    how = ENDING_TEXTS[ending]
    what: Structure = {"type": "game-ended", "game": game + 1, "ending": ending, "winner": winner}
    what["pawns"] = to_builtins(describe(last, SPECTATOR).pawns)
    if winner < 0:
        text = Text(f"Manche {game + 1} nulle : {how.fr}.", f"Game {game + 1} is drawn: {how.en}.")
        return Event(SPECTATOR, what, text)
    text = Text(f"{{who}} gagne la manche {game + 1} : {how.fr}.", f"{{who}} wins game {game + 1}: {how.en}.")
    return Event(winner, what, text)


_SLIDE = Text("Quel pion glisse ?", "Which pawn slides?")


def ask(view: State, seat: int) -> Text:
    """What is asked of the seat, or who is awaited."""
    decision = int(view.decision)
    if decision == MOVE and seat == int(view.light_seat) ^ int(view.side):  # most questions, without a kernel
        return _SLIDE
    if decision == OVER:
        return Text("La partie est finie.", "The game is over.")
    awaited = int(to_move(view))
    if seat < 0 or awaited >> seat & 1 == 0:
        side = SIDES[0 if awaited == 1 << seat_of(view, 0) else 1]
        return Text(f"C’est aux {side.fr}.", f"{side.en.capitalize()} is to decide.")
    number = int(view.placed) + 1
    if decision == Decision.NUMBER_CAMP:
        return Text(
            f"Camp adverse : où va le numéro {number} ?", f"Your opponent's camp: where does number {number} go?"
        )
    return Text(f"Pion adverse {number} : sur quelle case ?", f"Your opponent's pawn {number}: on which cell?")


def phrase(view: State, _seat: int, action: int) -> Text:
    """What the action does: a move as it is written, the rest as an infinitive."""
    if action < PASS:
        return Text(notation(action), notation(action))
    if action == PASS:
        return Text("passer", "pass")
    number = int(view.placed) + 1
    if action < NUMBER:
        cell = CELL_NAMES[action - LAY]
        return Text(f"poser le pion {number} adverse en {cell}", f"lay the opponent's pawn {number} on {cell}")
    cell = CELL_NAMES[action - NUMBER]
    return Text(f"donner le numéro {number} à {cell}", f"give {cell} the number {number}")
