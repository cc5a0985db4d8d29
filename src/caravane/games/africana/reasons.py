"""What an action of Africana brings nearer, in words, from what the seat knows."""

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
    LEFT,
    STEP,
    TURN,
    step_price,
)
from caravane.games.africana.board import (
    ADVENTURE_ARTEFACT,
    ADVENTURE_ASSISTANT,
    ADVENTURE_POINTS,
    ADVENTURE_SILVER,
    ADVENTURE_TO,
    ADVENTURES,
    ARTEFACT_NAMES,
    ASSISTANT,
    BONUS_CARDS,
    BONUS_SILVER,
    BOOK_NAMES,
    CARD_NAMES,
    CARDS,
    COMPANY_NAMES,
    DISTANCE,
    EXPEDITION_FROM,
    EXPEDITION_POINTS,
    EXPEDITION_SILVER,
    EXPEDITION_TO,
    FITS,
    HAND_LIMIT,
    JOKER,
    PLACE_IDS,
    PLACE_NAMES,
)
from caravane.games.africana.box import SPACES
from caravane.games.africana.journey import has_joined, markers_left, space_of
from caravane.games.africana.library import page_price
from caravane.games.africana.phrases import adventure_name, expedition_name
from caravane.games.africana.reach import reachable
from caravane.games.africana.rules import cards_in_hand
from caravane.games.africana.state import BOOK, FINISHED, OPEN
from caravane.reasons import Reason
from caravane.text import Text, at, counted, in_points

STEPS = Text("étape", "step"), Text("étapes", "steps")


def reason(view: Any, seat: int, action: int) -> Reason:
    """Why this action, by what kind it is."""
    if action == DRAW:
        return _draw(view, seat)
    if action == END:
        return _end(view, seat)
    if action < BUY:
        return _turn(view, *divmod(action - TURN, 2))
    if action < STEP:
        return _buy(view, seat, *divmod(action - BUY, 2))
    if action < JOIN:
        return _step(view, seat, *divmod(action - STEP, CARDS))
    if action < COMPLETE:
        return _join(view, action - JOIN)
    if action < FINISH:
        return _complete(view, seat, action - COMPLETE)
    if action < DISCARD_CARD:
        return _finish(view, seat, action - FINISH)
    if action < DROP_ADVENTURE:
        return _discard(view, seat, action - DISCARD_CARD)
    return _drop(view, seat, action - DROP_ADVENTURE)


def goals(view: Any, seat: int) -> list[tuple[int, Text, int]]:
    """Where the seat wants to go: the place, for what, and the points that wait there."""
    found = []
    for space in range(SPACES):
        card = int(view.row[space]) - 1
        if card < 0:
            continue
        name = expedition_name(card)
        if has_joined(view, seat, space):
            text = Text(f"l’arrivée de {name.fr}", f"the end of {name.en}")
            found.append((int(EXPEDITION_TO[card]), text, int(EXPEDITION_POINTS[card])))
        elif int(markers_left(view, seat)) > 0:
            text = Text(f"le départ de {name.fr}", f"the start of {name.en}")
            found.append((int(EXPEDITION_FROM[card]), text, 0))
    for card in range(ADVENTURES):
        if int(view.adventure[card]) == OPEN + seat:
            name = adventure_name(card)
            found.append((int(ADVENTURE_TO[card]), Text(f"l’aventure ({name.fr})", f"the adventure ({name.en})"), 1))
    return found


def _in_hand(view: Any, seat: int, more: int) -> Text:
    number = int(cards_in_hand(view, seat)) + more
    return counted(number, Text("carte", "card"), Text("cartes", "cards"))


def _draw(view: Any, seat: int) -> Reason:
    hand = _in_hand(view, seat, 2)
    gains = [
        Text(
            f"porte votre main à {hand.fr}, {HAND_LIMIT} au plus", f"takes your hand to {hand.en}, {HAND_LIMIT} at most"
        )
    ]
    near = set(reachable(view, seat))
    reached = [
        text for place, text, _ in goals(view, seat) if PLACE_IDS[place] in near and place != int(view.place[seat])
    ]
    if not reached:
        gains.insert(
            0, Text("prépare un voyage\u00a0: aucun but n’est à portée", "prepares a journey: no goal is in reach")
        )
    return Reason(
        Text("Regardez votre main.", "Look at your hand."),
        Text("Il vous faut des cartes.", "You need cards."),
        tuple(gains),
    )


