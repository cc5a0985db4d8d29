"""The options and presets of L'Africa, with a sentence each for whoever opens a table."""

from collections.abc import Mapping

from caravane.facts import Facts, Need, Value
from caravane.game import Option, Preset
from caravane.games.pistes.board import PAWNS
from caravane.games.pistes.state import ENDINGS
from caravane.text import Text

NUMBERED_PAWNS = Need("variant", ("first", "second"))
NUMBERED_CELLS = Need("variant", ("second", "second-beginners"))

OPTIONS = (
    Option(
        "variant",
        Text("Variante", "Variant"),
        Text(
            "Avec ou sans numéros sur les pions et les cases du camp.",
            "With or without numbers on pawns and camp cells.",
        ),
        "plain",
        ("plain", "first", "second", "second-beginners"),
        (
            Text("Jeu simple", "Plain game"),
            Text("Première : pions numérotés", "First: numbered pawns"),
            Text("Deuxième : pions et cases numérotés", "Second: numbered pawns and cells"),
            Text("Deuxième, débutants : cases numérotées", "Second, beginners: numbered cells"),
        ),
    ),
    Option(
        "move",
        Text("Course", "Run"),
        Text(
            "Un pion va jusqu’à l’obstacle, ou peut s’arrêter avant.",
            "A pawn runs to the obstacle, or may stop earlier.",
        ),
        "slide",
        ("slide", "rook"),
        (Text("Jusqu’à l’obstacle", "To the obstacle"), Text("Arrêt libre", "Stop anywhere")),
    ),
    Option(
        "camp",
        Text("Son propre camp", "One's own camp"),
        Text("On peut en ressortir, ou il retient les pions.", "Pawns may leave it again, or it keeps them."),
        "open",
        ("open", "locked"),
        (Text("Ouvert", "Open"), Text("Fermé à la sortie", "No way out")),
    ),
    Option(
        "gate_limit",
        Text("Pions devant le camp adverse", "Pawns in front of the opponent's camp"),
        Text(
            "Combien de vos pions peuvent tenir les six cases autour du camp adverse ; six : sans limite.",
            "How many of your pawns may hold the six cells around the opponent's camp; six: no limit.",
        ),
        6,
        low=1,
        high=6,
    ),
    Option(
        "placement",
        Text("Pose des pions numérotés", "Laying numbered pawns"),
        Text(
            "Chacun pose les pions de l’autre, ou le hasard s’en charge.",
            "Each lays the other's pawns, or chance does.",
        ),
        "opponent",
        ("opponent", "random"),
        (Text("Par l’adversaire", "By the opponent"), Text("Au hasard", "At random")),
        needs=(NUMBERED_PAWNS,),
    ),
    Option(
        "order",
        Text("Ordre des numéros", "Order of the numbers"),
        Text(
            "Première variante : « once », il suffit d’être entré une fois. Deuxième : « strict », personne n’entre avant son tour.",
            "First variant: “once”, having been in is enough. Second: “strict”, nobody enters before its turn.",
        ),
        "as-written",
        ("as-written", "once", "strict"),
        (Text("Comme écrit", "As written"), Text("Une fois suffit", "Once is enough"), Text("Strict", "Strict")),
        needs=(Need("variant", ("first",), "once"), Need("variant", ("second",), "strict")),
    ),
    Option(
        "power",
        Text("Pions maîtres", "Power pawns"),
        Text(
            "Les pions du milieu vont aussi en diagonale et s’arrêtent où ils veulent.",
            "The middle pawns also run diagonally and stop where they like.",
        ),
        "none",
        ("none", "middle"),
        (Text("Aucun", "None"), Text("Les deux du milieu", "The two in the middle")),
    ),
    Option(
        "match",
        Text("Rencontre", "Match"),
        Text("Deux manches en changeant de camp, ou une seule.", "Two games with camps changed, or a single one."),
        "two",
        ("two", "single"),
        (Text("Deux manches", "Two games"), Text("Une manche", "Single game")),
    ),
    Option(
        "repetition",
        Text("Répétition", "Repetition"),
        Text(
            "La manche est nulle quand une position revient pour la n-ième fois.",
            "A game is drawn at the n-th occurrence of a position.",
        ),
        3,
        low=2,
        high=9,
    ),
    Option(
        "no_progress",
        Text("Coups sans progrès", "Plies without progress"),
        Text(
            "La manche est nulle après tant de coups sans nouveau record de pions rentrés.",
            "A game is drawn after so many plies without a new highest number of pawns home.",
        ),
        100,
        low=10,
        high=100,
        needs=(Need("variant", ("plain", "first")),),
    ),
    Option(
        "cap",
        Text("Limite de coups", "Ply limit"),
        Text(
            "Deuxièmes variantes : après tant de coups, le plus d’étapes l’emporte.",
            "Second variants: after so many plies the most milestones win.",
        ),
        400,
        low=50,
        high=1000,
        needs=(NUMBERED_CELLS,),
    ),
    Option(
        "numbering",
        Text("Numéros des camps", "Numbers of the camps"),
        Text(
            "Chacun numérote le camp de l’autre, ou le hasard s’en charge.",
            "Each numbers the other's camp, or chance does.",
        ),
        "opponent",
        ("opponent", "random"),
        (Text("Par l’adversaire", "By the opponent"), Text("Au hasard", "At random")),
        needs=(NUMBERED_CELLS,),
    ),
)

