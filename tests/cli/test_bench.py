"""Speeds: the form that programs rely on, and peers that are named even when they are not there."""

from importlib.metadata import PackageNotFoundError

import pytest

from caravane.bench import Benchmark, Peer, measure
from caravane.game import games
from tests.cli.conftest import Run

FIELDS = ["name", "unit", "value", "peer", "peer_version", "peer_value", "ratio"]


@pytest.fixture(autouse=True)
def _short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.bench.stopwatch.ROUNDS", 1)
    monkeypatch.setattr("caravane.bench.stopwatch.RUN_SECONDS", 0.01)


@pytest.mark.compiled
def test_every_game_is_measured_in_the_form_that_is_relied_upon(run: Run) -> None:
    results = run("bench", "--json", "--only", "play:").json
    assert [result["name"] for result in results] == [f"play:{game}" for game in sorted(games())]
    for result in results:
        assert list(result) == FIELDS
        assert result["value"] > 0
        assert result["unit"] == ("turns/s" if result["name"] == "play:africa1880" else "actions/s")
        assert (result["peer"], result["peer_version"], result["peer_value"], result["ratio"]) == (None,) * 4


def test_a_peer_that_is_not_installed_is_named_and_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_package: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr("caravane.bench.stopwatch.version", missing)
    monkeypatch.setattr("caravane.bench.collect", lambda: [_counting("play:toy", 5)])
    result = run("bench", "--peers", "--json").json[0]
    assert result["peer"] == "Somebody"
    assert (result["peer_version"], result["peer_value"], result["ratio"]) == (None, None, None)
    assert "not installed" in run("bench", "--peers").out


def test_both_are_measured_by_turns_and_compared() -> None:
    turns: list[str] = []
    benchmark = Benchmark(
        "x", "y/s", lambda: lambda: _note(turns, "ours"), _peer(lambda: lambda: _note(turns, "theirs"))
    )
    result = measure(benchmark, beside_peer=True)
    assert turns.index("theirs") > turns.index("ours")
    assert result.ratio is not None
    assert result.peer_version is not None


def _note(turns: list[str], who: str) -> int:
    turns.append(who)
    return sum(range(20_000)) and 1


def _peer(prepare: object) -> Peer:
    return Peer("Somebody", "pytest", prepare)  # type: ignore[arg-type]


def _counting(name: str, count: int) -> Benchmark:
    return Benchmark(name, "actions/s", lambda: lambda: sum(range(20_000)) and count, _peer(lambda: lambda: 1))
