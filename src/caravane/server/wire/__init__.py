"""What goes over HTTP, as types: OpenAPI and the client's TypeScript are generated from here.

Moments are milliseconds since 1970 (UTC), durations are milliseconds where the name ends in `_ms`. Every text
that people read comes in both languages. The socket's messages are in `messages.py`.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from caravane.game import LineStatus, Structure, Value
from caravane.server.wire.base import (
    Bilingual,
    Entropy,
    Guess,
    Input,
    Level,
    Mark,
    Name,
    OnTimeout,
    Password,
    Problem,
    Remedy,
    Rooms,
    Scope,
    SeatIndex,
    Standing,
    Status,
    TableList,
    Talk,
    UndoTerm,
    Visibility,
    Wire,
)
from caravane.server.wire.games import BotLevel, Choice, GameFacts, OptionFacts, OptionNeed, PresetFacts
from caravane.server.wire.operations import AskHint, Health, Hint, Part, Suggestion
from caravane.server.wire.people import (
    Account,
    AskCodes,
    AskMail,
    ChangeMe,
    ChangePassword,
    ConfirmMail,
    Credentials,
    DeleteMe,
    LoggedIn,
    Me,
    NewToken,
    Recover,
    RecoveryCodes,
    SetMail,
    Token,
    Ways,
)

__all__ = [
    "Account", "AskCodes", "AskHint", "AskMail", "Bilingual", "BotLevel", "ChangeMe", "ChangePassword", "Choice",
    "ConfirmMail", "Credentials", "DeleteMe", "Entropy", "GameFacts", "Guess", "Health", "Hint", "Input", "Level",
    "LoggedIn", "Mark", "Me", "Name", "NewToken", "OnTimeout", "OptionFacts", "OptionNeed", "Part", "Password", "PresetFacts",
    "Problem", "Recover", "RecoveryCodes", "Remedy", "Rooms", "Scope", "SeatIndex", "SetMail", "Standing", "Status",
    "Suggestion", "TableList", "Talk", "Token", "UndoTerm", "Visibility", "Ways", "Wire",
]  # fmt: skip


class NoClock(Input, frozen=True, tag="none", tag_field="type"):
    """Nobody is hurried."""


class LiveClock(Input, frozen=True, tag="live", tag_field="type"):
    """Time for the whole game, and an increment for each decision."""

    time_ms: Annotated[int, Meta(ge=10_000, le=86_400_000)] = 600_000
    increment_ms: Annotated[int, Meta(ge=0, le=600_000)] = 10_000


class CorrespondenceClock(Input, frozen=True, tag="correspondence", tag_field="type"):
    """So long for each decision."""

    decision_ms: Annotated[int, Meta(ge=60_000, le=30 * 86_400_000)] = 86_400_000


class PhaseClock(Input, frozen=True, tag="phases", tag_field="type"):
    """For games with simultaneous orders: talk, then write; a phase ends early when all are ready."""

    negotiation_ms: Annotated[int, Meta(ge=0, le=30 * 86_400_000)] = 480_000
    orders_ms: Annotated[int, Meta(ge=10_000, le=30 * 86_400_000)] = 300_000


Clock = NoClock | LiveClock | CorrespondenceClock | PhaseClock


class MySeat(Input, frozen=True, tag="me", tag_field="type"):
    """I sit here; several seats of mine make a hot seat. A name tells them apart."""

    name: Name | None = None


class OpenSeat(Input, frozen=True, tag="open", tag_field="type"):
    """Whoever comes."""


class PersonSeat(Input, frozen=True, tag="person", tag_field="type"):
    """Kept for somebody registered."""

    name: Name


class BotSeat(Input, frozen=True, tag="bot", tag_field="type"):
    """A bot of this level."""

    level: Level = 2


SeatChoice = MySeat | OpenSeat | PersonSeat | BotSeat


class OpenTable(Input, frozen=True):
    """A table to open. With no open or kept seat left it starts at once."""

    game: str
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=16)]
    preset: str | None = None
    options: dict[str, Value] = field(default_factory=dict)
    visibility: Visibility = "link"
    clock: Clock = NoClock()
    on_timeout: OnTimeout = "bot"
    adds_entropy: bool = False  # I add my part of the chance once I have seen the commitment; the start waits for it
    hints: bool | None = None  # whether bots may be asked for advice; null: yes without a clock, no with one
    # turn: at once inside one's own turn, afterwards by asking; ask: only by asking; null: turn
    undo: UndoTerm | None = None
    # who may read private rooms after the end: nobody else, those who played, everybody; null: nobody else
    rooms: Rooms | None = None
    # phases: words first, then sheets (needs a phase clock); always: both at once; null: phases with a phase clock
    talk: Talk | None = None
    # where the game begins, as a line of text (docs/positions.md), which says its options itself; null: at its start
    position: Annotated[str, Meta(min_length=1, max_length=100_000)] | None = None


class Join(Input, frozen=True):
    """Sit down; without a seat, at the first that is free or kept for me."""

    seat: SeatIndex | None = None
    entropy: Entropy = ""
    name: Name | None = None  # what to be called at this seat, for a program


class AddEntropy(Input, frozen=True):
    """My part of the chance, before the start."""

    entropy: Entropy


class SetSeat(Input, frozen=True):
    """The owner decides who may sit here, before the start."""

    choice: SeatChoice


class Branch(Input, frozen=True):
    """Play on from a position of a finished table or an imported record, as a new table."""

    sequence: int  # of the spectator's history
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=16)]


class Seat(Wire, frozen=True):
    """Who sits at a seat."""

    seat: int
    side: Bilingual  # colour, country or side
    kind: Literal["open", "kept", "person", "bot"]
    name: str | None  # of the person; bots are named by their level
    person: str | None  # id, to recognise somebody again
    level: int | None  # of the bot that sits here, or that took over
    stand_in: bool  # a bot took over from the person
    program: bool  # a program of the person decides here, with a token
    mark: Mark | None  # what the name stands for; `label`: given at this table, `record`: read in a file; null: nobody
    resigned: bool
    mine: bool
    connected: bool
    entropy: str  # what it added to the chance, as hexadecimal digits
    entropy_at: int | None  # when
    awaits_entropy: bool  # the start waits for its part


class Fairness(Wire, frozen=True):
    """What proves that nobody chose the chance; see docs/protocol.md."""

    commitment: str | None  # SHA-256 of the secret, hex; known since the table was opened
    secret: str | None  # hex; told when the game is over
    scheme: int  # how words are made of both: 2, or 1 at tables of before


class Table(Wire, frozen=True):
    """A table's facts, without its position. Of one that is `damaged`, in a list, little more than the id is known."""

    id: str
    game: str
    options: dict[str, Value]
    preset: str | None
    status: Status | Literal["damaged"]
    visibility: Visibility
    clock: Clock
    on_timeout: OnTimeout
    hints: bool  # whether bots may be asked for advice
    undo: UndoTerm  # whether actions are taken back, see OpenTable
    rooms: Rooms  # who may read private rooms after the end
    talk: Talk  # whether people talk before they write only, or all the time
    seats: list[Seat]
    owner: str | None  # person id
    is_owner: bool
    my_seats: list[int]
    my_turn: bool  # a seat of mine is to move
    hot_seat: bool  # one person has several seats
    curtain: bool  # then a curtain must fall between them: they know different things
    rules_version: int
    fairness: Fairness
    opened_at: int
    started_at: int | None
    ended_at: int | None
    moved_at: int | None  # when something last happened
    ending: str | None  # which end it was: one of the game's endings, "resigned", "time" or "aborted"
    winners: list[int]
    imported: bool  # it came from a record file
    rematch: str | None  # the table that follows
    rematch_of: str | None
    branch_of: str | None  # it plays on from a position of that table
    from_position: bool  # it began with a position that somebody wrote, not at the start of the game


