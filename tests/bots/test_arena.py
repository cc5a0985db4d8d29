"""Matches: seats change, nobody can break a game, and strength is told with its uncertainty."""

import contextlib
import signal
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.bots import Bot, arena, register
from caravane.bots.arena import Match, matches, play_match
from caravane.bots.elo import Sprt, expected, interval, rate, worth
from caravane.game import Game, Value

SHORT: dict[str, Value] = {"match": "single", "no_progress": 10}


class Rude:
    """Raises, or answers nonsense."""

    def __init__(self, raises: bool) -> None:
        self.raises = raises
        self.name = "rude"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if self.raises:
            raise RuntimeError("I do not want to play.")
        return game.action_count + 7


@pytest.mark.parametrize("raises", [True, False])
def test_a_rude_bot_loses_its_think_but_not_the_game(raises: bool) -> None:
    register("rude", lambda: Rude(raises))
    outcome = play_match(Match("pistes", ("rude", "random"), (0, 1), 3, tuple(SHORT.items())))
    assert outcome.faults[0] > 0
    assert outcome.faults[1] == 0
    assert outcome.plies > 5


def test_a_bot_that_hangs_loses_its_think(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sleeper:
        name = "sleeper"

        def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
            time.sleep(30)
            return legal[0]

    monkeypatch.setattr(arena, "SHORTEST_PATIENCE", 0.05)
    play = caravane.start("africa", seed=1)
    seat = play.to_move[0]
    view = play.game.view(play.state, seat)
    play.game.legal(view, seat)  # compiled before the clock runs
    began = time.monotonic()
    action, fault = arena.decide(Sleeper(), play.game, view, seat, np.uint64(1), 0.001)
    assert time.monotonic() - began < 10
    assert action in play.legal(seat)
    assert fault.startswith("Late")


class Stubborn:
    """Hangs, and catches what it can."""

    name = "stubborn"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(30)


class Quitter:
    """Wants to end the program."""

    name = "quitter"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        raise SystemExit(3)


@pytest.mark.parametrize(("make", "fault"), [(Stubborn, "Late"), (Quitter, "SystemExit")])
def test_nobody_goes_on_thinking_or_ends_the_program(
    make: Callable[[], Bot], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "SHORTEST_PATIENCE", 0.05)
    play = caravane.start("pistes", seed=1)
    action, found = arena.decide(make(), play.game, play.game.view(play.state, 0), 0, np.uint64(1), 0.001)
    assert action in play.legal(0)
    assert found.startswith(fault)


@pytest.mark.parametrize("make", [Stubborn, Quitter])
def test_a_tournament_begins_although_a_bot_hangs(make: Callable[[], Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    register("broken", make)
    monkeypatch.setattr(arena, "SHORTEST_PATIENCE", 0.02)
    monkeypatch.setattr(arena, "COMPILING", 0.1)
    names = ["broken", "random"]
    options = caravane.load("pistes").check_options(SHORT)
    table = arena.run(matches("pistes", names, 2, 2, options), names, 1)
    faults, _ = table.report("pistes", 2)["pairs"][0]["faults"]
    assert faults > 0


def test_a_think_is_not_lost_because_the_process_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped:
        name = "stopped"

        def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
            signal.raise_signal(signal.SIGALRM)  # as when a process goes on after a pause longer than its patience
            return legal[0]

    play = caravane.start("pistes", seed=1)
    view = play.game.view(play.state, 0)
    assert arena.decide(Stopped(), play.game, view, 0, np.uint64(1), 0.1) == (play.legal(0)[0], "")


def test_each_pair_plays_both_ways_round_on_the_same_seeds() -> None:
    planned = matches("africa", ["a", "b", "c"], 4, 3, {}, None, 10)
    assert len(planned) == 3 * 4
    for seat in range(3):
        of_pair = [match for match in planned if match.names == ("a", "b")]
        assert [match.sides[seat] for match in of_pair].count(0) == 2
        assert sorted(match.seed for match in of_pair) == [10, 10, 11, 11]


def test_a_tournament_tells_shares_and_elo() -> None:
    names = ["greedy", "random"]
    table = arena.run(matches("pistes", names, 2, 2, caravane.load("pistes").check_options(SHORT)), names, 1)
    report = table.report("pistes", 2)
    assert report["games"] == 2
    assert [bot["name"] for bot in report["bots"]] == names
    assert sum(bot["elo"] for bot in report["bots"]) == pytest.approx(0.0, abs=1e-6)
    assert report["pairs"][0]["low"] <= report["pairs"][0]["share"] <= report["pairs"][0]["high"]


def test_wilson_is_never_certain() -> None:
    low, high = interval(1.0, 20)
    assert 0.8 < low < 0.9
    assert high == pytest.approx(1.0)


def test_games_of_two_are_worth_one_result_each() -> None:
    luck = np.random.default_rng(1880)
    shares = (luck.random((2000, 2)) < 0.7).astype(float).tolist()
    assert worth(shares) == pytest.approx(4000, rel=0.1)


def test_equal_games_are_worth_no_more_than_their_number() -> None:
    assert worth([[1.0, 1.0]] * 10) == 20
    assert worth([[1.0, 1.0]]) == 2
    assert worth([]) == 0


def test_games_that_only_repeat_each_other_are_worth_half() -> None:
    luck = np.random.default_rng(1880)
    once = (luck.random(2000) < 0.7).astype(float)
    assert worth(np.stack([once, once], axis=1).tolist()) == pytest.approx(2000, rel=0.1)


@pytest.mark.parametrize("seeds", [10, 25, 100])
def test_an_interval_of_six_seats_holds_the_truth_and_is_narrow(seeds: int) -> None:
    luck = np.random.default_rng(1880)
    strong, weak = 0.8 + luck.normal(size=(2000, seeds, 2, 3)), luck.normal(size=(2000, seeds, 2, 3))
    shares = (strong[..., :, None] > weak[..., None, :]).mean(axis=(-2, -1))
    truth = shares.mean()
    found = [(interval(match.mean(), worth(match.tolist())), interval(match.mean(), 2 * seeds)) for match in shares]
    assert np.mean([low < truth < high for (low, high), _ in found]) > 0.94
    assert np.mean([high - low for (low, high), _ in found]) < 0.75 * np.mean([high - low for _, (low, high) in found])


def test_elo_of_known_results() -> None:
    wins = np.array([[0.0, 750.0], [250.0, 0.0]])
    stronger, weaker = rate(wins)
    assert stronger.elo - weaker.elo == pytest.approx(191, abs=3)
    assert stronger.low < stronger.elo < stronger.high
    assert expected(stronger.elo - weaker.elo) == pytest.approx(0.75, abs=0.01)


def test_a_sequential_test_stops_when_it_is_clear() -> None:
    test = Sprt(0.0, 50.0)
    assert test.verdict([0.5, 1.0]) == "open"
    assert test.verdict([1.0, 0.75] * 60) == "stronger"
    assert test.verdict([0.5, 0.25] * 60) == "not stronger"
