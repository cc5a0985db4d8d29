"""What all types of the wire are made of: short texts, kinds, both languages, refusals."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from caravane.game import Structure

Name = Annotated[str, Meta(min_length=1, max_length=32)]
Password = Annotated[str, Meta(min_length=8, max_length=256)]
Guess = Annotated[str, Meta(max_length=256)]  # a password that has to be right, not good
# Bytes as small hexadecimal digits, so that everybody makes the same words of it.
Entropy = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")]
Level = Annotated[int, Meta(ge=1, le=5)]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]

Visibility = Literal["public", "link"]
Status = Literal["open", "running", "over", "aborted"]
OnTimeout = Literal["bot", "lose"]
UndoTerm = Literal["turn", "ask", "never"]
Rooms = Literal["never", "players", "all"]
Scope = Literal["read", "play", "manage"]  # of a token: look, also open tables and act, change the account
Standing = Literal["registered", "guest", "gone"]
Mark = Literal["registered", "guest", "gone", "label", "program", "bot", "record"]
Talk = Literal["phases", "always"]
TableList = Literal["mine", "open", "running", "over"]


class Wire(Struct, frozen=True, kw_only=True):
    """What the server sends."""


class Input(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the server takes; an unknown field is an error, not a silence."""


class Bilingual(Wire, frozen=True):
    """A text in both languages; `{who}` stands for the name of the seat it belongs to."""

    fr: str
    en: str


class Remedy(Wire, frozen=True):
    """A legal action that makes possible what was refused, or comes nearer to it."""

    action: Structure
    text: Bilingual  # an infinitive, or the move as it is written


class Problem(Wire, frozen=True):
    """The body of every HTTP error, and the socket's `error`: nothing was changed."""

    code: str
    sentence: str  # in the asking person's language
    text: Bilingual
    rule: str | None = None  # its number in docs/games/<id>.md
    remedy: Remedy | None = None
