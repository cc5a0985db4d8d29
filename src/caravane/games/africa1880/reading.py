"""A line of text back into a position of AFRICA 1880: what is wrong with it is said part by part. docs/positions.md."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

from caravane.game import load
from caravane.games.africa1880.board import (
    COASTAL,
    COUNTRIES,
    COUNTRY,
    JOINED,
    PRESENCES,
    SQUARES,
    TERRITORY,
    YEARS,
    Named,
)
from caravane.games.africa1880.drawing import INITIALS
from caravane.games.africa1880.possible import check
from caravane.games.africa1880.sheets import plain
from caravane.games.africa1880.state import (
    ALLIANCE,
    CHOOSING,
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    MAX_STROKES,
    NO_LANDING,
    NOBODY,
    NOTHING,
    OVER,
    PLACING,
    STATE,
    WAR,
    WRITING,
)
from caravane.kernel import blank
from caravane.positions import UNKNOWN, named_parts, one_of, whole, wrong
from caravane.text import Text

COLONY = "colony"
NOBODY_THERE = "-"
LINES = {NOTHING: "-", DEVELOP: "D"}
_ORDERS = {"-": NOTHING, "D": DEVELOP}
_RELATIONS = {"A": ALLIANCE, "G": WAR, "W": WAR}
_PARTS = ("now", "seats", "sealed", "strokes", "war", "before")
_MOMENTS = ("choosing", "placing", *map(str, YEARS), *(f"over:{year}" for year in YEARS))
_PAST = re.compile(r"(\d{4})/(.+)", re.ASCII)
_LINE = re.compile(r"([^>:]+)([>:])([^>:]+)")


def _spelt(named: Sequence[Named]) -> dict[str, int]:
    return {plain(spelling): index for index, entry in enumerate(named) for spelling in entry.spellings}


_TERRITORIES, _COUNTRIES = _spelt(TERRITORY), _spelt(COUNTRY)


def _territory(word: str, name: str) -> int:
    if plain(name) in _TERRITORIES:
        return _TERRITORIES[plain(name)]
    return one_of(word, name, [entry.id for entry in TERRITORY])


def _country(word: str, name: str) -> int:
    """A country by its letter or its name."""
    if name.upper() in INITIALS:
        return INITIALS.index(name.upper())
    if plain(name) in _COUNTRIES:
        return _COUNTRIES[plain(name)]
    return one_of(word, name, [f"{INITIALS[country]} ({COUNTRY[country].id})" for country in range(COUNTRIES)])


def read(state: Any, words: list[str], viewer: int | None) -> None:
    """Fill the record of a fresh game from the moment, the seats, the territories and the sheets."""
    full: Any = blank(STATE)
    for name in ("africa1880", "countries", "first_empty", "historical", "landing_bounces", "shortage_by_target"):
        full[name] = state[name]
    full.madagascar = state.madagascar
    board = [word for word in words if ":" in word and "=" not in word]
    parts = _sort_out([word for word in words if word not in board])
    _read_moment(full, parts)
    _read_seats(full, parts)
    _read_board(full, board, full.present, full.developed, full.colony)
    _read_sheets(full, parts, viewer)
    _read_past(full, parts)
    check(full)
    known = full if viewer is None else load("africa1880").view(full, viewer)
    for name in STATE.names or ():
        state[name] = known[name]


def _sort_out(words: list[str]) -> dict[str, str]:
    """The parts by name: countries by their id, sheets of the past as 1880/france."""
    named = []
    for word in words:
        name, equals, value = word.partition("=")
        past = _PAST.fullmatch(name)
        if equals and past and plain(past[2]) in _COUNTRIES:
            name = f"{past[1]}/{COUNTRY[_COUNTRIES[plain(past[2])]].id}"
        elif equals and name not in _PARTS and plain(name) in _COUNTRIES:
            name = COUNTRY[_COUNTRIES[plain(name)]].id
        named.append(f"{name}={value}" if equals else word)
    ids = [entry.id for entry in COUNTRY]
    sheets = [f"{year}/{name}" for year in YEARS for name in ids]
    listed = [*_PARTS, *ids]
    for word in named:
        if word.partition("=")[0] not in sheets:
            named_parts([word], listed)
    parts = named_parts(named, [*listed, *sheets])
    for needed in ("now", "seats"):
        if needed not in parts:
            wrong(
                f"{needed}=",
                Text(
                    "cette partie manque\u00a0; il faut now= et seats=.",
                    "this part is missing; now= and seats= are needed.",
                ),
            )
    return parts


def _read_moment(full: Any, parts: dict[str, str]) -> None:
    word = f"now={parts['now']}"
    one_of(word, parts["now"], _MOMENTS)
    over, _, year = parts["now"].rpartition(":")
    if year in ("choosing", "placing"):
        full.stage = CHOOSING if year == "choosing" else PLACING
        return
    full.stage = OVER if over else WRITING
    full.turn = YEARS.index(int(year)) + (1 if over else 0)


def _read_seats(full: Any, parts: dict[str, str]) -> None:
    """The country of each seat, and whose sheet is sealed."""
    word, names = f"seats={parts['seats']}", parts["seats"].split(",")
    seats = int(full.africa1880)
    if len(names) != seats:
        wrong(
            word,
            Text(
                f"il faut {seats} pays séparés par des virgules, - pour une place sans pays.",
                f"{seats} countries are needed, separated by commas, - for a seat without one.",
            ),
        )
    full.country[:] = NOBODY
    full.seat_of[:] = NOBODY
    for seat, name in enumerate(names):
        if name == NOBODY_THERE:
            continue
        country = _country(word, name)
        if int(full.seat_of[country]) != NOBODY:
            wrong(word, Text(f"{name} y est deux fois.", f"{name} is there twice."))
        full.country[seat], full.seat_of[country] = country, seat
    word = f"sealed={parts.get('sealed', '')}"
    for name in filter(None, parts.get("sealed", "").split(",")):
        full.ready[int(full.seat_of[_played(full, word, name)])] = 1


def _played(full: Any, word: str, name: str) -> int:
    """A country that somebody plays (§1.1)."""
    country = _country(word, name)
    if int(full.seat_of[country]) == NOBODY:
        who = COUNTRY[country].name
        wrong(word, Text(f"personne ne joue {who.fr} (§1.1).", f"nobody plays {who.en} (§1.1)."))
    return country


def _read_board(full: Any, words: Sequence[str], present: Any, developed: Any, colony: Any) -> None:
    """`alger:FD/2`, `sahara:F/colony`, `congo:-/1`."""
    seen: set[int] = set()
    for word in words:
        name, _, rest = word.partition(":")
        place = _territory(word, name)
        if place in seen:
            wrong(word, Text(f"{name} y est deux fois.", f"{name} is there twice."))
        seen.add(place)
        who, slash, squares = rest.partition("/")
        for country in _standing(full, word, who):
            if present[country, place]:
                wrong(word, Text("un pays y est deux fois (§4.5).", "a country is there twice (§4.5)."))
            present[country, place] = 1
        most = int(SQUARES[place])
        colony[place] = squares == COLONY
        if squares == COLONY:
            developed[place] = most
        elif slash:
            developed[place] = whole(word, squares, 0, most)
        if colony[place] and not present[:, place].any():
            wrong(word, Text("une colonie a au moins une présence (§6.1).", "a colony has a presence (§6.1)."))
    for country in range(COUNTRIES):
        if present[country].sum() > PRESENCES:
            listed = COUNTRY[country].name
            wrong(
                f"{INITIALS[country]}",
                Text(
                    f"{listed.fr} n’a que {PRESENCES} présences (§1.5).",
                    f"{listed.en} has only {PRESENCES} presences (§1.5).",
                ),
            )


def _standing(full: Any, word: str, who: str) -> list[int]:
    """`FD`, or names joined by +; - for nobody."""
    if who == NOBODY_THERE:
        return []
    if not who:
        one_of(word, who, [*INITIALS, NOBODY_THERE])
    letters = all(letter in INITIALS for letter in who)  # `GB`: two countries, though some write one of them so
    is_name = "+" in who or (not letters and plain(who) in _COUNTRIES)
    return [_played(full, word, name) for name in (who.split("+") if is_name else who)]


def _read_sheets(full: Any, parts: dict[str, str], viewer: int | None) -> None:
    for entry in COUNTRY:
        if entry.id not in parts:
            continue
        word = f"{entry.id}={parts[entry.id]}"
        country = _played(full, word, entry.id)
        is_known = _is_known(full, country, viewer)
        if is_known == (parts[entry.id] == UNKNOWN):
            wrong(
                word,
                Text(
                    "les fiches des autres sont\u00a0? dans une ligne avec viewer=, et seulement elles.",
                    "the sheets of others are ? in a line with viewer=, and only they.",
                ),
            )
        if is_known:
            full.landing[country] = _read_sheet(
                full, word, parts[entry.id], country, full.order[country], full.relation[country]
            )
    word = f"strokes={parts.get('strokes', '')}"
    for each in filter(None, parts.get("strokes", "").split(",")):
        name, _, count = each.partition(":")
        country = _played(full, word, name)
        if not _is_known(full, country, viewer):
            wrong(word, Text("viewer= ne voit que sa propre fiche.", "viewer= sees only its own sheet."))
        full.strokes[country] = whole(word, count, 0, MAX_STROKES)


def _is_known(full: Any, country: int, viewer: int | None) -> bool:
    """Whether the line tells this country's sheet: all of a truth, the viewer's own otherwise."""
    return viewer is None or int(full.seat_of[country]) == viewer


def _read_sheet(full: Any, word: str, text: str, country: int, orders: Any, relations: Any) -> int:
    """Write the lines of a sheet; returns the boat's line."""
    landing, seen = 0, set()
    for each in filter(None, text.split(",")):
        line = _LINE.fullmatch(each)
        if line is None:
            _unreadable(word, each)
        subject, sign, says = line.groups()
        if plain(subject) in seen:
            wrong(word, Text(f"{subject} y a deux lignes (§3.7).", f"{subject} has two lines (§3.7)."))
        seen.add(plain(subject))
        if plain(subject) in ("boat", "bateau"):
            landing = _boat(word, each, sign, says)
        elif plain(subject) in _COUNTRIES:
            relations[_other(full, word, subject, country)] = _said(word, each, sign, says, _RELATIONS)
        elif sign == ">":
            orders[_territory(word, subject)] = EXPLORE_TO + _way(full, word, subject, says)
        else:
            orders[_territory(word, subject)] = _said(word, each, sign, says, _ORDERS)
    return landing


