"""`caravane arena` as people and programs use it."""

import pytest

from caravane.errors import BadInput
from caravane.text import Text
from tests.cli.conftest import Run, is_one_sentence

SHORT = ("--games", "2", "--option", "match=single", "--option", "no_progress=10", "--processes", "1")


def test_a_tournament_as_json_has_the_fields_that_programs_rely_on(run: Run) -> None:
    outcome = run("arena", "pistes", "greedy", "random", *SHORT, "--json")
    assert outcome.code == 0
    report = outcome.json
    assert (report["game"], report["players"], report["games"]) == ("pistes", 2, 2)
    assert {"name", "elo", "low", "high", "share"} <= set(report["bots"][0])
    assert {"a", "b", "games", "share", "low", "high"} <= set(report["pairs"][0])


def test_a_tournament_is_repeatable(run: Run) -> None:
    first, second = (run("arena", "pistes", "greedy", "random", *SHORT, "--json").json for _ in range(2))
    assert first == second


def test_a_table_for_people_names_both(run: Run) -> None:
    outcome = run("arena", "pistes", "greedy", "random", *SHORT, "--sprt")
    assert "greedy" in outcome.out
    assert "random" in outcome.out
    assert "SPRT" in outcome.out


def test_mistakes_are_explained(run: Run) -> None:
    assert run("arena", "pistes", "greedy").code == 2
    assert run("arena", "pistes", "greedy", "nobody").code == 2
    assert "nobody" in run("arena", "pistes", "greedy", "nobody").err


def test_a_bot_without_end_is_refused_unless_the_time_for_a_move_ends_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(*_: object) -> None:
        raise BadInput(Text("Commencé.", "Begun."))

    monkeypatch.setattr("caravane.bots.arena.run", begin)
    endless = ("arena", "pistes", "search:playouts=none", "random")
    assert is_one_sentence(run(*endless), "search:playouts=none", "playouts, seconds")
    assert "Begun." in run(*endless, "--time-per-move", "0.01").err
