"""A line of text back into a position of Africana: what is wrong with it is said part by part. docs/positions.md.

A line of what a viewer knows is read as a truth in which other hands are only counted; the view is made from that.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravane.game import load
from caravane.games.africana.actions import SIDES
from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ASSISTANTS_A_COLOUR,
    CARDS_A_DRAW,
    EXPEDITION_IDS,
    KINDS,
    REMOVED_C,
    STANDSTILL_ROUNDS,
    TRAVEL,
)
from caravane.games.africana.box import HALVES, PAGES, SPACES, TRAVEL_CARDS
from caravane.games.africana.deal import set_up
from caravane.games.africana.possible import check_truth, check_view
from caravane.games.africana.spelling import (
    COLOUR,
    COMPANIES,
    COMPANY,
    MOMENTS,
    PLACE,
    PLACES,
    add_assistants,
    plain,
    read_colours,
    read_times,
)
from caravane.games.africana.state import (
    DONE,
    FINISHED,
    IN_BOOK,
    IN_ROW,
    OPEN,
    REMOVED,
    STATE,
    UNSEEN,
)
from caravane.kernel import blank
from caravane.positions import UNKNOWN, named_parts, one_of, refuse, whole, wrong
from caravane.text import Text

MOST = 9999  # silver, rounds, pages: more than any game reaches, and far from what a field can hold
_FLAGS = {"progress": "has_progress", "last-round": "is_last_round"}
_PARTS = ("round", "turn", "idle", "pages", "played", "used", "row", *HALVES, "removed", "shuffled", "discards")
_NEEDED = ("turn", "row", *HALVES)
_GROUPS = ("silver", "hand", "open", "done", "spent", "kept")


@dataclass(slots=True)
class Reader:
    """The record that is filled, and where each card was named."""

    state: Any
    viewer: int | None
    named: dict[str, str] = field(default_factory=dict)

    def take(self, word: str, name: str, ids: tuple[str, ...]) -> int:
        """A card that is named here and nowhere else."""
        card = one_of(word, name.upper(), ids)
        if name.upper() in self.named:
            where = self.named[name.upper()]
            wrong(
                word,
                Text(f"{name.upper()} est déjà nommée dans {where}.", f"{name.upper()} is already named in {where}."),
            )
        self.named[name.upper()] = word.partition("=")[0]
        return card


def read(state: Any, words: list[str], viewer: int | None) -> None:
    """Fill the record of a fresh game from the moment, the row, the books and the companies."""
    seats = int(state.africana)
    full: Any = blank(STATE)
    set_up(full, seats, np.array([int(state.hidden_scores), int(state.memory_aid)], np.int64))
    parts = _sort_out(full, words, seats)
    reader = Reader(full, viewer)
    _read_turn(full, parts, seats)
    for space, text in enumerate(_five(parts["row"])):
        _read_space(reader, space, text, seats)
    for book, half in enumerate(HALVES):
        _read_book(reader, book, f"{half}={parts[half]}")
    has_spent = [_read_company(reader, seat, f"{COMPANIES[seat]}={parts[COMPANIES[seat]]}") for seat in range(seats)]
    _read_removed(reader, parts)
    _read_movement(full, parts)
    _read_discards(full, parts, any(has_spent))
    _count(full, parts, viewer)
    check_truth(full)
    known = full if viewer is None else load("africana").view(full, viewer)
    if viewer is not None:
        check_view(known, viewer)
    for name in STATE.names or ():
        state[name] = known[name]


def _sort_out(full: Any, words: list[str], seats: int) -> dict[str, str]:
    """The parts by name, companies by their English one; flags are set at once."""
    named = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals and name in _FLAGS:
            full[_FLAGS[name]] = 1
        else:
            named.append(f"{COMPANY.get(plain(name), name)}={value}" if equals else word)
    parts = named_parts(named, (*_PARTS, *COMPANIES[:seats]))
    for name in (*_NEEDED, *COMPANIES[:seats]):
        if name not in parts:
            wrong(
                f"{name}=",
                Text(
                    "cette partie manque\u00a0; il faut turn=, row=, north=, south= et chaque compagnie.",
                    "this part is missing; turn=, row=, north=, south= and every company are needed.",
                ),
            )
    return parts


def _read_turn(full: Any, parts: dict[str, str], seats: int) -> None:
    word = f"turn={parts['turn']}"
    name, _, moment = parts["turn"].partition(":")
    full.on_turn = one_of(word, COMPANY.get(plain(name), name), COMPANIES[:seats])
    moment = moment or "action"
    one_of(word, moment, tuple(MOMENTS))
    full.decision, full.asks = MOMENTS[moment]
    full.cards_due = {"draw": CARDS_A_DRAW, "bonus": 1}.get(moment, 0)
    full.round_number = _number(parts, "round", 1, MOST, 1)
    full.idle_rounds = _number(parts, "idle", 0, STANDSTILL_ROUNDS, 0)
    full.pages_turned = _number(parts, "pages", 0, MOST, 0)


def _number(parts: dict[str, str], name: str, low: int, high: int, usual: int) -> int:
    return whole(f"{name}={parts[name]}", parts[name], low, high) if name in parts else usual


def _five(row: str) -> list[str]:
    spaces = row.split(",")
    if len(spaces) != SPACES:
        wrong(
            f"row={row}",
            Text(
                f"il faut {SPACES} cases séparées par des virgules, - pour une case vide.",
                f"{SPACES} spaces are needed, separated by commas, - for an empty one.",
            ),
        )
    return spaces


def _read_space(reader: Reader, space: int, text: str, seats: int) -> None:
    """`A10:02`: an expedition and the seats with a marker on it."""
    name, colon, markers = text.partition(":")
    word = f"row={text}"
    if text == "-":
        return
    card = reader.take(word, name, EXPEDITION_IDS)
    reader.state.row[space] = card + 1
    reader.state.expedition[card] = IN_ROW
    if colon and (not markers or len(set(markers)) < len(markers)):
        wrong(
            word,
            Text(
                "après «\u00a0:\u00a0» viennent les places, chacune une fois.",
                "after “:” come the seats, each of them once.",
            ),
        )
    for seat in markers:
        reader.state.joined[space] |= 1 << whole(word, seat, 0, seats - 1)


def _read_book(reader: Reader, book: int, word: str) -> None:
    """`north=N4,N5|N6`: what was seen of the left side from its bottom, then of the right from its top."""
    sides = word.partition("=")[2].split("|")
    if len(sides) != len(SIDES):
        wrong(
            word,
            Text(
                "il faut les pages de gauche, |, puis celles de droite qu’on a vues.",
                "the pages on the left are needed, |, then those on the right that were seen.",
            ),
        )
    state = reader.state
    left, right = ([name for name in side.split(",") if name] for side in sides)
    ids = ADVENTURE_IDS[book * PAGES : (book + 1) * PAGES]
    for at, name in enumerate(left + right):
        card = book * PAGES + reader.take(word, name, ids)
        state.page[book, at] = card + 1
        state.adventure[card] = IN_BOOK
    state.gutter[book] = len(left)


def _read_company(reader: Reader, seat: int, word: str) -> bool:
    """`Italy=Cairo/silver:2/hand:joker,grey*2/open:N3/done:A3`; whether it says what was spent."""
    state = reader.state
    place, *groups = word.partition("=")[2].split("/")
    if plain(place) not in PLACE:
        one_of(word, place, PLACES)
    state.place[seat] = PLACE[plain(place)]
    found: dict[str, str] = {}
    for group in groups:
        name, colon, value = group.partition(":")
        one_of(word, f"{name}:" if colon else group, [f"{each}:" for each in _GROUPS])
        if name in found:
            wrong(word, Text(f"{name}: y est deux fois.", f"{name}: is there twice."))
        found[name] = value
    state.silver[seat] = whole(word, found["silver"], 0, MOST) if "silver" in found else 0
    _read_hand(reader, seat, word, found.get("hand", ""))
    _read_cards(reader, seat, word, found)
    state.spent[seat] = read_colours(word, found.get("spent", ""))
    unknown = _unknown(reader, seat, word, found.get("kept", ""))
    state.kept[seat] = 0 if unknown is not None else read_colours(word, found.get("kept", ""))
    state.kept_count[seat] = unknown if unknown is not None else int(state.kept[seat].sum())
    return "spent" in found


def _read_cards(reader: Reader, seat: int, word: str, found: dict[str, str]) -> None:
    """Open adventures, and what lies under the company card."""
    for name in filter(None, found.get("open", "").split(",")):
        reader.state.adventure[reader.take(word, name, ADVENTURE_IDS)] = OPEN + seat
    for name in filter(None, found.get("done", "").split(",")):
        if name.upper() in ADVENTURE_IDS:
            reader.state.adventure[reader.take(word, name, ADVENTURE_IDS)] = FINISHED + seat
        else:
            reader.state.expedition[reader.take(word, name, EXPEDITION_IDS)] = DONE + seat


def _unknown(reader: Reader, seat: int, word: str, text: str) -> int | None:
    """How many cards are only counted (`?*3`); None where they must be named: in a truth, and to their holder."""
    marks = [count for name, count in read_times(word, text) if name == UNKNOWN]
    others = [name for name, _ in read_times(word, text) if name in COLOUR]
    if reader.viewer in (None, seat):
        if marks:
            wrong(
                word,
                Text(
                    "? ne vaut que pour les autres mains d’une ligne avec viewer=.",
                    "? stands only for other hands, in a line with viewer=.",
                ),
            )
        return None
    if others:
        wrong(
            word,
            Text(
                "qui a écrit viewer= ne connaît pas ces cartes\u00a0:\u00a0? ou\u00a0?*nombre.",
                "the viewer does not know these cards: ? or ?*number.",
            ),
        )
    return whole(word, str(sum(marks)), 0, TRAVEL_CARDS)


def _read_hand(reader: Reader, seat: int, word: str, text: str) -> None:
    """Joker, assistants and travel cards; of another's travel cards, in a view, only their number."""
    state, travel = reader.state, []
    state.joker[seat] = 0
    for name, count in read_times(word, text):
        if name == "joker":
            if int(state.joker[seat]) or count > 1:
                wrong(word, Text("chaque place n’a qu’un joker.", "each seat has only one joker."))
            state.joker[seat] = 1
        elif name.startswith("assistant-"):
            add_assistants(state.assistants[seat], word, name, count)
        else:
            travel.append(f"{name}*{count}")
    unknown = _unknown(reader, seat, word, ",".join(travel))
    if unknown is None:
        state.hand[seat] = read_colours(word, ",".join(travel))
    state.hand_count[seat] = unknown if unknown is not None else int(state.hand[seat].sum())


