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


class Postgresql:
    """A fresh server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        prefix = _as_nobody_special(folder)
        data, port = folder / "data", free_port()
        initdb = [*prefix, _tool("initdb"), "-D", str(data), "-U", "caravane", "-A", "trust", "-E", "UTF8", "--no-sync"]
        _run(initdb)
        self._options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        self._control = [*prefix, _tool("pg_ctl"), "-D", str(data), "-w"]
        self._log = str(folder / "log")
        self.url = f"postgresql://caravane@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Let it run."""
        _run([*self._control, "-l", self._log, "-o", self._options, "start"])

    def stop(self) -> None:
        """As if its machine had lost power."""
        _run([*self._control, "-m", "immediate", "stop"])


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A fresh server; gives the address of its first database."""
    server = Postgresql(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


class Redis:
    """A fresh server that can be stopped and started again."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._port = port or free_port()
        self._command = [_tool("redis-server"), "--port", str(self._port), "--save", "", "--dir", str(folder)]
        self._command += ["--bind", "127.0.0.1"]
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Let it run."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        _wait_for(self._port)

    def stop(self) -> None:
        """As if its machine had lost power."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def redis(folder: Path, port: int = 0) -> Iterator[str]:
    """A fresh server; gives its address."""
    server = Redis(folder, port)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")
