"""Positions in the adapters: the same line begins the same game everywhere."""

import pickle
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.adapters.agent import LocalTable
from caravane.batch import Batch
from caravane.errors import BadInput

LINE = "pistes match=single 1D8/1LD7/2LD6/3LD5/4LD4/L4LD3/6LD2/7LD1/8LD D quiet=1 ply=1"
KNOWN = (
    "africa:2 viewer=public .ez1/7./9/10/11/12/2.8/7/5/4./5/5/4/3/.1 0:walk:2 at=a3,b9 points0=e1z1 acted=1 hidden=?"
)
OVER = "pistes match=single 7LLL/7LLL/7LLL/D9/D9/D9/4DDD3/4DDD3/10 over-D first=home:0"


@pytest.mark.parametrize(("game", "line"), [("pistes", LINE), ("africa", KNOWN)])
def test_pettingzoo_begins_with_a_position(game: str, line: str) -> None:
    zoo: Any = pytest.importorskip("caravane.adapters.zoo")
    env = zoo.env(game, position=line)
    for seed in (3, 4):
        env.reset(seed=seed)
        play = caravane.start(game, seed=seed, position=line)
        assert env.state().tobytes() == play.save()
        assert env.agent_selection == f"seat_{play.to_move[0]}"
        assert np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist() == play.legal()
    both = zoo.parallel_env(game, position=line)
    both.reset(seed=3)
    assert both.play.save() == caravane.start(game, seed=3, position=line).save()


def test_many_games_begin_with_a_whole_position() -> None:
    batch = Batch("pistes", 3, position=LINE)
    assert {batch.states[i].tobytes() for i in range(3)} == {caravane.start("pistes", position=LINE).save()}
    with pytest.raises(BadInput, match="tell everything"):
        Batch("africa", 2, position=KNOWN)
    with pytest.raises(BadInput, match="the game is over"):
        Batch("pistes", 1, position=OVER)


def test_language_models_begin_with_a_position() -> None:
    assert LocalTable("pistes", position=LINE).observe(1)["to_move"] == [1]


def test_openspiel_begins_with_a_position() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    pytest.importorskip("caravane.adapters.openspiel")
    game = pyspiel.load_game("caravane_pistes", {"position": LINE})
    play = caravane.start("pistes", position=LINE)
    for each in (game, pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):  # our own bytes
        state = each.new_initial_state()
        assert state.current_player() == 1
        assert state.legal_actions() == play.legal()
    with pytest.raises(BadInput, match="a position of pistes"):
        pyspiel.load_game("caravane_africa", {"position": LINE})


def test_openspiel_deals_what_a_viewer_does_not_know() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    pytest.importorskip("caravane.adapters.openspiel")
    state = pyspiel.load_game("caravane_africa", {"position": KNOWN, "chance": "word"}).new_initial_state()
    word = int(caravane.start("africa", seed=9, position=KNOWN).steps[0].word)
    for byte in word.to_bytes(8, "big"):
        assert state.is_chance_node()
        state.apply_action(byte)
    assert state.current_player() == 0
    assert state.record.tobytes() == caravane.start("africa", seed=9, position=KNOWN).save()
