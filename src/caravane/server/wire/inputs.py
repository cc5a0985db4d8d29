"""What comes in is looked at before anybody reads it: how long, how deep, of which kind, and whether it is text.

What passes can be decoded, stored in every database and said back; what does not is refused with a sentence.
"""

import re
from collections.abc import Iterable
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from caravane.nesting import is_too_deep
from caravane.server.problems import Refused
from caravane.text import Text

LARGEST = 64 * 1024  # bytes of a body or of a message; records have their own limit
LONGEST_PATH = 512
LONGEST_QUERY = 2048
LONGEST_HEADERS = 32 * 1024
RECORDS = "/api/records"  # takes lines, not JSON
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_PART = re.compile(r"[A-Za-z0-9._~-]{0,64}")  # of a path under /api: words, ids and numbers
LONGEST_PART = 200  # bytes of a part of a path: no file has a longer name
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

NO_NUL = Text(
    "La demande ne se lit pas : un texte contient un caractère nul.",
    "The request cannot be read: a text holds a null character.",
)
NO_UTF8 = Text("La demande ne se lit pas : ce n’est pas de l’UTF-8.", "The request cannot be read: it is not UTF-8.")


def check_json(data: bytes) -> None:
    """Refuse what no table has a use for and some decoder or database would break on."""
    if is_too_deep(data):
        raise Refused("too-deep")
    if holds_nul(data):
        raise Refused("malformed", NO_NUL)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise Refused("malformed", NO_UTF8) from error


def holds_nul(data: bytes) -> bool:
    """Whether a text in some JSON holds a null character, which PostgreSQL cannot store."""
    return b"\\u0000" in data and _NUL.search(data) is not None


def guard_inputs(app: ASGIApp) -> ASGIApp:
    """Middleware: addresses, headers and bodies within their limits, JSON only as application/json."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        check_address(scope["path"], scope["query_string"])
        headers = scope["headers"]
        if sum(len(name) + len(value) for name, value in headers) > LONGEST_HEADERS:
            raise Refused("headers-too-long")
        if scope["method"] in _CHANGING and scope["path"] != RECORDS:
            receive = await _checked_body(_header(headers, b"content-type"), receive)
        await app(scope, receive, send)

    return guard


def check_address(path: str, query: bytes) -> None:
    """A path and query that some page or table may have."""
    if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY:
        raise Refused("address-too-long")
    parts = path.split("/")
    is_odd = _CONTROL.search(path) is not None or any(len(part.encode()) > LONGEST_PART for part in parts)
    if is_odd or (path.startswith("/api/") and not all(map(_PART.fullmatch, parts))):
        raise Refused("unknown-table" if path.startswith("/api/tables/") else "not-found")
    if b"%00" in query:
        raise Refused("malformed", NO_NUL)


def _header(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> bytes:
    return next((value for name, value in headers if name == wanted), b"")


async def _checked_body(kind: bytes, receive: Receive) -> Receive:
    """Read the body, check it, and give it out again."""
    message = await _read(receive)
    body = message.get("body", b"")
    if body:
        if kind.split(b";")[0].strip().lower() != b"application/json":
            raise Refused("wrong-type")
        check_json(body)
    waiting: list[Any] = [message]

    async def again() -> Any:
        return waiting.pop() if waiting else await receive()

    return again


async def _read(receive: Receive) -> Any:
    """All of a body as one message; it stops where there is too much."""
    parts, size = [], 0
    while True:
        message: Any = await receive()
        if message["type"] != "http.request":
            return message
        size += len(message.get("body", b""))
        if size > LARGEST:
            raise Refused("too-large")
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return {"type": "http.request", "body": b"".join(parts), "more_body": False}


# What every answer says, unless it says something else about it: no guessing of types, no copies in between,
# nothing to be framed or run.
_ANSWERS = {
    b"x-content-type-options": b"nosniff",
    b"cache-control": b"no-store",
    b"referrer-policy": b"same-origin",
    b"content-security-policy": b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    b"cross-origin-resource-policy": b"same-origin",
}


async def mark_answer(message: Message, _scope: Scope) -> None:
    """Add the headers that every answer has."""
    if message["type"] == "http.response.start":
        headers = list(message.get("headers", []))
        said = {name.lower() for name, _ in headers}
        message["headers"] = [*headers, *((name, value) for name, value in _ANSWERS.items() if name not in said)]
