"""How processes tell each other that a table has news: never what the news is, each reads that in the log."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from litestar.channels.backends.base import ChannelsBackend

CHANNEL = "caravane"


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table or a person changed; or who is connected did."""

    origin: str
    table: str | None = None
    person: str | None = None
    connected: list[int] | None = None


class Bus:
    """Fan-out between processes; with one process nothing needs to be said."""

    def __init__(self, url: str, origin: str, hear: Callable[[News], Awaitable[None]]) -> None:
        self._backend = _backend(url)
        self._origin = origin
        self._hear = hear
        self._task: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether there may be other processes."""
        return self._backend is not None

    async def start(self) -> None:
        """Begin to listen."""
        if self._backend is None:
            return
        await self._backend.on_startup()
        await self._backend.subscribe([CHANNEL])
        self._task = asyncio.create_task(self._listen(self._backend))

    async def stop(self) -> None:
        """Listen no more."""
        if self._backend is None or self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._backend.on_shutdown()

    async def tell(
        self, table: str | None = None, person: str | None = None, connected: list[int] | None = None
    ) -> None:
        """Say it to all other processes."""
        if self._backend is None:
            return
        news = News(origin=self._origin, table=table, person=person, connected=connected)
        await self._backend.publish(msgspec.json.encode(news), [CHANNEL])

    async def _listen(self, backend: ChannelsBackend) -> None:
        async for _, data in backend.stream_events():
            news = msgspec.json.decode(data, type=News)
            if news.origin != self._origin:
                await self._hear(news)


def _backend(url: str) -> ChannelsBackend | None:
    if not url:
        return None
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    return AsyncPgChannelsBackend(url.replace("+asyncpg", ""))
