"""The turn: which actions are open, what they lead to, how a turn and the game end."""

from typing import Any

from caravane.bits import list_set, size
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
)
from caravane.games.africana.board import (
    ADVENTURE_LIMIT,
    ASSISTANT,
    CARDS,
    CARDS_A_DRAW,
    HAND_LIMIT,
    JOKER,
    KINDS,
    STANDSTILL_ROUNDS,
)
from caravane.games.africana.box import SPACES
from caravane.games.africana.deal import can_draw, deal, draw_cards, refill, reveal_page, set_up
from caravane.games.africana.journey import (
    adventures_of,
    complete_expedition,
    end_movement,
    finish_adventure,
    holds,
    join_expedition,
    legal_on_journey,
    space_of,
    take_step,
)
from caravane.games.africana.library import buy_card, legal_in_book, open_book, turn_page
from caravane.games.africana.scoring import points, returns
from caravane.games.africana.state import (
    ACTION,
    ASKS_CARDS,
    ASKS_DEAL,
    ASKS_NOTHING,
    ASKS_PAGE,
    ASKS_REFILL,
    BOOK,
    DISCARD,
    DROP,
    JOURNEY,
    NONE,
    NOTHING,
    OVER,
    REMOVED,
    State,
    Word,
)
from caravane.games.africana.views import determinize, view_private
from caravane.kernel import Actions, kernel

__all__ = [
    "apply_action", "apply_chance", "asks_chance", "determinize", "ending", "is_over", "legal_actions", "points",
    "returns", "seats", "set_up", "to_move", "view_private",
]  # fmt: skip


@kernel
def asks_chance(state: State) -> bool:
    """Whether nature decides next."""
    return int(state.asks) != ASKS_NOTHING


@kernel
def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return int(state.decision) == OVER


@kernel
def to_move(state: State) -> int:
    """The bit of the seat on turn (§2.2)."""
    if int(state.asks) != ASKS_NOTHING or int(state.decision) == OVER:
        return 0
    return 1 << int(state.on_turn)


@kernel
def legal_actions(state: State, seat: int, out: Actions) -> int:
    """Write the legal actions in ascending order; return how many."""
    if to_move(state) != 1 << seat:
        return 0
    decision = int(state.decision)
    if decision == DISCARD:
        return legal_discards(state, seat, out)
    if decision == DROP:
        return legal_drops(state, seat, out)
    out[0] = DRAW  # §2.1 one of the three; END is buying or moving without effect
    count = int(decision == ACTION)
    out[count] = END
    count += 1
    if decision != JOURNEY:
        count = legal_in_book(state, seat, out, count)
    if decision != BOOK:
        count = legal_on_journey(state, seat, out, count)
    return count


@kernel
def legal_discards(state: State, seat: int, out: Actions) -> int:
    """Any card of the hand (§8.1)."""
    count = 0
    for card in range(CARDS):
        if holds(state, seat, card) > 0:
            out[count] = DISCARD_CARD + card
            count += 1
    return count


@kernel
def legal_drops(state: State, seat: int, out: Actions) -> int:
    """Any open adventure (§8.2)."""
    return list_set(adventures_of(state, seat), DROP_ADVENTURE, out, 0)


