"""People and their accounts, on the wire."""

from typing import Annotated

from msgspec import Meta

from caravane.server.wire.base import Guess, Input, Name, Password, Scope, Wire
from caravane.text import Language


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


class ChangePassword(Input, frozen=True):
    """The password until now, and the one from now on."""

    old: Guess
    new: Password


class AskCodes(Input, frozen=True):
    """New recovery codes ask for the password again; the old ones are void."""

    password: Guess


class RecoveryCodes(Wire, frozen=True):
    """Each lets its owner in once, without the password. Told once."""

    codes: list[str]


class Recover(Input, frozen=True):
    """A recovery code with the name it belongs to, or what stands in a mailed link without one; and a new password."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Password
    name: Name | None = None


class Ways(Wire, frozen=True):
    """How an account can be recovered here, besides recovery codes."""

    mail: bool


class AskMail(Input, frozen=True):
    """Send a link to the address that this person confirmed, if there is one."""

    name: Name


class SetMail(Input, frozen=True):
    """Where links may be sent, once the address is confirmed; null: nowhere."""

    password: Guess
    mail: Annotated[str, Meta(max_length=254)] | None = None


class ConfirmMail(Input, frozen=True):
    """What stands in the link that was mailed."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]


class Account(Wire, frozen=True):
    """How I can get back into my account."""

    codes_left: int  # recovery codes
    mail: str | None  # confirmed
    can_mail: bool  # whether this server sends mails


class DeleteMe(Input, frozen=True):
    """Deleting a registered account asks for the password again."""

    password: Guess | None = None


class LoggedIn(Wire, frozen=True):
    """A place where somebody is logged in."""

    id: str
    device: str  # browser and system, as far as they are known
    created_at: int
    seen_at: int  # to within some minutes
    here: bool  # it is the one that asks


class NewToken(Input, frozen=True):
    """What the token is for, for one's own memory, and what it may do."""

    label: Name
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=3)] = ("read", "play")


class Token(Wire, frozen=True):
    """A personal token for scripts and bots, sent as `Authorization: Bearer <token>`."""

    id: str
    label: str
    scopes: list[Scope]
    created_at: int
    last_used_at: int | None
    token: str | None = None  # told once, when it is made
