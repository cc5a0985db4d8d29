"""The application: everything put together."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane import __version__
from caravane.errors import CaravaneError
from caravane.game import games
from caravane.kernel import cache_folder, is_plain
from caravane.server import handlers, metrics, pages, table_handlers, wire
from caravane.server.config import Settings
from caravane.server.database import connect
from caravane.server.door import TooMany, door, find_person, language_of
from caravane.server.given import Visitor
from caravane.server.hall import Hall, wall_clock
from caravane.server.migrate import migrate
from caravane.server.minds import Minds
from caravane.server.people import People, Person
from caravane.server.problems import Refused, problem, status_of
from caravane.server.socket import LARGEST, socket
from caravane.server.warmth import make_ready
from caravane.text import Text

log = structlog.get_logger()

# A long history shrinks to a tenth; short answers are quicker as they are, built assets are packed already.
PACKED = CompressionConfig(
    backend="gzip", gzip_compress_level=4, minimum_size=4096, exclude=["^/assets/", r"\.png$", "^/api/socket"]
)
AnyRequest = Request[Any, Any, State]
_CODES = {
    400: "malformed",
    401: "unauthorized",
    404: "not-found",
    405: "wrong-method",
    413: "too-large",
    429: "too-many",
}


async def provide_hall(state: State) -> Hall:
    """The hall of this process."""
    hall: Hall = state.hall
    return hall


async def provide_people(state: State) -> People:
    """The people."""
    people: People = state.hall.people
    return people


async def provide_visitor(request: AnyRequest, state: State) -> Person | None:
    """Who asks, if anybody we know."""
    person = await find_person(request, state.hall.people)
    request.scope["state"]["language"] = person.language if person else language_of(request)
    return person


async def provide_person(visitor: Visitor) -> Person:
    """Who asks; somebody must."""
    if visitor is None:
        raise Refused("unknown-visitor")
    return visitor


async def provide_secure(state: State) -> bool:
    """Whether cookies go over https only."""
    return bool(state.settings.secure_cookie)


@get("/health", summary="Whether the server is well", tags=["operations"])
async def health(state: State) -> Response[wire.Health]:
    """Asked by systemd, proxies and people."""
    hall: Hall = state.hall
    database = await hall.database_answers()
    status: Any = "stopping" if hall.stopping else "ok"
    body = wire.Health(status=status, version=__version__, database=database, bots=hall.minds.status)
    return Response(body, status_code=200 if database and not hall.stopping else 503)


def refuse(request: AnyRequest, error: CaravaneError) -> Response[wire.Problem]:
    """A refusal as an answer."""
    language = request.scope["state"].get("language") or language_of(request)
    headers = {"Retry-After": str(int(error.wait) + 1)} if isinstance(error, TooMany) else {}
    return Response(problem(error, language), status_code=status_of(error), headers=headers)


def refuse_http(request: AnyRequest, error: HTTPException) -> Response[wire.Problem]:
    """What Litestar refuses, in our form."""
    code = _CODES.get(error.status_code)
    if code is None:
        return fail(request, error)
    if isinstance(error, ValidationException) or code == "malformed":
        where = _where(error)
        text = Text(f"La demande ne se lit pas : {where}.", f"The request cannot be read: {where}.")
        return refuse(request, Refused("malformed", text))
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
    return sorted(methods)


def _where(error: HTTPException) -> str:
    details = error.extra if isinstance(error.extra, list) else []
    parts = [f"{part.get('key', '')} {part.get('message', '')}".strip() for part in details if isinstance(part, dict)]
    return "; ".join(parts) or str(error.detail)


def fail(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
    """A mistake of ours."""
    log.error("http.broken", path=request.url.path, exc_info=error)
    return refuse(request, Refused("broken"))


def build(settings: Settings, now: Callable[[], int] = wall_clock, first_game: str | None = None) -> Litestar:
    """The application; tests bring their own time. The bots of the first game are made ready before others."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        opened = connect(settings.database_url)
        await migrate(opened)
        # Where they were compiled before, rules load in a second; nobody waits here for the compiler.
        if not is_plain() and (cache_folder() / "warm").exists():
            await asyncio.to_thread(_make_rules_ready)
        hall = await open_hall(settings, opened, now, first_game)
        app.state.hall, app.state.settings = hall, settings
        try:
            yield
        finally:
            await hall.stop()
            await hall.minds.stop()
            await opened.dispose()

    return Litestar(
        route_handlers=[
            *handlers.HANDLERS,
            *table_handlers.HANDLERS,
            *pages.HANDLERS,
            *metrics.HANDLERS,
            health,
            socket,
        ],
        dependencies={
            "hall": Provide(provide_hall),
            "people": Provide(provide_people),
            "visitor": Provide(provide_visitor),
            "person": Provide(provide_person),
            "secure": Provide(provide_secure),
        },
        exception_handlers={CaravaneError: refuse, HTTPException: refuse_http, Exception: fail},
        middleware=[door(settings)],
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(title="Caravane", version=__version__, path="/api/litestar", render_plugins=[]),
        request_max_body_size=LARGEST,
        compression_config=PACKED,
        logging_config=None,
        debug=False,
    )


@cache
def _make_rules_ready() -> None:
    for game in games().values():
        make_ready(game)


def make_minds(settings: Settings) -> Minds:
    """Where the bots think: in processes of this machine, or in workers elsewhere."""
    far = None
    if settings.workers_url:
        from caravane.server.worker import FarMind

        far = FarMind(settings.workers_url)
    return Minds(processes=settings.bot_processes, seconds=settings.bot_seconds, limit=settings.bot_limit, far=far)


async def open_hall(
    settings: Settings, engine: AsyncEngine, now: Callable[[], int], first_game: str | None = None
) -> Hall:
    """The hall with all that belongs to it, opened."""
    minds = make_minds(settings)
    people = People(engine, now)
    await people.start()
    hall = Hall(engine, people, minds, settings.channels_url, now)
    minds.start(sorted(games(), key=lambda game: game != first_game))
    await hall.start()
    return hall
