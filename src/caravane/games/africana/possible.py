"""Whether a position that was read can be: what the rules never let happen is refused with the sentence why.

Whoever plays on from a position relies on this: the kernels check nothing.
"""

from typing import Any

from caravane.games.africana.board import (
    ADVENTURE_LIMIT,
    COMPANY_NAMES,
    EXPEDITION_IDS,
    HAND_LIMIT,
    KINDS,
    LETTER_END,
    MARKERS,
    REMOVED_C,
    STANDSTILL_ROUNDS,
    TRAVEL,
)
from caravane.games.africana.box import COLOURS, EXPEDITIONS, HALVES
from caravane.games.africana.journey import markers_left
from caravane.games.africana.library import open_book
from caravane.games.africana.rules import cards_in_hand, empty_spaces, open_adventures
from caravane.games.africana.state import (
    ACTION,
    ASKS_PAGE,
    ASKS_REFILL,
    BOOK,
    DISCARD,
    DROP,
    JOURNEY,
    NOTHING,
    OVER,
    UNSEEN,
)
from caravane.games.africana.views import can_be_traced, drawn_due, undrawn_of, unkept_of
from caravane.positions import refuse
from caravane.text import Text

MOST_IN_TURN = HAND_LIMIT + 5  # two cards as bonuses and three assistants, or two cards drawn


def check_truth(state: Any) -> None:
    """Everything but what a viewer can know of travel cards."""
    _check_travel_cards(state)
    _check_expeditions(state)
    _check_books(state)
    for seat in range(int(state.africana)):
        _check_seat(state, seat)
    _check_assistants(state)
    _check_movement(state)
    _check_moment(state)


def _check_travel_cards(state: Any) -> None:
    for colour in range(KINDS):
        name, all_cards = COLOURS[colour], int(TRAVEL[colour])
        if int(state.pile[colour]) < 0 or int(state.fresh[colour]) < 0:
            refuse(
                Text(
                    f"plus de {all_cards} cartes Voyage {name} sont nommées.",
                    f"more than {all_cards} {name} travel cards are named.",
                )
            )
        for seat in range(int(state.africana)):
            is_named = int(state.hand[seat].sum()) == int(state.hand_count[seat])
            had = int(state.hand[seat, colour]) + int(state.spent[seat, colour])
            if is_named and int(state.kept[seat, colour]) > had:
                who = COMPANY_NAMES[seat]
                refuse(
                    Text(
                        f"{who.fr} a gardé (kept:) des cartes {name} qui ne sont ni en main ni dépensées (spent:).",
                        f"{who.en} kept {name} cards (kept:) that are neither in the hand nor spent (spent:).",
                    )
                )


def _check_expeditions(state: Any) -> None:
    where = [int(value) for value in state.expedition]
    hidden, out = where.count(UNSEEN), REMOVED_C[int(state.africana)]
    if hidden < out:
        refuse(
            Text(
                f"{out} expéditions quittent la partie sans être vues, il n’en reste que {hidden} (§1.3).",
                f"{out} expeditions leave the game unseen, only {hidden} are left (§1.3).",
            )
        )
    seen = [card for card in range(EXPEDITIONS) if where[card] != UNSEEN]
    for letter, end in zip("AB", LETTER_END.tolist(), strict=False):
        if seen and seen[-1] >= end and UNSEEN in where[:end]:
            late, early = EXPEDITION_IDS[seen[-1]], EXPEDITION_IDS[where.index(UNSEEN)]
            refuse(
                Text(
                    f"{late} est sortie, mais {early} pas encore\u00a0: les {letter} sont au-dessus (§1.3).",
                    f"{late} has come out but {early} has not: the {letter} cards lie above (§1.3).",
                )
            )


def _check_books(state: Any) -> None:
    """Wherever a card is left on the right side, its top one was seen, but at the moment when chance turns it up."""
    for book, half in enumerate(HALVES):
        seen = sum(int(page) != NOTHING for page in state.page[book])
        is_bare = int(state.gutter[book]) == seen < int(state.pages[book])
        is_asked = int(state.asks) == ASKS_PAGE and int(open_book(state, int(state.on_turn))) == book
        if is_bare and not is_asked:
            refuse(
                Text(
                    f"le livre {half}= a encore des cartes\u00a0: celle du dessus à droite est visible, nommez-la.",
                    f"the book {half}= still has cards: the top one on the right is seen, name it.",
                )
            )
        if is_asked and not is_bare:
            refuse(Text(f"aucune page de {half}= n’attend d’être vue.", f"no page of {half}= waits to be seen."))


def _check_seat(state: Any, seat: int) -> None:
    who, acts = COMPANY_NAMES[seat], seat == int(state.on_turn) and int(state.decision) not in (ACTION, OVER)
    if not 0 <= int(markers_left(state, seat)) <= MARKERS:
        refuse(
            Text(
                f"{who.fr} n’a que {MARKERS} marqueurs (§6.2).",
                f"{who.en} has only {MARKERS} markers (§6.2).",
            )
        )
    cards, most = int(cards_in_hand(state, seat)), MOST_IN_TURN if acts else HAND_LIMIT
    if cards > most:
        refuse(
            Text(
                f"{who.fr} a {cards} cartes en main, {most} au plus à ce moment (§8.1).",
                f"{who.en} has {cards} cards in hand, {most} at most at this moment (§8.1).",
            )
        )
    adventures = int(open_adventures(state, seat))
    if adventures > ADVENTURE_LIMIT and not (acts and int(state.decision) in (BOOK, DISCARD, DROP)):
        refuse(
            Text(
                f"{who.fr} a {adventures} aventures en cours, {ADVENTURE_LIMIT} au plus à ce moment (§8.2).",
                f"{who.en} has {adventures} open adventures, {ADVENTURE_LIMIT} at most at this moment (§8.2).",
            )
        )