def _unreadable(word: str, line: str) -> NoReturn:
    wrong(
        word,
        Text(
            f"{line!r} n’est pas une ligne\u00a0; par exemple alger:D, alger:-, alger>libye, boat>dakar, boat:-, italy:G.",
            f"{line!r} is no line; for example alger:D, alger:-, alger>libye, boat>dakar, boat:-, italy:G.",
        ),
    )


def _said(word: str, line: str, sign: str, says: str, possible: dict[str, int]) -> int:
    if sign != ":" or says.upper() not in possible:
        _unreadable(word, line)
    return possible[says.upper()]


def _boat(word: str, line: str, sign: str, says: str) -> int:
    if sign == ":":
        return _said(word, line, sign, says, {"-": NO_LANDING})
    place = _territory(word, says)
    if not COASTAL[place]:
        name = TERRITORY[place].name
        wrong(word, Text(f"{name.fr} n’est pas côtier (§3.5).", f"{name.en} is not on the coast (§3.5)."))
    return LAND_AT + place


def _other(full: Any, word: str, name: str, country: int) -> int:
    other = _played(full, word, name)
    if other == country:
        wrong(word, Text("un pays ne se déclare rien à lui-même.", "a country declares nothing to itself."))
    return other


def _way(full: Any, word: str, start: str, goal: str) -> int:
    here, there = _territory(word, start), _territory(word, goal)
    if not int(JOINED[here, there]) >> int(full.madagascar) & 1:
        wrong(
            word,
            Text(f"{start} et {goal} ne sont pas limitrophes (§3.3).", f"{start} and {goal} do not border (§3.3)."),
        )
    return there


