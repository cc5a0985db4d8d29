"""Chance as docs/games/africana.md tells it: a verifier written from that page and docs/protocol.md alone.

It follows traces with books of its own and reads nothing of the rules but the file of cards.
"""

import tomllib
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import caravane
from caravane.cli.trace import trace

FILE = tomllib.loads((Path(caravane.__file__).parent / "games/africana/board.toml").read_text("utf-8"))
COLOURS = ["magenta", "turquoise", "grey", "orange", "violet"]
HALF = {place["id"]: place["half"] for place in FILE["map"]["places"]}
EXPEDITIONS = [card["id"] for card in FILE["cards"]["expeditions"]]
PAGES = {
    half: [c["id"] for c in FILE["cards"]["adventures"] if c["id"][0] == half[0].upper()] for half in ("north", "south")
}
ASSISTANT = {card["id"]: card.get("assistant") for card in FILE["cards"]["adventures"]}
BONUS_CARDS = [bonus.get("cards", 0) for bonus in FILE["cards"]["bonuses"]]
ALL = (1 << 64) - 1


def next_(w: int) -> int:
    return (w + 0x9E3779B97F4A7C15) & ALL


def below(w: int, n: int) -> int:
    w = ((w ^ (w >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    w = ((w ^ (w >> 27)) * 0x94D049BB133111EB) & ALL
    return (w ^ (w >> 31)) % n


@dataclass
class Books:
    """What lies where, kept by the page on chance and the numbered rules."""

    seats: int
    at: list[str] = field(init=False)
    hand: list[list[str]] = field(init=False)
    jokers: list[int] = field(init=False)
    assistants: list[list[str]] = field(init=False)
    adventures: list[int] = field(init=False)
    pile: list[str] = field(default_factory=lambda: [colour for colour in COLOURS for _ in range(12)])
    discards: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)  # in the movement under way (§3.2)
    left: dict[str, list[str | None]] = field(
        default_factory=lambda: {"north": [], "south": []}
    )  # the last one is on top
    right: dict[str, list[str | None]] = field(default_factory=lambda: {half: [None] * 15 for half in PAGES})  # as well
    unseen: dict[str, list[str]] = field(default_factory=lambda: {half: list(cards) for half, cards in PAGES.items()})
    row: list[str | None] = field(default_factory=lambda: [None] * 5)
    hidden: list[str] = field(default_factory=lambda: list(EXPEDITIONS))
    to_come: int = field(init=False)
    shuffles: int = 0

    def __post_init__(self) -> None:
        self.at = [company["start"] for company in FILE["cards"]["companies"][: self.seats]]
        self.hand = [[] for _ in self.at]
        self.jokers = [1 for _ in self.at]
        self.assistants = [[] for _ in self.at]
        self.adventures = [0 for _ in self.at]
        self.to_come = len(EXPEDITIONS) - {2: 10, 3: 7, 4: 4}[self.seats]

    def deal(self, w: int) -> None:
        for seat in range(self.seats):
            w = next_(w)
            self.take_card(seat, w)
        for half in ("north", "south"):
            w = next_(w)
            self.uncover(half, w)
        self.refill(w)

    def take_card(self, seat: int, w: int) -> None:
        if not self.pile:
            self.pile, self.discards = sorted(self.discards, key=COLOURS.index), []
            self.shuffles += 1
        self.hand[seat].append(self.pile.pop(below(w, len(self.pile))))

    def uncover(self, half: str, w: int) -> None:
        self.right[half][-1] = self.unseen[half].pop(below(w, len(self.unseen[half])))

    def refill(self, w: int) -> None:
        for space in range(5):
            if self.row[space] is None and self.to_come:
                w = next_(w)
                letter = self.hidden[0][0]
                cards = [card for card in self.hidden if card[0] == letter]
                self.row[space] = cards[below(w, len(cards))]
                self.hidden.remove(self.row[space] or "")
                self.to_come -= 1

    def draw(self, seat: int, count: int) -> Generator[str, int, None]:
        """Asks for a word if there is a card at all."""
        if self.pile or self.discards:
            w = yield "cards"
            for _ in range(count):
                if self.pile or self.discards:
                    w = next_(w)
                    self.take_card(seat, w)

    def act(self, seat: int, what: dict[str, Any]) -> Generator[str, int, None]:
        """Carry an action out; yields what chance is asked for, and is sent the word."""
        kind, half = what["type"], what.get("book", "")
        if kind == "draw":
            yield from self.draw(seat, 2)
        elif kind == "turn":
            given, taken = (self.right, self.left) if what["side"] == "left" else (self.left, self.right)
            taken[half].append(given[half].pop())
        elif kind == "buy":
            (self.left if what["side"] == "left" else self.right)[half].pop()
            self.adventures[seat] += 1
        elif kind == "step":
            self.step(seat, what)
        elif kind == "join":
            if bonus := BONUS_CARDS[self.row.index(what["expedition"])]:
                yield from self.draw(seat, bonus)
        elif kind == "complete":
            self.row[self.row.index(what["expedition"])] = None
        elif kind == "finish":
            self.adventures[seat] -= 1
            self.assistants[seat] += [colour for colour in [ASSISTANT[what["adventure"]]] if colour]
        else:
            self.give_up(seat, what)
        if kind in ("turn", "buy") and self.right[half] and self.right[half][-1] is None:
            self.uncover(half, (yield "page"))
        if kind in ("draw", "end", "discard", "drop"):
            yield from self.end_turn(seat)

    def step(self, seat: int, what: dict[str, Any]) -> None:
        self.at[seat] = what["to"]
        if what["card"] in COLOURS:
            self.hand[seat].remove(what["card"])
            self.played.append(what["card"])

    def give_up(self, seat: int, what: dict[str, Any]) -> None:
        if what["type"] == "drop":
            self.adventures[seat] -= 1
        elif what["type"] == "discard" and what["card"] == "joker":
            self.jokers[seat] = 0
        elif what["type"] == "discard" and what["card"] not in COLOURS:
            self.assistants[seat].remove(what["card"].removeprefix("assistant "))
        elif what["type"] == "discard":
            self.hand[seat].remove(what["card"])
            self.discards.append(what["card"])
        else:  # end
            self.discards += self.played
            self.played = []

    def end_turn(self, seat: int) -> Generator[str, int, None]:
        """The order of §8.3: hand, adventures, spaces."""
        held = len(self.hand[seat]) + self.jokers[seat] + len(self.assistants[seat])
        if held <= 5 and self.adventures[seat] <= 3 and None in self.row and self.to_come:
            self.refill((yield "refill"))


def check(books: Books, state: dict[str, Any]) -> None:
    """The truth of a trace's line is what the books say."""
    assert state["row"] == [EXPEDITIONS.index(card) + 1 if card else 0 for card in books.row]
    assert state["expeditions_left"] == books.to_come
    for seat in range(books.seats):
        assert state["hand"][seat] == [books.hand[seat].count(colour) for colour in COLOURS]
    assert state["pile"] == [books.pile.count(colour) for colour in COLOURS]
    for number, half in enumerate(("north", "south")):
        cards = [*books.left[half], *reversed(books.right[half])]
        wanted = [15 * number + PAGES[half].index(card) + 1 if card else 0 for card in cards]
        assert state["page"][number] == wanted + [0] * (15 - len(wanted))
        assert state["gutter"][number] == len(books.left[half])


def verify(lines: Iterator[dict[str, Any]]) -> dict[str, int]:
    """Follow a trace; how often each kind of word was asked for."""
    asked: dict[str, int] = {}
    first = next(lines)
    books = Books(first["players"])
    (word,) = first["chance"]
    books.deal(int(word, 16))
    for line in lines:
        if line["type"] in ("decision", "end"):
            check(books, line["state"])
            continue
        words = [int(word, 16) for word in line["chance"]]
        course: Any = books.act(line["seat"], line["structure"])
        asks = next(course, None)
        while asks is not None:
            asked[asks] = asked.get(asks, 0) + 1
            assert words, f"ply {line['ply']}: no word for {asks}"
            try:
                asks = course.send(words.pop(0))
            except StopIteration:
                asks = None
        assert not words, f"ply {line['ply']}: a word that nobody asked for"
    return asked | {"shuffle": books.shuffles}


class Eager:
    """Takes what counts, or draws: its games are full of cards, pages and refilling."""

    name = "eager"

    def choose(self, game: Any, view: Any, seat: int, legal: list[int], word: Any) -> int:
        kinds = [game.decode(action)["type"] for action in legal]
        wanted = [a for a, kind in zip(legal, kinds, strict=True) if kind in ("complete", "finish", "join", "buy")]
        wanted = (
            wanted or [a for a, kind in zip(legal, kinds, strict=True) if kind in ("draw", "step", "turn")] or legal
        )
        return wanted[below(int(word), len(wanted))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_verifier_written_from_the_documentation_follows_whole_games(seats: int) -> None:
    players: Any = [Eager() for _ in range(seats)]
    asked = verify(trace(caravane.start("africana", seats, seed=seats), players, seats, None, 700))
    assert min(asked[kind] for kind in ("cards", "page", "refill", "shuffle")) > 0, asked
