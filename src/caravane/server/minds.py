"""The bots' processes, seen from the server: ask, wait at most so long, fall back to something simpler."""

import asyncio
import contextlib
import os
import secrets
import sys
import time
from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec
import structlog
from msgspec.structs import replace

from caravane.game import Game
from caravane.server.mind import Answer, Deal, Hint, Question

log = structlog.get_logger()

SIMPLE_LIMIT = 2.5  # seconds for the bot that answers while kernels are being compiled, its start included
WARM_LIMIT = 900.0
START_LIMIT = 20.0  # more for the first answer of a process: a busy machine takes seconds to import what it needs
_decoder = msgspec.json.Decoder(Answer)


def _get_ready(game: str) -> Question:
    """For one game, or with "" for all."""
    return Question(game=game, view=b"", seat=0, level=0, word=0, seconds=0, warm=True)


class Lost(Exception):
    """A mind crashed, hung or answered nonsense."""


class Mind:
    """One process. It is started when first asked and again after it was lost."""

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain
        self._process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""
        async with self.lock:
            try:
                async with asyncio.timeout(limit + (0 if self.is_running else START_LIMIT)):
                    return await self._ask(question)
            except (TimeoutError, OSError, msgspec.DecodeError) as error:
                await self.stop()
                raise Lost(type(error).__name__) from error
            except asyncio.CancelledError:
                await self.stop()
                raise

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    async def _ask(self, question: Question) -> Answer:
        process = self._process
        if process is None or not self.is_running:
            process = self._process = await self._start()
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
            "caravane.server.mind",
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


class Asked(Protocol):
    """Somebody who can be asked: a process here, or a worker elsewhere."""

    lock: asyncio.Lock

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""

    async def stop(self) -> None:
        """Ask no more."""


class Minds:
    """All of them: compiled ones, and a plain one that answers while the others are not ready."""

    def __init__(self, *, processes: int, seconds: float, limit: float, far: Asked | None = None) -> None:
        self._seconds = seconds
        self._limit = limit
        self._far = far
        self._strong: list[Asked] = [far] if far else [Mind(plain=False) for _ in range(processes)]
        self._simple = Mind(plain=True)
        self._warm: set[str] = set()
        self._warming: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[bool] | None = None  # of the simple one
        self._turn = 0
        self.lost = 0

    @property
    def status(self) -> Literal["ready", "warming", "unavailable"]:
        """Whether strong bots answer already."""
        if not self._strong:
            return "unavailable"
        return "warming" if self._warming is not None and not self._warming.done() else "ready"

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot of this game answers at once."""
        return self._far is not None or game in self._warm

    def start(self, games: list[str]) -> None:
        """Make the kernels ready in the background."""
        if self._strong and self._far is None:
            self._warming = asyncio.create_task(self._warm_up(games))

    async def stop(self) -> None:
        """End all processes."""
        tasks = [task for task in (self._warming, self._waking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for mind in [*self._strong, self._simple]:
            await mind.stop()

    async def _warm_up(self, games: list[str]) -> None:
        await self._wake()  # first: while the others compile, it has the first moves to make
        for game in games:
            try:
                for mind in self._strong:
                    await mind.ask(_get_ready(game), WARM_LIMIT)
            except Lost as lost:
                log.warning("bots.not_warm", game=game, why=str(lost))
                continue
            self._warm.add(game)
            log.info("bots.warm", game=game)

    async def choose(
        self,
        game: Game,
        view: bytes,
        seat: int,
        level: int,
        legal: list[int],
        memory: Sequence[Deal] = (),
        resolve: int = 0,
    ) -> int:
        """A legal action, whatever happens."""
        if len(legal) == 1:
            return legal[0]
        question = Question(
            game=game.id,
            view=view,
            seat=seat,
            level=level,
            word=secrets.randbits(64),
            seconds=self._seconds,
            memory=list(memory),
            resolve=resolve,
        )
        if self.is_warm(game.id):
            action = await self._try(self._next(), question, self._limit, legal)
            if action is not None:
                return action
        action = await self._choose_simply(question, legal)
        return secrets.choice(legal) if action is None else action

    async def _choose_simply(self, question: Question, legal: list[int]) -> int | None:
        """The plain mind's choice; None if it cannot choose in time. A process that is still starting goes on so."""
        begun = time.monotonic()
        waking = self._wake()
        await asyncio.wait([waking], timeout=SIMPLE_LIMIT)
        if not waking.done() or waking.cancelled() or not waking.result():
            return None
        left = SIMPLE_LIMIT - (time.monotonic() - begun)
        return await self._try(self._simple, question, max(left, SIMPLE_LIMIT / 4), legal)

    def _wake(self) -> "asyncio.Task[bool]":
        """The start of the plain mind, if it does not run already."""
        if self._waking is None or (self._waking.done() and not self._simple.is_running):
            self._waking = asyncio.create_task(self._start_simple())
        return self._waking

    async def _start_simple(self) -> bool:
        try:
            await self._simple.ask(_get_ready(""), START_LIMIT)
        except Lost as lost:
            await self._simple.stop()
            self.lost += 1
            log.warning("bots.lost", why=str(lost))
            return False
        return True

    async def advise(self, game: Game, view: bytes, seat: int) -> Hint | None:
        """What a strong player would do and why; while rules are being compiled, a simpler one."""
        question = Question(
            game=game.id, view=view, seat=seat, level=0, word=secrets.randbits(64), seconds=self._seconds, hint=True
        )
        found = await self._ask_any(question, "bots.no_hint")
        return found.hint if found is not None else None

    async def talk(self, question: Question) -> Answer | None:
        """What a bot says; None if nobody could think about it."""
        return await self._ask_any(replace(question, word=secrets.randbits(64)), "bots.silent")

    async def _ask_any(self, question: Question, complaint: str) -> Answer | None:
        asked: list[tuple[Asked, float]] = [(self._next(), self._limit)] if self.is_warm(question.game) else []
        for mind, limit in [*asked, (self._simple, SIMPLE_LIMIT)]:
            try:
                return await mind.ask(question, limit)
            except Lost as lost:
                self.lost += 1
                log.warning(complaint, game=question.game, why=str(lost))
        return None

    async def _try(self, mind: Asked, question: Question, limit: float, legal: list[int]) -> int | None:
        try:
            action = (await mind.ask(question, limit)).action
        except Lost as lost:
            self.lost += 1
            log.warning("bots.lost", game=question.game, level=question.level, why=str(lost))
            return None
        if action not in legal:
            self.lost += 1
            log.warning("bots.nonsense", game=question.game, level=question.level)
            return None
        return action

    def _next(self) -> Asked:
        """A free one, or the one whose turn it is."""
        for mind in self._strong:
            if not mind.lock.locked():
                return mind
        self._turn += 1
        return self._strong[self._turn % len(self._strong)]
