"""Play, study and research four African board games on one set of rules."""

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
