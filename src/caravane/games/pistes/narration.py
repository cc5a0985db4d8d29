"""What happened, in structure and in words."""

from caravane.game import SPECTATOR, Event
from caravane.games.pistes.actions import LAY, NUMBER, PASS, decode
from caravane.games.pistes.board import CELL_NAMES, CELLS
from caravane.games.pistes.notation import ENDING_TEXTS, SIDES
from caravane.games.pistes.position import count_home, in_camp
from caravane.games.pistes.state import ENDINGS, State
from caravane.text import Text


def narrate(before: State, after: State, actor: int, action: int) -> list[Event]:
    """The action, then the end of a game if it brought one."""
    events = [_moved(before, after, actor, action)]
    game = int(before.game)
    if after.ending[game] and not before.ending[game]:
        events.append(_ended(after, game))
    return events


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


def _ended(after: State, game: int) -> Event:
    ending = ENDINGS[int(after.ending[game]) - 1]
    winner = int(after.winner[game])
    how = ENDING_TEXTS[ending]
    what = {"type": "game-ended", "game": game + 1, "ending": ending, "winner": winner}
    if winner < 0:
        text = Text(f"Manche {game + 1} nulle : {how.fr}.", f"Game {game + 1} is drawn: {how.en}.")
        return Event(SPECTATOR, what, text)
    text = Text(f"{{who}} gagne la manche {game + 1} : {how.fr}.", f"{{who}} wins game {game + 1}: {how.en}.")
    return Event(winner, what, text)
