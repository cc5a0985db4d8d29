"""Every bot answers with a legal action, the same one for the same word, and never touches the truth."""

import numpy as np
import pytest

import caravane
from caravane import bots
from caravane.game import games
from caravane.text import LANGUAGES

SMALL = ["random", "greedy", "quick:seconds=60.0", "search:playouts=3,worlds=1", "search:playouts=0,noise=0.1"]


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", SMALL)
def test_a_bot_answers_legally_and_repeatably(game: str, name: str) -> None:
    play = caravane.start(game, seed=5)
    for ply in range(3):
        seat = play.to_move[0]
        before = play.save()
        choices = {
            bots.load(name).choose(play.game, play.game.view(play.state, seat), seat, play.legal(seat), np.uint64(ply))
            for _ in range(2)
        }
        assert play.save() == before
        assert len(choices) == 1
        play.apply(choices.pop(), seat)


@pytest.mark.parametrize("game", games())
def test_a_game_has_five_levels_that_people_can_choose(game: str) -> None:
    levels = bots.levels(game)
    assert [level.level for level in levels] == [1, 2, 3, 4, 5]
    for language in LANGUAGES:
        assert len({level.title.of(language) for level in levels}) == 5
    for level in levels:
        assert bots.load(level.bot).name == level.bot


def test_a_time_limit_reaches_the_bot() -> None:
    assert getattr(bots.load("level5", 0.25), "seconds", None) == 0.25


@pytest.mark.parametrize("name", ["nobody", "search:depht=3", "search:playouts=many"])
def test_an_unknown_bot_or_setting_is_named(name: str) -> None:
    with pytest.raises(caravane.BadInput):
        bots.load(name)
