"""A person at the terminal: what is typed, what is shown."""

import builtins
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome, Run

Typed = Callable[..., Outcome]


@pytest.fixture
def typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """`typed(["1", "q"], "pistes")`: play with these lines typed, then the end of the input."""

    def play(lines: list[str], *arguments: str) -> Outcome:
        waiting = iter(lines)

        def read(_prompt: str = "") -> str:
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", read)
        return run("play", *arguments, "--terminal", "--seed", "1")

    return play


def test_a_move_by_number_and_by_notation_is_answered(typed: Typed) -> None:
    outcome = typed(["a9-a4", "1"], "pistes", "--preset", "africa-1977")
    assert outcome.code == 0
    assert "Light plays a9-a4." in outcome.out
    assert outcome.out.count("Dark plays ") == 2


def test_what_is_not_legal_is_explained_with_the_rule(typed: Typed) -> None:
    outcome = typed(["b9-j9"], "pistes", "--preset", "africa-1977")
    assert "§2.1" in outcome.out
    assert "Dark plays" not in outcome.out


@pytest.mark.parametrize("nonsense", ["zz", "a9", "0", "999"])
def test_nonsense_is_answered_and_nothing_is_played(typed: Typed, nonsense: str) -> None:
    outcome = typed([nonsense], "pistes", "--preset", "africa-1977")
    assert outcome.code == 0
    assert "plays" not in outcome.out


def test_undo_takes_back_the_answer_too(typed: Typed) -> None:
    outcome = typed(["a9-a4", "undo", "a9-a4"], "pistes", "--preset", "africa-1977")
    first, second = (line for line in outcome.out.splitlines() if "Dark plays" in line)
    assert first == second, "luck goes back as well"


def test_undo_at_the_start_says_that_there_is_nothing(typed: Typed) -> None:
    assert "nothing to take back" in typed(["u"], "pistes", "--preset", "club").out


def test_help_hint_list_board_and_points_are_shown(typed: Typed) -> None:
    outcome = typed(["?", "hint", "list", "board", "points"], "pistes", "--preset", "club")
    assert "First letters will do" in outcome.out
    assert "The bot would play" in outcome.out
    assert outcome.out.count("16 a9-a4") == 2
    assert outcome.out.count("a  b  c  d") == 2


def test_in_french_all_is_french(typed: Typed) -> None:
    outcome = typed(["", "?", "conseil", "a9-a4", "annule"], "pistes", "--lang", "fr")
    for words in ("Quelles règles", "Les initiales suffisent", "Le robot jouerait", "Clairs joue a9-a4."):
        assert words in outcome.out


def test_saving_needs_a_name(typed: Typed) -> None:
    assert "Say into which file" in typed(["save"], "pistes", "--preset", "club").out


def test_the_rules_are_asked_for_and_enter_takes_the_first(typed: Typed) -> None:
    outcome = typed(["9999", "", "q"], "pistes")
    assert "Which rules?" in outcome.out
    assert "A number from 1 to" in outcome.out


def test_the_other_seat_waits_for_the_bot(typed: Typed) -> None:
    outcome = typed(["q"], "pistes", "--preset", "africa-1977", "--seat", "1")
    assert "Light plays" in outcome.out


def test_a_whole_game_ends_with_the_score_sheet_and_the_winner(typed: Typed) -> None:
    """With a cap of fifty plies, and the second variant for beginners, where milestones decide then."""
    options = ("--option", "match=single", "--option", "repetition=2", "--option", "no_progress=10")
    outcome = typed(["1"] * 60, "pistes", *options)
    assert outcome.code == 0
    assert "=" in outcome.out
    assert any(words in outcome.out for words in ("The game is drawn.", "You have won!", "Won by Dark."))


def test_the_game_so_far_is_saved_as_a_record_that_holds(typed: Typed, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    outcome = typed(["1", f"save {file}", "save /nowhere/x", "q"], "pistes", "--preset", "club")
    assert "Saved" in outcome.out
    assert "cannot be written" in outcome.out
    assert "2 legal actions" in run("verify", str(file)).out


@pytest.mark.parametrize(
    ("game", "french"),
    [
        ("pistes", "partie 1, coup, clairs"),
        ("africa", "gemmes 0 camps"),
        ("africana", "livre du nord"),
        ("africa1880", "choix des pays tour 0/8"),
    ],
)
def test_the_board_is_told_in_french(typed: Typed, game: str, french: str) -> None:
    assert french in typed([""] * 3, game, "--lang", "fr").out
    assert french not in typed([""] * 3, game).out
