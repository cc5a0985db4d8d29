"""Africa as it stands on the box: names, seats, options."""

from collections.abc import Mapping

from caravane.facts import Facts, Option, Preset, Value
from caravane.games.africa.board import ANIMAL, ANIMALS, CAMP_SUPPLY, CAMPS_EACH, COUNT, IDLE_ROUNDS, NEAR_COUNT, SEATS
from caravane.text import Text

SEAT_NAMES = (
    Text("bleu", "blue"),
    Text("rouge", "red"),
    Text("jaune", "yellow"),
    Text("vert", "green"),
    Text("blanc", "white"),
)

EXCHANGES = ("both", "all-of-a-kind")

OPTIONS = (
    Option(
        "hidden_treasure",
        Text("Trésor caché", "Hidden treasure"),
        Text(
            "Chacun cache l’or et les pierres qu’il a pris ; on voit ce qui est pris, pas les totaux.",
            "Players hide the gold and gems they took; what is taken is seen, totals are not.",
        ),
        False,
    ),
    Option(
        "exchange",
        Text("Échange d’objets", "Exchange of goods"),
        Text(
            "Un contre un ou tous d’une sorte, ou seulement tous d’une sorte.",
            "One for one or all of a kind, or only all of a kind.",
        ),
        "both",
        EXCHANGES,
        (
            Text("un contre un ou tous d’une sorte", "one for one or all of a kind"),
            Text("tous d’une sorte", "all of a kind"),
        ),
    ),
    Option(
        "equal_turns",
        Text("Tours égaux", "Equal turns"),
        Text(
            "Après le dernier monument on termine le tour de table.",
            "After the last monument the round is finished.",
        ),
        False,
    ),
)

# What reports call a kind of action and an ending.
VOCABULARY = {
    "city": Text("choisir sa ville de départ", "choose a start city"),
    "walk": Text("marcher", "walk"),
    "jump": Text("décider de sauter", "decide to jump"),
    "jump_to": Text("sauter", "jump"),
    "open": Text("découvrir une tuile", "turn up a tile"),
    "lift": Text("prendre un animal ou un nomade", "lift an animal or a nomad"),
    "place": Text("poser", "place"),
    "study": Text("camper pour étudier", "camp to study"),
    "collect": Text("camper pour l’or et les gemmes", "camp for gold and gems"),
    "decline": Text("renoncer", "decline"),
    "keep": Text("garder ses biens", "keep one’s goods"),
    "swap": Text("échanger", "swap goods"),
    "monuments": Text("monuments découverts", "monuments found"),
    "standstill": Text("plus rien n’avance", "standstill"),
}

TILES, ANIMAL_TILES = int(COUNT.sum()), int(COUNT[ANIMAL : ANIMAL + ANIMALS].sum())
PAIRS = int(NEAR_COUNT.sum()) // 2  # of neighbouring hexes
DECISIONS_A_TURN = 6  # twice: walk, act, and where to


def longest(seats: int, options: Mapping[str, Value]) -> int:
    """No game has more decisions, though none comes near: what advances cannot go on for ever.

    Tiles are opened and camps built only so often. An animal only moves to more of its like (§4.2), so each move adds
    to the neighbouring pairs of like animals, of which a board of hexes has at most three an animal; nothing takes one
    away. Nomads only move to more empty hexes (§4.3): each such move leaves fewer neighbouring pairs of empty hexes,
    until something else happens. And three rounds without any of this end the game (§7.3).
    """
    others = TILES + CAMPS_EACH * seats + CAMP_SUPPLY + 3 * ANIMAL_TILES
    advances = (others + 1) * (PAIRS + 1)
    turns = (advances + 1) * IDLE_ROUNDS * seats
    return seats + DECISIONS_A_TURN * turns


FACTS = Facts(
    id="africa",
    title=Text("Africa", "Africa"),
    author="Reiner Knizia",
    year=2001,
    tagline=Text(
        "Explorez un continent de 96 tuiles cachées : animaux à réunir, nomades à guider, trésors à prendre.",
        "Explore a continent of 96 hidden tiles: herds to unite, nomads to guide, treasure to take.",
    ),
    minutes=45,
    min_seats=2,
    max_seats=SEATS,
    seat_names=SEAT_NAMES,
    options=OPTIONS,
    presets=(
        Preset("standard", Text("Règle du jeu", "Rules of the game"), Text("Tout est ouvert.", "All is open."), {}),
        Preset(
            "memory",
            Text("De mémoire", "From memory"),
            Text("Le trésor de chacun est caché.", "Everybody's treasure is hidden."),
            {"hidden_treasure": True},
        ),
    ),
    endings=("monuments", "standstill"),
    open_hands=lambda options: not options["hidden_treasure"],
    vocabulary=VOCABULARY,
    longest=longest,
)
