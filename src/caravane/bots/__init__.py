"""Opponents. A bot is given what its seat may see, never the truth, and answers with a legal action."""

from caravane.bots.advice import Advice, Suggestion, advise
from caravane.bots.levels import Level, levels
from caravane.bots.registry import Bot, load, names, register

__all__ = ["Advice", "Bot", "Level", "Suggestion", "advise", "levels", "load", "names", "register"]
