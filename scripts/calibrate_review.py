"""`make calibrate`: fits the chances that a review tells to self-played games; docs/review.md has the table it writes.

Every game and number of seats is kept as soon as it is fitted; others stay as they are.
"""

import argparse
import json
import pickle
from pathlib import Path

from caravane.game import games as all_games
from caravane.game import load
from caravane.review.figures import calibration_lines, picture, put
from caravane.review.fitting import Collection, as_plain, collect, fit

ROOT = Path(__file__).parent.parent
DATA = ROOT / "src" / "caravane" / "review" / "calibration.json"
PAGE = ROOT / "docs" / "review.md"
PICTURE = ROOT / "docs" / "pictures" / "review-calibration.svg"


def _games(arguments: argparse.Namespace, name: str, seats: int) -> Collection:
    """Played now, or kept from an earlier run with the same numbers."""
    count, positions = arguments.count, arguments.positions
    kept = arguments.keep and arguments.keep / f"{name}-{seats}-{arguments.bot}-{count}-{positions}.pickle"
    if kept and kept.exists():
        found: Collection = pickle.loads(kept.read_bytes())
        return found
    found = collect(
        load(name), seats, arguments.bot, count, positions, lambda done: print(name, seats, done, flush=True)
    )
    if kept:
        kept.write_bytes(pickle.dumps(found))
    return found


def main() -> None:
    """Fit what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(all_games()))
    parser.add_argument("--seats", type=int, nargs="*", help="without it every number that the game allows")
    parser.add_argument("--bot", default="level4")
    parser.add_argument("--count", type=int, default=400, help="games played for each number of seats")
    parser.add_argument("--positions", type=int, default=24, help="positions looked at in each game")
    parser.add_argument("--keep", type=Path, help="a folder for the games, so that fitting anew takes seconds")
    arguments = parser.parse_args()
    for name in arguments.games:
        game = load(name)
        for seats in arguments.seats or range(game.min_seats, game.max_seats + 1):
            command = (
                f"python scripts/calibrate_review.py {name} --seats {seats} --bot {arguments.bot}"
                f" --count {arguments.count} --positions {arguments.positions}"
            )
            found = fit(game, _games(arguments, name, seats), arguments.bot, command)
            kept = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
            kept.setdefault(name, {})[str(seats)] = as_plain(found)
            text = json.dumps({key: kept[key] for key in sorted(kept)}, indent=1, sort_keys=True) + "\n"
            DATA.write_text(text, "utf-8")
            figures = json.loads(text)
            PAGE.write_text(put(PAGE.read_text("utf-8"), "calibration", calibration_lines(figures)), "utf-8")
            PICTURE.write_text(picture(figures), "utf-8")
            print(f"{name} {seats}: Brier {found.held.brier}, even {found.held.brier_even}", flush=True)


if __name__ == "__main__":
    main()
