"""What happened, for one viewer: built from that viewer's views before and after, never from the truth."""

from typing import Any

from caravane.game import SPECTATOR, Event
from caravane.games.africana.actions import (
    BUY,
    COMPLETE,
    DISCARD_CARD,
    DRAW,
    DROP_ADVENTURE,
    END,
    FINISH,
    JOIN,
    SIDES,
    STEP,
    TURN,
    decode,
    step_price,
)
from caravane.games.africana.board import (
    ADVENTURE_ASSISTANT,
    ADVENTURE_IDS,
    ADVENTURE_LIMIT,
    ADVENTURE_SILVER,
    BONUS_SILVER,
    BOOK_NAMES,
    CARD_NAMES,
    CARDS,
    COLOUR_NAMES,
    COMPANY_NAMES,
    EXPEDITION_IDS,
    EXPEDITION_POINTS,
    EXPEDITION_SILVER,
    HAND_LIMIT,
    KINDS,
    PLACE_IDS,
    PLACE_NAMES,
)
from caravane.games.africana.box import COLOURS, HALVES, SPACES
from caravane.games.africana.describe import adventure_card, describe, describe_private, expedition_card
from caravane.games.africana.drawing import draw
from caravane.games.africana.explain import explain
from caravane.games.africana.journey import space_of
from caravane.games.africana.library import open_book, page_price, top_page
from caravane.games.africana.phrases import adventure_name, expedition_name, phrase
from caravane.games.africana.reasons import reason
from caravane.games.africana.rules import cards_in_hand, open_adventures
from caravane.games.africana.scoring import score_sheet, winners
from caravane.games.africana.state import ACTION, BOOK, DISCARD, JOURNEY, NOTHING, OVER
from caravane.text import Text

__all__ = ["ask", "describe", "describe_private", "draw", "explain", "narrate", "phrase", "reason", "score_sheet"]


def narrate(before: Any, after: Any, actor: int, action: int) -> list[Event]:
    """The events of one action and of the chance that followed it."""
    events = [_main(before, after, actor, action)]
    if action in range(TURN, STEP):
        events += _uncovered(before, after, actor)
    drawn = (
        int(after.hand_count[actor]) - int(before.hand_count[actor])
        if action == DRAW or JOIN <= action < COMPLETE
        else 0
    )
    if int(after.pile_count) != int(before.pile_count) - drawn:
        events.append(
            Event(
                SPECTATOR,
                {"type": "shuffle"},
                Text(
                    "La défausse est mélangée et redevient la pioche.", "The discard pile is shuffled into a new pile."
                ),
            )
        )
    return events + _end_of_turn(before, after)


def _main(before: Any, after: Any, actor: int, action: int) -> Event:
    if action == DRAW:
        return _draw(before, after, actor)
    if action == END:
        return _end(before, actor)
    if action < BUY:
        return _turn(before, actor, (action - TURN) % 2)
    if action < STEP:
        return _buy(before, actor, (action - BUY) % 2)
    if action < JOIN:
        return _step(before, actor, action)
    if action < COMPLETE:
        return _join(before, after, actor, action - JOIN)
    if action < FINISH:
        return _complete(before, actor, action - COMPLETE)
    if action < DISCARD_CARD:
        return _finish(actor, action - FINISH)
    if action < DROP_ADVENTURE:
        return _discard(actor, action - DISCARD_CARD)
    card = action - DROP_ADVENTURE
    name = adventure_name(card)
    return Event(
        actor,
        {"type": "drop", "adventure": ADVENTURE_IDS[card]},
        Text(f"{{who}} rend une aventure : {name.fr}.", f"{{who}} drops an adventure: {name.en}."),
    )


def _gained(before: Any, after: Any, seat: int) -> list[int] | None:
    """The colours a seat drew, if the viewer knows that hand."""
    if int(after.hand[seat].sum()) != int(after.hand_count[seat]):
        return None
    return [c for c in range(KINDS) for _ in range(int(after.hand[seat, c]) - int(before.hand[seat, c]))]


def _cards_text(colours: list[int] | None) -> Text:
    if not colours:
        return Text("", "")
    names = [COLOUR_NAMES[colour] for colour in colours]
    return Text(" : " + ", ".join(name.fr for name in names), ": " + ", ".join(name.en for name in names))


