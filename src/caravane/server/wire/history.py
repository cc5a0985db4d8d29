"""A viewer's history on the wire: one entry for each event that it may know of, and the snapshot they lead to."""

from typing import Literal

from msgspec import Struct

from caravane.game import Structure
from caravane.server.wire import Happening, Position, Proposal, Table, Wire


class Entry(Struct, frozen=True, kw_only=True, tag_field="type"):
    """A fact in the log; `sequence` counts what this viewer may see, without gaps, from 1."""

    sequence: int
    at: int


class Opened(Entry, frozen=True, tag="opened"):
    """The table was opened; the commitment to its secret is public from here on."""

    commitment: str | None = None  # null: a table of before, which published it at the start


class Seated(Entry, frozen=True, tag="seated"):
    """Somebody sat down, or the owner put a bot there."""

    seat: int
    name: str | None
    level: int | None
    entropy: str = ""  # what it added to the chance with it


class Left(Entry, frozen=True, tag="left"):
    """Somebody stood up before the start."""

    seat: int


class EntropyAdded(Entry, frozen=True, tag="entropy_added"):
    """A seat added its part of the chance."""

    seat: int
    entropy: str


class Started(Entry, frozen=True, tag="started"):
    """The game began."""

    commitment: str
    entropy: list[str]


class Moved(Entry, frozen=True, tag="moved"):
    """A seat acted; `events` say what came of it, chance included."""

    seat: int
    action: Structure
    notation: str
    events: list[Happening]
    by_bot: bool
    by_clock: bool = False  # time was over: a stand-in chose


class Undone(Entry, frozen=True, tag="undone"):
    """The position is again as it was after entry `back_to`."""

    seat: int
    back_to: int


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    """A seat would like to take its last action back."""

    seat: int
    back_to: int


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    """Somebody agreed or not; when all agreed an `undone` follows."""

    seat: int
    agreed: bool


class UndoWithdrawn(Entry, frozen=True, tag="undo_withdrawn"):
    """Who asked asks no more."""

    seat: int


class Resigned(Entry, frozen=True, tag="resigned"):
    """A seat gave up: the game ends, or a bot plays on for it where more than one opponent is left."""

    seat: int


class TimedOut(Entry, frozen=True, tag="timed_out"):
    """A seat's time was over."""

    seat: int


class Replaced(Entry, frozen=True, tag="replaced"):
    """A bot plays on for the seat."""

    seat: int
    level: int


class Returned(Entry, frozen=True, tag="returned"):
    """The person took the seat back from the stand-in."""

    seat: int


class Said(Entry, frozen=True, tag="said"):
    """A chat message; `among` is null at the table, else the seats of the private channel."""

    seat: int | None  # null for a spectator
    name: str
    among: list[int] | None
    text: str


class Proposed(Entry, frozen=True, tag="proposed"):
    """A structured proposal was made, answered or withdrawn, or its promises were judged."""

    proposal: Proposal


class PhaseBegan(Entry, frozen=True, tag="phase_began"):
    """With a phase clock: talking or writing began."""

    phase: Literal["negotiation", "orders"]
    ready: list[int] = []


class SeatReady(Entry, frozen=True, tag="seat_ready"):
    """A seat waits for the phase to end."""

    seat: int


class Ended(Entry, frozen=True, tag="ended"):
    """The game is over."""

    ending: str
    winners: list[int]
    secret: str


class Aborted(Entry, frozen=True, tag="aborted"):
    """The table was closed without a result."""


class AbortAsked(Entry, frozen=True, tag="abort_asked"):
    """A seat would like to close the table without a result; it is closed when all people ask."""

    seat: int


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


LogEntry = (
    Opened
    | Seated
    | Left
    | EntropyAdded
    | Started
    | Moved
    | Undone
    | UndoAsked
    | UndoAnswered
    | UndoWithdrawn
    | Resigned
    | TimedOut
    | Replaced
    | Returned
    | Said
    | Proposed
    | PhaseBegan
    | SeatReady
    | AbortAsked
    | Ended
    | Aborted
    | Rematched
)


class Snapshot(Wire, frozen=True):
    """A table as one viewer may know it."""

    table: Table
    seat: int  # as which seat; -1: spectator
    sequence: int
    entries: list[LogEntry]  # everything since `since`, or all of it
    position: Position | None  # null before the start
