"""The lines of a turn's report: each a structure for programs and a sentence for people."""

from collections.abc import Iterable
from dataclasses import dataclass

from caravane.game import Structure
from caravane.games.africa1880.board import COUNTRY, SQUARES, TERRITORY, THE_COUNTRY
from caravane.games.africa1880.state import NOBODY, UNWRITTEN, WAR
from caravane.text import Text


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the report; `country` is the one it is about, or NOBODY."""

    country: int
    what: Structure
    text: Text


@dataclass(frozen=True, slots=True)
class Expedition:
    """An order to set up a presence and what came of it; `rule` is empty if it arrived."""

    country: int
    here: int  # NOBODY for a landing
    there: int
    rule: str = ""


def said(country: int, fr: str, en: str) -> Text:
    """A sentence about a country, its name first."""
    name = COUNTRY[country].name
    return Text(f"{name.fr}\u00a0: {fr}", f"{name.en}: {en}")


def names(countries: Iterable[int]) -> Text:
    """Several countries in a row."""
    listed = [COUNTRY[country].name for country in countries]
    return Text(", ".join(name.fr for name in listed), ", ".join(name.en for name in listed))


def the(countries: Iterable[int]) -> Text:
    """Several countries inside a sentence."""
    listed = [THE_COUNTRY[country] for country in countries]
    return Text(", ".join(name.fr for name in listed), ", ".join(name.en for name in listed))


def ids(countries: Iterable[int]) -> list[str]:
    """Several countries by id."""
    return [COUNTRY[country].id for country in countries]


def _s(count: int) -> str:
    return "s" if count > 1 else ""


def relations(country: int, declared: dict[int, int]) -> Fact:
    """What a country declared to each other one (§4.10)."""
    wars = [other for other in declared if declared[other] == WAR]
    allies = [other for other in declared if declared[other] != WAR]
    what = {
        "type": "relations",
        "country": COUNTRY[country].id,
        "war": ids(wars),
        "alliance": ids(allies),
        "unwritten": ids(other for other in declared if declared[other] == UNWRITTEN),
    }
    foes = the(wars)
    if not wars:
        text = said(country, "alliance avec tous.", "alliance with all.")
    elif not allies:
        text = said(country, "guerre avec tous.", "war with all.")
    else:
        friends = the(allies)
        text = said(
            country,
            f"guerre avec {foes.fr}\u00a0; alliance avec {friends.fr}.",
            f"war with {foes.en}; alliance with {friends.en}.",
        )
    return Fact(country, what, text)


def developed(territory: int, who: list[int], placed: int, done: int) -> Fact:
    """Squares that were covered (§4.2)."""
    squares = int(SQUARES[territory])
    place, by = TERRITORY[territory].name, names(who)
    what = {
        "type": "developed",
        "territory": TERRITORY[territory].id,
        "countries": ids(who),
        "placed": placed,
        "developed": done,
        "squares": squares,
    }
    text = Text(
        f"{place.fr}\u00a0: +{placed} développement{_s(placed)} ({by.fr}), {done} sur {squares}.",
        f"{place.en}: +{placed} development{_s(placed)} ({by.en}), {done} of {squares}.",
    )
    return Fact(who[0] if len(who) == 1 else NOBODY, what, text)


def surplus(territory: int, who: list[int], too_many: int) -> Fact:
    """Developments for which no square was left (§4.2)."""
    place, by = TERRITORY[territory].name, names(who)
    what = {
        "type": "surplus",
        "territory": TERRITORY[territory].id,
        "countries": ids(who),
        "too_many": too_many,
        "rule": "4.2",
    }
    text = Text(
        f"{place.fr}\u00a0: {too_many} développement{_s(too_many)} de trop ({by.fr}), sans effet (§4.2).",
        f"{place.en}: {too_many} development{_s(too_many)} too many ({by.en}), without effect (§4.2).",
    )
    return Fact(who[0] if len(who) == 1 else NOBODY, what, text)


NO_EFFECT: dict[str, Text] = {
    "4.5": Text("une présence y est déjà ou y arrive déjà", "a presence stands or arrives there already"),
    "4.6": Text("plus de présence en stock", "no presence left in stock"),
    "4.7": Text("plus de présence en stock", "no presence left in stock"),
    "4.9": Text("un autre pays y arrive aussi", "another country arrives there too"),
}


def arrival(expedition: Expedition) -> Fact:
    """A presence that was set up, or why it was not."""
    there = TERRITORY[expedition.there]
    what: Structure = {"country": COUNTRY[expedition.country].id, "to": there.id}
    if expedition.here == NOBODY:
        fr, en = f"débarquement → {there.name.fr}", f"landing → {there.name.en}"
        what |= {"type": "landed"}
    else:
        here = TERRITORY[expedition.here]
        fr, en = f"{here.name.fr} → {there.name.fr}", f"{here.name.en} → {there.name.en}"
        what |= {"type": "explored", "from": here.id}
    if not expedition.rule:
        return Fact(expedition.country, what, said(expedition.country, f"{fr}.", f"{en}."))
    why = NO_EFFECT[expedition.rule]
    what |= {"type": "no-effect", "order": what["type"], "rule": expedition.rule}
    text = said(
        expedition.country,
        f"{fr}, sans effet\u00a0: {why.fr} (§{expedition.rule}).",
        f"{en}, without effect: {why.en} (§{expedition.rule}).",
    )
    return Fact(expedition.country, what, text)


def removed(territory: int, country: int, foes: list[int], friends: list[int]) -> Fact:
    """A presence that left, and by whose declarations."""
    rule = "5.2" if len(foes) + len(friends) == 1 else "5.3"
    what = {
        "type": "removed",
        "country": COUNTRY[country].id,
        "territory": TERRITORY[territory].id,
        "war": ids(foes),
        "alliance": ids(friends),
        "rule": rule,
    }
    place = TERRITORY[territory].name
    text = said(
        country,
        f"présence retirée ({place.fr}), {_against(foes, friends, rule).fr} (§{rule}).",
        f"presence removed ({place.en}), {_against(foes, friends, rule).en} (§{rule}).",
    )
    return Fact(country, what, text)


def _against(foes: list[int], friends: list[int], rule: str) -> Text:
    war, peace = the(foes), the(friends)
    if rule == "5.2":
        return Text(f"alliance déclarée mais guerre reçue ({war.fr})", f"alliance declared but war received ({war.en})")
    if not friends:
        return Text(f"guerre déclarée par {war.fr}", f"war declared by {war.en}")
    return Text(
        f"guerre déclarée par {war.fr}, alliance par {peace.fr}", f"war declared by {war.en}, alliance by {peace.en}"
    )


def founding(territory: int, here: list[int], wars: list[tuple[int, int]]) -> Fact:
    """A fully developed territory: a colony, or why not (§6.1)."""
    place, who = TERRITORY[territory].name, names(here)
    what: Structure = {"type": "colony", "territory": TERRITORY[territory].id, "countries": ids(here)}
    if here and not wars:
        return Fact(NOBODY, what, Text(f"{place.fr}\u00a0: colonie ({who.fr}).", f"{place.en}: colony ({who.en})."))
    what |= {"type": "no-colony", "war": [ids(pair) for pair in wars], "rule": "6.1"}
    if not here:
        text = Text(
            f"{place.fr}\u00a0: développé, mais sans présence, pas de colonie (§6.1).",
            f"{place.en}: developed but empty, no colony (§6.1).",
        )
        return Fact(NOBODY, what, text)
    pairs = ", ".join(f"{COUNTRY[a].name.fr} → {COUNTRY[b].name.fr}" for a, b in wars)
    pairs_en = ", ".join(f"{COUNTRY[a].name.en} → {COUNTRY[b].name.en}" for a, b in wars)
    text = Text(
        f"{place.fr}\u00a0: développé, pas de colonie tant qu’il y a guerre ({pairs}) (§6.1).",
        f"{place.en}: developed, no colony while there is war ({pairs_en}) (§6.1).",
    )
    return Fact(NOBODY, what, text)
