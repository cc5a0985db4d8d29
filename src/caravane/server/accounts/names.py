"""Names: what may be one, and the canonical form by which two that look alike are the same.

RFC 8266 (PRECIS nicknames) settles widths, spaces, case and which characters may stand in a name; Unicode's table of
confusable characters (UTS 39) settles what looks alike. On top of both, letters that differ by a hair in most fonts
(`I l 1`, `O 0`, `rn m`, `vv w`) count as one. Canonical forms are compared and stored, never shown.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files

from precis_i18n import get_profile

from caravane.server.problems import Refused

CLASH = "\x1f"  # in a stored form, before the id of somebody whose name was like another's before that was barred
LONGEST = 32
LONGEST_LOGIN = 64  # characters; some letters become three when their case is folded
MOST_MARKS = 2  # combining marks on one letter
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that show nothing
_ALIKE = {"i": "l", "1": "l", "|": "l", "0": "o"}
_PAIRS = (("rn", "m"), ("vv", "w"))

# What the house calls guests, bots, seats and those who left; with or without a number behind it.
_RESERVED = (
    "bot", "robot", "ordinateur", "computer", "programme", "program",
    "deleted", "deleted account", "supprimé", "compte supprimé",
    "joueur", "joueuse", "player", "place", "seat", "siège", "personne", "nobody", "anonyme", "anonymous", "inconnu", "unknown",
    "voyageur", "traveller", "traveler", "invité", "guest", "spectateur", "spectator",
    "oryx", "fennec", "caracal", "okapi", "serval", "addax",  # as the client calls bots
    "vous", "you", "moi", "me", "caravane", "serveur", "server", "système", "system", "arbitre", "referee",
    "admin", "administrateur", "administrator", "modérateur", "moderator", "root", "support",
)  # fmt: skip
_MARKS = ("bot", "robot")  # words that tell a program from a person: no name holds them


def clean_name(name: str) -> str:
    """A name as it is shown: no invisible characters, ordinary widths, single spaces."""
    try:
        cleaned: str = get_profile("NicknameCasePreserved").enforce(" ".join(_visible(name).split()))
    except UnicodeEncodeError as error:
        raise Refused("bad-name") from error
    if len(cleaned) > LONGEST or len(cleaned.casefold()) > LONGEST_LOGIN:
        raise Refused("name-too-long")
    if not canonical(cleaned) or _is_overloaded(cleaned):
        raise Refused("bad-name")
    return cleaned


def canonical(name: str) -> str:
    """The form in which names that look alike are equal; empty if nothing of it is a letter, number or sign."""
    text = _without_stops(unicodedata.normalize("NFKC", _visible(name)))
    text = _skeleton(_skeleton(text).casefold())
    text = "".join(_ALIKE.get(char, char) for char in unicodedata.normalize("NFKC", text))
    text = _without_stops(text)
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text if any(not unicodedata.combining(char) for char in text) else ""


def login_forms(name: str) -> list[str]:
    """What to look for when somebody logs in under a name, as names were stored at any time."""
    forms = [" ".join(name.split()).casefold()]
    try:
        return list(dict.fromkeys([clean_name(name).casefold(), *forms]))
    except Refused:
        return forms


def is_reserved(name: str) -> bool:
    """Whether it could be taken for a bot, a guest's given name, a seat, or the house itself."""
    key = canonical(_without_accents(name))
    if key in _reserved() or key.rstrip(_number_signs()) in _reserved():
        return True
    return not _reserved_marks().isdisjoint(_words(_without_accents(name)))


def _words(name: str) -> set[str]:
    """The canonical words of a name, numbers taken off."""
    parted = "".join(char if unicodedata.category(char)[0] in "LNM" else " " for char in name)
    return {canonical(word).rstrip(_number_signs()) for word in parted.split()}


@cache
def _reserved() -> frozenset[str]:
    keys = [canonical(_without_accents(word)) for word in _RESERVED]
    return frozenset(keys) | frozenset(key.rstrip(_number_signs()) for key in keys)


@cache
def _reserved_marks() -> frozenset[str]:
    return frozenset(canonical(word) for word in _MARKS)


@cache
def _number_signs() -> str:
    """What digits, written in any way, become."""
    return "".join({canonical(digit) for digit in "0123456789"})


def _without_stops(text: str) -> str:
    """Without spaces and punctuation."""
    return "".join(char for char in text if unicodedata.category(char)[0] in "LNS" or unicodedata.combining(char))


def _without_accents(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))


def _visible(name: str) -> str:
    """Without what cannot be seen; spaces of any kind stay."""
    return "".join(char for char in name if (char.isprintable() or char.isspace()) and not _shows_nothing(char))


def _shows_nothing(char: str) -> bool:
    return char in _BLANKS or 0xFE00 <= ord(char) <= 0xFE0F or 0xE0000 <= ord(char) <= 0xE0FFF


def _is_overloaded(name: str) -> bool:
    """Whether marks are piled on a letter, so that it hides the lines around it."""
    run = 0
    for char in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.combining(char) else 0
        if run > MOST_MARKS:
            return True
    return False


def _skeleton(text: str) -> str:
    table = _prototypes()
    return "".join(char if char.isascii() else table.get(char, char) for char in text)


@cache
def _prototypes() -> dict[str, str]:
    """For each character that looks like another, that other: a plain letter where there is one."""
    raw = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text(encoding="utf-8"))
    alike = {char: [other["c"] for other in others] for char, others in raw.items() if len(char) == 1}
    found: dict[str, str] = {}
    for char, others in alike.items():
        plain = [other for other in others if other.isascii() and other.isalnum()]
        if plain:
            found[char] = plain[0]
        elif len(others) == 1:
            # The pairs are listed both ways; a prototype is listed with all that look like it.
            other = others[0]
            found[char] = other if len(alike.get(other, ())) > 1 else min(char, other)
    return found
