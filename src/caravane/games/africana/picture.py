"""The table as text, for terminals and playthroughs."""

from typing import Any

from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ADVENTURES,
    CARD_IDS,
    CARDS,
    COLOURS,
    COMPANY_NAMES,
    EXPEDITION_IDS,
    HALVES,
    KINDS,
    PLACE_NAMES,
    SHEET,
    SPACES,
)
from caravane.games.africana.deal import discard_count
from caravane.games.africana.describe import remembers
from caravane.games.africana.journey import has_joined, holds
from caravane.games.africana.score import points
from caravane.games.africana.state import HIDDEN, OPEN, Decision


def draw(view: Any) -> str:
    """Round, row, books and seats, a line each."""
    decision = Decision(int(view.decision)).name.lower()
    last = ", last round" if view.is_last_round else ""
    lines = [f"round {int(view.round_number)}{last}, {COMPANY_NAMES[int(view.on_turn)].en}: {decision}"]
    lines += [_space(view, space) for space in range(SPACES)]
    lines.append(
        f"expeditions {int(view.expeditions_left)}, travel {int(view.pile_count)}, discards {int(discard_count(view))}"
    )
    lines += [_book(view, book) for book in range(2)]
    lines += [_seat(view, seat) for seat in range(int(view.africana))]
    return "\n".join(lines)


def _space(view: Any, space: int) -> str:
    card = int(view.row[space]) - 1
    bonus = SHEET.cards.bonuses[space]
    gives = f"+{bonus.silver}" if bonus.silver else f"+{bonus.cards} card"
    if card < 0:
        return f"  [{gives}] -"
    facts = SHEET.cards.expeditions[card]
    there = [COMPANY_NAMES[seat].en for seat in range(int(view.africana)) if has_joined(view, seat, space)]
    joined = f" ({', '.join(there)})" if there else ""
    return f"  [{gives}] {EXPEDITION_IDS[card]} {facts.start}-{facts.to} {facts.silver} silver {facts.points} points{joined}"


def _book(view: Any, book: int) -> str:
    gutter = int(view.gutter[book])
    pages = [
        ADVENTURE_IDS[int(page) - 1] if page and (remembers(view) or gutter - 1 <= at <= gutter) else "?"
        for at, page in enumerate(view.page[book][: int(view.pages[book])])
    ]
    return f"{HALVES[book]} book: " + " ".join([*pages[:gutter], "|", *pages[gutter:]])


def _seat(view: Any, seat: int) -> str:
    silver = int(view.silver[seat])
    if int(view.hand[seat].sum()) == int(view.hand_count[seat]):
        hand = [CARD_IDS[card] for card in range(CARDS) for _ in range(int(holds(view, seat, card)))]
    else:
        hand = [f"{int(view.hand_count[seat])} travel cards"] + ["joker"] * int(view.joker[seat])
        hand += [f"assistant {COLOURS[c]}" for c in range(KINDS) for _ in range(int(view.assistants[seat, c]))]
    adventures = [ADVENTURE_IDS[card] for card in range(ADVENTURES) if view.adventure[card] == OPEN + seat]
    where = PLACE_NAMES[int(view.place[seat])].en
    score = "" if silver == HIDDEN else f", {silver} silver, {int(points(view, seat))} points"
    return f"{COMPANY_NAMES[seat].en}: {where}{score}, hand {', '.join(hand) or '-'}, adventures {', '.join(adventures) or '-'}"
