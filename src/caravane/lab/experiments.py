"""The questions a designer asks, and the games that answer them: here, or on Ray's machines."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from caravane import __version__
from caravane.errors import BadInput
from caravane.game import Game, Value, load
from caravane.lab.findings import Estimate, Findings, estimate, find
from caravane.lab.recorder import GREEDY, POLICIES, QUICK
from caravane.lab.simulation import Notes, Setting, chunks, simulate
from caravane.text import Text

CHUNK = 10  # games between two moves of the progress bar
LADDER_SHARE = 4  # the ladder plays one game for so many of the main run


@dataclass(frozen=True, slots=True)
class Question:
    """What a study examines: a game, its options, the bots, and what is compared."""

    game: str
    players: int | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    compare: tuple[str, tuple[str, ...]] | None = None  # an option and the values to be held against each other
    bots: tuple[str, ...] = ()  # one for all seats, or one a seat; empty: the lab chooses
    games: int = 200
    seed: int = 0
    on_ray: bool = False


class Rung(msgspec.Struct, frozen=True):
    """How a bot does against the one below it."""

    bot: str
    below: str
    share: Estimate


class Examination(msgspec.Struct):
    """The answer: findings for each variant, the skill ladder, and how to do it again."""

    game: str
    players: int
    bots: list[str]
    games: int
    seed: int
    version: str
    rules_version: int
    compared: str | None
    variants: dict[str, Findings]
    ladder: list[Rung]


Watch = Callable[[int, int, str], None]  # games done, games in all, what is being done
Job = tuple[str, Setting, int, int]


def examine(question: Question, watch: Watch = lambda done, total, doing: None) -> Examination:
    """Play all games that the question needs and judge them."""
    game = load(question.game)
    seats = game.check_seats(question.players)
    bots = _bots(question, game, seats)
    settings = _settings(question, game, seats, bots)
    jobs = list(_jobs(question, game, settings))
    total = sum(job[3] for job in jobs)
    done = 0
    notes: dict[str, list[Notes]] = {job[0]: [] for job in jobs}
    for job, found in _run(jobs, question.on_ray):
        notes[job[0]].append(found)
        done += job[3]
        watch(done, total, job[0].partition(":")[2])
    joined = {name: Notes.joined(parts) for name, parts in notes.items()}
    variants = {
        name: find(setting, joined[f"play:{name}"], joined[f"openings:{name}"], game)
        for name, setting in settings.items()
    }
    return Examination(
        question.game,
        seats,
        list(bots),
        question.games,
        question.seed,
        __version__,
        game.rules_version,
        question.compare[0] if question.compare else None,
        variants,
        _ladder(joined, seats),
    )


def _bots(question: Question, game: Game, seats: int) -> tuple[str, ...]:
    """One bot a seat; where nothing is hidden or left to chance, bots without whims would repeat one game."""
    given = question.bots or ("quick" if game.has_secrets else "restless",)
    if len(given) == 1:
        given = given * seats
    if len(given) != seats:
        raise BadInput(
            Text(
                f"Il faut un robot, ou {seats} : un par place ; donnés : {len(given)}.",
                f"One bot is needed, or {seats}: one a seat; given: {len(given)}.",
            )
        )
    Setting(game.id, seats, (), given).policies()
    return given


def _settings(question: Question, game: Game, seats: int, bots: tuple[str, ...]) -> dict[str, Setting]:
    """The settings to play, by the name of the variant: one, or one for each value compared."""
    if question.compare is None:
        options = game.choose_options(question.options)
        return {game.id: Setting(game.id, seats, tuple(options.items()), bots)}
    name, values = question.compare
    return {
        f"{name}={value}": Setting(
            game.id, seats, tuple(game.choose_options({**question.options, name: value}).items()), bots
        )
        for value in values
    }


def _jobs(question: Question, game: Game, settings: dict[str, Setting]) -> Iterable[Job]:
    first = next(iter(settings.values()))
    for name, setting in settings.items():
        for seed, games in chunks(question.seed, question.games, CHUNK):
            yield f"play:{name}", setting, seed, games
        for seed, games in chunks(question.seed + 1_000_000, question.games, CHUNK):
            yield f"openings:{name}", replace(setting, tries_openings=True), seed, games
    for below, bot in _rungs(game):
        for seat in range(first.seats):  # the better one on each seat in turn
            seated = tuple(bot if other == seat else below for other in range(first.seats))
            count = max(question.games // LADDER_SHARE // first.seats, 1)
            for seed, games in chunks(question.seed + 2_000_000, count, CHUNK):
                yield f"ladder:{below}:{bot}:{seat}", replace(first, bots=seated), seed, games


def _rungs(game: Game) -> list[tuple[str, str]]:
    """Who is held against whom; greedy looks at single actions, which says nothing of sheets."""
    known = POLICIES[: QUICK + 1] if game.orders else POLICIES[: GREEDY + 1]
    return list(pairwise(known))


def _run(jobs: list[Job], on_ray: bool) -> Iterable[tuple[Job, Notes]]:
    if not on_ray:
        return ((job, simulate(*job[1:])) for job in jobs)
    return _run_on_ray(jobs)


def _run_on_ray(jobs: list[Job]) -> Iterable[tuple[Job, Notes]]:
    """In order, whichever machine is first: the same question gives the same answer."""
    import ray

    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    remote: Any = ray.remote(simulate)
    waiting = [remote.remote(*job[1:]) for job in jobs]
    for job, found in zip(jobs, waiting, strict=True):
        yield job, ray.get(found)


def _ladder(joined: dict[str, Notes], seats: int) -> list[Rung]:
    shares: dict[tuple[str, str], list[float]] = {}
    for name, notes in joined.items():
        kind, _, rest = name.partition(":")
        if kind == "ladder":
            below, bot, seat = rest.split(":")
            shares.setdefault((below, bot), []).extend(notes.shares[:, int(seat)].tolist())
    return [Rung(bot, below, estimate(np.array(found))) for (below, bot), found in shares.items()]