def _check_assistants(state: Any) -> None:
    for colour in range(KINDS):
        if int(state.assistant_stock[colour]) < 0:
            name = COLOURS[colour]
            refuse(
                Text(f"il n’y a que deux assistants {name} (§1.5).", f"there are only two {name} assistants (§1.5).")
            )


def _check_movement(state: Any) -> None:
    """What lies open was held by the seat on turn, and only while it moves; pages are counted while it buys."""
    seat = int(state.on_turn)
    if int(state.steps) and int(state.decision) != JOURNEY:
        refuse(
            Text(
                "played= et used= ne valent que pendant un déplacement (turn=…:journey).",
                "played= and used= belong to a movement (turn=…:journey).",
            )
        )
    if int(state.pages_turned) and int(state.decision) != BOOK:
        refuse(
            Text(
                "pages= ne vaut que pendant un achat (turn=…:book).",
                "pages= belongs to buying (turn=…:book).",
            )
        )
    if int(state.joker_is_used) > int(state.joker[seat]) or any(
        int(state.assistants_used[colour]) > int(state.assistants[seat, colour]) for colour in range(KINDS)
    ):
        refuse(
            Text(
                "used= nomme une carte que la place n’a pas en main.", "used= names a card that the seat does not hold."
            )
        )
    if any(int(state.played[colour]) > int(state.spent[seat, colour]) for colour in range(KINDS)):
        refuse(
            Text(
                "played= nomme des cartes qui ne sont pas dans spent: de la place au trait.",
                "played= names cards that are not in spent: of the seat on turn.",
            )
        )


def _check_moment(state: Any) -> None:
    """Each moment is one that the rules lead to."""
    seat, decision = int(state.on_turn), int(state.decision)
    cards, adventures = int(cards_in_hand(state, seat)), int(open_adventures(state, seat))
    if decision == DISCARD and cards <= HAND_LIMIT:
        refuse(
            Text(
                f"rien à défausser\u00a0: {cards} cartes en main (§8.1).",
                f"nothing to discard: {cards} cards in hand (§8.1).",
            )
        )
    if decision == DROP and (adventures <= ADVENTURE_LIMIT or cards > HAND_LIMIT):
        refuse(
            Text(
                f"on n’abandonne qu’au-delà de {ADVENTURE_LIMIT} aventures, après la main (§8.3).",
                f"adventures are dropped above {ADVENTURE_LIMIT} only, after the hand (§8.3).",
            )
        )
    if int(state.asks) == ASKS_REFILL and (not int(empty_spaces(state)) or not int(state.expeditions_left)):
        refuse(Text("aucune case à remplir (§8.4).", "no space to fill (§8.4)."))
    _check_end(state)


def _check_end(state: Any) -> None:
    is_over = int(state.decision) == OVER
    has_stopped = int(state.idle_rounds) >= STANDSTILL_ROUNDS
    if has_stopped and not is_over:
        refuse(
            Text(
                f"après {STANDSTILL_ROUNDS} manches sans progrès la partie est finie (§9.2).",
                f"after {STANDSTILL_ROUNDS} rounds without progress the game is over (§9.2).",
            )
        )
    if is_over and (int(state.on_turn) + 1 < int(state.africana) or not (has_stopped or int(state.is_last_round))):
        refuse(
            Text(
                f"la partie finit après la dernière place, avec last-round ou idle={STANDSTILL_ROUNDS} (§9).",
                f"the game ends after the last seat, with last-round or idle={STANDSTILL_ROUNDS} (§9).",
            )
        )


def check_view(view: Any, viewer: int) -> None:
    """Whether some truth lies behind what a viewer knows of travel cards (§11.1): `determinize` relies on it."""
    others = [seat for seat in range(int(view.africana)) if seat != viewer]
    kept = sum(int(view.kept_count[other]) for other in others)
    unkept = [int(unkept_of(view, colour)) for colour in range(KINDS)]
    if min(unkept) < 0 or kept != sum(unkept):
        refuse(
            Text(
                "shuffled= et kept: doivent faire ensemble les 60 cartes Voyage.",
                "shuffled= and kept: must make up the 60 travel cards together.",
            )
        )
    if (
        min(int(undrawn_of(view, viewer, colour)) for colour in range(KINDS)) < 0
        or min((int(drawn_due(view, other)) for other in others), default=0) < 0
        or not can_be_traced(view, viewer)
    ):
        refuse(
            Text(
                "aucune main des autres ne va avec ce qui fut dépensé, gardé et mélangé (spent:, kept:, shuffled=).",
                "no hands of the others agree with what was spent, kept and shuffled (spent:, kept:, shuffled=).",
            )
        )
