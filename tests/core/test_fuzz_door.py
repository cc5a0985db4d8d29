"""Nothing that anybody sends reaches the rules unchecked: fuzzed, plain or compiled as the tests run.

In a process of its own, because compiled rules that get hold of nonsense end it (a test that dies tells nothing).
"""

import subprocess
import sys

import pytest

from caravane.game import games
from caravane.kernel import is_plain

ROUNDS = 2 if is_plain() else 6
PATIENCE = 800  # seconds: kernels may have to be compiled first


@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("seed", [1, 2])
def test_every_door_refuses_what_is_not_legal(game: str, seed: int) -> None:
    knocking = [sys.executable, "-m", "tests.core.fuzz_door", game, str(seed), str(ROUNDS)]
    done = subprocess.run(knocking, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr[-3000:]}"
    assert int(done.stdout.split()[-1]) > 300
