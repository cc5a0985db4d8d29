"""How somebody proved who she is, and what that allows."""

from typing import Literal

from msgspec import Struct

from caravane.server import wire

ALL_SCOPES: frozenset[wire.Scope] = frozenset(("read", "play", "manage"))


class Credential(Struct, frozen=True, kw_only=True):
    """A session, a token, or a signed cookie of the time before sessions."""

    kind: Literal["session", "token", "signed"]
    id: str
    scopes: frozenset[wire.Scope] = ALL_SCOPES

    @property
    def key(self) -> str:
        """Its name among all credentials of a person."""
        return f"{self.kind}:{self.id}"

    def allows(self, scope: wire.Scope) -> bool:
        """Whether it is enough; who may play may also look."""
        return scope in self.scopes or (scope == "read" and "play" in self.scopes)
