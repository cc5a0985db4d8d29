"""Who is asking, from where, in which language, and whether another site sent it."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from caravane.server import wire
from caravane.server.accounts.networks import network_of
from caravane.server.accounts.people import COOKIE, People, Person
from caravane.server.config import Settings
from caravane.server.problems import Refused
from caravane.text import Language


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
    try:
        return urlsplit(origin).netloc != connection.headers.get("host") and origin not in allowed
    except ValueError:  # not an address at all
        return True


def address_of(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str:
    """Where it comes from; behind a proxy, where the proxy says."""
    if settings.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1].strip()
        if forwarded:
            return network_of(forwarded)
    return network_of(connection.client.host) if connection.client else "unknown"


async def find_person(
    connection: ASGIConnection[Any, Any, Any, Any], people: People, scope: wire.Scope | None = None
) -> Person | None:
    """Who it is, by token or cookie; a token that is not good or not enough is refused, a stale cookie ignored."""
    authorization = connection.headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        person = await people.by_token(authorization[7:].strip())
        if person is None or person.credential is None:
            raise Refused("unauthorized")
        if scope is not None and not person.credential.allows(scope):
            raise Refused("scope")
        return person
    cookie = connection.cookies.get(COOKIE)
    return await people.by_cookie(cookie) if cookie else None
