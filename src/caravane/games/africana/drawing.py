"""The table as text, for terminals and playthroughs."""

from typing import Any

from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ADVENTURES,
    BOOK_NAMES,
    BOX,
    CARD_IDS,
    CARDS,
    COMPANY_NAMES,
    EXPEDITION_IDS,
    KINDS,
    PLACE_NAMES,
)
from caravane.games.africana.box import COLOURS, SPACES
from caravane.games.africana.deal import discard_count
from caravane.games.africana.describe import remembers
from caravane.games.africana.journey import has_joined, holds
from caravane.games.africana.scoring import points
from caravane.games.africana.state import HIDDEN, OPEN
from caravane.text import Language, Text, counted, in_points, join

DECISIONS = (
    Text("choix de l’action", "action"),
    Text("livre", "book"),
    Text("voyage", "journey"),
    Text("défausse", "discard"),
    Text("aventures en trop", "drop"),
    Text("fin du tour", "none"),
    Text("fin", "over"),
)


def draw(view: Any, language: Language) -> str:
    """Round, row, books and seats, a line each."""
    lines = [_round(view)]
    lines += [_space(view, space) for space in range(SPACES)]
    lines.append(_piles(view))
    lines += [_book(view, book) for book in range(2)]
    lines += [_seat(view, seat) for seat in range(int(view.africana))]
    return "\n".join(line.of(language) for line in lines)


def _round(view: Any) -> Text:
    number, company, decision = int(view.round_number), COMPANY_NAMES[int(view.on_turn)], DECISIONS[int(view.decision)]
    last = Text(", dernier tour", ", last round") if view.is_last_round else Text("", "")
    return Text(
        f"tour {number}{last.fr}, {company.fr}\u00a0: {decision.fr}",
        f"round {number}{last.en}, {company.en}: {decision.en}",
    )


def _piles(view: Any) -> Text:
    expeditions, travel, discards = int(view.expeditions_left), int(view.pile_count), int(discard_count(view))
    return Text(
        f"expéditions {expeditions}, voyage {travel}, défausse {discards}",
        f"expeditions {expeditions}, travel {travel}, discards {discards}",
    )


def _space(view: Any, space: int) -> Text:
    card = int(view.row[space]) - 1
    bonus = BOX.cards.bonuses[space]
    cards = counted(bonus.cards, Text("carte", "card"), Text("cartes", "cards"))
    gives = Text(f"+{bonus.silver}", f"+{bonus.silver}") if bonus.silver else Text(f"+{cards.fr}", f"+{cards.en}")
    if card < 0:
        return Text(f"  [{gives.fr}] -", f"  [{gives.en}] -")
    facts = BOX.cards.expeditions[card]
    there = join([COMPANY_NAMES[seat] for seat in range(int(view.africana)) if has_joined(view, seat, space)], ", ")
    joined = Text(f" ({there.fr})", f" ({there.en})") if there.en else there
    card_and_way, worth = f"{EXPEDITION_IDS[card]} {facts.start}-{facts.to}", in_points(facts.points)
    return Text(
        f"  [{gives.fr}] {card_and_way} {facts.silver} argent {worth.fr}{joined.fr}",
        f"  [{gives.en}] {card_and_way} {facts.silver} silver {worth.en}{joined.en}",
    )


def _book(view: Any, book: int) -> Text:
    gutter = int(view.gutter[book])
    pages = [
        ADVENTURE_IDS[int(page) - 1] if page and (remembers(view) or gutter - 1 <= at <= gutter) else "?"
        for at, page in enumerate(view.page[book][: int(view.pages[book])])
    ]
    opened = " ".join([*pages[:gutter], "|", *pages[gutter:]])
    return Text(f"{BOOK_NAMES[book].fr}\u00a0: {opened}", f"{BOOK_NAMES[book].en}: {opened}")


def _seat(view: Any, seat: int) -> Text:
    silver = int(view.silver[seat])
    hand = _hand(view, seat)
    adventures = [ADVENTURE_IDS[card] for card in range(ADVENTURES) if view.adventure[card] == OPEN + seat]
    score = Text("", "")
    if silver > HIDDEN:
        total = in_points(int(points(view, seat)))
        score = Text(f", {silver} argent, {total.fr}", f", {silver} silver, {total.en}")
    who, where, open_ones = COMPANY_NAMES[seat], PLACE_NAMES[int(view.place[seat])], ", ".join(adventures) or "-"
    return Text(
        f"{who.fr}\u00a0: {where.fr}{score.fr}, main {hand.fr}, aventures {open_ones}",
        f"{who.en}: {where.en}{score.en}, hand {hand.en}, adventures {open_ones}",
    )


def _hand(view: Any, seat: int) -> Text:
    """Its cards, or how many travel cards where they are hidden."""
    if int(view.hand[seat].sum()) == int(view.hand_count[seat]):
        cards = ", ".join(CARD_IDS[card] for card in range(CARDS) for _ in range(int(holds(view, seat, card)))) or "-"
        return Text(cards, cards)
    count = int(view.hand_count[seat])
    known = ["joker"] * int(view.joker[seat])
    known += [f"assistant {COLOURS[c]}" for c in range(KINDS) for _ in range(int(view.assistants[seat, c]))]
    hidden = counted(count, Text("carte de voyage", "travel card"), Text("cartes de voyage", "travel cards"))
    return join([hidden, *(Text(card, card) for card in known)], ", ")
