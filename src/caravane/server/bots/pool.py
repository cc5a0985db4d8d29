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
from caravane.server.accounts.rates import Allowance
from caravane.server.bots.process import BotProcess, Lost
from caravane.server.bots.program import Answer, Deal, Hint, Question
from caravane.server.bots.turns import Turns

log = structlog.get_logger()

SIMPLE_LIMIT = 2.5  # seconds for the bot that answers while kernels are being compiled, its start included
WARM_LIMIT = 900.0
START_LIMIT = 40.0  # for the simple one to start: a busy machine takes seconds to import what it needs
TEND_SECONDS = 0.2  # how often is looked whether there is something to load
FAR_EACH = 2  # thoughts that one person may have in the queue of those elsewhere
HURRIED = 0.02  # seconds for a bot of somebody whose bots have thought enough
PAUSES = (10.0, 60.0, 600.0)  # before a game that could not be made ready is tried again; the last one from then on


class Asked(Protocol):
    """Somebody who can be asked: a process here, or a worker elsewhere."""

    def is_ready(self, game: str) -> bool:
        """Whether it can be asked about a game."""

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot will answer then, as far as is known."""

    async def ask(self, question: Question, limit: float) -> Answer:
        """Its answer; raises Lost."""

    async def stop(self) -> None:
        """Let go of whatever thinks."""


class Far(Asked, Protocol):
    """Somebody elsewhere, who may be gone."""

    is_lost: bool

    async def look(self) -> None:
        """Find out whether it is there."""


class BotPool:
    """All of them: compiled ones, one that compiles, and a plain one that answers while the others are not ready."""

    def __init__(
        self, *, processes: int, seconds: float, limit: float, far: Far | None = None, per_hour: float = 0.0
    ) -> None:
        self._seconds = seconds
        self._limit = limit
        self._far = far
        self._ours = [] if far else [BotProcess(plain=False) for _ in range(processes)]
        self._strong: Sequence[Asked] = [far] if far else self._ours
        self._compiler = BotProcess(plain=False)
        self._simple = BotProcess(plain=True)
        self._games: list[str] = []
        self._to_compile: list[str] = []
        self._failed: Counter[str] = Counter()  # how often a game, since it last went well
        self._not_before: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._waking: asyncio.Task[bool] | None = None  # of the simple one
        self._turns: Turns[Asked] = Turns(
            self._strong, lambda process, game: process.is_ready(game), each=FAR_EACH if far else None
        )
        self._simple_turns: Turns[Asked] = Turns([self._simple], lambda process, game: True)
        self.allowance = Allowance(per_hour)  # what the bots of one person may think
        self.lost = 0

    @property
    def status(self) -> Literal["ready", "warming", "unavailable"]:
        """Whether strong bots of all games answer already; unavailable where that was tried too often in vain."""
        if not self._strong or max(self._failed.values(), default=0) >= len(PAUSES):
            return "unavailable"
        if self._far is not None and self._far.is_lost:
            return "unavailable"
        return "ready" if all(map(self.is_warm, self._games)) else "warming"

    @property
    def is_missing(self) -> bool:
        """Whether there should be strong bots, and there are none."""
        return bool(self._strong) and self.status == "unavailable"

    async def look(self) -> None:
        """Find out whether those elsewhere are there; those of our own are always known."""
        if self._far is not None:
            await self._far.look()

    def is_warm(self, game: str) -> bool:
        """Whether a strong bot of this game is asked, and no simpler one."""
        return any(process.is_warm(game) for process in self._strong)

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
        for process in [*self._strong, self._compiler, self._simple]:
            await process.stop()

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

    async def _tend(self, process: BotProcess) -> None:
        """Let a strong one load what is compiled, and all of it again after it was lost."""
        while True:
            for game in self._games:
                is_missing = game not in self._to_compile and not process.has_loaded(game)
                if is_missing and self._may_try(game) and await self._prepare(process, game):
                    log.info("bots.ready", game=game)
                    self._turns.serve()
            await asyncio.sleep(TEND_SECONDS)

    def _may_try(self, game: str) -> bool:
        return time.monotonic() >= self._not_before.get(game, 0.0)

    async def _prepare(self, process: BotProcess, game: str) -> bool:
        """Whether it went well; if not, it is tried again later, and others meanwhile."""
        try:
            await process.prepare(game, WARM_LIMIT)
        except Lost as lost:
            self._failed[game] += 1
            self._not_before[game] = time.monotonic() + PAUSES[min(self._failed[game], len(PAUSES)) - 1]
            log.warning("bots.not_ready", game=game, times=self._failed[game], why=str(lost))
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
        owner: str = "",
    ) -> int:
        """A legal action, whatever happens. `owner` is the person whose bot it is: persons take turns."""
        if len(legal) == 1:
            return legal[0]
        question = Question(
            game=game.id,
            view=view,
            seat=seat,
            level=level,
            word=secrets.randbits(64),
            seconds=self._seconds_of(owner),
            memory=list(memory),
            resolve=resolve,
        )
        action = None
        if self._is_ready(game.id):
            action = await self._try(self._turns, owner, question, self._limit, legal)
        if action is None:
            action = await self._choose_simply(question, legal, owner)
        return secrets.choice(legal) if action is None else action

    def _seconds_of(self, owner: str) -> float:
        return HURRIED if self.allowance.wait(owner) else self._seconds

    async def _choose_simply(self, question: Question, legal: list[int], owner: str) -> int | None:
        """The plain process's choice; None if it cannot choose in time. A process that is still starting goes on so."""
        until = time.monotonic() + SIMPLE_LIMIT
        waking = self._wake()
        await asyncio.wait([waking], timeout=SIMPLE_LIMIT)
        left = until - time.monotonic()
        # With less than a third it would be given up while it thinks, and the next one had to wait for a new start.
        if left < SIMPLE_LIMIT / 3 or waking.cancelled() or not waking.result():
            return None
        return await self._try(self._simple_turns, owner, question, left, legal)

    def _wake(self) -> "asyncio.Task[bool]":
        """The start of the plain process, if it does not run already."""
        if self._waking is None or (self._waking.done() and not self._simple.is_running):
            self._waking = asyncio.create_task(self._start_simple())
        return self._waking

    async def _start_simple(self) -> bool:
        try:
            await self._simple.prepare("", START_LIMIT)
        except Lost as lost:
            await self._simple.stop()
            self.lost += 1
            log.warning("bots.failed", why=str(lost))
            return False
        return True

    async def advise(
        self, game: Game, view: bytes, seat: int, memory: Sequence[Deal] = (), owner: str = ""
    ) -> Hint | None:
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
        found = await self._ask_any(question, owner, "bots.no_hint")
        return found.hint if found is not None else None

    async def talk(self, question: Question, owner: str = "") -> Answer | None:
        """What a bot says; None if nobody could think about it."""
        return await self._ask_any(replace(question, word=secrets.randbits(64)), owner, "bots.silent")

    async def _ask_any(self, question: Question, owner: str, complaint: str) -> Answer | None:
        answer = None
        if self._is_ready(question.game):
            answer = await self._hear(self._turns, owner, question, self._limit, complaint)
        if answer is None:
            await asyncio.wait([self._wake()], timeout=START_LIMIT)
            answer = await self._hear(self._simple_turns, owner, question, SIMPLE_LIMIT, complaint)
        return answer

    async def _try(
        self, turns: Turns[Asked], owner: str, question: Question, limit: float, legal: list[int]
    ) -> int | None:
        answer = await self._hear(turns, owner, question, limit, "bots.failed")
        if answer is not None and answer.action not in legal:
            self.lost += 1
            log.warning("bots.illegal_answer", game=question.game, bot=question.level)
            return None
        return answer.action if answer is not None else None

    async def _hear(
        self, turns: Turns[Asked], owner: str, question: Question, limit: float, complaint: str
    ) -> Answer | None:
        """An answer; half of the limit may pass until it is the owner's turn."""
        until = time.monotonic() + limit
        try:
            async with turns.turn(owner, question.game, limit / 2) as process:
                begun = time.monotonic()
                try:
                    return await process.ask(question, until - begun)
                finally:
                    self.allowance.spend(owner, time.monotonic() - begun)
        except (Lost, TimeoutError) as lost:
            self.lost += 1
            log.warning(complaint, game=question.game, bot=question.level, why=str(lost) or "busy")
            return None

    def _is_ready(self, game: str) -> bool:
        """Whether there is a strong one for a game; if not, it is compiled next."""
        if any(process.is_ready(game) for process in self._strong):
            return True
        self._hurry(game)
        return False
