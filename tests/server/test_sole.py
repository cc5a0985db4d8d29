"""One server on one SQLite file: the second says so and goes, however the first one ended."""

import asyncio
import os
import signal
import sys
import webbrowser
from pathlib import Path

import pytest

from caravane.cli import browser
from caravane.cli.doctor import _database
from caravane.server.config import Settings
from caravane.server.ops.sole import AlreadyServed, sole_server
from caravane.server.store.backup import backup
from tests.server.databases import free_port
from tests.server.processes import serving


async def second(database: str) -> tuple[int, str]:
    """The exit code and the complaint of another server on the same file."""
    command = [sys.executable, "-m", "caravane", "--lang", "en", "serve", "--port", str(free_port())]
    settings = {"CARAVANE_BOT_PROCESSES": "0", "NUMBA_DISABLE_JIT": "1"}
    process = await asyncio.create_subprocess_exec(
        *command, "--database-url", database, env=os.environ | settings, stderr=asyncio.subprocess.PIPE
    )
    _, complaint = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode or 0, complaint.decode()


async def test_the_second_says_so_and_goes(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    database = f"sqlite:///{file}"
    async with serving("--database-url", database) as first:
        code, complaint = await second(database)
        assert code == 2
        assert "Another server already uses" in complaint
        assert first.base in complaint
        assert "Traceback" not in complaint
        (tmp_path / "link.db").symlink_to(file)
        assert (await second(f"sqlite:///{tmp_path / 'link.db'}"))[0] == 2, "under another name too"
        assert await backup(database, tmp_path / "saved.db") > 0
        checks = await asyncio.to_thread(_database, database)
        assert [check.verdict for check in checks] == ["ok"]
        await first.end(signal.SIGKILL)
    async with serving("--database-url", database) as again:
        assert again.process.returncode is None


def test_the_processes_of_one_server_share_its_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    several = Settings(database_url=url, workers=2, channels_url="redis://127.0.0.1:1/0")
    with sole_server(several):
        parts = [sole_server(several, is_part=True) for _ in range(2)]
        for part in parts:
            part.__enter__()
        with pytest.raises(AlreadyServed), sole_server(Settings(database_url=url)):
            pass
        for part in parts:
            part.__exit__(None, None, None)
        with pytest.raises(AlreadyServed), sole_server(several):
            pass
    with sole_server(Settings(database_url=url)):
        pass


def test_a_part_that_outlives_the_first_process_keeps_the_file(tmp_path: Path) -> None:
    several = Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.db'}", workers=2, channels_url="redis://127.0.0.1:1/0"
    )
    first = sole_server(several)
    first.__enter__()
    with sole_server(several, is_part=True):
        first.__exit__(None, None, None)
        with pytest.raises(AlreadyServed), sole_server(several):
            pass


def test_databases_that_are_no_file_are_not_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("postgresql://nobody@127.0.0.1/nothing", "sqlite://"):
        with sole_server(Settings(database_url=url)), sole_server(Settings(database_url=url)):
            pass
    assert list(tmp_path.iterdir()) == []


def test_who_plays_at_home_is_led_to_the_server_that_runs_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    (tmp_path / "caravane").mkdir()
    running = Settings(database_url=f"sqlite:///{tmp_path / 'caravane' / 'caravane.db'}", port=4321)
    with sole_server(running):
        browser.play_in_browser("pistes")
    assert opened == ["http://127.0.0.1:4321/?game=pistes"]
    assert "4321" in capsys.readouterr().out
