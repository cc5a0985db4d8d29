"""The state record. What nobody has seen yet is not decided yet: chance picks a card when it is lifted.

So the unseen pages of a book, the order of the expedition pile and the C cards that left the game are in no
field; each unseen card of a kind is as likely as the next. Hidden from others are only the travel cards in
hands and in the pile, and with `hidden_scores` silver and finished cards.
"""

from enum import IntEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from caravane.fields import by_rule, field, open, own, record_type, secret
from caravane.games.africana.board import ADVENTURES, ASSISTANTS_A_COLOUR, KINDS, PLACES, STANDSTILL_ROUNDS
from caravane.games.africana.box import EXPEDITIONS, PAGES, SEATS, SPACES, TRAVEL_CARDS

Cells = npt.NDArray[np.int8]
NOTHING = 0  # no card: an empty space, or a page that nobody has seen; cards are stored as number + 1


class Decision(IntEnum):
    """What the seat on turn decides."""

    ACTION = 0  # §2.1 which of the three
    BOOK = 1  # §4.1 turning and buying
    JOURNEY = 2  # §5.2 moving, joining, completing, or nothing
    DISCARD = 3  # §8.1 too many cards in the hand
    DROP = 4  # §8.2 too many open adventures
    NONE = 5  # the turn ends by itself: drawing, refilling
    OVER = 6


class Asks(IntEnum):
    """What chance decides next."""

    NOTHING = 0
    DEAL = 1  # §1.2, §1.3, §1.4
    CARDS = 2  # §3.1, §6.3
    PAGE = 3  # §4.6
    REFILL = 4  # §8.4


# Plain integers for the kernels.
ACTION, BOOK, JOURNEY, DISCARD, DROP, NONE, OVER = map(int, Decision)
ASKS_NOTHING, ASKS_DEAL, ASKS_CARDS, ASKS_PAGE, ASKS_REFILL = map(int, Asks)

# Where an expedition is.
UNSEEN, IN_ROW, DONE = 0, 1, 2  # DONE + seat: under that company card
DONE_BY_OTHERS = DONE + SEATS  # + seat: the same in views that do not show that seat's scores (§11.3)
# Where an adventure is: UNSEEN, then
IN_BOOK, OPEN, FINISHED = 1, 2, 2 + SEATS  # seen in its book; OPEN + seat: in front of it; FINISHED + seat
REMOVED = 2 + 2 * SEATS
FINISHED_BY_OTHERS = 3 + 2 * SEATS  # + seat: as DONE_BY_OTHERS
HIDDEN = -1  # - silver: a seat's silver in views that do not show it

