"""Why an action is not legal, with the rule that says so. Reads only what lies open."""

from typing import Any

import numpy as np

from caravane.game import Refusal
from caravane.games.africa.actions import (
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    LIFT,
    MAX_LEGAL,
    OPEN,
    PLACE,
    STUDY,
    SWAP_ALL,
    SWAP_ONE,
    WALK,
)
from caravane.games.africa.board import FACE_DOWN, GOOD, GOODS, HEX_NAMES, NOMADS, tile_of
from caravane.games.africa.preview import neighbours
from caravane.games.africa.queries import is_empty, is_relocatable
from caravane.games.africa.rules import legal_actions
from caravane.games.africa.state import EXCHANGE_ALL, Decision, Ending
from caravane.text import Text

ASKED = {
    Decision.DEAL: ("1.1", Text("Les tuiles ne sont pas encore distribuées.", "The tiles are not dealt yet.")),
    Decision.CITY: ("1.4", Text("Chacun choisit d’abord sa ville de départ.", "Each first chooses a start city.")),
    Decision.WALK: ("2.3", Text("Il faut d’abord avancer de 0 à 2 cases.", "First walk 0 to 2 hexes.")),
    Decision.JUMP: ("2.2", Text("Vous avez choisi de sauter : dites où.", "You chose to jump: say where.")),
    Decision.ACT: ("2.3", Text("C’est le moment d’une action, ou d’y renoncer.", "Now an action is due, or none.")),
    Decision.SETTLE: (
        "3.8",
        Text("La tuile découverte doit d’abord être posée.", "The tile you found must be placed first."),
    ),
    Decision.RELOCATE: (
        "4.1",
        Text("La tuile soulevée doit d’abord être posée.", "The tile you lifted must be placed first."),
    ),
    Decision.EXCHANGE: (
        "3.4",
        Text("Dites d’abord si vous échangez l’objet.", "First say whether you exchange the good."),
    ),
    Decision.OVER: ("7.1", Text("La partie est finie.", "The game is over.")),
}


def explain(state: Any, seat: int, action: int) -> Refusal:
    """The rule that forbids an action to a seat here."""
    decision = Decision(int(state.decision))
    if decision != Decision.OVER and seat != state.on_turn:
        return Refusal("2.1", Text("Ce n’est pas votre tour.", "It is not your turn."))
    if decision not in decisions_of(action):
        if decision == Decision.WALK and OPEN <= action < PLACE:
            return explain_from_afar(state, seat, action)
        rule, text = ASKED[decision]
        if decision == Decision.SETTLE and state.ground[state.subject] == NOMADS:
            rule = "3.10"
        if state.ending == Ending.STANDSTILL:
            rule = "7.3"
        return Refusal(rule, text, first_do(state, seat, decision, action))
    if action < WALK:
        return Refusal("1.4", Text("Un autre explorateur est dans cette ville.", "Another explorer is in that city."))
    if action < OPEN:
        return explain_way(state, seat, action)
    if action < LIFT:
        return explain_opening(state, seat, action - OPEN)
    if action < PLACE:
        return explain_lift(state, seat, action - LIFT)
    if action < STUDY:
        return explain_placing(state, action - PLACE)
    if action <= COLLECT:
        return explain_camp(state, seat)
    return explain_swap(state, seat, action)


def of(noun: str) -> str:
    """French: "de masques", "d'habits"."""
    return f"d’{noun}" if noun[0] in "aâeéèêhiîoôuy" else f"de {noun}"


def decisions_of(action: int) -> tuple[Decision, ...]:
    """At which decisions an action can be chosen."""
    if action < WALK:
        return (Decision.CITY,)
    if action <= JUMP:
        return (Decision.WALK,)
    if action < OPEN:
        return (Decision.JUMP,)
    if PLACE <= action < STUDY:
        return (Decision.SETTLE, Decision.RELOCATE)
    return (Decision.ACT,) if action <= DECLINE else (Decision.EXCHANGE,)


def first_do(state: Any, seat: int, decision: Decision, action: int) -> int:
    """What must be done before the action can be: stay here to act, or do nothing to walk on."""
    if decision == Decision.WALK and action in (STUDY, COLLECT, DECLINE):
        return WALK + int(state.at[seat])
    if decision == Decision.ACT and WALK <= action < JUMP and state.half == 0:
        return DECLINE
    return -1


def legal(state: Any, seat: int) -> list[int]:
    """The seat's legal actions."""
    out = np.empty(MAX_LEGAL, np.int32)
    return list(map(int, out[: legal_actions(state, seat, out)]))


def walk_next_to(state: Any, seat: int, place: int) -> int:
    """The shortest walk after which the explorer stands beside a hex, or -1."""
    here, walks = int(state.at[seat]), set(legal(state, seat))
    if here == place or place in neighbours(here):
        return WALK + here
    beside = [near for near in neighbours(place) if WALK + near in walks]
    return WALK + min(beside, key=lambda near: near not in neighbours(here)) if beside else -1


def explain_from_afar(state: Any, seat: int, action: int) -> Refusal:
    """Why a tile cannot be turned over or lifted before the walk (§2.3), and where to walk for it."""
    place = action - (OPEN if action < LIFT else LIFT)
    if action < LIFT and state.ground[place] != FACE_DOWN:
        return explain_opening(state, seat, place)
    if action >= LIFT and not is_relocatable(int(state.ground[place])):
        return explain_lift(state, seat, place)
    name, remedy = HEX_NAMES[place], walk_next_to(state, seat, place)
    if remedy == -1:
        return Refusal("2.4", Text(f"{name} est trop loin pour deux pas.", f"{name} is too far for two steps."))
    if remedy == WALK + int(state.at[seat]):
        return Refusal(*ASKED[Decision.WALK], remedy)
    return Refusal(
        "3.1" if action < LIFT else "4.1",
        Text(
            f"{name} ne touche pas votre explorateur\u00a0: allez d’abord à côté.",
            f"{name} is not next to your explorer: go beside it first.",
        ),
        remedy,
    )


