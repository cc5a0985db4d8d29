"""Opponents. A bot is given what its seat may see, never the truth, and answers with a legal action."""

from caravane.bots.levels import Level, levels
from caravane.bots.registry import Bot, load, names, register

__all__ = ["Bot", "Level", "levels", "load", "names", "register"]
