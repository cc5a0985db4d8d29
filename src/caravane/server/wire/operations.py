"""Hints, and how the server is, on the wire."""

from typing import Literal

from caravane.game import Structure
from caravane.server.wire.base import Bilingual, Input, SeatIndex, Wire


class AskHint(Input, frozen=True):
    """What would you do, and why? For a seat of mine that is to move."""

    seat: SeatIndex


class Suggestion(Wire, frozen=True):
    """One of the best actions: how much of the search went into it, what it seems worth (-1..1), and why."""

    action: Structure
    notation: str
    words: Bilingual  # what it does, to stand in a sentence
    share: float
    value: float
    text: Bilingual  # what it gains and prevents, compared with the next best
    where: Bilingual  # the same at a first depth: where to look
    kind: Bilingual  # at a second: what kind of action


class Hint(Wire, frozen=True):
    """Advice from what the asking seat knows: the best actions first, and how the seat stands if it plays well."""

    seat: int
    sequence: int  # of the position it is about, as the seat counts
    suggestions: list[Suggestion]
    value: float  # -1..1
    text: Bilingual


Part = Literal["writing", "channel", "bots"]


class Health(Wire, frozen=True):
    """Whether the server is well. `degraded`: it serves, but something is `wrong`; `failing`: it cannot serve."""

    status: Literal["ok", "degraded", "failing", "stopping"]
    version: str
    database: bool  # as `writing`
    writing: bool  # something was stored durably within the last moment
    channel: Literal["ok", "lost", "none"]  # between several processes
    bots: Literal["ready", "warming", "unavailable"]
    wrong: list[Part]
    damaged_tables: int  # found so far; the log names them
