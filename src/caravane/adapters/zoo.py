"""PettingZoo: every game as an AEC environment, and as a Parallel one where seats decide at once.

    from caravane.adapters import zoo
    env = zoo.env("africa", seats=3)

| | |
|---|---|
| agents | `seat_0`, `seat_1`, ... |
| observation | `{"observation": int16 vector, "action_mask": int8 vector}`, see `caravane.observation` |
| encoding | `encoding="features"`: a float32 vector within 0..1 instead, see `caravane.features` |
| action | an integer of the game's flat action space; an illegal one raises IllegalAction with the legal ones |
| reward | the game's returns at its end (within -1..1, adding up to 0), before that 0 |
| position | `position="pistes …"`: every game begins with this position (docs/positions.md) |
| seeds | `reset(seed=7)` begins the game that `caravane.start(seed=7)` begins |
"""

from collections.abc import Mapping

from caravane.adapters.aec import SeatEnv
from caravane.adapters.parallel import OrderEnv, Writing
from caravane.features import RAW
from caravane.game import Game, Value


def env(
    game: str | Game = "pistes",
    seats: int | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    preset: str | None = None,
    position: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    encoding: str = RAW,
) -> SeatEnv:
    """One seat decides at a time; those who write orders at once take turns writing, without seeing each other's."""
    return SeatEnv(
        game,
        seats,
        options=options,
        preset=preset,
        position=position,
        max_cycles=max_cycles,
        render_mode=render_mode,
        encoding=encoding,
    )


def parallel_env(
    game: str | Game = "africa1880",
    seats: int | None = None,
    *,
    writing: Writing = "order",
    options: Mapping[str, Value] | None = None,
    preset: str | None = None,
    position: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    encoding: str = RAW,
) -> OrderEnv:
    """All seats answer each step, one order each or a whole sheet; who has nothing to decide waits."""
    return OrderEnv(
        game,
        seats,
        writing=writing,
        options=options,
        preset=preset,
        position=position,
        max_cycles=max_cycles,
        render_mode=render_mode,
        encoding=encoding,
    )
