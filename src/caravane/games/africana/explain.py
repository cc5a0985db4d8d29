"""Why an action is not legal here, with the rule; what is asked of a seat, in one sentence."""

from typing import Any

import numpy as np

from caravane.game import Refusal
from caravane.games.africana.actions import (
    BUY,
    COMPLETE,
    DISCARD_CARD,
    DRAW,
    DROP_ADVENTURE,
    END,
    FINISH,
    JOIN,
    LEFT,
    MAX_LEGAL,
    RIGHT,
    STEP,
    TURN,
)
from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ADVENTURE_LIMIT,
    ADVENTURE_TO,
    ASSISTANT,
    BOOK_NAMES,
    CARD_NAMES,
    CARD_PRICE,
    CARDS,
    COLOUR_PRICE,
    DISTANCE,
    EXPEDITION_FROM,
    EXPEDITION_IDS,
    EXPEDITION_TO,
    HAND_LIMIT,
    JOKER,
    MARKERS,
    PLACE_NAMES,
)
from caravane.games.africana.journey import has_joined, holds, space_of
from caravane.games.africana.library import has_page, open_book, page_price
from caravane.games.africana.rules import cards_in_hand, legal_actions, open_adventures
from caravane.games.africana.state import BOOK, DISCARD, DROP, JOURNEY, OPEN, OVER
from caravane.text import Text


def explain(state: Any, seat: int, action: int) -> Refusal:
    """The first rule that forbids the action; reads only what the seat may see."""
    kind = _kind(action)
    if state.decision == OVER:
        return _refuse("9.1", "La partie est finie.", "The game is over.")
    if seat != state.on_turn:
        return _refuse("2.2", "Ce n’est pas votre tour.", "It is not your turn.")
    if state.decision == DISCARD and kind != DISCARD_CARD:
        return _must_discard(state, seat)
    if state.decision == DROP and kind != DROP_ADVENTURE:
        return _must_drop(state, seat)
    if kind == DRAW:
        return _refuse(
            "2.1",
            "Une seule action par tour : vous avez déjà commencé la vôtre.",
            "One action a turn: you have begun yours.",
        )
    if kind in (TURN, BUY):
        return _explain_book(state, seat, action, kind)
    if kind == DISCARD_CARD:
        return _explain_discard(state, seat, action - DISCARD_CARD)
    if kind == DROP_ADVENTURE:
        return _explain_drop(state, seat, action - DROP_ADVENTURE)
    if state.decision == BOOK:
        return _refuse(
            "2.1",
            "Une seule action par tour : vous avez ouvert le livre, vous ne voyagez plus.",
            "One action a turn: you opened the book, so you do not travel.",
        )
    return _explain_travel(state, seat, action, kind)


def _explain_travel(state: Any, seat: int, action: int, kind: int) -> Refusal:
    if kind == STEP:
        return _explain_step(state, seat, *divmod(action - STEP, CARDS))
    if kind == JOIN:
        return _explain_join(state, seat, action - JOIN)
    if kind == COMPLETE:
        return _explain_complete(state, seat, action - COMPLETE)
    return _explain_finish(state, seat, action - FINISH)


def _kind(action: int) -> int:
    ranges = (DRAW, END, TURN, BUY, STEP, JOIN, COMPLETE, FINISH, DISCARD_CARD, DROP_ADVENTURE)
    return max(first for first in ranges if first <= action)


def _refuse(rule: str, fr: str, en: str, remedy: int = -1) -> Refusal:
    return Refusal(rule, Text(fr, en), remedy)


