"""Whose turn it is to think: one person's questions wait for each other, and persons take turns.

However many tables somebody opens, another one waits for the thought that is going on, and not for all of hers.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

REMEMBERED = 1000  # persons of whom is known when they last had their turn

Thinker = TypeVar("Thinker")


@dataclass(eq=False, slots=True)
class Waiter(Generic[Thinker]):
    """Somebody's question about a game."""

    game: str
    given: "asyncio.Future[Thinker]"


class Turns(Generic[Thinker]):
    """Gives thinkers to those who wait. With `each`, thinkers are shared, and a person has at most so many thoughts."""

    def __init__(
        self, thinkers: Sequence[Thinker], can: Callable[[Thinker, str], bool], each: int | None = None
    ) -> None:
        self._thinkers = thinkers
        self._can = can
        self._each = each
        self._busy: list[Thinker] = []
        self._thoughts: Counter[str] = Counter()
        self._waiting: dict[str, deque[Waiter[Thinker]]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, owner: str, game: str, patience: float) -> AsyncIterator[Thinker]:
        """A thinker for one question of somebody; raises TimeoutError if it takes longer."""
        thinker = await self._wait(owner, game, patience)
        try:
            yield thinker
        finally:
            self._give_back(owner, thinker)

    async def _wait(self, owner: str, game: str, patience: float) -> Thinker:
        waiter: Waiter[Thinker] = Waiter(game, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(owner, deque()).append(waiter)
        self.serve()
        try:
            async with asyncio.timeout(patience):
                return await waiter.given
        except BaseException:
            if waiter.given.done() and not waiter.given.cancelled():  # it came at the last moment
                self._give_back(owner, waiter.given.result())
            else:
                self._forget(owner, waiter)
            raise

    def serve(self) -> None:
        """Give what is free to those who wait, whoever had no turn for longest first."""
        is_given = True
        while is_given:
            owners = sorted(self._waiting, key=lambda name: self._served.get(name, 0))
            is_given = any(self._serve(owner) for owner in owners)

    def _serve(self, owner: str) -> bool:
        if self._each is not None and self._thoughts[owner] >= self._each:
            return False
        for waiter in self._waiting[owner]:
            thinker = self._find(waiter.game)
            if thinker is not None and not waiter.given.done():
                self._forget(owner, waiter)
                self._busy.append(thinker)
                self._thoughts[owner] += 1
                self._note_turn(owner)
                waiter.given.set_result(thinker)
                return True
        return False

    def _find(self, game: str) -> Thinker | None:
        is_free = (one for one in self._thinkers if self._each is not None or one not in self._busy)
        return next((one for one in is_free if self._can(one, game)), None)

    def _note_turn(self, owner: str) -> None:
        self._count += 1
        self._served[owner] = self._count
        self._served.move_to_end(owner)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def _forget(self, owner: str, waiter: Waiter[Thinker]) -> None:
        self._waiting[owner].remove(waiter)
        if not self._waiting[owner]:
            del self._waiting[owner]

    def _give_back(self, owner: str, thinker: Thinker) -> None:
        self._busy.remove(thinker)
        self._thoughts[owner] -= 1
        if not self._thoughts[owner]:
            del self._thoughts[owner]
        self.serve()
