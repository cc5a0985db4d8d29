"""A fifth game: the template, copied into a folder of its own and nowhere named, plays everywhere.

In the browser too: tests/web/test_fifth_game.py.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fifth import add_toy
from tests.server.client import Player
from tests.server.processes import serving

ADAPTERS = """
import random

import gymnasium
import numpy as np
import pettingzoo.test

import caravane.adapters.gym
from caravane.adapters import zoo
from caravane.adapters.agent import LocalTable
from caravane.adapters.vector import VectorEnv
from caravane.batch import Batch
from caravane.bench.peer import play_zoo
from caravane.observation import flat_observation, layout

assert play_zoo(zoo.env("toy"), random.Random(0))() > 0
pettingzoo.test.api_test(zoo.env("toy"), num_cycles=20)
env = VectorEnv("toy", 3)
env.reset(seed=0)
env.step(np.zeros(3, np.int32))
batch = Batch("toy", 2, seed=5)
batch.step(np.array([1, 2], np.int32))
seen = [flat_observation(batch.game, batch.game.view(state, int(seat)), int(seat)) for state, seat in zip(batch.states, batch.seat)]
assert np.array_equal(batch.observation, seen)
alone = gymnasium.make("caravane/toy-v0", bots="greedy")
alone.reset(seed=1)
ended = False
while not ended:
    _, reward, ended, _, _ = alone.step(0)
table = LocalTable("toy")
while not table.is_over:
    for seat in table.to_move:
        table.act(seat, table.observe(seat)["legal"][0]["notation"])
print("played", layout("toy").size, reward)
"""

OPENSPIEL = """
import pyspiel
import caravane.adapters.openspiel

game = pyspiel.load_game("caravane_toy")
pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[-1])
print(sum(state.returns()))
"""

RECORD = """
from caravane import record
from caravane.play import start
play = start("toy", seed=1)
while not play.is_over:
    play.apply(1)
print(record.write(record.lines_of(play)), end="")
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which the template is a game."""
    return add_toy(tmp_path_factory.mktemp("house"))


def run(house: dict[str, str], *arguments: str, stdin: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=house,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_found_by_its_folder(house: dict[str, str]) -> None:
    found = json.loads(run(house, "-m", "caravane", "games", "--json"))
    assert [game["id"] for game in found] == ["africa", "africa1880", "africana", "pistes", "toy"]


def test_it_is_traced_and_counted(house: dict[str, str]) -> None:
    lines = run(house, "-m", "caravane", "trace", "toy", "--seed", "1").splitlines()
    assert json.loads(lines[-1])
    counts = json.loads(run(house, "-m", "caravane", "perft", "toy", "--depth", "3", "--json"))["counts"]
    assert counts == [3, 9, 27]


def test_bots_play_it_in_the_arena(house: dict[str, str]) -> None:
    table = json.loads(
        run(house, "-m", "caravane", "arena", "toy", "random", "search:playouts=4", "level1", "--games", "2", "--json")
    )
    assert table["game"] == "toy"


def test_agents_play_it(house: dict[str, str]) -> None:
    assert run(house, "-c", ADAPTERS).split()[-3:-1] == ["played", "6"]


def test_openspiel_plays_it(house: dict[str, str]) -> None:
    pytest.importorskip("pyspiel")
    assert float(run(house, "-c", OPENSPIEL).splitlines()[-1]) == 0


def test_its_games_are_kept_and_proved(house: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(run(house, "-c", RECORD))
    assert run(house, "-m", "caravane", "verify", str(file))
    shown = run(house, "-m", "caravane", "replay", str(file), "--at", "2", "--seat", "0")
    assert "heap 4, cards" in shown


async def test_the_server_plays_it(house: dict[str, str], tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'caravane.db'}"
    async with serving(PYTHONPATH=house["PYTHONPATH"], CARAVANE_DATABASE_URL=database) as server:
        one, two = await Player(server.base).come(), await Player(server.base).come()
        table = (await one.open("toy", "me", "open"))["id"]
        await two.post(f"/api/tables/{table}/join")
        lines = [await player.connect() for player in (one, two)]
        for seat, line in enumerate(lines):
            await line.watch(table, seat)
        for seat in (0, 1, 0):
            line = lines[seat]
            position = await line.until(table, lambda position, seat=seat: position["to_move"] == [seat])
            board = position["text_board"]
            cards = board["text"]["en"].split()[-2:]
            assert cards[1 - seat] == "?" != cards[seat]
            assert board["phrases"]["+3"] == {"fr": "ajouter 3", "en": "add 3"}
            await line.act(table, seat, {"add": 3})
        over = await lines[1].until(table, lambda position: position["over"])
        assert over["text_board"]["text"]["fr"].startswith("tas 9, cartes ")
        assert "?" not in over["text_board"]["text"]["fr"]
        assert "toy" in (await one.get(f"/api/tables/{table}/record"))
        for line in lines:
            await line.close()
            await line.player.close()


def test_people_play_it_in_the_terminal(house: dict[str, str]) -> None:
    told = run(house, "-m", "caravane", "play", "toy", "--terminal", "--seed", "1", stdin="+1\n" * 9)
    assert "How many?" in told
    assert "You have won!" in told


def test_the_lab_studies_it(house: dict[str, str], tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    run(house, "-m", "caravane", "lab", "balance", "toy", "--games", "4", "--output", str(report))
    assert "Toy" in report.read_text()