def _towards(state: Any, seat: int, place: int) -> int:
    """A legal step to a place, or else to draw the cards that are missing; -1 if neither is legal."""
    out = np.empty(MAX_LEGAL, np.int32)
    legal = out[: legal_actions(state, seat, out)].tolist()
    steps = [action for action in legal if STEP <= action < JOIN and (action - STEP) // CARDS == place]
    return steps[0] if steps else DRAW if DRAW in legal else -1


def _must_discard(state: Any, seat: int) -> Refusal:
    count = int(cards_in_hand(state, seat))
    return _refuse(
        "8.1",
        f"Vous avez {count} cartes en main : défaussez-en jusqu’à {HAND_LIMIT}.",
        f"You hold {count} cards: discard down to {HAND_LIMIT}.",
    )


def _must_drop(state: Any, seat: int) -> Refusal:
    count = int(open_adventures(state, seat))
    return _refuse(
        "8.2",
        f"Vous avez {count} aventures en cours : gardez-en {ADVENTURE_LIMIT}.",
        f"You have {count} open adventures: keep {ADVENTURE_LIMIT}.",
    )


def _explain_book(state: Any, seat: int, action: int, kind: int) -> Refusal:
    book, side = divmod(action - kind, 2)
    here = int(open_book(state, seat))
    silver = int(state.silver[seat])
    if state.decision == JOURNEY:
        return _refuse(
            "2.1",
            "Une seule action par tour : vous êtes en voyage, les livres sont fermés.",
            "One action a turn: you are travelling, the books are closed.",
        )
    if book != here:
        return _refuse(
            "4.1",
            f"De ce côté de l’équateur, seul le {BOOK_NAMES[here].fr} est ouvert.",
            f"On this side of the equator only the {BOOK_NAMES[here].en} is open.",
        )
    from_side = side if kind == BUY else LEFT + RIGHT - side
    if not has_page(state, book, from_side):
        rule = "4.2" if kind == BUY else "4.5"
        return _refuse(rule, "Il n’y a aucune carte de ce côté du livre.", "No card lies on that side of the book.")
    if kind == BUY:
        return _refuse(
            "4.3",
            f"Une carte coûte {CARD_PRICE} d’argent, vous en avez {silver}.",
            f"A card costs {CARD_PRICE} silver, you have {silver}.",
        )
    price = int(page_price(state))
    return _refuse(
        "4.4",
        f"Une page de plus coûte {price} d’argent, vous en avez {silver}.",
        f"Another page costs {price} silver, you have {silver}.",
    )


def _explain_step(state: Any, seat: int, place: int, card: int) -> Refusal:
    here, there = PLACE_NAMES[int(state.place[seat])], PLACE_NAMES[place]
    if DISTANCE[int(state.place[seat]), place] != 1:
        return _refuse(
            "5.1",
            f"{here.fr} – {there.fr} : aucune route directe.",
            f"{here.en} – {there.en}: no direct route.",
            _towards(state, seat, place),
        )
    name, remedy = CARD_NAMES[card], _towards(state, seat, place)
    if holds(state, seat, card) <= 0:
        if _owns_returning(state, seat, card):
            rule = "5.3" if card == JOKER else "5.4"
            return _refuse(
                rule,
                f"Déjà joué dans ce déplacement : {name.fr}.",
                f"Already played in this movement: {name.en}.",
                remedy,
            )
        return _refuse(
            "5.1", f"Vous n’avez pas cette carte : {name.fr}.", f"You do not hold this card: {name.en}.", remedy
        )
    return _refuse(
        "5.5",
        f"{there.fr} ne montre pas ce symbole : {name.fr}. Changer la couleur coûte {COLOUR_PRICE}, vous avez {int(state.silver[seat])}.",
        f"{there.en} does not show this symbol: {name.en}. A change costs {COLOUR_PRICE}, you have {int(state.silver[seat])}.",
        remedy,
    )


def _owns_returning(state: Any, seat: int, card: int) -> bool:
    """Whether the card is the seat's joker or assistant."""
    if card < JOKER:
        return False
    return bool(state.joker[seat] if card == JOKER else state.assistants[seat, card - ASSISTANT])


def _explain_join(state: Any, seat: int, card: int) -> Refusal:
    name, space = EXPEDITION_IDS[card], int(space_of(state, card))
    start = PLACE_NAMES[int(EXPEDITION_FROM[card])]
    if space < 0:
        return _refuse("6.1", f"L’expédition {name} n’est pas sur une case.", f"Expedition {name} lies on no space.")
    if has_joined(state, seat, space):
        return _refuse("6.2", f"Vous avez déjà rejoint {name}.", f"You have joined {name} already.")
    if EXPEDITION_FROM[card] != state.place[seat]:
        remedy = _towards(state, seat, int(EXPEDITION_FROM[card]))
        return _refuse("6.1", f"Départ de {name} : {start.fr}.", f"Start of {name}: {start.en}.", remedy)
    return _refuse("6.2", f"Vos {MARKERS} marqueurs sont posés.", f"All your {MARKERS} markers are laid.")


def _explain_complete(state: Any, seat: int, card: int) -> Refusal:
    name, space = EXPEDITION_IDS[card], int(space_of(state, card))
    goal = PLACE_NAMES[int(EXPEDITION_TO[card])]
    if space < 0 or not has_joined(state, seat, space):
        return _refuse("6.4", f"Vous n’avez pas rejoint {name}.", f"You have not joined {name}.")
    remedy = _towards(state, seat, int(EXPEDITION_TO[card]))
    return _refuse("6.4", f"But de {name} : {goal.fr}.", f"Destination of {name}: {goal.en}.", remedy)


def _explain_finish(state: Any, seat: int, card: int) -> Refusal:
    name, goal = ADVENTURE_IDS[card], PLACE_NAMES[int(ADVENTURE_TO[card])]
    if state.adventure[card] != OPEN + seat:
        return _refuse("7.1", f"L’aventure {name} n’est pas à vous.", f"Adventure {name} is not yours.")
    remedy = _towards(state, seat, int(ADVENTURE_TO[card]))
    return _refuse("7.1", f"But de {name} : {goal.fr}.", f"Destination of {name}: {goal.en}.", remedy)


def _explain_discard(state: Any, seat: int, card: int) -> Refusal:
    if state.decision != DISCARD:
        return _refuse(
            "8.1",
            f"On ne défausse qu’à la fin du tour, au-delà de {HAND_LIMIT} cartes.",
            f"Cards are discarded only at the end of a turn, above {HAND_LIMIT}.",
        )
    name = CARD_NAMES[card]
    return _refuse("8.1", f"Vous n’avez pas cette carte : {name.fr}.", f"You do not hold this card: {name.en}.")


def _explain_drop(state: Any, seat: int, card: int) -> Refusal:
    if state.decision != DROP:
        return _refuse(
            "8.2",
            f"On ne rend une aventure qu’à la fin du tour, au-delà de {ADVENTURE_LIMIT}.",
            f"Adventures are dropped only at the end of a turn, above {ADVENTURE_LIMIT}.",
        )
    name = ADVENTURE_IDS[card]
    return _refuse("8.2", f"L’aventure {name} n’est pas devant vous.", f"Adventure {name} is not in front of you.")
