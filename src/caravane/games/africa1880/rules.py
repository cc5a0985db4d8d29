"""The kernels of the contract: set-up, whose decision it is, what is legal, what an action does, the result."""

from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bits import where
from caravane.chance import below, next_word
from caravane.games.africa1880.actions import ACTION_COUNT, CHOOSE, DO_NOTHING, PLACE, READY, UNREADY
from caravane.games.africa1880.board import ALONE, COASTAL, COUNTRIES, HISTORICAL, SHARED, TERRITORIES
from caravane.games.africa1880.resolution import play_turn
from caravane.games.africa1880.state import (
    CHOOSING,
    DRAWING,
    MAX_STROKES,
    NOBODY,
    OVER,
    PLACING,
    SEATS,
    WAR,
    WRITING,
    State,
)
from caravane.games.africa1880.writing import add_orders, is_empty, write
from caravane.kernel import Actions, kernel
from caravane.outcome import share_returns
from caravane.wide import Words, add_set, empty_words, list_words, words_for

CHOSEN, BY_SEAT, DRAWN = 0, 1, 2  # values of the option `countries` (§1.2)
WORDS = words_for(ACTION_COUNT)


@kernel
def set_up(state: State, seats: int, options: npt.NDArray[np.int64]) -> None:
    """Start a game: nobody has a country, or everybody by seat, or chance is asked."""
    state.africa1880 = seats
    state.countries = int(options[0])
    state.first_empty = int(options[1])
    state.historical = int(options[2])
    state.landing_bounces = int(options[3])
    state.shortage_by_target = int(options[4])
    state.madagascar = int(options[5])
    for seat in range(SEATS):
        state.country[seat] = NOBODY
        state.seat_of[seat] = NOBODY
    if int(state.countries) == DRAWN:
        state.stage = DRAWING
        return
    state.stage = CHOOSING
    if int(state.countries) == BY_SEAT:
        for seat in range(seats):
            take_country(state, seat, seat)


@kernel
def take_country(state: State, seat: int, country: int) -> None:
    """Give a seat its country; when all have one, the first presences follow (§1.2)."""
    state.country[seat] = country
    state.seat_of[country] = seat
    if seat_to_choose(state) == NOBODY:
        begin_placing(state)


@kernel
def seat_to_choose(state: State) -> int:
    """The first seat without a country (§1.2)."""
    for seat in range(int(state.africa1880)):
        if int(state.country[seat]) == NOBODY:
            return seat
    return NOBODY


@kernel
def begin_placing(state: State) -> None:
    """Ask for the first presences, or put them where history had them (§1.8)."""
    state.stage = PLACING
    if int(state.historical) == 0:
        return
    for country in range(COUNTRIES):
        if int(state.seat_of[country]) != NOBODY:
            state.present[country, int(HISTORICAL[country])] = 1
    state.stage = WRITING


@kernel
def country_to_place(state: State) -> int:
    """The first country, in their order, that stands nowhere yet (§1.6)."""
    for country in range(COUNTRIES):
        if int(state.seat_of[country]) == NOBODY:
            continue
        count = 0
        for territory in range(TERRITORIES):
            count += int(state.present[country, territory])
        if count == 0:
            return country
    return NOBODY


@kernel
def may_place(state: State, territory: int) -> bool:
    """Any coast (§1.6), or one where nobody stands if the table wants it so (§1.7)."""
    if int(COASTAL[territory]) == 0:
        return False
    return int(state.first_empty) == 0 or is_empty(state, territory)


@kernel
def asks_chance(state: State) -> bool:
    """Only the drawing of countries is chance."""
    return int(state.stage) == DRAWING


@kernel
def apply_chance(state: State, word: Any) -> None:
    """Deal the countries (§1.2)."""
    state.stage = CHOOSING
    for seat in range(int(state.africa1880)):
        word = next_word(word)
        nth = below(word, COUNTRIES - seat)
        country = 0
        while int(state.seat_of[country]) != NOBODY or nth > 0:
            if int(state.seat_of[country]) == NOBODY:
                nth -= 1
            country += 1
        take_country(state, seat, country)


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
    words = empty_words(WORDS)
    add_legal(state, seat, words)
    return list_words(words, ACTION_COUNT, out)


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
    found = empty_words(WORDS)  # put together beside the cache: each set adds to the word where the last one ended
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
def stirs(state: State, seat: int, action: int) -> bool:
    """Whether the action, just carried out, may have changed more than a sheet and who has sealed his."""
    was_last_to_seal = action == READY and int(state.ready[seat]) == 0  # the turn was played, nobody is ready
    return action < DO_NOTHING or was_last_to_seal


@kernel
def is_over(state: State) -> bool:
    """Whether the last turn has been played."""
    return int(state.stage) == OVER


@kernel
def colony_points(state: State, country: int, territory: int) -> int:
    """What a country's presence in a colony counts (§7.3)."""
    present = state.present
    if int(present[country, territory]) == 0 or int(state.colony[territory]) == 0:
        return 0
    for other in range(COUNTRIES):
        if other != country and int(present[other, territory]) == 1:
            return SHARED
    return ALONE


@kernel
def alliances_received(state: State, country: int) -> int:
    """How many others declared alliance to a country in the last turn that was played (§7.4, §7.6)."""
    turn = int(state.turn) - 1
    if turn < 0:
        return 0
    count = 0
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY:
            if int(state.past_relation[turn, other, country]) != WAR:
                count += 1
    return count


@kernel
def points(state: State, seat: int) -> int:
    """A seat's points as things stand (§7.6)."""
    country = int(state.country[seat])
    if country == NOBODY:
        return 0
    colony = state.colony
    total = alliances_received(state, country)
    for territory in range(TERRITORIES):
        if int(colony[territory]) == 1:
            total += colony_points(state, country, territory)
    return total


@kernel
def returns(state: State, out: npt.NDArray[np.float64]) -> None:
    """One winner takes all; a tie for first has no winner (§7.5)."""
    seats = int(state.africa1880)
    best = -1
    winner = NOBODY
    for seat in range(seats):
        mine = points(state, seat)
        if mine == best:
            winner = NOBODY
        elif mine > best:
            best = mine
            winner = seat
    if winner == NOBODY or not is_over(state):
        share_returns(0, seats, 0, out)
    else:
        share_returns(1 << winner, seats, 1, out)
