"""Fits the mapping of `calibration` to self-played games, and tries it on others; `make calibrate` runs it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots import load as load_bot
from caravane.chance import SeededChance
from caravane.game import Game
from caravane.play import start
from caravane.review.calibration import (
    EVEN,
    NO_TRIAL,
    OFFSET_KINDS,
    Calibration,
    Held,
    Looked,
    Mapping,
    kind_of,
    mover_of,
    surprise,
    weights_digest,
)
from caravane.review.effort import Effort
from caravane.review.measure import Meter
from caravane.review.story import Deed, Story, share_of

Rows = npt.NDArray[np.float64]
RIDGE = 2.0  # how strongly weights are drawn to what is believed before any game
A_GAME = 4.0  # positions of one game are no independent witnesses: together they count as so many
BEFORE_SEARCH = (1.5, 1.5)  # the slopes believed before any game: at the start, and what is added towards the end
BEFORE_PLAYOUTS = (0.5, 0.3)
OFFSET_RIDGE = 50.0  # offsets are small: a tenth of the value's range is much
ROUNDS = 4  # of slopes and offsets by turns
NEWTON_STEPS = 30
BINS = 10
FOLDS = 4  # each quarter of the games is tried with what the others say
COUNTED_AS = 1e-6  # a step so small is the last


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a self-played game: what was said of it before the mapping, and how it ended."""

    game: int
    at: int
    mover: int
    kind: int
    values: Rows
    shares: Rows  # of playouts to the end
    result: Rows
    seat: int  # who looked


def play_story(game: Game, seats: int, bot: str, seed: int) -> Story:
    """A game of one bot against itself."""
    play = start(game, seats, seed=seed)
    chance = SeededChance(10_000_000 + seed)
    bots = [load_bot(bot, 0.05) for _ in range(seats)]
    states = [play.state]
    while not play.is_over:
        seat = play.to_move[0]
        view = game.view(play.state, seat)
        play.apply(bots[seat].choose(game, view, seat, play.legal(seat), chance.word()), seat)
        states.append(play.state)
    deeds = [Deed(step.seat, step.action) for step in play.steps if step.seat >= 0]
    shares = tuple(share_of(value, seats) for value in play.returns)
    return Story(game, seats, states, deeds, shares, options=play.options)


def samples_of(story: Story, number: int, positions: int, effort: Effort) -> list[Sample]:
    """Some moments of a game, each as one seat saw it."""
    clock, chance = story.clock, SeededChance(20_000_000 + number)
    turns = story.turns
    moments = [at for at in range(len(turns)) if story.game.orders is None or at == 0 or turns[at] != turns[at - 1]]
    found = []
    for _ in range(positions):
        at = moments[int(chance.word()) % len(moments)]
        seat = int(chance.word()) % story.seats
        meter = Meter(story.game, story.seats, seat, _UNFITTED, effort)
        view = story.game.view(story.states[at], seat)
        mover = mover_of(int(story.game.rules.to_move(view)))
        found.append(
            Sample(
                number,
                clock[at],
                mover,
                kind_of(view),
                np.array(meter.raw(view)),
                meter.raw_to_the_end(view, effort.iterations),
                np.array(story.shares),
                seat,
            )
        )
    return found


_UNFITTED = Calibration([], 1.0, EVEN, EVEN, NO_TRIAL, NO_TRIAL, 0, "", "", "")


@dataclass(frozen=True, slots=True)
class Collection:
    """Self-played games, and some positions of each."""

    samples: list[Sample]
    lengths: list[int]
    shares: list[tuple[float, ...]]


def collect(
    game: Game, seats: int, bot: str, games: int, positions: int, progress: Callable[[int], None]
) -> Collection:
    """Play games and look at some positions of each."""
    found = Collection([], [], [])
    for number in range(games):
        story = play_story(game, seats, bot, number)
        found.lengths.append(story.clock[-1])
        found.shares.append(story.shares)
        found.samples.extend(samples_of(story, number, positions, Effort()))
        progress(number + 1)
    return found


def fit(game: Game, found: Collection, bot: str, command: str) -> Calibration:
    """Fit on all games; each quarter of them is tried with what the others say."""
    games, samples, length = len(found.lengths), found.samples, float(np.mean(found.lengths))
    by_search = [_looked(each, each.values, length) for each in samples]
    by_playouts = [_looked(each, surprise(each.shares), length) for each in samples]
    return Calibration(
        start=_even_out(np.mean(found.shares, axis=0), games),
        length=round(length, 2),
        search=_fit(by_search, samples, BEFORE_SEARCH),
        playouts=_fit(by_playouts, samples, BEFORE_PLAYOUTS),
        held=_try_in_turn(by_search, samples, BEFORE_SEARCH),
        held_playouts=_try_in_turn(by_playouts, samples, BEFORE_PLAYOUTS),
        fitted_games=games,
        bot=bot,
        weights=weights_digest(game.id),
        command=command,
    )


