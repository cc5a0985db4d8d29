"""How processes tell each other that a table has news: never what the news is, each reads that in the log."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from litestar.channels.backends.base import ChannelsBackend

log = structlog.get_logger()

CHANNEL = "caravane"
ECHO_SECONDS = 2.0  # how often a process says something that it must hear itself
LOST_SECONDS = 6.0  # without hearing it: the channel is lost, and sought again
AGAIN_SECONDS = 0.5
LIMIT_SECONDS = 5.0  # for one message
UNTOLD = 10_000  # messages that wait for the channel to come back


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table or a person changed; who is connected did; or some or all ways in of a person ended."""

    origin: str
    table: str | None = None
    person: str | None = None
    connected: list[int] | None = None
    ended: list[str] | None = None  # credentials of the person; empty: all of them


class Bus:
    """Fan-out between processes; with one process nothing needs to be said.

    Nobody waits for the channel. When it was lost, it is sought until it is there again: what could not be said is
    said then, and `came_back` reads in the log what could not be heard.
    """

    def __init__(
        self,
        url: str,
        origin: str,
        hear: Callable[[News], Awaitable[None]],
        came_back: Callable[[], Awaitable[None]],
    ) -> None:
        self._url = url
        self._origin = origin
        self._hear = hear
        self._came_back = came_back
        self._backend = _backend(url)
        self._untold: deque[bytes] = deque(maxlen=UNTOLD)
        self._something = asyncio.Event()
        self._heard_at = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_well = True

    @property
    def is_shared(self) -> bool:
        """Whether there may be other processes."""
        return self._backend is not None

    async def start(self) -> None:
        """Listen to the other processes, if there are any."""
        if self._backend is None:
            return
        await self._subscribe(self._backend)
        self._tasks = [asyncio.create_task(work) for work in (self._keep_listening(), self._speak(), self._echo())]

    async def stop(self) -> None:
        """Say what is left to say, and listen no more."""
        if self._backend is None:
            return
        for _ in range(100 if self.is_well else 0):
            if not self._untold:
                break
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._shut_down(self._backend)

    def tell(
        self,
        table: str | None = None,
        person: str | None = None,
        connected: list[int] | None = None,
        ended: list[str] | None = None,
    ) -> None:
        """Say it to all other processes, as soon as that is possible; where there are none, to nobody."""
        self._say(News(origin=self._origin, table=table, person=person, connected=connected, ended=ended))

    def _say(self, news: News) -> None:
        if self._backend is None:
            return
        data = msgspec.json.encode(news)
        if not self._untold or self._untold[-1] != data:  # twice the same in a row says nothing more
            self._untold.append(data)
        self._something.set()

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._untold:
                data = self._untold[0]
                try:
                    async with asyncio.timeout(LIMIT_SECONDS):
                        assert self._backend is not None
                        await self._backend.publish(data, [CHANNEL])
                except Exception as error:  # noqa: BLE001  # whatever is wrong with the channel, the server lives on
                    self._lose(error)
                    await asyncio.sleep(AGAIN_SECONDS)
                else:
                    if self._untold and self._untold[0] is data:
                        self._untold.popleft()

    async def _echo(self) -> None:
        while True:
            self._say(News(origin=self._origin))
            await asyncio.sleep(ECHO_SECONDS)
            if time.monotonic() - self._heard_at > LOST_SECONDS:
                self._lose(TimeoutError("no echo"))

    async def _keep_listening(self) -> None:
        while True:
            listening = asyncio.create_task(self._listen())
            try:
                while not listening.done() and time.monotonic() - self._heard_at <= LOST_SECONDS:
                    await asyncio.wait([listening], timeout=AGAIN_SECONDS)
            finally:
                listening.cancel()
                ended = await asyncio.gather(listening, return_exceptions=True)
            self._lose(ended[0] if isinstance(ended[0], Exception) else TimeoutError("no echo"))
            await self._seek()

    def _lose(self, error: BaseException) -> None:
        if self.is_well:
            log.warning("channel.lost", why=f"{type(error).__name__}: {error}")
        self.is_well = False

    async def _seek(self) -> None:
        """Connect anew, however long it takes."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            fresh = _backend(self._url)
            assert fresh is not None
            try:
                async with asyncio.timeout(LIMIT_SECONDS):
                    await self._subscribe(fresh)
            except Exception:  # noqa: BLE001  # it is tried again
                await self._shut_down(fresh)
                continue
            if self._backend is not None:
                await self._shut_down(self._backend)
            self._backend = fresh
            self._heard_at = time.monotonic()
            return

    async def _subscribe(self, backend: ChannelsBackend) -> None:
        await backend.on_startup()
        await backend.subscribe([CHANNEL])

    async def _shut_down(self, backend: ChannelsBackend) -> None:
        with contextlib.suppress(Exception):  # it may be gone, and we go anyway
            async with asyncio.timeout(1.0):
                await backend.on_shutdown()

    async def _listen(self) -> None:
        assert self._backend is not None
        async for _, data in self._backend.stream_events():
            news = msgspec.json.decode(data, type=News)
            if news.origin == self._origin:
                await self._hear_myself()
                continue
            try:
                await self._hear(news)
            except Exception as error:  # noqa: BLE001  # what was not heard is read when all is well again
                self._lose(error)

    async def _hear_myself(self) -> None:
        self._heard_at = time.monotonic()
        if not self.is_well:
            await self._came_back()
            self.is_well = True
            log.info("channel.back")


def _backend(url: str) -> ChannelsBackend | None:
    if not url:
        return None
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        class Channel(RedisChannelsPubSubBackend):
            """Litestar's, which leaves the connections open."""

            async def on_shutdown(self) -> None:
                await super().on_shutdown()
                await self._redis.aclose()

        return Channel(redis=Redis.from_url(url))
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    return AsyncPgChannelsBackend(url.replace("+asyncpg", ""))
