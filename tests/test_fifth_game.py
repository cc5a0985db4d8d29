"""A fifth game: the template, copied into a folder of its own and nowhere named, plays everywhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import caravane
from tests import toy

PACKAGE = Path(caravane.__file__).parent

ADAPTERS = """
import random
from caravane.adapters import zoo
from caravane.adapters.vector import VectorEnv
from caravane.batch import Batch
from caravane.bench.peer import play_zoo
from caravane.observation import flat_observation, layout
import numpy as np, json

print(play_zoo(zoo.env("toy"), random.Random(0))() > 0)
env = VectorEnv("toy", 3)
env.reset(seed=0)
env.step(np.zeros(3, np.int32))
batch = Batch("toy", 2, seed=5)
batch.step(np.array([1, 2], np.int32))
seen = [flat_observation(batch.game, batch.game.view(state, int(seat)), int(seat)) for state, seat in zip(batch.states, batch.seat)]
print(np.array_equal(batch.observation, seen), layout("toy").size)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with one folder more."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(
        PACKAGE, root / "caravane", ignore=shutil.ignore_patterns("__pycache__", "web", "africa*", "migrations")
    )
    folder = root / "caravane" / "games" / "toy"
    folder.mkdir()
    shutil.copy(str(toy.__file__), folder / "__init__.py")
    return root


def run(house: Path, *arguments: str, stdin: str = "") -> str:
    """What a command prints, in plain Python: no test waits for a compiler."""
    environment = {**os.environ, "PYTHONPATH": str(house), "NUMBA_DISABLE_JIT": "1", "LANG": "en_GB.UTF-8"}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_found_by_its_folder(house: Path) -> None:
    found = json.loads(run(house, "-m", "caravane", "games", "--json"))
    assert [game["id"] for game in found] == ["pistes", "toy"]


def test_it_is_traced_and_counted(house: Path) -> None:
    lines = run(house, "-m", "caravane", "trace", "toy", "--seed", "1").splitlines()
    assert json.loads(lines[-1])
    counts = json.loads(run(house, "-m", "caravane", "perft", "toy", "--depth", "3", "--json"))["counts"]
    assert counts == [3, 9, 27]


def test_bots_play_it_in_the_arena(house: Path) -> None:
    table = json.loads(
        run(house, "-m", "caravane", "arena", "toy", "random", "search:playouts=4", "level1", "--games", "2", "--json")
    )
    assert table["game"] == "toy"


def test_agents_play_it(house: Path) -> None:
    assert run(house, "-c", ADAPTERS).split() == ["True", "True", "5"]


def test_people_play_it_in_the_terminal(house: Path) -> None:
    told = run(house, "-m", "caravane", "play", "toy", "--terminal", "--seed", "1", stdin="+1\n" * 9)
    assert "heap" in told


def test_the_lab_studies_it(house: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    run(house, "-m", "caravane", "lab", "balance", "toy", "--games", "4", "--output", str(report))
    assert "Toy" in report.read_text()
