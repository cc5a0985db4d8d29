"""What results say about strength: shares, Elo and how sure that is."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z = 1.96  # 95 %
ELO = 400.0 / math.log(10.0)


def interval(share: float, results: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of so many independent results."""
    if results == 0:
        return 0.0, 1.0
    spread = Z * math.sqrt(share * (1.0 - share) / results + Z * Z / (4.0 * results * results))
    middle = share + Z * Z / (2.0 * results)
    scale = 1.0 + Z * Z / results
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def worth(shares: list[list[float]]) -> float:
    """How many independent results of yes or no these games are worth; `shares` are those of each seed.

    A game of many seats compares several pairs of them, and games on one seed resemble each other: how far the seeds
    spread tells both (the effective sample size of Korn and Graubard).
    """
    games = sum(map(len, shares))
    if len(shares) < 2:
        return float(games)
    mean = sum(map(sum, shares)) / games
    of_results = games * mean * (1.0 - mean)
    of_seeds = sum((sum(each) - len(each) * mean) ** 2 for each in shares) * len(shares) / (len(shares) - 1)
    # One more on both sides: few or equal games are taken for what they are, as many results.
    return games * (of_results + 1.0) / (of_seeds + 1.0)


def expected(elo: float) -> float:
    """The share of somebody who is so many points stronger."""
    return 1.0 / (1.0 + math.exp(-elo / ELO))


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points around the mean of those who played, with a 95 % interval."""

    elo: float
    low: float
    high: float


def rate(wins: npt.NDArray[np.float64]) -> list[Rating]:
    """Bradley-Terry ratings; wins[a, b] is how many results a won against b.

    Each pair that met is given one drawn result more, so that somebody who won everything has a finite rating.
    """
    met = (wins + wins.T) > 0
    scored = wins + 0.5 * met
    games = scored + scored.T
    count = len(wins)
    strength = np.zeros(count)
    for _ in range(100):
        chance = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        slope = (scored - games * chance).sum(axis=1)
        information = _information(games, chance)
        # The mean is fixed at zero: ratings are known only up to a constant.
        step = np.linalg.solve(information + 1.0 / count, slope)
        strength += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    error = np.sqrt(np.maximum(np.diag(np.linalg.inv(_information(games, chance) + 1.0 / count) - 1.0 / count), 0.0))
    return [
        Rating(ELO * s, ELO * (s - Z * e), ELO * (s + Z * e))
        for s, e in zip(strength.tolist(), error.tolist(), strict=True)
    ]


def _information(games: npt.NDArray[np.float64], chance: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How much the games tell about each difference of strength."""
    weight = games * chance * (1.0 - chance)
    matrix: npt.NDArray[np.float64] = np.diag(weight.sum(axis=1)) - weight
    return matrix


@dataclass(slots=True)
class Sprt:
    """A sequential test: is a at least `elo1` stronger than b, or at most `elo0`? Stops as soon as it is clear."""

    elo0: float = 0.0
    elo1: float = 50.0
    error: float = 0.05

    def ratio(self, scores: list[float]) -> float:
        """The log-likelihood ratio; `scores` are the shares of a in blocks with seats changed."""
        if len(scores) < 2:
            return 0.0
        mean = float(np.mean(scores))
        # A block more of each outcome keeps a run of equal results from looking certain.
        variance = float(np.var([*scores, 0.0, 1.0]))
        low, high = expected(self.elo0), expected(self.elo1)
        return len(scores) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)

    def verdict(self, scores: list[float]) -> str:
        """`stronger`, `not stronger`, or `open`."""
        bound = math.log((1.0 - self.error) / self.error)
        ratio = self.ratio(scores)
        return "stronger" if ratio >= bound else ("not stronger" if ratio <= -bound else "open")
