"""The switches of a table; their codes are what the state stores, in this order."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from caravane.errors import BadInput
from caravane.game import Option, Preset, Value
from caravane.games.africa1880.board import MADAGASCAR
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
