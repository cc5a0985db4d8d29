"""What evaluations count with is data, and says where it comes from."""

import importlib
import tomllib
from pathlib import Path

import pytest

import caravane.games
from caravane.weights import FILE

FILES = sorted(Path(caravane.games.__file__).parent.glob(f"*/{FILE}"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_each_weight_is_a_constant_of_the_evaluation_and_the_run_is_named(file: Path) -> None:
    kept = tomllib.loads(file.read_text("utf-8"))
    evaluation = importlib.import_module(f"caravane.games.{file.parent.name}.evaluation")
    for key, value in kept["weights"].items():  # some are counted in whole numbers
        assert getattr(evaluation, key.upper()) in (value, round(value))
    assert kept["run"]
