"""Moving: steps, joining and completing expeditions, completing adventures."""

from caravane.bits import between, list_set, lowest, size, where
from caravane.bitset import LANES, list_few
from caravane.games.africana.actions import COMPLETE, FINISH, JOIN, STEP
from caravane.games.africana.board import (
    ADVENTURE_ASSISTANT,
    ADVENTURE_SILVER,
    ADVENTURES,
    ASSISTANT,
    BONUS_CARDS,
    BONUS_SILVER,
    CARDS,
    COLOUR_PRICE,
    ENDING_AT,
    EXPEDITION_SILVER,
    FITS,
    FITTING,
    IS_WAY,
    JOKER,
    KINDS,
    LEADS_TO,
    MANY,
    MARKERS,
    NEIGHBOURS,
    STARTS_AT,
    WAYS,
)
from caravane.games.africana.box import SPACES
from caravane.games.africana.deal import can_draw
from caravane.games.africana.state import ASKS_CARDS, DONE, FINISHED, JOURNEY, NOTHING, OPEN, State
from caravane.kernel import Actions, inlined, kernel


@kernel
def holds(state: State, seat: int, card: int) -> int:
    """How many of these cards the seat can still spend in this movement (§5.3, §5.4)."""
    if card < JOKER:
        return int(state.hand[seat, card])
    moves = 1 if seat == int(state.on_turn) else 0
    if card == JOKER:
        return int(state.joker[seat]) - moves * int(state.joker_is_used)
    return int(state.assistants[seat, card - ASSISTANT]) - moves * int(state.assistants_used[card - ASSISTANT])


@kernel
def markers_left(state: State, seat: int) -> int:
    """The markers that lie on no expedition (§6.2)."""
    count = MARKERS
    for space in range(SPACES):
        count -= (int(state.joined[space]) >> seat) & 1
    return count


@kernel
def has_joined(state: State, seat: int, space: int) -> bool:
    """Whether the seat's marker lies on the expedition of this space."""
    return (int(state.joined[space]) >> seat) & 1 == 1


@kernel
def space_of(state: State, expedition: int) -> int:
    """The space where an expedition lies, or -1."""
    for space in range(SPACES):
        if int(state.row[space]) == expedition + 1:
            return space
    return -1


@kernel
def may_step(state: State, seat: int, place: int, card: int) -> bool:
    """With a card that shows a symbol of the place entered, or any card whose colour is changed (§5.1, §5.5)."""
    if holds(state, seat, card) <= 0:
        return False
    return int(FITS[place, card]) == 1 or int(state.silver[seat]) >= COLOUR_PRICE


@kernel
def adventures_of(state: State, seat: int) -> int:
    """The adventures in front of the seat, as a set of `caravane.bits`."""
    return where(state.adventure, OPEN + seat, 0, ADVENTURES)


@inlined
def spendable(state: State, seat: int) -> int:
    """The kinds of cards that the seat can still spend in this movement, as a set of `caravane.bits`."""
    cards = between(state.hand[seat], 1, MANY, 0, KINDS)
    for card in range(JOKER, CARDS):
        cards |= int(holds(state, seat, card) > 0) << card
    return cards


@inlined
def legal_on_journey(state: State, seat: int, out: Actions, count: int) -> int:
    """Steps, then expeditions to join and to complete, then adventures, from out[count] on; the new count.

    A step takes a card that shows a symbol of the place entered, or any card whose colour is changed (§5.1, §5.5).
    The seat's own adventures can be finished at their destination (§7.1). Each is a choice of its own, so their order
    at a place is free (§6.6).
    """
    here = int(state.place[seat])
    cards = spendable(state, seat)
    change = cards if int(state.silver[seat]) >= COLOUR_PRICE else 0
    for way in range(WAYS):  # of every place as many: where a way ends is a branch that nobody foresees
        place = int(NEIGHBOURS[here, way])
        fitting = (cards & int(FITTING[place]) | change) & int(IS_WAY[here, way])
        count = list_cards(fitting, STEP + place * CARDS, out, count)
    joins, completes = expeditions_at(state, seat, here)
    count = list_spaces(state, joins, JOIN, out, count)
    count = list_spaces(state, completes, COMPLETE, out, count)
    return list_set(adventures_of(state, seat) & int(ENDING_AT[here]), FINISH, out, count)


