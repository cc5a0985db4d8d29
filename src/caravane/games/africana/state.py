"""The state record. What nobody has seen yet is not decided yet: chance picks a card when it is lifted.

So the unseen pages of a book, the order of the expedition pile and the C cards that left the game are in no
field; each unseen card of a kind is as likely as the next. Hidden from others are only the travel cards in
hands and in the pile, and with `hidden_scores` silver and finished cards.
"""

from enum import IntEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from caravane.games.africana.board import ADVENTURES, EXPEDITIONS, KINDS, PAGES, SEATS, SPACES
from caravane.kernel import record_type

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
DONE_BY_OTHERS = DONE + SEATS  # in views with hidden scores: under another's company card
# Where an adventure is: UNSEEN, then
IN_BOOK, OPEN, FINISHED = 1, 2, 2 + SEATS  # seen in its book; OPEN + seat: in front of it; FINISHED + seat
REMOVED = 2 + 2 * SEATS
FINISHED_BY_OTHERS = 3 + 2 * SEATS  # as DONE_BY_OTHERS
HIDDEN = -1  # in views with hidden scores: another's silver

# Fields that are seen alike stand together, so that they are copied together.
STATE = record_type(
    [
        ("africana", np.int16),  # seats, 2..4
        # the wide fields first: no padding between fields, which a copy would leave out
        ("memory_aid", np.int16),  # the option, 0 or 1: it only changes what is shown; two bytes, so nothing is padded
        ("silver", np.int16, (SEATS,)),
        ("round_number", np.int16),  # 1..; NumPy records have a method named round
        ("idle_rounds", np.int16),  # full rounds without progress, 0..20 (§9.2)
        ("pages_turned", np.int16),  # in this turn
        ("decision", np.int8),
        ("asks", np.int8),
        ("on_turn", np.int8),
        ("is_last_round", np.int8),
        ("has_progress", np.int8),  # whether somebody joined, bought or completed in this round
        ("cards_due", np.int8),  # travel cards to be drawn now
        ("steps", np.int8),  # in this turn
        ("joker_is_used", np.int8),  # in the movement under way
        ("assistants_used", np.int8, (KINDS,)),  # likewise
        ("place", np.int8, (SEATS,)),
        # travel cards; the discard pile is what `spent` holds and `played` does not
        ("played", np.int8, (KINDS,)),  # laid down in the movement under way
        ("spent", np.int8, (SEATS, KINDS)),  # played or discarded since the last shuffle: seen by all
        ("pile_count", np.int8),
        ("hand_count", np.int8, (SEATS,)),  # how many cards, which all see
        # what a good memory knows of the last shuffle: the pile was `fresh`, each hand held `kept`
        ("fresh", np.int8, (KINDS,)),
        ("kept_count", np.int8, (SEATS,)),
        ("kept", np.int8, (SEATS, KINDS)),
        ("hand", np.int8, (SEATS, KINDS)),  # travel cards by colour
        ("pile", np.int8, (KINDS,)),  # by colour; their order is decided as they are drawn
        # what no walk changes
        ("hidden_scores", np.int8),  # the option, 0 or 1
        ("joker", np.int8, (SEATS,)),  # 0 or 1
        ("assistants", np.int8, (SEATS, KINDS)),  # 0..2
        ("assistant_stock", np.int8, (KINDS,)),
        ("removed_assistants", np.int8, (KINDS,)),
        ("removed_jokers", np.int8),
        # a book as one line of pages: the left side from its bottom to its top, then the right from top to bottom
        ("page", np.int8, (2, PAGES)),  # card of that book + 1, or NOTHING while unseen
        ("pages", np.int8, (2,)),  # cards still in the book, 0..15
        ("gutter", np.int8, (2,)),  # how many of them lie on the left
        ("row", np.int8, (SPACES,)),  # expedition + 1, or NOTHING
        ("joined", np.int8, (SPACES,)),  # bits of the seats with a marker on it
        ("expeditions_left", np.int8),  # in the pile, 0..30
        ("expedition", np.int8, (EXPEDITIONS,)),  # where each is
        ("adventure", np.int8, (ADVENTURES,)),  # where each is
    ]
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
