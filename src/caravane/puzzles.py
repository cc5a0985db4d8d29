"""Puzzles: positions with one best way, found in games that the program plays, proved by exact search.

A game that has them says in `games/<id>/puzzles.py` what is asked, what proves it and what is said. They lie in
`games/<id>/puzzles.jsonl`, one a line: position, goal and every decision on the way, so that who tries one is answered
without a search. docs/puzzles.md says how they are made.
"""

import hashlib
import importlib
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from caravane.chance import SeededChance, next_word
from caravane.errors import BadInput
from caravane.game import Game, games, load
from caravane.nodes import Node, line_of
from caravane.play import Play, begin
from caravane.positions import opening, read, write
from caravane.text import Text

FILE = "puzzles.jsonl"
FIRST_DAY = date(2026, 1, 1)


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle as its line holds it."""

    id: str
    game: str
    position: str
    seat: int
    goal: int
    level: int  # 1 easy .. 3 hard
    root: Node


def module_of(game: str) -> Any:
    """What a game says about its puzzles; refuses where it has none."""
    try:
        return importlib.import_module(f"caravane.games.{load(game).id}.puzzles")
    except ModuleNotFoundError as error:
        raise BadInput(Text(f"{game} n’a pas de problèmes.", f"{game} has no puzzles.")) from error


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easy ones first."""
    file = resources.files("caravane.games") / load(game).id / FILE
    if not file.is_file():
        return ()
    found = [msgspec.json.decode(line, type=Puzzle) for line in file.read_bytes().splitlines()]
    return tuple(sorted(found, key=lambda each: (each.level, each.id)))


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Every puzzle by its id."""
    return {each.id: each for game in games() for each in puzzles_of(game)}


def of_the_day(day: date) -> Puzzle:
    """The same for everybody on a day; the games take turns."""
    sets = [puzzles_of(game) for game in games() if puzzles_of(game)]
    number = (day - FIRST_DAY).days
    ours = sets[number % len(sets)]
    return ours[number // len(sets) * 5 % len(ours)]  # levels mixed


def first_state(puzzle: Puzzle) -> Any:
    """The position as the rules hold it."""
    return begin(opening(load(puzzle.game), position=puzzle.position), SeededChance(0)).state


def prove(game: Game, state: Any, seat: int) -> Puzzle | None:
    """A puzzle of a position, if it is one."""
    module = module_of(game.id)
    found = module.prove(state, seat)
    if found is None:
        return None
    goal, node = found
    position = write(game, state, history=False)
    name = hashlib.sha256(position.encode()).hexdigest()[:6]
    return Puzzle(f"{game.id}-{name}", game.id, position, seat, goal, module.level(goal, node), node)


def check(puzzle: Puzzle) -> None:
    """Prove it again; BadInput says which one does not hold."""
    game = load(puzzle.game)
    again = prove(game, first_state(puzzle), puzzle.seat)
    if again != puzzle:
        raise BadInput(
            Text(f"Le problème {puzzle.id} n’est plus prouvé.", f"The puzzle {puzzle.id} is not proved any more.")
        )


def make(game: Game, seed: int = 0) -> Iterator[Puzzle]:
    """Puzzles from games that are played at random with some sense, one game after another, without an end."""
    module_of(game.id)
    word, known = np.uint64(seed + 1), set[str]()
    while True:
        word = next_word(word)
        play = fresh_game(game, int(word) % (1 << 31))
        while not play.is_over:
            seat = play.to_move[0]
            found = _from_truth(game, play.state, seat)
            if found is not None and found.id not in known:
                known.add(found.id)
                yield found
                break  # positions of one game are alike
            legal = np.array(play.legal(seat), np.int32)
            word = next_word(word)
            play.apply(int(game.rules.rollout_action(play.state, seat, legal, len(legal), word)), seat)


def fresh_game(game: Game, seed: int) -> Play:
    """A new game for two, or for as few as may play; without a second game where a match has one."""
    options = {"match": "single"} if any(option.name == "match" for option in game.options) else {}
    return begin(opening(game, max(2, game.min_seats), options), SeededChance(seed))


def _from_truth(game: Game, state: Any, seat: int) -> Puzzle | None:
    """What is proved must stand as its text says it, without what the text leaves out."""
    if module_of(game.id).prove(state, seat) is None:
        return None
    return prove(game, begin(read(write(game, state, history=False), game), SeededChance(0)).state, seat)


def stand(puzzle: Puzzle, played: list[str]) -> tuple[list[str], Node | None]:
    """All that happened if the solver played this, `seat: notation`, and the decision that comes; None: solved."""
    moves: list[str] = []
    node: Node | None = puzzle.root
    for action in played:
        if node is None or action not in node.right:
            raise BadInput(
                Text("Ce problème ne va pas ainsi ; recommencez-le.", "This puzzle does not go so; begin it again.")
            )
        moves.append(f"{puzzle.seat}: {action}")
        node = node.right[action]
        moves += [] if node is None else node.before
    return moves, node


def solution(puzzle: Puzzle) -> list[str]:
    """The solver's actions on one way to the goal."""
    return line_of(puzzle.root)
