"""One process of the bots, seen from the server: asked, waited for at most so long, ended when it is late."""

import asyncio
import contextlib
import os
import sys
import time

import msgspec
from msgspec.structs import replace

from caravane.server.bots.program import Answer, Question

_decoder = msgspec.json.Decoder(Answer)


class Lost(Exception):
    """A process crashed, hung, answered nonsense or had no time."""


class BotProcess:
    """One process. It is started to prepare something, and again after it was lost."""

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._loaded: set[str] = set()
        self._preparing = 0  # those who let it prepare something, or wait for their turn to

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    def has_loaded(self, game: str) -> bool:
        """Whether the process has prepared a game."""
        return self.is_running and game in self._loaded

    def is_ready(self, game: str) -> bool:
        """Whether it can be asked about a game: not while it prepares another, which may take minutes."""
        return self.has_loaded(game) and not self._preparing

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot answers: then only can it be asked."""
        return self.is_ready(game)

    async def prepare(self, game: str, limit: float) -> None:
        """Start it if need be, and compile a game's rules or load them; with "" those of all. Raises Lost."""
        self._preparing += 1
        try:
            await self.ask(Question(game=game, view=b"", seat=0, level=0, word=0, seconds=0, warm=True), limit)
            self._loaded.add(game)
        finally:
            self._preparing -= 1

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost. Half of the limit may pass until those who asked before have theirs."""
        until = time.monotonic() + limit
        try:
            async with asyncio.timeout(limit / 2):
                await self._lock.acquire()
        except TimeoutError as error:
            raise Lost("busy") from error  # the process is innocent and goes on
        try:
            return await self._ask_now(question, until - time.monotonic())
        finally:
            self._lock.release()

    async def _ask_now(self, question: Question, left: float) -> Answer:
        # Who thinks for all the time that is left is late, most of all with plain rules: a step of theirs takes long.
        most = left * (0.5 if self._plain else 0.8)
        question = replace(question, seconds=min(question.seconds, most))
        try:
            async with asyncio.timeout(left):
                return await self._write_and_read(question)
        except (TimeoutError, OSError, msgspec.DecodeError) as error:
            await self.stop()
            raise Lost(type(error).__name__) from error
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def _write_and_read(self, question: Question) -> Answer:
        if question.warm and not self.is_running:
            self._loaded.clear()
            self._process = await self._start()
        process = self._process
        if process is None or not self.is_running:
            raise Lost("not running")  # nobody who asks waits for a start
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        answer = _decoder.decode(await process.stdout.readline())
        if answer.error:
            raise Lost(answer.error)
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if self._plain else "0"}
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "caravane.server.bots.program",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
        )

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
