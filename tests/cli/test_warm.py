"""Warming up compiles all kernels of a game, and says so."""

import pytest

from caravane import load
from caravane.cli.mode import WARM
from caravane.kernel import cache_folder
from tests.cli.conftest import Run, is_one_sentence


@pytest.mark.compiled
def test_warm_leaves_a_mark_beside_the_compiled_kernels(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = cache_folder() / WARM
    was_warm = mark.exists()
    mark.unlink(missing_ok=True)
    monkeypatch.setattr("caravane.game.games", lambda: {"pistes": load("pistes")})
    outcome = run("warm")
    assert outcome.code == 0
    assert str(cache_folder()) in outcome.out.replace("\n", "")
    assert mark.exists()
    if not was_warm:
        mark.unlink()  # only one of the games was compiled here


@pytest.mark.plain
def test_plain_python_cannot_be_warmed(run: Run) -> None:
    assert is_one_sentence(run("warm"), "NUMBA_DISABLE_JIT")