# --- a position -------------------------------------------------------------------------------------------


class LegalAction(Wire, frozen=True):
    """One of the things the seat may do now."""

    action: Structure
    notation: str


class ScoreItem(Wire, frozen=True):
    """A line of the scoring sheet."""

    key: str
    title: Bilingual
    points: int


class Score(Wire, frozen=True):
    """A seat's points as far as the viewer may know, item by item."""

    seat: int
    points: int
    items: list[ScoreItem]


class SeatTime(Wire, frozen=True):
    """A seat's clock when the message was sent; it runs down from there if `runs`."""

    left_ms: int
    runs: bool


class Clocks(Wire, frozen=True):
    """The clocks; `phase` only with a phase clock."""

    seats: list[SeatTime]
    phase: Literal["negotiation", "orders"] | None = None
    ready: list[int] = field(default_factory=list)  # seats that wait for the phase to end


class SheetLine(Wire, frozen=True):
    """A line of an order sheet and what was understood."""

    number: int  # from 1; 0 for what is missing from the sheet
    written: str
    status: LineStatus
    text: Bilingual  # what it will do, or why it does nothing
    rule: str | None
    action: Structure | None


class UndoRequest(Wire, frozen=True):
    """A seat asks to take its last action back. It ends when somebody acts or refuses, or who asked withdraws it."""

    seat: int
    notation: str  # of the action
    agreed: list[int]
    waits_for: list[int]  # the seats that have not answered


