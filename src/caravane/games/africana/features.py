"""What a network is given of Africana. Neither its map nor its cards can be exchanged with each other."""

from caravane.blocks import Block, Look, Mark, amount, each, seat, seat_bits
from caravane.games.africana.board import ADVENTURES, ASSISTANTS_A_COLOUR, PLACES, STANDSTILL_ROUNDS
from caravane.games.africana.box import EXPEDITIONS, PAGES, SEATS, TRAVEL_CARDS
from caravane.games.africana.state import (
    DONE,
    DONE_BY_OTHERS,
    FINISHED,
    FINISHED_BY_OTHERS,
    IN_BOOK,
    IN_ROW,
    OPEN,
    REMOVED,
    UNSEEN,
)

TURNED_BY = ""
LEFT_OUT = {
    "africana": "the same in all positions of an environment",
    "memory_aid": "the same in all positions of an environment",
    "hidden_scores": "the same in all positions of an environment",
    "asks": "nothing whenever a seat decides",
    "cards_due": "none whenever a seat decides",
}
MUCH_SILVER, MANY_ROUNDS, MANY_PAGES, MANY_STEPS, A_FULL_HAND, A_COLOUR = 60, 100, 15, 10, 10, 12
NEGATIVE = -1 << 15  # the sign of 16 bits


def _silver(look: Look) -> list[Mark]:
    return [Mark(0, most=MUCH_SILVER), Mark(NEGATIVE, NEGATIVE)]


def _expedition(look: Look) -> list[Mark]:
    seats = look.around()
    return [Mark(UNSEEN), Mark(IN_ROW), *(Mark(first + one) for first in (DONE, DONE_BY_OTHERS) for one in seats)]


def _adventure(look: Look) -> list[Mark]:
    seats = look.around()
    owned = [Mark(first + one) for first in (OPEN, FINISHED, FINISHED_BY_OTHERS) for one in seats]
    return [Mark(UNSEEN), Mark(IN_BOOK), Mark(REMOVED), *owned]


BLOCKS = (
    Block("decision", "what is asked, one-hot", each(0, 6)),
    Block("on_turn", "whose turn: own, next, …", seat),
    Block("round_number", f"of {MANY_ROUNDS}", amount(MANY_ROUNDS)),
    Block("idle_rounds", f"full rounds without progress, of {STANDSTILL_ROUNDS}", amount(STANDSTILL_ROUNDS)),
    Block("is_last_round", "the last round is played", amount(1)),
    Block("has_progress", "somebody joined, bought or completed in this round", amount(1)),
    Block("pages_turned", f"in this turn, of {MANY_PAGES}", amount(MANY_PAGES)),
    Block("steps", f"in this turn, of {MANY_STEPS}", amount(MANY_STEPS)),
    Block("joker_is_used", "in the movement under way", amount(1)),
    Block("assistants_used", "in the movement under way, of two", amount(ASSISTANTS_A_COLOUR)),
    Block("silver", f"of {MUCH_SILVER}, and whether it is hidden; own first", _silver, rows=Look.around),
    Block("place", "where each explorer stands, one-hot; own first", each(0, PLACES - 1), rows=Look.around),
    Block("joker", "own first", amount(1), rows=Look.around),
    Block("assistants", "of two; own first", amount(ASSISTANTS_A_COLOUR), rows=Look.around),
    Block("assistant_stock", "that nobody has, of two", amount(ASSISTANTS_A_COLOUR)),
    Block("removed_assistants", "that left the game, of two", amount(ASSISTANTS_A_COLOUR)),
    Block("removed_jokers", "that left the game, of four", amount(SEATS)),
    Block("hand", f"the own cards by colour, of {A_FULL_HAND}", amount(A_FULL_HAND), rows=Look.own),
    Block("hand_count", f"cards in each hand, of {A_FULL_HAND}; own first", amount(A_FULL_HAND), rows=Look.around),
    Block("played", f"in the movement under way by colour, of {A_COLOUR}", amount(A_COLOUR)),
    Block("spent", f"by colour since the last shuffle, of {A_COLOUR}; own first", amount(A_COLOUR), rows=Look.around),
    Block("fresh", f"the pile by colour when it was shuffled, of {A_COLOUR}", amount(A_COLOUR)),
    Block("kept", f"the own cards by colour then, of {A_FULL_HAND}", amount(A_FULL_HAND), rows=Look.own),
    Block("kept_count", f"cards in each hand then, of {A_FULL_HAND}; own first", amount(A_FULL_HAND), rows=Look.around),
    Block("pile_count", f"cards in the pile, of {TRAVEL_CARDS}", amount(TRAVEL_CARDS)),
    Block("north", "which card each page of the northern book is, one-hot", each(1, PAGES), "page", lambda look: [0]),
    Block(
        "south",
        "which card each page of the southern book is, one-hot",
        each(PAGES + 1, ADVENTURES),
        "page",
        lambda look: [1],
    ),
    Block("pages", "left in each book, of 15", amount(PAGES)),
    Block("gutter", "of them on the left, of 15", amount(PAGES)),
    Block("row", "the expedition on each space, one-hot", each(1, EXPEDITIONS)),
    Block("joined", "whose markers lie on each space; own first", seat_bits),
    Block("expeditions_left", f"in the pile, of {EXPEDITIONS}", amount(EXPEDITIONS)),
    Block(
        "expedition",
        "where each is, one-hot: unseen, in the row, done by own, next, …, done by others unseen",
        _expedition,
    ),
    Block(
        "adventure",
        "where each is, one-hot: unseen, in its book, removed, open at own, next, …, finished by own, next, …, "
        "finished by others unseen",
        _adventure,
    ),
)
SYMMETRIES = ()
