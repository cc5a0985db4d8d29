"""Every place a seat can reach in this movement, and the cheapest cards that lead there.

Cheapest: the least silver, then the fewest travel cards (they are gone; joker and assistants come back), then
the fewest cards, then without the joker. Bonuses on the way are not counted on: nobody knows what they bring.
"""

from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.games.africana.board import (
    CARD_IDS,
    CARDS,
    COLOUR_PRICE,
    DEGREE,
    FITS,
    JOKER,
    NEIGHBOURS,
    PLACE_IDS,
    PLACES,
)
from caravane.games.africana.journey import holds
from caravane.games.africana.state import State
from caravane.kernel import kernel

Changes = npt.NDArray[np.int8]
Steps = npt.NDArray[np.int16]
Cards = npt.NDArray[np.int64]
NOT_REACHED = 127
PRICES = [[0 if fits else COLOUR_PRICE for fits in row] for row in FITS.tolist()]  # [place][card]: in silver (§5.5)
MOST_CHANGES = 20  # more paid changes than cards in any hand


@dataclass(frozen=True, slots=True)
class Step:
    """A place entered, the card spent, the silver paid to change its colour."""

    place: str
    card: str
    silver: int


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to a place: its steps and what it costs."""

    place: str
    steps: tuple[Step, ...]
    silver: int
    travel_cards: int  # those that do not come back


@kernel
def count_hands(state: State, seat: int) -> int:
    """How many different sets of cards the seat can have spent: the rows that `spread` needs."""
    count = 1
    for card in range(CARDS):
        count *= holds(state, seat, card) + 1
    return count


@kernel
def spread(state: State, seat: int, changes: Changes, last: Steps) -> None:
    """For each set of cards spent and each place: the fewest paid changes, and the step that came last.

    A set is a number in mixed base, one digit a kind of card; a step adds to it, so one pass upwards is enough.
    """
    total = count_hands(state, seat)
    for spent in range(total):
        for place in range(PLACES):
            changes[spent, place] = NOT_REACHED
    changes[0, int(state.place[seat])] = 0
    most = min(MOST_CHANGES, int(state.silver[seat]) // COLOUR_PRICE)
    for spent in range(total):
        for place in range(PLACES):
            if int(changes[spent, place]) == NOT_REACHED:
                continue
            weight = 1
            for card in range(CARDS):
                base = holds(state, seat, card) + 1
                if (spent // weight) % base < base - 1:
                    step_with(place, spent, card, weight, most, changes, last)
                weight *= base


@kernel
def step_with(place: int, spent: int, card: int, weight: int, most: int, changes: Changes, last: Steps) -> None:
    """Enter each neighbour with this card, if that is cheaper than what was known."""
    for way in range(int(DEGREE[place])):
        near = int(NEIGHBOURS[place, way])
        paid = int(changes[spent, place]) + 1 - int(FITS[near, card])
        if paid <= most and paid < int(changes[spent + weight, near]):
            changes[spent + weight, near] = paid
            last[spent + weight, near] = place * CARDS + card


@kernel
def price_of(state: State, seat: int, spent: int, paid: int) -> int:
    """How dear a set of cards with so many paid changes is, in the order of the module's first lines."""
    price = paid << 20
    weight = 1
    for card in range(CARDS):
        base = holds(state, seat, card) + 1
        used = (spent // weight) % base
        price += used << 4
        if card < JOKER:
            price += used << 10
        elif card == JOKER:
            price += used
        weight *= base
    return price


@kernel
def cheapest(state: State, seat: int, place: int, changes: Changes) -> int:
    """The cheapest set of cards that leads to the place after `spread`, or -1."""
    best = -1
    lowest = 0
    for spent in range(count_hands(state, seat)):
        paid = int(changes[spent, place])
        if paid == NOT_REACHED:
            continue
        price = price_of(state, seat, spent, paid)
        if best < 0 or price < lowest:
            best = spent
            lowest = price
    return best


@kernel
def cheapest_sets(state: State, seat: int, changes: Changes, held: Cards, sets: Cards) -> None:
    """Write how many of each card can be spent, and of each place the cheapest set of cards that leads there, or -1."""
    for card in range(CARDS):
        held[card] = holds(state, seat, card)
    for place in range(PLACES):
        sets[place] = cheapest(state, seat, place, changes)


def reachable(view: Any, seat: int) -> dict[str, Way]:
    """Every place the seat can reach now, by id, with the cheapest way; the place where it stands costs nothing."""
    sets = int(count_hands(view, seat))
    changes = np.empty((sets, PLACES), np.int8)
    last = np.empty((sets, PLACES), np.int16)
    spread(view, seat, changes, last)
    held, cheapest_to = np.empty(CARDS, np.int64), np.empty(PLACES, np.int64)
    cheapest_sets(view, seat, changes, held, cheapest_to)
    weights = list(accumulate((number + 1 for number in held.tolist()), mul, initial=1))
    return {
        PLACE_IDS[place]: _way(place, spent, last, weights)
        for place, spent in enumerate(cheapest_to.tolist())
        if spent >= 0
    }


def _way(place: int, spent: int, last: Steps, weights: list[int]) -> Way:
    """Walk back from the place to where the seat stands."""
    target, steps, silver, travel_cards = place, [], 0, 0
    while spent:
        before, card = divmod(int(last[spent, place]), CARDS)
        price = PRICES[place][card]
        steps.append(Step(PLACE_IDS[place], CARD_IDS[card], price))
        silver, travel_cards = silver + price, travel_cards + (card < JOKER)
        place, spent = before, spent - weights[card]
    return Way(PLACE_IDS[target], tuple(reversed(steps)), silver, travel_cards)
