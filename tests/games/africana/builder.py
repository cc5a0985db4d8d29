"""Positions as text, so that tests read as a report of a game.

play = table("Italy Lagos silver 5 hand grey joker open N3 joined A1", "France", row="A1 A2 - - -")
after(play, "Leopoldville with grey", "end")
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.chance import SeededChance
from caravane.errors import IllegalAction
from caravane.games.africana.board import ADVENTURE_IDS, EXPEDITION_IDS, PLACE_NAMES, REMOVED_C, TRAVEL
from caravane.games.africana.box import COLOURS, PAGES
from caravane.games.africana.state import ACTION, ASKS_NOTHING, DONE, FINISHED, IN_BOOK, IN_ROW, OPEN, REMOVED, UNSEEN

WORDS = ("silver", "hand", "open", "done", "joined")
GAME = caravane.load("africana")
NAMES = [name.en for name in PLACE_NAMES]


def table(
    *seats: str,
    row: str = "",
    north: str = "",
    south: str = "",
    pile: str | None = None,
    removed: str = "",
    used_up: str = "",
    hidden_scores: bool = False,
    memory_aid: bool = True,
) -> caravane.Play:
    """A position before the first seat's action.

    row: five A cards that are named nowhere else, unless told. north, south: seen pages, left side from its bottom,
    then the right from its top. pile: the travel cards left, all others lie in the discard pile; without it, all
    others are in the pile. used_up: letters of which all cards not named elsewhere were completed by the last
    seat; A and B also when a later letter is named.
    """
    named = f"{' '.join(seats)} {row} {north} {south} {removed}".split()
    row = row or " ".join(_first(EXPEDITION_IDS, named, 5))
    north = north or f"| {_first(ADVENTURE_IDS[:PAGES], named, 1)[0]}"
    south = south or f"| {_first(ADVENTURE_IDS[PAGES:], named, 1)[0]}"
    used_up += "".join(
        early for early, late in ("AB", "AC", "BC") if any(name[0] == late for name in named if name in EXPEDITION_IDS)
    )
    options: dict[str, caravane.game.Value] = {"hidden_scores": hidden_scores, "memory_aid": memory_aid}
    play = caravane.Play(GAME, len(seats), options, SeededChance(1), GAME.start(len(seats), options))
    state = play.state
    state.asks, state.decision = ASKS_NOTHING, ACTION
    for space, lying in enumerate(row.split()):
        if lying != "-":
            state.row[space] = EXPEDITION_IDS.index(lying) + 1
            state.expedition[EXPEDITION_IDS.index(lying)] = IN_ROW
    for seat, text in enumerate(seats):
        _seat(state, seat, text)
    for name in removed.split():
        state.adventure[ADVENTURE_IDS.index(name)] = REMOVED
    hidden = [int(where) for where in state.expedition].count(UNSEEN)
    for card, name in enumerate(EXPEDITION_IDS):
        if name[0] in used_up and state.expedition[card] == UNSEEN and hidden > REMOVED_C[len(seats)]:
            state.expedition[card] = DONE + len(seats) - 1
            hidden -= 1
    state.expeditions_left = hidden - REMOVED_C[len(seats)]
    _book(state, 0, north)
    _book(state, 1, south)
    _pile(state, pile)
    return play


def _first(ids: Sequence[str], named: list[str], count: int) -> list[str]:
    return [name for name in ids if name not in named][:count]


def _seat(state: Any, seat: int, text: str) -> None:
    words = text.split()[1:]
    place = []
    while words and words[0] not in WORDS:
        place.append(words.pop(0))
    if place:
        state.place[seat] = NAMES.index(" ".join(place))
    facts: dict[str, list[str]] = {}
    for word in words:
        if word in WORDS:
            facts[word] = []
        else:
            facts[list(facts)[-1]].append(word)
    state.silver[seat] = int(facts["silver"][0]) if "silver" in facts else 0
    _hand(state, seat, facts.get("hand", ["joker"]))
    for card in facts.get("open", []):
        state.adventure[ADVENTURE_IDS.index(card)] = OPEN + seat
    for card in facts.get("done", []):
        if card in ADVENTURE_IDS:
            state.adventure[ADVENTURE_IDS.index(card)] = FINISHED + seat
        else:
            state.expedition[EXPEDITION_IDS.index(card)] = DONE + seat
    for card in facts.get("joined", []):
        space = list(state.row).index(EXPEDITION_IDS.index(card) + 1)
        state.joined[space] |= 1 << seat


def _hand(state: Any, seat: int, cards: list[str]) -> None:
    state.joker[seat] = "joker" in cards
    state.removed_jokers += "joker" not in cards
    for card in cards:
        if card in COLOURS:
            state.hand[seat, COLOURS.index(card)] += 1
            state.hand_count[seat] += 1
        elif card != "joker":
            colour = COLOURS.index(card.removeprefix("assistant-"))
            state.assistants[seat, colour] += 1
            state.assistant_stock[colour] -= 1


def _book(state: Any, book: int, text: str) -> None:
    left, right = (side.split() for side in text.split("|"))
    cards = slice(book * PAGES, (book + 1) * PAGES)
    for at, card in enumerate(left + right):
        state.page[book, at] = ADVENTURE_IDS.index(card) + 1
        state.adventure[ADVENTURE_IDS.index(card)] = IN_BOOK
    state.gutter[book] = len(left)
    state.pages[book] = sum(where in (UNSEEN, IN_BOOK) for where in state.adventure[cards])


def _pile(state: Any, pile: str | None) -> None:
    for colour, name in enumerate(COLOURS):
        rest = int(TRAVEL[colour]) - int(state.hand[:, colour].sum())
        count = rest if pile is None else pile.split().count(name)
        state.pile[colour] = count
        state.spent[0, colour] = rest - count
    state.pile_count = state.pile.sum()
    assert GAME.invariants(state) == []


def after(play: caravane.Play, *actions: str) -> caravane.Play:
    """The position after these actions; all must hold in each."""
    for action in actions:
        play.apply(action)
        assert GAME.invariants(play.state) == []
    return play


def legal(play: caravane.Play) -> list[str]:
    """The legal actions in notation."""
    return [GAME.notation(action) for action in play.legal()]


def refused(play: caravane.Play, action: str, rule: str) -> None:
    """The action is refused with this rule, and nothing changes."""
    saved = play.save()
    with pytest.raises(IllegalAction) as error:
        play.apply(action)
    assert error.value.rule == rule
    assert play.save() == saved


def hand(play: caravane.Play, seat: int) -> str:
    """The cards of a seat, as the tests write them."""
    cards = play.view(seat)["players"][seat]["hand"]
    return " ".join(card["card"].replace(" ", "-") for card in cards)


def player(play: caravane.Play, seat: int) -> dict[str, Any]:
    """A seat as it sees itself."""
    described: dict[str, Any] = play.view(seat)["players"][seat]
    return described


def row(play: caravane.Play) -> str:
    """The expeditions on the spaces."""
    return " ".join(space["card"]["id"] if space["card"] else "-" for space in play.view(-1)["row"])


def book(play: caravane.Play, number: int) -> str:
    """The pages of a book, left and right of the gutter; how many are unseen."""
    sides = play.view(-1)["books"][number]["sides"]
    left, right = list(reversed(sides["left"]["pages"])), sides["right"]["pages"]
    seen = [page for page in right if page]
    return f"{' '.join(left)} | {' '.join(seen)} +{len(right) - len(seen)}".strip()


def word(number: int) -> np.uint64:
    """A word of chance."""
    return np.uint64(number)
