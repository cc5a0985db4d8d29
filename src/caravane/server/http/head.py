"""HEAD is answered wherever GET is: with the same status and headers, without the body."""

from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import LifeSpanReceive, LifeSpanScope, LifeSpanSend, Message, Receive, Scope, Send


class Application(Litestar):
    """Litestar asks for a handler of its own for every HEAD; here the one for GET answers."""

    async def __call__(
        self, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        """Let a HEAD pass as a GET whose body is kept back."""
        asked: Any = scope
        if scope["type"] == ScopeType.HTTP and asked["method"] == "HEAD":
            asked = {**scope, "method": "GET"}  # a copy: what sent it must go on knowing that no body follows
            send = _without_body(cast("Send", send))
        await super().__call__(asked, receive, send)


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head
