"""What `pip install caravane` brings: a wheel that holds everything, and plays from where it was put."""

import os
import re
import subprocess
import sys
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "caravane"
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
PLAY = """
import sys
from pathlib import Path
import caravane
from caravane.chance import SeededChance
from caravane.game import games

assert Path(caravane.__file__).is_relative_to(sys.argv[1]), caravane.__file__
for game in games():
    play = caravane.start(game, seed=1)
    play.apply(play.legal(play.to_move[0])[0], play.to_move[0])
    print(game, *play.game.endings)
play, luck = caravane.start("pistes", seed=1, options={"match": "single", "no_progress": 10}), SeededChance(2)
while not play.is_over:
    legal = play.legal()
    play.apply(legal[int(luck.word()) % len(legal)])
print(sum(play.returns), play.game.ending(play.state) in play.game.endings)
"""

once = pytest.mark.plain  # the wheel is the same in both modes


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from these sources without a network."""
    target = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", target, ROOT], check=True
    )
    (built,) = target.glob("*.whl")
    return built


def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name))


@once
def test_every_file_of_the_package_is_in_it_and_nothing_else(wheel: Path) -> None:
    files = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    packed = {name for name in names(wheel) if ".dist-info/" not in name}
    assert packed == {path.relative_to(PACKAGE.parent).as_posix() for path in files}
    assert packed >= {
        "caravane/py.typed",
        "caravane/games/africa/box.toml",
        "caravane/games/africa1880/map.json",
        "caravane/games/africana/board.toml",
        "caravane/bots/settings.toml",
        "caravane/lab/report.html.j2",
    }


@pytest.mark.browser  # runs where the client is built
def test_the_client_is_in_it(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        page = archive.read("caravane/web/index.html").decode()
    asked = re.findall(r'(?:src|href)="\.?/([^"]+)"', page)
    assert any(address.endswith(".js") for address in asked)
    assert {f"caravane/web/{address}" for address in asked} <= names(wheel)


@once
def test_its_extras_bring_what_each_is_for(wheel: Path) -> None:
    found = metadata(wheel)
    wanted = found.get_all("Requires-Dist", [])
    assert {"server", "rl", "openspiel", "lab"} <= set(found.get_all("Provides-Extra", []))
    for extra, library in {
        "server": "litestar", "rl": "pettingzoo", "openspiel": "open-spiel", "lab": "ray",
    }.items():  # fmt: skip
        assert [one for one in wanted if one.startswith(library) and f"extra == '{extra}'" in one], extra
    base = {re.split(r"[<>=;\[ ]", one, maxsplit=1)[0] for one in wanted if "extra ==" not in one}
    assert base == {"llvmlite", "msgspec", "numba", "numpy", "rich", "typer"}


@once
def test_it_plays_from_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "here"
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", target, wheel], check=True)
    surroundings = {"PATH": os.environ["PATH"], "PYTHONPATH": str(target), "NUMBA_DISABLE_JIT": "1"}

    def run(*command: str | Path) -> list[str]:
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    *started, whole = run(sys.executable, "-c", PLAY, target)
    assert [line.split()[0] for line in started] == ["africa", "africa1880", "africana", "pistes"]
    assert whole == "0.0 True"
    assert any("pistes" in line for line in run(sys.executable, target / "bin" / "caravane", "--lang", "en", "games"))
