"""`make tune GAME=africa1880`: fits what presences are worth to games that the planner plays against itself.

After each turn of every game the presences of a country are counted by kind (see `evaluation.kind_of`); a ridge
regression finds, for each number of seats and of turns left, how many points more than its rivals' each kind still
brought, starting from the figures so far. Some seats play at first sight, so that there is more to see than what the
planner does. The seeds are not those of the ladder.
"""

import datetime
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots import load
from caravane.chance import SeededChance, below
from caravane.games.africa1880.board import TERRITORIES, TURNS
from caravane.games.africa1880.evaluation import FEWEST_SEATS, KINDS, WORTH, WORTH_FILE, everybody, kind_of
from caravane.games.africa1880.scoring import colony_points
from caravane.play import start

GAME = "africa1880"
FILE = Path(__file__).parent.parent / "src" / "caravane" / "games" / GAME / WORTH_FILE
PLANNER, FIRST_SIGHT = "planner:samples=6,scenarios=8,passes=2", "planner:samples=1,scenarios=0,noise=0.02"
PLANNERS = 6  # of ten seats
SEED = 40_000  # the ladder begins at 0
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


def observe(seats: int, seed: int) -> list[tuple[int, Floats, Floats]]:
    """A game: turns left, kinds and points that were still to come by country, less what all have on average."""
    play = start(GAME, seats, seed=seed)
    mix = SeededChance(seed * 7 + 3)
    bots = [load(PLANNER if below(mix.word(), 10) < PLANNERS else FIRST_SIGHT) for _ in range(seats)]
    luck = [SeededChance(seed * 64 + seat + 1_000_003) for seat in range(seats)]
    seen: list[tuple[int, Floats, Floats]] = []
    turn = 0
    while not play.is_over:
        seat = play.to_move[0]
        view = play.game.view(play.state, seat)
        play.apply(bots[seat].choose(play.game, view, seat, play.legal(seat), luck[seat].word()), seat)
        if int(play.state.turn) > turn and not play.is_over:
            turn = int(play.state.turn)
            countries = [int(play.state.country[each]) for each in range(seats)]
            counts = np.array([kinds(play.state, country) for country in countries])
            held = np.array([in_hand(play.state, country) for country in countries], np.float64)
            seen.append((TURNS - turn, counts - counts.mean(axis=0), held))
    to_come = [(left, counts, np.array(play.points) - held) for left, counts, held in seen]
    return [(left, counts, points - points.mean()) for left, counts, points in to_come]


def fit(observed: list[tuple[int, Floats, Floats]], so_far: Floats) -> Floats:
    """The figures for one number of seats, by turns left; what hardly occurs stays near what it was."""
    found = so_far.copy()
    for left in range(1, TURNS):
        rows = [row for row in observed if row[0] == left]
        if not rows:
            continue
        counts, points = np.concatenate([row[1] for row in rows]), np.concatenate([row[2] for row in rows])
        missed = points - counts @ so_far[left]
        found[left] += np.linalg.solve(counts.T @ counts + RIDGE * np.eye(KINDS), counts.T @ missed)
    found[TURNS] = found[TURNS - 1]
    return found


def tune(games: int) -> None:
    """So many games with each number of seats; writes the figures and the run that made them."""
    worth = WORTH.copy()
    for table in range(len(worth)):
        seats = table + FEWEST_SEATS
        turns = [turn for nth in range(games) for turn in observe(seats, SEED + nth)]
        worth[table] = fit(turns, worth[table])
        print(f"{GAME}: {seats} seats, {len(turns)} turns", flush=True)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    known = json.loads(FILE.read_text("utf-8"))["run"]
    write(worth, f"{known}; make tune, {day}: {games} games with each number of seats")


def write(worth: Floats, run: str) -> None:
    """One line for each number of turns left."""
    tables = [",\n".join(json.dumps([round(float(v), 2) for v in row]) for row in table) for table in worth]
    body = ",\n".join(f"[\n{table}\n]" for table in tables)
    FILE.write_text(f'{{"run": {json.dumps(run)},\n"worth": [\n{body}\n]}}\n', "utf-8")
