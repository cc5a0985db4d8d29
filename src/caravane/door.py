"""The only door to the rules: what is done to a state is checked here.

Compiled rules assume legality and check no bounds: an action that nobody checked reads and writes where it should
not. So whatever wants something done (a person, a record, a bot, a stored table, an adapter) comes through here, with
a course of its own (`caravane.course`) or with a state: `carry_out` and `give_word`.
"""

from operator import index
from typing import Any

import numpy as np

from caravane import positions
from caravane.arguments import whole_number
from caravane.chance import Chance
from caravane.errors import BadInput, IllegalAction
from caravane.fields import fields_of
from caravane.game import Game, Structure
from caravane.text import Text

WORD_LIMIT = 1 << 64


def carry_out(game: Game, state: Any, seat: int, action: int, seats: int | None = None) -> None:
    """Change a state by a seat's action if that is legal there; else raise and change nothing."""
    check(game, state, seat, action, seats)
    game.rules.apply_action(state, index(seat), index(action))


def give_word(game: Game, state: Any, word: Any) -> None:
    """Change a state by a word of chance if it asks for one; else raise and change nothing."""
    given = whole_number("word", word)
    if not 0 <= given < WORD_LIMIT:
        raise BadInput(
            Text(
                f"Un mot du hasard va de 0 à 2^64 - 1 ; pas {given}.",
                f"A word of chance goes from 0 to 2^64 - 1; not {given}.",
            )
        )
    if not game.rules.asks_chance(state):
        raise IllegalAction(Text("Personne n’a demandé de mot du hasard.", "Nobody asked for a word of chance."))
    game.rules.apply_chance(state, np.uint64(given))


def let_chance_decide(game: Game, state: Any, chance: Chance) -> list[int]:
    """Give a state the words it asks for, until it asks for no more; the words."""
    words: list[int] = []
    # Where somebody is to move nature is not asked: mostly one question, not two.
    while not game.rules.to_move(state) and game.rules.asks_chance(state):
        word = chance.word()
        give_word(game, state, word)
        words.append(int(word))
    return words


def check(game: Game, state: Any, seat: int, action: int, seats: int | None = None) -> None:
    """Raise unless the seat may do this now: BadInput for what does not exist, IllegalAction with the rule else."""
    check_seat(game.max_seats if seats is None else seats, seat)
    check_action(game, action)
    seat, action = index(seat), index(action)
    movers = int(game.rules.to_move(state))
    if not movers:
        raise _nobody_moves(game, state, seat, action)
    if not movers >> seat & 1 and not _takes_back(game, state, seat, action):
        turn = ", ".join(map(str, game.seats_to_move(state)))
        raise IllegalAction(
            Text(
                f"La place {seat} n’a pas à jouer ; à jouer : {turn}.",
                f"Seat {seat} is not to move; to move: {turn}.",
            ),
            _why(game, state, seat, action).rule,
        )
    if action not in game.legal(state, seat):
        refusal = _why(game, state, seat, action)
        raise IllegalAction(refusal.text, refusal.rule)


def _why(game: Game, state: Any, seat: int, action: int) -> Any:
    """Why an action is not legal, from what the seat may know alone."""
    return game.explain(game.view(state, seat), seat, action)


def _nobody_moves(game: Game, state: Any, seat: int, action: int) -> IllegalAction:
    if not game.rules.is_over(state):
        return IllegalAction(Text("C’est au hasard de décider.", "It is for chance to decide."))
    return IllegalAction(Text("La partie est finie.", "The game is over."), _why(game, state, seat, action).rule)


def _takes_back(game: Game, state: Any, seat: int, action: int) -> bool:
    """Whether a seat that is not awaited any more takes its decision back while others still decide."""
    orders = game.orders
    return orders is not None and action == orders.unready and action in game.legal(state, seat)


def check_seat(seats: int, seat: Any, lowest: int = 0) -> None:
    """Raise BadInput unless there is such a seat; `lowest` is -1 where those who watch may ask too."""
    if not lowest <= whole_number("seat", seat) < seats:
        raise BadInput(
            Text(
                f"Il n’y a pas de place {seat} ; elles vont de 0 à {seats - 1}.",
                f"There is no seat {seat}; they go from 0 to {seats - 1}.",
            )
        )


def check_action(game: Game, action: Any) -> None:
    """Raise BadInput unless the game has such an action."""
    if not 0 <= whole_number("action", action) < game.action_count:
        raise BadInput(
            Text(
                f"L’action {action} n’existe pas ; elles vont de 0 à {game.action_count - 1}.",
                f"There is no action {action}; they go from 0 to {game.action_count - 1}.",
            )
        )


def action_of(game: Game, action: int | str | Structure) -> int:
    """An action in any of its three forms (integer, notation, structure) as an integer that exists."""
    try:
        if isinstance(action, str):
            return game.parse(action)
        if isinstance(action, dict):
            return game.encode(action)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise BadInput(
            Text(
                f"Ce n’est pas une action de {game.id} : {action}.",
                f"This is not an action of {game.id}: {action}.",
            )
        ) from None
    return whole_number("action", action)


def state_of(game: Game, seats: int, saved: bytes, viewer: int | None = None) -> Any:
    """A state (or what a viewer knew of one) that somebody saved; BadInput unless it is one of this game and its seats.

    Any bytes may come. Compiled rules would follow a number that no game writes wherever it leads, so the bytes are
    not taken as they are: they must be just what is got by reading the line of text that they would be.
    """
    if len(saved) == game.state.itemsize:
        state = record_of(saved, game.state)
        if _is_possible(game, seats, state, viewer):
            return state
    raise BadInput(Text("Ces octets ne sont pas un état de ce jeu.", "These bytes are not a state of this game."))


def _is_possible(game: Game, seats: int, state: Any, viewer: int | None) -> bool:
    try:
        if positions.seats_of(game, state) != seats:
            return False
        if game.positions is None:  # a game that writes no positions yet
            return _is_in_bounds(state) and not game.invariants(state) and (viewer is not None or _goes_on(game, state))
        found = positions.read(positions.write_known(game, state, viewer), game)
    except Exception:  # noqa: BLE001  # whatever writing nonsense leads to, it is no state
        return False
    return found.seats == seats and bool(found.state.tobytes() == state.tobytes())


def _is_in_bounds(state: Any) -> bool:
    """Whether every entry lies where its field is declared to lie."""
    for field in fields_of(state.dtype.names):
        low, high = field.bounds
        if np.min(state[field.name]) < low or np.max(state[field.name]) > high:
            return False
    return True


def _goes_on(game: Game, state: Any) -> bool:
    """Whether it is over, chance decides next, or those who are to move can do something."""
    movers = game.seats_to_move(state)
    if not movers:
        return bool(game.rules.is_over(state) or game.rules.asks_chance(state))
    return all(game.legal(state, seat) for seat in movers)


def record_of(saved: bytes, dtype: np.dtype[Any]) -> Any:
    """A state from its bytes."""
    return np.frombuffer(bytearray(saved), dtype)[0]


def copy_state(state: Any) -> Any:
    """A copy of a state; by its bytes, because NumPy copies a record of 16 KB in 10 us and bytes in 2."""
    return record_of(state.tobytes(), state.dtype)
