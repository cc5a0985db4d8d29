"""Bots think elsewhere; one that crashes, hangs or answers nonsense loses its think, never the table."""

import asyncio
import sys

import pytest

from caravane.game import load
from caravane.play import start
from caravane.server import minds
from caravane.server.minds import Mind, Minds

BROKEN = {
    "dies": "raise SystemExit(3)",
    "hangs": "import time; time.sleep(60)",
    "babbles": "input(); print('what?')",
    "cheats": "input(); print('{\"action\": 999999}')",
    "raises": 'input(); print(\'{"error": "oh"}\')',
}


@pytest.mark.parametrize("fault", BROKEN)
async def test_a_broken_bot_is_replaced(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start_broken(self: Mind) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(sys.executable, "-c", BROKEN[fault], stdin=pipe, stdout=pipe)

    monkeypatch.setattr(Mind, "_start", start_broken)
    monkeypatch.setattr(minds, "SIMPLE_LIMIT", 0.5)
    monkeypatch.setattr(minds, "START_LIMIT", 0.5)
    pool = Minds(processes=0, seconds=0.1, limit=1.0)
    play = start("pistes", seed=1)
    legal = play.legal()
    choice = await pool.choose(load("pistes"), play.save(), 0, 1, legal)
    await pool.stop()
    assert choice in legal
    assert pool.lost == 1


async def test_a_bot_in_a_process_of_its_own_answers_however_long_it_takes_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(minds, "SIMPLE_LIMIT", 0.1)  # nothing is imported so quickly
    monkeypatch.setattr(minds, "START_LIMIT", 60.0)
    pool = Minds(processes=0, seconds=0.1, limit=60)
    play = start("pistes", seed=1)
    choice = await pool.choose(play.game, play.save(), 0, 1, play.legal())
    await pool.stop()
    assert choice in play.legal()
    assert pool.lost == 0
