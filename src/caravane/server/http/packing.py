"""Answers are packed: a long history shrinks to a tenth. What takes a moment to pack is packed in a thread."""

import asyncio
import gzip

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

SMALLEST = 4096  # bytes; shorter answers are quicker as they are
LARGE = 64 * 1024  # bytes: packing takes milliseconds, in which nobody else should wait
LEVEL = 4
PACKABLE = ("text/", "application/json", "application/x-ndjson", "image/svg")


def pack_answers(app: ASGIApp) -> ASGIApp:
    """Middleware: gzip for those who take it."""

    async def pack(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or "gzip" not in Headers.from_scope(scope).get("accept-encoding", ""):
            await app(scope, receive, send)
            return
        start: HTTPResponseStartEvent | None = None

        async def send_packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None and message["type"] == "http.response.body":
                headers = MutableScopeHeaders.from_message(start)
                if not message.get("more_body") and _is_worth_it(headers, message["body"]):
                    message["body"] = await _pack(message["body"])
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(message["body"]))
                    headers.extend_header_value("vary", "Accept-Encoding")
                await send(start)
                start = None
            await send(message)

        await app(scope, receive, send_packed)

    return pack


def _is_worth_it(headers: MutableScopeHeaders, body: bytes) -> bool:
    if len(body) < SMALLEST or "content-encoding" in headers:
        return False
    return bool(headers.get("content-type", "").startswith(PACKABLE))


async def _pack(body: bytes) -> bytes:
    if len(body) <= LARGE:
        return gzip.compress(body, LEVEL)
    return await asyncio.to_thread(gzip.compress, body, LEVEL)
