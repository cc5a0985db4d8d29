"""Map, cards and numbers as the kernels read them: arrays derived from board.toml, and names for people."""

from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.games.africana.box import (
    ARTEFACTS,
    COLOURS,
    EXPEDITIONS,
    HALVES,
    PAGES,
    SEATS,
    SPACES,
    TRAVEL_CARDS,
    read_box,
)
from caravane.text import Text

Table = npt.NDArray[np.int64]

BOX = read_box(Path(__file__).with_name("board.toml"))

HAND_LIMIT = 5  # §8.1
ADVENTURE_LIMIT = 3  # §8.2
MARKERS = 4  # §6.2
CARD_PRICE = 5  # §4.3
PAGE_PRICE = 1  # §4.4
COLOUR_PRICE = 5  # §5.5
CARDS_A_DRAW = 2  # §3.1
ASSISTANTS_A_COLOUR = 2  # §1.5
STANDSTILL_ROUNDS = 20  # §9.2
REMOVED_C = (0, 0, 10, 7, 4)  # §1.3 by number of seats

PLACES = len(BOX.map.places)
KINDS = len(COLOURS)  # five colours, and five artefacts
ADVENTURES = 2 * PAGES
NORTH, SOUTH = range(2)

# What a step may spend: the five travel cards, the joker, the five assistants.
JOKER = KINDS
ASSISTANT = KINDS + 1
CARDS = 2 * KINDS + 1
MANY = 127  # more than there are cards of a kind

_NUMBER = {place.id: number for number, place in enumerate(BOX.map.places)}


def read_only(values: Any) -> Table:
    """A table for kernels."""
    table = np.array(values, np.int64)
    table.setflags(write=False)
    return table


def _neighbours() -> list[list[int]]:
    ways: list[list[int]] = [[] for _ in range(PLACES)]
    for route in BOX.map.routes:
        ways[_NUMBER[route.a]].append(_NUMBER[route.b])
        ways[_NUMBER[route.b]].append(_NUMBER[route.a])
    return [sorted(way) for way in ways]


def _distances(ways: list[list[int]]) -> list[list[int]]:
    rows = []
    for start in range(PLACES):
        row = [PLACES] * PLACES
        row[start] = 0
        rim = [start]
        while rim:
            place = rim.pop(0)
            for near in ways[place]:
                if row[near] == PLACES:
                    row[near] = row[place] + 1
                    rim.append(near)
        rows.append(row)
    return rows


_WAYS = _neighbours()
DEGREE = read_only([len(way) for way in _WAYS])
NEIGHBOURS = read_only([way + [0] * (max(map(len, _WAYS)) - len(way)) for way in _WAYS])  # as many as DEGREE says
DISTANCE = read_only(_distances(_WAYS))
WAYS = NEIGHBOURS.shape[1]
IS_WAY = read_only([[-int(way < degree) for way in range(WAYS)] for degree in DEGREE.tolist()])  # [place, way], bits
HALF = read_only([HALVES.index(place.half) for place in BOX.map.places])
SYMBOL = read_only([[int(colour in place.symbols) for colour in COLOURS] for place in BOX.map.places])
# Whether a card of this kind enters the place without a paid colour change (§5.1, §5.3, §5.4).
FITS = read_only([[*row, 1, *row] for row in SYMBOL.tolist()])

START_PLACE = read_only([_NUMBER[company.start] for company in BOX.cards.companies])
START_SILVER = read_only([company.silver for company in BOX.cards.companies])
BONUS_SILVER = read_only([bonus.silver for bonus in BOX.cards.bonuses])
BONUS_CARDS = read_only([bonus.cards for bonus in BOX.cards.bonuses])
TRAVEL = read_only([BOX.travel_cards[colour] for colour in COLOURS])

EXPEDITION_FROM = read_only([_NUMBER[card.start] for card in BOX.cards.expeditions])
EXPEDITION_TO = read_only([_NUMBER[card.to] for card in BOX.cards.expeditions])
# The same by what lies on a space, where 0 is no card.
STARTS_AT = read_only([-1, *EXPEDITION_FROM.tolist()])
LEADS_TO = read_only([-1, *EXPEDITION_TO.tolist()])
EXPEDITION_SILVER = read_only([card.silver for card in BOX.cards.expeditions])
EXPEDITION_POINTS = read_only([card.points for card in BOX.cards.expeditions])
_LETTERS = [card.id[0] for card in BOX.cards.expeditions]
LETTER_END = read_only([len([x for x in _LETTERS if x <= letter]) for letter in "ABC"])  # cards are sorted by letter

