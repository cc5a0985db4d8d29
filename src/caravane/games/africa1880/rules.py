"""The kernels of the contract: set-up, whose decision it is, what is legal, what an action does, the result."""

from caravane.bits import where
from caravane.bitset import Words, add_set, empty_bitset, list_bitset, words_of_bits
from caravane.games.africa1880.actions import ACTION_COUNT, CHOOSE, PLACE, READY, UNREADY
from caravane.games.africa1880.board import COLONIES, COUNTRIES, TERRITORIES
from caravane.games.africa1880.preparation import (
    apply_chance,
    asks_chance,
    country_to_place,
    may_place,
    seat_to_choose,
    set_up,
    take_country,
)
from caravane.games.africa1880.resolution import colony_count, play_turn
from caravane.games.africa1880.scoring import points, returns
from caravane.games.africa1880.state import (
    CHOOSING,
    MAX_STROKES,
    NOBODY,
    OVER,
    PLACING,
    SEATS,
    WRITING,
    State,
)
from caravane.games.africa1880.views import determinize, view_private
from caravane.games.africa1880.writing import add_orders, write
from caravane.kernel import Actions, kernel

__all__ = [
    "apply_action",
    "apply_chance",
    "asks_chance",
    "determinize",
    "ending",
    "is_over",
    "legal_actions",
    "points",
    "returns",
    "seats",
    "set_up",
    "to_move",
    "view_private",
]


WORDS = words_of_bits(ACTION_COUNT)


@kernel
def to_move(state: State) -> int:
    """The seat that chooses or places; while sheets are written, every seat that has not sealed its own (§2.5)."""
    stage = int(state.stage)
    if stage == CHOOSING:
        return 1 << seat_to_choose(state)
    if stage == PLACING:
        return 1 << int(state.seat_of[country_to_place(state)])
    if stage == WRITING:
        return where(state.ready, 0, 0, SEATS) & ((1 << int(state.africa1880)) - 1)
    return 0


@kernel
def legal_actions(state: State, seat: int, out: Actions) -> int:
    """What a seat may do now, ascending."""
    words = empty_bitset(WORDS)
    add_legal(state, seat, words)
    return list_bitset(words, ACTION_COUNT, out)


@kernel
def add_legal(state: State, seat: int, words: Words) -> None:
    """What a seat may do now, as a set; a sealed seat, though not to move, may unseal (§2.5)."""
    stage = int(state.stage)
    if seat < 0 or seat >= int(state.africa1880):
        return
    if stage == WRITING:
        add_writing(state, seat, words)
    elif (to_move(state) >> seat) & 1 == 0:
        return
    elif stage == CHOOSING:
        add_set(words, where(state.seat_of, NOBODY, 0, COUNTRIES), CHOOSE)
    else:
        for territory in range(TERRITORIES):
            add_set(words, int(may_place(state, territory)), PLACE + territory)


@kernel
def add_writing(state: State, seat: int, words: Words) -> None:
    """Changes to the sheet, as long as there is room for them (§2.6), and sealing or unsealing it (§2.5)."""
    country = int(state.country[seat])
    has_room = int(state.strokes[country]) < MAX_STROKES
    if int(state.ready[seat]) == 1:
        add_set(words, int(has_room), UNREADY)
        return
    found = empty_bitset(WORDS)  # put together beside the cache: each set adds to the word where the last one ended
    if has_room:
        add_orders(state, country, found)
    add_set(found, 1, READY)
    for word in range(WORDS):
        words[word] |= found[word]


@kernel
def apply_action(state: State, seat: int, action: int) -> None:
    """Carry out an action; when the last sheet is sealed, the turn is played (§2.5)."""
    country = int(state.country[seat])  # NOBODY while one is chosen
    if action < PLACE:
        take_country(state, seat, action - CHOOSE)
    elif action < PLACE + TERRITORIES:
        state.present[country, action - PLACE] = 1
        if country_to_place(state) == NOBODY:
            state.stage = WRITING
    elif action == READY:
        state.ready[seat] = 1
        if to_move(state) == 0:
            play_turn(state)
    elif action == UNREADY:
        state.ready[seat] = 0
        state.strokes[country] = int(state.strokes[country]) + 1
    else:
        write(state, country, action)
        state.strokes[country] = int(state.strokes[country]) + 1


@kernel
def is_over(state: State) -> bool:
    """Whether the last turn has been played."""
    return int(state.stage) == OVER


def ending(state: State) -> str:
    """1914 was played (§7.1), or the last colony figure came down before (§7.2); "" while the game goes on."""
    if int(state.stage) != OVER:
        return ""
    return "last-colony" if colony_count(state) >= COLONIES else "last-year"


@kernel
def seats(state: State) -> int:
    """How many play."""
    return int(state.africa1880)
