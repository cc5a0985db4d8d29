"""Positions on the command line: checked, counted from, traced from, played from, printed from a record."""

import builtins
from pathlib import Path

import pytest

import caravane
from caravane.record import lines_of, write
from tests.cli.conftest import Run, is_one_sentence

LINE = "pistes match=single 1D8/1LD7/2LD6/3LD5/4LD4/L4LD3/6LD2/7LD1/8LD D quiet=1 ply=1"
NEARLY_HOME = "pistes 7LLL/7LLL/7LL1/D9/D9/D9/4DDD3/4DDD2L/10 L"
KNOWN = (
    "africa:2 viewer=public .ez1/7./9/10/11/12/2.8/7/5/4./5/5/4/3/.1 0:walk:2 at=a3,b9 points0=e1z1 acted=1 hidden=?"
)


def test_a_line_is_checked_written_anew_and_drawn(run: Run) -> None:
    shown = run("position", LINE.replace("1D8", ".D........")).out
    assert shown.startswith(LINE + "\n")
    assert "Seat 1: " in shown
    told = run("position", KNOWN, "--json").json
    assert (told["position"], told["viewer"], told["to_move"]) == (KNOWN, -1, [0])
    assert "hidden=?" not in run("position", KNOWN, "--deal").out
    assert "viewer=1" in run("position", KNOWN, "--seat", "1").out


def test_a_wrong_line_is_one_sentence_in_both_languages(run: Run) -> None:
    for language in ("fr", "en"):
        outcome = run("position", "pistes 1D8 L", "--lang", language)
        assert outcome.code == 2
        assert is_one_sentence(outcome)
        assert "1D8" in outcome.err
    assert "seats go from 0 to 1" in run("position", LINE, "--seat", "2").err


def test_sequences_are_counted_from_a_position(run: Run) -> None:
    from_start = run("perft", "pistes", "--depth", "2", "--option", "match=single", "--json").json["counts"]
    play = caravane.start("pistes", options={"match": "single"})
    after = 0
    for action in play.legal():
        child = play.copy()
        child.apply(action)
        answer = run("perft", "pistes", "--depth", "1", "--position", child.position(), "--json").json
        assert answer["position"] == child.position()
        after += answer["counts"][0]
    assert from_start[1] == after
    assert run("perft", "africa", "--depth", "1", "--position", KNOWN, "--json").json["counts"][0] > 0
    refused = run("perft", "pistes", "--depth", "1", "--position", LINE, "--preset", "club")
    assert "options in itself" in refused.err


def test_a_trace_begins_with_a_position(run: Run) -> None:
    start, first, *_ = run("trace", "pistes", "--position", LINE, "--max-plies", "1").lines
    assert start["position"] == first["position"] == LINE
    assert first["to_move"] == [1]
    start, first, *_ = run("trace", "africa", "--position", KNOWN, "--max-plies", "1").lines
    assert len(start["chance"]) == 1
    assert "viewer" not in first["position"]


def test_a_trace_of_pistes_has_no_keys_of_earlier_positions(run: Run) -> None:
    lines = run("trace", "pistes", "--option", "repetition=2", "--option", "no_progress=10").lines
    assert all("history" not in line["state"] for line in lines if "state" in line)
    changed = [change["field"] for line in lines for change in line.get("changes", [])]
    assert "history" not in changed
    assert "key" in changed
    [between] = [line["between"] for line in lines if line.get("between")]
    assert "over-" in between[0]["position"]
    assert between[0]["state"]["decision"] == 4


def test_one_plays_from_a_position_at_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = iter(["position", "j2-j7", "q"])
    monkeypatch.setattr(builtins, "input", lambda _prompt="": next(waiting))
    shown = run("play", "--terminal", "--position", NEARLY_HOME, "--seed", "1").out
    assert f"pistes viewer=0 {NEARLY_HOME.removeprefix('pistes ')}" in shown
    assert "Light plays j2-j7: 9 of 9 home." in shown
    assert "game 1, over" in shown  # the winning position, before the second game is set up
    assert shown.index("game 1, over") < shown.index("game 2, move")
    assert "options in itself" in run("play", "--terminal", "--position", LINE, "--option", "move=rook").err


def test_a_record_prints_its_positions(run: Run, tmp_path: Path) -> None:
    play = caravane.start("pistes", position=NEARLY_HOME)
    play.apply("j2-j7")
    play.apply("a9-a4")
    file = tmp_path / "game.jsonl"
    file.write_text(write(lines_of(play)), encoding="utf-8")
    assert "All of it holds" in run("verify", str(file)).out
    assert run("replay", str(file), "--at", "0", "--position").out == f"{NEARLY_HOME}\n"
    ended, begun = run("replay", str(file), "--at", "1", "--position").out.splitlines()
    assert "over-D" in ended
    assert begun.endswith("L first=home:0")
    assert run("replay", str(file), "--position", "--seat", "1").out == play.position(1) + "\n"
    drawn = run("replay", str(file), "--at", "1").out
    assert drawn.index("game 1, over") < drawn.index("game 2, move")
