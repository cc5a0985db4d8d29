"""The client's files, and for every other path its first page."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import File

from caravane.errors import CaravaneError
from caravane.game import SPECTATOR, games
from caravane.puzzles import all_puzzles
from caravane.server.accounts.identity import find_person, language_of
from caravane.server.accounts.people import Person
from caravane.server.config import Settings
from caravane.server.http import link_preview
from caravane.server.http.accounts import renewed
from caravane.server.http.dependencies import Secure, TheService
from caravane.server.http.games import all_games
from caravane.server.http.page_bootstrap import CLIENT, First, first_page, parts_of
from caravane.server.live import projection
from caravane.server.live.service import TableService
from caravane.server.live.viewing import choose_viewer, make_snapshot, read_entries, show
from caravane.server.problems import Refused, status_of
from caravane.server.tables.table import LiveTable
from caravane.text import Language

FOREVER = "public, max-age=31536000, immutable"  # names of built assets change with their contents
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # made by the build, best first
TYPES = {  # Litestar adds the charset of texts
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".ico": "image/x-icon",
    ".txt": "text/plain",
}
# Nothing is loaded from elsewhere, nobody may frame the page.
GUARDS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
NOT_BUILT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Caravane</title>"
    "<p>The client is not built yet: run <code>make play</code>. "
    "Le client n’est pas encore construit : lancez <code>make play</code>."
)
Anyone = Request[None, None, State]


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: FromPath[str], request: Anyone) -> Response[bytes]:
    """A built file, packed as the browser likes it. One that is gone belongs to a page of an older version."""
    accepted = request.headers.get("accept-encoding", "")
    headers = GUARDS | {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    media = TYPES.get(Path(name).suffix, "application/octet-stream")
    for encoding, suffix in ENCODINGS.items():
        packed = _asset(name + suffix) if encoding in accepted else None
        if packed is not None:
            return Response(packed, media_type=media, headers=headers | {"Content-Encoding": encoding})
    plain = _asset(name)
    if plain is None:
        raise Refused("not-found")
    return Response(plain, media_type=media, headers=headers)


def _asset(name: str) -> bytes | None:
    wanted = (CLIENT / "assets" / name).resolve()
    return _read(wanted) if wanted.parent == (CLIENT / "assets").resolve() and wanted.is_file() else None


@lru_cache(maxsize=512)
def _read(asset: Path) -> bytes:
    return asset.read_bytes()


# The addresses that the client has a page for; web/src/core/route.svelte.ts says which.
PAGES = re.compile(
    r"/|/t/[^/]+(/replay)?|/tables(/(mine|open|running|finished))?|/replay|/rules/(?P<rules>[^/]+)"
    r"|/learn/(?P<learn>[^/]+)(?:/exercises)?|/puzzles(/(?P<puzzle>[^/]+))?|/login|/account|/settings"
)


class Opened(NamedTuple):
    """An address as it was found: the parts that its page needs, what they ask for first, and how it is called."""

    preview: link_preview.Preview
    parts: tuple[str, ...] = ()
    first: First = First()
    status: int = 200


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Anyone, service: TheService, secure: Secure, path: FromPath[str] = "/") -> Response[str] | File:
    """A file of the client, or its first page: `/t/<id>` is the client's own business."""
    if path.startswith("/api/"):
        raise Refused("not-found")
    wanted = (CLIENT / path.lstrip("/")).resolve()
    if wanted.is_relative_to(CLIENT.resolve()) and wanted.is_file() and wanted.suffix in TYPES:
        media = TYPES[wanted.suffix]
        headers = GUARDS | {"Cache-Control": "no-cache"}
        return File(wanted, media_type=media, headers=headers, content_disposition_type="inline")
    if not (CLIENT / "index.html").is_file():
        return Response(NOT_BUILT, media_type="text/html", headers=GUARDS)
    person = await find_person(request, service.people, "read") if path == "/" or path.startswith("/t/") else None
    language = person.language if person else language_of(request)
    cookies = await renewed(request, service.people, person, secure=secure)
    opened = await _open(person, service, path.rstrip("/") or "/", language)
    head = link_preview.tags(opened.preview, _site(request, secure=secure), path, language)
    headers = GUARDS | {"Cache-Control": "private, no-cache"}  # it knows who asks
    return Response(
        first_page(list(opened.parts), opened.first, head),
        status_code=opened.status,
        media_type="text/html",
        headers=headers,
        cookies=cookies,
    )


def _site(request: Anyone, *, secure: bool) -> str:
    """Where people reach this server."""
    settings: Settings = request.app.state.settings
    host = request.headers.get("host", "localhost")
    return settings.public_url.rstrip("/") or f"{'https' if secure else 'http'}://{host}"


async def _open(person: Person | None, service: TableService, path: str, language: Language) -> Opened:
    """What stands at an address, with what its page asks for at once: who is there, the games, the table."""
    found = PAGES.fullmatch(path)
    if found is None:
        return Opened(link_preview.of_nothing(language, is_table=False), status=404)
    if name := found["rules"] or found["learn"]:
        if name not in games():
            return Opened(link_preview.of_nothing(language, is_table=False), status=404)
        of_game = link_preview.of_rules if found["rules"] else link_preview.of_lesson
        return Opened(of_game(games()[name], language))
    if found["puzzle"] and found["puzzle"] not in all_puzzles():
        return Opened(link_preview.of_nothing(language, is_table=False), status=404)
    if not path.startswith("/t/"):
        is_home = path == "/"
        first = First(me=person.me() if person else None, games=all_games()) if is_home else First()
        return Opened(link_preview.of_site(language), tuple(parts_of(path, None)) if is_home else (), first)
    return await _open_table(service, person, path, language)


async def _open_table(service: TableService, person: Person | None, path: str, language: Language) -> Opened:
    first = First(me=person.me() if person else None, games=all_games())
    try:
        table = await service.get(path.split("/")[2])
    except CaravaneError as error:  # the client says so, in the reader's language
        nothing = link_preview.of_nothing(language, is_table=True)
        return Opened(nothing, tuple(parts_of(path, None)), first, status_of(error))
    preview = link_preview.of_table(show(service, table, None), _movers(service, table), language)
    parts = tuple(parts_of(path, table.game.id))
    if path.endswith("/replay"):
        return Opened(preview, parts, first)
    viewer = choose_viewer(table, person, None)
    snapshot = make_snapshot(service, table, person, viewer, 0, await read_entries(service, table, viewer, 0))
    return Opened(preview, parts, First(me=first.me, games=first.games, snapshot=snapshot))


def _movers(service: TableService, table: LiveTable) -> list[int]:
    """Whom a table waits for, as those see it who only look."""
    if table.visibility != "public":
        return []
    shown = projection.position(table, SPECTATOR, service.now())
    return shown.to_move if shown else []


HANDLERS = [asset, page]
