"""A bot by its name and settings: numbers as people write them, and no bot that thinks for ever."""

from typing import Any

import pytest

import caravane
from caravane import bots
from caravane.bots import registry


@pytest.mark.parametrize(
    ("written", "number"),
    [("3", 3), ("0.25", 0.25), ("1e-1", 0.1), ("-2.5E-3", -0.0025), (".5", 0.5), ("1e3", 1000), ("2.0", 2)],
)
def test_a_number_is_read_as_people_write_it(written: str, number: float) -> None:
    found: Any = bots.load(f"search:noise={written}")
    assert found.noise == number
    assert type(found.noise) is type(number), "what counts playouts must be whole"


@pytest.mark.parametrize("written", ["nan", "inf", "-inf", "infinity", "1e999", "", "e", "1e", "1-", "9" * 5000])
def test_what_is_no_finite_number_is_refused(written: str) -> None:
    with pytest.raises(caravane.BadInput, match="noise must be a number"):
        bots.load(f"search:noise={written}")


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("search:playouts=none", "playouts, seconds"),
        ("search:playouts=none,seconds=none", "playouts, seconds"),
        ("deepening:nodes=none", "nodes, seconds, depth"),
        ("planner:rounds=none", "rounds, seconds"),
    ],
)
def test_a_bot_that_would_think_for_ever_is_refused_with_what_would_end_it(name: str, limits: str) -> None:
    with pytest.raises(caravane.BadInput) as refusal:
        bots.load(name)
    assert name in refusal.value.text.fr
    for sentence in refusal.value.text:
        assert sentence.endswith(f": {limits}.")


@pytest.mark.parametrize(
    "name",
    ["search", "search:playouts=none,seconds=0.1", "search:seconds=none", "deepening:nodes=none,depth=2", "level5"],
)
def test_one_limit_is_enough(name: str) -> None:
    assert bots.load(name).name == name


@pytest.mark.parametrize("name", ["search:playouts=none", "deepening:nodes=none", "planner:rounds=none"])
def test_the_time_that_the_caller_gives_is_a_limit(name: str) -> None:
    assert getattr(bots.load(name, 0.1), "seconds", None) == 0.1


def test_limits_are_no_setting() -> None:
    with pytest.raises(caravane.BadInput, match="no setting 'limits'"):
        bots.load("search:limits=3")


def test_a_bot_of_ones_own_may_have_limits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Patient:
        name = "patient"
        visits = None
        limits = ("visits",)

    monkeypatch.setitem(registry._MAKERS, "patient", Patient)
    with pytest.raises(caravane.BadInput, match="patient would think for ever"):
        bots.load("patient")
