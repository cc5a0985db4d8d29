"""The same record gives the same bytes: as plain Python, compiled, and on other versions of Python.

python -m tests.prove.sameness          prints a digest of everything that replaying the kept records gives
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.prove.figures import Figure

ROOT = Path(__file__).parent.parent.parent
RECORDS = sorted((ROOT / "tests" / "games").glob("*/records/*.jsonl"))
NEWEST = "CARAVANE_NEWEST_PYTHON"  # an interpreter with NumPy, Numba and msgspec


def digests() -> dict[str, str]:
    """For each record a digest of the bytes of every state, all legal actions and all views on the way."""
    return {f"{path.parent.parent.name}/{path.stem}": _digest(path.read_text()) for path in RECORDS}


def _digest(text: str) -> str:
    from caravane.chance import ListedChance
    from caravane.proof import verify
    from caravane.record import Acted, TakenBack, begin, read, words_of

    record = read(text)
    play = begin(record.header, ListedChance(words_of(record)))
    digest = hashlib.sha256(repr(verify(record)).encode())
    for event in record.events:
        if isinstance(event, Acted):
            digest.update(repr([play.legal(seat) for seat in play.to_move]).encode())
            play.apply(event.action, event.seat)
        elif isinstance(event, TakenBack):
            play.undo()
        digest.update(play.state.tobytes())
        for seat in range(-1, play.seats):
            digest.update(play.game.view(play.state, seat).tobytes())
    shown = [play.view(seat) for seat in range(-1, play.seats)]
    digest.update(json.dumps([shown, play.points, play.returns], sort_keys=True).encode())
    return digest.hexdigest()


def digests_of(python: str, *, plain: bool) -> dict[str, str]:
    """The same from another process."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    environment |= {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    command = [python, "-m", "tests.prove.sameness"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def newest_python() -> str | None:
    """Another interpreter to compare with, if there is one that has what the rules need."""
    named = os.environ.get(NEWEST)
    for name in [named] if named else ["python3.15", "python3.14", "python3.13", "python3.12"]:
        found = shutil.which(name or "")
        if found and _has_all(found):
            return found
    return None


def _has_all(python: str) -> bool:
    command = [python, "-c", "import numpy, numba, msgspec"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def version_of(python: str) -> str:
    """Which Python it is."""
    return subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def same_bytes() -> Figure:
    """All ways give the same."""
    ways = {"plain": (sys.executable, True), "compiled": (sys.executable, False)}
    newest = newest_python()
    if newest is not None:
        ways |= {f"{version_of(newest)}, plain": (newest, True), f"{version_of(newest)}, compiled": (newest, False)}
    found = {name: digests_of(python, plain=plain) for name, (python, plain) in ways.items()}
    first = found["plain"]
    assert first
    assert all(other == first for other in found.values()), found
    missing = "" if newest else f"; no newer Python was found (name one with {NEWEST})"
    return Figure(f"{len(first)} records, every state and view on the way: the same bytes {', '.join(ways)}{missing}")


if __name__ == "__main__":
    print(json.dumps(digests()))
