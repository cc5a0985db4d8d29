"""The base stands alone: playing a game imports no web server and no library of an extra."""

import subprocess
import sys
from pathlib import Path

import caravane

EXTRAS = ("litestar", "sqlalchemy", "pettingzoo", "gymnasium", "pyspiel", "ray", "matplotlib")
PLAY = f"""
import sys, caravane
play = caravane.start("africa", 3, seed=1)
play.apply(play.legal()[0])
play.view(0)
print(*[name for name in {EXTRAS} if name in sys.modules])
"""


def test_playing_imports_nothing_of_the_extras() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_package_is_typed() -> None:
    assert (Path(caravane.__file__).parent / "py.typed").is_file()
