"""Heuristics for bots: how good a position looks, and a quick sensible choice.

Values are in hundredths of a point. What a goal is worth falls with its distance, which makes a slope that leads
there: `prospects` for those that look ahead, `pull` for quick choices.
"""

import math

from caravane.chance import below, next_word
from caravane.games.africana.actions import BUY, COMPLETE, DISCARD_CARD, DRAW, DROP_ADVENTURE, END, JOIN, STEP
from caravane.games.africana.board import (
    ADVENTURE_ARTEFACT,
    ADVENTURE_LIMIT,
    ADVENTURE_POINTS,
    ADVENTURE_SILVER,
    ADVENTURE_TO,
    ADVENTURES,
    ASSISTANT,
    CARDS,
    DISTANCE,
    EXPEDITION_FROM,
    EXPEDITION_POINTS,
    EXPEDITION_SILVER,
    EXPEDITION_TO,
    FITS,
    HAND_LIMIT,
    JOKER,
    KINDS,
    PLACES,
    Table,
    read_only,
)
from caravane.games.africana.box import EXPEDITIONS, SPACES
from caravane.games.africana.journey import has_joined, markers_left
from caravane.games.africana.library import open_book, top_page
from caravane.games.africana.rules import cards_in_hand, open_adventures
from caravane.games.africana.scoring import CARDS_A_POINT, points
from caravane.games.africana.state import BOOK, DISCARD, DROP, FINISHED, JOURNEY, OPEN, OVER, State, Word
from caravane.kernel import Actions, kernel
from caravane.weights import read_weights

_weights = read_weights(__file__)
SILVER_VALUE, ASSISTANT_VALUE = round(_weights["silver_value"]), round(_weights["assistant_value"])
SET_VALUE, ALIKE_VALUE = round(_weights["set_value"]), round(_weights["alike_value"])
JOKER_VALUE, JOIN_SHARE, SPREAD = round(_weights["joker_value"]), _weights["join_share"], _weights["spread"]
CARD_VALUE = 60  # for quick choices; see HAND_VALUE
FADE = 0.8  # a step, for quick choices
FAR = int(DISTANCE.max()) + 2  # no goal is farther, so each keeps some worth
STRESS = 2  # a traveller makes for one goal: a plain sum has peaks between goals


def _faded(values: list[float], goals: list[int]) -> Table:
    """What each card's goal is worth seen from each place."""
    return read_only(
        [
            [round(v * FADE ** int(DISTANCE[place, goal])) for place in range(PLACES)]
            for v, goal in zip(values, goals, strict=True)
        ]
    )


_EXPEDITION_VALUES = [
    100.0 * int(EXPEDITION_POINTS[e]) + SILVER_VALUE * int(EXPEDITION_SILVER[e]) for e in range(EXPEDITIONS)
]
_JOIN_VALUES = [
    JOIN_SHARE * _EXPEDITION_VALUES[e] * FADE ** int(DISTANCE[EXPEDITION_FROM[e], EXPEDITION_TO[e]])
    for e in range(EXPEDITIONS)
]
_ADVENTURE_VALUES = [
    100.0 * int(ADVENTURE_POINTS[a]) + SILVER_VALUE * int(ADVENTURE_SILVER[a]) + SET_VALUE
    if ADVENTURE_ARTEFACT[a] >= 0
    else float(ASSISTANT_VALUE)
    for a in range(ADVENTURES)
]
HAND_VALUE = read_only([0, 100, 180, 240, 280, 300])  # by cards in the hand: above the limit none is kept
EXPEDITION_VALUE = read_only([round(value) for value in _EXPEDITION_VALUES])
JOIN_VALUE = read_only(
    [
        round(JOIN_SHARE * _EXPEDITION_VALUES[e] * (1 - int(DISTANCE[EXPEDITION_FROM[e], EXPEDITION_TO[e]]) / FAR))
        for e in range(EXPEDITIONS)
    ]
)
COMPLETE_PULL = _faded(_EXPEDITION_VALUES, EXPEDITION_TO.tolist())
JOIN_PULL = _faded(_JOIN_VALUES, EXPEDITION_FROM.tolist())
FINISH_PULL = _faded(_ADVENTURE_VALUES, ADVENTURE_TO.tolist())


