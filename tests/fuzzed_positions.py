"""Lines of text that are almost positions, read and played on from; run in a process of its own, compiled.

Whatever `positions.read` accepts the compiled rules must be able to play: they check nothing themselves. The record is
the middle one of three, so that what is written a little beyond it is seen.
"""

import random
import sys
from typing import Any

import numpy as np

from caravane.chance import SeededChance
from caravane.errors import CaravaneError
from caravane.game import Game, load
from caravane.positions import Position, read, write
from tests.conformance import Subject

ON = 40  # plies played from each accepted line
STRIDE = 17


def lines_of(subject: Subject, seed: int) -> list[str]:
    """Lines from a whole game: the truth, and what each viewer knows."""
    found = []
    for number, at in enumerate(subject.walk(seed)):
        if number % STRIDE == 0 or at.play.is_over:
            found += [write(at.game, at.state, viewer) for viewer in (None, *at.viewers)]
        if number > 40 * STRIDE:
            break
    return found


def mutated(line: str, others: list[str], rng: random.Random) -> str:
    """A line with something changed: letters, numbers, words, or parts of other lines."""
    words = line.split()
    for _ in range(rng.randint(1, 3)):
        words = [word for word in words if word] or line.split()
        at = rng.randrange(len(words))
        match rng.randrange(6):
            case 0:
                words.insert(at, rng.choice(words))
            case 1 if len(words) > 1:
                del words[at]
            case 2:
                words[at] = rng.choice(rng.choice(others).split())
            case 3:
                words[at] = _with_another_number(words[at], rng)
            case _:
                words[at] = _with_another_letter(words[at], line, rng)
    return " ".join(words)


def _with_another_letter(word: str, line: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return word[:at] + rng.choice(["", rng.choice(line), rng.choice("?.-=/:+0123456789") + word[at]]) + word[at + 1 :]


def _with_another_number(word: str, rng: random.Random) -> str:
    places = [place for place, sign in enumerate(word) if sign.isdigit()]
    if not places:
        return word
    at = rng.choice(places)
    return (
        word[:at] + rng.choice(["0", "1", "2", "9", "10", "99", "127", "128", "255", "32768", "65536"]) + word[at + 1 :]
    )


def play_on(position: Position, rng: random.Random) -> None:
    """Play at random from what was read; nothing is written outside the record."""
    game: Game = position.game
    states = np.zeros(3, game.state)
    states[1], _ = position.truth(SeededChance(rng.randrange(1 << 30)))
    state: Any = states[1]
    around = states[0].tobytes()
    buffer = np.full(game.max_legal + 64, -7, np.int32)
    for _ in range(ON):
        while game.rules.asks_chance(state):
            game.rules.apply_chance(state, np.uint64(rng.randrange(1 << 64)))
        if game.rules.is_over(state):
            break
        seat = rng.choice(game.seats_to_move(state))
        count = int(game.rules.legal_actions(state, seat, buffer))
        assert 0 < count <= game.max_legal, f"{count} legal actions"
        game.rules.evaluate(state, seat)
        action = int(game.rules.rollout_action(state, seat, buffer, count, np.uint64(rng.randrange(1 << 64))))
        game.rules.apply_action(state, seat, rng.choice([action, int(buffer[rng.randrange(count)])]))
        view = game.view(state, seat)
        game.describe(view, seat)
    game.rules.returns(state, np.zeros(position.seats))
    for seat in range(position.seats):
        game.score_sheet(state, seat)
    game.draw(state, "en")
    assert states[0].tobytes() == states[2].tobytes() == around
    assert game.invariants(state) == []


def fuzz(game: Game, rounds: int, seed: int) -> tuple[int, int]:
    """How many mutated lines were accepted, and how many refused in both languages."""
    rng = random.Random(seed)
    lines = []
    presets: list[str | None] = [each.name for each in game.presets]
    for preset in presets or [None]:
        lines += lines_of(Subject(game, rng.randint(game.min_seats, game.max_seats), preset), seed)
    accepted = refused = 0
    for _ in range(rounds):
        line = mutated(rng.choice(lines), lines, rng)
        try:
            position = read(line, game)
        except CaravaneError as error:
            refused += bool(error.text.fr and error.text.en)
            continue
        accepted += 1
        try:
            play_on(position, rng)
        except Exception:
            print(line, file=sys.stderr)
            raise
    assert accepted + refused == rounds
    return accepted, refused


if __name__ == "__main__":
    name, rounds, seed = sys.argv[1:]
    print(*fuzz(load(name), int(rounds), int(seed)))
