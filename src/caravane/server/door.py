"""The door: who is asking, from where, and not too often."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from caravane.server.config import Settings
from caravane.server.people import COOKIE, People, Person
from caravane.server.problems import Refused
from caravane.server.rates import Rates
from caravane.text import Language

COUNTED = ("/api", "/t/")  # where a request costs more than a file
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """The language that a browser asks for: the first of ours in its list."""
    for part in connection.headers.get("accept-language", "").lower().split(","):
        if part.strip().startswith("fr"):
            return "fr"
        if part.strip().startswith("en"):
            return "en"
    return "en"


def is_foreign(connection: ASGIConnection[Any, Any, Any, Any], allowed: Iterable[str]) -> bool:
    """Whether a browser says that another site sent this."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    return urlsplit(origin).netloc != connection.headers.get("host") and origin not in allowed


def address_of(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Where it comes from; behind a proxy, where the proxy says."""
    if settings.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
        if forwarded:
            return forwarded
    return connection.client.host if connection.client else "unknown"


async def find_person(connection: ASGIConnection[Any, Any, Any, Any], people: People) -> Person | None:
    """Who it is, by token or cookie; a token that is not good is refused, a stale cookie ignored."""
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        person = await people.by_token(authorization[7:].strip())
        if person is None:
            raise Refused("unauthorized")
        return person
    cookie = connection.cookies.get(COOKIE)
    return await people.by_cookie(cookie) if cookie else None


class TooMany(Refused):
    """Somebody asks too often."""

    def __init__(self, wait: float) -> None:
        super().__init__("too-many")
        self.wait = wait


def door(settings: Settings) -> Any:
    """Middleware: no foreign origins where something changes, and not too many requests."""
    rates = Rates(settings.rate_per_minute)

    def make(app: ASGIApp) -> ASGIApp:
        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == ScopeType.HTTP and scope["path"].startswith(COUNTED):
                request: Request[Any, Any, Any] = Request(scope)
                wait = rates.take(address_of(request, settings))
                if wait:
                    raise TooMany(wait)
                if request.method not in SAFE and is_foreign(request, settings.origins):
                    raise Refused("foreign-origin")
            await app(scope, receive, send)

        return guard

    return make
