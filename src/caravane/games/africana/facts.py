"""Africana as it stands on the box: names, seats, options."""

from collections.abc import Mapping

from caravane.facts import Facts, Option, Preset, Value
from caravane.games.africana.board import (
    ADVENTURES,
    BONUS_CARDS,
    COMPANY_NAMES,
    HAND_LIMIT,
    PAGE_PRICE,
    STANDSTILL_ROUNDS,
)
from caravane.games.africana.box import EXPEDITIONS, SEATS, TRAVEL_CARDS
from caravane.games.africana.rules import ENDINGS
from caravane.text import Text

# What reports call a kind of action and an ending.
VOCABULARY = {
    "draw": Text("piocher", "draw cards"),
    "end": Text("finir son tour", "end the turn"),
    "turn": Text("tourner une page du livre", "turn a page of the book"),
    "buy": Text("acheter", "buy"),
    "step": Text("avancer d’une étape", "travel one step"),
    "join": Text("se joindre à une expédition", "join an expedition"),
    "complete": Text("achever une expédition", "complete an expedition"),
    "finish": Text("achever une aventure", "finish an adventure"),
    "discard": Text("défausser une carte", "discard a card"),
    "drop": Text("abandonner une aventure", "drop an adventure"),
    "expeditions": Text("plus d’expéditions", "no expeditions left"),
    "standstill": Text("plus rien n’avance", "standstill"),
}

MOST_SILVER = 32_767  # that the record holds for a seat


def longest(seats: int, options: Mapping[str, Value]) -> int:
    """No game has more decisions, though none comes near: what costs nothing is rare, and standstill ends it (§9.2).

    There are so many joinings, expeditions and adventures; each run of rounds without any is short. Of a turn's
    decisions its end and the steps by the cards of a full hand are free, or a draw and two discards; all others spend
    silver, cards drawn or assistants won while joining and finishing, or cards that a position began with.
    """
    joins = seats * EXPEDITIONS
    progress = joins + EXPEDITIONS + 2 * ADVENTURES
    turns = (progress + 1) * STANDSTILL_ROUNDS * seats
    once = progress + ADVENTURES + joins * int(BONUS_CARDS.max()) + ADVENTURES + TRAVEL_CARDS
    return turns * (2 + HAND_LIMIT) + once + seats * MOST_SILVER // PAGE_PRICE


FACTS = Facts(
    id="africana",
    title=Text("Africana", "Africana"),
    author="Michael Schacht",
    year=2012,
    tagline=Text(
        "Des expéditions à travers le continent, deux livres d’aventures, et jamais assez de cartes pour tout.",
        "Expeditions across the continent, two books of adventures, and never enough cards for all of it.",
    ),
    minutes=60,
    min_seats=2,
    max_seats=SEATS,
    seat_names=COMPANY_NAMES,
    options=(
        Option(
            "hidden_scores",
            Text("Scores cachés", "Hidden scores"),
            Text(
                "L’argent des autres et leurs cartes achevées restent cachés jusqu’à la fin.",
                "Others’ silver and finished cards stay hidden until the end.",
            ),
            False,
        ),
        Option(
            "memory_aid",
            Text("Aide-mémoire", "Memory aid"),
            Text(
                "Ce que chacun a vu reste consultable : pages tournées, défausse, expéditions sorties.",
                "What everybody saw can be looked up: pages turned, discards, expeditions gone.",
            ),
            False,
        ),
    ),
    presets=(
        Preset(
            "standard",
            Text("Standard", "Standard"),
            Text("Argent et points visibles de tous.", "Silver and points are open to all."),
        ),
        Preset(
            "hidden",
            Text("Scores cachés", "Hidden scores"),
            Text(
                "L’argent des autres et leurs cartes achevées restent cachés jusqu’à la fin.",
                "Others’ silver and finished cards stay hidden until the end.",
            ),
            {"hidden_scores": True},
        ),
    ),
    endings=ENDINGS,
    vocabulary=VOCABULARY,
    longest=longest,
)
