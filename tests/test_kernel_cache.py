"""The disk cache: never stale, and a second process does not compile."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import caravane

SOURCES = Path(caravane.__file__).parent

# Counts the openings of pistes inside compiled code, and says how often the compiler had to work.
COUNT = """
from caravane.game import load
from caravane.perft import count_sequences, perft
game = load("pistes")
counts = perft(game, 1, 2, game.check_options({}))
print(counts[0], sum(count_sequences.stats.cache_misses.values()), sum(count_sequences.stats.cache_hits.values()))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with pistes alone, to be edited."""
    for kept in ("*.py", "games/*.py", "games/pistes/*"):
        for path in SOURCES.glob(kept):
            target = tmp_path / "caravane" / path.relative_to(SOURCES)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file():
                shutil.copy(path, target)
    return tmp_path


def run(copy: Path) -> tuple[int, int, int]:
    """In a new process: the openings counted, cache misses, cache hits."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "CARAVANE_CACHE_DIR": str(copy / "cache")}
    environment["NUMBA_DISABLE_JIT"] = "0"
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    openings, misses, hits = map(int, done.stdout.split())
    return openings, misses, hits


@pytest.mark.compiled
def test_a_second_process_compiles_nothing_and_an_edited_rule_is_never_stale(copy: Path) -> None:
    assert run(copy) == (16, 1, 0)
    assert run(copy) == (16, 0, 1)

    # A rule in a file that the cached function only calls into: Numba itself would not see the edit.
    moves = copy / "caravane" / "games" / "pistes" / "moves.py"
    rule, edited = "for index in range(PAWNS):\n        # Masks", "for index in range(PAWNS - 1):\n        # Masks"
    assert moves.read_text().count(rule) == 1
    moves.write_text(moves.read_text().replace(rule, edited))
    assert run(copy) == (15, 1, 0), "the pawn on a9, which had one move, is forgotten now"
