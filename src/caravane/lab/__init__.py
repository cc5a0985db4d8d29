"""The lab: many games played by bots, and what they say about a game's balance. Needs the extra `lab`."""

from caravane.lab.experiments import Question, examine
from caravane.lab.report import write_report

__all__ = ["Question", "examine", "write_report"]
