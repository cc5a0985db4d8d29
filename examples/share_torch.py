"""A PyTorch policy that plays a thousand games at once; not one observation, mask or action is copied on the way.

    pip install caravane[rl] torch
    python examples/share_torch.py --steps 200

The environment writes masks and features straight into the memory of two tensors, and reads actions out of a third. What
has changed since the last step is all that is written, so keep a copy (`tensor.clone()`) of what is to be learnt from.
"""

import argparse

import torch

from caravane.adapters.vector import VectorEnv
from caravane.features import features
from caravane.game import load


def play(game: str, games: int, steps: int, seed: int = 7) -> tuple[int, int]:
    """Let an untrained network play; how many games ended, and how many tensors had to be copied."""
    torch.manual_seed(seed)
    count, size = load(game).action_count, features(game).size
    seen = torch.zeros((games, size), dtype=torch.float32)
    mask = torch.zeros((games, count), dtype=torch.int8)
    env = VectorEnv(game, games, encoding="features", observation=seen.numpy(), mask=mask.numpy())
    network = torch.nn.Sequential(torch.nn.Linear(size, 64), torch.nn.ReLU(), torch.nn.Linear(64, count))
    given, _ = env.reset(seed=seed)
    copies = (given["observation"].ctypes.data != seen.data_ptr()) + (
        given["action_mask"].ctypes.data != mask.data_ptr()
    )
    ended = 0
    for _ in range(steps):
        with torch.no_grad():
            scores = network(seen).masked_fill(mask == 0, -torch.inf)
            actions = torch.distributions.Categorical(logits=scores).sample().to(torch.int32)
        chosen = actions.numpy()
        copies += chosen.ctypes.data != actions.data_ptr()
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
