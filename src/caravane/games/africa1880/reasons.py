"""What an order of AFRICA 1880 aims at, in words, from the board and the writer's own sheet; nothing about others'."""

from typing import Any

from caravane.games.africa1880.actions import ALLY, FIGHT, PLACE, READY, STAY_AT_SEA, UNREADY, decode
from caravane.games.africa1880.board import (
    ALONE,
    COUNTRIES,
    COUNTRY_INDEX,
    HISTORICAL,
    SHARED,
    SQUARES,
    TERRITORIES,
    TERRITORY_INDEX,
    THE_COUNTRY,
    THE_TERRITORY,
    TURNS,
    neighbours,
)
from caravane.games.africa1880.report_lines import the
from caravane.games.africa1880.resolution import stock
from caravane.games.africa1880.state import NOBODY
from caravane.games.africa1880.warnings import is_landing_missing, missing_orders, missing_relations
from caravane.reasons import Reason
from caravane.text import Text, at, counted

SQUARE = Text("case", "square"), Text("cases", "squares")


def reason(view: Any, seat: int, action: int) -> Reason:
    """Why this action, by what line it writes."""
    what = decode(action)
    country = int(view.country[seat])
    if action < PLACE:
        return _choose(view, COUNTRY_INDEX[what["country"]])
    if action in (READY, UNREADY):
        return _seal(view, country, action)
    if action == STAY_AT_SEA:
        return _stay(view, country)
    if action >= ALLY:
        return _relation(view, country, COUNTRY_INDEX[what["country"]], is_war=action >= FIGHT)
    if what["type"] in ("place", "land"):
        return _arrive(view, country, TERRITORY_INDEX[what["territory"]], lands=what["type"] == "land")
    if what["type"] == "explore":
        return _arrive(view, country, TERRITORY_INDEX[what["to"]], origin=TERRITORY_INDEX[what["from"]])
    if what["type"] == "develop":
        return _develop(view, country, TERRITORY_INDEX[what["territory"]])
    return _nothing(view, country, TERRITORY_INDEX[what["territory"]])


def others_at(view: Any, country: int, territory: int) -> list[int]:
    """The other countries that stand there."""
    return [other for other in range(COUNTRIES) if other != country and int(view.present[other, territory])]


def others_near(view: Any, country: int, territory: int) -> list[int]:
    """The other countries that could come there by land."""
    near = neighbours(territory, int(view.madagascar))
    here = set(others_at(view, country, territory))
    return [
        other
        for other in range(COUNTRIES)
        if other != country and other not in here and any(int(view.present[other, place]) for place in near)
    ]


def _missing(view: Any, territory: int) -> int:
    return int(SQUARES[territory]) - int(view.developed[territory])


def _look(territory: int) -> Text:
    name = THE_TERRITORY[territory]
    return Text(f"Regardez {name.fr}.", f"Look at {name.en}.")


def _choose(view: Any, country: int) -> Reason:
    start = THE_TERRITORY[int(HISTORICAL[country])]
    if int(view.historical):
        gain = Text(f"commence avec {start.fr}", f"begins with {start.en}")
    else:
        gain = Text(
            f"place sa présence au rang {country + 1} sur {COUNTRIES}",
            f"places its presence as number {country + 1} of {COUNTRIES}",
        )
    where = Text("Regardez les pays libres.", "Look at the free countries.")
    return Reason(where, Text("Choisissez un pays.", "Choose a country."), (gain,))


def _arrive(view: Any, country: int, territory: int, lands: bool = False, origin: int = NOBODY) -> Reason:
    """A first presence, a landing or an exploration (§1.6, §3.3, §3.5)."""
    here, near = others_at(view, country, territory), others_near(view, country, territory)
    squares, name = counted(_missing(view, territory), *SQUARE), THE_TERRITORY[territory]
    if here:
        who = the(here)
        gains = [Text(f"dispute {name.fr} avec {who.fr}", f"contests {name.en} with {who.en}")]
    elif near:
        who = the(near)
        gains = [Text(f"prend {name.fr} avant {who.fr}", f"takes {name.en} before {who.en}")]
    else:
        gains = [Text(f"prend {name.fr}, que personne n’approche", f"takes {name.en}, which nobody is near")]
    gains.append(
        Text(f"laisse {squares.fr} à couvrir avant la colonie", f"leaves {squares.en} to cover before a colony")
    )
    free = [
        each
        for each in neighbours(territory, int(view.madagascar))
        if not int(view.colony[each]) and each != origin and not others_at(view, NOBODY, each)
    ]
    empty = counted(len(free), Text("voisin libre", "free neighbour"), Text("voisins libres", "free neighbours"))
    gains.append(Text(f"touche {empty.fr}", f"borders {empty.en}"))
    kind = (
        Text("Le bateau peut prendre une côte.", "The boat can take a coast.")
        if lands
        else Text("Il y a une terre à prendre.", "There is land to take.")
    )
    return Reason(_look(territory), kind, tuple(gains))


def _develop(view: Any, country: int, territory: int) -> Reason:
    here, missing = others_at(view, country, territory), _missing(view, territory)
    name = THE_TERRITORY[territory]
    if missing == 0:
        gain = Text(f"ne couvre rien\u00a0: {name.fr} est complet", f"covers nothing: {name.en} is complete")
    elif missing == 1 and here:
        who = the(here)
        gain = Text(
            f"achève {name.fr}\u00a0: {SHARED} points, partagés avec {who.fr} si tous s’allient",
            f"completes {name.en}: {SHARED} points, shared with {who.en} if all are allied",
        )
    elif missing == 1:
        gain = Text(
            f"achève {name.fr}\u00a0: {ALONE} points si vous y restez seul",
            f"completes {name.en}: {ALONE} points if you stay there alone",
        )
    else:
        left = counted(missing - 1, *SQUARE)
        gain = Text(f"ne laisse que {left.fr} à couvrir ({name.fr})", f"leaves only {left.en} to cover in {name.en}")
    near = others_near(view, country, territory)
    threat = the(near)
    late = () if not near else (Text(f"va plus vite que {threat.fr} à côté", f"is faster than {threat.en} next door"),)
    return Reason(_look(territory), Text("Développez vers une colonie.", "Develop towards a colony."), (gain, *late))


