"""Whole games by greedy players are like those of the reconstruction's first trials, and of the box game."""

from statistics import mean, median

import pytest

from caravane.games.africa.board import TILES
from caravane.games.africa.views import face_down
from tests.games.africa.greedy import play_greedily


@pytest.mark.compiled
def test_greedy_games_are_as_long_and_as_high_as_expected() -> None:
    plays = [play_greedily(4, seed) for seed in range(6)]
    assert {play.game.ending(play.state) for play in plays} == {"monuments"}
    assert 12 <= mean(int(play.state.turns) / 4 for play in plays) <= 18  # 14.5 expected
    assert 48 <= median(points for play in plays for points in play.points) <= 72  # 59 expected
    assert 80 <= mean(TILES - int(face_down(play.state)) for play in plays) <= TILES  # 88.9 expected
