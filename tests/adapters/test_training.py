"""The training example: it runs, its network can learn, and Ray plays for it with the same script."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPT = Path(__file__).parent.parent.parent / "examples" / "train_pistes.py"
SMALL = ["--games", "4", "--steps", "6", "--tests", "2"]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module, its games made short."""
    spec = importlib.util.spec_from_file_location("train_pistes", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, "train_pistes", module)
    spec.loader.exec_module(module)
    module.OPTIONS = {"match": "single", "no_progress": 10}  # type: ignore[attr-defined]
    return module


def test_a_tiny_run_gives_a_curve(example: Any, tmp_path: Path) -> None:
    curve = example.main([*SMALL, "--minutes", "0.001", "--curve", str(tmp_path / "curve.csv")])
    assert curve[0][1] == 0
    assert curve[-1][1] >= 4 * 6
    assert all(0 <= point[2] <= 1 for point in curve)
    assert (tmp_path / "curve.csv").read_text().startswith("minutes,moves,share")


def test_the_network_learns_what_it_is_told(example: Any) -> None:
    network, rng = example.Network.new(16, 0), np.random.default_rng(0)
    boards = (rng.random((256, 2 * example.CELLS)) < 0.1).astype(np.float32)
    targets = np.tanh(boards[:, :9].sum(1) - boards[:, 90:99].sum(1)).astype(np.float32)
    first = network.learn(boards, targets, 0.01)
    for _ in range(100):
        last = network.learn(boards, targets, 0.01)
    assert last < 0.1 * first


def test_a_move_is_judged_by_the_board_after_it(example: Any) -> None:
    network, batch = example.Network.new(16, 0), example.Batch(example.GAME, 2, options=example.OPTIONS)
    for _ in range(5):
        actions, values, after = example.choose(network, batch, 0.0, np.random.default_rng(1))
        batch.step(actions)
        seen, _ = example.boards_of(batch)
        # The board after the move, seen from the other side: pawns change roles and the board is turned.
        turned = np.concatenate([seen[:, :89:-1], seen[:, 89::-1]], axis=1)
        assert np.array_equal(after, turned)
        assert np.allclose(values, network.judge(after @ network.into + network.bias), atol=1e-5)


@pytest.mark.plain  # once is enough: the processes start slowly
@pytest.mark.filterwarnings("ignore")
def test_ray_plays_the_games_with_the_same_script(example: Any) -> None:
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": _paths()}}
    )
    try:
        curve = example.main([*SMALL, "--minutes", "0.001", "--ray", "2"])
    finally:
        ray.shutdown()
    assert curve[-1][1] >= 2 * 4 * 6


def _paths() -> str:
    return ":".join([str(SCRIPT.parent), str(SCRIPT.parent.parent / "src")])