@kernel
def apply_action(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action == DRAW:
        draw_two(state)
    elif action == END:
        end_movement(state)
        check_limits(state)
    elif action < BUY:
        turn_page(state, seat, (action - TURN) % 2)
    elif action < STEP:
        buy_card(state, seat, (action - BUY) % 2)
    elif action < JOIN:
        take_step(state, seat, (action - STEP) // CARDS, (action - STEP) % CARDS)
    elif action < COMPLETE:
        join_expedition(state, seat, space_of(state, action - JOIN))
    elif action < FINISH:
        complete_expedition(state, seat, space_of(state, action - COMPLETE))
    elif action < DISCARD_CARD:
        finish_adventure(state, seat, action - FINISH)
    elif action < DROP_ADVENTURE:
        discard(state, seat, action - DISCARD_CARD)
    else:
        state.adventure[action - DROP_ADVENTURE] = REMOVED  # §8.2
        check_limits(state)


@kernel
def draw_two(state: State) -> None:
    """Two travel cards, then the turn is over (§3.1)."""
    state.decision = NONE
    if not can_draw(state):  # §3.2
        check_limits(state)
        return
    state.cards_due = CARDS_A_DRAW
    state.asks = ASKS_CARDS


@kernel
def discard(state: State, seat: int, card: int) -> None:
    """A travel card goes to the discard pile, a joker or an assistant leaves the game (§8.1)."""
    if card < JOKER:
        state.hand[seat, card] -= 1
        state.hand_count[seat] -= 1
        state.spent[seat, card] += 1
    elif card == JOKER:
        state.joker[seat] = 0
        state.removed_jokers += 1
    else:
        state.assistants[seat, card - ASSISTANT] -= 1
        state.removed_assistants[card - ASSISTANT] += 1
    check_limits(state)


@kernel
def apply_chance(state: State, word: Word) -> None:
    """What chance was asked for; then the turn goes on or ends."""
    asks = int(state.asks)
    seat = int(state.on_turn)
    state.asks = ASKS_NOTHING
    if asks == ASKS_DEAL:
        deal(state, word)
        state.decision = ACTION
    elif asks == ASKS_PAGE:
        reveal_page(state, open_book(state, seat), word)
    elif asks == ASKS_CARDS:
        draw_cards(state, seat, word)
        if int(state.decision) == NONE:
            check_limits(state)
    else:
        refill(state, word)
        close_turn(state)


@kernel
def cards_in_hand(state: State, seat: int) -> int:
    """Travel cards, joker and assistants (§8.1)."""
    count = int(state.hand_count[seat]) + int(state.joker[seat])
    for colour in range(KINDS):
        count += int(state.assistants[seat, colour])
    return count


@kernel
def open_adventures(state: State, seat: int) -> int:
    """How many adventures lie in front of the seat."""
    return size(adventures_of(state, seat))


@kernel
def empty_spaces(state: State) -> int:
    """The spaces without an expedition."""
    count = 0
    for space in range(SPACES):
        if int(state.row[space]) == NOTHING:
            count += 1
    return count


@kernel
def check_limits(state: State) -> None:
    """The end of a turn in its order: hand, adventures, refilling, the test for the end (§8.3)."""
    seat = int(state.on_turn)
    if cards_in_hand(state, seat) > HAND_LIMIT:
        state.decision = DISCARD
    elif open_adventures(state, seat) > ADVENTURE_LIMIT:
        state.decision = DROP
    elif empty_spaces(state) > 0 and int(state.expeditions_left) > 0:
        state.decision = NONE
        state.asks = ASKS_REFILL
    else:
        close_turn(state)


@kernel
def close_turn(state: State) -> None:
    """Test for the end, then the next seat in order (§2.2)."""
    if empty_spaces(state) > 0:
        state.is_last_round = 1  # §9.1
    state.decision = ACTION
    if int(state.on_turn) + 1 < int(state.africana):
        state.on_turn += 1
        return
    if int(state.has_progress) == 0:
        state.idle_rounds += 1
    else:
        state.idle_rounds = 0
    if int(state.is_last_round) == 1 or int(state.idle_rounds) >= STANDSTILL_ROUNDS:  # §9.1, §9.2
        state.decision = OVER
        return
    state.on_turn = 0
    state.has_progress = 0
    state.round_number += 1


ENDINGS = ("expeditions", "standstill")


def ending(state: Any) -> str:
    """Why the game ended: no expedition left for a space (§9.1), or twenty rounds without progress (§9.2)."""
    if not is_over(state):
        return ""
    return ENDINGS[0] if state.is_last_round else ENDINGS[1]


@kernel
def seats(state: State) -> int:
    """How many play."""
    return int(state.africana)
