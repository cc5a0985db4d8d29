"""Five opponents for each game, from a beginner who looks one move ahead to all that a second allows.

The lower four think for so many playouts or positions, so that they play alike on every machine; only the fifth
thinks for as long as it is given. How far they are apart is measured in docs/ladder.md.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from caravane.bots import talks
from caravane.bots.deepening import Deepening
from caravane.bots.planner import Planner
from caravane.bots.quick import SECONDS as QUICK_SECONDS
from caravane.bots.quick import Quick
from caravane.bots.registry import Bot, register
from caravane.bots.search import Kept, Search
from caravane.bots.simple import Greedy, Random
from caravane.bots.talks import Memory
from caravane.bots.thought import Thought
from caravane.game import Game
from caravane.kernel import is_plain
from caravane.text import Text


class Thinker(Bot, Protocol):
    """A bot that also tells what it thinks."""

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """All actions it considered."""


LEVELS = 5
SECONDS = 1.0  # what level 5 thinks for, unless it is told otherwise
AMPLE = 60.0  # never used up: a planner without a time does not begin with few scenarios


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent of a game, for people who choose one."""

    level: int
    bot: str  # its name for `load`
    title: Text
    sentence: Text


_SENTENCES = (
    Text("Joue au premier coup d’œil ; idéal pour apprendre.", "Plays at first sight; good to learn against."),
    Text("Voit ce qu’un coup rapporte, rarement plus loin.", "Sees what a move brings, seldom further."),
    Text("Réfléchit un peu à ce qui peut arriver.", "Thinks a little about what may come."),
    Text("Réfléchit bien et se trompe rarement.", "Thinks well and rarely errs."),
    Text("Réfléchit aussi loin qu’une seconde le permet.", "Thinks as far as a second allows."),
)

_TITLES: dict[str, tuple[Text, ...]] = {
    "pistes": (
        Text("Flâneur", "Stroller"),
        Text("Marcheuse", "Walker"),
        Text("Pisteur", "Tracker"),
        Text("Éclaireuse", "Scout"),
        Text("Maître des pistes", "Master of the trails"),
    ),
    "africa": (
        Text("Touriste", "Tourist"),
        Text("Promeneuse", "Rambler"),
        Text("Naturaliste", "Naturalist"),
        Text("Exploratrice", "Explorer"),
        Text("Grand explorateur", "Great explorer"),
    ),
    "africana": (
        Text("Apprenti", "Apprentice"),
        Text("Voyageuse", "Traveller"),
        Text("Archéologue", "Archaeologist"),
        Text("Cheffe d’expédition", "Expedition leader"),
        Text("Légende du fleuve", "Legend of the river"),
    ),
    "africa1880": (
        Text("Attaché", "Attaché"),
        Text("Consule", "Consul"),
        Text("Ambassadeur", "Ambassador"),
        Text("Ministre", "Minister"),
        Text("Chancelière", "Chancellor"),
    ),
}
_ANY_GAME = (
    Text("Débutant", "Beginner"),
    Text("Amatrice", "Casual player"),
    Text("Joueur de club", "Club player"),
    Text("Experte", "Expert"),
    Text("Maître", "Master"),
)


def levels(game: str) -> list[Level]:
    """The five opponents of a game, the easiest first."""
    titles = _TITLES.get(game, _ANY_GAME)
    return [Level(i, f"level{i}", titles[i - 1], _SENTENCES[i - 1]) for i in range(1, LEVELS + 1)]


SETTINGS: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "settings.toml").read_text("utf-8"))


def _deepening(game: Game, level: int, seconds: float) -> Thinker:
    """For two seats without secrets."""
    del game
    return (
        Deepening(nodes=None, depth=1, noise=0.05),
        Deepening(nodes=700, depth=3),
        Deepening(nodes=2_500, depth=5),
        Deepening(nodes=25_000),
        Deepening(nodes=None, seconds=seconds),
    )[level - 1]


# What the lower four levels search with. More playouts alone hardly tell them apart where there is much luck or many
# seats; how far they stray from the best they see does.
_SEARCHES: dict[str, tuple[dict[str, Any], ...]] = {
    "africa": (
        {"playouts": 0, "worlds": 1, "noise": 0.28},
        {"playouts": 0, "worlds": 1, "noise": 0.17},
        {"playouts": 6, "noise": 0.14},
        {"playouts": 150, "noise": 0.06},
    ),
}
_ANY_SEARCH: tuple[dict[str, Any], ...] = (
    {"playouts": 0, "worlds": 1, "noise": 0.1},
    {"playouts": 0, "worlds": 1, "noise": 0.055},
    {"playouts": 8, "noise": 0.15},
    {"playouts": 48, "noise": 0.07},
)


def _search(game: Game, level: int, seconds: float) -> Thinker:
    """For games with secrets or more seats."""
    tuned = {name: value for name, value in SETTINGS.get(game.id, {}).items() if name != "run"}
    if level == LEVELS:
        return Search(**tuned, playouts=None, seconds=seconds)
    return Search(**tuned, **_SEARCHES.get(game.id, _ANY_SEARCH)[level - 1])


def _planner(game: Game, level: int, seconds: float) -> Thinker:
    """A bot for games with secret orders, where a tree of single moves does not help."""
    del game
    return (
        # At first sight, often anything at all, and too trusting: who declares alliance to an enemy is driven out.
        Planner(samples=1, scenarios=0, noise=0.42, trusting=0.72),
        Planner(samples=1, scenarios=0, noise=0.27, trusting=0.48),
        Planner(samples=1, scenarios=0, noise=0.16, trusting=0.28),
        # The best answer to what the others may write, but for some trust.
        Planner(samples=6, scenarios=16, passes=2, trusting=0.21, seconds=AMPLE),
        # That, with the next turn in mind, after all have answered each other.
        Planner(samples=12, scenarios=64, rounds=None, ahead=1, seconds=seconds),
    )[level - 1]


def _kind(game: Game) -> Callable[[Game, int, float], Thinker]:
    """What kind of mind a game asks for."""
    if game.orders is not None:
        return _planner
    return _search if game.has_secrets or game.max_seats > 2 else _deepening


def thinker_for(game: Game, level: int, seconds: float) -> Thinker:
    """Who thinks at a level of a game; without compiled kernels somebody quicker and simpler."""
    return Quick(min(seconds, QUICK_SECONDS)) if is_plain() else _kind(game)(game, level, seconds)


class Levelled:
    """A level in any game: what it is made of depends on the game."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"level{level}"
        self.seconds: float = SECONDS
        self.memory: Memory = ()  # the deals the seat took part in; see `talks`
        self._kept = Kept()  # a search's tree, from one decision to the next

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        return self._mind(game, view, seat, word).choose(game, view, seat, legal, word)

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """What it would choose, and what the others are worth."""
        return self._mind(game, view, seat, word).think(game, view, seat, legal, word)

    def _mind(self, game: Game, view: Any, seat: int, word: np.uint64) -> Thinker:
        thinker = thinker_for(game, self.level, self.seconds)
        if isinstance(thinker, Search):
            thinker.kept = self._kept
        if self.memory and isinstance(thinker, Planner):
            talks.brief(thinker, game, view, seat, self.memory, word)
        return thinker


def _offer(level: int) -> None:
    register(f"level{level}", lambda: Levelled(level))


for _level in range(1, LEVELS + 1):
    _offer(_level)
register("random", Random)
register("greedy", Greedy)
register("quick", Quick)
register("search", Search)
register("deepening", Deepening)
register("planner", Planner)
