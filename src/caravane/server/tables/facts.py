"""What the log of a table is made of: facts in the past tense, with all that replaying needs.

Facts hold ids of people, never names, so that a deleted account leaves no trace in them. `request` names the
command that caused a fact: a repeated command finds it and changes nothing.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from caravane.game import Structure, Value
from caravane.server import wire

FACTS_VERSION = 1  # of the format below; grows with a migration
SPECTATORS = "-1"


class Terms(Struct, frozen=True, kw_only=True):
    """What a table was opened with."""

    options: dict[str, Value]
    preset: str | None
    clock: wire.Clock
    on_timeout: wire.OnTimeout
    owner: str
    rules_version: int
    version: int = FACTS_VERSION
    imported: bool = False
    unfinished: bool = False  # the imported record stops before the end
    rematch_of: str | None = None
    hints: bool = True
    branch_of: str | None = None  # it plays on from a position of that table
    undo: wire.UndoTerm = "turn"
    rooms: wire.Rooms = "never"  # of tables before there was a choice too
    chance: int = 1  # how words of chance are made, see `CommittedChance`
    talk: wire.Talk = "always"  # of tables before there was a choice too
    position: str | None = None  # where it begins, as a line of text; it may hold secrets


class Fact(Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """Something that happened at a table."""

    request: str | None = None


class Told(Struct, frozen=True, kw_only=True, array_like=True):
    """A happening as it was told; kept, so that a log is read without replaying it."""

    seat: int
    what: Structure
    fr: str
    en: str


class Opened(Fact, frozen=True, tag="opened"):
    by: str
    commitment: str = ""  # to the table's secret; tables of before published it when they started


class SeatSet(Fact, frozen=True, tag="seat"):
    """Who may sit or sits at a seat."""

    seat: int
    kind: Literal["open", "kept", "person", "bot"]
    person: str | None = None
    label: str | None = None  # tells the seats of a hot seat apart
    level: int | None = None
    entropy: str = ""
    program: bool = False  # a person's program decides here, with a token
    awaits: bool = False  # the start waits for what the person adds to the chance


class EntropyAdded(Fact, frozen=True, tag="entropy"):
    """A seat's part of the chance, added once the commitment was there to be seen."""

    seat: int
    entropy: str


class Started(Fact, frozen=True, tag="started"):
    commitment: str
    words: list[int]  # what chance gave before the first decision


class Acted(Fact, frozen=True, tag="acted"):
    """A seat's action and what chance gave after it; `told` by viewer where it differs from what all were told."""

    seat: int
    action: int
    words: list[int] = []
    told: list[Told] = []
    told_to: dict[str, list[Told]] = {}
    secret: bool = False  # nobody else learns of it
    reveals: bool = False  # something hidden came out: no way back
    alone: bool = True  # nobody else was to move: it can be taken back
    turns: bool = False  # with it orders were revealed, or a turn of simultaneous orders began
    bot: bool = False
    clock: bool = False
    gained: int | None = None  # ms that it added to its seat's clock; None: no clock, or a log of before
    program: bool = False  # a program chose it, with a token


class Undone(Fact, frozen=True, tag="undone"):
    """The position is as after `kept` actions of those still standing."""

    seat: int
    kept: int
    took: list[int] | None = None  # ms that it takes from each clock; None: no clock, or a log of before


class UndoAsked(Fact, frozen=True, tag="undo_asked"):
    seat: int
    kept: int


class UndoAnswered(Fact, frozen=True, tag="undo_answered"):
    seat: int
    agreed: bool


class UndoWithdrawn(Fact, frozen=True, tag="undo_withdrawn"):
    seat: int


class Resigned(Fact, frozen=True, tag="resigned"):
    seat: int


class TimedOut(Fact, frozen=True, tag="timed_out"):
    seat: int


class Replaced(Fact, frozen=True, tag="replaced"):
    seat: int
    level: int


class Returned(Fact, frozen=True, tag="returned"):
    seat: int


class Said(Fact, frozen=True, tag="said"):
    person: str | None  # None: a bot
    seat: int | None
    among: list[int] | None  # None: everybody; []: spectators
    text: str
    name: str | None = None  # of a bot, in the language that it answers in


class TermFact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    by: int
    promise: Structure | None = None
    fr: str = ""
    en: str = ""


class Proposed(Fact, frozen=True, tag="proposed"):
    id: str
    seat: int
    among: list[int]
    turn: int
    terms: list[TermFact]


class Answered(Fact, frozen=True, tag="answered"):
    id: str
    seat: int
    answer: Literal["accept", "refuse", "withdraw"]


class Judged(Fact, frozen=True, tag="judged"):
    """What became of a proposal when orders were revealed; `kept` in the order of its terms."""

    id: str
    kept: list[bool | None]


class PhaseBegan(Fact, frozen=True, tag="phase"):
    phase: Literal["negotiation", "orders"]


class SeatReady(Fact, frozen=True, tag="ready"):
    seat: int


class Waited(Fact, frozen=True, tag="waited"):
    """No server was there for so long; it is charged to nobody's clock."""

    ms: int


class AbortAsked(Fact, frozen=True, tag="abort_asked"):
    seat: int


class Ended(Fact, frozen=True, tag="ended"):
    ending: str
    winners: list[int]
    returns: list[float]


class Aborted(Fact, frozen=True, tag="aborted"):
    pass


class Rematched(Fact, frozen=True, tag="rematched"):
    table: str


AnyFact = (
    Opened | SeatSet | EntropyAdded | Started | Acted | Undone | UndoAsked | UndoAnswered | UndoWithdrawn | Resigned | TimedOut
    | Replaced | Returned | Said | Proposed | Answered | Judged | PhaseBegan | SeatReady | Waited | AbortAsked
    | Ended | Aborted | Rematched
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyFact] = msgspec.json.Decoder(AnyFact)


def encode(fact: AnyFact) -> bytes:
    """As it is stored."""
    return _encoder.encode(fact)


def decode(body: bytes) -> AnyFact:
    """From what is stored."""
    return _decoder.decode(body)