def explain_way(state: Any, seat: int, action: int) -> Refusal:
    """Why an explorer cannot go there, on foot or by a jump (§2)."""
    if action == JUMP:
        return Refusal(
            "2.2",
            Text(
                "Un saut prend tout le tour : avant la première avance.",
                "A jump is a whole turn: before the first walk.",
            ),
        )
    rule, place = ("2.4", action - WALK) if action < JUMP else ("2.2", action - JUMP_TO)
    name = HEX_NAMES[place]
    if state.ground[place] == FACE_DOWN:
        remedy = walk_next_to(state, seat, place) if rule == "2.4" else -1
        return Refusal(rule, Text(f"En {name} une tuile est face cachée.", f"At {name} a tile lies face down."), remedy)
    if any(other != seat and state.at[other] == place for other in range(int(state.africa))):
        return Refusal(rule, Text(f"En {name} se trouve un autre explorateur.", f"Another explorer is at {name}."))
    return Refusal(rule, Text(f"{name} n’est pas à deux pas libres.", f"{name} is not within two free steps."))


def explain_opening(state: Any, seat: int, place: int) -> Refusal:
    """Why a tile cannot be turned over (§3.1)."""
    name = HEX_NAMES[place]
    if state.ground[place] != FACE_DOWN:
        return Refusal("3.1", Text(f"En {name} rien n’est face cachée.", f"Nothing lies face down at {name}."))
    return Refusal("3.1", Text(f"{name} ne touche pas votre explorateur.", f"{name} is not next to your explorer."))


def explain_lift(state: Any, seat: int, place: int) -> Refusal:
    """Why an animal or nomads cannot be lifted (§4.1)."""
    name, here = HEX_NAMES[place], int(state.at[seat])
    if not is_relocatable(int(state.ground[place])):
        return Refusal(
            "4.1",
            Text(
                f"En {name} il n’y a ni animal ni nomades face visible.",
                f"There is no face-up animal or nomad at {name}.",
            ),
        )
    if place != here and place not in neighbours(here):
        return Refusal(
            "4.1",
            Text(
                f"{name} n’est ni sous votre explorateur ni à côté.",
                f"{name} is neither under your explorer nor next to it.",
            ),
        )
    return Refusal(
        "4.5", Text(f"Aucune case vide ne serait meilleure pour {name}.", f"No empty hex would be better for {name}.")
    )


def explain_placing(state: Any, place: int) -> Refusal:
    """Why what is in the hand cannot be put down there (§4.1)."""
    name, subject = HEX_NAMES[place], int(state.subject)
    is_nomads = state.ground[subject] == NOMADS
    is_found = state.decision == Decision.SETTLE
    rule = ("3.10" if is_nomads else "3.8") if is_found else ("4.3" if is_nomads else "4.2")
    if place != subject and not is_empty(state, place):
        return Refusal("6.1", Text(f"{name} n’est pas vide.", f"{name} is not empty."))
    if is_nomads:
        return Refusal(
            rule, Text(f"{name} ne touche pas plus de cases vides.", f"{name} has no more empty hexes around.")
        )
    return Refusal(
        rule,
        Text(f"{name} ne touche pas plus d’animaux semblables.", f"{name} has no more animals of the kind around."),
    )


def explain_camp(state: Any, seat: int) -> Refusal:
    """Why no camp can be built here (§5)."""
    if state.camps[seat] == 0:
        return Refusal("5.1", Text("Vous n’avez plus de camp.", "You have no camp left."))
    return Refusal("5.1", Text("La case de votre explorateur n’est pas vide.", "Your explorer's hex is not empty."))


def explain_swap(state: Any, seat: int, action: int) -> Refusal:
    """Why these goods cannot be exchanged (§3.4)."""
    takes_all = action >= SWAP_ALL
    other, good = divmod(action - (SWAP_ALL if takes_all else SWAP_ONE), GOODS)
    found = int(state.found_good) - GOOD
    theirs = int(state.goods[other, good]) if other < state.africa else 0
    tile = tile_of(GOOD + good)
    if other == seat or other >= state.africa:
        return Refusal("3.4", Text("On n’échange qu’avec un autre joueur.", "You exchange with another player only."))
    if good == found:
        return Refusal("3.7", Text("Semblable contre semblable n’est pas un échange.", "Like for like is no exchange."))
    if theirs == 0:
        return Refusal("3.4", Text(f"Ce joueur n’a pas {of(tile.many.fr)}.", f"That player has no {tile.many.en}."))
    if takes_all and theirs == 1:
        return Refusal("3.7", Text("Il n’en a qu’un : c’est un contre un.", "There is only one: that is one for one."))
    if not takes_all and state.exchange == EXCHANGE_ALL:
        return Refusal("3.6", Text("On échange tous les objets d’une sorte.", "All goods of a kind are exchanged."))
    return Refusal(
        "3.5",
        Text(
            f"Il vous faudrait {theirs} objets de la sorte découverte.",
            f"You would need {theirs} goods of the kind you found.",
        ),
    )
