"""The client's files, and for every other path its first page."""

from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import File

from caravane.server import schema
from caravane.server.problems import Refused

CLIENT = Path(__file__).parent.parent / "web"
FOREVER = "public, max-age=31536000, immutable"  # names of built assets change with their contents
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


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[str] = "/") -> Response[str] | File:
    """A file of the client, or its first page: `/t/<id>` is the client's own business."""
    if path.startswith("/api/"):
        raise Refused("not-found")
    wanted = (CLIENT / path.lstrip("/")).resolve()
    if not wanted.is_relative_to(CLIENT.resolve()) or not wanted.is_file():
        wanted = CLIENT / "index.html"
    if not wanted.is_file():
        return Response(NOT_BUILT, media_type="text/html", headers=GUARDS)
    keep = FOREVER if "assets" in wanted.relative_to(CLIENT).parts else "no-cache"
    return File(
        wanted,
        media_type=TYPES.get(wanted.suffix, "application/octet-stream"),
        headers=GUARDS | {"Cache-Control": keep},
        content_disposition_type="inline",
    )


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> dict[str, Any]:
    """The wire, for programs."""
    return schema.document()


@get("/api/docs", include_in_schema=False, media_type="text/html")
async def docs() -> str:
    """The wire, for people."""
    return schema.page()


HANDLERS = [page, openapi, docs]