@inlined
def list_cards(cards: int, base: int, out: Actions, count: int) -> int:
    """Write base + card for every card of a set, ascending, from out[count] on; the new count."""
    few, rest = cards & ((1 << LANES) - 1), cards >> LANES
    list_few(few, base, out, count)
    count += size(few)
    list_few(rest, base + LANES, out, count)
    return count + size(rest)


@inlined
def expeditions_at(state: State, seat: int, here: int) -> tuple[int, int]:
    """The spaces whose expedition may be joined here (§6.1), and completed here (§6.4), as sets."""
    begins, ends, joined = 0, 0, 0
    for space in range(SPACES):
        card = int(state.row[space])
        begins |= int(STARTS_AT[card] == here) << space
        ends |= int(LEADS_TO[card] == here) << space
        joined |= ((int(state.joined[space]) >> seat) & 1) << space
    if size(joined) == MARKERS:
        begins = 0  # §6.2
    return begins & ~joined, ends & joined


@inlined
def list_spaces(state: State, spaces: int, base: int, out: Actions, count: int) -> int:
    """Write base + expedition for every space of a set, ascending, from out[count] on; the new count."""
    first = count
    while spaces != 0:
        count = insert(out, first, count, base + int(state.row[lowest(spaces)]) - 1)
        spaces &= spaces - 1
    return count


@kernel
def insert(out: Actions, first: int, count: int, action: int) -> int:
    """Put an action in ascending order into out[first:count]; the new count."""
    at = count
    while at > first and int(out[at - 1]) > action:
        out[at] = out[at - 1]
        at -= 1
    out[at] = action
    return count + 1


@kernel
def take_step(state: State, seat: int, place: int, card: int) -> None:
    """Enter a neighbouring place; the card lies open until the movement ends (§5.6)."""
    state.decision = JOURNEY
    state.place[seat] = place  # §5.7 whoever else is there
    state.steps += 1
    if int(FITS[place, card]) == 0:
        state.silver[seat] -= COLOUR_PRICE  # §5.5
    if card == JOKER:
        state.joker_is_used = 1  # §5.3
    elif card >= ASSISTANT:
        state.assistants_used[card - ASSISTANT] += 1  # §5.4
    else:
        state.hand[seat, card] -= 1
        state.hand_count[seat] -= 1
        state.played[card] += 1
        state.spent[seat, card] += 1


@kernel
def join_expedition(state: State, seat: int, space: int) -> None:
    """Lay a marker and take the bonus of the space at once (§6.1, §6.3)."""
    state.decision = JOURNEY
    state.has_progress = 1
    state.joined[space] |= 1 << seat
    state.silver[seat] += BONUS_SILVER[space]
    if int(BONUS_CARDS[space]) > 0 and can_draw(state):
        state.cards_due = BONUS_CARDS[space]
        state.asks = ASKS_CARDS


@kernel
def complete_expedition(state: State, seat: int, space: int) -> None:
    """Take the silver and the card; all markers go back to their owners (§6.4, §6.5)."""
    expedition = int(state.row[space]) - 1
    state.decision = JOURNEY
    state.has_progress = 1
    state.silver[seat] += EXPEDITION_SILVER[expedition]
    state.expedition[expedition] = DONE + seat
    state.row[space] = NOTHING  # §8.4 filled again at the end of the turn
    state.joined[space] = 0


@kernel
def finish_adventure(state: State, seat: int, adventure: int) -> None:
    """An artefact's silver (§7.2), or an assistant into the hand (§7.3)."""
    state.decision = JOURNEY
    state.has_progress = 1
    state.adventure[adventure] = FINISHED + seat
    state.silver[seat] += ADVENTURE_SILVER[adventure]
    colour = int(ADVENTURE_ASSISTANT[adventure])
    if colour >= 0 and int(state.assistant_stock[colour]) > 0:
        state.assistant_stock[colour] -= 1
        state.assistants[seat, colour] += 1


@kernel
def end_movement(state: State) -> None:
    """Played travel cards go to the discard pile; joker and assistants come back (§5.3, §5.4, §5.6)."""
    state.steps = 0
    state.pages_turned = 0
    state.joker_is_used = 0
    for colour in range(KINDS):
        state.played[colour] = 0
        state.assistants_used[colour] = 0
