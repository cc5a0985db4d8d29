"""Play, study and research four African board games on one set of rules."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caravane.errors import BadInput, BadRecord, CaravaneError, IllegalAction
    from caravane.game import SPECTATOR, Game, load
    from caravane.play import Play, start

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "BadInput",
    "BadRecord",
    "CaravaneError",
    "Game",
    "IllegalAction",
    "Play",
    "load",
    "start",
]

# Where each name lives. Found when first used, because the compiler takes a second to import and help texts,
# completion and error messages do not need it.
_ROOMS = {
    "SPECTATOR": "caravane.game",
    "BadInput": "caravane.errors",
    "BadRecord": "caravane.errors",
    "CaravaneError": "caravane.errors",
    "Game": "caravane.game",
    "IllegalAction": "caravane.errors",
    "Play": "caravane.play",
    "load": "caravane.game",
    "start": "caravane.play",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module 'caravane' has no attribute {name!r}")
    return getattr(importlib.import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_ROOMS])
