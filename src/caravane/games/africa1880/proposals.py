"""What can be promised in the talks, and whether it was kept once the sheets are open. Promises bind nobody (§2.3).

A promise: {"type": "alliance", "by": "france", "to": "italy", "year": 1895}; `alliance` and `war` name a country
(`to`), the others a territory: `develop` (also to support somebody's), `no-development`, `no-landing`,
`no-exploration`. A proposal is a list of promises, by both sides; who may see it is the table's business.
"""

from collections.abc import Callable

from caravane.errors import BadInput
from caravane.game import Structure
from caravane.games.africa1880.actions import country_index, territory_index
from caravane.games.africa1880.board import COUNTRIES, COUNTRY, SQUARES, TERRITORIES, TERRITORY, THE_COUNTRY, YEARS
from caravane.games.africa1880.state import DEVELOP, EXPLORE_TO, LAND_AT, NOBODY, WAR, WRITING, State
from caravane.games.africa1880.writing import may_explore, may_land
from caravane.text import Text

TOWARDS_COUNTRY = ("alliance", "war")
_WORDS = {
    "alliance": Text("alliance avec {x}", "alliance with {x}"),
    "war": Text("guerre avec {x}", "war with {x}"),
    "develop": Text("développer\u00a0: {x}", "develop {x}"),
    "no-development": Text("ne pas développer\u00a0: {x}", "not develop {x}"),
    "no-landing": Text("pas de débarquement\u00a0: {x}", "no landing at {x}"),
    "no-exploration": Text("pas d’exploration\u00a0: {x}", "no exploration into {x}"),
}
_Kept = Callable[[State, int, int, int], bool]  # (view, turn, who promised, country or territory)
_KEPT: dict[str, _Kept] = {
    "alliance": lambda view, turn, by, other: bool(view.past_relation[turn, by, other] != WAR),
    "war": lambda view, turn, by, other: bool(view.past_relation[turn, by, other] == WAR),
    "develop": lambda view, turn, by, place: bool(view.past_order[turn, by, place] == DEVELOP),
    "no-development": lambda view, turn, by, place: bool(view.past_order[turn, by, place] != DEVELOP),
    "no-landing": lambda view, turn, by, place: bool(view.past_landing[turn, by] != LAND_AT + place),
    "no-exploration": lambda view, turn, by, place: not bool((view.past_order[turn, by] == EXPLORE_TO + place).any()),
}


def check(promise: Structure) -> tuple[str, int, int, int]:
    """Its type, who promises, about which country or territory, in which turn; BadInput if it is none."""
    kind, year = promise.get("type"), promise.get("year")
    if not isinstance(kind, str) or kind not in _WORDS:
        possible = ", ".join(_WORDS)
        raise BadInput(
            Text(
                f"Promesse inconnue\u00a0: {kind!r}\u00a0; possibles\u00a0: {possible}.",
                f"Unknown promise {kind!r}; possible: {possible}.",
            )
        )
    if year not in YEARS:
        raise BadInput(Text(f"Année inconnue\u00a0: {year!r}.", f"Unknown year {year!r}."))
    by = country_index(promise.get("by"))
    if kind in TOWARDS_COUNTRY:
        about = country_index(promise.get("to"))
        if about == by:
            raise BadInput(Text("Un pays ne se promet rien à lui-même.", "A country promises nothing to itself."))
        return kind, by, about, YEARS.index(year)
    return kind, by, territory_index(promise.get("territory")), YEARS.index(year)


def promise_text(promise: Structure) -> Text:
    """A promise in words."""
    kind, by, about, turn = check(promise)
    named = THE_COUNTRY[about] if kind in TOWARDS_COUNTRY else TERRITORY[about].name
    words, who, year = _WORDS[kind], COUNTRY[by].name, YEARS[turn]
    return Text(
        f"{who.fr}, {year}, {words.fr.format(x=named.fr)}.", f"{who.en}, {year}: {words.en.format(x=named.en)}."
    )


def promise_kept(view: State, promise: Structure) -> bool | None:
    """Whether a promise was kept; None while its turn is not revealed."""
    kind, by, about, turn = check(promise)
    if turn >= int(view.turn):
        return None
    return _KEPT[kind](view, turn, by, about)


def promises(view: State, seat: int) -> list[Structure]:
    """What a seat can promise for the turn being written, and what would mean something."""
    country = int(view.country[seat]) if seat >= 0 else NOBODY
    if int(view.stage) != WRITING or country == NOBODY:
        return []
    base = {"by": COUNTRY[country].id, "year": YEARS[int(view.turn)]}
    others = [other for other in range(COUNTRIES) if other != country and int(view.seat_of[other]) != NOBODY]
    found = [{"type": kind, **base, "to": COUNTRY[other].id} for other in others for kind in TOWARDS_COUNTRY]
    for kind, is_possible in _POSSIBLE.items():
        for place in range(TERRITORIES):
            if is_possible(view, country, place):
                found.append({"type": kind, **base, "territory": TERRITORY[place].id})
    return found


def _may_develop(view: State, country: int, place: int) -> bool:
    return bool(view.present[country, place]) and int(view.developed[place]) < int(SQUARES[place])


def _may_arrive(view: State, country: int, place: int) -> bool:
    if view.present[country, place]:
        return False
    return any(view.present[country, here] and may_explore(view, here, place) for here in range(TERRITORIES))


_POSSIBLE: dict[str, Callable[[State, int, int], bool]] = {
    "develop": _may_develop,
    "no-development": _may_develop,
    "no-landing": lambda view, _, place: bool(may_land(view, place)),
    "no-exploration": _may_arrive,
}
