"""What a bot is, and where bots are found by name."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Protocol

import numpy as np

from caravane.errors import BadInput
from caravane.game import Game
from caravane.text import Text

ENTRY_POINTS = "caravane.bots"  # the group under which other packages offer theirs


class Bot(Protocol):
    """Somebody who decides for a seat."""

    name: str

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        """One of `legal`, from the record that `view_for` made for the seat; all chance comes from `word`.

        `view` belongs to the bot and may be changed.
        """


_MAKERS: dict[str, Callable[[], Bot]] = {}


def register(name: str, make: Callable[[], Bot]) -> None:
    """Offer a bot under a name; `make` gives a fresh one for each seat."""
    _MAKERS[name] = make


def names() -> list[str]:
    """Every bot there is, those of other packages included."""
    return sorted({*_MAKERS, *(point.name for point in entry_points(group=ENTRY_POINTS))})


def load(name: str) -> Bot:
    """A new bot of this name."""
    if name in _MAKERS:
        return _MAKERS[name]()
    for point in entry_points(group=ENTRY_POINTS, name=name):
        bot: Bot = point.load()()
        return bot
    possible = ", ".join(names())
    raise BadInput(Text(f"Robot inconnu : {name!r} ; robots : {possible}.", f"Unknown bot {name!r}; bots: {possible}."))
