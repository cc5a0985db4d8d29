"""How often one address may ask, and from which sites something may be changed."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from caravane.server.accounts.identity import address_of, is_foreign
from caravane.server.accounts.quotas import asking_address
from caravane.server.accounts.rates import Rates
from caravane.server.config import Settings
from caravane.server.problems import Refused, Wait

CHEAP = "/assets/"
HEALTH = "/health"  # counted for itself: who asks too much else must not make a monitor think that the server is gone
COST_OF_CHEAP, COST_OF_SOCKET = 0.1, 4.0  # in requests
TOO_MANY = 4429  # close code
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def _cost(scope: Scope) -> float:
    """What a request counts for."""
    if scope["type"] != ScopeType.HTTP:
        return COST_OF_SOCKET
    return COST_OF_CHEAP if scope["path"].startswith(CHEAP) else 1.0


def limit_requests(settings: Settings) -> Any:
    """Middleware: no foreign origins where something changes, and not too many requests."""
    rates = Rates(settings.requests_per_minute)

    def make(app: ASGIApp) -> ASGIApp:
        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
            address = address_of(connection, settings)
            asking_address.set(address)
            wait = rates.take(f"{address} {HEALTH}" if scope["path"] == HEALTH else address, _cost(scope))
            if scope["type"] == ScopeType.HTTP:
                if wait:
                    raise Wait("too-many", wait)
                if scope["method"] not in SAFE and is_foreign(connection, settings.origins):
                    raise Refused("foreign-origin")
            elif wait:
                await send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many"})
                return
            await app(scope, receive, send)

        return guard

    return make
