"""One person's bots never slow another's: persons take turns at thinking, and may think only so long."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from caravane.play import start
from caravane.server.accounts.rates import REMEMBERED, Allowance
from caravane.server.bots.pool import FAR_EACH, HURRIED, BotPool
from caravane.server.bots.process import Lost
from caravane.server.bots.program import Answer, Question
from caravane.server.bots.turns import Turns


class Slow:
    """A strong process that answers when the test says so, and notes what it was asked."""

    is_lost = False

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.go = asyncio.Semaphore(0)

    def is_ready(self, game: str) -> bool:
        return True

    is_warm = is_ready

    async def ask(self, question: Question, limit: float) -> Answer:
        self.asked.append(question)
        await self.go.acquire()
        return Answer(action=1)

    async def look(self) -> None:
        pass

    async def stop(self) -> None:
        pass


async def think(turns: Turns[str], owner: str, done: list[str], patience: float = 10.0) -> None:
    async with turns.turn(owner, "pistes", patience) as thinker:
        done.append(owner + thinker)
        await asyncio.sleep(0)


async def test_somebody_with_one_question_waits_for_one_thought_of_another_with_a_hundred() -> None:
    turns: Turns[str] = Turns(["1"], lambda *_: True)
    done: list[str] = []
    many = [asyncio.create_task(think(turns, "ann", done)) for _ in range(100)]
    await asyncio.sleep(0)
    await asyncio.gather(think(turns, "bea", done), think(turns, "cleo", done))
    assert sorted(done[:4]) == ["ann1", "ann1", "bea1", "cleo1"], "each had a turn before ann had three"
    await asyncio.gather(*many)
    assert (len(done), turns.waiting) == (102, 0)


async def test_who_is_alone_has_all_thinkers() -> None:
    turns: Turns[str] = Turns(["1", "2", "3"], lambda *_: True)
    done: list[str] = []
    tasks = [asyncio.create_task(think(turns, "ann", done)) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sorted(done) == ["ann1", "ann2", "ann3"]
    await asyncio.gather(*tasks)


async def test_a_thinker_that_knows_another_game_is_not_waited_for() -> None:
    turns: Turns[str] = Turns(["africa", "pistes"], lambda thinker, game: thinker == game)
    async with turns.turn("ann", "africa", 1.0) as held:
        assert held == "africa"
        async with turns.turn("ann", "pistes", 1.0) as other:
            assert other == "pistes"


async def test_whoever_gives_up_is_out_of_the_line() -> None:
    turns: Turns[str] = Turns(["1"], lambda *_: True)
    async with turns.turn("ann", "pistes", 1.0):
        with pytest.raises(TimeoutError):
            async with turns.turn("bea", "pistes", 0.01):
                pass
        waiting = asyncio.create_task(think(turns, "cleo", []))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert turns.waiting == 0
    await think(turns, "ann", [])


async def test_of_those_elsewhere_a_person_occupies_only_some(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Slow()
    pool = BotPool(processes=0, seconds=1.0, limit=30.0, far=far)
    play = start("pistes", seed=1)

    def ask(owner: str) -> "asyncio.Task[int]":
        return asyncio.create_task(pool.choose(play.game, play.save(), 0, 5, [1, 2], owner=owner))

    tasks = [ask("ann") for _ in range(20)]
    await asyncio.sleep(0.01)
    assert len(far.asked) == FAR_EACH
    tasks.append(ask("bea"))
    await asyncio.sleep(0.01)
    assert len(far.asked) == FAR_EACH + 1
    for _ in tasks:
        far.go.release()
    assert set(await asyncio.gather(*tasks)) == {1}


async def test_bots_and_hints_of_one_person_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = BotPool(processes=1, seconds=1.0, limit=30.0)
    slow: Any = Slow()
    pool._turns._thinkers = pool._strong = [slow]
    play = start("pistes", seed=1)
    tasks = [asyncio.create_task(pool.choose(play.game, play.save(), 0, 5, [1, 2], owner="ann")) for _ in range(5)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(pool.advise(play.game, play.save(), 0, owner="ann")))  # type: ignore[arg-type]
    other = asyncio.create_task(pool.advise(play.game, play.save(), 0, owner="bea"))
    await asyncio.sleep(0.01)
    for _ in range(2):
        slow.go.release()
        await asyncio.sleep(0.01)
    assert other.done(), "after the thought that was going on, it was the other's turn"
    assert [question.hint for question in slow.asked] == [False, True, False]
    for _ in range(5):
        slow.go.release()
    await asyncio.gather(*tasks)
    await pool.stop()


def test_what_is_spent_comes_in_again() -> None:
    now = SimpleNamespace(time=0.0)
    allowance = Allowance(3600.0, clock=lambda: now.time)
    assert allowance.wait("ann") == 0.0
    allowance.spend("ann", 901.0)
    assert allowance.wait("ann") == pytest.approx(2.0)
    assert allowance.wait("bea") == 0.0
    now.time += 2.0
    assert allowance.wait("ann") == 0.0
    for number in range(REMEMBERED + 5):
        allowance.spend(str(number), 1.0)
    assert len(allowance._left) == REMEMBERED
    unlimited = Allowance(0.0)
    unlimited.spend("ann", 1e9)
    assert unlimited.wait("ann") == 0.0


async def test_bots_of_somebody_whose_bots_thought_enough_play_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Slow()
    pool = BotPool(processes=0, seconds=1.0, limit=30.0, far=far, per_hour=3600.0)
    play = start("pistes", seed=1)
    pool.allowance.spend("ann", 3600.0)
    for _ in range(2):
        far.go.release()
    for owner in ("ann", "bea"):
        await pool.choose(play.game, play.save(), 0, 5, [1, 2], owner=owner)
    assert [question.seconds for question in far.asked] == [HURRIED, 1.0]


async def test_a_mind_that_is_lost_gives_its_turn_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Slow):
        async def ask(self, question: Question, limit: float) -> Answer:
            raise Lost("broken")

    async def simply(*_: Any) -> int:
        return 2

    pool = BotPool(processes=0, seconds=1.0, limit=30.0, far=Broken())
    monkeypatch.setattr(pool, "_choose_simply", simply)
    play = start("pistes", seed=1)
    for _ in range(FAR_EACH + 1):
        assert await pool.choose(play.game, play.save(), 0, 5, [1, 2], owner="ann") == 2
    assert (pool.lost, pool._turns._busy) == (FAR_EACH + 1, [])
