"""A whole game on one page, to be copied: as `src/caravane/games/<id>/__init__.py` it plays everywhere.

Each seat has a hidden card; in turn they add 1, 2 or 3 to a common heap; at nine or more the higher card wins. When a
game grows, each part below becomes a file of its own; docs/adding-a-game.md has the list.
"""

import sys
from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.errors import BadInput
from caravane.fields import by_rule, field, open, record_type
from caravane.game import Event, Facts, Game, Item, Refusal, Structure
from caravane.kernel import kernel
from caravane.outcome import share_returns
from caravane.text import Language, Text

FACTS = Facts(
    id="toy",
    title=Text("Jouet", "Toy"),
    tagline=Text(
        "Ajoutez au tas, et gardez votre carte pour vous.", "Add to the heap, and keep your card to yourself."
    ),
    min_seats=2,
    max_seats=2,
    seat_names=(Text("un", "one"), Text("deux", "two")),
)

STATE = record_type(
    field("is_dealt", np.int8, open, within=(0, 1)),
    field("heap", np.int8, open, within=(0, 11)),
    field("turn", np.int8, open, within=(0, 1)),  # the seat that adds next
    field("card", np.int8, (2,), by_rule, within=(0, 6)),  # of each seat; 0: not dealt yet, or unknown in a view
)

FULL, CARDS = 9, 6
ACTION_COUNT = MAX_LEGAL = 3


# The rules.
@kernel
def set_up(state: Any, seats: int, options: Any) -> None:
    """Nothing lies there; chance deals (§1.1)."""


@kernel
def seats(state: Any) -> int:
    """Two play (§1.1)."""
    return 2


@kernel
def asks_chance(state: Any) -> bool:
    """Before the first turn, for the cards (§1.1)."""
    return int(state.is_dealt) == 0


@kernel
def apply_chance(state: Any, word: Any) -> None:
    """Deal a card to each seat (§1.1)."""
    state.is_dealt = 1
    state.card[0] = 1 + below(word, CARDS)
    state.card[1] = 1 + below(next_word(word), CARDS)


@kernel
def is_over(state: Any) -> bool:
    """Whether the heap is full (§1.3)."""
    return int(state.heap) >= FULL


@kernel
def to_move(state: Any) -> int:
    """Seats add in turn (§1.2)."""
    return 0 if is_over(state) or asks_chance(state) else 1 << int(state.turn)


@kernel
def legal_actions(state: Any, seat: int, out: Any) -> int:
    """Add 1, 2 or 3 (§1.2)."""
    if (to_move(state) >> seat) & 1 == 0:
        return 0
    for action in range(ACTION_COUNT):
        out[action] = action
    return ACTION_COUNT


@kernel
def apply_action(state: Any, seat: int, action: int) -> None:
    """The heap grows, the other seat is next (§1.2)."""
    state.heap = int(state.heap) + action + 1
    state.turn = 1 - int(state.turn)


@kernel
def points(state: Any, seat: int) -> int:
    """The card counts once the heap is full (§1.3)."""
    return int(state.card[seat]) if is_over(state) else 0


@kernel
def returns(state: Any, out: Any) -> None:
    """The higher card wins (§1.3)."""
    mine, theirs = points(state, 0), points(state, 1)
    share_returns(0 if mine == theirs else 1 if mine > theirs else 2, 2, int(mine != theirs), out)


@kernel
def view_private(state: Any, seat: int, view: Any) -> None:
    """A seat sees its own card, and both at the end (§1.4)."""
    for each in range(2):
        if each == seat or is_over(state):
            view.card[each] = state.card[each]


@kernel
def determinize(view: Any, seat: int, word: Any) -> None:
    """Any card may be one that is not seen."""
    for each in range(2):
        word = next_word(word)
        if int(view.card[each]) == 0 and not asks_chance(view):
            view.card[each] = 1 + below(word, CARDS)


# The actions.
def encode(structure: Structure) -> int:
    """{"add": 1..3} as a number."""
    add = structure.get("add")
    if type(add) is int and 1 <= add <= ACTION_COUNT:
        return add - 1
    raise BadInput(
        Text(
            f"{structure!r} n’est pas une action : add vaut 1, 2 ou 3.",
            f"{structure!r} is no action: add is 1, 2 or 3.",
        )
    )


def decode(action: int) -> Structure:
    """The action as JSON."""
    return {"add": action + 1}


def notation(action: int) -> str:
    """`+1`, `+2`, `+3`."""
    return f"+{action + 1}"


def parse(text: str) -> int:
    """The action of such a text."""
    if text in map(notation, range(ACTION_COUNT)):
        return int(text[1:]) - 1
    raise BadInput(Text(f"{text!r} n’est pas une action : +1, +2 ou +3.", f"{text!r} is no action: +1, +2 or +3."))


# For people.
def describe(view: Any, seat: int) -> Structure:
    """What a screen shows."""
    return {"heap": int(view.heap), "turn": int(view.turn), "cards": [int(card) for card in view.card]}


def ask(view: Any, seat: int) -> Text:
    """What is asked, or who is awaited."""
    if is_over(view):
        return Text("La partie est finie.", "The game is over.")
    return Text("Combien ?", "How many?") if seat == view.turn else Text("À l’autre.", "The other seat adds.")


def narrate(before: Any, after: Any, actor: int, action: int) -> list[Event]:
    """What was added."""
    text = Text(f"{{who}} ajoute {action + 1}.", f"{{who}} adds {action + 1}.")
    return [Event(actor, {"type": "added", "add": action + 1}, text)]


def phrase(view: Any, seat: int, action: int) -> Text:
    """What stands on a button, and in a bot's advice."""
    return Text(f"ajouter {action + 1}", f"add {action + 1}")


def explain(state: Any, seat: int, action: int) -> Refusal:
    """Only one thing is ever wrong: it is not the seat's turn."""
    if is_over(state):
        return Refusal("1.3", Text("La partie est finie.", "The game is over."))
    return Refusal("1.2", Text("C’est à l’autre d’ajouter.", "It is the other's turn to add."))


def score_sheet(state: Any, seat: int) -> list[Item]:
    """The card."""
    return [Item("card", Text("Carte", "Card"), int(points(state, seat)))]


def draw(view: Any, language: Language) -> str:
    """The table as text."""
    cards = " ".join(str(int(card) or "?") for card in view.card)
    return Text(f"tas {int(view.heap)}, cartes {cards}", f"heap {int(view.heap)}, cards {cards}").of(language)


def invariants(state: Any) -> list[str]:
    """What is broken beyond what `within` says of each field."""
    return [f"seat {seat} has no card" for seat in range(2) if state.is_dealt and not state.card[seat]]


parts: Any = sys.modules[__name__]  # a larger game has a module for each
GAME = Game(FACTS, STATE, rules=parts, actions=parts, prose=parts, invariants=invariants)
