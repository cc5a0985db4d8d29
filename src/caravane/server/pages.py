"""The client's files, and for every other path its first page."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import File

from caravane.errors import CaravaneError
from caravane.server import schema
from caravane.server.door import find_person
from caravane.server.first import CLIENT, First, first_page, parts_of
from caravane.server.given import TheHall
from caravane.server.hall import Hall
from caravane.server.handlers import all_games
from caravane.server.people import Person
from caravane.server.problems import Refused
from caravane.server.table_handlers import choose_viewer, make_snapshot

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


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Anyone, hall: TheHall, path: FromPath[str] = "/") -> Response[str] | File:
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
    parts, first = await _first(request, hall, path)
    headers = GUARDS | {"Cache-Control": "private, no-cache"}  # it knows who asks
    return Response(first_page(parts, first), media_type="text/html", headers=headers)


async def _first(request: Anyone, hall: Hall, path: str) -> tuple[list[str], First]:
    """What a page asks for at once: who is there, the games, and the table that the path names."""
    is_table = path.startswith("/t/")
    if path != "/" and not is_table:
        return [], First()
    person = await find_person(request, hall.people)
    first = First(me=person.me() if person else None, games=all_games())
    if not is_table:
        return parts_of(path, None), first
    return await _with_table(hall, person, path, first)


async def _with_table(hall: Hall, person: Person | None, path: str, first: First) -> tuple[list[str], First]:
    try:
        table = await hall.get(path.split("/")[2])
    except CaravaneError:  # the client says so, in the reader's language
        return parts_of(path, None), first
    game = table.game.id
    if path.endswith("/replay"):
        return parts_of(path, game), first
    snapshot = make_snapshot(hall, table, person, choose_viewer(table, person, None), 0)
    return parts_of(path, game), First(me=first.me, games=first.games, snapshot=snapshot)


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> dict[str, Any]:
    """The wire, for programs."""
    return schema.document()


@get("/api/docs", include_in_schema=False, media_type="text/html")
async def docs() -> str:
    """The wire, for people."""
    return schema.page()


HANDLERS = [asset, page, openapi, docs]
