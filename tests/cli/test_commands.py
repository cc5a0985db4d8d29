"""What the commands print when all is well."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from caravane import __version__
from caravane.cli import wait
from caravane.cli.doctor import Check
from caravane.game import games
from tests.cli.conftest import Run

GAMES = sorted(games())


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    outcome = run()
    assert outcome.code == 0
    for command in ("play", "games", "trace", "replay", "verify", "perft", "bench", "doctor", "warm"):
        assert f"\n  {command} " in outcome.out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").out == f"caravane {__version__}\n"


def test_games_lists_every_game_with_seats_and_options(run: Run) -> None:
    listed = run("games", "--json").json
    assert [game["id"] for game in listed] == GAMES
    pistes = next(game for game in listed if game["id"] == "pistes")
    assert pistes["seats"] == [2, 2]
    assert {option["name"] for option in pistes["options"]} >= {"variant", "move", "camp"}
    assert "club" in [preset["name"] for preset in pistes["presets"]]


def test_games_tells_people_the_same_in_their_language(run: Run) -> None:
    assert "seats, about" in run("games").out
    assert "places, environ" in run("games", "--lang", "fr").out


def test_perft_counts_the_sixteen_openings_of_either_side(run: Run) -> None:
    counted = run("perft", "pistes", "--depth", "2", "--json").json
    assert counted == {"game": "pistes", "preset": None, "depth": 2, "counts": [16, 287]}
    assert run("perft", "pistes", "--depth", "1", "--option", "move=rook", "--json").json["counts"] == [54]


def test_perft_names_the_preset(run: Run) -> None:
    assert run("perft", "pistes", "--depth", "1", "--preset", "club", "--json").json["preset"] == "club"


@pytest.mark.parametrize("game", GAMES)
def test_perft_equals_a_walk_through_all_sequences(run: Run, game: str) -> None:
    """The compiled walk, against the plain one over `Play`; chance gives the same words on every path."""
    from caravane import start

    def walk(play: Any, depth: int) -> list[int]:
        if play.is_over or depth == 0:
            return [0] * depth
        choices = [(seat, action) for seat in play.to_move for action in play.legal(seat)]
        below = [0] * (depth - 1)
        for seat, action in choices if depth > 1 else []:
            after = play.copy()
            after.apply(action, seat)
            below = [a + b for a, b in zip(below, walk(after, depth - 1), strict=True)]
        return [len(choices), *below]

    counted = run("perft", game, "--depth", "2", "--seed", "5", "--json").json["counts"]
    assert counted == walk(start(game, seed=5), 2)


@pytest.mark.compiled
def test_doctor_finds_nothing_broken_here(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.game.games", lambda: {"pistes": None})  # one game is enough to see that it looks
    checks = run("doctor", "--json").json
    verdicts = {check["name"]: check["verdict"] for check in checks}
    assert [name for name, verdict in verdicts.items() if verdict == "broken"] == []
    assert verdicts["game pistes"] == "ok"
    assert "extra [server]" in verdicts


def test_doctor_says_when_the_cache_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.kernel.cache_folder", lambda: Path("/dev/null/cache"))
    monkeypatch.setattr("caravane.cli.doctor._same_in_both_modes", lambda game: Check(game, "ok", ""))
    outcome = run("doctor")
    assert outcome.code == 1
    assert "CARAVANE_CACHE_DIR" in outcome.out


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m caravane trace pistes --max-plies 50 | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [["--help"], ["games"], ["games", "--json"], ["perft", "pistes", "--depth", "1"]])
def test_what_compiles_nothing_does_not_wait_for_the_compiler(command: list[str]) -> None:
    code = f"import sys; from caravane.cli import main; main({command}); sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-m", "caravane", *command], capture_output=True, check=True)  # may compile
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_program_that_waits_is_shown_nothing() -> None:
    code = "import sys; from caravane.cli.wait import working\nwith working('…'): sys.exit('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_people_are_told_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    screen.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(wait, "PATIENCE", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    deadline = time.monotonic() + 20
    with wait.working("Je compte…"):
        while "Je compte" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "Je compte…" in screen.getvalue()