def _draw(before: Any, after: Any, actor: int) -> Event:
    count = int(after.hand_count[actor]) - int(before.hand_count[actor])
    colours = _gained(before, after, actor)
    shown = _cards_text(colours)
    what = {"type": "draw", "count": count, "cards": None if colours is None else [COLOURS[c] for c in colours]}
    if count == 0:
        return Event(actor, what, Text("{who} ne trouve rien à piocher.", "{who} finds nothing to draw."))
    plural = "s" if count > 1 else ""
    return Event(
        actor,
        what,
        Text(f"{{who}} pioche {count} carte{plural}{shown.fr}.", f"{{who}} draws {count} card{plural}{shown.en}."),
    )


def _end(before: Any, actor: int) -> Event:
    if before.decision == ACTION:
        return Event(actor, {"type": "end", "is_pass": True}, Text("{who} passe.", "{who} passes."))
    return Event(actor, {"type": "end", "is_pass": False}, Text("{who} termine son tour.", "{who} ends the turn."))


def _turn(before: Any, actor: int, side: int) -> Event:
    book = int(open_book(before, actor))
    price = int(page_price(before))
    what = {"type": "turn", "book": HALVES[book], "side": SIDES[side], "silver": price}
    paid = Text(f" pour {price} d’argent", f" for {price} silver") if price else Text("", "")
    name = BOOK_NAMES[book]
    return Event(
        actor,
        what,
        Text(f"{{who}} tourne une page du {name.fr}{paid.fr}.", f"{{who}} turns a page of the {name.en}{paid.en}."),
    )


def _buy(before: Any, actor: int, side: int) -> Event:
    book = int(open_book(before, actor))
    card = int(top_page(before, book, side))
    name = adventure_name(card)
    what = {"type": "buy", "book": HALVES[book], "side": SIDES[side], "card": adventure_card(card)}
    return Event(
        actor, what, Text(f"{{who}} achète une aventure : {name.fr}.", f"{{who}} buys an adventure: {name.en}.")
    )


def _uncovered(before: Any, after: Any, actor: int) -> list[Event]:
    """The pages that show now and did not show before."""
    book = int(open_book(before, actor))
    tops = [int(top_page(before, book, side)) for side in range(2)]
    events = []
    for side in range(2):
        card = int(top_page(after, book, side))
        if card >= 0 and card not in tops:
            name = adventure_name(card)
            what = {"type": "page", "book": HALVES[book], "side": SIDES[side], "card": adventure_card(card)}
            events.append(Event(SPECTATOR, what, Text(f"Apparaît : {name.fr}.", f"Now showing: {name.en}.")))
    return events


def _step(before: Any, actor: int, action: int) -> Event:
    place, card = divmod(action - STEP, CARDS)
    price = step_price(place, card)
    start, goal, name = PLACE_NAMES[int(before.place[actor])], PLACE_NAMES[place], CARD_NAMES[card]
    what = decode(action) | {"from": PLACE_IDS[int(before.place[actor])]}
    paid = Text(f" et {price} d’argent", f" and {price} silver") if price else Text("", "")
    return Event(
        actor,
        what,
        Text(
            f"{{who}} voyage : {start.fr} – {goal.fr}, avec {name.fr}{paid.fr}.",
            f"{{who}} travels: {start.en} – {goal.en}, with {name.en}{paid.en}.",
        ),
    )


def _join(before: Any, after: Any, actor: int, card: int) -> Event:
    space = int(space_of(before, card))
    silver = int(BONUS_SILVER[space])
    cards = int(after.hand_count[actor]) - int(before.hand_count[actor])
    colours = _gained(before, after, actor)
    what = {
        "type": "join",
        "expedition": EXPEDITION_IDS[card],
        "space": space,
        "silver": silver,
        "count": cards,
        "cards": None if colours is None else [COLOURS[c] for c in colours],
    }
    name, shown = expedition_name(card), _cards_text(colours)
    parts_fr = [f"+{silver} d’argent"] * (silver > 0) + [f"+{cards} carte{shown.fr}"] * (cards > 0)
    parts_en = [f"+{silver} silver"] * (silver > 0) + [f"+{cards} card{shown.en}"] * (cards > 0)
    fr, en = (f" ({', '.join(parts)})" if parts else "" for parts in (parts_fr, parts_en))
    return Event(actor, what, Text(f"{{who}} rejoint {name.fr}{fr}.", f"{{who}} joins {name.en}{en}."))