PRESETS = (
    Preset(
        "club",
        Text("Club", "Club"),
        Text(
            "La règle de 1977, sans blocus : au plus trois pions devant le camp adverse.",
            "The rules of 1977 without blockades: at most three pawns in front of the opponent's camp.",
        ),
        {"gate_limit": 3},
    ),
    Preset(
        "africa-1977",
        Text("L’Africa 1977", "L’Africa 1977"),
        Text("La règle de la boîte, telle quelle.", "The rules of the box as they are."),
    ),
    Preset(
        "first",
        Text("Première variante", "First variant"),
        Text("Pions numérotés, à rentrer dans l’ordre.", "Numbered pawns that come home in order."),
        {"variant": "first"},
    ),
    Preset(
        "second",
        Text("Deuxième variante", "Second variant"),
        Text("Chaque pion numéroté a sa case, dans l’ordre.", "Each numbered pawn has its cell, in order."),
        {"variant": "second"},
    ),
    Preset(
        "second-beginners",
        Text("Deuxième variante, débutants", "Second variant for beginners"),
        Text(
            "Les cases du camp s’occupent dans l’ordre, pions sans numéro.",
            "The camp's cells are reached in order, pawns have no number.",
        ),
        {"variant": "second-beginners"},
    ),
    Preset(
        "outwit-1978",
        Text("Outwit 1978", "Outwit 1978"),
        Text(
            "Camps fermés à la sortie et un pion maître par côté.",
            "Camps that keep their pawns, and a power pawn a side.",
        ),
        {"camp": "locked", "power": "middle"},
    ),
)


SIDES = (Text("clairs", "light"), Text("foncés", "dark"))

# What reports call a kind of action and an ending.
VOCABULARY = {
    "move": Text("déplacer un pion", "move a pawn"),
    "pass": Text("passer", "pass"),
    "lay": Text("poser un pion", "lay a pawn"),
    "number": Text("choisir une case numérotée", "choose a numbered cell"),
    "home": Text("neuf pions rentrés", "nine pawns home"),
    "repetition": Text("position répétée", "repeated position"),
    "no-progress": Text("plus de progrès", "no progress"),
    "blocked": Text("plus personne ne peut bouger", "nobody can move"),
    "cap": Text("limite de coups atteinte", "move limit reached"),
}


def longest(seats: int, options: Mapping[str, Value]) -> int:
    """Setting up, and moves: to the cap, or the no-progress limit before, between and after 18 steps of progress."""
    has_cells = options["variant"] in ("second", "second-beginners")
    has_numbers = options["variant"] in ("first", "second")
    decisions = int(options["cap"]) if has_cells else (2 * PAWNS + 1) * int(options["no_progress"])
    decisions += 2 * PAWNS * (has_cells and options["numbering"] == "opponent")
    decisions += 2 * PAWNS * (has_numbers and options["placement"] == "opponent")
    return decisions * (1 if options["match"] == "single" else 2)


FACTS = Facts(
    id="pistes",
    title=Text("L’Africa", "L’Africa"),
    year=1977,
    tagline=Text(
        "Vos pions glissent jusqu’à l’obstacle. Neuf à rentrer, rien à capturer.",
        "Your pawns slide until something stops them. Nine to bring home, nothing to capture.",
    ),
    minutes=15,
    min_seats=2,
    max_seats=2,
    seat_names=SIDES,
    options=OPTIONS,
    presets=PRESETS,
    endings=ENDINGS,
    vocabulary=VOCABULARY,
    longest=longest,
)
