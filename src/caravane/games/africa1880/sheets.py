"""Whole order sheets: read as text or structure, line by line, and turned into the actions that write them.

A sheet has one line for each presence (`Alger: D`, `Alger: Libye`, `Alger: rien`), one for the boat (`Bateau: Dakar`)
and one for each other country (`Italie: G`). Semicolons and commas separate lines as line breaks do. Accents, case and
punctuation do not matter, names are taken in French, in English and as the box spells them (§3.8); anything else is
unreadable and nothing is guessed (§3.2).
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from caravane.errors import BadInput
from caravane.game import Line, Reading, Structure
from caravane.games.africa1880.actions import ALLY, DO_NOTHING, FIGHT, LAND, STAY_AT_SEA, UNREADY
from caravane.games.africa1880.board import COUNTRY, TERRITORY, YEARS, Named
from caravane.games.africa1880.drawing import actions_on_sheet, order_action
from caravane.games.africa1880.explain import explain
from caravane.games.africa1880.state import DEVELOP, EXPLORE_TO, MAX_STROKES, NOTHING, UNWRITTEN, WRITING, State
from caravane.games.africa1880.warnings import on_line, sheet_line, warnings
from caravane.text import Text

BOAT = "boat"
_WORDS = {
    "develop": ("d", "developpe", "developper", "developpement", "develop", "develops", "development"),
    "nothing": ("rien", "ne rien faire", "aucun", "aucune", "nothing", "do nothing", "none"),
    "alliance": ("a", "alliance", "allie", "alliee", "allies", "alliees", "ally", "allied"),
    "war": ("g", "guerre", "en guerre", "w", "war", "at war"),
}
_BOAT_WORDS = ("bateau", "debarquement", "debarquer", "debarque", "boat", "landing", "land", "ship")
_PARTS = ("year", "orders", "landing", "relations")  # of a structured sheet
_ARTICLES = ("le", "la", "les", "l", "the")
_TOWARDS = ("explore", "explorer", "exploration", "vers", "a", "au", "en", "to", "at", "in", *_ARTICLES)


def plain(text: str) -> str:
    """Without accents, capitals or punctuation: what is compared."""
    text = re.sub("[⛵🚢⛴\N{SAILBOAT}]", " bateau ", text)
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall("[a-z0-9]+", bare.lower()))


def _spelt(named: tuple[Named, ...]) -> dict[str, int]:
    return {plain(spelling): index for index, entry in enumerate(named) for spelling in entry.spellings}


_TERRITORIES = _spelt(TERRITORY)
_COUNTRIES = _spelt(COUNTRY)
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words}
_SUBJECTS: list[tuple[str, str, int]] = sorted(
    [(word, "territory", index) for word, index in _TERRITORIES.items()]
    + [(word, "country", index) for word, index in _COUNTRIES.items()]
    + [(word, BOAT, 0) for word in _BOAT_WORDS],
    key=lambda subject: -len(subject[0]),
)


@dataclass(frozen=True, slots=True)
class Written:
    """A line taken apart: about which presence, boat or country, and what it says."""

    number: int
    text: str
    kind: str  # territory, boat, country, or "" if no line of the sheet was recognised
    index: int
    says: str


def take_apart(number: int, text: str) -> Written:
    """The line of the sheet that a text names, by the longest name it begins with, and the rest."""
    if text.strip().startswith("#"):  # a note: neither an order nor a year
        return Written(number, text.strip(), "", 0, "")
    bare = plain(text)
    first, _, rest = bare.partition(" ")
    for named in (bare, rest) if first in _ARTICLES else (bare,):
        for word, kind, index in _SUBJECTS:
            if named == word or named.startswith(word + " "):
                return Written(number, text.strip(), kind, index, named[len(word) :].strip())
    return Written(number, text.strip(), "", 0, bare)


def split_lines(sheet: str) -> list[str]:
    """The lines of a sheet as text, between line breaks and semicolons.

    A comma separates lines too, unless what it stands in can be read as one: `Alger, Libye` is an exploration,
    `Alger D, Italie G` are two lines.
    """
    lines: list[str] = []
    for text in re.split("[\n;]", sheet):
        whole = take_apart(0, text)
        is_one = whole.kind and whole.says and _meaning(whole) is not None
        lines += [text] if is_one or text.strip().startswith("#") else text.split(",")
    return lines


def lines_of(sheet: Structure) -> list[str]:
    """A structured sheet as lines: {"year", "orders": {id: order}, "landing": id, "relations": {id: relation}}.

    An order is "develop", "nothing", the territory to explore, or {"explore": territory}.
    """
    unknown = [str(key) for key in sheet if key not in _PARTS]
    if unknown:
        listed, possible = ", ".join(unknown), ", ".join(_PARTS)
        raise BadInput(
            Text(
                f"La fiche n’a pas de partie {listed}\u00a0; parties\u00a0: {possible}.",
                f"A sheet has no part {listed}; parts: {possible}.",
            )
        )
    lines = [str(sheet["year"])] if sheet.get("year") is not None else []
    for territory, order in _entries(sheet, "orders"):
        lines.append(f"{territory}: {order.get('explore') if isinstance(order, dict) else order}")
    if sheet.get("landing") is not None:
        lines.append(f"{BOAT}: {sheet['landing']}")
    return lines + [f"{country}: {relation}" for country, relation in _entries(sheet, "relations")]


def _entries(sheet: Structure, key: str) -> list[tuple[str, Any]]:
    entries = sheet.get(key) or {}
    if isinstance(entries, dict):
        return list(entries.items())
    raise BadInput(
        Text(
            f"«\u00a0{key}\u00a0» doit être un objet\u00a0: une ligne par nom.",
            f'"{key}" must be an object: one line for each name.',
        )
    )


def read(view: State, seat: int, sheet: str | Structure) -> Reading:
    """What a whole sheet says, line by line, and the actions that put it in place of what is written (§2.5)."""
    texts = lines_of(sheet) if isinstance(sheet, dict) else split_lines(str(sheet))
    parts = [take_apart(number, text) for number, text in enumerate(texts, 1)]
    if seat < 0 or int(view.stage) != WRITING or _is_late(view, parts):
        return Reading(tuple(_late(part) for part in parts), ())
    wordings = Counter(
        (part.kind, part.index) for part in {plain(part.text): part for part in parts if part.says}.values()
    )
    lines = [_understood(view, seat, part, wordings[part.kind, part.index]) for part in parts]
    lines = _once(lines)
    draft = _draft(view, seat, [line.action for line in lines if line.action >= 0])
    lines = [_with_warning(draft, seat, line) for line in lines]
    lines += [line for line in warnings(draft, seat) if line.status == "missing"]
    return _within_strokes(view, seat, lines, _changes(view, draft, seat))


def _is_late(view: State, parts: list[Written]) -> bool:
    """Whether a line names another year than the one being written: that sheet is late and changes nothing."""
    headings = [part.says for part in parts if not part.kind and re.fullmatch("[0-9]{4}", part.says)]
    return any(heading != str(YEARS[int(view.turn)]) for heading in headings)


def _late(part: Written) -> Line:
    text = Text("Cette fiche n’est plus, ou pas encore, à écrire.", "This sheet is not, or no longer, to be written.")
    return Line(part.number, part.text, "no-effect", text, "2.5")


def _understood(view: State, seat: int, part: Written, wordings: int) -> Line:
    if not part.kind:
        return _without_subject(view, part)
    if not part.says:
        return Line(part.number, part.text, "empty", Text("Ligne vide.", "Empty line."))
    if wordings > 1:  # §3.7
        text = Text(
            "Deux ordres sur une ligne\u00a0: comme si rien n’était écrit.",
            "Two orders on one line: as if nothing had been written.",
        )
        return Line(part.number, part.text, "no-effect", text, "3.7")
    meaning = _meaning(part)
    if meaning is None:
        return _unreadable(part)
    if isinstance(meaning, Line):
        return meaning
    return _order(view, seat, part, meaning)


def _once(lines: list[Line]) -> list[Line]:
    """An order that stands there again in the same words is one order (§3.7)."""
    found: list[Line] = []
    for line in lines:
        if line.status == "order" and any(line.action == above.action for above in found):
            text = Text("La même ligne encore\u00a0: un seul ordre.", "The same line again: one order.")
            line = Line(line.number, line.written, "empty", text)
        found.append(line)
    return found


def _without_subject(view: State, part: Written) -> Line:
    if not part.says or part.says == str(YEARS[int(view.turn)]):
        return Line(part.number, part.text, "empty", Text("Rien à lire.", "Nothing to read."))
    text = Text(
        "Ni territoire, ni bateau, ni pays au début\u00a0: illisible.",
        "No territory, boat or country first: unreadable.",
    )
    return Line(part.number, part.text, "unreadable", text, "3.2")


def _unreadable(part: Written) -> Line:
    if part.kind == "country":
        text = Text("Illisible\u00a0: compte comme une alliance.", "Unreadable: counts as an alliance.")
        return Line(part.number, part.text, "unreadable", text, "3.6")
    text = Text("Illisible\u00a0: ne rien faire.", "Unreadable: do nothing.")
    return Line(part.number, part.text, "unreadable", text, "3.2")


def _meaning(part: Written) -> int | Line | None:
    """The action a line orders; a line about two territories that never border; or None if unreadable."""
    word = _MEANINGS.get(part.says)
    if part.kind == "country":
        return {"alliance": ALLY + part.index, "war": FIGHT + part.index}.get(word or "")
    target = _territory(part.says)
    if part.kind == BOAT:
        return STAY_AT_SEA if word == "nothing" else None if target is None else LAND + target
    if word == "nothing":
        return DO_NOTHING + part.index
    if word == "develop":
        return order_action(part.index, DEVELOP)
    return None if target is None else _exploration(part, target)


def _exploration(part: Written, target: int) -> int | Line:
    try:
        return order_action(part.index, EXPLORE_TO + target)
    except KeyError:
        here, there = TERRITORY[part.index].name, TERRITORY[target].name
        text = Text(
            f"{here.fr} et {there.fr} ne sont pas limitrophes\u00a0: ne rien faire.",
            f"{here.en} and {there.en} do not border: do nothing.",
        )
        return Line(part.number, part.text, "no-effect", text, "3.3")


def _territory(says: str) -> int | None:
    """The territory meant, after words such as `explorer`, `vers` or an article."""
    while says not in _TERRITORIES:
        first, _, rest = says.partition(" ")
        if first not in _TOWARDS:
            return None
        says = rest
    return _TERRITORIES[says]


def _order(view: State, seat: int, part: Written, action: int) -> Line:
    """An order that can be read: legal, or without effect for the reason that `explain` gives (§3.2)."""
    refusal = explain(_blank_sheet(view, seat), seat, action)
    if refusal.rule:
        return Line(part.number, part.text, "no-effect", refusal.text, refusal.rule)
    return Line(part.number, part.text, "order", on_line(action), "", action)


def _blank_sheet(view: State, seat: int) -> Any:
    """The view with an empty, unsealed sheet: what can be written does not depend on what was."""
    copy: Any = view.copy()  # type: ignore[attr-defined]  # a record, beyond its fields
    country = int(view.country[seat])
    copy.order[country] = UNWRITTEN
    copy.landing[country] = UNWRITTEN
    copy.relation[country] = UNWRITTEN
    copy.ready[seat] = 0
    copy.strokes[country] = 0
    return copy


def _draft(view: State, seat: int, actions: list[int]) -> Any:
    from caravane.door import carry_out
    from caravane.games.africa1880 import GAME

    draft = _blank_sheet(view, seat)
    for action in actions:
        carry_out(GAME, draft, seat, action)
    return draft


def _with_warning(draft: State, seat: int, line: Line) -> Line:
    for warning in warnings(draft, seat):
        if line.action >= 0 and warning.action == line.action:
            return replace(line, status="no-effect", text=warning.text, rule=warning.rule)
    return line


def _changes(view: State, draft: State, seat: int) -> list[int]:
    """The actions that turn what is written into the draft; a line that is now empty becomes nothing or alliance."""
    country = int(view.country[seat])
    old, new = actions_on_sheet(view, country), actions_on_sheet(draft, country)
    kept = {sheet_line(action) for action in new}
    empty = [_emptied(action) for action in old if sheet_line(action) not in kept]
    changes = [action for action in sorted([*new, *empty]) if action not in old]
    return [UNREADY, *changes] if changes and int(view.ready[seat]) else changes


def _emptied(action: int) -> int:
    kind, index = sheet_line(action)
    if kind == "country":
        return ALLY + index
    return STAY_AT_SEA if kind == BOAT else order_action(index, NOTHING)


def _within_strokes(view: State, seat: int, lines: list[Line], actions: list[int]) -> Reading:
    if int(view.strokes[int(view.country[seat])]) + len(actions) <= MAX_STROKES:
        return Reading(tuple(lines), tuple(actions))
    text = Text("Trop de changements ce tour\u00a0: scellez la fiche.", "Too many changes this turn: seal the sheet.")
    return Reading((*lines, Line(0, "", "no-effect", text, "2.6")), ())


def write_text(view: State, country: int, language: str) -> str:
    """A country's sheet of this turn as text that `read` takes back."""
    words = {"fr": ("Bateau", "rien", "D", "A", "G"), "en": ("Boat", "nothing", "D", "A", "W")}[language]
    lines = []
    for territory, code in enumerate(view.order[country]):
        if code != UNWRITTEN:
            name = TERRITORY[territory].name.of("fr" if language == "fr" else "en")
            lines.append(f"{name}: {_order_word(int(code), words, language)}")
    if landing := int(view.landing[country]):
        lines.append(f"{words[0]}: {words[1] if landing == 1 else _name(landing - 2, language)}")
    for other, relation in enumerate(view.relation[country]):
        if relation != UNWRITTEN:
            lines.append(f"{COUNTRY[other].name.of('fr' if language == 'fr' else 'en')}: {words[2 + int(relation)]}")
    return "\n".join(lines)


def _name(territory: int, language: str) -> str:
    return TERRITORY[territory].name.of("fr" if language == "fr" else "en")


def _order_word(code: int, words: tuple[str, ...], language: str) -> str:
    if code == NOTHING:
        return words[1]
    return words[2] if code == DEVELOP else _name(code - EXPLORE_TO, language)