def _complete(before: Any, actor: int, card: int) -> Event:
    space = int(space_of(before, card))
    silver, worth, name = int(EXPEDITION_SILVER[card]), int(EXPEDITION_POINTS[card]), expedition_name(card)
    freed = [seat for seat in range(int(before.africana)) if int(before.joined[space]) >> seat & 1]
    what = {"type": "complete", "expedition": expedition_card(card), "space": space, "markers_back": freed}
    plural = "s" if worth > 1 else ""
    return Event(
        actor,
        what,
        Text(
            f"{{who}} achève {name.fr} : {silver} d’argent, {worth} point{plural}.",
            f"{{who}} completes {name.en}: {silver} silver, {worth} point{plural}.",
        ),
    )


def _finish(actor: int, card: int) -> Event:
    what = {"type": "finish", "adventure": adventure_card(card)}
    name, silver = adventure_name(card), int(ADVENTURE_SILVER[card])
    if ADVENTURE_ASSISTANT[card] >= 0:
        return Event(actor, what, Text(f"{{who}} engage : {name.fr}.", f"{{who}} hires: {name.en}."))
    return Event(
        actor,
        what,
        Text(f"{{who}} découvre : {name.fr} ({silver} d’argent).", f"{{who}} discovers: {name.en} ({silver} silver)."),
    )


def _discard(actor: int, card: int) -> Event:
    name = CARD_NAMES[card]
    what = decode(DISCARD_CARD + card)
    return Event(actor, what, Text(f"{{who}} défausse : {name.fr}.", f"{{who}} discards: {name.en}."))


def _end_of_turn(before: Any, after: Any) -> list[Event]:
    """New expeditions, the last round, the end."""
    events = []
    for space in range(SPACES):
        if before.row[space] == NOTHING and after.row[space] != NOTHING:
            card = int(after.row[space]) - 1
            name = expedition_name(card)
            what = {"type": "expedition", "space": space, "card": expedition_card(card)}
            events.append(
                Event(SPECTATOR, what, Text(f"Nouvelle expédition : {name.fr}.", f"New expedition: {name.en}."))
            )
    if after.is_last_round and not before.is_last_round:
        events.append(
            Event(
                SPECTATOR,
                {"type": "last_round"},
                Text(
                    "Plus assez d’expéditions : la manche en cours est la dernière.",
                    "Not enough expeditions are left: this round is the last.",
                ),
            )
        )
    if after.decision == OVER:
        events.append(
            Event(
                SPECTATOR,
                {"type": "over", "winners": winners(after)},
                Text("La partie est finie.", "The game is over."),
            )
        )
    return events


def ask(view: Any, seat: int) -> Text:
    """What is asked of the seat, or whom it waits for."""
    if view.decision == OVER:
        names = [COMPANY_NAMES[winner] for winner in winners(view)]
        return Text(
            "Partie finie : " + ", ".join(name.fr for name in names) + ".",
            "The game is over: " + ", ".join(name.en for name in names) + ".",
        )
    company = COMPANY_NAMES[int(view.on_turn)]
    if seat != view.on_turn:
        return Text(f"{company.fr} : à elle de jouer.", f"{company.en} is to play.")
    here = PLACE_NAMES[int(view.place[seat])]
    if view.decision == ACTION:
        return Text(f"{here.fr} : piocher, ouvrir le livre ou partir ?", f"{here.en}: draw, open the book or travel?")
    if view.decision == BOOK:
        return Text("Tourner, acheter ou fermer le livre ?", "Turn, buy or close the book?")
    if view.decision == JOURNEY:
        return Text(f"{here.fr} : et ensuite ?", f"{here.en}: what next?")
    if view.decision == DISCARD:
        more = int(cards_in_hand(view, seat)) - HAND_LIMIT
        return Text(f"Main trop pleine : {more} à défausser. Laquelle ?", f"Too many cards: {more} to discard. Which?")
    more = int(open_adventures(view, seat)) - ADVENTURE_LIMIT
    return Text(f"Trop d’aventures : {more} à rendre. Laquelle ?", f"Too many adventures: {more} to drop. Which?")
