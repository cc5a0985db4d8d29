"""Every mistake: one sentence that says what is wrong and what is possible, exit code 2, no traceback."""

import pytest

from tests.cli.conftest import Run, is_one_sentence


@pytest.mark.parametrize("command", [["trace"], ["perft", "--depth", "1"], ["play", "--terminal"]])
def test_an_unknown_game_is_refused_with_the_games_there_are(run: Run, command: list[str]) -> None:
    assert is_one_sentence(run(*command[:1], "chess", *command[1:]), "'chess'", "pistes")


@pytest.mark.parametrize("command", [["trace"], ["perft", "--depth", "1"], ["play", "--terminal"]])
def test_an_unknown_option_is_refused_with_the_options_there_are(run: Run, command: list[str]) -> None:
    outcome = run(*command[:1], "pistes", *command[1:], "--option", "speed=9")
    assert is_one_sentence(outcome, "'speed'", "variant", "gate_limit")


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


def test_sentences_are_in_the_language_of_the_user(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_one_sentence(run("trace", "chess", "--lang", "fr"), "Jeu inconnu")
    assert is_one_sentence(run("--lang=en", "trace", "chess"), "Unknown game")
    monkeypatch.delenv("CARAVANE_LANG")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert is_one_sentence(run("trace", "chess"), "Jeu inconnu")


def test_an_unknown_language_is_refused(run: Run) -> None:
    assert is_one_sentence(run("games", "--lang", "xx"), "'xx'", "fr, en")
    assert is_one_sentence(run("games", "--lang"), "fr, en")
