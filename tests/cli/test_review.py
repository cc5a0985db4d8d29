"""`caravane review`: a finished game for people and for programs; a sentence for what cannot be reviewed."""

from pathlib import Path

import pytest

from caravane import start
from caravane.record import Judged, lines_of, write
from tests.cli.conftest import Run, is_one_sentence
from tests.cli.test_replay import played


@pytest.fixture
def resigned(tmp_path: Path) -> str:
    """Some moves of L'Africa, then seat 1 resigned."""
    play = start("pistes", seed=4, options={"match": "single"})
    for _ in range(6):
        play.apply(play.legal()[0])
    lines = [*lines_of(play, ["Awa", "Mathis"]), Judged("resigned", 1, [1.0, -1.0])]
    file = tmp_path / "resigned.jsonl"
    file.write_text(write(lines), encoding="utf-8")
    return str(file)


@pytest.mark.compiled
def test_a_seat_is_told_its_balance_and_its_choices(run: Run, resigned: str) -> None:
    shown = run("review", resigned, "--seat", "0").out
    assert shown.startswith("Awa: 100% of the victory")
    assert "at the start, luck +0, your choices " in shown
    assert "The largest swings:" in shown
    french = run("review", resigned, "--seat", "1", "--lang", "fr").out
    assert "Mathis\u00a0: 0\u00a0% de la victoire" in french
    assert "au départ, hasard +0, vos choix " in french


@pytest.mark.compiled
def test_programs_get_every_seat_and_sums_that_are_exact(run: Run, resigned: str) -> None:
    found = run("review", resigned, "--json").json
    assert [each["seat"] for each in found] == [0, 1]
    for each in found:
        assert each["start"] + sum(each["parts"].values()) == each["result"]
    one = run("review", resigned, "--seat", "1", "--json").json
    assert one == found[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_that_goes_on_is_not_reviewed(run: Run, tmp_path: Path, lang: str) -> None:
    outcome = run("review", str(played(tmp_path, "africa", 12)), "--lang", lang)
    assert outcome.code == 2
    assert is_one_sentence(outcome)
    assert ("not over" if lang == "en" else "pas finie") in outcome.err


@pytest.mark.compiled
def test_a_seat_that_is_not_there_is_refused(run: Run, resigned: str) -> None:
    outcome = run("review", resigned, "--seat", "5")
    assert outcome.code == 2
    assert "There is no seat 5" in outcome.err


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_damaged_record_is_refused_with_its_line(run: Run, tmp_path: Path, lang: str) -> None:
    file = played(tmp_path, "pistes", 5)
    file.write_text(file.read_text("utf-8").replace('"action"', '"acton"', 1), "utf-8")
    outcome = run("review", str(file), "--lang", lang)
    assert outcome.code == 2
    assert ("Line" if lang == "en" else "Ligne") in outcome.err
    assert run("review", str(tmp_path / "none.jsonl")).code == 2


@pytest.mark.plain
def test_without_compiled_rules_it_says_what_it_needs(run: Run, resigned: str) -> None:
    outcome = run("review", resigned)
    assert outcome.code == 2
    assert "compiled rules" in outcome.err
