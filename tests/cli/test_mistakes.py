"""Every mistake: one sentence that says what is wrong and what is possible, exit code 2, no traceback."""

import os
import subprocess
import sys

import pytest

from tests.cli.conftest import Run, is_one_sentence

COMMAND = f"{sys.executable} -m caravane"


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    """Run a command line in a shell of its own, in English and without waiting for the compiler."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "CARAVANE_LANG": "en"}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", [["trace"], ["perft", "--depth", "1"], ["play", "--terminal"]])
def test_an_unknown_game_is_refused_with_the_games_there_are(run: Run, command: list[str]) -> None:
    assert is_one_sentence(run(*command[:1], "chess", *command[1:]), "'chess'", "pistes")


@pytest.mark.parametrize("command", [["trace"], ["perft", "--depth", "1"], ["play", "--terminal"]])
def test_an_unknown_option_is_refused_with_the_options_there_are(run: Run, command: list[str]) -> None:
    outcome = run(*command[:1], "pistes", *command[1:], "--option", "speed=9")
    assert is_one_sentence(outcome, "'speed'", "variant", "gate_limit")


@pytest.mark.parametrize("number", ["--5", "²", "5-", "1e2", "9" * 40, "-", ""])
def test_what_is_no_number_is_refused_with_the_numbers_there_are(run: Run, number: str) -> None:
    assert is_one_sentence(run("trace", "pistes", "--option", f"gate_limit={number}"), repr(number), "1..6")


def test_an_unknown_value_is_refused_with_the_values_there_are(run: Run) -> None:
    assert is_one_sentence(run("trace", "pistes", "--option", "move=queen"), "'queen'", "slide", "rook")
    assert is_one_sentence(run("trace", "pistes", "--option", "gate_limit=99"), "'99'", "1..6")


@pytest.mark.parametrize("pair", ["move", "=slide", ""])
def test_an_option_without_name_or_value_is_refused(run: Run, pair: str) -> None:
    assert is_one_sentence(run("trace", "pistes", "--option", pair), "NAME=VALUE")


def test_an_unknown_preset_is_refused_with_the_presets_there_are(run: Run) -> None:
    assert is_one_sentence(run("trace", "pistes", "--preset", "expert"), "'expert'", "club", "outwit-1978")


@pytest.mark.parametrize("count", ["0", "1", "3", "-2"])
def test_a_wrong_number_of_seats_is_refused_with_the_right_ones(run: Run, count: str) -> None:
    assert is_one_sentence(run("trace", "pistes", "--players", count), count, "2")


def test_an_unknown_bot_is_refused_with_the_bots_there_are(run: Run) -> None:
    assert is_one_sentence(run("trace", "pistes", "--bot", "deep"), "'deep'", "greedy", "random")


def test_a_seat_that_is_not_at_the_table_is_refused(run: Run) -> None:
    assert is_one_sentence(run("play", "pistes", "--terminal", "--preset", "club", "--seat", "2"), "2", "from 0 to 1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["trace"],
        ["perft", "pistes"],
        ["perft", "pistes", "--depth", "0"],
        ["trace", "pistes", "--seed", "x"],
    ],
)
def test_a_malformed_command_line_is_refused(run: Run, arguments: list[str]) -> None:
    assert is_one_sentence(run(*arguments), "--help")


@pytest.mark.parametrize(
    ("arguments", "french", "english"),
    [
        (
            ["dance"],
            "La commande 'dance' n’existe pas\u00a0; commandes\u00a0: games, play",
            "no command 'dance'; commands: games",
        ),
        (["lab"], "Il manque une commande\u00a0: balance.", "A command is missing: balance."),
        (["trace"], "Il manque GAME\u00a0; jeux\u00a0: africa,", "GAME is missing; games: africa,"),
        (["replay"], "Il manque FILE", "FILE is missing"),
        (["games", "x"], "'x' est de trop.", "'x' is too much."),
        (
            ["games", "--jsn"],
            "L’option --jsn n’existe pas\u00a0; options\u00a0: --help, --json.",
            "options: --help, --json.",
        ),
        (["games", "--json=1"], "--json ne prend pas de valeur.", "--json takes no value."),
        (["perft", "pistes", "--depth"], "Il manque la valeur de --depth.", "The value of --depth is missing."),
        (["perft", "pistes", "--depth", "x"], "--depth est un nombre entier.", "--depth is a whole number."),
        (["perft", "pistes", "--depth", "0"], "--depth vaut au moins 1.", "--depth is at least 1."),
        (["perft", "pistes", "--depth", "99"], "--depth vaut au plus 12.", "--depth is at most 12."),
        (["bench", "--only", "speed"], "\u00a0; mesures\u00a0: ", "; figures: "),
    ],
)
def test_a_malformed_command_line_is_explained_in_both_languages(
    run: Run, arguments: list[str], french: str, english: str
) -> None:
    assert is_one_sentence(run(*arguments), english)
    assert is_one_sentence(run("--lang", "fr", *arguments), french)


def test_help_is_in_the_language_of_the_user(run: Run) -> None:
    page = run("trace", "--help", "--lang", "fr").out
    assert "Utilisation : caravane trace" in page
    assert "[obligatoire]" in page
    assert not [word for word in ("Usage", "Show this", "required", "default") if word in page]
    assert "obligatoire]" in run("perft", "--help", "--lang", "fr").out
    assert "Installe la complétion" in run("--lang", "fr").out
    assert "Usage: caravane trace" in run("trace", "--help").out


@pytest.mark.parametrize("command", ["games", "games --json", "trace pistes", "perft pistes --depth 1", "--help"])
def test_output_that_cannot_be_written_is_one_sentence(command: str) -> None:
    full = shell(f"{COMMAND} {command} > /dev/full")
    assert (full.returncode, full.stderr) == (2, "The output cannot be written (No space left on device).\n")
    assert shell(f"{COMMAND} {command} >&-").stderr == ""
    early = shell(f"{COMMAND} {command} | true")
    assert (early.returncode, early.stderr) == (0, "")


def test_ctrl_c_is_one_word_and_its_own_code() -> None:
    """The signal comes while the rules are being walked through."""
    code = (
        "import signal, sys; from caravane.cli import main; signal.alarm(0)\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "signal.signal(signal.SIGALRM, stop); signal.setitimer(signal.ITIMER_REAL, 2)\n"
        "sys.exit(main(['perft', 'pistes', '--depth', '12']))"
    )
    done = shell(f'{sys.executable} -c "{code}"')
    assert (done.returncode, done.stderr) == (130, "Interrupted.\n")


def test_sentences_are_in_the_language_of_the_user(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_one_sentence(run("trace", "chess", "--lang", "fr"), "Jeu inconnu")
    assert is_one_sentence(run("--lang=en", "trace", "chess"), "Unknown game")
    monkeypatch.delenv("CARAVANE_LANG")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert is_one_sentence(run("trace", "chess"), "Jeu inconnu")


def test_an_unknown_language_is_refused(run: Run) -> None:
    assert is_one_sentence(run("games", "--lang", "xx"), "'xx'", "fr, en")
    assert is_one_sentence(run("games", "--lang"), "fr, en")
