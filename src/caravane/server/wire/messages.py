"""What goes over the socket `/api/socket`, as tagged unions; see docs/protocol.md."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from caravane.server.wire import Bilingual, Clocks, Position, Remedy, SeatIndex, SheetLine, Table, TermInput
from caravane.server.wire.history import LogEntry, Snapshot
from caravane.server.wire.patches import Operation

Request = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Sequence = Annotated[int, Meta(ge=0)]


class Command(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends. `request` names the command: its answer carries it, and repeating it changes nothing."""

    request: Request


class Watch(Command, frozen=True, tag="watch"):
    """Follow a table as one of my seats, or (null) as a spectator. Again with another seat: look from there."""

    table: TableId
    seat: SeatIndex | None = None
    since: Sequence | None = None  # the last sequence I have; null: everything
    patches: bool = False  # I take `patch` too; without it only `update`s come


class Unwatch(Command, frozen=True, tag="unwatch"):
    """Follow it no more."""

    table: TableId


class Act(Command, frozen=True, tag="act"):
    """Carry out one of the legal actions."""

    table: TableId
    seat: SeatIndex
    sequence: Sequence  # the last I have seen; `stale` if the position has changed since
    action: dict[str, Any]


class Undo(Command, frozen=True, tag="undo"):
    """Take my last action back: at once where it is free, else the others are asked."""

    table: TableId
    seat: SeatIndex


class AnswerUndo(Command, frozen=True, tag="answer_undo"):
    """Agree to another's undo, or not."""

    table: TableId
    seat: SeatIndex
    agree: bool


class WithdrawUndo(Command, frozen=True, tag="withdraw_undo"):
    """Ask no more to take my last action back."""

    table: TableId
    seat: SeatIndex


class Resign(Command, frozen=True, tag="resign"):
    """Give up."""

    table: TableId
    seat: SeatIndex


class TakeBack(Command, frozen=True, tag="take_back"):
    """Take my seat back from the bot that stood in."""

    table: TableId
    seat: SeatIndex


class Say(Command, frozen=True, tag="say"):
    """Chat: at the table, or with `among` in a private channel of these seats (mine is added)."""

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: SeatIndex | None = None  # null: as a spectator who watches, heard by spectators
    among: Annotated[list[SeatIndex], Meta(max_length=16)] | None = None


class Propose(Command, frozen=True, tag="propose"):
    """Make a structured proposal to these seats."""

    table: TableId
    seat: SeatIndex
    to: Annotated[list[SeatIndex], Meta(min_length=1, max_length=16)]
    terms: Annotated[list[TermInput], Meta(min_length=1, max_length=8)]


class AnswerProposal(Command, frozen=True, tag="answer_proposal"):
    """Accept or refuse a proposal made to me, or withdraw my own."""

    table: TableId
    seat: SeatIndex
    proposal: Annotated[str, Meta(max_length=32)]
    answer: Literal["accept", "refuse", "withdraw"]


class Sheet(Command, frozen=True, tag="sheet"):
    """A whole order sheet, as text or as the game's structure: read it, and with `write` make it mine."""

    table: TableId
    seat: SeatIndex
    sheet: Annotated[str, Meta(max_length=4000)] | dict[str, Any]
    write: bool = False
    sequence: Sequence | None = None  # the last I have seen; a sheet for a turn that was played since is `stale`


class Ready(Command, frozen=True, tag="ready"):
    """I wait for the phase to end."""

    table: TableId
    seat: SeatIndex


class Ping(Command, frozen=True, tag="ping"):
    """Are you there?"""


ToServer = (
    Watch
    | Unwatch
    | Act
    | Undo
    | AnswerUndo
    | WithdrawUndo
    | Resign
    | TakeBack
    | Say
    | Propose
    | AnswerProposal
    | Sheet
    | Ready
    | Ping
)


class Message(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server sends."""


class Welcome(Message, frozen=True, tag="welcome"):
    """First of all: who you are and what runs here. Another `version` than the page's: reload it."""

    person: str
    version: str
    now: int


class Watching(Message, frozen=True, tag="watching"):
    """The answer to `watch`: where things stand."""

    request: str
    snapshot: Snapshot


class Update(Message, frozen=True, tag="update"):
    """Something happened: the new entries and the position after them. Sequences join without a gap."""

    table: str
    seat: int  # as which seat the table is watched
    sequence: int
    entries: list[LogEntry]
    position: Position | None  # null: unchanged (chat, proposals)


class Patch(Message, frozen=True, tag="patch"):
    """An `update` that says what changed in the position, where that is shorter and `watch` asked for it."""

    table: str
    seat: int
    sequence: int
    entries: list[LogEntry]
    base: int  # the sequence of the message with the position that this changes; not yours: `watch` again
    changes: list[Operation]


class TableChanged(Message, frozen=True, tag="table_changed"):
    """Seats, connections or status changed."""

    table: Table


class ClocksChanged(Message, frozen=True, tag="clocks"):
    """The clocks, set right."""

    table: str
    clocks: Clocks


class Thinking(Message, frozen=True, tag="thinking"):
    """A bot thinks for this seat; `warming` while its rules are still being compiled."""

    table: str
    seat: int
    warming: bool


class Done(Message, frozen=True, tag="done"):
    """The command with this request was carried out and is durable."""

    request: str
    sequence: int | None = None  # of the entry it became, as this viewer counts


class SheetRead(Message, frozen=True, tag="sheet_read"):
    """The answer to `sheet`: each line as it was understood."""

    request: str
    lines: list[SheetLine]
    sequence: int | None = None  # if it was written


class Failed(Message, frozen=True, tag="error"):
    """The command was refused, nothing was changed; or (`request` null) the message could not be read."""

    request: str | None
    code: str
    sentence: str
    text: Bilingual
    rule: str | None = None
    remedy: Remedy | None = None


class Resync(Message, frozen=True, tag="resync"):
    """You fell behind: `watch` again from the last sequence you have."""

    table: str


class Stopping(Message, frozen=True, tag="stopping"):
    """The server is about to restart; everything acknowledged is safe. Connect again in a moment."""


class Pong(Message, frozen=True, tag="pong"):
    """Yes."""

    request: str
    now: int


ToClient = (
    Welcome
    | Watching
    | Update
    | Patch
    | TableChanged
    | ClocksChanged
    | Thinking
    | Done
    | SheetRead
    | Failed
    | Resync
    | Stopping
    | Pong
)