def _read_removed(reader: Reader, parts: dict[str, str]) -> None:
    """Adventures and assistants that left the game."""
    word = f"removed={parts.get('removed', '')}"
    for name, count in read_times(word, parts.get("removed", "")):
        if name.startswith("assistant-"):
            add_assistants(reader.state.removed_assistants, word, name, count)
        else:
            whole(word, str(count), 1, 1)
            reader.state.adventure[reader.take(word, name, ADVENTURE_IDS)] = REMOVED


def _read_movement(full: Any, parts: dict[str, str]) -> None:
    """What lies open in the movement under way; each step spent one card."""
    full.played[:] = read_colours(f"played={parts.get('played', '')}", parts.get("played", ""))
    word = f"used={parts.get('used', '')}"
    for name, count in read_times(word, parts.get("used", "")):
        if name == "joker":
            full.joker_is_used = whole(word, str(count), 1, 1)
        else:
            add_assistants(full.assistants_used, word, name, count)
    full.steps = int(full.played.sum()) + int(full.joker_is_used) + int(full.assistants_used.sum())


def _read_discards(full: Any, parts: dict[str, str], has_spent: bool) -> None:
    """Without a word on who spent what, the seat on turn spent it: then nobody knows more than the discard pile."""
    word = f"discards={parts.get('discards', '')}"
    if has_spent and "discards" in parts:
        wrong(
            word,
            Text(
                "les cartes déjà dites par spent: forment la défausse.",
                "the cards told by spent: are the discard pile.",
            ),
        )
    if not has_spent:
        full.spent[int(full.on_turn)] = np.array(read_colours(word, parts.get("discards", "")), np.int8) + full.played


