"""What the evaluation of a game counts with, kept as data beside it; `make tune` fits it to self-play."""

import tomllib
from pathlib import Path

FILE = "weights.toml"


def read_weights(evaluation: str) -> dict[str, float]:
    """The weights beside a game's evaluation.py, whose `__file__` this is."""
    found: dict[str, float] = tomllib.loads(Path(evaluation).with_name(FILE).read_text("utf-8"))["weights"]
    return found
