"""Planning a sheet: it is whole, keeps to what is written and promised, and takes what is there to take."""

from typing import Any

import numpy as np
import pytest

import caravane
from caravane.bots import planner
from caravane.bots.planner import Planner
from caravane.game import Game
from caravane.games.africa1880.board import SQUARES, TERRITORY_INDEX
from tests.games.africa1880.builder import position

GAME = caravane.load("africa1880")
WORD = np.uint64(9)
LAST_YEAR = {
    "year": 1914,
    "countries": ["france", "germany", "italy"],
    "at": {"alger": ["france"], "madagascar": ["germany"], "cape-town": ["italy"]},
}


def small(**settings: Any) -> Planner:
    return Planner(**{"samples": 2, "scenarios": 2, "passes": 1, "rounds": 1, "round_scenarios": 2} | settings)


def written(game: Game, state: Any, seat: int, bot: Planner) -> list[str]:
    """The sheet that a bot writes, line by line, until it seals."""
    planner.forget()
    view = game.view(state, seat)
    lines: list[str] = []
    while "ready" not in lines:
        action = bot.choose(game, view.copy(), seat, game.legal(view, seat), WORD)
        game.rules.apply_action(view, seat, action)
        lines.append(game.notation(action))
    return lines


def squares_missing(count: int) -> Any:
    """The last turn, with so many squares of Alger to develop."""
    state = position(LAST_YEAR)
    alger = TERRITORY_INDEX["alger"]
    state.developed[alger] = SQUARES[alger] - count
    return state


@pytest.mark.parametrize("bot", [small(), small(scenarios=0, rounds=0), small(rounds=0)])
def test_a_plan_has_every_line_once(bot: Planner) -> None:
    lines = written(GAME, position(LAST_YEAR), 0, bot)
    assert len(lines) == 5  # Alger, the boat, two countries, and the seal
    assert lines[0].startswith("alger")
    assert lines[1].startswith("boat")
    assert {line.split()[0] for line in lines[2:4]} == {"germany", "italy"}


def test_every_sheet_that_was_tried_counts() -> None:
    """Without rounds and passes: the sheets it begins with, the best of them again, and each other line in its place."""
    view = GAME.view(position(LAST_YEAR), 0)
    legal = GAME.legal(view, 0)
    planner.forget()
    thought = small(samples=3, passes=0, rounds=0).think(GAME, view, 0, legal, WORD)
    lines = [action for action in legal if GAME.notation(action) not in ("ready", "unready")]
    assert thought.iterations == 3 + 1 + len(lines)


def test_the_last_square_is_developed_in_the_last_turn() -> None:
    assert written(GAME, squares_missing(1), 0, small(passes=2))[0] == "alger D"


def test_in_the_last_turn_nobody_is_given_a_point() -> None:
    """Who is not met anywhere loses nothing by a war, and an alliance would be worth a point (§7.4)."""
    lines = written(GAME, squares_missing(1), 0, small(passes=2))
    assert sum(line.endswith("G") for line in lines) >= 1


def test_what_is_written_stays() -> None:
    state = squares_missing(1)
    GAME.rules.apply_action(state, 0, GAME.encode({"type": "nothing", "territory": "alger"}))
    assert not [line for line in written(GAME, state, 0, small()) if line.startswith("alger")]


def test_a_line_that_was_promised_away_is_not_written() -> None:
    bot = small(forbidden=(GAME.encode({"type": "develop", "territory": "alger"}),))
    assert "alger D" not in written(GAME, squares_missing(1), 0, bot)


def test_the_choice_comes_first_among_what_was_compared() -> None:
    planner.forget()
    state = squares_missing(1)
    view = GAME.view(state, 0)
    thought = small(passes=2).think(GAME, view, 0, GAME.legal(view, 0), WORD)
    assert GAME.notation(thought.best) == "alger D"
    assert len(thought.actions) > 1
    assert thought.value == max(thought.values)
    assert abs(sum(thought.shares) - 1.0) < 1e-9


def test_who_trusts_declares_no_war() -> None:
    lines = written(GAME, position(LAST_YEAR), 0, small(scenarios=0, rounds=0, trusting=1.0))
    assert sorted(line for line in lines if line.split()[0] in ("germany", "italy")) == ["germany A", "italy A"]


def test_who_trusts_keeps_a_promised_war() -> None:
    war = GAME.encode({"type": "war", "country": "italy"})
    lines = written(GAME, position(LAST_YEAR), 0, small(scenarios=0, rounds=0, trusting=1.0, required=(war,)))
    assert "italy G" in lines


def test_a_sheet_is_judged_by_the_turns_after_it_too() -> None:
    state = squares_missing(2)
    state.turn = 6  # two turns are left for two squares: whoever looks ahead begins
    assert written(GAME, state, 0, small(passes=2, ahead=1))[0] == "alger D"


def test_with_little_time_few_scenes_have_to_do() -> None:
    planner.forget()
    view = GAME.view(squares_missing(1), 0)
    hasty = Planner(samples=2, scenarios=200, seconds=0.0)
    assert GAME.orders is not None
    desk = planner._Desk(GAME, GAME.orders, view, 0, hasty)
    desk._begin(3, WORD)
    assert desk._answer(hasty, 0.0, WORD) == planner.FEW_SCENES
