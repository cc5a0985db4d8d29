"""`make tune GAME=africa1880`: fits what presences are worth to games that the planner plays against itself.

After each turn of every game the presences of a country are counted by kind (see `evaluation.kind_of`); a ridge
regression finds, for each number of seats and of turns left, how many points each kind still brought, starting from
the figures so far. The seeds are not those of the ladder.
"""

import datetime
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots import load
from caravane.chance import SeededChance
from caravane.games.africa1880.board import TERRITORIES, TURNS
from caravane.games.africa1880.evaluation import FEWEST_SEATS, KINDS, WORTH, WORTH_FILE, everybody, kind_of
from caravane.games.africa1880.rules import colony_points
from caravane.play import start

GAME = "africa1880"
FILE = Path(__file__).parent.parent / "src" / "caravane" / "games" / GAME / WORTH_FILE
PLAYER = "planner:samples=8,scenes=12,passes=2"
SEED = 20_000  # the ladder begins at 0
RIDGE = 40.0  # how many observations the figures so far weigh
Floats = npt.NDArray[np.float64]


def in_hand(state: Any, country: int) -> int:
    """Points of colonies, without last turn's alliances."""
    return sum(int(colony_points(state, country, territory)) for territory in range(TERRITORIES))


def kinds(state: Any, country: int) -> Floats:
    """How many territories of each kind a country has."""
    counts = np.zeros(KINDS)
    standing = everybody(state)
    for territory in range(TERRITORIES):
        if int(state.colony[territory]) == 0:
            kind = int(kind_of(state, standing, country, territory))
            if kind >= 0:
                counts[kind] += 1.0
    return counts


def observe(seats: int, seed: int, player: str) -> list[tuple[int, Floats, float]]:
    """A game of the planner with itself: turns left, kinds, points that were still to come; of all countries."""
    play = start(GAME, seats, seed=seed)
    bots = [load(player) for _ in range(seats)]
    luck = [SeededChance(seed * 64 + seat + 1_000_003) for seat in range(seats)]
    seen: list[tuple[int, int, Floats, int]] = []
    turn = 0
    while not play.is_over:
        seat = play.to_move[0]
        view = play.game.view(play.state, seat)
        play.apply(bots[seat].choose(play.game, view, seat, play.legal(seat), luck[seat].word()), seat)
        if int(play.state.turn) > turn and not play.is_over:
            turn = int(play.state.turn)
            for each in range(seats):
                country = int(play.state.country[each])
                seen.append((TURNS - turn, each, kinds(play.state, country), in_hand(play.state, country)))
    return [(left, counts, float(play.points[seat] - held)) for left, seat, counts, held in seen]


def fit(observed: list[tuple[int, Floats, float]], so_far: Floats) -> Floats:
    """The figures for one number of seats, by turns left; what hardly occurs stays near what it was."""
    found = so_far.copy()
    for left in range(1, TURNS):
        counts = np.array([row[1] for row in observed if row[0] == left])
        points = np.array([row[2] for row in observed if row[0] == left])
        if len(points) == 0:
            continue
        counts = counts - counts.mean(axis=0)  # leads are compared: what all have in common does not matter
        missed = points - points.mean() - counts @ so_far[left]
        found[left] += np.linalg.solve(counts.T @ counts + RIDGE * np.eye(KINDS), counts.T @ missed)
    found[TURNS] = found[TURNS - 1]
    return found


def tune(games: int, player: str = PLAYER) -> None:
    """So many games with each number of seats; writes the figures and the run that made them."""
    worth = WORTH.copy()
    for table in range(len(worth)):
        seats = table + FEWEST_SEATS
        rows = [row for nth in range(games) for row in observe(seats, SEED + nth, player)]
        worth[table] = fit(rows, worth[table])
        print(f"{GAME}: {seats} seats, {len(rows)} positions", flush=True)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    known = json.loads(FILE.read_text("utf-8"))["run"]
    write(worth, f"{known}; make tune, {day}: {games} games of {player} with each number of seats")


def write(worth: Floats, run: str) -> None:
    """One line for each number of turns left."""
    tables = [",\n".join(json.dumps([round(float(v), 2) for v in row]) for row in table) for table in worth]
    body = ",\n".join(f"[\n{table}\n]" for table in tables)
    FILE.write_text(f'{{"run": {json.dumps(run)},\n"worth": [\n{body}\n]}}\n', "utf-8")