@kernel
def pull(state: State, seat: int, place: int) -> int:
    """What the seat's goals are worth seen from a place, the best of them stressed."""
    total = 0
    best = 0
    may_join = markers_left(state, seat) > 0
    for space in range(SPACES):
        card = int(state.row[space]) - 1
        value = 0
        if card >= 0 and has_joined(state, seat, space):
            value = int(COMPLETE_PULL[card, place])
        elif card >= 0 and may_join:
            value = int(JOIN_PULL[card, place])
        total += value
        best = max(best, value)
    for card in range(ADVENTURES):
        if int(state.adventure[card]) == OPEN + seat:
            value = int(FINISH_PULL[card, place])
            total += value
            best = max(best, value)
    return total + STRESS * best


@kernel
def steps_to_goal(state: State, seat: int) -> int:
    """How far the nearest goal is; more than any hand if there is none."""
    here = int(state.place[seat])
    nearest = PLACES
    may_join = markers_left(state, seat) > 0
    for space in range(SPACES):
        card = int(state.row[space]) - 1
        if card >= 0 and has_joined(state, seat, space):
            nearest = min(nearest, int(DISTANCE[here, int(EXPEDITION_TO[card])]))
        elif card >= 0 and may_join:
            nearest = min(nearest, int(DISTANCE[here, int(EXPEDITION_FROM[card])]))
    for card in range(ADVENTURES):
        if int(state.adventure[card]) == OPEN + seat:
            nearest = min(nearest, int(DISTANCE[here, int(ADVENTURE_TO[card])]))
    return nearest


@kernel
def finished_alike(state: State, seat: int, adventure: int) -> int:
    """How many artefacts of the same kind the seat has finished."""
    count = 0
    for card in range(ADVENTURES):
        if int(state.adventure[card]) == FINISHED + seat:
            if int(ADVENTURE_ARTEFACT[card]) == int(ADVENTURE_ARTEFACT[adventure]):
                count += 1
    return count


@kernel
def adventure_value(state: State, seat: int, adventure: int) -> int:
    """What an open adventure is worth once it is finished: more if it makes two or three alike."""
    value = full_value(adventure)
    if int(ADVENTURE_ARTEFACT[adventure]) >= 0 and 1 <= finished_alike(state, seat, adventure) <= 2:
        value += ALIKE_VALUE
    return value


@kernel
def from_afar(value: int, here: int, goal: int) -> int:
    """What a goal is worth from here: each step towards it gains alike."""
    return value * (FAR - int(DISTANCE[here, goal])) // FAR


@kernel
def prospects(state: State, seat: int) -> int:
    """What joined expeditions and open adventures promise.

    A share for having them, wherever one stands, and a slope towards the best goal: every step to it gains, and
    reaching the goal gains again, so that looking one action ahead is enough to get there.
    """
    here = int(state.place[seat])
    may_join = markers_left(state, seat) > 0
    having = 0
    total = 0
    best = 0
    for space in range(SPACES):
        card = int(state.row[space]) - 1
        near = 0
        if card >= 0 and has_joined(state, seat, space):
            near = from_afar(int(EXPEDITION_VALUE[card]), here, int(EXPEDITION_TO[card]))
            having += int(EXPEDITION_VALUE[card]) * 20 // 100
        elif card >= 0 and may_join:
            near = from_afar(int(JOIN_VALUE[card]), here, int(EXPEDITION_FROM[card]))
        total += near
        best = max(best, near)
    for card in range(ADVENTURES):
        if int(state.adventure[card]) == OPEN + seat:
            value = adventure_value(state, seat, card)
            near = from_afar(value, here, int(ADVENTURE_TO[card]))
            having += value * 40 // 100
            if int(ADVENTURE_ARTEFACT[card]) >= 0:
                having -= 100  # scored already as unfinished
            total += near
            best = max(best, near)
    return having + (50 * best + 5 * total) // 100


@kernel
def means(state: State, seat: int) -> int:
    """Silver, cards and assistants: worth what they may still be turned into."""
    held = min(HAND_LIMIT, cards_in_hand(state, seat))
    total = SILVER_VALUE * int(state.silver[seat]) + int(HAND_VALUE[held]) + JOKER_VALUE * int(state.joker[seat])
    for colour in range(KINDS):
        total += ASSISTANT_VALUE * int(state.assistants[seat, colour])
    return total


