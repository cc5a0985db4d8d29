"""Look for a short game for each way a game can end, and keep its record.

    python scripts/golden_records.py [GAME]...

Records that exist stay: they prove that old games still replay. Delete one to have it looked for again.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from caravane.chance import below, next_word
from caravane.game import Game, games
from caravane.play import Play, start
from caravane.record import lines_of, write
from tests.test_every_game import SUBJECTS
from tests.test_golden_records import UNREACHED, folder_of

POLICIES = ("sensible", "random", "first", "last")


def played(
    game: Game, seats: int, preset: str | None, options: dict[str, object], seed: int, policy: str
) -> Play | None:
    play = start(game, seats, seed=seed, preset=preset, options=options)  # type: ignore[arg-type]
    buffer, word = np.empty(game.max_legal, np.int32), np.uint64(seed)
    for _ in range(6000):
        if play.is_over:
            return play
        word = next_word(word)
        seat = play.to_move[below(word, len(play.to_move))]
        count = int(game.rules.legal_actions(play.state, seat, buffer))
        word = next_word(word)
        choice = {"random": below(word, count), "first": 0, "last": count - 1}.get(policy)
        if choice is None:
            action = int(game.rules.rollout_action(play.state, seat, buffer, count, word))
        else:
            action = int(buffer[choice])
        play.apply(action, seat)
    return None


def option_sets(game: Game) -> list[dict[str, object]]:
    """None, and each option at each of its ends, one at a time."""
    sets: list[dict[str, object]] = [{}]
    for option in game.options:
        values = option.choices or ((True, False) if option.kind == "flag" else (option.low, option.high))
        sets += [{option.name: value} for value in values if value != option.default]
    return sets


def find(game: Game) -> None:
    missing = {
        ending
        for ending in game.endings
        if ending not in UNREACHED.get(game.id, {}) and not (folder_of(game) / f"{ending}.jsonl").exists()
    }
    for seed in range(40):
        for subject in (subject for subject in SUBJECTS if subject.game is game):
            for options in option_sets(game):
                for policy in POLICIES:
                    if not missing:
                        return
                    play = played(game, subject.seats, subject.preset, options, seed, policy)
                    if play is None or game.ending(play.state) not in missing:
                        continue
                    ending = game.ending(play.state)
                    path = folder_of(game) / f"{ending}.jsonl"
                    path.parent.mkdir(exist_ok=True)
                    path.write_text(write(lines_of(play)))
                    print(game.id, ending, subject, options, policy, len(play.steps), "steps", flush=True)
                    missing.discard(ending)
    print(game.id, "not found:", sorted(missing))


for found in games().values():
    if not sys.argv[1:] or found.id in sys.argv[1:]:
        find(found)