def _even_out(shares: Rows, games: int) -> list[float]:
    """Each seat's share, drawn towards an even one as far as so few games prove nothing else."""
    seats = len(shares)
    prior = 400.0  # games in which all had the same
    found = (shares * games + prior / seats) / (games + prior)
    return [round(float(share), 6) for share in found / found.sum()]


def _looked(sample: Sample, values: Rows, length: float) -> Looked:
    return Looked(values, min(sample.at / length, 1.0), sample.mover, sample.kind)


def _fit(looked: list[Looked], samples: list[Sample], before: tuple[float, ...]) -> Mapping:
    """Slopes and offsets by turns: with either given, the other is a convex problem."""
    slopes, offsets = np.array(before), np.zeros(OFFSET_KINDS)
    counts = A_GAME * len({each.game for each in samples}) / max(len(samples), 1)
    results = [each.result for each in samples]
    for _ in range(ROUNDS):
        moved = [_moved(each, offsets) for each in looked]
        rows = [np.column_stack([v, v * each.progress]) for v, each in zip(moved, looked, strict=True)]
        slopes = _newton(rows, [np.zeros(len(v)) for v in moved], results, np.array(before), RIDGE, counts)
        slopes = np.array([max(slopes[0], 0.0), max(slopes[1], -slopes[0], 0.0)])  # better is never less likely
        steep = [slopes[0] + slopes[1] * each.progress for each in looked]
        rows = [_kinds(each, slope) for each, slope in zip(looked, steep, strict=True)]
        given = [slope * each.values for each, slope in zip(looked, steep, strict=True)]
        offsets = _newton(rows, given, results, np.zeros(OFFSET_KINDS), OFFSET_RIDGE, counts)
    return Mapping([round(float(each), 4) for each in slopes], [round(float(each), 4) for each in offsets])


def _moved(looked: Looked, offsets: Rows) -> Rows:
    values = np.array(looked.values, np.float64)
    if looked.mover >= 0:
        values[looked.mover] += offsets[looked.kind]
    return values


def _kinds(looked: Looked, slope: float) -> Rows:
    rows = np.zeros((len(looked.values), OFFSET_KINDS))
    if looked.mover >= 0:
        rows[looked.mover, looked.kind] = slope
    return rows


def _newton(rows: list[Rows], given: list[Rows], results: list[Rows], prior: Rows, ridge: float, counts: float) -> Rows:
    """The weights of most likelihood of a softmax of linear scores, drawn towards a prior."""
    features, scores, won = np.array(rows), np.array(given), np.array(results)  # by position, seat and weight
    weights = prior.copy()
    for _ in range(NEWTON_STEPS):
        grown = scores + features @ weights
        chances = np.exp(grown - grown.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        means = np.einsum("nsp,ns->np", features, chances)
        gradient = ridge * (prior - weights) + counts * np.einsum("nsp,ns->p", features, won - chances)
        spread = np.einsum("nsp,ns,nsq->pq", features, chances, features) - means.T @ means
        step = np.linalg.solve(ridge * np.eye(len(weights)) + counts * spread, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < COUNTED_AS:
            break
    return weights


def _try_in_turn(looked: list[Looked], samples: list[Sample], before: tuple[float, ...]) -> Held:
    """Every game is judged by a mapping that was fitted on other games."""
    said: list[Rows] = []
    won: list[Rows] = []
    for fold in range(FOLDS):
        inside = [i for i, each in enumerate(samples) if each.game % FOLDS == fold]
        outside = [i for i, each in enumerate(samples) if each.game % FOLDS != fold]
        mapping = _fit([looked[i] for i in outside], [samples[i] for i in outside], before)
        said += [mapping.chances(looked[i]) for i in inside]
        won += [samples[i].result for i in inside]
    return _held(np.array(said), np.array(won), len({each.game for each in samples}))


def _held(said: Rows, won: Rows, games: int) -> Held:
    """Brier's score over all seats, and what was won of what was said."""
    seats = said.shape[1]
    brier = float(((said - won) ** 2).sum(axis=1).mean())
    even = float(((1 / seats - won) ** 2).sum(axis=1).mean())
    table = []
    for place in range(BINS):
        low, high = place / BINS, (place + 1) / BINS
        inside = (said >= low) & ((said < high) | (place == BINS - 1))
        count = int(inside.sum())
        if count:
            table.append([low, high, count, round(float(said[inside].mean()), 3), round(float(won[inside].mean()), 3)])
    return Held(games, len(said), round(brier, 4), round(even, 4), table)


def as_plain(calibration: Calibration) -> Any:
    """What is written into the file."""
    import msgspec

    return msgspec.to_builtins(calibration)
