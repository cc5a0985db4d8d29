"""The bots' processes, seen from the server: ask, wait at most so long, fall back to something simpler.

Nobody waits for the compiler: it works in a process of its own, which ends when a game is compiled. Those who think
load what it wrote (0.4 s, where compiling takes up to a minute) and are asked only about what they have loaded.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from typing import Literal, Protocol

import structlog
from msgspec.structs import replace

from caravane.game import Game
from caravane.server.mind import Answer, Deal, Hint, Question
from caravane.server.mind_process import Lost, Mind

log = structlog.get_logger()

SIMPLE_LIMIT = 2.5  # seconds for the bot that answers while kernels are being compiled, its start included
WARM_LIMIT = 900.0
START_LIMIT = 40.0  # for the simple one to start: a busy machine takes seconds to import what it needs
TEND_SECONDS = 0.2  # how often is looked whether there is something to load
PAUSES = (10.0, 60.0, 600.0)  # before a game that could not be made ready is tried again; the last one from then on


class Asked(Protocol):
    """Somebody who can be asked: a process here, or a worker elsewhere."""

    @property
    def is_busy(self) -> bool:
        """Whether one had to wait."""

    def is_ready(self, game: str) -> bool:
        """Whether it can be asked about a game."""

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot will answer then, as far as is known."""

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""

    async def stop(self) -> None:
        """Ask no more."""