ADVENTURE_TO = read_only([_NUMBER[card.to] for card in BOX.cards.adventures])
ADVENTURE_SILVER = read_only([card.silver for card in BOX.cards.adventures])
ADVENTURE_POINTS = read_only([card.points for card in BOX.cards.adventures])
# The artefact of a card or -1, and the colour of its assistant or -1.
ADVENTURE_ARTEFACT = read_only([ARTEFACTS.index(c.artefact) if c.artefact else -1 for c in BOX.cards.adventures])
ADVENTURE_ASSISTANT = read_only([COLOURS.index(c.assistant) if c.assistant else -1 for c in BOX.cards.adventures])

# Sets of `caravane.bits`, by place: the cards that show one of its symbols, the adventures that end there.
FITTING = read_only([sum(1 << card for card in range(CARDS) if FITS[place, card]) for place in range(PLACES)])
ENDING_AT = read_only([sum(1 << i for i in range(ADVENTURES) if ADVENTURE_TO[i] == place) for place in range(PLACES)])

PAIR, TRIPLE, TWO_DIFFERENT, FOUR_DIFFERENT = 6, 12, 2, 10  # §10.2
MOST_ARTEFACTS = 4  # of one kind: two in each book


@cache
def best_sets(counts: tuple[int, ...]) -> int:
    """The most that artefacts give in sets, each in one set at most; counts in descending order."""
    best = 0
    for kinds, points in _SETS:
        rest = list(counts)
        for kind in kinds:
            rest[kind] -= 1
        if min(rest) >= 0:
            best = max(best, points + best_sets(tuple(sorted(rest, reverse=True))))
    return best


_SETS = (
    [((kind,) * 2, PAIR) for kind in range(KINDS)]
    + [((kind,) * 3, TRIPLE) for kind in range(KINDS)]
    + [(kinds, TWO_DIFFERENT) for kinds in combinations(range(KINDS), 2)]
    + [(kinds, FOUR_DIFFERENT) for kinds in combinations(range(KINDS), 4)]
)
# Indexed by the counts of the five artefacts as digits of base 5, the first kind highest.
SET_POINTS = read_only(
    [best_sets(tuple(sorted(counts, reverse=True))) for counts in product(range(MOST_ARTEFACTS + 1), repeat=KINDS)]
)

PLACE_IDS = tuple(place.id for place in BOX.map.places)
PLACE_NAMES = tuple(Text(place.fr, place.name) for place in BOX.map.places)
EXPEDITION_IDS = tuple(card.id for card in BOX.cards.expeditions)
ADVENTURE_IDS = tuple(card.id for card in BOX.cards.adventures)
COMPANY_NAMES = tuple(Text(company.fr, company.name) for company in BOX.cards.companies)
COMPANY_COLOURS = tuple(company.colour for company in BOX.cards.companies)
CARD_IDS = (*COLOURS, "joker", *(f"assistant {colour}" for colour in COLOURS))

# Symbols have shapes, so that colour is never the only sign.
COLOUR_NAMES = (
    Text("rosace", "rosette"),
    Text("goutte", "drop"),
    Text("damier", "chequers"),
    Text("soleil", "sun"),
    Text("mont", "mountain"),
)
CARD_NAMES = (
    *COLOUR_NAMES,
    Text("joker", "joker"),
    *(Text(f"assistant {name.fr}", f"{name.en} assistant") for name in COLOUR_NAMES),
)
ARTEFACT_NAMES = (
    Text("masque", "mask"),
    Text("tambour", "drum"),
    Text("figurine", "figurine"),
    Text("bouclier", "shield"),
    Text("bijou", "jewellery"),
)
BOOK_NAMES = (Text("livre du nord", "north book"), Text("livre du sud", "south book"))

__all__ = ["ARTEFACTS", "COLOURS", "EXPEDITIONS", "HALVES", "PAGES", "SEATS", "SPACES", "TRAVEL_CARDS"]
