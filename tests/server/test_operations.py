"""What the person who hosts it needs: health, numbers, settings, copies, workers."""

import pickle
import sqlite3
from pathlib import Path

import msgspec
import pytest

from caravane.errors import BadInput
from caravane.play import start
from caravane.server.bots.pool import BotPool
from caravane.server.bots.program import Deal, Question
from caravane.server.bots.worker import FarProcess
from caravane.server.config import RENAMED, Settings, load_settings
from caravane.server.serve import configure
from caravane.server.store.backup import backup, restore
from tests.server.conftest import House, Serve, far_bots, listen, new_database


async def test_health_and_metrics(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    position = line.positions[table]
    assert position is not None
    await line.act(table, 0, position["legal"][0]["action"])
    assert (await ann.get("/health"))["status"] == "ok"
    numbers = await ann.get("/metrics")
    assert "caravane_moves_total 1.0" in numbers
    assert "caravane_sockets 1.0" in numbers
    assert ann.id not in numbers


async def test_a_running_server_is_saved_and_restored(serve: Serve, tmp_path: Path, database_url: str) -> None:
    house = await serve()
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    await backup(database_url, tmp_path / "saved.db")
    cookies = dict(ann.http.cookies)
    shown = (await ann.get(f"/api/tables/{table}/snapshot"))["position"]
    elsewhere = f"sqlite:///{tmp_path / 'new.db'}"
    await restore(tmp_path / "saved.db", elsewhere)
    with pytest.raises(BadInput, match="not empty"):
        await restore(tmp_path / "saved.db", elsewhere)
    other = await serve(database_url=elsewhere)
    back = await other.player()
    back.http.cookies.clear()
    back.http.cookies.update(cookies)
    assert (await back.get(f"/api/tables/{table}/snapshot"))["position"] == shown


async def test_a_backup_never_overwrites(serve: Serve, tmp_path: Path, database_url: str) -> None:
    await serve()
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(BadInput, match="exists"):
        await backup(database_url, tmp_path / "precious")


@pytest.mark.database
async def test_one_moves_house_from_sqlite_to_postgresql(serve: Serve, tmp_path: Path, postgresql_server: str) -> None:
    old = f"sqlite:///{tmp_path / 'old.db'}"
    house = await serve(database_url=old)
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    await backup(old, tmp_path / "saved.db")
    new = await new_database(postgresql_server)
    await restore(tmp_path / "saved.db", new)
    moved = await serve(database_url=new)
    assert (await (await moved.player()).get(f"/api/tables/{table}"))["status"] == "running"


def test_settings_come_from_file_environment_and_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "caravane.toml"
    file.write_text('port = 1\nhost = "file"\nworkers_url = "redis://file"\n')
    monkeypatch.setenv("CARAVANE_PORT", "2")
    monkeypatch.setenv("CARAVANE_HOST", "environment")
    settings = load_settings(file, port=3)
    assert (settings.port, settings.host, settings.workers_url) == (3, "environment", "redis://file")


@pytest.mark.parametrize("text", ["port = 'x'", "colour = 1", "port ="])
def test_a_wrong_setting_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "caravane.toml"
    file.write_text(text)
    with pytest.raises(BadInput):
        load_settings(file)


def test_several_processes_need_a_channel() -> None:
    with pytest.raises(BadInput, match="channel"):
        load_settings(workers=2)


def test_what_several_processes_are_told_can_be_sent_to_them() -> None:
    told = pickle.loads(pickle.dumps(configure("caravane.server.serve:make_app", Settings(head_seconds=3.0))))
    assert told.http.head_seconds == 3.0


def test_the_log_is_durable_before_it_is_acknowledged(tmp_path: Path) -> None:
    """WAL and synchronous=FULL on every connection."""
    from caravane.server.store.database import _set_up_sqlite

    connection = sqlite3.connect(tmp_path / "x.db")
    _set_up_sqlite(connection, None)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


@pytest.mark.database
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # SAQ's way of talking to Redis
async def test_bots_think_in_a_worker_elsewhere() -> None:
    play = start("pistes", seed=1)
    async with far_bots() as pool:
        choice = await pool.choose(play.game, play.save(), 0, 1, play.legal())
    assert choice in play.legal()
    assert pool.lost == 0


@pytest.mark.database
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_a_worker_elsewhere_is_polite_without_seeing_the_game() -> None:
    said = Question(game="africa1880", view=b"", seat=1, level=0, word=0, seconds=0, talk="reply", text="Hello, you.")
    async with far_bots() as pool:
        answer = await pool.talk(said)
    assert answer is not None
    assert answer.text
    assert pool.lost == 0, "it was the worker who answered"


@pytest.mark.database
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_a_hint_from_a_worker_elsewhere_remembers_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    play = start("africa1880", seed=1)
    deal = Deal(proposer=1, among=[0, 1], turn=int(play.state.turn), terms=[], accepted=True)
    heard = listen(monkeypatch)
    async with far_bots() as pool:
        hint = await pool.advise(play.game, play.game.view(play.state, 0).tobytes(), 0, [deal])
    assert hint is not None
    memories = [question.memory for question in heard if question.hint]  # the queue may ask twice
    assert memories
    assert all(memory == [deal] for memory in memories)
    assert pool.lost == 0


async def test_without_a_worker_the_game_goes_on() -> None:
    pool = BotPool(processes=0, seconds=0.1, limit=0.1, far=FarProcess("redis://127.0.0.1:1/0"))
    play = start("pistes", seed=1)
    assert await pool.choose(play.game, play.save(), 0, 1, play.legal()) in play.legal()
    await pool.stop()


def test_settings_are_still_read_by_the_names_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "caravane.toml"
    file.write_text("tables_held = 7\nrate_per_minute = 8\nwords_per_minute = 3\nmessages_per_minute = 4\n")
    monkeypatch.setenv("CARAVANE_RATE_PER_MINUTE", "9")
    found = load_settings(file)
    assert (found.unfinished_tables, found.requests_per_minute, found.messages_per_minute) == (7, 9, 4)
    assert "rate_per_minute is now called requests_per_minute" in capsys.readouterr().err
    known = {field.name for field in msgspec.structs.fields(Settings)}
    assert set(RENAMED.values()) <= known
    assert not known & RENAMED.keys()