class Minds:
    """All of them: compiled ones, one that compiles, and a plain one that answers while the others are not ready."""

    def __init__(self, *, processes: int, seconds: float, limit: float, far: Asked | None = None) -> None:
        self._seconds = seconds
        self._limit = limit
        self._ours = [] if far else [Mind(plain=False) for _ in range(processes)]
        self._strong: Sequence[Asked] = [far] if far else self._ours
        self._compiler = Mind(plain=False)
        self._simple = Mind(plain=True)
        self._games: list[str] = []
        self._to_compile: list[str] = []
        self._failed: Counter[str] = Counter()  # how often a game, since it last went well
        self._not_before: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._waking: asyncio.Task[bool] | None = None  # of the simple one
        self._turn = 0
        self.lost = 0

    @property
    def status(self) -> Literal["ready", "warming", "unavailable"]:
        """Whether strong bots of all games answer already; unavailable where that was tried too often in vain."""
        if not self._strong or max(self._failed.values(), default=0) >= len(PAUSES):
            return "unavailable"
        return "ready" if all(map(self.is_warm, self._games)) else "warming"

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot of this game is asked, and no simpler one."""
        return any(mind.is_warm(game) for mind in self._strong)

    def start(self, games: list[str]) -> None:
        """Make the kernels ready in the background, those of the first game first."""
        self._games = list(games)
        if self._ours:
            self._to_compile = list(games)
            self._tasks = [asyncio.create_task(work) for work in (self._compile(), *map(self._tend, self._ours))]

    async def stop(self) -> None:
        """End all processes."""
        tasks = [*self._tasks, *([self._waking] if self._waking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for mind in [*self._strong, self._compiler, self._simple]:
            await mind.stop()

    async def _compile(self) -> None:
        """Compile game after game, each in a new process: one for all would grow to 1.2 GB (measured)."""
        await self._wake()  # first: while the others are not ready, it has the first moves to make
        while self._to_compile:
            game = next(filter(self._may_try, self._to_compile), None)
            if game is None:
                await asyncio.sleep(TEND_SECONDS)
            elif await self._prepare(self._compiler, game):
                self._to_compile.remove(game)
            await self._compiler.stop()

    async def _tend(self, mind: Mind) -> None:
        """Let a strong one load what is compiled, and all of it again after it was lost."""
        while True:
            for game in self._games:
                is_missing = game not in self._to_compile and not mind.has_loaded(game)
                if is_missing and self._may_try(game) and await self._prepare(mind, game):
                    log.info("bots.warm", game=game)
            await asyncio.sleep(TEND_SECONDS)

    def _may_try(self, game: str) -> bool:
        return time.monotonic() >= self._not_before.get(game, 0.0)

    async def _prepare(self, mind: Mind, game: str) -> bool:
        """Whether it went well; if not, it is tried again later, and others meanwhile."""
        try:
            await mind.prepare(game, WARM_LIMIT)
        except Lost as lost:
            self._failed[game] += 1
            self._not_before[game] = time.monotonic() + PAUSES[min(self._failed[game], len(PAUSES)) - 1]
            log.warning("bots.not_warm", game=game, times=self._failed[game], why=str(lost))
            return False
        del self._failed[game]
        return True

    def _hurry(self, game: str) -> None:
        """Compile next what somebody plays."""
        if game in self._to_compile:
            self._to_compile.remove(game)
            self._to_compile.insert(0, game)

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
        action = None
        if (strong := self._pick(game.id)) is not None:
            action = await self._try(strong, question, self._limit, legal)
        if action is None:
            action = await self._choose_simply(question, legal)
        return secrets.choice(legal) if action is None else action

    async def _choose_simply(self, question: Question, legal: list[int]) -> int | None:
        """The plain mind's choice; None if it cannot choose in time. A process that is still starting goes on so."""
        until = time.monotonic() + SIMPLE_LIMIT
        waking = self._wake()
        await asyncio.wait([waking], timeout=SIMPLE_LIMIT)
        left = until - time.monotonic()
        # With less than a third it would be given up while it thinks, and the next one had to wait for a new start.
        if left < SIMPLE_LIMIT / 3 or waking.cancelled() or not waking.result():
            return None
        return await self._try(self._simple, question, left, legal)

    def _wake(self) -> "asyncio.Task[bool]":
        """The start of the plain mind, if it does not run already."""
        if self._waking is None or (self._waking.done() and not self._simple.is_running):
            self._waking = asyncio.create_task(self._start_simple())
        return self._waking

    async def _start_simple(self) -> bool:
        try:
            await self._simple.prepare("", START_LIMIT)
        except Lost as lost:
            await self._simple.stop()
            self.lost += 1
            log.warning("bots.lost", why=str(lost))
            return False
        return True

    async def advise(self, game: Game, view: bytes, seat: int, memory: Sequence[Deal] = ()) -> Hint | None:
        """What a strong player would do and why; while rules are being compiled, a simpler one."""
        question = Question(
            game=game.id,
            view=view,
            seat=seat,
            level=0,
            word=secrets.randbits(64),
            seconds=self._seconds,
            hint=True,
            memory=list(memory),
        )
        found = await self._ask_any(question, "bots.no_hint")
        return found.hint if found is not None else None

    async def talk(self, question: Question) -> Answer | None:
        """What a bot says; None if nobody could think about it."""
        return await self._ask_any(replace(question, word=secrets.randbits(64)), "bots.silent")

    async def _ask_any(self, question: Question, complaint: str) -> Answer | None:
        strong = self._pick(question.game)
        answer = await self._hear(strong, question, self._limit, complaint) if strong is not None else None
        if answer is None:
            await asyncio.wait([self._wake()], timeout=START_LIMIT)
            answer = await self._hear(self._simple, question, SIMPLE_LIMIT, complaint)
        return answer

    async def _try(self, mind: Asked, question: Question, limit: float, legal: list[int]) -> int | None:
        answer = await self._hear(mind, question, limit, "bots.lost")
        if answer is not None and answer.action not in legal:
            self.lost += 1
            log.warning("bots.nonsense", game=question.game, bot=question.level)
            return None
        return answer.action if answer is not None else None

    async def _hear(self, mind: Asked, question: Question, limit: float, complaint: str) -> Answer | None:
        try:
            return await mind.ask(question, limit)
        except Lost as lost:
            self.lost += 1
            log.warning(complaint, game=question.game, bot=question.level, why=str(lost))
            return None

    def _pick(self, game: str) -> Asked | None:
        """A strong one that is ready for a game: a free one, or the one whose turn it is."""
        ready = [mind for mind in self._strong if mind.is_ready(game)]
        if not ready:
            self._hurry(game)
            return None
        self._turn += 1
        return next((mind for mind in ready if not mind.is_busy), ready[self._turn % len(ready)])