def _end(view: Any, seat: int) -> Reason:
    kept = _in_hand(view, seat, 0)
    if int(view.decision) == BOOK:
        silver = counted(int(view.silver[seat]), Text("pièce d’argent", "silver"), Text("pièces d’argent", "silver"))
        gain = Text(f"garde {silver.fr}", f"keeps {silver.en}")
    else:
        gain = Text(f"garde {kept.fr} pour le prochain voyage", f"keeps {kept.en} for the next journey")
    return Reason(
        Text("Regardez ce qui vous reste.", "Look at what you have left."),
        Text("Gardez vos moyens.", "Keep your means."),
        (gain,),
    )


def _book(book: int) -> Text:
    name = BOOK_NAMES[book]
    return Text(f"Regardez le {name.fr}.", f"Look at the {name.en}.")


def _turn(view: Any, book: int, side: int) -> Reason:
    """What shows after a page was turned: known if it was seen before (§4.6)."""
    gutter, price = int(view.gutter[book]), int(page_price(view))
    under = gutter + 1 if side == LEFT else gutter - 2  # what the lifted page lay on
    hides = under < 0 or under >= int(view.pages[book])
    card = -1 if hides else int(view.page[book, under]) - 1
    if hides:
        shows = Text("vide ce côté du livre", "empties that side of the book")
    elif card >= 0:
        name = adventure_name(card)
        shows = Text(f"fait apparaître {name.fr}", f"shows {name.en}")
    else:
        shows = Text("montre une page que personne n’a vue", "shows a page that nobody has seen")
    paid = (
        Text("ne coûte rien", "costs nothing")
        if price == 0
        else Text(f"coûte {price} d’argent", f"costs {price} silver")
    )
    kind = Text("Cherchez dans le livre.", "Look through the book.")
    return Reason(_book(book), kind, (shows, paid))


def _buy(view: Any, seat: int, book: int, side: int) -> Reason:
    gutter = int(view.gutter[book])
    card = int(view.page[book, gutter - (1 if side == LEFT else 0)]) - 1
    kind = Text("Une aventure se paie d’elle-même.", "An adventure pays for itself.")
    if card < 0:
        return Reason(_book(book), kind, (Text("prend une page cachée", "takes a hidden page"),))
    return Reason(_book(book), kind, (*_reward(view, seat, card), _far(view, seat, int(ADVENTURE_TO[card]))))


def _far(view: Any, seat: int, place: int) -> Text:
    far, name = int(DISTANCE[int(view.place[seat]), place]), PLACE_NAMES[place]
    steps = counted(far, *STEPS)
    return Text(f"mène {at(name.fr)}, à {steps.fr}", f"leads to {name.en}, {steps.en} away")


def _reward(view: Any, seat: int, card: int) -> tuple[Text, ...]:
    """What a finished adventure gives (§7.2, §7.3)."""
    colour = int(ADVENTURE_ASSISTANT[card])
    if colour >= 0:
        name = CARD_NAMES[ASSISTANT + colour]
        return (Text(f"donne un {name.fr} qui revient toujours", f"gives a {name.en} that always comes back"),)
    kind = int(ADVENTURE_ARTEFACT[card])
    alike = sum(
        int(view.adventure[each]) in (FINISHED + seat, OPEN + seat) and int(ADVENTURE_ARTEFACT[each]) == kind
        for each in range(ADVENTURES)
        if each != card
    )
    name, points = ARTEFACT_NAMES[kind], in_points(int(ADVENTURE_POINTS[card]))
    silver = int(ADVENTURE_SILVER[card])
    worth = Text(f"vaut {points.fr} et {silver} d’argent", f"is worth {points.en} and {silver} silver")
    if alike == 0:
        return (
            worth,
            Text(f"donne un premier objet de ce genre ({name.fr})", f"gives a first of its kind ({name.en})"),
        )
    return (Text(f"s’ajoute à {alike} de ce genre ({name.fr})", f"adds to {alike} of that kind ({name.en})"), worth)


