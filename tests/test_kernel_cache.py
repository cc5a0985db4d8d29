"""The disk cache: never stale, and a second process does not compile."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import caravane

SOURCES = Path(caravane.__file__).parent

# Counts the openings of pistes inside compiled code, and says whether the compiler was needed.
COUNT = """
import sys
from caravane.game import load
from caravane.positions import opening
from caravane.perft import count_sequences, perft
game = load("pistes")
counts = perft(opening(game, 2), 1)
print(counts[0], len(count_sequences._codes), int("numba" in sys.modules))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with pistes alone, to be edited."""
    for kept in ("*.py", "native/**/*.py", "games/*.py", "games/pistes/*"):
        for path in SOURCES.glob(kept):
            target = tmp_path / "caravane" / path.relative_to(SOURCES)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file():
                shutil.copy(path, target)
    return tmp_path


def run(copy: Path) -> tuple[int, int, int]:
    """In a new process: the openings counted, whether they were counted by machine code, whether it had to be made."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "CARAVANE_CACHE_DIR": str(copy / "cache")}
    environment["NUMBA_DISABLE_JIT"] = "0"
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    openings, by_code, compiled = map(int, done.stdout.split())
    return openings, by_code, compiled


def damage(cache: Path) -> None:
    """Turn over one bit in the middle of every kernel's code."""
    files = list(cache.glob("*/code/*.o"))
    assert files
    for file in files:
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)


@pytest.mark.compiled
def test_a_second_process_compiles_nothing_and_code_is_never_stale_or_damaged(copy: Path) -> None:
    assert run(copy) == (16, 1, 1)
    assert run(copy) == (16, 1, 0)

    damage(copy / "cache")
    assert run(copy) == (16, 1, 1)
    assert run(copy) == (16, 1, 0)

    # A rule in a file that the cached function only calls into: Numba itself would not see the edit.
    moves = copy / "caravane" / "games" / "pistes" / "moves.py"
    rule, edited = "for index in range(PAWNS):\n        # Masks", "for index in range(PAWNS - 1):\n        # Masks"
    assert moves.read_text().count(rule) == 1
    moves.write_text(moves.read_text().replace(rule, edited))
    assert run(copy) == (15, 1, 1), "the pawn on a9, which had one move, is forgotten now"
    assert run(copy) == (15, 1, 0)