def _read_past(full: Any, parts: dict[str, str]) -> None:
    """Sheets that were opened; without those of the last turn, the wars it declared and alliances for the rest."""
    last = int(full.turn) - 1
    is_told = False
    for name, text in parts.items():
        year, slash, country_id = name.partition("/")
        if not slash:
            continue
        word, turn, country = f"{name}={text}", YEARS.index(int(year)), _played(full, f"{name}={text}", country_id)
        if turn > last:
            wrong(word, Text("ce tour n’est pas encore joué.", "this turn has not been played yet."))
        is_told = is_told or turn == last
        full.past_landing[turn, country] = _read_sheet(
            full, word, text, country, full.past_order[turn, country], full.past_relation[turn, country]
        )
    _read_wars(full, parts, last, is_told)
    if "before" in parts and last < 0:
        wrong("before=", Text("aucun tour n’a été joué.", "no turn has been played."))
    if last >= 0 and "before" in parts:
        words = [word for word in parts["before"].split(",") if word]
        _read_board(full, words, full.last_present, full.last_developed, full.last_colony)
    elif last >= 0:
        for name in ("present", "developed", "colony"):
            full[f"last_{name}"] = full[name]


def _read_wars(full: Any, parts: dict[str, str], last: int, is_told: bool) -> None:
    word = f"war={parts.get('war', '')}"
    if "war" in parts and (is_told or last < 0):
        wrong(
            word,
            Text(
                "les guerres du dernier tour joué\u00a0: dans ses fiches ou dans war=, pas les deux, pas avant 1885.",
                "wars of the last turn played: in its sheets or in war=, not in both, not before 1885.",
            ),
        )
    if is_told or last < 0:
        return
    played = [country for country in range(COUNTRIES) if int(full.seat_of[country]) != NOBODY]
    for country in played:
        for other in played:
            full.past_relation[last, country, other] = ALLIANCE if other != country else 0
    for each in filter(None, parts.get("war", "").split(",")):
        name, arrow, against = each.partition(">")
        if not arrow:
            wrong(word, Text(f"{each!r}\u00a0: par exemple F>D.", f"{each!r}: for example F>D."))
        country = _played(full, word, name)
        full.past_relation[last, country, _other(full, word, against, country)] = WAR
