"""A JAX policy that plays a thousand games at once; not one observation, mask or action is copied on the way.

    pip install caravane[rl] jax
    python examples/share_jax.py --steps 200

On a CPU, JAX takes an array as it lies in memory if it begins at a multiple of 64 bytes (`aligned`). It believes that what
it was given never changes, but the environment writes the next step there: so a step's arrays are taken anew each time,
and what is computed from them is waited for (`block_until_ready`) before the environment goes on. Keep copies
(`jnp.array(x, copy=True)`) of what is to be learnt from.
"""

import argparse
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from caravane.adapters.vector import VectorEnv
from caravane.features import features
from caravane.game import load

ALIGNMENT = 64  # bytes


def aligned(shape: tuple[int, int], kind: Any) -> Any:
    """An array of zeros that begins where JAX likes arrays to begin."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(kind).reshape(shape)


@jax.jit
def choose(weights: Any, seen: Any, mask: Any, key: Any) -> Any:
    """Draw a legal action in every game."""
    first, second = weights
    scores = jnp.maximum(seen @ first, 0) @ second
    return jax.random.categorical(key, jnp.where(mask == 0, -jnp.inf, scores)).astype(jnp.int32)


def play(game: str, games: int, steps: int, seed: int = 7) -> tuple[int, int]:
    """Let an untrained network play; how many games ended, and how many arrays had to be copied."""
    count, size = load(game).action_count, features(game).size
    seen, mask = aligned((games, size), np.float32), aligned((games, count), np.int8)
    env = VectorEnv(game, games, encoding="features", observation=seen, mask=mask)
    key = jax.random.key(seed)
    weights = tuple(
        jax.random.normal(part, shape) / shape[0] ** 0.5
        for part, shape in zip(jax.random.split(key), ((size, 64), (64, count)), strict=True)
    )
    env.reset(seed=seed)
    ended = copies = 0
    for _ in range(steps):
        key, part = jax.random.split(key)
        shared = jnp.from_dlpack(seen, copy=False), jnp.from_dlpack(mask, copy=False)
        actions = choose(weights, *shared, part).block_until_ready()
        chosen = np.from_dlpack(actions)
        copies += sum(
            mine.ctypes.data != theirs.unsafe_buffer_pointer()
            for mine, theirs in ((seen, shared[0]), (mask, shared[1]), (chosen, actions))
        )
        _, _, over, cut, _ = env.step(chosen)
        ended += int((over | cut).sum())
    return ended, copies


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="africa")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=200)
    given = parser.parse_args()
    ended, copies = play(given.game, given.games, given.steps)
    print(f"{given.games * given.steps} decisions of {given.game}, {ended} games ended, {copies} arrays copied")