@kernel
def worth(state: State, seat: int) -> int:
    """Points now and what they may become, in hundredths."""
    total = 100 * points(state, seat)
    if int(state.decision) == OVER:
        return total
    for card in range(ADVENTURES):
        if int(ADVENTURE_ARTEFACT[card]) >= 0 and int(state.adventure[card]) == FINISHED + seat:
            total += SET_VALUE  # room for a later set
    if int(state.is_last_round) == 1:  # one turn at most
        return total + prospects(state, seat) // 2 if seat >= int(state.on_turn) else total
    total -= 100 * (int(state.hand_count[seat]) // CARDS_A_POINT)  # they count among the means until the last round
    left = min(100, 20 + 8 * int(state.expeditions_left))
    return total + prospects(state, seat) + means(state, seat) * left // 100


@kernel
def evaluate(state: State, seat: int) -> float:
    """How far the seat is ahead of the best other, squashed to -1..1."""
    best = -(1 << 30)
    for other in range(int(state.africana)):
        if other != seat:
            best = max(best, worth(state, other))
    return math.tanh((worth(state, seat) - best) / SPREAD)


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Word) -> int:
    """Complete, join, buy when rich, travel towards goals, else draw; now and then anything."""
    last = int(actions[count - 1])
    decision = int(state.decision)
    if decision == DISCARD:
        return choose_discard(state, seat, actions, count)
    if decision == DROP:
        return choose_drop(actions, count)
    if COMPLETE <= last < DISCARD_CARD:
        return last
    if below(word, 32) == 0:
        return int(actions[below(next_word(word), count)])
    if JOIN <= last < COMPLETE:
        return last
    purchase = choose_purchase(state, seat, actions, count)
    if decision == BOOK:
        return purchase if purchase >= 0 else END
    if purchase >= 0 and decision != JOURNEY:
        return purchase
    step = choose_step(state, seat, actions, count)
    if decision == JOURNEY:
        return step if step >= 0 else END
    held = cards_in_hand(state, seat)
    if step >= 0 and (held >= HAND_LIMIT or held > steps_to_goal(state, seat)):
        return step
    return DRAW


@kernel
def choose_discard(state: State, seat: int, actions: Actions, count: int) -> int:
    """A travel card of which the hand has most; the joker and assistants only if there is nothing else."""
    best = int(actions[0])
    most = 0
    for i in range(count):
        card = int(actions[i]) - DISCARD_CARD
        if card < JOKER and int(state.hand[seat, card]) > most:
            most = int(state.hand[seat, card])
            best = int(actions[i])
    return best


@kernel
def choose_drop(actions: Actions, count: int) -> int:
    """The adventure that brings least."""
    best = int(actions[0])
    for i in range(count):
        card = int(actions[i]) - DROP_ADVENTURE
        if full_value(card) < full_value(best - DROP_ADVENTURE):
            best = int(actions[i])
    return best


@kernel
def full_value(adventure: int) -> int:
    """What an adventure is worth once one is there."""
    return int(FINISH_PULL[adventure, int(ADVENTURE_TO[adventure])])


@kernel
def choose_purchase(state: State, seat: int, actions: Actions, count: int) -> int:
    """The better card of the open book that can be paid and kept, or -1."""
    if open_adventures(state, seat) >= ADVENTURE_LIMIT:
        return -1
    book = open_book(state, seat)
    best = -1
    highest = 0
    for i in range(count):
        action = int(actions[i])
        if BUY <= action < STEP:
            value = int(FINISH_PULL[top_page(state, book, (action - BUY) % 2), int(state.place[seat])])
            if value > highest:
                highest = value
                best = action
    return best


@kernel
def choose_step(state: State, seat: int, actions: Actions, count: int) -> int:
    """The step with the cheapest card that leads up the slope of the goals, or -1."""
    best = -1
    highest = 0
    here = pull(state, seat, int(state.place[seat]))
    known = -1
    gain = 0
    for i in range(count):
        action = int(actions[i])
        if not STEP <= action < JOIN:
            continue
        place = (action - STEP) // CARDS
        if place != known:
            known = place
            gain = pull(state, seat, place) - here
        value = gain - card_cost(place, (action - STEP) % CARDS)
        if value > highest:
            highest = value
            best = action
    return best


@kernel
def card_cost(place: int, card: int) -> int:
    """What spending a card costs: an assistant nothing, the joker little, a travel card more, a changed colour much."""
    cost = 0 if int(FITS[place, card]) == 1 else 5 * SILVER_VALUE
    if card == JOKER:
        return cost + 10
    return cost if card >= ASSISTANT else cost + CARD_VALUE // 2
