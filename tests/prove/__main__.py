"""Prove the promises at length and print what was measured; docs/promises.md holds the table.

    python -m tests.prove [--scale 1.0] [NAME]...

With a scale below 1 the same is done less often. A promise that does not hold ends with the reason, and the others are
tried all the same; the exit code says how many failed.
"""

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

from caravane.game import SPECTATOR, games
from tests.prove import bad_inputs, crowd, killing, outages, sameness, secrecy
from tests.prove.figures import Figure
from tests.prove.twins import both
from tests.server import databases
from tests.server.worlds import two_worlds

Proof = Callable[[float], Awaitable[Figure]]


async def secrets(scale: float) -> Figure:
    """All viewers of all games with secrets, many truths, at every layer; then the planted leaks."""
    pairs = messages = decisions = 0
    seeds = max(1, round(20 * scale))
    for name in secrecy.SECRETIVE:
        game = games()[name]
        for seed in range(1, seeds + 1):
            seats = game.min_seats + seed % (game.max_seats - game.min_seats + 1)
            decisions += secrecy.check_secret_decisions(game, seats, seed, 30)
            for viewer in range(SPECTATOR, seats):
                pairs += secrecy.check_kernel(game, viewer, seats, seed, 60, secrecy.KERNEL_LAYERS)
            if seed <= max(1, seeds // 4):
                with tempfile.TemporaryDirectory(prefix="crv") as folder:
                    viewer = seed % (seats + 1) - 1
                    messages += await secrecy.check_server(game, viewer, seats, seed, 60, Path(folder))
    caught = await _leaks()
    return Figure(
        f"{pairs:,} pairs of truths, {messages:,} messages, {decisions:,} secret decisions: not one byte differs; "
        f"{caught} planted leaks, one in each layer, all found"
    )


async def _leaks() -> int:
    game, caught = games()["africana"], 0
    for layer in secrecy.KERNEL_LAYERS:
        with secrecy.planted(layer):
            try:
                secrecy.check_kernel(game, 0, game.min_seats, 3, 20, (layer,))
            except secrecy.Leak:
                caught += 1
    worlds = two_worlds(game, 0, game.min_seats, 3, 6)
    for layer in secrecy.SERVER_LAYERS:
        with tempfile.TemporaryDirectory(prefix="crv") as folder, secrecy.planted(layer):
            received = await both(game, 0, game.min_seats, worlds, Path(folder))
            caught += layer in secrecy.leaking(*received)
    assert caught == len(secrecy.KERNEL_LAYERS) + len(secrecy.SERVER_LAYERS)
    return caught


async def kills(scale: float) -> Figure:
    """On SQLite."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        return await killing.kill_again_and_again(f"sqlite:///{folder}/tables.db", max(1, round(200 * scale)))


async def kills_on_postgresql(scale: float) -> Figure:
    """On PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder, databases.postgresql(Path(folder)) as url:
        return await killing.kill_again_and_again(url, max(1, round(50 * scale)))


async def same_bytes(_scale: float) -> Figure:
    """Plain, compiled, newest Python."""
    return await asyncio.to_thread(sameness.same_bytes)


PROOFS: dict[str, Proof] = {
    "secrets": secrets,
    "kills": kills,
    "kills-postgresql": kills_on_postgresql,
    "database-gone": lambda scale: outages.database_gone(max(1.0, 10 * scale)),
    "channel-gone": lambda scale: outages.channel_gone(max(1.0, 10 * scale)),
    "disk-full": lambda _scale: outages.disk_full(700 * 1024),
    "worker-killed": lambda scale: outages.worker_killed(max(1, round(10 * scale))),
    "bots-killed": lambda scale: outages.far_bots_killed(max(1, round(10 * scale))),
    "two-writers": lambda scale: outages.two_writers(max(10, round(500 * scale))),
    "bad-inputs": lambda scale: bad_inputs.bad_inputs(max(1000, round(1_000_000 * scale))),
    "crowd": lambda scale: crowd.crowd(max(20, round(1000 * scale)), max(10.0, 600 * scale), plain=False),
    "same-bytes": same_bytes,
}


def prove(name: str, scale: float) -> tuple[bool, str, float]:
    """Whether a promise holds, what was measured or what went wrong, and how long that took."""
    began = time.monotonic()
    try:
        figure = asyncio.run(_awaited(PROOFS[name](scale)))
    except Exception as error:  # noqa: BLE001  # the others are tried all the same
        traceback.print_exc()
        return False, f"{type(error).__name__}: {error}"[:300], time.monotonic() - began
    return True, figure.text, time.monotonic() - began


async def _awaited(work: Awaitable[Figure]) -> Figure:
    return await work


def main() -> int:
    """Prove, print the table, count what failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove")
    parser.add_argument("names", nargs="*", choices=[[], *PROOFS], help="which promises; all if none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="1: as docs/promises.md says; 0.01: in a few minutes")
    given = parser.parse_args()
    rows, failed = [], 0
    for name in given.names or PROOFS:
        holds, text, seconds = prove(name, given.scale)
        failed += not holds
        rows.append((name, "holds" if holds else "FAILED", text, seconds))
        print(f"{name}: {text} ({seconds:.0f} s)", file=sys.stderr, flush=True)
    print(f"\n| promise | | figure (scale {given.scale:g}) | seconds |\n|---|---|---|---|")
    for name, verdict, text, seconds in rows:
        print(f"| {name} | {verdict} | {text} | {seconds:.0f} |")
    return failed


if __name__ == "__main__":
    sys.exit(main())
