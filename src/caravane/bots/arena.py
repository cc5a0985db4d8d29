"""Matches of bots: fixed seeds, every seating with seats changed, several processes."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from caravane.bots import planner
from caravane.bots.elo import Rating, Sprt, interval, rate, worth
from caravane.bots.registry import Bot, load
from caravane.bots.thought import now, processor_time
from caravane.chance import SeededChance, below
from caravane.game import Game, Value
from caravane.game import load as load_game
from caravane.play import Play, start

PATIENCE = 20  # times its budget a bot may take before it loses its think
SHORTEST_PATIENCE = 60.0  # seconds
COMPILING = 900.0  # seconds that a first choice may take


@dataclass(frozen=True, slots=True)
class Match:
    """One game to play: who sits where."""

    game: str
    names: tuple[str, str]
    sides: tuple[int, ...]  # 0 or 1 by seat: which of the two sits there
    seed: int  # two games have the same seed, with the seats changed
    options: tuple[tuple[str, Value], ...] = ()
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The shares of the seats in one match that was played."""

    match: Match
    share: float  # of the first of the two: how often its seats came before the other's
    plies: int
    faults: tuple[int, int]  # thinks that each lost: it raised, hung or answered nonsense
    longest: tuple[float, float]  # thinks, in seconds of the processor
    first_fault: str  # what was wrong with the first of them


class Late(BaseException):
    """A bot took far too long. A bot that catches every Exception does not catch this."""


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Raise Late in a bot that hangs, and again and again in one that goes on all the same.

    The first of two alarms is let pass: one comes at once to a process that was stopped for a while, which is no
    fault of the bot's.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    alarms = 0

    def give_up(_number: int, _frame: Any) -> None:
        nonlocal alarms
        alarms += 1
        if alarms > 1:
            raise Late

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds / 2, seconds / 2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def decide(bot: Bot, game: Game, view: Any, seat: int, word: np.uint64, seconds: float | None) -> tuple[int, str]:
    """A bot's choice, and what was wrong with it if anything was: then it is any legal action."""
    legal = game.legal(view, seat)
    try:
        with _patience(max(SHORTEST_PATIENCE, PATIENCE * (seconds or 0.0))):
            action = int(bot.choose(game, view, seat, list(legal), word))
    except (Exception, SystemExit, Late) as error:  # noqa: BLE001  # whatever a bot does, the game goes on
        return legal[below(word, len(legal))], f"{type(error).__name__}: {error}"
    if action in legal:
        return action, ""
    return legal[below(word, len(legal))], f"{action} is not legal"


def play_match(match: Match) -> Outcome:
    """Play one game between the bots of a match, each from its own view."""
    planner.forget()  # plans of an earlier game would make the outcome depend on which process plays it
    play = start(match.game, len(match.sides), seed=match.seed, options=dict(match.options))
    bots = [load(match.names[side], match.seconds) for side in match.sides]
    luck = [SeededChance(match.seed * 64 + seat + 1_000_003) for seat in range(len(bots))]
    faults, longest = [0, 0], [0.0, 0.0]
    plies, first_fault = 0, ""
    while not play.is_over:
        seat = play.to_move[0]
        view = play.game.view(play.state, seat)
        side = match.sides[seat]
        with processor_time():
            began = now()
            action, fault = decide(bots[seat], play.game, view, seat, luck[seat].word(), match.seconds)
            longest[side] = max(longest[side], now() - began)
        if fault:
            faults[side] += 1
            first_fault = first_fault or f"{bots[seat].name}: {fault}"
        play.apply(action, seat)
        plies += 1
    return Outcome(match, _share(play, match), plies, (faults[0], faults[1]), (longest[0], longest[1]), first_fault)


def _share(play: Play, match: Match) -> float:
    """How often a seat of the first came before one of the second: by the outcome, then by points; ties half."""
    ranks = list(zip(play.returns, play.points, strict=True))
    mine = [rank for rank, side in zip(ranks, match.sides, strict=True) if side == 0]
    others = [rank for rank, side in zip(ranks, match.sides, strict=True) if side == 1]
    ahead = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a in mine for b in others)
    return ahead / (len(mine) * len(others))