def _nothing(view: Any, country: int, territory: int) -> Reason:
    name, left = THE_TERRITORY[territory], int(stock(view, country))
    if int(view.colony[territory]):
        gain = Text(f"garde la colonie ({name.fr})", f"keeps the colony ({name.en})")
    elif _missing(view, territory) == 0:
        gain = Text(f"garde {name.fr}, où tout est couvert", f"keeps {name.en}, where all is covered")
    else:
        gain = Text(f"ne change rien pour {name.fr}", f"changes nothing in {name.en}")
    spared = Text(f"épargne la réserve\u00a0: {left}", f"spares the stock: {left}")
    return Reason(_look(territory), Text("Une présence peut attendre.", "A presence can wait."), (gain, spared))


def _stay(view: Any, country: int) -> Reason:
    left = int(stock(view, country))
    gain = Text(f"garde en réserve {left} présences", f"keeps {left} presences in stock")
    where = Text("Regardez la ligne du bateau.", "Look at the boat's line.")
    return Reason(where, Text("Le bateau peut attendre.", "The boat can wait."), (gain,))


def meeting_places(view: Any, country: int, other: int) -> tuple[list[int], list[int]]:
    """Where two countries stand together outside colonies, and where they could meet this turn."""
    mine = {t for t in range(TERRITORIES) if int(view.present[country, t])}
    theirs = {t for t in range(TERRITORIES) if int(view.present[other, t])}
    now = [t for t in sorted(mine & theirs) if not int(view.colony[t])]

    def reach(places: set[int]) -> set[int]:
        return places | {near for place in places for near in neighbours(place, int(view.madagascar))}

    later = [t for t in sorted(reach(mine) & reach(theirs)) if t not in now and not int(view.colony[t])]
    return now, later


def _relation(view: Any, country: int, other: int, is_war: bool) -> Reason:
    """What an alliance or a war with a country decides (§5.2, §5.3, §6.1, §7.4)."""
    now, later = meeting_places(view, country, other)
    name = THE_COUNTRY[other]
    gains = []
    for place in now[:1]:
        there, crowd = THE_TERRITORY[place], len(others_at(view, country, place)) > 1
        if is_war and crowd:
            gains.append(Text(f"pèse contre {name.fr} pour {there.fr}", f"weighs against {name.en} in {there.en}"))
        elif is_war:
            gains.append(
                Text(
                    f"chasse {name.fr} ({there.fr}) contre une alliance, et tient contre une guerre",
                    f"drives {name.en} from {there.en} if it writes alliance, and holds against war",
                )
            )
        elif _missing(view, place) == 0:
            gains.append(Text(f"partage la colonie ({there.fr})", f"shares the colony ({there.en})"))
        else:
            gains.append(
                Text(f"laisse {at(name.fr)} sa place ({there.fr})", f"leaves {name.en} its place in {there.en}")
            )
    if not now and later:
        there = THE_TERRITORY[later[0]]
        gains.append(
            Text(f"garde {there.fr} contre {name.fr}", f"guards {there.en} against {name.en}")
            if is_war
            else Text(
                f"évite une querelle avec {name.fr} ({there.fr})", f"avoids a quarrel with {name.en} in {there.en}"
            )
        )
    if not now and not later:
        gains.append(Text(f"ne rencontre {name.fr} nulle part", f"meets {name.en} nowhere"))
    if int(view.turn) == TURNS - 1:
        gains.append(
            Text(f"refuse un point {at(name.fr)} (dernier tour)", f"denies {name.en} a point in the last turn")
            if is_war
            else Text(f"donne un point {at(name.fr)} (dernier tour)", f"gives {name.en} a point in the last turn")
        )
    where = Text(f"Regardez où {name.fr} peut vous rencontrer.", f"Look where {name.en} can meet you.")
    kind = (
        Text("Soyez en garde.", "Be on your guard.") if is_war else Text("Une alliance suffit.", "An alliance will do.")
    )
    return Reason(where, kind, tuple(gains))


def _seal(view: Any, country: int, action: int) -> Reason:
    where = Text("Regardez votre fiche.", "Look at your sheet.")
    if action == UNREADY:
        gain = Text("reprend la fiche pour la changer", "takes the sheet back to change it")
        return Reason(where, Text("La fiche peut changer.", "The sheet can change."), (gain,))
    empty = len(missing_orders(view, country)) + len(missing_relations(view, country))
    empty += int(is_landing_missing(view, country))
    lines = counted(empty, Text("ligne vide", "empty line"), Text("lignes vides", "empty lines"))
    gain = (
        Text(
            "scelle une fiche complète\u00a0: il n’y a plus rien à écrire",
            "seals a whole sheet: there is nothing left to write",
        )
        if empty == 0
        else Text(
            f"scelle en laissant {lines.fr} (rien ou alliance)",
            f"seals leaving {lines.en} (nothing or alliance)",
        )
    )
    return Reason(where, Text("La fiche peut être scellée.", "The sheet can be sealed."), (gain,))
