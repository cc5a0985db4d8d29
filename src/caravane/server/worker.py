"""Bots that think on other machines: `caravane worker` takes questions from a queue (SAQ, on Redis or PostgreSQL)."""

import asyncio
import contextlib
from typing import Any

import msgspec
import numpy as np
import structlog
from msgspec.structs import replace
from saq import Queue, Worker

from caravane.game import games, load
from caravane.server.mind import Answer, Question
from caravane.server.mind_process import Lost
from caravane.server.minds import Minds

log = structlog.get_logger()

QUEUE = "caravane-bots"
WAIT = 5.0  # seconds that a question may wait for a free worker


class FarMind:
    """A mind elsewhere, asked like one of our own."""

    def __init__(self, url: str) -> None:
        self._queue = Queue.from_url(url, name=QUEUE)
        self._connected = False
        self._cold: set[str] = set()  # games for which a worker lately had nobody but its simple bot
        self.is_busy = False  # the queue keeps the order

    def is_ready(self, game: str) -> bool:
        """Whether it can be asked: the worker knows for itself what it has compiled."""
        return True

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot gave the last answer; before there is one, it is supposed."""
        return game not in self._cold

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""
        try:
            async with asyncio.timeout(limit + WAIT):
                if not self._connected:
                    await self._queue.connect()
                    self._connected = True
                text = msgspec.json.encode(question).decode()
                # Twice: a worker that has just begun may sweep away the question that it is about to take.
                found = await self._queue.apply("answer", timeout=limit + WAIT, question=text, retries=2)
                answer = msgspec.json.decode(found, type=Answer)
        except Exception as error:  # whatever is wrong far away must not matter here
            raise Lost(f"{type(error).__name__}: {error}") from error
        if answer.error:
            raise Lost(answer.error)
        (self._cold.discard if answer.is_warm else self._cold.add)(question.game)
        return answer

    async def stop(self) -> None:
        """Ask no more."""
        with contextlib.suppress(Exception):  # it may be unreachable, and we go anyway
            await self._queue.disconnect()


async def answer(context: Any, *, question: str) -> str:
    """One question, thought about in a process of this machine."""
    asked = msgspec.json.decode(question, type=Question)
    minds: Minds = context["minds"]
    is_warm = minds.is_warm(asked.game)
    found = await _find(minds, asked)
    answered = replace(found, is_warm=is_warm) if found is not None else Answer(error="nobody answered")
    return msgspec.json.encode(answered).decode()


async def _find(minds: Minds, asked: Question) -> Answer | None:
    if asked.talk:
        return await minds.talk(asked)
    game = load(asked.game)
    if asked.hint:
        hint = await minds.advise(game, asked.view, asked.seat, asked.memory)
        return Answer(hint=hint) if hint is not None else None
    # Here and not for every question: who is only to be polite is shown nothing of the game.
    view = np.frombuffer(bytearray(asked.view), game.state)[0]
    legal = game.legal(view, asked.seat)
    action = await minds.choose(game, asked.view, asked.seat, asked.level, legal, asked.memory, asked.resolve)
    return Answer(action=action)


def make_worker(url: str, *, processes: int, seconds: float, limit: float) -> Any:
    """A worker with its minds."""
    minds = Minds(processes=processes, seconds=seconds, limit=limit)

    async def startup(context: Any) -> None:
        context["minds"] = minds
        minds.start(list(games()))

    async def shutdown(_context: Any) -> None:
        await minds.stop()

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