@dataclass(slots=True)
class Table:
    """The results of a tournament so far, with shares and ratings."""

    names: list[str]
    outcomes: list[Outcome] = field(default_factory=list)

    def of(self, a: str, b: str) -> list[Outcome]:
        """Every outcome in which both bots of a pair sat."""
        return [outcome for outcome in self.outcomes if outcome.match.names == (a, b)]

    def by_seed(self, a: str, b: str) -> list[list[float]]:
        """The shares of a on each seed."""
        found: dict[int, list[float]] = {}
        for outcome in self.of(a, b):
            found.setdefault(outcome.match.seed, []).append(outcome.share)
        return [shares for _, shares in sorted(found.items())]

    def blocks(self, a: str, b: str) -> list[float]:
        """The share of a in each couple of games that was played both ways round."""
        return [sum(shares) / 2 for shares in self.by_seed(a, b) if len(shares) == 2]

    def against(self, a: str, b: str) -> tuple[float, float]:
        """The share of a against b, and how many results that stands on."""
        shares = self.by_seed(a, b)
        return sum(map(sum, shares)) / max(sum(map(len, shares)), 1), worth(shares)

    def ratings(self) -> list[Rating]:
        """Elo of each, in the order of the names."""
        wins = np.zeros((len(self.names), len(self.names)))
        for (i, a), (j, b) in combinations(enumerate(self.names), 2):
            share, results = self.against(a, b)
            wins[i, j], wins[j, i] = share * results, (1.0 - share) * results
        return rate(wins)

    def share(self, name: str) -> float:
        """What a bot scored of all its games."""
        scores = [o.share for o in self.outcomes if o.match.names[0] == name]
        scores += [1.0 - o.share for o in self.outcomes if o.match.names[1] == name]
        return sum(scores) / len(scores) if scores else 0.5

    def report(self, game: str, players: int) -> dict[str, Any]:
        """As JSON; docs/bots.md describes it."""
        bots = [
            {"name": name, "elo": rating.elo, "low": rating.low, "high": rating.high, "share": self.share(name)}
            for name, rating in zip(self.names, self.ratings(), strict=True)
        ]
        pairs: list[dict[str, Any]] = []
        for a, b in combinations(self.names, 2):
            found = self.of(a, b)
            share, results = self.against(a, b)
            low, high = interval(share, results)
            faults = [sum(outcome.faults[side] for outcome in found) for side in (0, 1)]
            first = next((outcome.first_fault for outcome in found if outcome.first_fault), "")
            pairs.append({"a": a, "b": b, "games": len(found), "share": share, "low": low, "high": high})
            pairs[-1] |= {"worth": results, "faults": faults, "first_fault": first}
        return {"game": game, "players": players, "games": len(self.outcomes), "bots": bots, "pairs": pairs}


def matches(
    game: str,
    names: list[str],
    games: int,
    seats: int,
    options: Mapping[str, Value],
    seconds: float | None = None,
    seed: int = 0,
) -> list[Match]:
    """Every pair `games` times (an even number), the two bots on seats by turns, then the other way round."""
    found = []
    for block in range((games + 1) // 2):
        for a, b in combinations(names, 2):
            for turn in (0, 1):
                sides = tuple((seat + turn) % 2 for seat in range(seats))
                found.append(Match(game, (a, b), sides, seed + block, tuple(options.items()), seconds))
    return found


def run(
    planned: list[Match],
    names: list[str],
    processes: int,
    watch: Callable[[Table], None] = lambda _: None,
    sprt: Sprt | None = None,
) -> Table:
    """Play them all, or with `sprt` until it is clear which of two is stronger."""
    table = Table(names)
    _prepare(planned)
    if processes <= 1:
        for match in planned:
            table.outcomes.append(play_match(match))
            watch(table)
            if _is_clear(table, sprt):
                break
        return table
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        waiting = iter(planned)
        running: set[Future[Outcome]] = {
            pool.submit(play_match, m) for _, m in zip(range(processes), waiting, strict=False)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            table.outcomes += [future.result() for future in done]
            watch(table)
            if not _is_clear(table, sprt):
                running |= {pool.submit(play_match, match) for _, match in zip(done, waiting, strict=False)}
    return table


def _is_clear(table: Table, sprt: Sprt | None) -> bool:
    return sprt is not None and sprt.verdict(table.blocks(table.names[0], table.names[1])) != "open"


def _prepare(planned: list[Match]) -> None:
    """Let every bot decide a few times here: what that compiles, the processes then find on the disk."""
    first = planned[0]
    play = start(load_game(first.game), len(first.sides), seed=first.seed, options=dict(first.options))
    names = {name for match in planned for name in match.names}
    for _ in range(2 * play.seats + 1):  # far enough for the first order sheet
        seat = play.to_move[0]
        names = {name for name in names if _tries(name, play, seat)}
        play.apply(play.legal(seat)[0], seat)


def _tries(name: str, play: Play, seat: int) -> bool:
    """Whether a bot decides; the faults of one that does not are counted in the matches."""
    view = play.game.view(play.state, seat)
    with suppress(Exception, SystemExit, Late), _patience(COMPILING):
        load(name, 0.02).choose(play.game, view, seat, play.legal(seat), SeededChance(0).word())
        return True
    return False
