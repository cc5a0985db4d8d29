"""How long what somebody asks for holds the processor: whoever asks for much waits, and others do not.

A count of requests does not tell that: one may take a thousand times as long as another. So the time itself is
measured, on the event loop step by step and in threads, and spent from what an address may have.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from time import thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Effort:
    """What is spent for one who asks."""

    spend: Callable[[float], None]  # seconds of the processor
    check: Callable[[], None]  # raises if there is nothing left to spend
    turn: asyncio.Semaphore  # long work of one address is done one after the other


# For whom the present work is done; nobody pays for the server's own.
current: ContextVar[Effort | None] = ContextVar("effort", default=None)


class Metered(Generic[T]):
    """Awaits something and spends the time in which it ran, not that in which it waited."""

    def __init__(self, work: Awaitable[T], effort: Effort) -> None:
        self._work, self._effort = work, effort

    def __await__(self) -> Generator[Any, Any, T]:
        current.set(self._effort)
        steps: Any = self._work.__await__()
        value: Any = None
        error: BaseException | None = None
        while True:
            began = thread_time()
            try:
                waits_for = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._effort.spend(thread_time() - began)
            value = error = None
            try:
                value = yield waits_for
            except BaseException as raised:  # noqa: BLE001  # whatever it is, it is meant for the work
                error = raised


async def in_thread(work: Callable[[], T]) -> T:
    """Do something in a thread; whoever asked for it pays."""
    return await asyncio.to_thread(timed, work)


async def by_turns(work: Callable[[], T]) -> T:
    """The same for what somebody only wants to see: one after the other, so that no address fills all threads."""
    effort = current.get()
    if effort is None:
        return await in_thread(work)
    async with effort.turn:
        effort.check()  # what was asked for before may have used it up
        return await in_thread(work)


def timed(work: Callable[[], T]) -> T:
    """Do something and spend the time it takes; in a thread that knows for whom."""
    effort, began = current.get(), thread_time()
    try:
        return work()
    finally:
        if effort is not None:
            effort.spend(thread_time() - began)
