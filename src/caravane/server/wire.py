"""What goes over HTTP, as types: OpenAPI and the client's TypeScript are generated from here.

Moments are milliseconds since 1970 (UTC), durations are milliseconds where the name ends in `_ms`. Every text
that people read comes in both languages. The socket's messages are in `messages.py`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from caravane.game import LineStatus, OptionKind, Structure, Value
from caravane.text import Language

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Password = Annotated[str, Meta(min_length=8, max_length=256)]
Entropy = Annotated[str, Meta(max_length=64)]
Level = Annotated[int, Meta(ge=1, le=5)]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]

Visibility = Literal["public", "link"]
Status = Literal["open", "running", "over", "aborted"]
OnTimeout = Literal["bot", "lose"]
TableList = Literal["mine", "open", "running", "over"]


class Wire(Struct, frozen=True, kw_only=True):
    """What the server sends."""


class Input(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the server takes; an unknown field is an error, not a silence."""


class Bilingual(Wire, frozen=True):
    """A text in both languages; `{who}` stands for the name of the seat it belongs to."""

    fr: str
    en: str


class Problem(Wire, frozen=True):
    """The body of every HTTP error, and the socket's `error`: nothing was changed."""

    code: str
    sentence: str  # in the asking person's language
    text: Bilingual
    rule: str | None = None  # its number in docs/games/<id>.md


# --- people -----------------------------------------------------------------------------------------------


class Me(Wire, frozen=True):
    """The person behind the cookie or token."""

    id: str
    name: str
    language: Language
    guest: bool  # not registered: lost with the cookie
    created_at: int


class ChangeMe(Input, frozen=True):
    """What to change about oneself; what is absent stays."""

    name: Name | None = None
    language: Language | None = None


class Credentials(Input, frozen=True):
    """A registered name and its password."""

    name: Name
    password: Password


class DeleteMe(Input, frozen=True):
    """Deleting a registered account asks for the password again."""

    password: str | None = None


class NewToken(Input, frozen=True):
    """What the token is for, for one's own memory."""

    label: Name


class Token(Wire, frozen=True):
    """A personal token for scripts and bots, sent as `Authorization: Bearer <token>`."""

    id: str
    label: str
    created_at: int
    last_used_at: int | None
    token: str | None = None  # told once, when it is made


# --- games ------------------------------------------------------------------------------------------------


class Choice(Wire, frozen=True):
    """A value that an option may take."""

    value: str
    label: Bilingual


class OptionFacts(Wire, frozen=True):
    """A rule switch; a flag is true or false, a number lies in low..high."""

    name: str
    title: Bilingual
    sentence: Bilingual
    kind: OptionKind
    default: Value
    choices: list[Choice]
    low: int
    high: int


class PresetFacts(Wire, frozen=True):
    """Options that belong together."""

    name: str
    title: Bilingual
    sentence: Bilingual
    options: dict[str, Value]


class BotLevel(Wire, frozen=True):
    """A bot one may sit down with."""

    level: int
    title: Bilingual
    sentence: Bilingual


class GameFacts(Wire, frozen=True):
    """All that is fixed about a game."""

    id: str
    title: Bilingual
    author: str
    year: int
    sentence: Bilingual
    minutes: int
    min_seats: int
    max_seats: int
    rules_version: int
    options: list[OptionFacts]
    presets: list[PresetFacts]
    seat_names: list[Bilingual]
    negotiates: bool  # private channels, proposals and order sheets belong to it
    bots: list[BotLevel]


# --- tables -----------------------------------------------------------------------------------------------


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
    options: dict[str, Value] = {}
    visibility: Visibility = "link"
    clock: Clock = NoClock()
    on_timeout: OnTimeout = "bot"
    entropy: Entropy = ""  # my part of the chance
    hints: bool | None = None  # whether bots may be asked for advice; null: yes without a clock, no with one


class Join(Input, frozen=True):
    """Sit down; without a seat, at the first that is free or kept for me."""

    seat: SeatIndex | None = None
    entropy: Entropy = ""


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
    resigned: bool
    mine: bool
    connected: bool
    entropy: str  # what it added to the chance


class Fairness(Wire, frozen=True):
    """What proves that nobody chose the chance; see docs/protocol.md."""

    commitment: str | None  # SHA-256 of the secret, hex; known from the start of the game
    secret: str | None  # hex; told when the game is over


class Table(Wire, frozen=True):
    """A table's facts, without its position."""

    id: str
    game: str
    options: dict[str, Value]
    preset: str | None
    status: Status
    visibility: Visibility
    clock: Clock
    on_timeout: OnTimeout
    hints: bool  # whether bots may be asked for advice
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
    ready: list[int] = []  # seats that wait for the phase to end


class SheetLine(Wire, frozen=True):
    """A line of an order sheet and what was understood."""

    number: int  # from 1; 0 for what is missing from the sheet
    written: str
    status: LineStatus
    text: Bilingual  # what it will do, or why it does nothing
    rule: str | None
    action: Structure | None


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


class NewAction(Input, frozen=True):
    """An action over HTTP; the socket's `act` does the same."""

    seat: SeatIndex
    action: dict[str, Any]
    sequence: Annotated[int, Meta(ge=0)]  # the last the sender had seen
    request: Annotated[str, Meta(min_length=1, max_length=64)]  # repeating it changes nothing


class Acted(Wire, frozen=True):
    """The action is durable."""

    sequence: int  # of the entry it became, as the sender counts


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
    text: Bilingual


class Hint(Wire, frozen=True):
    """Advice from what the asking seat knows: the best actions first, and how the seat stands if it plays well."""

    seat: int
    sequence: int  # of the position it is about, as the seat counts
    suggestions: list[Suggestion]
    value: float  # -1..1
    text: Bilingual


class Health(Wire, frozen=True):
    """Whether the server is well."""

    status: Literal["ok", "starting", "stopping"]
    version: str
    database: bool
    bots: Literal["ready", "warming", "unavailable"]
