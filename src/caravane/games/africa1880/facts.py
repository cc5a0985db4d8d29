"""The switches of a table; their codes are what the state stores, in this order."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from caravane.errors import BadInput
from caravane.facts import Facts
from caravane.game import Option, Preset, Value
from caravane.games.africa1880.board import COUNTRIES, MADAGASCAR, TURNS
from caravane.games.africa1880.state import MAX_STROKES
from caravane.text import Text

OPTIONS = (
    Option(
        "countries",
        Text("Pays", "Countries"),
        Text(
            "Comment chacun obtient son pays\u00a0: au choix à tour de rôle, selon la place, ou tiré au sort.",
            "How each gets a country: chosen in turn, by seat, or drawn by lot.",
        ),
        "choose",
        ("choose", "seats", "drawn"),
        (Text("Au choix", "Chosen"), Text("Selon la place", "By seat"), Text("Au sort", "Drawn")),
    ),
    Option(
        "first",
        Text("Première présence", "First presence"),
        Text(
            "Sur toute côte, même déjà occupée, ou seulement sur une côte vide.",
            "On any coast, even an occupied one, or only on an empty coast.",
        ),
        "any",
        ("any", "empty"),
        (Text("Toute côte", "Any coast"), Text("Côte vide", "Empty coast")),
    ),
    Option(
        "start",
        Text("Départ", "Start"),
        Text(
            "Premières présences libres, ou imposées selon l’histoire.",
            "First presences placed freely, or where history had them.",
        ),
        "free",
        ("free", "historical"),
        (Text("Libre", "Free"), Text("Historique", "Historical")),
    ),
    Option(
        "landing",
        Text("Débarquements", "Landings"),
        Text(
            "Plusieurs débarquements au même endroit réussissent tous, ou échouent face à une autre arrivée.",
            "Several landings at one place all succeed, or fail where another country arrives as well.",
        ),
        "all",
        ("all", "bounce"),
        (Text("Tous réussissent", "All succeed"), Text("Se repoussent", "Bounce")),
    ),
    Option(
        "shortage",
        Text("Manque de présences", "Shortage of presences"),
        Text(
            "Quand le stock ne suffit pas, l’ordre alphabétique est celui des départs ou celui des destinations.",
            "When the stock runs out, the alphabetical order is that of the origins or of the targets.",
        ),
        "origin",
        ("origin", "target"),
        (Text("Par départ", "By origin"), Text("Par destination", "By target")),
    ),
    Option(
        "madagascar",
        Text("Madagascar", "Madagascar"),
        Text(
            "Liaison maritime avec le Lac Nyassa, aucune, ou aussi avec Zanzibar.",
            "A sea link with Lake Nyasa, none, or one with Zanzibar as well.",
        ),
        "linked",
        MADAGASCAR,
        (Text("Lac Nyassa", "Lake Nyasa"), Text("Isolée", "Isolated"), Text("Et Zanzibar", "And Zanzibar")),
    ),
)

PRESETS = (
    Preset(
        "box",
        Text("Comme dans la boîte", "As in the box"),
        Text("Les règles telles quelles.", "The rules as they are."),
    ),
    Preset(
        "historical",
        Text("Départ historique", "Historical start"),
        Text(
            "La variante des règles\u00a0: premières présences imposées.",
            "The rules' own variant: imposed first presences.",
        ),
        {"start": "historical"},
    ),
)


def codes(options: Mapping[str, Value]) -> npt.NDArray[np.int64]:
    """Options, some of them given, as `set_up` takes them."""
    unknown = set(options) - {option.name for option in OPTIONS}
    if unknown:
        listed = ", ".join(sorted(unknown))
        raise BadInput(Text(f"Options inconnues\u00a0: {listed}.", f"Unknown options: {listed}."))
    return np.array(
        [option.code(option.parse(options.get(option.name, option.default))) for option in OPTIONS], np.int64
    )


ENDINGS = ("last-year", "last-colony")

# What reports call a kind of action and an ending.
VOCABULARY = {
    "choose": Text("choisir un pays", "choose a country"),
    "place": Text("poser", "place"),
    "nothing": Text("ne rien ordonner", "order nothing"),
    "develop": Text("développer", "develop"),
    "explore": Text("explorer", "explore"),
    "no-landing": Text("rester en mer", "stay at sea"),
    "land": Text("débarquer", "land"),
    "alliance": Text("proposer une alliance", "offer an alliance"),
    "war": Text("faire la guerre", "go to war"),
    "ready": Text("sceller ses ordres", "seal one’s orders"),
    "unready": Text("rouvrir ses ordres", "open one’s orders again"),
    "last-year": Text("dernière année jouée", "last year played"),
    "last-colony": Text("dernière colonie bâtie", "last colony built"),
}


def longest(seats: int, options: Mapping[str, Value]) -> int:
    """A country and a presence each, then eight turns of full sheets, sealed."""
    return 2 * seats + TURNS * seats * (MAX_STROKES + 1)


FACTS = Facts(
    id="africa1880",
    title=Text("AFRICA 1880", "AFRICA 1880"),
    author="Francis Pacherie",
    year=1997,
    tagline=Text(
        "Ordres secrets, promesses à voix basse\u00a0: le partage colonial du continent, montré pour ce qu’il fut.",
        "Secret orders, whispered promises: the colonial partition of the continent, shown for what it was.",
    ),
    minutes=90,
    min_seats=3,
    max_seats=COUNTRIES,
    # Countries are chosen by default, so a seat has none at the start.
    seat_names=tuple(Text(f"Place {seat + 1}", f"Seat {seat + 1}") for seat in range(COUNTRIES)),
    options=OPTIONS,
    presets=PRESETS,
    endings=ENDINGS,
    vocabulary=VOCABULARY,
    longest=longest,
)