def _step(view: Any, seat: int, place: int, card: int) -> Reason:
    here, name, price = int(view.place[seat]), PLACE_NAMES[place], step_price(place, card)
    gains = []
    for goal, text, _ in sorted(goals(view, seat), key=lambda each: (int(DISTANCE[place, each[0]]), -each[2])):
        before, left = int(DISTANCE[here, goal]), int(DISTANCE[place, goal])
        if left == 0:
            gains.append(Text(f"atteint {text.fr}", f"reaches {text.en}"))
        elif left < before:
            steps = counted(left, *STEPS)
            gains.append(Text(f"approche {text.fr} à {steps.fr}", f"comes within {steps.en} of {text.en}"))
    gains = gains[:2] or [Text(f"passe {at(name.fr)} sans y gagner", f"goes to {name.en} without gaining there")]
    if price:
        gains.append(
            Text(f"coûte {price} d’argent, car la carte ne va pas", f"costs {price} silver, as the card does not fit")
        )
    elif card >= JOKER:
        gains.append(Text("rend la carte à la fin du voyage", "gives the card back after the journey"))
    else:
        kept = int(view.hand[seat, card]) - 1
        spent = CARD_NAMES[card]
        gains.append(Text(f"laisse {kept} {spent.fr} en main", f"leaves {kept} {spent.en} in hand"))
    where = Text(f"Regardez autour de {name.fr}.", f"Look around {name.en}.")
    return Reason(where, Text("Voyagez vers un but.", "Travel towards a goal."), tuple(gains))


def _where(place: int) -> Text:
    name = PLACE_NAMES[place]
    return Text(f"Regardez {name.fr}.", f"Look at {name.en}.")


def _join(view: Any, card: int) -> Reason:
    space, far = int(space_of(view, card)), int(DISTANCE[int(EXPEDITION_FROM[card]), int(EXPEDITION_TO[card])])
    points, steps = in_points(int(EXPEDITION_POINTS[card])), counted(far, *STEPS)
    silver, cards = int(BONUS_SILVER[space]), int(BONUS_CARDS[space])
    gains = [Text(f"promet {points.fr} à {steps.fr} d’ici", f"promises {points.en} {steps.en} from here")]
    if silver:
        gains.append(Text(f"donne {silver} d’argent tout de suite", f"gives {silver} silver at once"))
    if cards:
        drawn = counted(cards, Text("carte", "card"), Text("cartes", "cards"))
        gains.append(Text(f"donne {drawn.fr} tout de suite", f"gives {drawn.en} at once"))
    kind = Text("Une expédition part d’ici.", "An expedition starts here.")
    return Reason(_where(int(EXPEDITION_FROM[card])), kind, tuple(gains))


def _complete(view: Any, seat: int, card: int) -> Reason:
    points, silver = in_points(int(EXPEDITION_POINTS[card])), int(EXPEDITION_SILVER[card])
    gains = [Text(f"rapporte {points.fr} et {silver} d’argent", f"brings {points.en} and {silver} silver")]
    joined = int(view.joined[int(space_of(view, card))])
    for other in range(int(view.africana)):
        if other != seat and joined >> other & 1:
            who = COMPANY_NAMES[other]
            gains.append(Text(f"l’enlève à {who.fr}, qui y participait", f"takes it from {who.en}, who had joined it"))
    kind = Text("Une expédition peut s’achever.", "An expedition can be completed.")
    return Reason(_where(int(EXPEDITION_TO[card])), kind, tuple(gains))


def _finish(view: Any, seat: int, card: int) -> Reason:
    kind = Text("Une aventure peut s’achever.", "An adventure can be completed.")
    return Reason(_where(int(ADVENTURE_TO[card])), kind, _reward(view, seat, card))


def _discard(view: Any, seat: int, card: int) -> Reason:
    useful = [text for place, text, _ in goals(view, seat) if FITS[place, card]]
    name = CARD_NAMES[card]
    gains = []
    if not useful:
        gains.append(Text(f"perd {name.fr}, qu’aucun but ne montre", f"loses {name.en}, which no goal shows"))
    else:
        gains.append(Text(f"perd {name.fr}, utile pour {useful[0].fr}", f"loses {name.en}, useful for {useful[0].en}"))
    if card < JOKER:
        kept = int(view.hand[seat, card]) - 1
        gains.append(Text(f"en garde {kept}", f"keeps {kept} more of them"))
    else:
        gains.append(Text("le retire du jeu", "takes it out of the game"))
    where = Text("Regardez votre main.", "Look at your hand.")
    return Reason(where, Text("Rendez ce qui sert le moins.", "Give up what is of least use."), tuple(gains))


def _drop(view: Any, seat: int, card: int) -> Reason:
    where = Text("Regardez vos aventures.", "Look at your adventures.")
    place = int(ADVENTURE_TO[card])
    steps, name = counted(int(DISTANCE[int(view.place[seat]), place]), *STEPS), PLACE_NAMES[place]
    gain = Text(f"renonce {at(name.fr)}, à {steps.fr}", f"gives up {name.en}, {steps.en} away")
    return Reason(where, Text("Rendez la plus lointaine.", "Give up the farthest."), (gain,))
