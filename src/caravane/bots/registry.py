"""What a bot is, and where bots are found by name."""

import math
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import entry_points
from typing import Any, Protocol

import numpy as np

from caravane.errors import BadInput
from caravane.game import Game
from caravane.text import Text

ENTRY_POINTS = "caravane.bots"  # the group under which other packages offer theirs


class Bot(Protocol):
    """Somebody who decides for a seat. One that can be told how long to think has an attribute `seconds`.

    One that may be set to think for ever has an attribute `limits`: the names of its settings that would end it.
    """

    name: str

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        """One of `legal`, from the record that `view_for` made for the seat; all chance comes from `word`.

        `view` belongs to the bot and may be changed.
        """


_MAKERS: dict[str, Callable[..., Bot]] = {}


def register(name: str, make: Callable[..., Bot]) -> None:
    """Offer a bot under a name; `make` gives a fresh one for each seat and may take settings by name."""
    _MAKERS[name] = make


def names() -> list[str]:
    """Every bot there is, those of other packages included."""
    return sorted({*_MAKERS, *(point.name for point in entry_points(group=ENTRY_POINTS))})


def load(name: str, seconds: float | None = None) -> Bot:
    """A new bot of this name, with its settings if any are given (`search:playouts=200,plies=6`).

    `seconds` is how long it may think for a move, if it is one of those that heed time.
    """
    plain, _, given = name.partition(":")
    bot = _maker(plain)(**_settings(plain, given))
    bot.name = name
    if seconds is not None and hasattr(bot, "seconds"):
        bot.seconds = seconds
    _check_limits(bot)
    return bot


def _check_limits(bot: Bot) -> None:
    """Refuse a bot that nothing would stop from thinking."""
    limits: tuple[str, ...] = getattr(bot, "limits", ())
    if not limits or any(getattr(bot, limit) is not None for limit in limits):
        return
    possible = ", ".join(limits)
    raise BadInput(
        Text(
            f"Le robot {bot.name} réfléchirait sans fin ; donnez-lui au moins un de ces réglages : {possible}.",
            f"The bot {bot.name} would think for ever; give it at least one of these settings: {possible}.",
        )
    )


def _maker(name: str) -> Callable[..., Bot]:
    if name in _MAKERS:
        return _MAKERS[name]
    for point in entry_points(group=ENTRY_POINTS, name=name):
        make: Callable[..., Bot] = point.load()
        return make
    possible = ", ".join(names())
    raise BadInput(Text(f"Robot inconnu : {name!r} ; robots : {possible}.", f"Unknown bot {name!r}; bots: {possible}."))


def _settings(name: str, given: str) -> dict[str, Any]:
    """`playouts=200,plies=6` as numbers by name."""
    settings: dict[str, Any] = {}
    known = getattr(_maker(name), "__annotations__", {})
    for pair in filter(None, given.split(",")):
        key, _, value = pair.partition("=")
        if key not in known:
            possible = ", ".join(known) or "-"
            raise BadInput(
                Text(
                    f"Le robot {name} n'a pas de réglage {key!r} ; réglages : {possible}.",
                    f"The bot {name} has no setting {key!r}; settings: {possible}.",
                )
            )
        settings[key] = _number(key, value)
    return settings


def _number(key: str, value: str) -> int | float | None:
    """A number as people write it, `1e-1` too; `none` for none. Whole ones are for counting, even `1e3`."""
    if value == "none":
        return None
    with suppress(ValueError):
        return int(value)
    with suppress(ValueError):
        number = float(value)
        if math.isfinite(number):
            return int(number) if number.is_integer() else number
    raise BadInput(Text(f"{key} doit être un nombre, pas {value!r}.", f"{key} must be a number, not {value!r}."))
