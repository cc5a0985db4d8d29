"""Real databases for tests: a PostgreSQL and a Redis of our own, in a temporary folder, gone afterwards."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _tool(name: str) -> str:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, places), os.environ.get("PATH", "")]))
    assert found is not None, f"{name} is not installed: scripts/system-packages postgresql redis"
    return found


def _as_nobody_special(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root; then its own user takes over."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres")
    return ["runuser", "-u", "postgres", "--"]


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A fresh server; gives the address of its first database."""
    prefix = _as_nobody_special(folder)
    data, port = folder / "data", free_port()
    initdb = [*prefix, _tool("initdb"), "-D", str(data), "-U", "caravane", "-A", "trust", "-E", "UTF8", "--no-sync"]
    _run(initdb)
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
    control = [*prefix, _tool("pg_ctl"), "-D", str(data), "-w"]
    _run([*control, "-l", str(folder / "log"), "-o", options, "start"])
    try:
        yield f"postgresql://caravane@127.0.0.1:{port}/postgres"
    finally:
        _run([*control, "-m", "immediate", "stop"])


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A fresh server; gives its address."""
    port = free_port()
    command = [_tool("redis-server"), "--port", str(port), "--save", "", "--dir", str(folder), "--bind", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")
