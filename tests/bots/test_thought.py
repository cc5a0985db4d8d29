"""How a choice is made of what a search found out."""

import time

import numpy as np

from caravane.bots.search import Search
from caravane.bots.thought import Budget, Thought, processor_time
from caravane.chance import SeededChance
from caravane.play import start

THOUGHT = Thought([4, 7, 9], [0.2, 0.7, 0.1], [0.10, 0.15, -0.6])


def test_the_most_visited_action_is_best() -> None:
    assert THOUGHT.best == 7
    assert THOUGHT.value == 0.15


def test_a_whim_takes_what_is_nearly_as_good_but_nothing_bad() -> None:
    words = SeededChance(3)
    picked = {THOUGHT.pick(0.2, words.word()) for _ in range(60)}
    assert picked == {4, 7}
    assert {THOUGHT.pick(0.0, words.word()) for _ in range(20)} == {7}


def test_without_playouts_first_sight_decides_and_a_whim_still_varies() -> None:
    play = start("pistes", options={"match": "single"})
    bot = Search(playouts=0, worlds=1)
    thought = bot.think(play.game, play.game.view(play.state, 0), 0, play.legal(0), np.uint64(1))
    assert thought.value == max(thought.values)
    assert min(thought.shares) > 0.0


def test_in_a_match_a_budget_runs_out_by_work_and_not_by_waiting() -> None:
    with processor_time():
        budget = Budget(iterations=None, seconds=0.02)
        budget.spent(1000)
        time.sleep(0.05)
        assert budget.next_chunk(1) > 0
    waited = Budget(iterations=None, seconds=0.02)
    waited.spent(1000)
    time.sleep(0.05)
    assert waited.next_chunk(1) == 0
