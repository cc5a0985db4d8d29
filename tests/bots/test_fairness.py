"""Bots know what their seat knows. One that peeks is caught."""

import sys
import zlib
from copy import deepcopy
from types import FrameType
from typing import Any

import numpy as np
import pytest

import caravane
from caravane import bots
from caravane.bots import planner
from caravane.bots.fairness import ask, differences, twins
from caravane.bots.registry import Bot
from caravane.chance import SeededChance
from caravane.game import Game, games

SECRETIVE = [name for name, game in games().items() if game.has_secrets]
FAIR = [
    (game, name)
    for game in SECRETIVE
    for name in ("greedy", "quick:seconds=60.0", "search:playouts=2,worlds=1,plies=1")
    if name.startswith("quick") or games()[game].orders is None  # the others do not play sheets
]


def fresh(name: str, seconds: float = 30.0) -> Bot:
    """A bot without memory, so that memory cannot explain a difference."""
    planner.forget()
    return bots.load(name, seconds)


class Peeking:
    """Looks through the frames of its callers for the truth, and lets it decide."""

    name = "peeking"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        truth = self.find(game)
        return legal[zlib.crc32(truth) % len(legal)]  # the same answer in every process, unlike `hash`

    def find(self, game: Game) -> bytes:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, caravane.Play) and value.game is game:
                    return value.save()
            frame = frame.f_back
        return b""


def begun(game: str, plies: int) -> caravane.Play:
    """A game some plies on, where there are secrets; one that is over by then, half way through."""
    play = caravane.start(game, caravane.load(game).max_seats, seed=11)
    words = SeededChance(4)
    for _ in range(plies):
        seat = play.to_move[0]
        legal = play.legal(seat)
        play.apply(legal[int(words.word()) % len(legal)], seat)
        if play.is_over:
            return begun(game, plies // 2)
    return play


@pytest.mark.parametrize("game", SECRETIVE)
def test_the_peeking_bot_is_caught(game: str) -> None:
    assert list(differences(Peeking, begun(game, 12), plies=12))


@pytest.mark.parametrize(("game", "name"), FAIR)
def test_our_bots_are_fair(game: str, name: str) -> None:
    assert not list(differences(lambda: fresh(name), begun(game, 12), plies=2))


@pytest.mark.compiled
@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize("level", [1, 2, 3, 4])  # the fifth thinks by the clock, so no two thoughts are alike
def test_levels_are_fair(game: str, level: int) -> None:
    assert not list(differences(lambda: fresh(f"level{level}"), begun(game, 12), plies=4))


@pytest.mark.parametrize("game", ["africa", "africana"])
def test_what_a_bot_remembers_of_its_search_is_no_secret(game: str) -> None:
    """Two truths that the seat cannot tell apart, met with the same memory, get the same answer."""
    play, words = begun(game, 12), SeededChance(5)
    minds: dict[int, Bot] = {}
    compared = 0
    for _ in range(8):
        seat = play.to_move[0]
        bot = minds.setdefault(seat, bots.load("search:playouts=12,worlds=1,plies=0"))
        pair, word = twins(play, seat, words), words.word()
        if pair is not None and len(play.legal(seat)) > 1:
            compared += 1
            first, second = (ask(deepcopy(bot), twin, seat, word) for twin in pair)
            assert first == second
        play.apply(ask(bot, play, seat, word)[0], seat)
    assert compared > 2


def test_the_planner_is_fair() -> None:
    name = "planner:samples=1,scenarios=2,rounds=1,passes=1,turns=1"
    assert not list(differences(lambda: fresh(name), begun("africa1880", 14), plies=2))


@pytest.mark.parametrize("game", SECRETIVE)
def test_twins_differ_in_what_the_seat_cannot_know(game: str) -> None:
    play = begun(game, 12)
    pair = twins(play, play.to_move[0], SeededChance(8))
    assert pair is not None
    assert pair[0].save() != pair[1].save()
