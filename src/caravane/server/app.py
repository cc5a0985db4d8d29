"""The application: everything put together."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane import __version__
from caravane.errors import CaravaneError
from caravane.game import games
from caravane.kernel import cache_folder, is_plain
from caravane.server import schema, wire
from caravane.server.accounts.accounts import Accounts
from caravane.server.accounts.identity import find_person, language_of
from caravane.server.accounts.limits import SAFE, limit_requests
from caravane.server.accounts.people import People, Person
from caravane.server.bots.pool import BotPool
from caravane.server.bots.preload import make_ready
from caravane.server.config import Settings
from caravane.server.http import accounts, lessons, pages, puzzles, recovery, tables
from caravane.server.http import games as game_handlers
from caravane.server.http.dependencies import ThePerson, Visitor
from caravane.server.http.head import Application
from caravane.server.http.packing import pack_answers
from caravane.server.live.service import TableService, wall_clock
from caravane.server.live.socket import socket
from caravane.server.ops import metrics
from caravane.server.ops.health import health
from caravane.server.problems import Refused, Wait, problem, status_of
from caravane.server.store.database import connect
from caravane.server.store.migrate import migrate
from caravane.server.wire.complaints import complaint
from caravane.server.wire.inputs import LARGEST, guard_inputs, mark_answer

log = structlog.get_logger()

AnyRequest = Request[Any, Any, State]
_CODES = {
    400: "malformed",
    401: "unauthorized",
    404: "not-found",
    405: "wrong-method",
    413: "too-large",
    414: "address-too-long",
    415: "wrong-type",
    429: "too-many",
}


async def provide_service(state: State) -> TableService:
    """The service of this process."""
    service: TableService = state.service
    return service


async def provide_accounts(state: State) -> Accounts:
    """The accounts."""
    accounts: Accounts = state.accounts
    return accounts


async def provide_people(state: State) -> People:
    """The people."""
    people: People = state.service.people
    return people


async def provide_visitor(request: AnyRequest, state: State) -> Person | None:
    """Who asks, if anybody we know."""
    usual = "read" if request.method in SAFE else "play"
    person = await find_person(request, state.service.people, request.route_handler.opt.get("scope", usual))
    request.scope["state"]["language"] = person.language if person else language_of(request)
    return person


async def provide_person(visitor: Visitor) -> Person:
    """Who asks; somebody must."""
    if visitor is None:
        raise Refused("unknown-visitor")
    return visitor


async def provide_logged_in(person: ThePerson) -> Person:
    """Who asks, in a browser: a token is not enough."""
    if person.is_program:
        raise Refused("session-needed")
    return person


async def provide_secure(state: State) -> bool:
    """Whether cookies go over https only."""
    return bool(state.settings.secure_cookie)


def refuse(request: AnyRequest, error: CaravaneError) -> Response[wire.Problem]:
    """A refusal as an answer."""
    language = request.scope["state"].get("language") or language_of(request)
    headers = {"Retry-After": str(int(error.wait) + 1)} if isinstance(error, Wait) else {}
    return Response(problem(error, language), status_code=status_of(error), headers=headers)


def refuse_http(request: AnyRequest, error: HTTPException) -> Response[wire.Problem]:
    """What Litestar refuses, in our form."""
    code = _CODES.get(error.status_code, "malformed")
    if error.status_code >= 500:
        return fail(request, error)
    if isinstance(error, ValidationException) or code == "malformed":
        return refuse(request, Refused("malformed", complaint(_where(error))))
    answer = refuse(request, Refused(code))
    answer.status_code = error.status_code
    if code == "wrong-method":
        answer.headers["Allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: AnyRequest) -> list[str]:
    """What an address can be asked with: Litestar knows it, and does not say."""
    methods: set[str] = set()
    for path, handlers_by_method in request.app.route_handler_method_map.items():
        if re.fullmatch(re.sub("{[^}]*}", "[^/]+", path), request.url.path):
            methods |= set(map(str, handlers_by_method))
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def _where(error: HTTPException) -> str:
    details = error.extra if isinstance(error.extra, list) else []
    parts = [
        _place(str(part.get("key", "")), str(part.get("message", ""))) for part in details if isinstance(part, dict)
    ]
    return "; ".join(parts) or str(error.detail)


def _place(key: str, message: str) -> str:
    """What Litestar says of one part of a request; `data` is the whole body."""
    if key == "data":
        return "Expected a body" if message == "'data'" else message
    return f"{key}: {message}" if key else message


def fail(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
    """A mistake of ours."""
    log.error("http.failed", path=request.url.path, exc_info=error)
    return refuse(request, Refused("broken"))


HANDLERS = [
    *accounts.HANDLERS,
    *recovery.HANDLERS,
    *game_handlers.HANDLERS,
    *tables.HANDLERS,
    *lessons.HANDLERS,
    *puzzles.HANDLERS,
    *schema.HANDLERS,
    *pages.HANDLERS,
    *metrics.HANDLERS,
    health,
    socket,
]
DEPENDENCIES = {
    "service": Provide(provide_service),
    "people": Provide(provide_people),
    "accounts": Provide(provide_accounts),
    "visitor": Provide(provide_visitor),
    "person": Provide(provide_person),
    "logged_in": Provide(provide_logged_in),
    "secure": Provide(provide_secure),
}


def build(
    settings: Settings,
    now: Callable[[], int] = wall_clock,
    first_game: str | None = None,
    pulse: Callable[[], int] | None = None,
) -> Litestar:
    """The application; tests bring their own time. The bots of the first game are made ready before others.

    `pulse` is the time by which the server notices that it did not run; by itself only the real time tells that.
    """
    felt = pulse or (now if now is wall_clock else lambda: 0)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        opened = connect(settings.database_url)
        await migrate(opened)
        service = await start_service(settings, opened, now, first_game, felt)
        app.state.service, app.state.settings = service, settings
        app.state.accounts = accounts = Accounts(opened, service.people, settings, now)
        ready = asyncio.create_task(_rules_ready())
        try:
            yield
        finally:
            await ready
            await accounts.stop()
            await service.stop()
            await service.bots.stop()
            await opened.dispose()

    return Application(
        route_handlers=HANDLERS,
        dependencies=DEPENDENCIES,
        exception_handlers={CaravaneError: refuse, HTTPException: refuse_http, Exception: fail},
        middleware=[pack_answers, limit_requests(settings), guard_inputs],
        before_send=[mark_answer],
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(title="Caravane", version=__version__, path="/api/litestar", render_plugins=[]),
        request_max_body_size=LARGEST,
        logging_config=None,
        debug=False,
    )


async def _rules_ready() -> None:
    """Load the rules while the door is open already: nobody waits for it, and nobody for the compiler."""
    if not is_plain() and (cache_folder() / "warm").exists():
        await asyncio.to_thread(_make_rules_ready)


@cache
def _make_rules_ready() -> None:
    for game in games().values():
        make_ready(game)


def make_pool(settings: Settings) -> BotPool:
    """Where the bots think: in processes of this machine, or in workers elsewhere."""
    far = None
    if settings.workers_url:
        from caravane.server.bots.worker import FarProcess

        far = FarProcess(settings.workers_url)
    return BotPool(
        processes=settings.bot_processes,
        seconds=settings.bot_seconds,
        limit=settings.bot_timeout,
        far=far,
        per_hour=settings.bot_seconds_per_hour,
    )


async def start_service(
    settings: Settings,
    engine: AsyncEngine,
    now: Callable[[], int],
    first_game: str | None = None,
    pulse: Callable[[], int] = wall_clock,
) -> TableService:
    """The service with all that belongs to it, opened."""
    bots = make_pool(settings)
    people = People(engine, now)
    await people.start()
    service = TableService(engine, people, bots, settings, now, pulse)
    bots.start(sorted(games(), key=lambda game: game != first_game))
    await service.start()
    return service
