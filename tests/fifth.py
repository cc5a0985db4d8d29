"""The package with one folder more: the template game, and no other file touched."""

import os
import shutil
from pathlib import Path

import caravane
from tests import toy

PACKAGE = Path(caravane.__file__).parent


def add_toy(root: Path) -> dict[str, str]:
    """Put the package with the template game into a folder; the environment in which it is the one that is found.

    In plain Python: no test waits for a compiler.
    """
    games = root / "caravane" / "games"
    (games / "toy").mkdir(parents=True)
    shutil.copy(str(toy.__file__), games / "toy" / "__init__.py")
    for folder, copy in ((PACKAGE, games.parent), (PACKAGE / "games", games)):
        for entry in folder.iterdir():
            if entry.name not in ("games", "__pycache__"):
                (copy / entry.name).symlink_to(entry)
    return {**os.environ, "PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "1", "LANG": "en_GB.UTF-8"}
