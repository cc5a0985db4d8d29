"""Actions in words, to stand in a sentence; of the books, only pages that show are named."""

from typing import Any

from caravane.games.africana.actions import (
    BUY,
    COMPLETE,
    DISCARD_CARD,
    DRAW,
    DROP_ADVENTURE,
    END,
    FINISH,
    JOIN,
    STEP,
    TURN,
    step_price,
)
from caravane.games.africana.board import (
    ADVENTURE_ARTEFACT,
    ADVENTURE_ASSISTANT,
    ADVENTURE_TO,
    ARTEFACT_NAMES,
    ASSISTANT,
    BOOK_NAMES,
    CARD_NAMES,
    CARDS,
    CARDS_A_DRAW,
    EXPEDITION_FROM,
    EXPEDITION_TO,
    JOKER,
    PLACE_NAMES,
)
from caravane.games.africana.library import page_price, top_page
from caravane.games.africana.state import ACTION, BOOK, JOURNEY
from caravane.text import Text, at

_SIDES = (Text("gauche", "left"), Text("droite", "right"))
# What END ends, by decision.
_ENDS = {
    ACTION: Text("passer", "pass"),
    BOOK: Text("fermer le livre", "close the book"),
    JOURNEY: Text("terminer le voyage", "end the journey"),
}


def phrase(view: Any, _seat: int, action: int) -> Text:
    """What the action does, as an infinitive."""
    if action == DRAW:
        return Text(f"piocher {CARDS_A_DRAW} cartes", f"draw {CARDS_A_DRAW} cards")
    if action == END:
        return _ENDS.get(int(view.decision), Text("terminer le tour", "end the turn"))
    if action < BUY:
        return _turn(view, *divmod(action - TURN, 2))
    if action < STEP:
        return _buy(view, *divmod(action - BUY, 2))
    if action < JOIN:
        return _step(*divmod(action - STEP, CARDS))
    return _card_action(action)


def _card_action(action: int) -> Text:
    """What is done with a ticket, an adventure or a card of the hand."""
    if action < COMPLETE:
        return _with("rejoindre", "join", _expedition(action - JOIN))
    if action < FINISH:
        return _with("achever", "complete", _expedition(action - COMPLETE))
    if action < DISCARD_CARD:
        return _with("achever", "complete", _adventure(action - FINISH))
    if action < DROP_ADVENTURE:
        return _with("défausser", "discard", _card(action - DISCARD_CARD))
    return _with("rendre", "drop", _adventure(action - DROP_ADVENTURE))


def _with(fr: str, en: str, what: Text) -> Text:
    return Text(f"{fr} {what.fr}", f"{en} {what.en}")


def _expedition(card: int) -> Text:
    name = expedition_name(card)
    return Text(f"l’expédition {name.fr}", f"the expedition {name.en}")


def _adventure(card: int) -> Text:
    name = adventure_name(card)
    return Text(f"l’aventure ({name.fr})", f"the adventure ({name.en})")


def _card(card: int) -> Text:
    name = CARD_NAMES[card]
    if card == JOKER:
        return Text(f"le {name.fr}", f"the {name.en}")
    if card < JOKER:
        return Text(f"une carte {name.fr}", f"a {name.en} card")
    return Text(f"un {name.fr}", f"a {name.en}")


def _turn(view: Any, book: int, side: int) -> Text:
    price, name, to = int(page_price(view)), BOOK_NAMES[book], _SIDES[side]
    paid = Text(f" pour {price} d’argent", f" for {price} silver") if price else Text("", "")
    return Text(
        f"tourner une page du {name.fr} vers la {to.fr}{paid.fr}",
        f"turn a page of the {name.en} to the {to.en}{paid.en}",
    )


def _buy(view: Any, book: int, side: int) -> Text:
    card = int(top_page(view, book, side))
    if card >= 0:
        return _with("acheter", "buy", _adventure(card))
    name, of = BOOK_NAMES[book], _SIDES[side]
    return Text(f"acheter la page de {of.fr} du {name.fr}", f"buy the {of.en} page of the {name.en}")


def _step(place: int, card: int) -> Text:
    price, there, spent = step_price(place, card), PLACE_NAMES[place], _card(card)
    paid = Text(f" et {price} d’argent", f" and {price} silver") if price else Text("", "")
    return Text(
        f"aller {at(there.fr)} avec {spent.fr}{paid.fr}",
        f"go to {there.en} with {spent.en}{paid.en}",
    )


def expedition_name(card: int) -> Text:
    """An expedition by its two ends."""
    start, goal = PLACE_NAMES[int(EXPEDITION_FROM[card])], PLACE_NAMES[int(EXPEDITION_TO[card])]
    return Text(f"{start.fr} – {goal.fr}", f"{start.en} – {goal.en}")


def adventure_name(card: int) -> Text:
    """An adventure by what it brings and where it leads."""
    goal = PLACE_NAMES[int(ADVENTURE_TO[card])]
    if ADVENTURE_ARTEFACT[card] >= 0:
        name = ARTEFACT_NAMES[int(ADVENTURE_ARTEFACT[card])]
    else:
        name = CARD_NAMES[ASSISTANT + int(ADVENTURE_ASSISTANT[card])]
    return Text(f"{name.fr}, {goal.fr}", f"{name.en}, {goal.en}")
