"""A person at the terminal: what is typed, what is shown."""

import builtins
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import caravane
from caravane.bots import Advice, Suggestion
from caravane.cli import mode
from caravane.text import Text
from tests.cli.conftest import Diary, Outcome, Run, is_one_sentence

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
    assert "Advice: " in outcome.out
    shown = " ".join(outcome.out.split())  # lines are broken to the width of the terminal
    assert "advantage." in shown or "The position is balanced." in shown
    assert outcome.out.count("16 a9-a4") == 2
    assert outcome.out.count("a  b  c  d") == 2


def test_in_french_all_is_french(typed: Typed) -> None:
    outcome = typed(["", "?", "conseil", "a9-a4", "annule"], "pistes", "--lang", "fr")
    for words in ("Quelles règles", "Les initiales suffisent", "Conseil\u00a0: ", "Clairs joue a9-a4."):
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


# Hints


def fake_advice(*_: Any) -> Advice:
    why, look = Text("Rentre au camp.", "Comes home."), Text("Regardez a9.", "Look at a9.")
    best = Suggestion(caravane.load("pistes").parse("a9-a4"), "a9-a4", 1.0, 0.1, why, look, look)
    return Advice([best], 0.1, Text("Vous menez.", "You lead."), 1)


def test_a_hint_says_what_to_do_why_and_how_one_stands(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.cli.terminal.advise", fake_advice)
    assert "Advice: a9-a4\nComes home. You lead.\n" in typed(["hint"], "pistes", "--preset", "club").out
    french = typed(["conseil"], "pistes", "--preset", "club", "--lang", "fr").out
    assert "Conseil\u00a0: a9-a4\nRentre au camp. Vous menez.\n" in french


def test_a_hint_names_the_action_in_words(typed: Typed) -> None:
    assert re.search(
        r"Conseil : commencer (à|au) .+ \(\w+\)\n", typed(["1", "conseil"], "africa", "--lang", "fr", "--seed", "4").out
    )


def test_asking_for_a_hint_changes_nothing_that_follows(typed: Typed) -> None:
    asked, alone = (
        [
            line
            for line in typed(lines, "pistes", "--preset", "club", "--bot", "random").out.splitlines()
            if "Dark" in line
        ]
        for lines in (["h", "1", "h", "h", "1"], ["1", "1"])
    )
    assert asked == alone
    assert len(alone) >= 2


# Bots of other people


@pytest.mark.parametrize(
    ("bot", "fault"), [("broken", "ValueError: no idea"), ("quitter", "SystemExit: enough"), ("cheat", "not legal")]
)
def test_a_bot_that_fails_loses_its_move_and_the_game_goes_on(
    typed: Typed, strangers: type[Diary], bot: str, fault: str
) -> None:
    outcome = typed(["1", "1"], "pistes", "--preset", "club", "--bot", bot)
    assert outcome.code == 0
    told = [line for line in outcome.out.splitlines() if f"The bot {bot} failed (" in line]
    assert len(told) == 2
    assert fault in told[0]
    assert outcome.out.count("Dark plays ") == 2


def test_a_fault_is_told_in_french_too(typed: Typed, strangers: type[Diary]) -> None:
    outcome = typed(["1"], "pistes", "--preset", "club", "--bot", "broken", "--lang", "fr")
    assert "Le robot broken a échoué (ValueError: no idea)" in outcome.out


def test_every_seat_has_a_bot_of_its_own(typed: Typed, strangers: type[Diary]) -> None:
    """One that remembers would otherwise know what several seats were shown."""
    typed(["1"] * 6, "africa", "--players", "3", "--seat", "1", "--bot", "diary")
    asked = [set(bot.asked) for bot in strangers.made if bot.asked]
    assert max(map(len, asked)) == 1
    assert {0} in asked
    assert {2} in asked


def test_no_bot_remembers_what_was_taken_back(typed: Typed, strangers: type[Diary]) -> None:
    typed(["1", "undo", "1"], "pistes", "--preset", "club", "--bot", "diary")
    assert [len(bot.asked) for bot in strangers.made if 1 in bot.asked] == [1, 1]


# Plain or compiled


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What people are told while they wait; the rules are compiled unless the command chooses otherwise."""
    told: list[str] = []

    @contextmanager
    def working(sentence: str) -> Iterator[None]:
        told.append(sentence)
        yield

    monkeypatch.setattr("caravane.cli.prepare.working", working)
    monkeypatch.setattr("caravane.kernel.is_plain", lambda: False)
    return told


@pytest.mark.parametrize("bot", ["level5", "search:playouts=2,worlds=1"])
def test_a_bot_that_searches_gets_compiled_rules_and_the_wait_is_explained(
    typed: Typed, waits: list[str], monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(mode, "use_plain_unless_warm", lambda: pytest.fail("it would play in plain Python"))
    assert typed(["", "q"], "africa", "--bot", bot).code == 0
    assert waits == ["The rules are being compiled (once, about a minute)…"]


@pytest.mark.parametrize("arguments", [[], ["--bot", "random"], ["--bot", "quick:seconds=0.1"]])
def test_a_simple_bot_waits_for_no_compiler(
    typed: Typed, waits: list[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    def use_plain() -> None:
        monkeypatch.setattr("caravane.kernel.is_plain", lambda: True)

    monkeypatch.setattr(mode, "use_plain_unless_warm", use_plain)
    assert typed(["q"], "pistes", "--preset", "club", *arguments).code == 0
    assert waits == []


def test_the_first_game_on_a_new_machine_compiles_nothing(tmp_path: Path) -> None:
    code = "import sys; from caravane.cli import main; main(sys.argv[1:]); sys.exit('numba' in sys.modules)"
    command = [sys.executable, "-c", code, "play", "pistes", "--terminal", "--preset", "club"]
    environment = {**os.environ, "CARAVANE_CACHE_DIR": str(tmp_path), "CARAVANE_LANG": "en"}
    for name in ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR"):
        environment.pop(name, None)
    done = subprocess.run(command, env=environment, input="h\n1\nq\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Dark plays" in done.stdout


# In the browser


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The games for which the browser was opened, on a machine that has a server."""
    games: list[str | None] = []
    monkeypatch.setattr("caravane.cli.browser.play_in_browser", games.append)
    monkeypatch.setattr("caravane.cli.play.find_spec", lambda _: object())
    return games


@pytest.mark.parametrize(
    "arguments",
    [
        ["--bot", "greedy"],
        ["--players", "2"],
        ["--seat", "0"],
        ["--seed", "1"],
        ["--preset", "club"],
        ["--option", "move=rook"],
    ],
)
def test_what_the_browser_would_forget_is_refused(run: Run, opened: list[str | None], arguments: list[str]) -> None:
    assert is_one_sentence(run("play", "pistes", *arguments), f"{arguments[0]}: only", "browser", "add --terminal")
    assert is_one_sentence(run("play", "pistes", *arguments, "--lang", "fr"), "navigateur", "ajoutez --terminal")
    assert opened == []


def test_all_that_would_be_forgotten_is_named(run: Run, opened: list[str | None]) -> None:
    assert is_one_sentence(run("play", "--seed", "3", "--bot", "level2"), "--bot, --seed: only in the terminal")


def test_the_browser_opens_with_the_game_or_without(run: Run, opened: list[str | None]) -> None:
    assert (run("play", "pistes").code, run("play").code) == (0, 0)
    assert opened == ["pistes", None]


def test_without_a_server_it_is_the_terminal_and_all_is_heeded(
    typed: Typed, run: Run, opened: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravane.cli.play.find_spec", lambda _: None)
    typed([], "pistes", "--preset", "club")  # what is typed from now on: nothing
    outcome = run("play", "pistes", "--preset", "club", "--seat", "1", "--bot", "random")
    assert (outcome.code, opened) == (0, [])
    assert "you: Dark" in outcome.out
