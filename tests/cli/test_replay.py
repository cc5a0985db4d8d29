"""Records on the command line: shown, proved, and refused when they lie."""

from pathlib import Path

import pytest

from caravane import bots, start
from caravane.chance import SeededChance
from caravane.game import games
from caravane.record import lines_of, write
from tests.cli.conftest import Run, is_one_sentence


def played(folder: Path, game: str, plies: int, **options: object) -> Path:
    """A record of a seeded game by random bots, as a file."""
    play, luck, bot = start(game, seed=4, options=options), SeededChance(99), bots.load("random")  # type: ignore[arg-type]
    while not play.is_over and plies:
        seat = play.to_move[0]
        view = play.game.view(play.state, seat)
        play.apply(bot.choose(play.game, view, seat, play.legal(seat), luck.word()), seat)
        plies -= 1
    file = folder / f"{game}.jsonl"
    file.write_text(write(lines_of(play)), encoding="utf-8")
    return file


def actions_in(file: str) -> int:
    """How many actions a record holds: as many as were asked for, or a whole game."""
    return Path(file).read_text(encoding="utf-8").count('"type":"action"')


@pytest.mark.parametrize("game", sorted(games()))
def test_a_record_is_proved(run: Run, tmp_path: Path, game: str) -> None:
    file = str(played(tmp_path, game, 30))
    count = actions_in(file)
    assert f"All of it holds: {count} legal actions" in run("verify", file).out
    assert run("verify", file, "--json").json["chance"] == "seeded"
    assert f"Tout est juste\u00a0: {count} actions" in run("verify", file, "--lang", "fr").out


@pytest.mark.parametrize("game", sorted(games()))
def test_a_record_is_shown_to_its_end_or_to_a_point(run: Run, tmp_path: Path, game: str) -> None:
    file = str(played(tmp_path, game, 12))
    assert run("replay", file, "--json").json["action"] == actions_in(file)
    assert run("replay", file, "--at", "3", "--json").json["action"] == 3
    shown = run("replay", file, "--at", "3", "--seat", "0").out
    assert run("replay", file, "--at", "3").code == 0
    assert shown.endswith("\n")


def test_the_actions_are_listed_up_to_the_point(run: Run, tmp_path: Path) -> None:
    file = played(tmp_path, "pistes", 3)
    moves = [line.split('"notation":"')[1].split('"')[0] for line in file.read_text().splitlines()[1:]]
    shown = run("replay", str(file), "--at", "2").out
    assert moves[0] in shown
    assert moves[1] in shown
    assert "   2  " not in shown


def test_a_seat_is_shown_what_it_knew(run: Run, tmp_path: Path) -> None:
    file = str(played(tmp_path, "pistes", 3))
    assert run("replay", file, "--seat", "1", "--json").json["view"]
    assert "points" not in run("replay", file, "--seat", "1", "--json").json


def test_a_changed_move_is_found(run: Run, tmp_path: Path) -> None:
    file = played(tmp_path, "pistes", 6)
    lines = file.read_text().splitlines()
    lines[2] = '{"type":"action","seat":1,"action":{"type":"move","from":"b9","to":"b1"}}'
    file.write_text("\n".join(lines))
    assert is_one_sentence(run("verify", str(file)), "Line 3")
    assert is_one_sentence(run("replay", str(file)), "Line 3")


@pytest.mark.parametrize(
    "text", ["", "hello", "{}", '{"type":"header"}', '{"type":"action","seat":0,"action":{}}', "[1]"]
)
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    assert is_one_sentence(run("verify", str(file)), "Line 1")
    assert is_one_sentence(run("replay", str(file)), "Line 1")


def test_a_file_that_cannot_be_read_is_refused(run: Run, tmp_path: Path) -> None:
    assert is_one_sentence(run("verify", str(tmp_path / "none.jsonl")), "none.jsonl", "cannot be read")
    assert is_one_sentence(run("replay", str(tmp_path)), "cannot be read")
    binary = tmp_path / "b.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    assert is_one_sentence(run("verify", str(binary)), "UTF-8")


def test_a_point_or_seat_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    file = str(played(tmp_path, "pistes", 3))
    assert is_one_sentence(run("replay", file, "--at", "4"), "from 0 to 3")
    assert is_one_sentence(run("replay", file, "--seat", "2"), "from 0 to 1")