class TextBoard(Wire, frozen=True):
    """A position in words alone."""

    text: Bilingual  # the board, in lines of letters of one width
    phrases: dict[str, Bilingual]  # what each legal action does, by its notation


class Position(Wire, frozen=True):
    """All that one viewer may know now, and what it may do."""

    view: Structure  # the game's own description, see docs/games/<id>.md
    to_move: list[int]
    ask: Bilingual | None  # what is asked of the viewing seat
    legal: list[LegalAction]  # the viewing seat's; a seat that is not to move may still take its READY back
    scores: list[Score]
    undo: Literal["no", "free", "ask"]  # free: at once; ask: the others must agree
    over: bool
    ending: str | None
    returns: list[float] | None  # at the end; -1..1, adding up to 0
    winners: list[int]
    clocks: Clocks | None
    warnings: list[SheetLine]  # what of the seat's secret sheet, as it stands, would have no effect
    undo_asked: UndoRequest | None = None  # clocks run on while it is considered
    text_board: TextBoard | UnsetType = UNSET  # only of a game whose view has no types: no client has a board for it


class Happening(Wire, frozen=True):
    """One thing that happened: `what` for animations, `text` for people (`{who}` is the seat's name)."""

    seat: int  # -1 for the game itself
    what: Structure
    text: Bilingual


class Promise(Wire, frozen=True):
    """Something a seat can promise this turn, in the game's own form."""

    promise: Structure
    text: Bilingual


class SeatPromises(Wire, frozen=True):
    """All that a seat can promise this turn."""

    seat: int
    promises: list[Promise]


class TermInput(Input, frozen=True):
    """A promise inside a proposal and by whom: one of `SeatPromises`, or free text, which nobody can judge."""

    by: SeatIndex
    promise: dict[str, Any] | None = None
    text: Annotated[str, Meta(max_length=200)] | None = None


class Term(Wire, frozen=True):
    """A promise as proposed, and after the reveal whether it was kept."""

    by: int
    promise: Structure | None
    text: Bilingual
    kept: bool | None = None  # null: not known yet, or nothing that orders show


class Proposal(Wire, frozen=True):
    """A structured proposal; it binds nobody."""

    id: str
    seat: int  # who proposed it
    among: list[int]  # who may see it, the proposer included
    turn: int
    terms: list[Term]
    accepted: list[int]
    status: Literal["open", "accepted", "refused", "withdrawn"]  # an open one lapses with its turn


class Frame(Wire, frozen=True):
    """A position of the past, as the viewer knew it then."""

    sequence: int
    position: Position


class PositionText(Wire, frozen=True):
    """A position as one line of text, see docs/positions.md."""

    position: str


class NewAction(Input, frozen=True):
    """An action over HTTP; the socket's `act` does the same."""

    seat: SeatIndex
    action: dict[str, Any]
    sequence: Annotated[int, Meta(ge=0)]  # the last the sender had seen
    request: Annotated[str, Meta(min_length=1, max_length=64)]  # repeating it changes nothing


class Acted(Wire, frozen=True):
    """The action is durable."""

    sequence: int  # of the entry it became, as the sender counts
