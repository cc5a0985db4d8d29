"""Bots that think on other machines: `caravane worker` takes questions from a queue (SAQ, on Redis or PostgreSQL)."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
import numpy as np
import structlog
from msgspec.structs import replace
from saq import Queue, Worker

from caravane.game import games, load
from caravane.server.bots.pool import BotPool
from caravane.server.bots.process import Lost
from caravane.server.bots.program import Answer, Question

log = structlog.get_logger()

QUEUE = "caravane-bots"
LOOK = 1.0  # seconds to find out whether somebody is there
WAIT = 5.0  # seconds that a question may wait for a free worker
AGAIN = 10.0  # seconds after which one who did not answer is asked again


class FarProcess:
    """A process elsewhere, asked like one of our own."""

    def __init__(self, url: str) -> None:
        self._queue = Queue.from_url(url, name=QUEUE)
        self._connected = False
        self._cold: set[str] = set()  # games for which a worker lately had nobody but its simple bot
        self.is_lost = False  # the last question was not answered, or nobody is there to answer one
        self._again_at = 0.0  # when lost: until then nobody waits for it

    def is_ready(self, game: str) -> bool:
        """Whether it can be asked: the worker knows for itself what it has compiled. One that is lost is spared a while."""
        return not self.is_lost or time.monotonic() >= self._again_at

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot gave the last answer; before there is one, it is supposed."""
        return game not in self._cold

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""
        if self.is_lost:
            await self._look()
            if self.is_lost:
                raise Lost("no worker is there")  # and nobody waits for one
        try:
            async with asyncio.timeout(limit + WAIT):
                await self._connect()
                text = msgspec.json.encode(question).decode()
                # Twice: a worker that has just begun may sweep away the question that it is about to take.
                found = await self._queue.apply("answer", timeout=limit + WAIT, question=text, retries=2)
                answer = msgspec.json.decode(found, type=Answer)
        except Exception as error:  # whatever is wrong far away must not matter here
            self.is_lost, self._again_at = True, time.monotonic() + AGAIN
            raise Lost(f"{type(error).__name__}: {error}") from error
        self.is_lost = False
        if answer.error:
            raise Lost(answer.error)
        (self._cold.discard if answer.is_warm else self._cold.add)(question.game)
        return answer

    async def _connect(self) -> None:
        if not self._connected:
            await self._queue.connect()
            self._connected = True

    async def look(self) -> None:
        """Find out whether a worker is there; for a minute the queue counts one that died."""
        if not self.is_lost or time.monotonic() >= self._again_at:
            await self._look()

    async def _look(self) -> None:
        try:
            async with asyncio.timeout(LOOK):
                await self._connect()
                self.is_lost = not (await self._queue.info())["workers"]
        except Exception:  # noqa: BLE001  # whatever is wrong far away must not matter here
            self.is_lost = True

    async def stop(self) -> None:
        """Leave the queue."""
        with contextlib.suppress(Exception):  # it may be unreachable, and we go anyway
            await self._queue.disconnect()


async def answer(context: Any, *, question: str) -> str:
    """One question, thought about in a process of this machine."""
    asked = msgspec.json.decode(question, type=Question)
    bots: BotPool = context["bots"]
    is_warm = bots.is_warm(asked.game)
    found = await _find(bots, asked)
    answered = replace(found, is_warm=is_warm) if found is not None else Answer(error="nobody answered")
    return msgspec.json.encode(answered).decode()


async def _find(bots: BotPool, asked: Question) -> Answer | None:
    if asked.talk:
        return await bots.talk(asked)
    game = load(asked.game)
    if asked.hint:
        hint = await bots.advise(game, asked.view, asked.seat, asked.memory)
        return Answer(hint=hint) if hint is not None else None
    # Here and not for every question: who is only to be polite is shown nothing of the game.
    view = np.frombuffer(bytearray(asked.view), game.state)[0]
    legal = game.legal(view, asked.seat)
    action = await bots.choose(game, asked.view, asked.seat, asked.level, legal, asked.memory, asked.resolve)
    return Answer(action=action)


def make_worker(url: str, *, processes: int, seconds: float, limit: float) -> Any:
    """A worker with its bots."""
    bots = BotPool(processes=processes, seconds=seconds, limit=limit)

    async def startup(context: Any) -> None:
        context["bots"] = bots
        bots.start(list(games()))

    async def shutdown(_context: Any) -> None:
        await bots.stop()

    queue = Queue.from_url(url, name=QUEUE)
    return Worker(queue, [answer], concurrency=max(1, processes), startup=startup, shutdown=shutdown)


def run(url: str, *, processes: int, seconds: float, limit: float) -> None:
    """Work until told to stop."""

    async def work() -> None:
        worker = make_worker(url, processes=processes, seconds=seconds, limit=limit)
        await worker.queue.connect()
        try:
            await worker.start()
        finally:
            await worker.stop()
            await worker.queue.disconnect()

    asyncio.run(work())