def _count(full: Any, parts: dict[str, str], viewer: int | None) -> None:
    """What follows from the cards that were named: piles, stocks, what is left."""
    seats = int(full.africana)
    full.removed_jokers = seats - int(full.joker.sum())
    where = [int(value) for value in full.expedition]
    full.expeditions_left = max(0, where.count(UNSEEN) - REMOVED_C[seats])
    for book in range(2):
        cards = full.adventure[book * PAGES : (book + 1) * PAGES]
        full.pages[book] = int(((cards == UNSEEN) | (cards == IN_BOOK)).sum())
    shuffled = read_colours(f"shuffled={parts.get('shuffled', '')}", parts.get("shuffled", ""))
    for colour in range(KINDS):
        held = int(full.assistants[:, colour].sum()) + int(full.removed_assistants[colour])
        full.assistant_stock[colour] = ASSISTANTS_A_COLOUR - held
        gone = int(full.hand[:, colour].sum()) + int(full.spent[:, colour].sum())
        full.pile[colour] = int(TRAVEL[colour]) - gone
        full.fresh[colour] = int(TRAVEL[colour]) - int(full.kept[:, colour].sum())
        if viewer is not None:
            full.fresh[colour] = shuffled[colour] if "shuffled" in parts else int(TRAVEL[colour])
    full.pile_count = _left_in_pile(full)
    if viewer is None and "shuffled" in parts and shuffled != full.fresh.tolist():
        wrong(
            f"shuffled={parts['shuffled']}",
            Text("kept: et shuffled= ne font pas toutes les cartes.", "kept: and shuffled= do not make up all cards."),
        )


def _left_in_pile(full: Any) -> int:
    count = TRAVEL_CARDS - int(full.hand_count.sum()) - int(full.spent.sum())
    if count < 0:
        refuse(
            Text(
                f"il n’y a que {TRAVEL_CARDS} cartes Voyage, {TRAVEL_CARDS - count} sont nommées.",
                f"there are only {TRAVEL_CARDS} travel cards, {TRAVEL_CARDS - count} are named.",
            )
        )
    return count
