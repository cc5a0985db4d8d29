"""Names of places, companies and cards as a position's line spells them, and lists of cards both ways."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from caravane.games.africana.board import ASSISTANTS_A_COLOUR, COMPANY_NAMES, KINDS, PLACE_IDS, PLACE_NAMES, TRAVEL
from caravane.games.africana.box import COLOURS, TRAVEL_CARDS
from caravane.games.africana.state import (
    ACTION,
    ASKS_CARDS,
    ASKS_NOTHING,
    ASKS_PAGE,
    ASKS_REFILL,
    BOOK,
    DISCARD,
    DROP,
    JOURNEY,
    NONE,
    OVER,
)
from caravane.positions import one_of, whole, wrong
from caravane.text import Text

COMPANIES = tuple(name.en for name in COMPANY_NAMES)
PLACES = tuple(name.en.replace(" ", "-") for name in PLACE_NAMES)
MOMENTS = {
    "action": (ACTION, ASKS_NOTHING),
    "book": (BOOK, ASKS_NOTHING),
    "journey": (JOURNEY, ASKS_NOTHING),
    "discard": (DISCARD, ASKS_NOTHING),
    "drop": (DROP, ASKS_NOTHING),
    "draw": (NONE, ASKS_CARDS),
    "bonus": (JOURNEY, ASKS_CARDS),
    "page": (BOOK, ASKS_PAGE),
    "refill": (NONE, ASKS_REFILL),
    "over": (OVER, ASKS_NOTHING),
}
_TIMES = re.compile(r"(?P<name>[^*]+)(\*(?P<count>\d{1,3}))?", re.ASCII)


def plain(name: str) -> str:
    """Without accents, capitals, hyphens: what is compared."""
    bare = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in bare.lower() if sign.isascii() and sign.isalnum())


PLACE = {plain(name): at for at, names in enumerate(PLACE_NAMES) for name in (PLACE_IDS[at], *names)}
COMPANY = {plain(name): COMPANIES[at] for at, names in enumerate(COMPANY_NAMES) for name in names}
COLOUR = {plain(name): at for at, name in enumerate(COLOURS)} | {
    name: COLOURS.index("grey") for name in ("gris", "gray")
}


def read_times(word: str, text: str) -> list[tuple[str, int]]:
    """`grey*2,violet`: names and how many of each."""
    found = []
    for each in filter(None, text.split(",")):
        match = _TIMES.fullmatch(each)
        if match is None:
            wrong(word, Text(f"{each!r}\u00a0: un nom, ou nom*nombre.", f"{each!r}: a name, or name*number."))
        found.append((match["name"].lower(), whole(word, match["count"] or "1", 1, TRAVEL_CARDS)))
    return found


def read_colours(word: str, text: str) -> list[int]:
    """How many travel cards of each colour."""
    counts = [0] * KINDS
    for name, count in read_times(word, text):
        if name not in COLOUR:
            one_of(word, name, COLOURS)
        counts[COLOUR[name]] += count
    return [_at_most_all(word, colour, count) for colour, count in enumerate(counts)]


def _at_most_all(word: str, colour: int, count: int) -> int:
    if count > TRAVEL[colour]:
        name, most = COLOURS[colour], int(TRAVEL[colour])
        wrong(word, Text(f"il n’y a que {most} cartes {name}.", f"there are only {most} {name} cards."))
    return count


def add_assistants(counts: Any, word: str, name: str, count: int) -> None:
    """Count assistants such as `assistant-grey`; there are two of each colour."""
    colour = name.removeprefix("assistant-")
    if colour not in COLOUR:
        one_of(word, name, [f"assistant-{each}" for each in COLOURS])
    at = COLOUR[colour]
    if int(counts[at]) + count > ASSISTANTS_A_COLOUR:
        most = ASSISTANTS_A_COLOUR
        wrong(word, Text(f"il n’y a que {most} {name}.", f"there are only {most} {name}."))
    counts[at] += count


def counted(counts: Any) -> str:
    """Travel cards by colour: grey*2,violet."""
    return times(COLOURS[colour] for colour in range(KINDS) for _ in range(int(counts[colour])))


def times(names: Iterable[str]) -> str:
    """Names in their order, those that follow themselves as name*count."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ",".join(name if count == 1 else f"{name}*{count}" for name, count in counts.items())


def assistant_names(counts: Any) -> list[str]:
    """Assistants by colour, one name for each."""
    return [f"assistant-{COLOURS[colour]}" for colour in range(KINDS) for _ in range(int(counts[colour]))]
