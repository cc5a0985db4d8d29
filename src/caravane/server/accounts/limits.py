"""How often one address may ask, and from which sites something may be changed."""

from contextlib import ExitStack
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from caravane.server.accounts.efforts import Efforts
from caravane.server.accounts.identity import address_of, is_foreign
from caravane.server.accounts.quotas import Tally, asking_address
from caravane.server.accounts.rates import Rates
from caravane.server.config import Settings
from caravane.server.effort import Effort, Metered, current
from caravane.server.problems import Refused, Wait

CHEAP = "/assets/"
HEALTH = "/health"  # counted for itself: who asks too much else must not make a monitor think that the server is gone
COST_OF_CHEAP, COST_OF_SOCKET = 0.1, 4.0  # in requests
TOO_MANY = 4429  # close code
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
RECORDS = "/api/records"  # each may be of several megabytes, which are held until it is its turn
RECORDS_AT_ONCE, RECORDS_OF_ADDRESS = 12, 2


def _cost(scope: Scope) -> float:
    """What a request counts for."""
    if scope["type"] != ScopeType.HTTP:
        return COST_OF_SOCKET
    return COST_OF_CHEAP if scope["path"].startswith(CHEAP) else 1.0


def limit_requests(settings: Settings) -> Any:
    """Middleware: no foreign origins where something changes, not too many requests, and not too much work."""
    rates, efforts = Rates(settings.requests_per_minute), Efforts(settings.processor_share)
    records, records_from = Tally(RECORDS_AT_ONCE), Tally(RECORDS_OF_ADDRESS)

    def make(app: ASGIApp) -> ASGIApp:
        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
            address = address_of(connection, settings)
            asking_address.set(address)
            name = f"{address} {HEALTH}" if scope["path"] == HEALTH else address
            wait, effort = rates.take(name, _cost(scope)), efforts.of(name)
            if scope["type"] != ScopeType.HTTP:
                if wait or not _may_work(effort):
                    await send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many"})
                    return
                current.set(effort)  # the session spends it with each command
                await app(scope, receive, send)
                return
            if wait:
                raise Wait("too-many", wait)
            if scope["method"] not in SAFE and is_foreign(connection, settings.origins):
                raise Refused("foreign-origin")
            if effort is not None:
                effort.check()
            with ExitStack() as held:
                if scope["path"] == RECORDS:
                    _hold(held, records, "")
                    _hold(held, records_from, address)
                work = app(scope, receive, send)
                await (work if effort is None else Metered(work, effort))

        return guard

    return make


def _may_work(effort: Effort | None) -> bool:
    try:
        if effort is not None:
            effort.check()
    except Wait:
        return False
    return True


def _hold(held: ExitStack, tally: Tally, name: str) -> None:
    """One more record is read until the block ends, unless there are too many."""
    if not tally.add(name):
        raise Refused("busy-reading")
    held.callback(tally.remove, name)