# Fields that are seen alike stand together, so that they are copied together.
STATE = record_type(
    field("africana", np.int16, open, within=(2, SEATS)),  # seats, 2..4
    # the wide fields first: no padding between fields, which a copy would leave out
    field(
        "memory_aid", np.int16, open, within=(0, 1)
    ),  # the option, 0 or 1: it only changes what is shown; two bytes, so nothing is padded
    field(
        "silver", np.int16, (SEATS,), by_rule
    ),  # of each seat; HIDDEN - silver in views that remember but do not show it (§11.3)
    field("round_number", np.int16, open, within=(0, 32_767)),  # 1..; NumPy records have a method named round
    field("idle_rounds", np.int16, open, within=(0, STANDSTILL_ROUNDS)),  # full rounds without progress, 0..20 (§9.2)
    field("pages_turned", np.int16, open, within=(0, 32_767)),  # in this turn
    field("decision", np.int8, open, within=(0, 6)),  # what the seat on turn decides: Decision
    field("asks", np.int8, open, within=(0, 4)),  # what chance decides next: Asks
    field("on_turn", np.int8, open, within=(0, SEATS - 1)),  # seat
    field("is_last_round", np.int8, open, within=(0, 1)),  # 0 or 1 (§9.1)
    field("has_progress", np.int8, open, within=(0, 1)),  # whether somebody joined, bought or completed in this round
    field("cards_due", np.int8, open, within=(0, 127)),  # travel cards to be drawn now
    field("steps", np.int8, open, within=(0, 127)),  # in this turn
    field("joker_is_used", np.int8, open, within=(0, 1)),  # in the movement under way
    field("assistants_used", np.int8, (KINDS,), open, within=(0, ASSISTANTS_A_COLOUR)),  # likewise
    field("place", np.int8, (SEATS,), open, within=(0, PLACES - 1)),  # where each explorer stands
    # travel cards; the discard pile is what `spent` holds and `played` does not
    field("played", np.int8, (KINDS,), open, within=(0, TRAVEL_CARDS)),  # laid down in the movement under way
    field(
        "spent", np.int8, (SEATS, KINDS), open, within=(0, TRAVEL_CARDS)
    ),  # played or discarded since the last shuffle: seen by all
    field("pile_count", np.int8, open, within=(0, TRAVEL_CARDS)),  # travel cards in the pile
    field("hand_count", np.int8, (SEATS,), open, within=(0, TRAVEL_CARDS)),  # how many cards, which all see
    # what a good memory knows of the last shuffle: the pile was `fresh`, each hand held `kept`
    field("fresh", np.int8, (KINDS,), open, within=(0, TRAVEL_CARDS)),  # the pile by colour when it was last shuffled
    field("kept_count", np.int8, (SEATS,), open, within=(0, TRAVEL_CARDS)),  # cards in each hand then
    field("kept", np.int8, (SEATS, KINDS), own, within=(0, TRAVEL_CARDS)),  # each hand by colour then
    field("hand", np.int8, (SEATS, KINDS), own, within=(0, TRAVEL_CARDS)),  # travel cards by colour (§11.1)
    field(
        "pile", np.int8, (KINDS,), secret, within=(0, TRAVEL_CARDS)
    ),  # by colour; their order is decided as they are drawn
    # what no walk changes
    field("hidden_scores", np.int8, open, within=(0, 1)),  # the option, 0 or 1
    field("joker", np.int8, (SEATS,), open, within=(0, 1)),  # 0 or 1
    field("assistants", np.int8, (SEATS, KINDS), open, within=(0, ASSISTANTS_A_COLOUR)),  # 0..2
    field(
        "assistant_stock", np.int8, (KINDS,), open, within=(0, ASSISTANTS_A_COLOUR)
    ),  # assistants of each colour that nobody has
    field(
        "removed_assistants", np.int8, (KINDS,), open, within=(0, ASSISTANTS_A_COLOUR)
    ),  # assistants of each colour that left the game
    field("removed_jokers", np.int8, open, within=(0, SEATS)),  # jokers that left the game
    # a book as one line of pages: the left side from its bottom to its top, then the right from top to bottom
    field("page", np.int8, (2, PAGES), open, within=(0, ADVENTURES)),  # card of that book + 1, or NOTHING while unseen
    field("pages", np.int8, (2,), open, within=(0, PAGES)),  # cards still in the book, 0..15
    field("gutter", np.int8, (2,), open, within=(0, PAGES)),  # how many of them lie on the left
    field("row", np.int8, (SPACES,), open, within=(0, EXPEDITIONS)),  # expedition + 1, or NOTHING
    field("joined", np.int8, (SPACES,), open, within=(0, (1 << SEATS) - 1)),  # bits of the seats with a marker on it
    field("expeditions_left", np.int8, open, within=(0, EXPEDITIONS)),  # in the pile, 0..30
    field("expedition", np.int8, (EXPEDITIONS,), by_rule, within=(UNSEEN, DONE_BY_OTHERS + SEATS - 1)),  # where each is
    field(
        "adventure", np.int8, (ADVENTURES,), by_rule, within=(UNSEEN, FINISHED_BY_OTHERS + SEATS - 1)
    ),  # where each is
)


class State(Protocol):
    """The record as the type checker sees it."""

    africana: int
    hidden_scores: int
    memory_aid: int
    decision: int
    asks: int
    on_turn: int
    round_number: int
    is_last_round: int
    idle_rounds: int
    has_progress: int
    cards_due: int
    pages_turned: int
    steps: int
    place: Cells
    silver: npt.NDArray[np.int16]
    hand: Cells
    hand_count: Cells
    joker: Cells
    assistants: Cells
    pile: Cells
    pile_count: int
    played: Cells
    spent: Cells
    fresh: Cells
    kept: Cells
    kept_count: Cells
    joker_is_used: int
    assistants_used: Cells
    assistant_stock: Cells
    removed_assistants: Cells
    removed_jokers: int
    page: Cells
    pages: Cells
    gutter: Cells
    adventure: Cells
    row: Cells
    joined: Cells
    expedition: Cells
    expeditions_left: int


Word = Any  # uint64, opaque to mypy: NumPy's scalar and Numba's integer
