"""A real server process and a real Chromium; people come with a fresh profile each."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.guest import Guest, Guests

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "src/caravane/web/index.html"
CHROMIUM = os.environ.get("CARAVANE_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a database of its own."""
    with serving(tmp_path_factory.mktemp("server"), os.environ) as address:
        yield address


@contextmanager
def serving(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """A server until the end of the block; rules run plain, so that nothing waits for a compiler."""
    assert CLIENT.is_file(), "the client is not built: make client"
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    settings = {
        "NUMBA_DISABLE_JIT": "1",
        "CARAVANE_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'caravane.db'}",
        "CARAVANE_BOT_PROCESSES": "0",
        "CARAVANE_REQUESTS_PER_MINUTE": "0",
        "CARAVANE_PROCESSOR_SHARE": "0",
    }
    command = [sys.executable, "-m", "caravane", "serve", "--port", str(port)]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(command, env={**environment, **settings}, stdout=log, stderr=subprocess.STDOUT)
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until_open(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def wait_until_open(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Ask until the server answers."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server stopped"
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not open")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def guests(browser: Browser, base: str) -> Iterator[Guests]:
    """Lets people come; afterwards none of their pages may have complained."""
    guests = Guests(browser, base)
    yield guests
    complaints = guests.leave()
    assert complaints == []


@pytest.fixture
def guest(guests: Guests) -> Guest:
    """One person at a desk, in French."""
    return guests.come()
