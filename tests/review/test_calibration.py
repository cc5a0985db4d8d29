"""The fitted mappings: as they are kept, as the documentation tells them, and what fitting does."""

import json
from pathlib import Path

import numpy as np
import pytest

from caravane.game import games, load
from caravane.review.calibration import EVEN, NO_TRIAL, Held, Looked, Mapping, calibration_of, mover_of, weights_digest
from caravane.review.figures import calibration_lines, picture
from caravane.review.fitting import Collection, Sample, fit

ROOT = Path(__file__).parent.parent.parent
KEPT = json.loads((ROOT / "src/caravane/review/calibration.json").read_text("utf-8"))


def test_the_documentation_tells_the_figures_that_are_kept() -> None:
    page = (ROOT / "docs/review.md").read_text("utf-8")
    assert "\n".join(calibration_lines(KEPT)) in page
    assert (ROOT / "docs/pictures/review-calibration.svg").read_text("utf-8") == picture(KEPT)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_number_of_seats_has_a_mapping_and_shares_that_add_up(game: str) -> None:
    played = load(game)
    for seats in range(played.min_seats, played.max_seats + 1):
        found = calibration_of(played, seats)
        assert abs(sum(found.start) - 1) < 1e-5
        assert len(found.start) == seats
        chances = found.search.chances(Looked(np.linspace(-0.5, 0.5, seats), 1.0, -1, 0))
        assert abs(float(chances.sum()) - 1) < 1e-9
        assert list(chances) == sorted(chances)  # better is never less likely


def test_proven_is_what_beats_an_even_chance_and_comes_near_what_was_won() -> None:
    near = [[0.2, 0.3, 100, 0.25, 0.28], [0.7, 0.8, 100, 0.75, 0.72]]
    far = [[0.2, 0.3, 100, 0.25, 0.45], [0.7, 0.8, 100, 0.75, 0.55]]
    assert Held(50, 100, 0.4, 0.5, near).is_proof
    assert not Held(50, 100, 0.4, 0.5, far).is_proof
    assert not Held(50, 100, 0.49, 0.5, near).is_proof
    assert not NO_TRIAL.is_proof
    assert calibration_of(load("africa"), 2).is_proven


def test_a_number_of_seats_without_games_is_not_called_proven() -> None:
    played = load("africa")
    missing = [seats for seats in range(2, 6) if str(seats) not in KEPT.get("africa", {})]
    assert all(not calibration_of(played, seats).is_proven for seats in missing)


def test_the_digest_names_what_bots_judge_by() -> None:
    assert len({weights_digest(game) for game in games()}) == len(games())


def test_an_offset_is_for_the_one_seat_to_move() -> None:
    mapping = Mapping([2.0, 0.0], [0.0, 0.1] + [0.0] * 8)
    even = np.zeros(2)
    assert mapping.chances(Looked(even, 0.0, -1, 1))[0] == 0.5
    assert mapping.chances(Looked(even, 0.0, 0, 1))[0] > 0.5
    assert (mover_of(0b100), mover_of(0b110), mover_of(0)) == (2, -1, -1)


def test_fitting_finds_the_mapping_that_made_the_results() -> None:
    """Results drawn by a known slope and offset: fitting finds both, and its chances hold."""
    random = np.random.default_rng(5)
    truth = Mapping([2.0, 2.0], [0.0, 0.2] + [0.0] * 8)
    samples = []
    for game in range(1500):
        values = random.uniform(-0.6, 0.6)
        at, mover = int(random.integers(0, 100)), int(random.integers(0, 2))
        looked = Looked(np.array([values, -values]), at / 100, mover, 1)
        won = random.random() < truth.chances(looked)[0]
        result = np.array([1.0, 0.0] if won else [0.0, 1.0])
        samples.append(Sample(game, at, mover, 1, looked.values, np.array([0.5, 0.5]), result, 0))
    found = fit(load("africa"), Collection(samples, [100] * 1500, [(0.5, 0.5)] * 1500), "none", "")
    assert found.search.slopes[0] == pytest.approx(2.0, abs=0.5)
    assert sum(found.search.slopes) == pytest.approx(4.0, abs=0.8)
    assert found.search.offsets[1] == pytest.approx(0.2, abs=0.07)
    assert found.held.brier < 0.97 * found.held.brier_even
    assert all(abs(row[3] - row[4]) < 0.1 for row in found.held.table if row[2] > 100)
    assert EVEN.offsets == [0.0] * 10
