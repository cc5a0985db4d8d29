"""From what a search says to a chance: a mapping fitted on games for each game and number of seats.

Raw values are no probabilities. A seat's score is `slope * (value + offset)`, the offset for the seat that is to move and
for what is asked of it, the slope steeper the further the game has gone; the chances are the softmax of the scores, so
that they add up to 1. With two seats that is the logistic function of the difference. How it was fitted, and how well it holds: docs/review.md.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from caravane.bots.appraisal import Values
from caravane.game import Game

FILE = "calibration.json"
CLEARLY = 0.97  # of Brier's score of an even chance
NEAR = 0.05  # what was said and what was won, on average
OFFSET_KINDS = 10  # what is asked, as the state counts it; more kinds share the last offset


@dataclass(frozen=True, slots=True)
class Looked:
    """What was said of a position before the mapping."""

    values: Values  # of each seat
    progress: float  # how far the game has gone, 0..1
    mover: int  # the one seat that is to move; -1: several, or nobody
    kind: int  # what is asked of it


class Mapping(msgspec.Struct, frozen=True):
    """The slope at the start and what is added towards the end; an offset for each kind of decision."""

    slopes: list[float]
    offsets: list[float]  # for the seat to move, in units of the value

    def chances(self, looked: "Looked") -> Values:
        """The chance of each seat."""
        values = np.array(looked.values, np.float64)
        if looked.mover >= 0:
            values[looked.mover] += self.offsets[looked.kind]
        scores = (self.slopes[0] + self.slopes[1] * looked.progress) * values
        grown = np.exp(scores - scores.max())
        found: Values = grown / grown.sum()
        return found


class Held(msgspec.Struct, frozen=True):
    """How a mapping did on games that it was not fitted on."""

    games: int
    positions: int
    brier: float
    brier_even: float  # of saying the same of every position
    table: list[list[float]]  # [lowest, highest, positions, mean said, share won]

    @property
    def error(self) -> float:
        """How far what was said is from what was won, over all rows of the table."""
        count = sum(row[2] for row in self.table)
        return sum(row[2] * abs(row[3] - row[4]) for row in self.table) / count if count else 1.0

    @property
    def is_proof(self) -> bool:
        """Clearly better than the same chance for every position, and near what was won."""
        return self.brier < CLEARLY * self.brier_even and self.error <= NEAR


class Calibration(msgspec.Struct, frozen=True):
    """What was fitted for a game with so many seats."""

    start: list[float]  # the share of each seat in the games it was fitted on
    length: float  # actions of a game (turns, where sheets are written), on average
    search: Mapping
    playouts: Mapping
    held: Held
    held_playouts: Held
    fitted_games: int
    bot: str
    weights: str  # digest of what the bots judge by
    command: str

    @property
    def is_proven(self) -> bool:
        """Whether chances may be told as numbers."""
        return self.held.is_proof


EVEN = Mapping([2.0, 1.0], [0.0] * OFFSET_KINDS)
NO_TRIAL = Held(0, 0, 0.0, 0.0, [])


@cache
def _all() -> dict[str, dict[str, Calibration]]:
    text = files("caravane.review").joinpath(FILE).read_text("utf-8")
    return msgspec.convert(json.loads(text), dict[str, dict[str, Calibration]])


def calibration_of(game: Game, seats: int) -> Calibration:
    """What was fitted, or an even start and a mapping that proves nothing."""
    fitted = _all().get(game.id, {})
    if str(seats) in fitted:
        return fitted[str(seats)]
    if fitted:  # the mapping of the nearest number of seats is better than none, but not proven for this one
        near = fitted[min(fitted, key=lambda each: abs(int(each) - seats))]
        return msgspec.structs.replace(near, start=[1 / seats] * seats, held=NO_TRIAL, held_playouts=NO_TRIAL)
    return Calibration([1 / seats] * seats, 100.0, EVEN, EVEN, NO_TRIAL, NO_TRIAL, 0, "", "", "")


@cache
def weights_digest(game: str) -> str:
    """A digest of what the bots of a game judge by: its evaluation and weights, and how the search is set."""
    package = Path(str(files("caravane")))
    digest = hashlib.sha256()
    for name in (f"games/{game}/evaluation.py", f"games/{game}/weights.toml", "bots/settings.toml"):
        path = package / name
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def kind_of(view: Any) -> int:
    """What is asked, as the state counts it."""
    name = "decision" if "decision" in view.dtype.names else "stage"
    kind = int(view[name]) if name in view.dtype.names else 0
    return min(kind, OFFSET_KINDS - 1)


def mover_of(movers: int) -> int:
    """The one seat of a set; -1 if there are more or none."""
    return movers.bit_length() - 1 if movers.bit_count() == 1 else -1


def surprise(shares: Values) -> Values:
    """Shares of playouts as scores: logarithms, none of them infinite."""
    found: Values = np.log(shares + 0.01)
    return found
