"""Positions as text, for every game: nothing is lost on the way, and nothing that is read can break the rules."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import caravane
from caravane.errors import BadInput
from caravane.game import SPECTATOR, Game, games, load
from caravane.kernel import is_plain
from caravane.positions import PUBLIC, read, write, write_known
from tests.conformance import Subject
from tests.test_every_game import SUBJECTS

ROOT = Path(__file__).parent.parent
WRITTEN = [subject for subject in SUBJECTS if subject.game.positions is not None]
GAMES = [game for game in games().values() if game.positions is not None]
PLIES, STRIDE = (45, 5) if is_plain() else (700, 5)


@pytest.mark.parametrize("subject", WRITTEN, ids=str)
def test_a_truth_comes_back_byte_for_byte(subject: Subject) -> None:
    for number, at in zip(range(PLIES), subject.walk(seed=7), strict=False):
        if number % STRIDE and not at.play.is_over:
            continue
        line = write(at.game, at.state)
        found = read(line)
        assert found.state.tobytes() == at.state.tobytes(), line
        assert (found.seats, found.options, found.viewer) == (at.play.seats, at.play.options, None)
        assert write(at.game, found.state) == line


@pytest.mark.parametrize("subject", WRITTEN, ids=str)
def test_a_view_comes_back_byte_for_byte_and_can_be_dealt(subject: Subject) -> None:
    for number, at in zip(range(PLIES), subject.walk(seed=8), strict=False):
        if number % (3 * STRIDE) and not at.play.is_over:
            continue
        for viewer in at.viewers:
            view = at.game.view(at.state, viewer)
            line = write_known(at.game, view, viewer)
            found = read(line)
            assert found.state.tobytes() == view.tobytes(), line
            assert found.viewer == viewer
            truth = found.state.copy()
            at.game.rules.determinize(truth, viewer, np.uint64(number))
            assert at.game.invariants(truth) == [], line
            assert at.game.view(truth, viewer).tobytes() == view.tobytes()


@pytest.mark.parametrize("subject", WRITTEN, ids=str)
def test_a_line_without_history_is_the_same_for_whoever_decides(subject: Subject) -> None:
    for number, at in zip(range(PLIES), subject.walk(seed=9), strict=False):
        if number % (3 * STRIDE):
            continue
        found = read(write(at.game, at.state, history=False))
        for seat in at.play.to_move:
            assert at.game.legal(found.state, seat) == at.play.legal(seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_head_alone_is_the_start(game: Game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        position = read(f"{game.id}:{seats}")
        assert position.state.tobytes() == game.start(seats, game.check_options({})).tobytes()
        assert read(write(game, position.state)).state.tobytes() == position.state.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_part_is_called_like_an_option(game: Game) -> None:
    """Options are found anywhere in a line, so a part of that name would never reach the game."""
    names = {option.name for option in game.options} | {"viewer", "preset"}
    for subject in (subject for subject in WRITTEN if subject.game is game):
        for number, at in zip(range(PLIES), subject.walk(seed=3), strict=False):
            if number % (3 * STRIDE) == 0:
                words = game.positions.write(at.state, None, history=True)
                assert not {word.partition("=")[0] for word in words} & names


def test_mistakes_in_the_head_name_the_part_and_what_is_possible() -> None:
    for line, part in {
        "": "begins with a game",
        "chess": "games: africa",
        "pistes:3": "possible numbers of seats: 2",
        "pistes:x": "number of seats",
        "africa": "africa:2 … africa:5",
        "pistes viewer=5": "from 0 to 1",
        "pistes viewer=0 viewer=1": "twice",
        "pistes move=fly": "slide, rook",
        "pistes preset=nothing": "club",
        "pistes " + "9" * 200_000: "100000 characters",
    }.items():
        with pytest.raises(BadInput) as refused:
            read(line)
        assert part in refused.value.text.en, refused.value.text
        assert refused.value.text.fr != refused.value.text.en


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="a position of pistes, one of africa is needed"):
        read("pistes", load("africa"))


def test_spectators_are_written_as_the_public() -> None:
    play = caravane.start("pistes")
    assert write(play.game, play.state, SPECTATOR) == f"pistes viewer={PUBLIC}"


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nothing_that_is_read_breaks_the_compiled_rules(game: Game) -> None:
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.fuzzed_positions", game.id, "1500", "11"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    accepted, refused = map(int, run.stdout.split())
    assert accepted > 30
    assert refused > 30


def test_every_line_of_the_documentation_is_a_position() -> None:
    text = (ROOT / "docs" / "positions.md").read_text("utf-8")
    blocks = [block for number, block in enumerate(text.split("```")) if number % 2]
    lines = [line for block in blocks for line in block.splitlines() if line]
    for line in lines:
        found = read(line)
        assert write_known(found.game, found.state, found.viewer) in (line, line.split()[0]), line
    assert {line.split()[0].partition(":")[0] for line in lines} == set(games())
