"""Bad input: whatever is wrong with an argument, the refusal says which one, and nothing wrong reaches compiled code."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import caravane
import caravane.adapters.openspiel
from caravane import odds
from caravane.adapters import zoo
from caravane.adapters.agent import LocalTable
from caravane.adapters.gym import SeatAgainstBots
from caravane.adapters.vector import VectorEnv
from caravane.batch import Batch
from caravane.errors import CaravaneError
from caravane.features import features
from caravane.game import load
from caravane.observation import flat_observation, layout

pyspiel = pytest.importorskip("pyspiel")
MARKS, RAW = np.zeros(8281, np.int8), np.zeros(175, np.int16)


def vector(**given: Any) -> VectorEnv:
    return VectorEnv("pistes", 3, **given)


def stepped(make: Callable[..., Any], action: Any, *names: Any, **given: Any) -> Any:
    env = make(*names, **given)
    env.reset(seed=1)
    return env.step(action)


def everybody(answer: Any) -> dict[str, Any]:
    return {f"seat_{seat}": answer for seat in range(3)}


def spiel(name: str, **given: Any) -> Any:
    return pyspiel.load_game(f"caravane_{name}", given)


def foreign() -> Any:
    return caravane.start("africa", seed=1)


EVERYWHERE: dict[str, tuple[dict[str, Any], str]] = {
    "preset": ({"preset": "nope"}, "preset 'nope'"),
    "preset of no kind": ({"preset": 5}, "preset 5"),
    "seats": ({"seats": 9}, "cannot be played with 9"),
    "seats as text": ({"seats": "2"}, "seats: '2'"),
    "half a seat": ({"seats": 2.5}, "seats: 2.5"),
    "option": ({"options": {"nope": 1}}, "option 'nope'"),
    "value of an option": ({"options": {"move": "fly"}}, "Option move cannot be 'fly'"),
    "options": ({"options": [1]}, r"options: \[1\]"),
    "position of another game": ({"position": "africa:2"}, "this is a position of africa"),
    "position of nothing": ({"position": "hello"}, "Unknown game 'hello'"),
    "position as number": ({"position": 5}, "position: 5"),
}
MAKERS: dict[str, Callable[..., Any]] = {
    "batch": lambda **given: Batch("pistes", 2, **given),
    "vector": vector,
    "zoo": lambda **given: zoo.env("pistes", **given),
    "parallel": lambda **given: zoo.parallel_env("pistes", **given),
    "gymnasium": lambda **given: SeatAgainstBots("pistes", **given),
    "agent": lambda **given: LocalTable("pistes", **given),
    "start": lambda **given: caravane.start("pistes", **given),
}


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("wrong", EVERYWHERE)
def test_what_is_wrong_with_a_game_is_said_everywhere(maker: str, wrong: str) -> None:
    given, said = EVERYWHERE[wrong]
    with pytest.raises(CaravaneError, match=said):
        MAKERS[maker](**given)


CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "game": (lambda: zoo.env("chess"), "Unknown game 'chess'"),
    "game of no kind": (lambda: Batch(7, 1), "Unknown game 7"),  # type: ignore[arg-type]
    "render_mode": (lambda: zoo.env("pistes", render_mode="x"), "render_mode cannot be 'x'"),
    "parallel render_mode": (lambda: zoo.parallel_env("pistes", render_mode="x"), "render_mode cannot be 'x'"),
    "max_cycles": (lambda: zoo.env("pistes", max_cycles=-1), "max_cycles: -1; it must be 1 or more"),
    "max_cycles as text": (lambda: zoo.parallel_env("pistes", max_cycles="a"), "max_cycles: 'a'"),  # type: ignore[arg-type]
    "seed": (lambda: zoo.env("pistes").reset(seed="x"), "seed: 'x'"),  # type: ignore[arg-type]
    "seed of parallel": (lambda: zoo.parallel_env("pistes").reset(seed=1.5), "seed: 1.5"),  # type: ignore[arg-type]
    "action": (lambda: stepped(zoo.env, "i1-d1", "pistes"), "action: 'i1-d1'"),
    "action of another game": (lambda: stepped(zoo.env, 8200, "pistes"), "action 8200"),
    "no such action": (lambda: stepped(zoo.env, 10**6, "pistes"), "There is no action 1000000"),
    "agent": (lambda: zoo.env("pistes").observe("bob"), "agent cannot be 'bob'"),
    "agent of a space": (lambda: zoo.env("pistes").action_space("bob"), "agent cannot be 'bob'"),
    "writing": (lambda: zoo.parallel_env("africa1880", writing="x"), "writing cannot be 'x'"),  # type: ignore[arg-type]
    "sheets": (lambda: zoo.parallel_env("pistes", writing="sheet"), "pistes has no order sheets"),
    "marks": (lambda: zoo.parallel_env("pistes").marks("seat_0", "x"), "pistes has no order sheets"),
    "answers": (lambda: stepped(zoo.parallel_env, {"bob": 1}, "africa1880"), "seat_0 gave no answer"),
    "answers as list": (lambda: stepped(zoo.parallel_env, [1], "africa1880"), "seat_0 gave no answer"),
    "answer": (lambda: stepped(zoo.parallel_env, everybody("x"), "africa1880"), r"actions\['seat_0'\]: 'x'"),
    "sheet": (
        lambda: stepped(zoo.parallel_env, everybody(np.zeros(3, np.int8)), "africa1880", writing="sheet"),
        r"actions\['seat_0'\]: int8\[3\]",
    ),
    "num_envs": (lambda: VectorEnv("pistes", 0), "num_envs: 0"),
    "num_envs as text": (lambda: VectorEnv("pistes", "4"), "num_envs: '4'"),  # type: ignore[arg-type]
    "autoreset_mode": (lambda: vector(autoreset_mode="x"), "autoreset_mode cannot be 'x'"),
    "max_plies": (lambda: vector(max_plies=-3), "max_plies: -3"),
    "mask": (lambda: vector(mask=[1]), "mask: list"),
    "shape of a mask": (lambda: vector(mask=np.zeros((1, 2), np.int8)), r"mask: int8\[1, 2\]"),
    "kind of an observation": (lambda: vector(observation=np.zeros((3, 175), np.int8)), "observation: int8"),
    "an observation that cannot be written": (
        lambda: vector(observation=np.frombuffer(bytes(3 * 175 * 2), np.int16).reshape(3, 175)),
        "observation: .*writeable",
    ),
    "shape of actions": (lambda: stepped(vector, np.zeros(2, np.int32)), "actions: 3 actions are needed"),
    "kind of actions": (lambda: stepped(vector, np.zeros(3)), r"actions: .*float64\[3\]"),
    "no actions": (lambda: stepped(vector, None), "actions: "),
    "actions of another game": (lambda: stepped(vector, np.full(3, 8200)), "action 8200"),
    "seeds": (lambda: vector().reset(seed=[1]), "seed has 1 seeds; 3 are needed"),
    "seed in a list": (lambda: vector().reset(seed=["a", 1, 2]), r"seed\[0\]: 'a'"),  # type: ignore[list-item]
    "seed of many": (lambda: vector().reset(seed=1.5), "seed: 1.5"),  # type: ignore[arg-type]
    "reset_mask": (lambda: vector().reset(options={"reset_mask": np.zeros(3)}), "reset_mask"),
    "options of a reset": (lambda: vector().reset(options=5), "options: 5"),  # type: ignore[arg-type]
    "seat": (lambda: SeatAgainstBots("pistes", seat=7), "There is no seat 7"),
    "seat as text": (lambda: SeatAgainstBots("pistes", seat="a"), "seat: 'a'"),  # type: ignore[arg-type]
    "bots": (lambda: SeatAgainstBots("pistes", bots="nobody"), "Unknown bot 'nobody'"),
    "bots of no kind": (lambda: SeatAgainstBots("pistes", bots=[5]), r"bots: \[5\]"),  # type: ignore[list-item]
    "number of bots": (lambda: SeatAgainstBots("pistes", bots=["random"] * 3), "bots has 3 names"),
    "illegal": (lambda: SeatAgainstBots("pistes", illegal="x"), "illegal cannot be 'x'"),
    "max_steps": (lambda: SeatAgainstBots("pistes", max_steps="x"), "max_steps: 'x'"),  # type: ignore[arg-type]
    "action of an array": (lambda: stepped(SeatAgainstBots, np.zeros(2), "pistes"), "action: array"),
    "players": (lambda: spiel("africa", players=9), "cannot be played with 9"),
    "chance": (lambda: spiel("africa", chance="x"), "chance= cannot be 'x'"),
    "encoding": (lambda: spiel("africa", encoding="x"), "encoding cannot be 'x'"),
    "position for OpenSpiel": (lambda: spiel("pistes", position="africa:2"), "this is a position of africa"),
    "action for OpenSpiel": (lambda: spiel("pistes").new_initial_state().apply_action(5), "action 5"),
    "count": (lambda: Batch("pistes", "x"), "count: 'x'"),  # type: ignore[arg-type]
    "which": (lambda: Batch("pistes", 2).begin([True, False]), "which: list"),  # type: ignore[arg-type]
    "which games are stepped": (
        lambda: Batch("pistes", 2).step_only(np.ones(5, np.bool_), np.zeros(2, np.int32)),
        r"which: bool\[5\]",
    ),
    "seeds of a batch": (lambda: Batch("pistes", 2).begin(np.ones(2, np.bool_), [1]), "seeds has 1"),
    "out": (
        lambda: Batch("pistes", 2).observe(np.ones(2, np.bool_), np.zeros(2, np.int8), np.zeros((2, 3), np.int16)),
        r"out: int16\[2, 3\]",
    ),
    "seats that nobody has": (
        lambda: Batch("africana", 2).observe(
            np.ones(2, np.bool_), np.full(2, 77, np.int8), np.zeros((2, 251), np.int16)
        ),
        "There is no seat 77",
    ),
    "mask to look": (lambda: Batch("pistes", 2).look(0, 0, MARKS[:3], RAW), r"mask: int8\[3\]"),
    "observation to look": (lambda: Batch("pistes", 2).look(0, 0, MARKS, RAW[:3]), r"observation: int16\[3\]"),
    "game to look at": (lambda: Batch("pistes", 2).look(9, 0, MARKS, RAW), "i: 9; it must be from 0 to 1"),
    "chosen": (
        lambda: Batch("pistes", 2).random_actions(np.uint64(1), np.zeros(1, np.int32)),
        r"chosen: int32\[1\]",
    ),
    "chosen as list": (lambda: Batch("pistes", 2).step([1, 2]), "chosen: .*list"),
    "observation to unpack": (lambda: layout("pistes").unpack(np.zeros(3)), r"observation: float64\[3\]"),
    "features to unpack": (lambda: features("pistes").unpack(np.zeros(3)), r"encoded: float64\[3\]"),
    "view": (lambda: flat_observation(load("pistes"), foreign().state, 0), "view is no record of pistes"),
    "view for features": (
        lambda: features("pistes").of_view(load("pistes"), foreign().state, 0),
        "view is no record of pistes",
    ),
    "seat of an agent": (lambda: LocalTable("pistes").observe(9), "no seat 9"),
    "an agent's action of another game": (lambda: LocalTable("pistes").act(0, "tangier"), "'tangier'"),
    "an agent's action": (lambda: LocalTable("pistes").act(0, None), "action: None"),  # type: ignore[arg-type]
    "where chance comes from": (lambda: caravane.start("africa", chance=5), "chance: 5"),  # type: ignore[arg-type]
    "outcome": (lambda: odds.settle(load("africa"), load("africa").start(2, {}), "x"), "outcome: 'x'"),
    "saved state": (lambda: caravane.start("pistes").restore(foreign().save()), "not a state of this game"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_argument_is_refused_by_name(case: str) -> None:
    call, said = CASES[case]
    with pytest.raises(CaravaneError, match=said):
        call()
